// The shell: which page is shown, in which language and theme, and the one voice for screen readers.

import { dark } from './board/paint.js';
import { audible, hearing } from './board/sound.js';
import { gamePage } from './pages/game.js';
import { homePage } from './pages/home.js';
import { OF_THE_LAB } from './pages/labways.js';
import { lately } from './pages/lately.js';
import { coursePage, coursesPage } from './pages/learn.js';
import { lessonPage } from './pages/lesson.js';
import { newGamePage } from './pages/newgame.js';
import { setupPage } from './pages/setup.js';
import { studyPage } from './pages/study.js';
import * as api from './parts/api.js';
import { draw, h } from './parts/dom.js';
import { fileAddress, isFile } from './parts/files.js';
import { brand, icon } from './parts/icons.js';
import { Menu } from './parts/menu.js';
import { keep, kept } from './parts/store.js';
import { language, languages, learn, speak, t } from './parts/words.js';

/** @import {GameKind} from './types.js' */

/**
 * @typedef {object} Page
 * @property {() => import('./parts/dom.js').Node} view
 * @property {() => string} title
 * @property {() => void} close
 * @property {(event: KeyboardEvent) => boolean} key whether it was for this page
 * @property {(more: string) => void} [elsewhere] another place on the same page, by the end of its address
 */
/**
 * @typedef {object} App
 * @property {GameKind[]} kinds
 * @property {() => void} redraw
 * @property {(words: string) => void} announce
 */

/** The pages by the first word of their address. @type {Record<string, (app: App, name: string, more: string) => Page>} */
const PLACES = {
  new: (app, name, more) => newGamePage(name, more, app),
  setup: (app, name, more) => {
    const kind = app.kinds.find((one) => one.name === name && one.setup);
    return kind ? setupPage(kind, more, app) : newGamePage(name, '', app);
  },
  game: (app, name, more) => gamePage(name, more, app),
  rules: (app, name) => lately(app, async () => (await import('./pages/rules.js')).rulesPage(name, app)),
  lab: (app, name) => lately(app, async () => (await import('./pages/lab.js')).labPage(name, app)),
  book: (app) => lately(app, async () => (await import('./pages/book.js')).bookPage(app)),
  train: (app) => lately(app, async () => (await import('./pages/train.js')).trainPage(app)),
  tournaments: (app, name) =>
    lately(app, async () => {
      if (!name) return (await import('./pages/tournaments.js')).tournamentsPage(app);
      return (await import('./pages/tournament.js')).tournamentPage(name, app);
    }),
  workers: (app) => lately(app, async () => (await import('./pages/workers.js')).workersPage(app)),
  study: (app, name) => studyPage(name, app),
  learn: (app, name, more) => {
    const kind = app.kinds.find((one) => one.name === name && one.lessons.length);
    if (!kind) return coursesPage(app);
    return kind.lessons.includes(more) ? lessonPage(kind, more, app) : coursePage(kind, app);
  },
  puzzles: (app, name, more) => {
    const kind = app.kinds.find((one) => one.name === name && one.puzzles);
    return lately(app, async () => {
      if (kind && more) return (await import('./pages/puzzle.js')).puzzlePage(name, more, app);
      const { puzzleListPage, puzzlesPage } = await import('./pages/puzzles.js');
      return kind ? puzzleListPage(kind, app) : puzzlesPage(app);
    });
  },
  daily: (app, name) => lately(app, async () => (await import('./pages/puzzle.js')).dailyPage(name, app)),
};

const bar = /** @type {HTMLElement} */ (document.getElementById('bar'));
const main = /** @type {HTMLElement} */ (document.getElementById('main'));
const voice = /** @type {HTMLElement} */ (document.getElementById('say'));

/** @type {Page | null} */
let page = null;
/** What the address of the page begins with. */
let place = '';
let waiting = false;

/** @type {App} */
const app = {
  kinds: [],
  redraw() {
    // Many changes in one go are drawn once.
    if (waiting) return;
    waiting = true;
    queueMicrotask(() => {
      waiting = false;
      render();
    });
  },
  announce(words) {
    voice.textContent = words;
  },
};

const menu = new Menu(() => app.redraw());

function render() {
  if (!page) return;
  const root = document.documentElement;
  // Even a language that is no other makes the browser style the whole page anew.
  if (root.lang !== language()) root.lang = language();
  document.title = `${page.title()} · Ludoteca`;
  draw(bar, shell());
  draw(main, page.view());
}

