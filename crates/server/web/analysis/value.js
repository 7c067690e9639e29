// How a value is shown: a proof with its seal and a bare word, a guess with ≈ and never a seal.

import { paint } from '../board/paint.js';
import { h } from '../parts/dom.js';
import { seal } from '../parts/icons.js';
import { percent, t } from '../parts/words.js';

/** @import {Geometry, Side, Value} from '../types.js' */

/** The share of the point a value stands for. @param {number} value from -1 to 1 */
export const share = (value) => (Math.max(-1, Math.min(1, value)) + 1) / 2;

/** A guess in figures: it is never sure, so it is never 0 or 100. @param {number} value from -1 to 1 */
export const guess = (value) => percent(Math.min(0.99, Math.max(0.01, share(value))));

/** A value in a table. @param {Value} value @param {'exact' | 'least' | 'most'} [bound] */
export function brief(value, bound = 'exact') {
  if (value.proved) {
    const word =
      value.plies === undefined
        ? t('page-verdict', { verdict: value.proved })
        : t('page-verdict-in', { verdict: value.proved, plies: value.plies });
    return h('span', { class: 'exact' }, seal(), word);
  }
  return h('span', { class: 'est' }, `${{ exact: '≈', least: '≥', most: '≤' }[bound]} ${guess(value.value)}`);
}

/** The same in a word, without a drawing. @param {Value} value @param {'exact' | 'least' | 'most'} [bound] */
export function inWords(value, bound = 'exact') {
  if (value.proved) return t('page-verdict', { verdict: value.proved });
  return { exact: '', least: '≥ ', most: '≤ ' }[bound] + guess(value.value);
}

/** A bar of two colours: the share of one side, and the rest. @param {Geometry} geometry @param {Side} side @param {number} value @param {string} [cls] */
export function bar(geometry, side, value, cls = 'vbar') {
  const own = geometry.sides[side === 'first' ? 0 : 1].paint;
  const other = geometry.sides[side === 'first' ? 1 : 0].paint;
  return h(
    'span',
    { class: cls, style: `--own:${paint(own)};--other:${paint(other)}` },
    h('i', { style: `width:${Math.round(share(value) * 100)}%` }),
  );
}
