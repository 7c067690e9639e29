// Lines between cells and edges: what joins what, and the cells each line needs. Of many lines those
// that join stones and edges stand out; the others come forward when somebody points at them.

import { tidy } from '../board/board.js';
import { paint, tint } from '../board/paint.js';
import { outline, spacing } from '../board/shapes.js';
import { columnHeads, h } from '../parts/dom.js';
import { say, t } from '../parts/words.js';

/** @import {Overlay} from '../board/board.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, Layer, Link, LinksContent, Side} from '../types.js' */

/** Up to so many lines all of them stand out, and their carriers are shown. */
const FEW = 24;

/** @param {Side} side */
const index = (side) => (side === 'first' ? 0 : 1);

/** The cells a line ends on; where it ends on an edge there is none. @param {Link} link */
function ends({ cells, edges = [] }) {
  if (!cells.length || edges.length > 1) return [];
  return edges.length ? [cells[0]] : [cells[0], cells[cells.length - 1]];
}

/**
 * The lines somebody points at: one of them, those that end on a cell, or those that need it.
 * @param {LinksContent} layer
 * @param {number} cell -1 is none
 * @param {number | null} row
 * @returns {Link[]}
 */
export function pointedLinks({ links }, cell, row) {
  if (row !== null && links[row]) return [links[row]];
  if (cell < 0) return [];
  const ending = links.filter((link) => link.cells.includes(cell));
  return ending.length ? ending : links.filter((link) => link.carrier.includes(cell));
}

/** The places a line joins, by name: cells and edges. @param {Link} link */
const joined = ({ cells, edges = [] }) => {
  const rims = edges.map((edge) => `edge ${edge}`);
  return [...(rims.length > 1 ? [] : cells.slice(0, 1)), ...(rims.length ? rims : cells.slice(1).slice(-1))];
};

/**
 * The lines that say something of their own: not those that only come of shorter ones, one after
 * another, as long dotted lines would hide the short ones they are made of.
 * @param {Link[]} links
 */
export function plain(links) {
  const needs = new Map(links.map((link) => [link, new Set(link.carrier)]));
  return links.filter((link) => {
    const own = /** @type {Set<number>} */ (needs.get(link));
    const shorter = links.filter(
      (other) =>
        other.side === link.side &&
        (link.semi || !other.semi) &&
        other.carrier.length < own.size &&
        other.carrier.every((cell) => own.has(cell)),
    );
    const [from, to] = joined(link);
    const reached = new Set([from]);
    for (let before = 0; before < reached.size; ) {
      before = reached.size;
      for (const other of shorter) {
        const ends = joined(other);
        if (ends.some((end) => reached.has(end))) ends.forEach((end) => reached.add(end));
      }
    }
    return to === undefined || !reached.has(to);
  });
}

/** The cell on which alone a line hangs, if it is one: it goes through there. @param {Link} link */
const key = ({ semi, cells, carrier }) => (semi && carrier.length === 1 && !cells.includes(carrier[0]) ? carrier[0] : undefined);

/** The point of an edge that is nearest to another point. @param {{from: [number, number], to: [number, number]}} edge @param {[number, number]} point @returns {[number, number]} */
function nearest({ from, to }, [x, y]) {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
  const long = dx * dx + dy * dy;
  const share = long ? Math.min(1, Math.max(0, ((x - from[0]) * dx + (y - from[1]) * dy) / long)) : 0;
  return [from[0] + share * dx, from[1] + share * dy];
}

