// Grows the trees of test_search.py, and answers with a hash of each.

import {answer, Digest} from './engine.mjs';

answer((engine, {game, node_count: nodeCount, baseline, searches}) => {
  const {layout} = engine;
  const own = engine.game(game);
  const bytes = layout.games[game].state.bytes;
  const search = engine.reserve(layout.search.bytes);
  const state = engine.reserve(bytes);
  const scratch = engine.reserve(layout.scratch_states * bytes);
  const nodes = engine.reserve(nodeCount * layout.node.bytes);
  const history = engine.reserve(1 << 16);
  const moves = engine.reserve(2 * layout.max_legal_moves);
  const scores = engine.reserve(8 * layout.max_legal_moves);
  const addresses = {state, scratch, nodes, history, node_count: nodeCount};

  return searches.map(({view, past, parameters, seed, sims}) => {
    engine.put(Buffer.from(view, 'base64'), state);
    engine.put(new Int16Array(past.flat()), history);
    const fields = {...addresses, ...parameters, history_moves: past.length};
    for (const [name, value] of Object.entries(fields)) {
      engine.set(layout.search, search, name, value);
    }
    own.begin_search(search, seed, 0);
    (baseline ? own.simulate_baseline : own.simulate)(search, sims);
    const digest = new Digest();
    const count = own.move_scores(state, moves, scores);
    digest.add(engine.bytes(moves, 2 * count));
    digest.add(engine.bytes(scores, 8 * count));
    const last = engine.get(layout.search, search, 'last');
    digest.add(engine.bytes(nodes, (last + 1) * layout.node.bytes));
    for (const name of ['totals', 'rng']) {
      const [offset, , count] = layout.search.fields[name];
      digest.add(engine.bytes(search + offset, 8 * count));
    }
    return [last, digest.end()];
  });
});
