// Evaluates the decisions of test_nets.py with a net, and answers with features and outputs.

import {readFileSync} from 'node:fs';
import {answer} from './engine.mjs';

answer((engine, {game, weights, layers, width, block_count: blockCount, decisions}) => {
  const {layout} = engine;
  const own = engine.game(game);
  const sizes = layout.games[game];
  const halves = readFileSync(weights);
  const count = halves.byteLength / 2;
  const half = engine.put(halves);
  const single = engine.reserve(4 * count);
  engine.exports.widen(half, count, single);
  const net = engine.reserve(layout.net.bytes);
  let start = single;
  for (const [name, size] of layers) {
    engine.set(layout.net, net, name, start);
    start += 4 * size;
  }
  engine.set(layout.net, net, 'width', width);
  engine.set(layout.net, net, 'block_count', blockCount);
  const most = layout.max_legal_moves;
  const view = engine.reserve(sizes.state.bytes);
  const memory = engine.reserve(sizes.memory_bytes);
  const moves = engine.reserve(2 * most);
  const past = engine.reserve(1 << 15);
  const situation = engine.reserve(sizes.situation_bytes);
  const rows = engine.reserve(most * sizes.choice_bytes);
  const outputs = engine.reserve(4 * layout.net_outputs * most);
  const scratch = engine.reserve(8 * width * most);

  return decisions.map((decision) => {
    engine.put(Buffer.from(decision.view, 'base64'), view);
    engine.put(new Int16Array(decision.past), past);
    engine.bytes(memory, sizes.memory_bytes).fill(0);
    own.rebuild_memory(view, past, decision.past.length, memory);
    const legal = own.legal(view, moves);
    own.mark_decision(view, memory, moves, legal, situation, rows);
    own.forward(net, situation, rows, legal, scratch, outputs);
    const found = [
      [situation, sizes.situation_bytes],
      [rows, legal * sizes.choice_bytes],
      [outputs, 4 * layout.net_outputs * legal],
    ];
    return found.map(([at, size]) => Buffer.from(engine.bytes(at, size)).toString('base64'));
  });
});
