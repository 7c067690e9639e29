// The time line: one for every algorithm. Ticks for all moments, a slider, and what plays them.

import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { figure, say, t } from '../parts/words.js';
import { SPEEDS, still } from './clock.js';
import { key, tick } from './signs.js';

/** @import {IconName} from '../parts/icons.js' */
/** @import {MomentKind} from '../types.js' */
/** @import {Clock} from './clock.js' */
/** @import {Tale} from './tale.js' */

/** How tall the ticks are in all. */
const TALL = 18;

/** So many ticks can be told apart. */
const MOST = 140;

/** Units across the ticks. */
const WIDE = 1000;

/** @param {Tale} tale @param {Clock} clock @param {boolean} small whether there is little room */
export function timeline(tale, clock, small) {
  const last = Math.max(1, tale.length - 1);
  return h(
    'div',
    { class: 'tline', role: 'group', 'aria-label': t('page-study-time') },
    h(
      'div',
      { class: 'top' },
      h(
        'div',
        { class: 'ctl' },
        !small && button('first', 'page-study-first', () => clock.go(0)),
        button('prev', 'page-study-prev', () => clock.step(-1)),
        still()
          ? null
          : h(
              'button',
              {
                type: 'button',
                class: 'go',
                'aria-label': t(clock.plays ? 'page-study-pause' : 'page-study-play'),
                title: t(clock.plays ? 'page-study-pause' : 'page-study-play'),
                onclick: () => clock.toggle(),
              },
              icon(clock.plays ? 'pause' : 'play'),
            ),
        button('next', 'page-study-next', () => clock.step(1)),
        !small && button('last', 'page-study-last', () => clock.go(last)),
      ),
      still() ? null : small ? oneSpeed(clock) : speeds(clock),
      small && where(tale, clock),
      tale.chapters.length > 1 && parts(tale, clock),
    ),
    h('div', { class: 'tickrow', onclick: (/** @type {MouseEvent} */ event) => jump(event, clock, last) }, ticks(tale, clock, last, small)),
    h('input', {
      type: 'range',
      min: 0,
      max: last,
      step: 1,
      value: String(clock.at),
      style: `--p:${(clock.at / last) * 100}%`,
      'aria-label': t('page-study-moment'),
      'aria-valuetext': `${t('page-study-at', { n: clock.at + 1, of: tale.length })}: ${say(tale.moment(clock.at).brief)}`,
      oninput: (/** @type {Event} */ event) => clock.go(Number(/** @type {HTMLInputElement} */ (event.target).value)),
    }),
    !small && h('div', { class: 'foot' }, key(tale.story), where(tale, clock)),
  );
}

/** @param {IconName} name @param {string} words @param {() => void} onclick */
const button = (name, words, onclick) =>
  h('button', { type: 'button', 'aria-label': t(words), title: t(words), onclick }, icon(name));

/** @param {number} speed */
const times = (speed) => `${figure(speed, 1)}×`;

/** @param {Clock} clock */
const speeds = (clock) =>
  h(
    'div',
    { class: 'seg', role: 'group', 'aria-label': t('page-study-speed') },
    SPEEDS.map((speed) =>
      h(
        'button',
        { type: 'button', 'aria-pressed': String(speed === clock.speed), onclick: () => clock.pace(speed) },
        times(speed),
      ),
    ),
  );

/** Where there is little room: each press is the next speed. @param {Clock} clock */
const oneSpeed = (clock) =>
  h(
    'button',
    {
      type: 'button',
      class: 'tool',
      'aria-label': `${t('page-study-speed')}: ${times(clock.speed)}`,
      onclick: () => clock.pace(SPEEDS[(SPEEDS.indexOf(clock.speed) + 1) % SPEEDS.length]),
    },
    h('b', null, times(clock.speed)),
  );

/** @param {Tale} tale @param {Clock} clock */
const where = (tale, clock) =>
  h(
    'span',
    { class: 'where num' },
    t('page-study-moment'),
    ' ',
    h('b', null, figure(clock.at + 1)),
    ' ',
    t('page-study-of', { of: tale.length }),
    tale.story.more && h('span', { title: t('page-study-more') }, '+'),
  );

/** The parts of the story: choosing one jumps there. @param {Tale} tale @param {Clock} clock */
function parts(tale, clock) {
  const on = tale.chapterOf(clock.at);
  return h(
    'div',
    { class: 'parts' },
    h(
      'select',
      {
        'aria-label': t('page-study-part'),
        value: String(on),
        onchange: (/** @type {Event} */ event) =>
          clock.go(tale.chapters[Number(/** @type {HTMLSelectElement} */ (event.target).value)].at),
      },
      on < 0 && h('option', { value: '-1' }, t('page-study-before')),
      tale.chapters.map(({ words }, i) => h('option', { value: String(i) }, say(words))),
    ),
  );
}

/** The moments that have a tick: all of them, or of many those that matter most among their neighbours. @param {Tale} tale @param {boolean} small @returns {[number, MomentKind][]} */
function ticked(tale, small) {
  const most = small ? MOST / 2 : MOST;
  /** @type {[number, MomentKind][]} */
  const all = tale.story.moments.map(({ kind }, at) => [at, kind]);
  if (all.length <= most) return all;
  /** @type {Map<number, [number, MomentKind]>} */
  const kept = new Map();
  for (const one of all) {
    const place = Math.floor((one[0] / all.length) * most);
    const before = kept.get(place);
    if (!before || tick(one[1]).tall > tick(before[1]).tall) kept.set(place, one);
  }
  return [...kept.values()];
}

/** The ticks of each kind as one drawing, those to come paler. @param {Tale} tale @param {Clock} clock @param {number} last @param {boolean} small */
function ticks(tale, clock, last, small) {
  /** @type {Map<string, string>} */
  const lines = new Map();
  for (const [at, kind] of ticked(tale, small)) {
    const name = `${kind}${at > clock.at ? ' later' : ''}`;
    const x = ((at / last) * WIDE).toFixed(1);
    lines.set(name, `${lines.get(name) ?? ''}M${x} ${TALL - tick(kind).tall}V${TALL}`);
  }
  return h(
    'svg',
    { class: 'ticks', viewBox: `0 0 ${WIDE} ${TALL}`, preserveAspectRatio: 'none', 'aria-hidden': 'true' },
    [...lines].map(([name, d]) =>
      h('path', {
        key: name,
        class: `tick-${name}`,
        d,
        'stroke-width': tick(/** @type {MomentKind} */ (name.split(' ')[0])).wide,
        'vector-effect': 'non-scaling-stroke',
      }),
    ),
    tale.chapters.length > 1 &&
      tale.chapters.map(({ at }) =>
        h('path', { class: 'tick-part', d: `M${((at / last) * WIDE).toFixed(1)} -4V0`, 'vector-effect': 'non-scaling-stroke' }),
      ),
  );
}

/** A press among the ticks goes to the nearest one. @param {MouseEvent} event @param {Clock} clock @param {number} last */
function jump(event, clock, last) {
  const drawing = /** @type {Element} */ (event.currentTarget).firstElementChild;
  if (!drawing) return;
  const { left, width } = drawing.getBoundingClientRect();
  clock.go(Math.round(((event.clientX - left) / width) * last));
}
