// The review in words: how far it has come, how well each side played, and learning from mistakes.

import { h } from '../parts/dom.js';
import { icon, seal } from '../parts/icons.js';
import { figure, percent, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { SIGNS } from './review.js';

/** @import {Review} from './review.js' */
/** @import {Review as Known, ReviewError} from '../types.js' */
/** @import {View} from '../parts/wire.js' */

/** How long each position may be thought about, in seconds. */
const TIMES = [0.5, 2, 10, 60];

/** What comes before all else that is known of the position, and what after it. @param {Review} review @param {View} view */
export function sections(review, view) {
  const [whole, learning] = [course(review, view), lesson(review)];
  // While it is under way one wants to see how far it is, and then to learn.
  const begun = review.known?.wanted && !review.complete;
  return begun ? { first: [whole, learning], last: [] } : { first: [learning], last: [whole] };
}

/** The button that begins it where nobody has begun yet. @param {Review} review @param {() => void} open */
export function offer(review, open) {
  return button('eye', t(review.known?.wanted ? 'page-review' : 'page-review-begin'), {
    class: 'reviewer',
    onclick: () => {
      if (!review.known?.wanted) void review.begin();
      open();
    },
  });
}

/** How far it has come, and what is known by it. @param {Review} review @param {View} view */
function course(review, view) {
  const { known, progress } = review;
  if (!known || !progress) return null;
  const offline = review.table.link !== 'open';
  return h(
    'section',
    { class: 'sec review', key: 'review', 'data-tab': 'review' },
    h(
      'h2',
      { class: 't' },
      t('page-review'),
      h('small', { class: 'mono' }, known.player.split(':')[0]),
    ),
    !known.wanted && h('p', { class: 'small soft' }, t('page-review-about')),
    known.wanted && !review.complete && bar(review),
    !review.complete &&
      !progress.running &&
      h(
        'div',
        { class: 'row reviewing' },
        button('play', t(known.wanted ? 'page-review-go-on' : 'page-review-begin'), {
          class: 'main',
          disabled: offline,
          onclick: () => void review.begin(),
        }),
        times(review, known),
      ),
    known.wanted && care(known, view),
    known.wanted && !review.lesson && thrown(review, known, view),
  );
}

/** @param {Review} review */
function bar(review) {
  const { running, done, of } = /** @type {import('../types.js').ReviewProgress} */ (review.progress);
  const words = t('page-review-progress', { done, of });
  return h(
    'div',
    { class: 'row progress' },
    h(
      'div',
      {
        class: 'vbar tall',
        role: 'progressbar',
        'aria-label': t('page-review'),
        'aria-valuemin': '0',
        'aria-valuemax': String(of),
        'aria-valuenow': String(done),
        'aria-valuetext': words,
      },
      h('i', { style: `width:${of ? Math.round((done / of) * 100) : 100}%` }),
    ),
    h('span', { class: 'small num' }, words),
    running &&
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          'aria-label': t('page-review-stop'),
          title: t('page-review-stop'),
          onclick: () => void review.stop(),
        },
        icon('stop'),
      ),
  );
}

/** How long each position is thought about. @param {Review} review @param {Known} known */
function times(review, known) {
  const now = review.seconds ?? known.seconds;
  const all = TIMES.includes(now) ? TIMES : [...TIMES, now].sort((one, other) => one - other);
  return h(
    'label',
    { class: 'small soft each' },
    t('page-review-each'),
    h(
      'select',
      {
        value: String(now),
        onchange: (/** @type {Event} */ event) => {
          review.seconds = Number(/** @type {HTMLSelectElement} */ (event.target).value);
          review.redraw();
        },
      },
      all.map((seconds) =>
        h('option', { value: String(seconds) }, t('page-seconds', { seconds: figure(seconds, 1) })),
      ),
    ),
  );
}

/** How well each side played, in plain words. @param {Known} known @param {View} view */
function care(known, view) {
  return known.sides.map(({ plies, good, lost }, side) => {
    if (!plies) return null;
    const errors = known.errors.filter((error) => error.side === (side ? 'second' : 'first'));
    const count = (/** @type {ReviewError['grade']} */ grade) =>
      errors.filter((error) => error.grade === grade).length;
    return h(
      'p',
      { class: 'small care', 'data-side': side },
      h('b', null, t('page-review-care', { side: view.geometry.sides[side].name, share: percent(good / plies) })),
      ' ',
      t('page-review-care-more', { good, plies, lost: Math.round(lost / plies) }),
      errors.length > 0 &&
        h(
          'span',
          { class: 'signs num' },
          /** @type {const} */ (['blunder', 'mistake', 'doubtful'])
            .filter((grade) => count(grade))
            .map((grade) =>
              h(
                'span',
                { title: t(`page-review-${grade}`) },
                h('b', null, SIGNS[grade]),
                ` ${count(grade)}`,
                h('span', { class: 'sr' }, ` ${t(`page-review-${grade}`)}`),
              ),
            ),
        ),
    );
  });
}

/** Where a result was thrown away that was proved. @param {Review} review @param {Known} known @param {View} view */
function thrown(review, known, view) {
  const all = known.errors.filter((error) => error.thrown);
  if (!all.length) return null;
  return h(
    'ul',
    { class: 'thrown small' },
    all.map((error) =>
      h(
        'li',
        { key: error.at },
        h('button', { type: 'button', class: 'line', onclick: () => void review.goTo(error.at + 1) }, [
          seal(),
          ' ',
          t('page-review-thrown', {
            at: error.at + 1,
            move: known.points[error.at].played ?? '',
            side: view.geometry.sides[error.side === 'second' ? 1 : 0].name,
            thrown: error.thrown ?? 'win',
          }),
        ]),
      ),
    ),
  );
}