/** The points a line goes through. @param {Link} link @param {Geometry} geometry @returns {[number, number][]} */
function points(link, geometry) {
  const { cells, edges = [], carrier } = link;
  const hangs = key(link);
  const place = (/** @type {number} */ i) =>
    /** @type {[number, number]} */ ([geometry.cells[i].x, geometry.cells[i].y]);
  const middle = (/** @type {[number, number][]} */ all) =>
    /** @type {[number, number]} */ ([0, 1].map((k) => all.reduce((sum, at) => sum + at[k], 0) / all.length));
  const by = hangs === undefined ? [] : [hangs];
  const way = [...cells.slice(0, 1), ...by, ...cells.slice(1)].map(place);
  const edge = (/** @type {number | undefined} */ i) => (i === undefined ? undefined : geometry.edges?.[i]);
  const [before, after] = (edges.length > 1 ? edges : [undefined, edges[0]]).map(edge);
  if (!way.length) {
    const rims = [before, after].flatMap((edge) => (edge ? [edge.from, edge.to] : []));
    if (!carrier.length && !rims.length) return [];
    way.push(middle(carrier.length ? carrier.map(place) : rims));
  }
  // A line leans to where its carrier lies.
  const lean = (/** @type {[number, number]} */ at) => (carrier.length ? middle([at, ...carrier.map(place)]) : at);
  if (before) way.unshift(nearest(before, lean(way[0])));
  if (after) way.push(nearest(after, lean(way[way.length - 1])));
  return way;
}

/**
 * The line under a point of the board, unless the point is the middle of a cell, which speaks for itself.
 * @param {LinksContent} layer
 * @param {Geometry} geometry
 * @param {number} x
 * @param {number} y
 * @returns {number | null} its place in the layer
 */
export function linkAt({ links }, geometry, x, y) {
  const unit = spacing(geometry);
  const near = (/** @type {{x: number, y: number}} */ cell) => Math.hypot(cell.x - x, cell.y - y) < unit * 0.3;
  if (geometry.cells.some(near)) return null;
  let best = null;
  let least = unit * 0.15;
  for (const [i, link] of links.entries()) {
    const way = points(link, geometry);
    for (let k = 0; k + 1 < way.length; k++) {
      const [u, v] = nearest({ from: way[k], to: way[k + 1] }, [x, y]);
      const far = Math.hypot(u - x, v - y);
      if (far < least) [best, least] = [i, far];
    }
  }
  return best;
}

/**
 * @param {LinksContent} layer
 * @param {object} on
 * @param {Geometry} on.geometry
 * @param {number[]} on.taken cells with a piece
 * @param {number} on.cell the cell somebody points at; -1 is none
 * @param {number | null} on.row the line somebody has chosen
 * @param {(x: number, y: number, words: string, ink: string, size?: number) => Child} on.write
 * @param {Overlay} drawn
 */
export function drawLinks(layer, { geometry, taken, cell, row, write }, drawn) {
  const { links } = layer;
  const unit = spacing(geometry);
  const chosen = new Set(pointedLinks(layer, cell, row));
  const shown = new Set(plain(links));
  const strong = (/** @type {Link} */ link) =>
    chosen.size
      ? chosen.has(link)
      : shown.has(link) && (shown.size <= FEW || ends(link).every((i) => taken.includes(i)));
  const front = links.filter(strong);
  drawn.under.push(
    h(
      'defs',
      null,
      [0, 1].map((side) => hatch(geometry, side)),
    ),
  );
  // A cell that several lines of a side need is tinted once.
  const needed = new Set();
  for (const link of chosen.size || front.length <= FEW ? front : []) {
    const { paint: name } = geometry.sides[index(link.side)];
    for (const i of link.carrier) {
      if (needed.has(`${i} ${link.side}`) || (link.cells.includes(i) && taken.includes(i))) continue;
      needed.add(`${i} ${link.side}`);
      const { outline: form } = geometry.cells[i];
      drawn.under.push(
        outline(form, { class: 'carrier', 'data-carrier': i, fill: tint(name) }),
        outline(form, { fill: `url(#hatch-${index(link.side)})` }),
      );
    }
  }
  const line = (/** @type {Link} */ link) => {
    const through = points(link, geometry).map(([x, y]) => `${tidy(x)} ${tidy(y)}`);
    return `M${through.join('L')}`;
  };
  const look = (/** @type {Link} */ link) => paint(geometry.sides[index(link.side)].paint);
  for (const link of links) {
    if (strong(link) || !(shown.has(link) || chosen.size)) continue;
    drawn.links.push(
      h('path', {
        class: `link faint${link.semi ? ' semi' : ''}${chosen.size ? ' away' : ''}`,
        d: line(link),
        style: `stroke:${look(link)}`,
        'stroke-width': tidy(unit * 0.055),
      }),
    );
  }
  for (const link of front) {
    const d = line(link);
    drawn.links.push(
      h('path', { class: 'halo', d, 'stroke-width': tidy(unit * 0.19) }),
      h('path', {
        class: `link${link.semi ? ' semi' : ''}`,
        d,
        style: `stroke:${look(link)}`,
        'stroke-width': tidy(unit * 0.1),
      }),
    );
    // The key of a semi-connection: a ring with its name.
    const last = ends(link);
    const hangs = key(link);
    for (const i of link.semi ? [...link.cells, ...(hangs === undefined ? [] : [hangs])] : []) {
      if (taken.includes(i) || last.includes(i)) continue;
      const { x, y, name } = geometry.cells[i];
      drawn.figures.push(
        h('circle', {
          cx: tidy(x),
          cy: tidy(y),
          r: tidy(unit * 0.29),
          fill: 'var(--w1)',
          stroke: look(link),
          'stroke-width': tidy(unit * 0.07),
        }),
        write(x, y, name, 'var(--ink)', 0.25),
      );
    }
  }
}