function shell() {
  const here = location.hash.replace(/^#?\/?/, '');
  const night = dark();
  const named = languages();
  const codes = Object.keys(named);
  const next = codes[(codes.indexOf(language()) + 1) % codes.length];
  const theme = t(night ? 'page-theme-light' : 'page-theme-dark');
  return [
    h('a', { class: 'skip', href: '#main', onclick: skip }, t('page-skip')),
    h('a', { class: 'brand', href: '#/', 'aria-label': 'Ludoteca' }, brand(), h('span', null, 'Ludoteca')),
    menu.view([
      { href: '#/', words: t('page-home'), here: here === '' },
      { href: '#/study', words: t('page-study'), here: here.split(/[/?]/)[0] === 'study' },
      { href: '#/lab', words: t('page-lab'), here: OF_THE_LAB.includes(here.split('/')[0]) },
      { href: '#/learn', words: t('page-learn'), here: ['learn', 'book', 'puzzles', 'daily'].includes(here.split(/[/?]/)[0]) },
      ...ruled(app.kinds).map((name) => ({
        href: fileAddress(name),
        words: t('page-rules'),
        here: here.split('/')[0] === 'rules',
      })),
      ...app.kinds.map(({ name }) => ({
        href: `#/new/${name}`,
        words: t(`game-${name}`),
        here: here === `new/${name}`,
      })),
    ]),
    h(
      'div',
      { class: 'tools' },
      codes.length > 1 &&
        h(
          'button',
          { type: 'button', class: 'tool', id: 'language', title: named[next], onclick: () => void choose(next) },
          codes
            .map((code) => [
              code === language() ? h('b', null, code.toUpperCase()) : h('span', null, code),
              ' ',
            ])
            .flat(),
          h('span', { class: 'sr', lang: next }, named[next]),
        ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          id: 'sound',
          role: 'switch',
          'aria-checked': String(audible()),
          'aria-label': t('page-sound'),
          title: t('page-sound-about'),
          onclick: () => {
            hearing(!audible());
            render();
          },
        },
        icon(audible() ? 'sound' : 'silent'),
      ),
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          id: 'theme',
          'aria-label': theme,
          title: theme,
          onclick: () => wear(night ? 'light' : 'dark'),
        },
        icon(night ? 'sun' : 'moon'),
      ),
    ),
  ];
}

/** The file of rules to begin reading with, where players follow such files. @param {GameKind[]} kinds */
const ruled = (kinds) =>
  kinds
    .flatMap(({ players }) => players.flatMap(({ keys }) => keys.filter(isFile)))
    .flatMap((key) => key.built_in ?? [])
    .slice(0, 1);

/** @param {Event} event */
function skip(event) {
  event.preventDefault();
  /** @type {HTMLElement | SVGElement} */ (main.querySelector('[data-cell][tabindex="0"]') ?? main).focus();
}

/** Speaks another language, from now on. @param {string} code */
async function choose(code) {
  try {
    await learn(code);
  } catch {
    app.announce(t('page-offline'));
    return;
  }
  // A cookie, so that the server knows which words to send along the next time.
  document.cookie = `ludoteca-language=${code}; path=/; max-age=31536000; samesite=lax`;
  speak(code);
  voice.textContent = '';
  render();
}

/** @param {string} theme */
function wear(theme) {
  keep('theme', theme);
  document.documentElement.dataset.theme = theme;
  render();
}

function route() {
  const [, kind = '', ...rest] = location.hash.split('/');
  const [name = '', more = ''] = rest.map(decoded);
  const before = place;
  place = `${kind}/${name}`;
  if (page?.elsewhere && place === before) {
    page.elsewhere(more);
    return;
  }
  page?.close();
  page = (PLACES[kind] ?? homePage)(app, name, more);
  voice.textContent = '';
  // Another page is another thing: nothing of the old one may be taken for it.
  draw(main, []);
  render();
  main.focus({ preventScroll: true });
  scrollTo(0, 0);
}

/** A part of an address; one that somebody mistyped is taken as it is. @param {string} part */
function decoded(part) {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @param {KeyboardEvent} event */
function key(event) {
  const target = /** @type {Element} */ (event.target);
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (target.closest('input,select,textarea') && event.key !== 'Escape') return;
  if (page?.key(event)) event.preventDefault();
}

async function start() {
  const theme = kept('theme', '');
  if (theme) document.documentElement.dataset.theme = theme;
  try {
    // The server has chosen the language, and sends both along with this script.
    const { lang } = document.documentElement;
    const [{ games }] = await Promise.all([api.catalogue(), learn(lang)]);
    app.kinds = games;
    speak(lang);
  } catch {
    // Without words there is only this, in both languages, and another try.
    main.textContent = 'Ludoteca no responde; lo intento otra vez. · Ludoteca does not answer; trying again.';
    setTimeout(start, 1500);
    return;
  }
  main.textContent = '';
  addEventListener('hashchange', route);
  addEventListener('keydown', key);
  matchMedia('(max-width:760px)').addEventListener('change', render);
  matchMedia('(prefers-color-scheme:dark)').addEventListener('change', render);
  route();
}

void start();
