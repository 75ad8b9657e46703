// Plays whole games as tests/wasm/native_games.py does, and answers with one hash for each.

import {answer, Digest} from './engine.mjs';

const SPECTATOR = -2;

/** A linear congruential generator, the same in native_games.py. */
class Dice {
  constructor(seed) {
    this.state = seed >>> 0;
  }

  below(count) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.state * count) / 2 ** 32);
  }
}

answer((engine, {game, games}) => {
  const {layout} = engine;
  const own = engine.game(game);
  const {state: record, settings} = layout.games[game];
  const state = engine.reserve(record.bytes);
  const seen = engine.reserve(record.bytes);
  const moves = engine.reserve(2 * layout.max_legal_moves);
  const cards = engine.reserve(layout.max_pile_cards);
  const text = engine.reserve(layout.max_view_bytes);
  const ends = engine.reserve(12);
  const shares = engine.reserve(8 * layout.max_players);
  const rng = engine.reserve(8);
  const numbers = engine.reserve(4 * settings.length);

  function shuffle(dice, seed, digest) {
    while (engine.get(record, state, 'pending_shuffle')) {
      if (seed % 2) {
        own.resolve_shuffles(state, rng);
      } else {
        const count = own.pile_to_shuffle(state, cards);
        const pile = new Int8Array(engine.memory.buffer, cards, count);
        digest.add(pile);
        for (let last = count - 1; last > 0; last--) {
          const other = dice.below(last + 1);
          [pile[last], pile[other]] = [pile[other], pile[last]];
        }
        own.apply_shuffle(state, cards);
      }
      digest.add(engine.bytes(state, record.bytes));
    }
  }

  function show(start, players, dice, digest) {
    const turn = engine.get(record, state, 'turn');
    for (const seat of [...Array(players).keys(), SPECTATOR]) {
      own.write_view(state, seat, Number(seat === turn), text, ends);
      digest.add(start);
      digest.add(engine.bytes(text, new Int32Array(engine.memory.buffer, ends, 3)[2]));
      own.view(state, seat, seen);
      digest.add(engine.bytes(seen, record.bytes));
    }
    own.sample_state(seen, rng);
    digest.add(engine.bytes(seen, record.bytes));
    digest.add(start);
    digest.add(engine.bytes(text, own.write_json(state, text)));
  }

  function play({seed, players, begin, options}) {
    const dice = new Dice(seed);
    const digest = new Digest();
    const start = `{"game":"${game}","options":${JSON.stringify(options)},`;
    engine.bytes(state, record.bytes).fill(0);
    engine.put(new Int32Array(begin), numbers);
    own.begin(state, numbers);
    engine.exports.seed_generator(rng, seed, 0);
    digest.add(engine.bytes(state, record.bytes));
    shuffle(dice, seed, digest);
    engine.put(engine.bytes(state, record.bytes), seen);
    digest.add(new Uint8Array(new Int32Array([own.rollout(seen, rng)]).buffer));
    digest.add(engine.bytes(seen, record.bytes));
    let decisions = 0;
    for (;;) {
      const count = own.legal(state, moves);
      const legal = new Int16Array(engine.memory.buffer, moves, count).slice();
      digest.add(new Uint8Array(legal.buffer));
      show(start, players, dice, digest);
      if (own.is_over(state)) break;
      const move = legal[dice.below(count)];
      digest.add(engine.bytes(text, own.write_move(state, move, text)));
      own.apply(state, move);
      digest.add(engine.bytes(state, record.bytes));
      shuffle(dice, seed, digest);
      decisions += 1;
    }
    engine.bytes(shares, 8 * layout.max_players).fill(0);
    own.outcome(state, shares);
    digest.add(engine.bytes(shares, 8 * layout.max_players));
    return [decisions, digest.end()];
  }

  return {imports: engine.imports, bytes: engine.memory.buffer.byteLength, games: games.map(play)};
});