/** Learning from mistakes. @param {Review} review */
function lesson(review) {
  const { own, known } = review;
  if (!known?.wanted || (!own.length && !review.complete)) return null;
  const place = own.findIndex(({ at }) => at === review.lesson?.at);
  return h(
    'section',
    { class: 'sec learning', key: 'learning', 'data-tab': 'review' },
    h(
      'h2',
      { class: 't' },
      place < 0 ? t('page-review-learn') : t('page-review-learn-at', { at: place + 1, of: own.length }),
    ),
    whose(review),
    own.length ? asked(review, place) : h('p', { class: 'small soft' }, t('page-review-none')),
  );
}

/** Whose mistakes, where that is not plain. @param {Review} review */
function whose(review) {
  const { human, geometry } = /** @type {View} */ (review.table.view);
  if (human[0] !== human[1]) return null;
  /** @type {['both' | 'first' | 'second', string][]} */
  const all = [
    ['both', t('page-both-sides')],
    ['first', t('page-review-of', { side: geometry.sides[0].name })],
    ['second', t('page-review-of', { side: geometry.sides[1].name })],
  ];
  return h(
    'div',
    { class: 'seg', role: 'group', 'aria-label': t('page-review-whose') },
    all.map(([side, words]) =>
      h(
        'button',
        {
          type: 'button',
          'aria-pressed': String(review.side === side),
          onclick: () => {
            review.whose = side;
            review.leave();
            review.redraw();
          },
        },
        words,
      ),
    ),
  );
}

/** The question, what was tried, and the answer. @param {Review} review @param {number} place of the error among all; -1 is none yet */
function asked(review, place) {
  const { own, lesson } = review;
  const go = (/** @type {number} */ step, /** @type {'prev' | 'next'} */ name) =>
    h(
      'button',
      {
        type: 'button',
        'aria-label': t(`page-review-${name}`),
        title: t(`page-review-${name}`),
        onclick: () => void review.next(step),
      },
      icon(name),
    );
  if (!lesson || place < 0)
    return h(
      'div',
      { class: 'learn' },
      h('p', { class: 'small soft' }, t('page-review-learn-about', { n: own.length })),
      button('lamp', t('page-review-learn-begin'), { class: 'main', onclick: () => void review.next(0) }),
    );
  const solved = own.filter(({ at }) => review.learnt.get(at) === 'solved').length;
  const bad = lesson.phase === 'tried' && lesson.trial?.error;
  const good = lesson.phase === 'tried' && lesson.trial && !lesson.trial.error;
  return h(
    'div',
    { class: 'learn', 'data-phase': lesson.phase },
    h(
      'div',
      { class: 'row between' },
      h('p', { class: `small said${bad ? ' bad' : good ? ' good' : ''}` }, review.told()),
      h('div', { class: 'ctl' }, go(-1, 'prev'), go(1, 'next')),
    ),
    h(
      'div',
      { class: 'row between' },
      h(
        'span',
        { class: 'pipe', 'aria-hidden': 'true' },
        own.map(({ at }, i) => h('i', { class: i === place ? 'on' : review.learnt.has(at) ? 'done' : null })),
      ),
      h('span', { class: 'tiny muted num solved' }, t('page-review-solved', { n: solved, of: own.length })),
    ),
    played(review),
    h(
      'div',
      { class: 'acts2' },
      button('undo', t('page-review-again'), {
        class: lesson.phase === 'trying' ? '' : 'main',
        'aria-pressed': String(lesson.phase === 'trying'),
        disabled: lesson.phase === 'judging',
        onclick: () => void review.again(),
      }),
      button('eye', t('page-review-answer'), {
        'aria-pressed': String(lesson.phase === 'shown'),
        disabled: lesson.phase === 'judging',
        onclick: () => void review.answer(),
      }),
    ),
    lesson.phase === 'shown' &&
      h(
        'button',
        { type: 'button', class: 'btn plain', onclick: () => void review.why() },
        t('page-review-why', { move: review.known?.points[lesson.at].played ?? '' }),
      ),
  );
}

/** The line that is played on the board, ply by ply. @param {Review} review */
function played(review) {
  const { line } = review;
  if (!line?.frames.length) return null;
  const step = (/** @type {number} */ by, /** @type {'prev' | 'next'} */ name, /** @type {string} */ id) =>
    h(
      'button',
      {
        type: 'button',
        'aria-label': t(id),
        title: t(id),
        disabled: line.step + by < 0 || line.step + by > line.frames.length,
        onclick: () => review.turnTo(by),
      },
      icon(name),
    );
  return h(
    'div',
    { class: 'row between shown' },
    h(
      'p',
      { class: 'small num' },
      line.frames.map(({ move }, i) =>
        h('span', { class: i + 1 === line.step ? 'on' : i >= line.step ? 'muted' : null }, `${move} `),
      ),
    ),
    h('div', { class: 'ctl' }, step(-1, 'prev', 'page-review-line-back'), step(1, 'next', 'page-review-line-on')),
  );
}
