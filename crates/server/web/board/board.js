// Draws a board from its geometry, a position from its picture, and what is marked on them.

import { h, once, redraw } from '../parts/dom.js';
import { paint } from './paint.js';
import { bounds, outline, pieceShapes, shape, spacing, turnedBox, turnPoint } from './shapes.js';

/** @import {Child, Node} from '../parts/dom.js' */
/** @import {Cell, Geometry, Picture, Piece, Placed} from '../types.js' */
/** @import {Signs} from './hand.js' */

/** @typedef {{fall: number, way?: number[]}} Entrance how a piece comes to its cell: how far it would fall, or over which cells it slides */
/**
 * @typedef {object} Overlay what a layer puts onto the board, from the wood up
 * @property {Map<number, string>} fills
 * @property {Child[]} under
 * @property {Child[]} links
 * @property {Child[]} figures
 * @property {Child[]} below
 */
/**
 * @typedef {object} Scene
 * @property {Geometry} geometry
 * @property {Picture} picture
 * @property {number[]} [last]
 * @property {Overlay} [overlay]
 * @property {{cell: number, piece: number} | null} [ghost]
 * @property {number[]} [band] cells that all mean the ply under the pointer
 * @property {number[]} [selected]
 * @property {Signs} [signs] where the chosen piece can go
 * @property {number} [turn] how far the board is turned, in degrees
 * @property {number} [room] units below the board kept for what is written there
 * @property {number} [scale] pixels for each unit
 * @property {Map<number, Entrance>} [entering] cells whose piece comes in, and how
 * @property {number[][]} [ways] the cells that the last turn has led pieces over
 * @property {(cell: number) => Record<string, any>} [hit] what each cell says and does
 * @property {Record<string, any>} [props]
 * @property {string} label
 */

/** The box a scene needs, as it lies. @param {Pick<Scene, 'geometry' | 'turn' | 'room'>} scene @returns {[number, number, number, number]} */
export function box({ geometry, turn = 0, room = 0 }) {
  const [x, y, w, height] =
    turn === 180 ? upsideDown(geometry) : turn ? turnedBox(geometry, turn) : geometry.view;
  return [x, y, w, height + room];
}

/** The room around a board seen from the other side: what is there for letters goes with them, the rest stays. @param {Geometry} geometry @returns {[number, number, number, number]} */
function upsideDown(geometry) {
  const [left, top, wide, tall] = geometry.view;
  const [x, y, w, height] = bounds(geometry);
  const lettered = geometry.labels.some((at) => at.x < x || at.y < y || at.x > x + w || at.y > y + height);
  return lettered
    ? [-left - wide, -top - tall, wide, tall]
    : [left - 2 * x - w, top - 2 * y - height, wide, tall];
}

/** A small board: no letters, nothing to touch. @param {Geometry} geometry @param {Picture} picture @param {string} [cls] */
export function thumbnail(geometry, picture, cls) {
  return h(
    'svg',
    { class: cls, viewBox: bounds(geometry).join(' '), 'aria-hidden': 'true' },
    geometry.ground.map(shape),
    geometry.cells.map((cell) => cellShape(cell)),
    picture.pieces.map((placed) => standing(geometry, placed)),
  );
}

