// The keys of a game's page: what each does, and the list of them for whoever asks.

import { h } from '../parts/dom.js';
import { t } from '../parts/words.js';

/** @import {GamePage} from '../pages/game.js' */
/** @import {View} from '../parts/wire.js' */

/** @typedef {(game: GamePage, view: View) => unknown} Does false is that the key was not for it */

/** Looks at another of the positions played, if there is one. @param {number} step @returns {Does} */
const look = (step) => (game, view) => {
  const to = view.at + step;
  if (to >= 0 && to <= view.moves.length) void game.table.act('goto', { at: view.at, to });
};

/** How keys are shown, what they do in words, and what each of them does. @type {[string, string, Record<string, Does>][]} */
const KEYS = [
  ['u', 'page-undo', { u: ({ table }, { at }) => void (at > 0 && table.act('undo', { at })) }],
  ['r', 'page-redo', { r: ({ table }, { at, moves }) => void (at < moves.length && table.act('redo', { at })) }],
  ['h', 'page-hint', { h: ({ table }, { at }) => void (table.turn().may && table.act('hint', { at })) }],
  ['a', 'page-analyse-toggle', { a: (game) => game.analyse() }],
  ['l', 'page-live', { l: (game) => game.goLive() }],
  ['s', 'page-scores', { s: (game) => game.rate() }],
  ['e', 'page-key-press', { e: (game) => game.beside.press() }],
  ['n', 'page-new-game', { n: (_, view) => void (location.hash = `#/new/${view.game}`) }],
  ['← →', 'page-key-arrows', { ArrowLeft: look(-1), ArrowRight: look(1) }],
  ['Esc', 'page-key-escape', { Escape: (game) => game.escape() }],
  ['?', 'page-keys', { '?': (game) => game.showKeys() }],
];

/** Does what a key is for; whether it was for anything. @param {GamePage} game @param {View} view @param {string} key */
export function strike(game, view, key) {
  const does = KEYS.map(([, , all]) => all).find((all) => Object.hasOwn(all, key))?.[key];
  return does !== undefined && does(game, view) !== false;
}

/** What each key does. */
export const keysHelp = () =>
  h(
    'dl',
    { class: 'keys' },
    KEYS.map(([key, words]) => h('div', null, h('dt', null, h('kbd', null, key)), h('dd', null, t(words)))),
  );
