// Where a story and each of its moments are found again: the address says all that is needed to tell it.

import { h } from '../parts/dom.js';
import { t } from '../parts/words.js';

/** @import {PlayerKind, Subject} from '../types.js' */
/** @import {View} from '../parts/wire.js' */

/**
 * @typedef {object} Wanted what an address asks for; moments are counted from 0
 * @property {string} [study] the name of a study
 * @property {Subject} [subject]
 * @property {{id: string, at: number, player: string}} [shown] the position shown of a game
 * @property {string} [from] the game it came from
 * @property {number} at
 */

/** Options of the game are told apart from what else an address says. */
const OPTION = 'option-';

/** @param {string} hash @returns {Wanted} */
export function wanted(hash) {
  const [way, query = ''] = hash.split('?', 2);
  const [, , name = '', moment = ''] = way.split('/');
  const asked = new URLSearchParams(query);
  const at = Math.max(0, Math.floor(Number(moment)) - 1) || 0;
  const player = asked.get('player') ?? '';
  const from = asked.get('from') ?? undefined;
  const id = asked.get('id');
  if (name === 'game' && id) return { shown: { id, at: Number(asked.get('at')) || 0, player }, from: id, at };
  const game = asked.get('game');
  if (name === 'of' && game) {
    const options = [...asked].filter(([key]) => key.startsWith(OPTION)).map(([key, value]) => [key.slice(OPTION.length), value]);
    const moves = (asked.get('moves') ?? '').split(' ').filter(Boolean);
    const position = asked.get('position') ?? undefined;
    return { subject: { game, options: Object.fromEntries(options), position, moves, player }, from, at };
  }
  return { study: name && name !== 'of' && name !== 'game' ? decodeURIComponent(name) : undefined, at };
}

/** The address of a moment. @param {Wanted} what */
export function address({ study, subject, from, at }) {
  if (study) return `#/study/${encodeURIComponent(study)}/${at + 1}`;
  if (!subject) return '#/study';
  const { game, options, position, moves = [], player } = subject;
  const asked = new URLSearchParams({ game, player });
  for (const [key, value] of Object.entries(options ?? {})) asked.set(OPTION + key, value);
  if (position) asked.set('position', position);
  if (moves.length) asked.set('moves', moves.join(' '));
  if (from) asked.set('from', from);
  return `#/study/of/${at + 1}?${asked}`;
}

/** The way from a game into slow motion, for players that tell how they think. @param {View} view @param {string} player @param {PlayerKind[]} players */
export function slowly(view, player, players) {
  const name = player.split(':')[0];
  if (view.outcome || !players.some((one) => one.name === name && one.tells !== undefined)) return null;
  const asked = new URLSearchParams({ id: view.id, at: String(view.at), player });
  return h('a', { class: 'tool slowly', href: `#/study/game/1?${asked}` }, t('page-study-slowly'));
}