/** The groups of a board, from the wood up. @type {Record<string, (scene: Scene) => Node>} */
const GROUPS = {
  ground: ({ geometry }) => once(geometry, 'ground', '', () => h('g', { key: 'ground' }, geometry.ground.map(shape))),
  bands: (scene) => h('g', { key: 'bands', class: 'quiet' }, bands(scene, true)),
  cells: ({ geometry, overlay }) =>
    h(
      'g',
      { key: 'cells' },
      geometry.cells.map((cell, i) => {
        const fill = overlay?.fills.get(i);
        return once(geometry, `cell${i}`, fill ?? '', () => cellShape(cell, fill));
      }),
    ),
  under: (scene) =>
    h('g', { key: 'under', class: 'quiet' }, scene.overlay?.under, bands(scene, false), grounds(scene)),
  axis: (scene) =>
    once(scene.geometry, 'axis', `${scene.turn} ${scene.scale}`, () => h('g', { key: 'axis', 'aria-hidden': 'true' }, axes(scene))),
  links: ({ overlay }) => h('g', { key: 'links', class: 'quiet' }, overlay?.links),
  pieces: ({ geometry, picture, entering, turn }) =>
    h(
      'g',
      { key: 'pieces' },
      picture.pieces.map((placed) => {
        const { cell, piece, state } = placed;
        const entrance = entering?.get(cell);
        const variant = [piece, state, turn, entrance?.fall, entrance?.way].join(' ');
        return once(geometry, `piece${cell}`, variant, () => standing(geometry, placed, entrance, turn));
      }),
    ),
  marks: (scene) => h('g', { key: 'marks', class: 'quiet' }, marks(scene)),
  figures: ({ overlay }) => h('g', { key: 'figures', class: 'quiet', 'aria-hidden': 'true' }, overlay?.figures),
  below: ({ overlay }) => h('g', { key: 'below', 'aria-hidden': 'true' }, overlay?.below),
};

/** Those that may change when somebody points elsewhere. */
const POINTED = ['bands', 'cells', 'under', 'links', 'marks', 'figures', 'below'];

/** @param {Scene} scene */
export function board(scene) {
  const { turn } = scene;
  return h(
    'svg',
    { viewBox: box(scene).map(tidy).join(' '), role: 'group', 'aria-label': scene.label, ...scene.props },
    // The same element however the board lies, so that a turn keeps what has the focus.
    h(
      'g',
      { transform: turn ? `rotate(${turn})` : null },
      Object.values(GROUPS).map((group) => group(scene)),
      scene.hit && hits(scene, scene.hit),
    ),
  );
}

/** Draws again of a board only what follows the pointer. @param {Element} drawing what `board` was drawn as @param {Scene} scene */
export function follow(drawing, scene) {
  const groups = drawing.firstElementChild?.children ?? [];
  for (const [i, name] of Object.keys(GROUPS).entries()) {
    if (groups[i] && POINTED.includes(name)) redraw(groups[i], GROUPS[name](scene));
  }
}

/** Draws again of a board only what is touched and spoken. @param {Element} drawing what `board` was drawn as @param {Scene} scene */
export function say(drawing, scene) {
  const grid = drawing.querySelector('[role=grid]');
  if (grid && scene.hit) redraw(grid, hits(scene, scene.hit));
}

/** The cells as what is touched and spoken, row by row. @param {Scene} scene @param {(cell: number) => Record<string, any>} hit */
const hits = ({ geometry, label }, hit) =>
  h(
    'g',
    { key: 'hits', role: 'grid', 'aria-label': label },
    rows(geometry).map((row) =>
      h(
        'g',
        { role: 'row' },
        row.map((i) => {
          const cell = geometry.cells[i];
          const said = hit(i);
          return once(geometry, `hit${i}`, Object.values(said).join(), () =>
            outline(cell.hit ?? cell.outline, {
              class: 'hit',
              role: 'gridcell',
              'data-cell': i,
              'data-name': cell.name,
              fill: 'transparent',
              ...said,
            }),
          );
        }),
      ),
    ),
  );

/** Upright words on a board that may lie turned. @param {number} x @param {number} y @param {number | undefined} turn */
export const upright = (x, y, turn) => (turn ? `rotate(${-turn} ${tidy(x)} ${tidy(y)})` : null);

/** @param {number} x */
export const tidy = (x) => Number(x.toFixed(2));

/** @param {Cell} cell @param {string} [fill] */
function cellShape(cell, fill) {
  if (!cell.fill && !fill) return null;
  return outline(cell.outline, {
    class: sunken(cell) ? 'hole' : 'cell',
    style: `fill:${fill ?? paint(cell.fill ?? 'w1')}`,
  });
}

