// Answers with what a generator is after seeding, a number drawn from it, and what it is then.

import {answer} from './engine.mjs';

answer((engine, {seeds, count}) => {
  const generator = engine.reserve(8);
  const state = () => new BigUint64Array(engine.memory.buffer, generator, 1)[0].toString();
  return seeds.map((seed) => {
    const wide = BigInt(seed);
    engine.exports.seed_generator(generator, Number(wide & 0xffffffffn), Number(wide >> 32n));
    return [state(), engine.exports.random_below(generator, count), state()];
  });
});
