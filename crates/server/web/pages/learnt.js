// What a net has learnt so far: in a sentence, as a curve that grows, and in its last games.

import { tidy } from '../board/board.js';
import { h } from '../parts/dom.js';
import { count, figure, percent, t } from '../parts/words.js';
import { button } from '../play/panel.js';

/** @import {NetCourse, NetStep} from '../types.js' */

const WIDE = 640;
const TALL = 280;
const LEFT = 64;
const RIGHT = 16;
const TOP = 14;
const BOTTOM = 52;

/**
 * @typedef {object} Doing what can be done with a net; null is nothing now
 * @property {(file: string) => void} watch
 * @property {(() => void) | null} play
 * @property {(() => void) | null} goOn
 */

/** @param {NetCourse} net @param {Doing} doing */
export function learntView(net, { watch, play, goOn }) {
  const tried = net.steps.flatMap(({ against }) => (against ? [against] : [])).at(-1);
  const told = [
    t('page-train-games', { n: net.games }),
    t('page-train-positions', { n: net.positions }),
    t('page-lab-seconds', { n: net.seconds }),
  ];
  return h(
    'section',
    { class: 'found', key: `learnt-${net.name}`, 'aria-label': net.name },
    h('h2', null, net.name),
    tried
      ? h('p', { class: 'answer' }, t('page-train-against', { won: tried[0], all: tried[0] + tried[1] + tried[2] }))
      : !net.steps.length && h('p', { class: 'answer' }, t('page-train-early')),
    h('p', { class: 'small soft num' }, told.join(' · ')),
    h('div', { class: 'row' }, play && button('play', t('page-train-play'), { class: 'main', onclick: play }), goOn && button('again', t('page-train-go-on'), { onclick: goOn })),
    h('figure', { class: 'box plot learnt' }, h('figcaption', null, t('page-train-curve')), curve(net.steps), legend(), h('p', { class: 'small soft' }, t('page-train-falling'))),
    net.shown.length > 0 &&
      h(
        'section',
        { class: 'box' },
        h('h2', { class: 't' }, t('page-train-look')),
        h(
          'div',
          { class: 'row wraps' },
          net.shown.map((file, i) => button('eye', t('page-train-look-at', { n: i + 1 }), { onclick: () => watch(file) })),
        ),
      ),
  );
}

/** The share of the points that a net made against its beginning. @param {number[]} against */
const points = ([won, lost, drawn]) => (won + drawn / 2) / (won + lost + drawn || 1);

/** The lines of the curve: how each is drawn, what it is called, and what it is at a step, as a part of what it was at the first. @type {{name: string, words: string, at: (step: NetStep, first: NetStep) => number | null}[]} */
const LINES = [
  { name: 'strength', words: 'page-train-strength', at: (step) => (step.against ? points(step.against) : null) },
  { name: 'moves', words: 'page-train-moves', at: (step, first) => step.wrong[0] / first.wrong[0] },
  { name: 'results', words: 'page-train-results', at: (step, first) => step.wrong[1] / first.wrong[1] },
];

/** @param {NetStep[]} all */
function curve(all) {
  // Nothing is learnt before there are enough games to learn from.
  const steps = all.filter(({ wrong: [moves, results] }) => moves > 0 && results > 0);
  const most = Math.max(1, ...steps.map(({ games }) => games));
  const [first] = steps;
  const drawn = LINES.map(({ name, words, at }) => ({
    name,
    words,
    points: steps.flatMap((step) => {
      const value = at(step, first);
      return value === null ? [] : [{ games: step.games, value }];
    }),
  }));
  const top = Math.max(1, ...drawn.flatMap(({ points }) => points.map(({ value }) => value)));
  const x = (/** @type {number} */ games) => tidy(LEFT + (games / most) * (WIDE - LEFT - RIGHT));
  const y = (/** @type {number} */ value) => tidy(TOP + (1 - value / top) * (TALL - TOP - BOTTOM));
  const told = drawn.filter(({ points }) => points.length).map(({ words, points }) => `${t(words)}: ${percent(points[points.length - 1].value)}`);
  return h(
    'svg',
    { viewBox: `0 0 ${WIDE} ${TALL}`, role: 'img', 'aria-label': `${t('page-train-curve')}. ${told.join('; ') || t('page-train-early')}` },
    [0, 0.5, 1].flatMap((value) => [
      h('path', { class: 'axisline', d: `M${LEFT} ${y(value)}H${WIDE - RIGHT}` }),
      h('text', { class: 'tick', x: LEFT - 8, y: y(value) + 4, 'text-anchor': 'end' }, percent(value)),
    ]),
    h('text', { class: 'tick', x: LEFT, y: TALL - 30 }, figure(0)),
    h('text', { class: 'tick', x: WIDE - RIGHT, y: TALL - 30, 'text-anchor': 'end' }, count(most)),
    h('text', { class: 'tick', x: (LEFT + WIDE) / 2, y: TALL - 8, 'text-anchor': 'middle' }, t('page-train-axis')),
    !steps.length && h('text', { class: 'tick', x: (LEFT + WIDE) / 2, y: TALL / 2, 'text-anchor': 'middle' }, t('page-train-early')),
    drawn.flatMap(({ name, points }) => [
      points.length > 1 && h('path', { class: `learning-line ${name}`, d: `M${points.map(({ games, value }) => `${x(games)} ${y(value)}`).join('L')}` }),
      ...(name === 'strength' ? points : []).map(({ games, value }) =>
        h('circle', { class: 'learning-dot', cx: x(games), cy: y(value), r: 4 }, h('title', null, `${count(games)}: ${percent(value)}`)),
      ),
    ]),
  );
}

const legend = () =>
  h(
    'div',
    { class: 'legend' },
    LINES.map(({ name, words }) =>
      h('span', null, h('svg', { viewBox: '0 0 34 14', 'aria-hidden': 'true' }, h('path', { class: `learning-line ${name}`, d: 'M2 7h30' })), t(words)),
    ),
  );