/** Whether a cell is a hole in a frame: then what marks it lies around it, on the frame. @param {Cell} cell */
const sunken = (cell) => cell.outline.form === 'circle' && cell.hit !== undefined;

/** Seen from the other side, pieces still stand upright, unless they point somewhere. @param {Piece} piece @param {number | undefined} turn */
const facing = (piece, turn) => (turn === 180 && !piece.points ? ' rotate(180)' : '');

/** How long a piece takes from cell to cell, in ms. */
const STEP = 220;

/** Lets a piece slide over the cells of its way. @param {Geometry} geometry @param {number[]} way */
function slide(geometry, way) {
  const end = geometry.cells[way[way.length - 1]];
  return (/** @type {Element} */ element) => {
    if (matchMedia('(prefers-reduced-motion:reduce)').matches) return;
    element.animate(
      way.map((i) => ({ transform: `translate(${geometry.cells[i].x - end.x}px,${geometry.cells[i].y - end.y}px)` })),
      { duration: STEP * (way.length - 1), easing: 'cubic-bezier(.2,.7,.2,1)' },
    );
  };
}

/** @param {Geometry} geometry @param {Placed} placed @param {Entrance} [entrance] @param {number} [turn] */
function standing(geometry, placed, entrance, turn) {
  const { x, y } = geometry.cells[placed.cell];
  const kind = geometry.pieces[placed.piece];
  const { fall = 0, way } = entrance ?? {};
  const enters = entrance && !way ? geometry.entrance : null;
  const style =
    enters === 'drop' ? `--fall:${-tidy(fall)}px;--time:${Math.round((40 * fall) / spacing(geometry))}ms` : null;
  return h(
    'g',
    { key: `${placed.cell}:${placed.piece}`, transform: `translate(${tidy(x)} ${tidy(y)})${facing(kind, turn)}` },
    h(
      'g',
      {
        class: [enters && `enter-${enters}`, placed.state].filter(Boolean).join(' ') || null,
        style,
        hook: way && slide(geometry, way),
      },
      pieceShapes(kind),
    ),
    placed.state && stateMark(geometry, placed.state),
  );
}

/** @param {Geometry} geometry @param {'frozen' | 'danger'} state */
function stateMark(geometry, state) {
  const r = spacing(geometry) * 0.44;
  const k = r / 25.5;
  const badge = (/** @type {string} */ ink, /** @type {string} */ ground, /** @type {string} */ d) =>
    h(
      'g',
      { transform: `translate(${tidy(r * 0.76)} ${tidy(-r * 0.76)}) scale(${tidy(k)})` },
      h('circle', { r: 11, fill: ground, stroke: ink, 'stroke-width': 1.5 }),
      h('path', {
        d,
        fill: 'none',
        stroke: ink,
        'stroke-width': 1.7,
        'stroke-linecap': 'round',
        'stroke-linejoin': 'round',
      }),
    );
  return state === 'frozen'
    ? [
        h('circle', {
          r: tidy(r),
          fill: 'none',
          stroke: 'var(--ice)',
          'stroke-width': 2.5 * k,
          'stroke-dasharray': '4 4',
        }),
        badge('var(--ice)', 'var(--card)', 'M0-6.5v13M-5.6-3.2L5.6 3.2M5.6-3.2L-5.6 3.2'),
      ]
    : [
        h('rect', {
          x: -r,
          y: -r,
          width: 2 * r,
          height: 2 * r,
          rx: 6 * k,
          fill: 'none',
          stroke: 'var(--warn)',
          'stroke-width': 3 * k,
          'stroke-dasharray': '7 5',
        }),
        badge('var(--warn)', 'var(--warn-soft)', 'M0-6.5L7 6H-7zM0-2v3.2M0 3.6v.1'),
      ];
}

