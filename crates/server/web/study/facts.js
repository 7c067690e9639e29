// What goes with a moment besides the tree: the calculation, what is drawn on the board with its
// reasons, and how numbers changed.

import { columnHeads, h } from '../parts/dom.js';
import { evened, figure, say, short, t } from '../parts/words.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {Story} from '../types.js' */
/** @import {Clock} from './clock.js' */
/** @import {StudyBoard} from './stage.js' */
/** @import {Tale} from './tale.js' */

/** @typedef {'sum' | 'things' | 'curves'} FactKind */

/** So many reasons are listed; who wants more follows one of them. */
const LONGEST = 60;

/** What a story has to show, whatever the moment. @param {Story} story @returns {FactKind[]} */
export const factsOf = (story) => [
  ...(story.moments.some(({ sum }) => sum) ? [/** @type {const} */ ('sum')] : []),
  ...(story.drawn.length ? [/** @type {const} */ ('things')] : []),
  ...(story.curves?.length ? [/** @type {const} */ ('curves')] : []),
];

/** @param {FactKind} kind @param {Tale} tale @param {Clock} clock @param {StudyBoard} stage */
export function fact(kind, tale, clock, stage) {
  const words = t(`page-study-${kind}`);
  return h(
    'div',
    { class: `fact scroll ${kind}`, key: kind, tabindex: 0, role: 'region', 'aria-label': words },
    kind === 'sum' ? sum(tale, clock) : kind === 'things' ? things(tale, clock, stage) : curves(tale, clock),
  );
}

/** Words in which what follows a ^ is written as a power. @param {string} words @returns {Child[]} */
const powers = (words) => words.split(/\^([\d.,]*\d|\p{L})/u).map((part, i) => (i % 2 ? h('sup', null, part) : part));

/** The calculation of the moment, the decisive row marked. @param {Tale} tale @param {Clock} clock */
function sum(tale, clock) {
  queueMicrotask(bringIn);
  const { sum: told } = tale.moment(clock.at);
  if (!told) return h('p', { class: 'small muted' }, t('page-study-no-sum'));
  const { rows, figures } = evened(told.rows.map((row) => row.map(say)));
  return h(
    'table',
    { class: 'tb' },
    columnHeads(told.columns.map(say).map(powers), figures),
    h(
      'tbody',
      null,
      rows.map((row, i) =>
        h(
          'tr',
          { class: i === told.chosen ? 'on' : null },
          row.map((words, at) => h('td', { class: figures[at] ? 'r' : null }, powers(words))),
        ),
      ),
    ),
  );
}

/** Brings the decisive row into sight. */
function bringIn() {
  const row = /** @type {HTMLElement | null} */ (document.querySelector('.fact.sum tr.on'));
  const box = row?.closest('.fact');
  if (row && box) box.scrollTop = Math.max(0, row.offsetTop + row.offsetHeight - box.clientHeight);
}

/** What somebody points at with its reasons, or else all that is drawn. @param {Tale} tale @param {Clock} clock @param {StudyBoard} stage @returns {Child[]} */
function things(tale, clock, stage) {
  const { about, chosen } = stage;
  const name = (/** @type {number} */ id) =>
    h(
      'button',
      { type: 'button', class: 'line', 'aria-pressed': String(id === chosen), onclick: () => stage.choose(id) },
      short(say(tale.thing(id).sentence)),
    );
  if (about === null) {
    const drawn = tale.drawn(clock.at).toReversed();
    if (!drawn.length) return [h('p', { class: 'small muted' }, t('page-study-no-things'))];
    const { stresses = [] } = tale.moment(clock.at);
    const list = drawn.slice(0, LONGEST);
    return [
      h('p', { class: 'small muted' }, t('page-study-point')),
      h(
        'ul',
        { class: 'drawn' },
        list.map((id) => h('li', { key: id, class: stresses.includes(id) ? 'on' : null }, name(id))),
        drawn.length > list.length && h('li', { class: 'small muted' }, t('page-study-others', { n: drawn.length - list.length })),
      ),
    ];
  }
  const told = new Set([about]);
  let count = 0;
  /** The reasons of a thing, and theirs; each is told once. @param {number} id @returns {Child} */
  const reasons = (id) => {
    const because = tale.thing(id).because ?? [];
    if (!because.length) return null;
    return h(
      'ul',
      { class: 'drawn' },
      because.map((one) => {
        if (++count > LONGEST) return null;
        const known = told.has(one);
        told.add(one);
        return h('li', { key: one }, name(one), known ? null : reasons(one));
      }),
    );
  };
  const proof = reasons(about);
  return [
    h('p', { class: 'thing' }, short(say(tale.thing(about).sentence))),
    proof ? h('p', { class: 'small muted' }, t('page-study-because')) : h('p', { class: 'small muted' }, t('page-study-no-because')),
    proof,
    chosen !== null &&
      h('button', { type: 'button', class: 'btn', onclick: () => stage.choose(null) }, t('page-study-all-things')),
  ];
}

