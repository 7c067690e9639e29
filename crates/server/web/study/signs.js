// The signs of the kinds of moments: each has a shape of its own besides its colour, and a tick as tall
// as it matters.

import { h } from '../parts/dom.js';
import { say } from '../parts/words.js';

/** @import {MomentKind, Story} from '../types.js' */

/** @type {Record<MomentKind, {tall: number, wide: number, shape: () => import('../parts/dom.js').Child}>} */
const SIGNS = {
  visit: { tall: 6, wide: 1.4, shape: () => h('circle', { cx: 9, cy: 7, r: 3.6, class: 'ln' }) },
  new: { tall: 9, wide: 1.8, shape: () => h('path', { d: 'M9 2.5v9M4.5 7h9', class: 'ln' }) },
  fade: { tall: 6, wide: 1.8, shape: () => h('path', { d: 'M4.5 7h9', class: 'ln' }) },
  up: { tall: 12, wide: 2.2, shape: () => h('path', { d: 'M9 12V2.5M5 6.5l4-4 4 4', class: 'ln' }) },
  choose: { tall: 15, wide: 2.2, shape: () => h('circle', { cx: 9, cy: 7, r: 4.2, class: 'fl' }) },
  cut: { tall: 18, wide: 2.2, shape: () => h('path', { d: 'M5 12l4-10M10 12l4-10', class: 'ln' }) },
};

/** How tall a kind's tick is, and how wide. @param {MomentKind} kind */
export const tick = (kind) => SIGNS[kind];

/** The sign of a kind. @param {MomentKind} kind */
export const sign = (kind) =>
  h('svg', { class: `sign ${kind}`, viewBox: '0 0 18 14', 'aria-hidden': 'true' }, SIGNS[kind].shape());

/** What the signs mean in a story. @param {Story} story */
export const key = (story) =>
  h(
    'div',
    { class: 'tlkey' },
    story.kinds.filter(({ kind }) => story.moments.some((moment) => moment.kind === kind)).map(({ kind, name }) => h('span', null, sign(kind), say(name))),
  );
