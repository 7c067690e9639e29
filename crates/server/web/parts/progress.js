// How far somebody has come in lessons and puzzles, as the server keeps it.

import * as api from './api.js';
import { forget, kept, names } from './store.js';

/** @import {Learnt} from '../types.js' */

/** @typedef {Partial<Learnt> & {way: 'lesson' | 'puzzle', game: string, id: string}} Step */

/** What is known, by what it is about; none before it was asked for. @type {Map<string, Learnt> | null} */
let known = null;
/** @type {Promise<void> | null} */
let asked = null;

/** @param {{way: string, game: string, id: string}} one */
const key = ({ way, game, id }) => `${way}/${game}/${id}`;

/** @param {{learnt: Learnt[]}} answer */
function hear({ learnt }) {
  known = new Map(learnt.map((one) => [key(one), one]));
}

/** What browsers kept of lessons before the server did. */
function before() {
  const prefix = 'learnt-';
  const found = names().filter((name) => name.startsWith(prefix));
  const learnt = found.flatMap((name) =>
    kept(name, /** @type {string[]} */ ([])).map((id) => ({ way: 'lesson', game: name.slice(prefix.length), id, done: Date.now() })),
  );
  return { found, learnt };
}

/** Asks once what is known; `then` is told when it has come. @param {() => void} then */
export function ready(then) {
  if (known) return;
  asked ??= (async () => {
    const { found, learnt } = before();
    hear(learnt.length ? await api.addProgress({ learnt }) : await api.progress());
    found.forEach(forget);
  })();
  asked.then(then, (error) => {
    // Without it everything is as new, and the next page asks again.
    asked = null;
    if (!(error instanceof api.Refusal)) throw error;
  });
}

/** How far somebody has come in one thing. @param {'lesson' | 'puzzle'} way @param {string} game @param {string} id @returns {Learnt | undefined} */
export const learnt = (way, game, id) => known?.get(key({ way, game, id }));

/** Whether somebody is through with it. @param {'lesson' | 'puzzle'} way @param {string} game @param {string} id */
export const done = (way, game, id) => Boolean(learnt(way, game, id)?.done);

/** How many puzzles of a game somebody has solved. @param {string} game */
export const solved = (game) => [...(known?.values() ?? [])].filter((one) => one.way === 'puzzle' && one.game === game && one.done).length;

/** Keeps how far somebody has come. What cannot be sent now is sent with what comes next. @type {Step[]} */
let unsent = [];

/** @param {Step} step */
export function mark(step) {
  const before = known?.get(key(step));
  const now = { tries: 0, hints: 0, done: null, ...before, ...step };
  if (before?.done) now.done = before.done;
  known?.set(key(step), now);
  unsent.push(now);
  void send();
}

async function send() {
  const sent = unsent;
  unsent = [];
  try {
    hear(await api.addProgress({ learnt: sent }));
  } catch (error) {
    if (!(error instanceof api.Refusal)) throw error;
    unsent = [...sent, ...unsent];
  }
}

/** Adds the progress of a file. @param {string} words @returns {Promise<void>} */
export async function bring(words) {
  let learnt;
  try {
    ({ learnt } = JSON.parse(words));
  } catch {
    learnt = undefined;
  }
  if (!Array.isArray(learnt)) throw new api.Refusal(422, { id: 'progress-wrong' });
  hear(await api.addProgress({ learnt }));
}
