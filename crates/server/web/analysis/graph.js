// How the value of the game went, ply by ply, as far as somebody has thought about it.

import { tidy } from '../board/board.js';
import { paint } from '../board/paint.js';
import { h } from '../parts/dom.js';
import { sealShapes } from '../parts/icons.js';
import { percent, say, t } from '../parts/words.js';
import { share } from './value.js';

/** @import {Table} from '../play/table.js' */
/** @import {View} from '../parts/wire.js' */

/** @param {Table} table @param {number} width */
export function graph(table, width) {
  const view = /** @type {View} */ (table.view);
  const seen = table.history();
  const [first, second] = view.geometry.sides;
  const tall = 104;
  const left = 64;
  const plies = Math.max(view.moves.length, 8);
  const x = (/** @type {number} */ at) => tidy(left + (at * (width - left - 14)) / plies);
  const y = (/** @type {number} */ value) => tidy(8 + (1 - share(value)) * 74);
  const middle = y(0);
  const points = seen.map(({ at, value }) => `${x(at)} ${y(value)}`);
  const area =
    points.length > 1
      ? `M${x(seen[0].at)} ${middle}L${points.join('L')}L${x(seen[seen.length - 1].at)} ${middle}Z`
      : '';
  const half = (
    /** @type {string} */ id,
    /** @type {number} */ top,
    /** @type {number} */ height,
    /** @type {string} */ colour,
  ) => [
    h('clipPath', { id }, h('rect', { x: 0, y: top, width, height })),
    h('path', { d: area, fill: paint(colour), opacity: 0.34, 'clip-path': `url(#${id})` }),
  ];
  const every = Math.ceil(plies / Math.max(4, Math.floor(width / 46)));
  const words = seen.map(({ at, value }) => `${at}: ${percent(share(value))}`).join('; ');
  return h(
    'div',
    { class: 'graph' },
    h(
      'svg',
      {
        viewBox: `0 0 ${width} ${tall}`,
        role: 'img',
        'aria-label': `${t('page-graph', { side: first.name })} ${words}`,
      },
      area &&
        [half('graph-up', 0, middle, first.paint), half('graph-down', middle, tall, second.paint)].flat(),
      h('path', { class: 'axisline', d: `M${left} ${middle}H${width - 14}`, 'stroke-dasharray': '2 4' }),
      points.length > 1 && h('path', { class: 'curve', d: `M${points.join('L')}` }),
      h('text', { class: 'tick', x: 0, y: 13 }, say(first.name)),
      h('text', { class: 'tick', x: 0, y: middle }, percent(0.5)),
      h('text', { class: 'tick', x: 0, y: 79 }, say(second.name)),
      Array.from({ length: Math.floor(plies / every) + 1 }, (_, i) =>
        h('text', { class: 'tick mid', x: x(i * every), y: tall - 6 }, String(i * every)),
      ),
      h('path', { class: 'cursor', d: `M${x(view.at)} 4V84` }),
      seen.map(({ at, value, proved }) =>
        proved
          ? h(
              'g',
              { class: 'proof', transform: `translate(${x(at) - 6} ${y(value) - 6}) scale(.86)` },
              sealShapes(),
            )
          : h('circle', {
              class: at === view.at ? 'now' : 'seen',
              cx: x(at),
              cy: y(value),
              r: at === view.at ? 5 : 2.6,
            }),
      ),
      !seen.length &&
        h('text', { class: 'tick mid', x: (left + width) / 2, y: middle - 12 }, t('page-graph-empty')),
    ),
  );
}
