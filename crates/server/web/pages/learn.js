// What there is to learn: the games that have lessons, the list of a game's, and how far one has come.

import { thumbnail } from '../board/board.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon, wayTo } from '../parts/icons.js';
import { done, ready } from '../parts/progress.js';
import { say, t } from '../parts/words.js';
import { address as puzzlesOf, puzzlesBox } from './puzzles.js';

/** @import {App, Page} from '../app.js' */
/** @import {GameKind} from '../types.js' */
/** @import {CourseEntry} from '../parts/wire.js' */

/** The first lesson that is still new, or the first of all. @param {GameKind} kind */
const upNext = (kind) => kind.lessons.find((id) => !done('lesson', kind.name, id)) ?? kind.lessons[0];

/** Where a lesson is, or the list of a game's. @param {string} game @param {string} [lesson] */
export const address = (game, lesson) => `#/learn/${game}${lesson ? `/${lesson}` : ''}`;

/** How far somebody has come. @param {GameKind} kind */
const progress = (kind) =>
  t('page-learn-count', {
    done: kind.lessons.filter((id) => done('lesson', kind.name, id)).length,
    of: kind.lessons.length,
  });

/** What there is to learn: a line for each game that has lessons, and perhaps the way to the puzzles. @param {GameKind[]} kinds @param {boolean} [puzzles] */
export function learnBox(kinds, puzzles = false) {
  const taught = kinds.filter((kind) => kind.lessons.length);
  return (
    taught.length > 0 &&
    h(
      'section',
      { class: 'box', key: 'learn' },
      h('h2', { class: 't' }, t('page-learn')),
      h('p', { class: 'small soft' }, t('page-learn-about')),
      h(
        'ul',
        { class: 'list learning' },
        taught.map((kind) =>
          h(
            'li',
            null,
            wayTo(address(kind.name, upNext(kind)), 'learn', t(`lesson-${kind.name}-${upNext(kind)}`), t(`game-${kind.name}`)),
            h(
              'a',
              { class: 'plain num', href: address(kind.name), title: t('page-learn-game', { game: { id: `game-${kind.name}` } }) },
              progress(kind),
            ),
          ),
        ),
        puzzles && h('li', { key: 'puzzles' }, wayTo('#/puzzles', 'lamp', t('page-puzzles'), t('page-daily'))),
      ),
    )
  );
}

/** The way to the lessons of a game, where it has some. @param {GameKind | undefined} kind */
export const learnLink = (kind) =>
  kind !== undefined &&
  kind.lessons.length > 0 &&
  h('a', { class: 'btn plain', href: address(kind.name) }, icon('info'), h('span', null, t('page-learn')));

/** The way to the book. */
export const bookBox = () =>
  h(
    'section',
    { class: 'box', key: 'book' },
    h('h2', { class: 't' }, t('page-book-title')),
    h('p', { class: 'small soft' }, t('page-book-about')),
    h('a', { class: 'btn', href: '#/book' }, icon('go'), h('span', null, t('page-book-open'))),
  );

/** Every game that has lessons. @param {App} app @returns {Page} */
export function coursesPage(app) {
  ready(() => app.redraw());
  return {
    view: () => h('div', { class: 'page' }, h('h1', { class: 'sr' }, t('page-learn')), bookBox(), learnBox(app.kinds), puzzlesBox(app.kinds)),
    title: () => t('page-learn'),
    close: () => {},
    key: () => false,
  };
}

/** @param {GameKind} kind @param {App} app @returns {Page} */
export function coursePage(kind, app) {
  /** @type {CourseEntry[] | null} */
  let lessons = null;
  let trouble = '';
  const title = () => t('page-learn-game', { game: { id: `game-${kind.name}` } });
  const load = async () => {
    try {
      ({ lessons } = await api.lessons(kind.name));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      trouble = say(error.text);
    }
    app.redraw();
  };
  ready(() => app.redraw());
  void load();
  const view = () =>
    h(
      'div',
      { class: 'home course' },
      h('div', { class: 'lead' }, h('h1', null, title()), h('p', null, `${t('page-learn-about')} ${progress(kind)}.`)),
      trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
      h(
        'div',
        { class: 'games' },
        (lessons ?? []).map((lesson, i) =>
          h(
            'a',
            { class: 'game', href: address(kind.name, lesson.id), 'data-lesson': lesson.id },
            thumbnail(lesson.geometry, lesson.picture),
            h(
              'b',
              null,
              `${i + 1}. ${say(lesson.title)}`,
              done('lesson', kind.name, lesson.id) && h('i', { class: 'chip ok' }, icon('check'), t('page-learnt')),
            ),
            h('span', null, say(lesson.about)),
          ),
        ),
      ),
      kind.puzzles > 0 &&
        h('p', null, h('a', { class: 'btn', href: puzzlesOf(kind.name) }, icon('lamp'), h('span', null, t('page-puzzles-of', { game: { id: `game-${kind.name}` } })))),
    );
  return { view, title, close() {}, key: () => false };
}
