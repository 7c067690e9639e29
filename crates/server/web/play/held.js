// What the piece in hand can do now: each square it can go to, and what going there does.

import { begun } from '../board/hand.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {PathMark} from '../types.js' */
/** @import {PathHandle, View} from '../parts/wire.js' */
/** @import {Table} from './table.js' */

/** @typedef {{mark: PathMark, about: string, ways: string[]}} Group ways that do the same */

/** The ways of the piece in hand, those that do the same together. @param {Table} table @returns {Group[]} */
function groups(table) {
  const view = /** @type {View} */ (table.view);
  /** @type {Map<string, Group>} */
  const all = new Map();
  for (const handle of begun(view.handles, table.held)) {
    if (!handle.about) continue;
    const about = say(handle.about);
    const group = all.get(about) ?? { mark: handle.mark ?? 'dot', about, ways: [] };
    all.set(about, group);
    group.ways.push(way(view, handle, table.held.cells.length));
  }
  return [...all.values()];
}

/** The cells of a way that are still to be gone. @param {View} view @param {PathHandle} handle @param {number} gone */
const way = (view, handle, gone) =>
  handle.cells
    .slice(handle.mark === 'arrow' ? Math.max(handle.cells.length - 2, gone - 1) : gone)
    .map((cell) => view.geometry.cells[cell].name)
    .join(' → ');

/** Whether there is something to say of what is in hand. @param {Table} table */
export const holds = (table) => table.turn().may && groups(table).length > 0;

/** What the piece in hand can do, as a heading and a few lines. @param {Table} table */
export function held(table) {
  const view = /** @type {View} */ (table.view);
  const cell = table.held.cells[0];
  const placed = table.picture.pieces.find((one) => one.cell === cell);
  return h(
    'div',
    { class: 'held' },
    placed &&
      h(
        'h2',
        { class: 't' },
        t('page-held', { piece: view.geometry.pieces[placed.piece].name, cell: view.geometry.cells[cell].name }),
      ),
    h(
      'ul',
      null,
      groups(table).map(({ mark, about, ways }) =>
        h('li', null, sign(mark), h('span', null, h('b', null, ways.join(', ')), ' · ', about)),
      ),
    ),
  );
}

/** The mark that such ways have on the board. @param {PathMark} mark @returns {Child} */
const sign = (mark) =>
  mark === 'arrow'
    ? icon('arrow')
    : h(
        'svg',
        { class: 'ic', viewBox: '0 0 20 20', 'aria-hidden': 'true' },
        mark === 'ring' && h('circle', { cx: 10, cy: 10, r: 8, fill: 'none' }),
        h('circle', { cx: 10, cy: 10, r: 4, fill: 'currentColor', stroke: 'none' }),
      );