/** @param {Scene} scene */
function axes({ geometry, turn, scale = 1 }) {
  const unit = spacing(geometry);
  // Letters grow with the board, but neither shout on a board of few cells nor become dust on a small one.
  const size = tidy(Math.min(unit * 0.46, Math.max(Math.min(unit * 0.25, 17 / scale), 10.5 / scale)));
  return geometry.labels.map(({ x, y, text, size: own }) =>
    h(
      'text',
      { class: 'axis', x: tidy(x), y: tidy(y), 'font-size': own ?? size, transform: upright(x, y, turn) },
      text,
    ),
  );
}

/** What the pointer is over: a band of light behind holes, a tint on cells. @param {Scene} scene @param {boolean} behind */
function bands({ geometry, band = [] }, behind) {
  return band
    .map((i) => geometry.cells[i])
    .filter((cell) => sunken(cell) === behind)
    .map((cell) => outline(cell.hit ?? cell.outline, { class: behind ? 'band' : 'tinted' }));
}

/** Tints beneath pieces: the cell of the chosen one, and cells that a note calls a chance. @param {Scene} scene */
function grounds({ geometry, picture, selected = [] }) {
  const chances = (picture.notes ?? []).filter(({ tone }) => tone === 'good').flatMap(({ cells }) => cells);
  return [
    ...chances.map((i) => outline(geometry.cells[i].outline, { class: 'chance' })),
    ...selected.map((i) => outline(geometry.cells[i].outline, { class: 'chosen' })),
  ];
}

/** @param {Scene} scene */
function marks({ geometry, picture, last = [], ways = [], ghost, selected = [], signs, scale = 1, turn }) {
  const unit = spacing(geometry);
  const ring = (/** @type {number} */ i, /** @type {string} */ cls) => {
    const cell = geometry.cells[i];
    const line = cls === 'last' || cls === 'origin' ? Math.min(unit * 0.05, 3.5 / scale) : Math.min(unit * 0.085, 6 / scale);
    const around =
      sunken(cell) && cell.outline.form === 'circle' ? cell.outline.r + line / 2 - 0.3 : unit * 0.465;
    return h('circle', {
      class: `${cls}${sunken(cell) ? ' on-frame' : ''}`,
      cx: tidy(cell.x),
      cy: tidy(cell.y),
      r: tidy(around),
      'stroke-width': tidy(line),
    });
  };
  const winning = picture.winning ?? [];
  const taken = (/** @type {number} */ i) => picture.pieces.some(({ cell }) => cell === i);
  // Where the last turn has led pieces away from; the way of more than one step shows as a line.
  const left = [...new Set(ways.map(([from]) => from))].filter((i) => !taken(i));
  const gone = ways.filter((cells) => cells.length > 2);
  return [
    left.map((i) => ring(i, 'origin')),
    gone.map((cells) =>
      h('path', {
        class: 'goneway',
        d: `M${cells.map((i) => `${tidy(geometry.cells[i].x)} ${tidy(geometry.cells[i].y)}`).join('L')}`,
        'stroke-width': tidy(Math.min(unit * 0.05, 3.5 / scale)),
      }),
    ),
    last.filter((i) => !winning.includes(i)).map((i) => ring(i, 'last')),
    winning.map((i) => ring(i, 'winning')),
    selected.map((i) => ring(i, 'choice')),
    signs?.dots.map((i) => target(geometry, i, false, taken(i))),
    signs?.rings.map((i) => target(geometry, i, true, taken(i))),
    signs?.arrows.flatMap(([from, to]) => arrow(geometry, from, to)),
    ghost &&
      h(
        'g',
        {
          class: 'ghost',
          transform: `translate(${tidy(geometry.cells[ghost.cell].x)} ${tidy(geometry.cells[ghost.cell].y)})${facing(geometry.pieces[ghost.piece], turn)}`,
        },
        pieceShapes(geometry.pieces[ghost.piece]),
      ),
  ];
}