/** Hatching along the side's own direction, so that carriers differ by more than colour. @param {Geometry} geometry @param {number} side */
function hatch(geometry, side) {
  const step = tidy(spacing(geometry) / 7);
  return h(
    'pattern',
    { id: `hatch-${side}`, width: step, height: step, patternUnits: 'userSpaceOnUse' },
    h('path', {
      d: side === 0 ? `M${step / 2} 0v${step}` : `M0 ${step / 2}h${step}`,
      stroke: paint(geometry.sides[side].paint),
      'stroke-width': step * 0.18,
      opacity: 0.6,
    }),
  );
}

/** What a line joins: `d4 – edge of row 1`. @param {Link} link @param {Geometry} geometry */
export function joins({ cells, edges = [] }, geometry) {
  const names = cells.map((i) => geometry.cells[i].name);
  const rims = edges.map((i) => (geometry.edges?.[i] ? say(geometry.edges[i].name) : ''));
  return (rims.length > 1 ? [rims[0], ...names, rims[1]] : [...names, ...rims]).join(' – ');
}

/** What somebody points at, in words; nothing if it is no line. @param {LinksContent} layer @param {Geometry} geometry @param {number} cell @param {number | null} row */
export function toldLinks(layer, geometry, cell, row) {
  const on = pointedLinks(layer, cell, row);
  if (!on.length) return null;
  if (on.length > 1) return t('page-links-at', { cell: geometry.cells[cell].name, n: on.length });
  const [link] = on;
  const is = t('page-link-is', {
    side: geometry.sides[index(link.side)].name,
    joins: joins(link, geometry),
    kind: link.semi ? layer.semi : layer.whole,
    n: link.carrier.length,
    cells: link.carrier.map((i) => geometry.cells[i].name).join(' '),
  });
  return link.depth === undefined ? is : `${is} ${t('page-link-depth', { n: link.depth })}`;
}

/**
 * The lines as a table in which one can be chosen.
 * @param {Layer & LinksContent} layer
 * @param {Geometry} geometry
 * @param {number | null} row
 * @param {(row: number | null) => void} pick
 */
export function linksTable(layer, geometry, row, pick) {
  const deep = layer.links.some((link) => link.depth !== undefined);
  const head = [t('page-side'), t('page-link'), ...(deep ? [t('page-link-moves')] : []), t('page-link-needs')];
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': say(layer.title) },
    h(
      'table',
      { class: 'tb' },
      columnHeads(head),
      h(
        'tbody',
        null,
        layer.links.map((link, i) =>
          h(
            'tr',
            { class: row === i ? 'on' : null },
            h('td', null, say(geometry.sides[index(link.side)].name)),
            h(
              'td',
              null,
              h(
                'button',
                {
                  type: 'button',
                  class: 'line',
                  'aria-pressed': String(row === i),
                  title: t('page-link-one'),
                  onclick: () => pick(row === i ? null : i),
                },
                `${joins(link, geometry)} (${say(link.semi ? layer.semi : layer.whole)})`,
              ),
            ),
            deep ? h('td', null, link.depth ?? '') : null,
            h('td', null, link.carrier.map((cell) => geometry.cells[cell].name).join(' ')),
          ),
        ),
      ),
    ),
  );
}
