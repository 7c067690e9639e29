// How the value of the game went, ply by ply: what its review says, and what else was thought about it.
// The errors of whoever looks are filled diamonds, those of the other hollow ones; a proof has its seal.

import { tidy } from '../board/board.js';
import { paint } from '../board/paint.js';
import { h, once } from '../parts/dom.js';
import { sealShapes } from '../parts/icons.js';
import { percent, plyWord, say, t } from '../parts/words.js';
import { SIGNS, named } from '../review/review.js';
import { inWords, isChance, share } from './value.js';

/** @import {Review} from '../review/review.js' */
/** @import {ReviewError, Value} from '../types.js' */
/** @import {View} from '../parts/wire.js' */

/**
 * @typedef {object} Seen what is known of a position
 * @property {number} at
 * @property {number} value for the first side
 * @property {boolean} proved
 * @property {boolean} chance whether the value is a chance to win
 * @property {string} words
 */

/** As tall as the room below the board, so that it is drawn as large as it was meant. */
const TALL = 88;
const TOP = 12;
const FLOOR = 72;
/** Beyond four times so many plies the scale grows by so many at once. */
const LONG = 16;
const LEFT = 64;
const RIGHT = 18;

/** @param {Review} review @param {number} width */
export function graph(review, width) {
  const view = /** @type {View} */ (review.table.view);
  const seen = course(review, view);
  // What is no chance has no 50 per cent.
  const chances = seen.some(({ chance }) => chance) && seen.every(({ chance, proved }) => chance || proved);
  const errors = errorsOf(review, view);
  const [first, second] = view.geometry.sides;
  // A long one does not change its scale with every move.
  const moves = view.moves.length;
  const plies = moves > 4 * LONG ? Math.ceil(moves / LONG) * LONG : Math.max(moves, 8);
  const wide = (width - LEFT - RIGHT) / plies;
  const here = Math.min(Math.max(wide, 14), 2 * RIGHT);
  const x = (/** @type {number} */ at) => tidy(LEFT + at * wide);
  const y = (/** @type {number} */ value) => tidy(TOP + (1 - share(value)) * (FLOOR - TOP - 8));
  const middle = y(0);
  const every = Math.ceil(plies / Math.max(4, Math.floor(width / 46)));
  const told = [
    ...seen.map(({ at, words }) => `${at}: ${words}`),
    ...errors.map((error) => named(/** @type {NonNullable<Review['known']>} */ (review.known), error, view)),
  ].join('; ');
  return h(
    'div',
    { class: 'graph' },
    h(
      'svg',
      {
        viewBox: `0 0 ${width} ${TALL}`,
        role: 'img',
        'aria-label': `${t('page-graph', { side: first.name })} ${told}`,
      },
      h('rect', {
        class: 'here',
        x: tidy(x(view.at) - here / 2),
        y: 2,
        width: tidy(here),
        height: TALL - 4,
        rx: 5,
      }),
      area(seen, x, y, middle, width, [first.paint, second.paint]),
      h('path', { class: 'axisline', d: `M${LEFT} ${middle}H${width - RIGHT}`, 'stroke-dasharray': '2 4' }),
      stretches(seen).map((part) =>
        h('path', { class: 'curve', d: `M${part.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')}` }),
      ),
      h('text', { class: 'tick', x: 0, y: TOP + 5 }, say(first.name)),
      h('text', { class: 'tick', x: 0, y: middle + 4 }, chances ? percent(0.5) : t('page-graph-even')),
      h('text', { class: 'tick', x: 0, y: FLOOR - 4 }, say(second.name)),
      Array.from({ length: Math.floor(plies / every) + 1 }, (_, i) =>
        h('text', { class: 'tick mid', x: x(i * every), y: TALL - 6 }, String(i * every)),
      ),
      h('path', { class: 'cursor', d: `M${x(view.at)} 6V${FLOOR}` }),
      seen.map((point, i) => dot(point, seen[i - 1], view, x, y)),
      errors.map((error) => diamond(review, error, seen, x, y)),
      labels(review, errors, seen, x, y),
      !seen.length &&
        h('text', { class: 'tick mid', x: (LEFT + width) / 2, y: middle - 12 }, t('page-graph-empty')),
      Array.from({ length: view.moves.length + 1 }, (_, at) => {
        const known = seen.find((point) => point.at === at);
        const error = errors.find((error) => error.at + 1 === at);
        const ply = at ? `${at} ${plyWord(view.moves[at - 1])}${error ? SIGNS[error.grade] : ''}` : t('page-start');
        const title = known ? `${ply} · ${known.words}` : ply;
        return once(review, `ply${at}`, `${x(at)} ${wide} ${title}`, () =>
          h(
            'rect',
            {
              class: 'ply',
              'data-at': at,
              x: tidy(x(at) - wide / 2),
              y: 0,
              width: tidy(wide),
              height: TALL,
              onclick: () => review.look(at),
            },
            h('title', null, title),
          ),
        );
      }),
    ),
  );
}

