// The keys of a game's page: what each does, and the list of them for whoever asks.

import { h } from '../parts/dom.js';
import { t } from '../parts/words.js';
import { ROOT, linesOf } from './lines.js';

/** @import {GamePage} from '../pages/game.js' */
/** @import {View} from '../parts/wire.js' */

/** @typedef {(game: GamePage, view: View) => unknown} Does false is that the key was not for it */

/** Looks at another position of the line, if there is one. @param {number} step @returns {Does} */
const look = (step) => ({ table }) => void table.walk(step);

/** Looks at the line beside the one that is shown. @param {number} step @returns {Does} */
const beside = (step) => (game, view) => {
  const to = linesOf(view).beside(view.node, step);
  if (to === undefined) return false;
  return void game.address.look(to);
};

/** Jumps to the beginning, or to where the game stands. @param {boolean} end @returns {Does} */
const far = (end) => (game, view) => game.address.jump(end ? view.end : ROOT);

/** How keys are shown, what they do in words, and what each of them does. @type {[string, string, Record<string, Does>][]} */
const KEYS = [
  ['u', 'page-undo', { u: ({ table }) => void table.take('undo') }],
  ['r', 'page-redo', { r: ({ table }) => void table.take('redo') }],
  ['h', 'page-hint', { h: ({ table }, { at }) => void (table.turn().may && table.act('hint', { at })) }],
  ['a', 'page-analyse-toggle', { a: (game) => game.analyse() }],
  ['l', 'page-live', { l: (game) => game.goLive() }],
  ['s', 'page-scores', { s: (game) => game.rate() }],
  ['o', 'page-numbers', { o: (game) => game.number() }],
  ['e', 'page-key-press', { e: (game) => game.beside.press() }],
  ['n', 'page-new-game', { n: (_, view) => void (location.hash = `#/new/${view.game}`) }],
  ['← →', 'page-key-arrows', { ArrowLeft: look(-1), ArrowRight: look(1) }],
  ['↑ ↓', 'page-key-beside', { ArrowUp: beside(-1), ArrowDown: beside(1) }],
  ['Home End', 'page-key-far', { Home: far(false), End: far(true) }],
  ['t', 'page-try', { t: ({ table }) => table.tries() }],
  ['c', 'page-comment', { c: (game) => game.remark() }],
  ['Tab', 'page-key-cells', {}],
  ['m', 'page-key-mark', {}],
  ['Esc', 'page-key-escape', { Escape: (game) => game.escape() }],
  ['?', 'page-keys', { '?': (game) => game.showKeys() }],
];

/** Does what a key is for; whether it was for anything. @param {GamePage} game @param {View} view @param {string} key */
export function strike(game, view, key) {
  const does = KEYS.map(([, , all]) => all).find((all) => Object.hasOwn(all, key))?.[key];
  return does !== undefined && does(game, view) !== false;
}

/** What takes more letters has a line of its own. */
const LONG = 24;

/** What each key does. */
export const keysHelp = () =>
  h(
    'dl',
    { class: 'keys' },
    KEYS.map(([key, id]) => {
      const words = t(id);
      return h('div', { class: words.length > LONG || key.length > 5 ? 'long' : null }, h('dt', null, h('kbd', null, key)), h('dd', null, words));
    }),
  );