/**
 * Where a piece can go: a dot, and a ring around it where more can be made of it. What stands there
 * already stays in sight.
 * @param {Geometry} geometry
 * @param {number} i
 * @param {boolean} ringed
 * @param {boolean} taken
 */
function target(geometry, i, ringed, taken) {
  const aside = taken ? spacing(geometry) * 0.33 : 0;
  const [x, y] = [geometry.cells[i].x + aside, geometry.cells[i].y + aside];
  return h(
    'g',
    { class: 'target', transform: `translate(${tidy(x)} ${tidy(y)}) scale(${tidy(spacing(geometry) / 56)})` },
    ringed && h('circle', { r: 14, fill: 'var(--w1)', stroke: 'var(--accent)', 'stroke-width': 3 }),
    h('circle', { r: ringed ? 7 : 9, fill: 'var(--accent)', stroke: 'var(--w1)', 'stroke-width': ringed ? 0 : 2 }),
  );
}

/** A piece goes from a cell to the one beside it. @param {Geometry} geometry @param {number} from @param {number} to */
function arrow(geometry, from, to) {
  const unit = spacing(geometry);
  const [one, other] = [geometry.cells[from], geometry.cells[to]];
  const far = Math.hypot(other.x - one.x, other.y - one.y) || 1;
  const [ux, uy] = [(other.x - one.x) / far, (other.y - one.y) / far];
  const at = (/** @type {number} */ along, /** @type {number} */ across) =>
    `${tidy(one.x + (ux * along - uy * across) * unit)} ${tidy(one.y + (uy * along + ux * across) * unit)}`;
  const end = far / unit - 0.11;
  const d = `M${at(0.52, 0)}L${at(end, 0)}M${at(end - 0.16, -0.14)}L${at(end, 0)}L${at(end - 0.16, 0.14)}`;
  return [
    h('path', { class: 'push halo', d, 'stroke-width': tidy(unit * 0.14) }),
    h('path', { class: 'push', d, 'stroke-width': tidy(unit * 0.07) }),
  ];
}

/** @type {WeakMap<Geometry, number[][]>} */
const rowsOf = new WeakMap();

/** The cells row by row, as a grid is spoken. @param {Geometry} geometry */
export function rows(geometry) {
  let all = rowsOf.get(geometry);
  if (!all) {
    /** @type {Map<number, number[]>} */
    const byHeight = new Map();
    for (const [i, { y }] of geometry.cells.entries()) {
      const height = Math.round(y * 2);
      byHeight.set(height, [...(byHeight.get(height) ?? []), i]);
    }
    all = [...byHeight]
      .sort(([one], [other]) => one - other)
      .map(([, row]) => row.sort((a, b) => geometry.cells[a].x - geometry.cells[b].x));
    rowsOf.set(geometry, all);
  }
  return all;
}

/**
 * The nearest cell in a direction; on a tie the one that follows the numbering, so that up and down
 * undo each other on slanted boards.
 * @param {Geometry} geometry
 * @param {number} from
 * @param {string} key
 * @param {number} [turn] how the board lies
 */
export function neighbour(geometry, from, key, turn = 0) {
  /** @type {Record<string, [number, number]>} */
  const ways = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
  // The eye's right is another way on a board that lies turned.
  const [dx, dy] = turnPoint(...ways[key], -turn);
  const here = geometry.cells[from];
  const back = key === 'ArrowUp' || key === 'ArrowLeft';
  let best = -1;
  let least = Infinity;
  for (const [i, cell] of geometry.cells.entries()) {
    const along = (cell.x - here.x) * dx + (cell.y - here.y) * dy;
    const across = Math.abs((cell.x - here.x) * dy - (cell.y - here.y) * dx);
    if (along < 1 || across > along * 1.8) continue;
    const far = Math.hypot(along, across) + across * 0.3;
    if (far < least - 0.01 || (far < least + 0.01 && !back)) [best, least] = [i, Math.min(far, least)];
  }
  return best < 0 ? from : best;
}
