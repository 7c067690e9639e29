// Icons on a grid of 20, drawn with a round line of 1.7, and the two filled shapes that mean truth.

import { h } from './dom.js';

const LINES = {
  undo: 'M8 5L4 9l4 4M4.5 9H12a4 4 0 010 8H9',
  redo: 'M12 5l4 4-4 4M15.5 9H8a4 4 0 000 8h3',
  lamp: 'M7.5 14.5h5M8.5 17.5h3M10 2.5a5.2 5.2 0 00-3 9.4c.5.4.8 1 .8 1.6h4.4c0-.6.3-1.2.8-1.6a5.2 5.2 0 00-3-9.4z',
  flag: 'M5 18V3M5 4h9l-2 3.5L14 11H5',
  check: 'M4 10.5l4 4L16 5.5',
  first: 'M5 4v12M15 4l-7 6 7 6z',
  prev: 'M13 4l-7 6 7 6z',
  next: 'M7 4l7 6-7 6z',
  last: 'M15 4v12M5 4l7 6-7 6z',
  sun: 'M10 6.2a3.8 3.8 0 100 7.6 3.8 3.8 0 000-7.6zM10 1.5v2M10 16.5v2M1.5 10h2M16.5 10h2M4 4l1.4 1.4M14.6 14.6L16 16M16 4l-1.4 1.4M5.4 14.6L4 16',
  moon: 'M16.5 12A7 7 0 118 3.5a5.6 5.6 0 008.5 8.5z',
  go: 'M8 5l5 5-5 5',
  unfold: 'M5 8l5 5 5-5',
  stop: 'M5.5 5.5h9v9h-9z',
  warn: 'M10 3l8 14H2zM10 8v4.2M10 14.7v.1',
  snow: 'M10 2v16M3 6l14 8M17 6L3 14M8 3.5l2 2 2-2M8 16.5l2-2 2 2',
  list: 'M4 5h12M4 10h12M4 15h12',
  close: 'M5 5l10 10M15 5L5 15',
  play: 'M6 4l10 6-10 6z',
  pause: 'M7 4.5v11M13 4.5v11',
  step: 'M5 4l8 6-8 6zM15.5 4v12',
  again: 'M15.5 7A6.5 6.5 0 104 12M16 3v4h-4',
  tune: 'M3 6h7M14 6h3M12 4v4M3 14h3M10 14h7M8 12v4',
  turn: 'M10 3l6 3.5v7L10 17l-6-3.5M4 9.5v4M2 11.5l2 2 2-2M7.5 10h5',
  eye: 'M2 10s3-5.5 8-5.5 8 5.5 8 5.5-3 5.5-8 5.5S2 10 2 10zM10 12.3a2.3 2.3 0 100-4.6 2.3 2.3 0 000 4.6z',
  bin: 'M4 6h12M8 6V3.5h4V6M5.5 6l.8 10.5h7.4L14.5 6M8.5 9v4.5M11.5 9v4.5',
  info: 'M10 2.5a7.5 7.5 0 100 15 7.5 7.5 0 000-15zM10 9v5M10 6.2v.1',
  keys: 'M2.5 5.5h15v9h-15zM5.5 8.5h.1M8.5 8.5h.1M11.5 8.5h.1M14.5 8.5h.1M6 11.7h8',
  edit: 'M4 16l.8-3.4L13.6 3.8l2.6 2.6-8.8 8.8zM11.8 5.6l2.6 2.6',
  arrow: 'M3 10h13M11 5l5 5-5 5',
  plus: 'M10 4v12M4 10h12',
  up: 'M10 13V3.5M6 7l4-4 4 4M4 13v3.5h12V13',
  down: 'M10 3.5V13M6 9.5l4 4 4-4M4 13v3.5h12V13',
  dots: 'M4.5 10h.1M10 10h.1M15.5 10h.1',
  raise: 'M10 16V5M5.5 9L10 4.5 14.5 9',
  link: 'M8.5 11.5l3-3M7 8.5L4.8 10.7a3 3 0 004.2 4.2L11.5 13M13 11.5l2.2-2.2A3 3 0 0011 5L8.5 7',
  branch: 'M6 3v14M6 12c0-4 8-2 8-7M11.5 6.5L14 4l2.5 2.5',
  cut: 'M3 3l14 14M6.5 5.5h11M2.5 14.5h8',
  sound: 'M3 8v4h3l4 3.5v-11L6 8zM13 7.2a4 4 0 010 5.6M15.2 5a7 7 0 010 10',
  silent: 'M3 8v4h3l4 3.5v-11L6 8zM13.5 8l4 4M17.5 8l-4 4',
  learn: 'M10 5.5C8 4 5.5 3.6 2.5 3.8v11.4c3-.2 5.5.2 7.5 1.7 2-1.5 4.5-1.9 7.5-1.7V3.8C14.5 3.6 12 4 10 5.5zM10 5.5v11.4',
  flask: 'M8 2.5h4M8.7 2.5v5L4 15.6a1.3 1.3 0 001.2 1.9h9.6a1.3 1.3 0 001.2-1.9L11.3 7.5v-5M6.2 12.5h7.6',
  cup: 'M6 3h8v5a4 4 0 01-8 0zM6 4.5H3.5c0 3 1 4 2.8 4.3M14 4.5h2.5c0 3-1 4-2.8 4.3M10 12v3M6.5 17h7',
};

/** @typedef {keyof typeof LINES} IconName */

/** @param {IconName} name */
export const icon = (name) =>
  h('svg', { class: 'ic', viewBox: '0 0 20 20', 'aria-hidden': 'true' }, h('path', { d: LINES[name] }));

/** A line of a list that leads somewhere. @param {string} href @param {IconName} sign @param {string} words @param {string} more */
export const wayTo = (href, sign, words, more) =>
  h('a', { class: 'way', href }, icon(sign), h('span', null, h('b', null, words), h('span', null, more)), icon('go'));

const HEXAGON = 'M7 .8l5.4 3.1v6.2L7 13.2l-5.4-3.1V3.9z';
const TICK = 'M4.3 7.1l2 2 3.4-4';

/** The seal of a proof, for use within another drawing: a hexagon of 14 with a tick. */
export const sealShapes = () => [
  h('path', { d: HEXAGON, fill: 'currentColor' }),
  h('path', {
    d: TICK,
    fill: 'none',
    stroke: 'var(--card)',
    'stroke-width': 1.7,
    'stroke-linecap': 'round',
    'stroke-linejoin': 'round',
  }),
];

/** The seal of a proof beside words. */
export const seal = () =>
  h('svg', { class: 'seal', viewBox: '0 0 14 14', 'aria-hidden': 'true' }, sealShapes());

/** The sign of the house. */
export const brand = () =>
  h(
    'svg',
    { viewBox: '0 0 24 24', 'aria-hidden': 'true' },
    h('path', { d: 'M12 1l9.5 5.5v11L12 23l-9.5-5.5v-11z', fill: 'var(--accent)' }),
    h('circle', { cx: 12, cy: 12, r: 5, fill: 'var(--paper)' }),
    h('path', { d: 'M12 9.8v4.4', stroke: 'var(--accent)', 'stroke-width': 2, 'stroke-linecap': 'round' }),
  );

/** Three dots that say somebody is thinking. */
export const dots = () => h('span', { class: 'dots', 'aria-hidden': 'true' }, h('i'), h('i'), h('i'));
