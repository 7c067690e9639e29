// What speaks for or against a ply: its places drawn around their cells, and the same as a table in
// which a row can be chosen.

import { tidy } from '../board/board.js';
import { spacing } from '../board/shapes.js';
import { h } from '../parts/dom.js';
import { say, t } from '../parts/words.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, Layer, SpanRow, SpansContent, Thought} from '../types.js' */

/** @typedef {Layer & SpansContent} SpansLayer */

/** The layers of a thought that belong to single plies. @param {Layer[]} layers @returns {SpansLayer[]} */
export const spansOf = (layers) =>
  layers.flatMap((layer) => (layer.kind === 'spans' ? [/** @type {SpansLayer} */ (layer)] : []));

/** The one about a ply, or else about the ply the thought would play. @param {Thought} thought @param {string | null} ply */
export function spansFor(thought, ply) {
  const all = spansOf(thought.layers);
  return all.find(({ move }) => move === (ply ?? thought.move)) ?? all[0] ?? null;
}

/**
 * A line drawn around the cells of each place; a place of one cell is a ring.
 * @param {SpansContent} layer
 * @param {Geometry} geometry
 * @param {number | null} [row] the only row to be drawn
 * @returns {Child[]}
 */
export function capsules(layer, geometry, row = null) {
  const unit = spacing(geometry);
  const rows = row === null ? layer.rows : layer.rows.slice(row, row + 1);
  const seen = new Set();
  /** @type {Child[]} */
  const drawn = [];
  for (const cells of rows.flatMap(({ spans }) => spans)) {
    const name = [...cells].sort((a, b) => a - b).join();
    if (seen.has(name) || !cells.length) continue;
    seen.add(name);
    const [from, to] = [geometry.cells[cells[0]], geometry.cells[cells[cells.length - 1]]];
    const long = Math.hypot(to.x - from.x, to.y - from.y);
    const turn = (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;
    // Shorter places lie within longer ones on the same line, not on top of them.
    const r = unit * (0.37 + 0.025 * Math.min(cells.length, 4));
    const shape = {
      x: tidy(-r),
      y: tidy(-r),
      width: tidy(long + 2 * r),
      height: tidy(2 * r),
      rx: tidy(r),
      transform: `translate(${tidy(from.x)} ${tidy(from.y)}) rotate(${tidy(turn)})`,
    };
    drawn.push(
      h('rect', { class: 'span-halo', 'stroke-width': tidy(unit * 0.07), ...shape }),
      h('rect', { class: 'span', 'stroke-width': tidy(unit * 0.035), ...shape }),
    );
  }
  return drawn;
}

/**
 * @typedef {object} Reading what is being read in the table
 * @property {string | null} ply
 * @property {number | null} row
 * @property {(ply: string | null, row: number | null) => void} pick
 */

/** The plies to choose from, and the table of the chosen one. @param {Thought} thought @param {Reading} reading */
export function spansTable(thought, reading) {
  const on = spansFor(thought, reading.ply);
  if (!on) return null;
  const all = spansOf(thought.layers).sort((a, b) => a.move.localeCompare(b.move, 'en', { numeric: true }));
  return [
    h(
      'div',
      { class: 'seg plies', role: 'group', 'aria-label': t('page-move') },
      all.map(({ move }) =>
        h(
          'button',
          {
            type: 'button',
            'aria-pressed': String(move === on.move),
            onclick: () => reading.pick(move, null),
          },
          move,
        ),
      ),
    ),
    h('p', { class: 'small soft' }, say(on.sentence)),
    on.rows.length > 0 &&
      h(
        'div',
        { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': say(on.title) },
        h(
          'table',
          { class: 'tb fired' },
          h(
            'thead',
            null,
            h(
              'tr',
              null,
              on.columns.map((words) => h('th', { scope: 'col' }, say(words))),
            ),
          ),
          h(
            'tbody',
            null,
            on.rows.flatMap((row, i) => [line(row.texts.map(say), i, on.move, reading, row.about && say(row.about)), why(row, reading.row === i)]),
          ),
        ),
      ),
  ];
}

/** Why a row counts, below it, while it is being read. @param {SpanRow} row @param {boolean} chosen */
const why = (row, chosen) =>
  chosen &&
  row.about &&
  h('tr', { class: 'on' }, h('td', { class: 'small soft why', colspan: row.texts.length }, say(row.about)));

/** A row; the longest text of it is what is pressed. @param {string[]} texts @param {number} i @param {string} ply @param {Reading} reading @param {string} [about] why it counts */
function line(texts, i, ply, reading, about) {
  const chosen = reading.row === i;
  const name = texts.reduce((best, words, at) => (words.length > texts[best].length ? at : best), 0);
  return h(
    'tr',
    { class: chosen ? 'on' : null },
    texts.map((words, at) =>
      h(
        'td',
        { class: at === name ? null : 'r' },
        at === name
          ? h(
              'button',
              {
                type: 'button',
                class: 'line mono',
                'aria-pressed': String(chosen),
                title: about ?? t('page-spans-one'),
                onclick: () => reading.pick(ply, chosen ? null : i),
              },
              words,
            )
          : words,
      ),
    ),
  );
}
