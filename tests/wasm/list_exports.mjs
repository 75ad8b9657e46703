// Answers with the names of everything that the module exports.

import {answer} from './engine.mjs';

answer((engine) => Object.keys(engine.exports));
