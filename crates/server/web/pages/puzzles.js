// What puzzles there are: those of today, those of every game, and how far one has come.

import { thumbnail } from '../board/board.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon, wayTo } from '../parts/icons.js';
import { bring, done, learnt, ready, solved } from '../parts/progress.js';
import { learnAll, say, t } from '../parts/words.js';

/** @import {App, Page} from '../app.js' */
/** @import {GameKind, PuzzleEntry} from '../types.js' */
/** @import {DailyPuzzle} from '../parts/wire.js' */

/** Grades there are. */
const GRADES = [1, 2, 3, 4, 5];

/** Where a puzzle is, or the list of a game's. @param {string} game @param {string} [id] */
export const address = (game, id) => `#/puzzles/${game}${id ? `/${id}` : ''}`;

/** The day it is here, as in `2026-11-19`. */
export function today() {
  const now = new Date();
  const two = (/** @type {number} */ n) => String(n).padStart(2, '0');
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** How hard a puzzle is. @param {number} grade */
export const gradeMark = (grade) =>
  h(
    'span',
    { class: 'grade' },
    h(
      'span',
      { class: 'pips', 'aria-hidden': 'true' },
      GRADES.map((n) => h('i', { class: n <= grade ? 'on' : null })),
    ),
    t('page-puzzle-grade', { grade }),
  );

/** How many of a game's are solved. @param {GameKind} kind */
const progress = (kind) => t('page-puzzles-count', { done: solved(kind.name), of: kind.puzzles });

/** The way to the puzzles, for a page that is about something else. @param {GameKind[]} kinds */
export const puzzlesBox = (kinds) =>
  h(
    'section',
    { class: 'box', key: 'puzzles' },
    h('h2', { class: 't' }, t('page-puzzles')),
    h('p', { class: 'small soft' }, t('page-puzzles-about')),
    h('a', { class: 'btn', href: '#/daily/1' }, icon('play'), h('span', null, t('page-daily-begin'))),
    h(
      'ul',
      { class: 'list learning' },
      kinds
        .filter((kind) => kind.puzzles)
        .map((kind) =>
          h(
            'li',
            null,
            wayTo(address(kind.name), 'lamp', t(`game-${kind.name}`), progress(kind)),
          ),
        ),
    ),
  );

/** The puzzles of today and of every game. @param {App} app @returns {Page} */
export function puzzlesPage(app) {
  /** @type {DailyPuzzle[] | null} */
  let mix = null;
  let [trouble, told] = ['', ''];
  const failed = (/** @type {unknown} */ error) => {
    if (!(error instanceof api.Refusal)) throw error;
    trouble = say(error.text);
  };
  const load = async () => {
    try {
      [mix] = await Promise.all([api.daily(today()), learnAll()]);
    } catch (error) {
      failed(error);
    }
    app.redraw();
  };
  const open = async (/** @type {Event} */ event) => {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    input.value = '';
    if (!file) return;
    [trouble, told] = ['', ''];
    try {
      await bring(await file.text());
      told = t('page-progress-brought');
      app.announce(told);
    } catch (error) {
      failed(error);
    }
    app.redraw();
  };
  ready(() => app.redraw());
  void load();
  const day = () =>
    h(
      'section',
      { key: 'day' },
      h('h2', { class: 't' }, t('page-daily')),
      h('p', { class: 'small soft' }, t('page-daily-about')),
      h(
        'div',
        { class: 'games' },
        (mix ?? []).map((one, i) =>
          h(
            'a',
            { class: 'game', href: `#/daily/${i + 1}`, 'data-daily': i + 1 },
            thumbnail(one.geometry, one.picture),
            h(
              'b',
              null,
              t(`game-${one.game}`),
              done('puzzle', one.game, one.id) && h('i', { class: 'chip ok' }, icon('check'), t('page-puzzle-solved')),
            ),
            h('span', null, say(one.words)),
            gradeMark(one.grade),
          ),
        ),
      ),
    );
  const view = () =>
    h(
      'div',
      { class: 'home course' },
      h('div', { class: 'lead' }, h('h1', null, t('page-puzzles')), h('p', null, t('page-puzzles-about'))),
      trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
      day(),
      h(
        'section',
        { class: 'box', key: 'all' },
        h('h2', { class: 't' }, t('page-puzzles-all')),
        h(
          'ul',
          { class: 'list learning' },
          app.kinds
            .filter((kind) => kind.puzzles)
            .map((kind) => h('li', null, wayTo(address(kind.name), 'lamp', t(`game-${kind.name}`), progress(kind)))),
        ),
      ),
      h(
        'section',
        { class: 'box', key: 'progress' },
        h('h2', { class: 't' }, t('page-progress')),
        h('p', { class: 'small soft' }, t('page-progress-about')),
        h(
          'div',
          { class: 'row wraps' },
          h('a', { class: 'btn', href: api.PROGRESS, download: 'ludoteca-progress.json' }, icon('down'), h('span', null, t('page-progress-save'))),
          h(
            'label',
            { class: 'btn' },
            icon('up'),
            h('span', null, t('page-progress-open')),
            h('input', { type: 'file', class: 'sr', accept: '.json,application/json', onchange: (/** @type {Event} */ event) => void open(event) }),
          ),
        ),
        told && h('div', { class: 'note ok' }, icon('check'), h('span', null, told)),
      ),
    );
  return { view, title: () => t('page-puzzles'), close() {}, key: () => false };
}

/** The puzzles of a game, grade by grade. @param {GameKind} kind @param {App} app @returns {Page} */
export function puzzleListPage(kind, app) {
  /** @type {PuzzleEntry[]} */
  let all = [];
  let trouble = '';
  const load = async () => {
    try {
      const { puzzles } = await api.puzzles();
      all = puzzles.filter(({ game }) => game === kind.name);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
    }
    app.redraw();
  };
  ready(() => app.redraw());
  void load();
  const title = () => t('page-puzzles-of', { game: { id: `game-${kind.name}` } });
  const state = (/** @type {PuzzleEntry} */ one) => {
    const now = learnt('puzzle', one.game, one.id);
    if (now?.done) return 'solved';
    return now ? 'tried' : 'new';
  };
  const link = (/** @type {PuzzleEntry} */ one, /** @type {number} */ n) => {
    const now = state(one);
    return h(
      'a',
      {
        class: `btn puzzle-link ${now}`,
        href: address(kind.name, one.id),
        'aria-label': `${t('page-puzzle-title', { n })}, ${t(`page-puzzle-${now}`)}`,
      },
      now === 'solved' && icon('check'),
      h('span', { class: 'num' }, String(n)),
    );
  };
  const view = () =>
    h(
      'div',
      { class: 'home course' },
      h('div', { class: 'lead' }, h('h1', null, title()), h('p', null, `${t('page-puzzles-game-about')} ${progress(kind)}.`)),
      trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
      h(
        'div',
        { class: 'box', key: 'grades' },
        GRADES.filter((grade) => all.some((one) => one.grade === grade)).map((grade) =>
          h(
            'section',
            { class: 'grade-row', key: `grade-${grade}` },
            h('h2', { class: 't' }, gradeMark(grade)),
            h(
              'div',
              { class: 'row wraps' },
              all.flatMap((one, i) => (one.grade === grade ? [link(one, i + 1)] : [])),
            ),
          ),
        ),
      ),
      h('p', null, h('a', { href: '#/puzzles' }, t('page-puzzles-others'))),
    );
  return { view, title, close() {}, key: () => false };
}
