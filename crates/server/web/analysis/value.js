// How a value is shown: a proof with its seal and a bare word; a guess never with a seal, and with what
// its number is. Only what a player calls a chance is written as one.

import { paint } from '../board/paint.js';
import { h } from '../parts/dom.js';
import { seal } from '../parts/icons.js';
import { figure, percent, t } from '../parts/words.js';

/** @import {Geometry, PlyValue, Side, Value} from '../types.js' */

/** @typedef {'exact' | 'least' | 'most'} Bound */

/** Of fewer games than these a share would say too much: they are counted. */
const FEW = 10;

/** How far a value leans to the side it is for, from 0 to 1: for drawing, and no chance unless it is one. @param {number} value from -1 to 1 */
export const share = (value) => (Math.max(-1, Math.min(1, value)) + 1) / 2;

/** Whether the number is a chance to win. @param {Value} value */
export const isChance = ({ proved, unit }) => !proved && (unit === 'playouts' || unit === 'fitted');

/** A chance in figures: a guess is never sure, so it is never 0 or 100. @param {number} value from -1 to 1 */
const chance = (value) => percent(Math.min(0.99, Math.max(0.01, share(value))));

/** A number with its sign. @param {number} number @param {number} [decimals] */
function signed(number, decimals = 0) {
  // Points are written as the board has them: without a mark between thousands.
  const size = decimals ? figure(Math.abs(number), decimals) : String(Math.round(Math.abs(number)));
  return Number(number.toFixed(decimals)) === 0 ? '0' : `${number > 0 ? '+' : '−'}${size}`;
}

/** The number of a guess as its unit has it, without the unit's name. @param {Value} value */
function number(value) {
  const { unit, score } = value;
  if (isChance(value)) return chance(value.value);
  if (unit === 'leaning') return signed(value.value, 2);
  // Whoever judges nothing has no number, not even 0.
  if ((unit ?? 'unknown') === 'unknown' && !value.value) return t('label-unknown');
  if (score !== undefined) {
    if (unit === 'rabbits') return signed(score / 100, 2);
    return unit === 'needed' ? figure(Math.abs(score)) : signed(score);
  }
  if (!value.value) return t('label-unknown');
  return t(value.value > 0 ? 'label-seems-win' : 'label-seems-loss');
}

/** What the number of a value is, in a word or two; nothing where that goes without saying. @param {Value} value */
export function unitName(value) {
  const { proved, unit = 'unknown', score } = value;
  const bare = proved || unit === 'unknown';
  return bare || (!isChance(value) && unit !== 'leaning' && score === undefined) ? '' : t('unit-short', { unit });
}

/** What the numbers of a column or a drawing are, where they stand alone. @param {Value} value */
export const unitHead = (value) => (isChance(value) ? `% ${unitName(value)}` : unitName(value));

/** A value in a few figures or a word, without a drawing. @param {Value} value @param {Bound} [bound] @param {number} [visits] games it comes from */
export function inWords(value, bound = 'exact', visits = undefined) {
  if (value.proved) return t('page-verdict', { verdict: value.proved });
  const halves = 2 * share(value.value) * (visits ?? 0);
  // A value that others have a part in is no count of these games.
  if (value.unit === 'playouts' && visits && visits < FEW && Math.abs(halves - Math.round(halves)) < 0.01)
    return t('label-few', { won: Math.round(halves) / 2, games: visits });
  return { exact: '', least: '≥ ', most: '≤ ' }[bound] + number(value);
}

/** A value at a move: a chance that is not exact says so. @param {PlyValue} entry */
export function about(entry) {
  const words = inWords(entry, entry.at_most ? 'most' : 'exact', entry.visits);
  return isChance(entry) && !entry.at_most && !words.includes('/') ? `≈ ${words}` : words;
}

/** A value in a table. @param {Value} value @param {Bound} [bound] @param {number} [visits] */
export function brief(value, bound = 'exact', visits = undefined) {
  if (value.proved) {
    const word =
      value.plies === undefined
        ? t('page-verdict', { verdict: value.proved })
        : t('page-verdict-in', { verdict: value.proved, plies: value.plies });
    return h('span', { class: 'exact' }, seal(), word);
  }
  const words = inWords(value, bound, visits);
  const about = isChance(value) && bound === 'exact' && !words.includes('/') ? '≈ ' : '';
  return h('span', { class: 'est', title: unitName(value) || null }, `${about}${words}`);
}

/**
 * A bar of two colours: the share of one side, and the rest. What is no share grows from the middle
 * towards the side that is better off.
 * @param {Geometry} geometry
 * @param {Side} side
 * @param {Value} value
 * @param {string} [cls]
 */
export function bar(geometry, side, value, cls = 'vbar') {
  const own = geometry.sides[side === 'first' ? 0 : 1].paint;
  const other = geometry.sides[side === 'first' ? 1 : 0].paint;
  const style = `--own:${paint(own)};--other:${paint(other)}`;
  const part = Math.round(share(value.value) * 100);
  if (value.proved || isChance(value)) return h('span', { class: cls, style }, h('i', { style: `width:${part}%` }));
  const [from, to] = part < 50 ? [part, 50] : [50, part];
  return h(
    'span',
    { class: `${cls} leans`, style },
    h('i', { class: part < 50 ? 'against' : null, style: `margin-left:${from}%;width:${to - from}%` }),
  );
}