/** Wide and tall, in units of the drawing. */
const [WIDE, TALL] = [600, 120];

/** How numbers changed: each line with a dash of its own, and its number now. @param {Tale} tale @param {Clock} clock @returns {Child[]} */
function curves(tale, clock) {
  const all = tale.story.curves ?? [];
  const last = Math.max(1, tale.length - 1);
  const ranges = all.map(({ points }) => {
    const numbers = points.map(([, number]) => number);
    return [Math.min(...numbers), Math.max(...numbers)];
  });
  // Numbers of one size share a scale; otherwise each has its own.
  const [low, high] = [Math.min(...ranges.map(([from]) => from)), Math.max(...ranges.map(([, to]) => to))];
  const shared = ranges.every(([from, to]) => (to - from) * 6 >= high - low);
  const x = (/** @type {number} */ at) => ((at / last) * WIDE).toFixed(1);
  /** @param {number} i @param {number} number */
  const y = (i, number) => {
    const [from, to] = shared ? [low, high] : ranges[i];
    return (to > from ? TALL - 6 - ((number - from) / (to - from)) * (TALL - 12) : TALL / 2).toFixed(1);
  };
  const until = (/** @type {[number, number][]} */ points) => points.filter(([at]) => at <= clock.at);
  const path = (/** @type {[number, number][]} */ points, /** @type {number} */ i) =>
    points.map(([at, number], k) => `${k ? `H${x(at)}V` : `M${x(at)} `}${y(i, number)}`).join('');
  const short = (/** @type {number} */ number) => figure(number, Math.abs(number) < 10 ? 1 : 0);
  return [
    h(
      'div',
      { class: 'plotted num' },
      h('span', { class: 'ends' }, shared && [h('i', null, short(high)), h('i', null, short(low))]),
      h(
        'svg',
        {
          class: 'curves plot',
          viewBox: `0 0 ${WIDE} ${TALL}`,
          preserveAspectRatio: 'none',
          role: 'img',
          'aria-label': all.map(({ label }) => say(label)).join('; '),
          onclick: (/** @type {MouseEvent} */ event) => {
            const { left, width } = /** @type {Element} */ (event.currentTarget).getBoundingClientRect();
            clock.go(Math.round(((event.clientX - left) / width) * last));
          },
        },
        all.map(({ points }, i) => {
          const now = until(points);
          return [
            h('path', { class: `crv c${i % 8} d${i % 3} later`, d: path(points, i), 'vector-effect': 'non-scaling-stroke' }),
            now.length > 0 && h('path', { class: `crv c${i % 8} d${i % 3}`, d: `${path(now, i)}H${x(clock.at)}`, 'vector-effect': 'non-scaling-stroke' }),
          ];
        }).flat(),
        h('path', { class: 'cursor', d: `M${x(clock.at)} 0V${TALL}`, 'vector-effect': 'non-scaling-stroke' }),
      ),
      h('span', { class: 'times' }, h('i', null, `${t('page-study-moment')} 1`), h('i', null, String(last + 1))),
    ),
    h(
      'div',
      { class: 'tlkey' },
      all.map(({ label, points }, i) => {
        const now = until(points).at(-1);
        return h(
          'span',
          null,
          h('svg', { class: 'curvekey plot', viewBox: '0 0 30 14', 'aria-hidden': 'true' }, h('path', { class: `crv c${i % 8} d${i % 3}`, d: 'M1 7h28' })),
          say(label),
          now && h('b', { class: 'num' }, figure(now[1], Math.abs(now[1]) < 10 ? 2 : 0)),
        );
      }),
    ),
  ];
}