/** What is known of each position of the line that is looked at. @param {Review} review @param {View} view @returns {Seen[]} */
function course(review, view) {
  const { table, known } = review;
  /** @type {Map<number, Seen>} */
  const all = new Map();
  const side = say(view.geometry.sides[0].name);
  /** @param {number} at @param {Value} value @param {'first' | 'second'} mover */
  const put = (at, value, mover) => {
    const mine = mover === 'first' ? value : flipped(value);
    const words = `${inWords(mine)} ${t('page-for', { side })}`;
    all.set(at, { at, value: mine.value, proved: Boolean(value.proved), chance: isChance(value), words });
  };
  for (const { at, value, proved, thought } of table.history())
    put(at, { ...thought, value, proved: proved ? flippedTo(value) : undefined }, 'first');
  const common = review.common;
  known?.points.slice(0, common + 1).forEach(({ value, side }, at) => {
    // What somebody has looked at for longer counts, unless the review has proved it.
    if (value && (value.proved || !all.has(at))) put(at, value, side);
  });
  return [...all.values()].sort((one, other) => one.at - other.at);
}

/** @param {Value} value @returns {Value} */
const flipped = (value) => {
  const turned = { ...value, value: -value.value };
  return value.proved ? { ...turned, proved: flippedTo(-value.value) } : turned;
};

/** The verdict that a proved value is. @param {number} value @returns {'win' | 'draw' | 'loss'} */
const flippedTo = (value) => (value > 0 ? 'win' : value < 0 ? 'loss' : 'draw');

/** The errors along the line that is looked at. @param {Review} review @param {View} view */
const errorsOf = (review, view) =>
  (review.known?.errors ?? []).filter(({ at }) => at < Math.min(review.common, view.moves.length));

/** The stretches without a gap. @param {Seen[]} seen */
function stretches(seen) {
  /** @type {Seen[][]} */
  const all = [];
  for (const point of seen) {
    const last = all.at(-1);
    if (last && point.at === last[last.length - 1].at + 1) last.push(point);
    else all.push([point]);
  }
  return all.filter((part) => part.length > 1);
}

/** @typedef {(of: number) => number} Place */

/** Who is ahead, as a coloured ground on both sides of the middle. @param {Seen[]} seen @param {Place} x @param {Place} y @param {number} middle @param {number} width @param {string[]} paints */
function area(seen, x, y, middle, width, paints) {
  return [0, 1].flatMap((side) => [
    h(
      'clipPath',
      { id: `graph-${side}` },
      h('rect', { x: 0, y: side ? middle : 0, width, height: side ? TALL : middle }),
    ),
    ...stretches(seen).map((part) =>
      h('path', {
        d: `M${x(part[0].at)} ${middle}L${part.map(({ at, value }) => `${x(at)} ${y(value)}`).join('L')}L${x(part[part.length - 1].at)} ${middle}Z`,
        fill: paint(paints[side]),
        opacity: 0.34,
        'clip-path': `url(#graph-${side})`,
      }),
    ),
  ]);
}

/** A position: a seal where something is proved that was not before, or otherwise than before. @param {Seen} point @param {Seen | undefined} before @param {View} view @param {Place} x @param {Place} y */
function dot({ at, value, proved }, before, view, x, y) {
  const news = proved && !(before?.proved && before.at === at - 1 && before.value === value);
  return news
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
      });
}

/** An error, at the position it led to. @param {Review} review @param {ReviewError} error @param {Seen[]} seen @param {Place} x @param {Place} y */
function diamond(review, error, seen, x, y) {
  const point = seen.find(({ at }) => at === error.at + 1);
  if (!point) return null;
  const own = review.isOwn(error);
  return h('path', {
    class: `error ${own ? 'own' : 'other'} ${error.grade}`,
    'data-error': error.at,
    d: `M${x(point.at)} ${y(point.value) - 7}l7 7l-7 7l-7-7z`,
  });
}

/** The names of errors, where there is room for them: the worst first. @param {Review} review @param {ReviewError[]} errors @param {Seen[]} seen @param {Place} x @param {Place} y */
function labels(review, errors, seen, x, y) {
  /** @type {number[]} */
  const taken = [];
  return [...errors]
    .sort((one, other) => other.cost - one.cost)
    .map((error) => {
      const point = seen.find(({ at }) => at === error.at + 1);
      if (!point) return null;
      const place = x(point.at);
      if (taken.some((other) => Math.abs(other - place) < 44)) return null;
      taken.push(place);
      const high = y(point.value) < TOP + 12;
      return h(
        'text',
        {
          class: 'tick mid named',
          x: place,
          y: y(point.value) + (high ? 21 : -11),
        },
        `${plyWord(review.known?.points[error.at].played ?? '')}${SIGNS[error.grade]}`,
      );
    });
}
