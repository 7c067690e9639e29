// The book: its contents, a chapter with its boards, and what is found in it. The page knows no game
// and no chapter.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { language, say, t } from '../parts/words.js';
import { BookFigure } from './figure.js';

/** @import {App, Page} from '../app.js' */
/** @import {BookContents, BookEntry, BookFind} from '../types.js' */
/** @import {Node} from '../parts/dom.js' */
/** @import {BookChapter} from '../parts/wire.js' */

/** The first chapter. */
const FIRST = 'index';

/** Whoever types is not asked about before so long a rest, in ms. */
const REST = 200;

/** What is in the book, in each language it was asked for in. @type {Map<string, Promise<BookContents>>} */
const known = new Map();

/** @param {string} language */
function contents(language) {
  const asked = known.get(language) ?? api.bookContents(language);
  known.set(language, asked);
  // What could not be had now may be had later.
  asked.catch(() => known.delete(language));
  return asked;
}

/** @param {string} name */
const address = (name) => `#/book/${name}`;

/** @param {App} app @returns {Page} */
export const bookPage = (app) => new Book(app);

/** What an address names instead of a chapter: something that one of them explains. */
const OF = 'of';

/** The chapter an address names, and the place in it. @param {BookContents} contents */
function wanted({ explained: { studies, layers, players } }) {
  const [name, place = ''] = location.hash.replace(/^#\/book\/?/, '').split('?');
  if (name !== OF) return { name: decodeURIComponent(name) || FIRST, place };
  const asked = new URLSearchParams(place);
  const what = (/** @type {string} */ key) => asked.get(key) ?? '';
  return { name: studies[what('study')] ?? layers[what('layer')] ?? players[what('player')] ?? FIRST, place: '' };
}

/** @implements {Page} */
class Book {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {BookContents | null} */
    this.contents = null;
    /** @type {BookChapter | null} */
    this.chapter = null;
    /** @type {Map<number, BookFigure>} */
    this.figures = new Map();
    /** The words of the chapter, as they are described. @type {Map<string, Node>} */
    this.written = new Map();
    this.sought = '';
    /** @type {BookFind[] | null} */
    this.found = null;
    this.trouble = '';
    this.place = '';
    /** In which language it was asked for. */
    this.spoken = '';
    this.leaving = new AbortController();
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    void this.load();
  }

  title() {
    return this.chapter?.title ?? t('page-book-title');
  }

  close() {
    this.leaving.abort();
    clearTimeout(this.timer);
    this.clear();
  }

  clear() {
    for (const figure of this.figures.values()) figure.close();
    this.figures.clear();
    this.written.clear();
  }

  /** @param {KeyboardEvent} event */
  key({ key }) {
    const next = key === 'ArrowRight' ? this.chapter?.after : key === 'ArrowLeft' ? this.chapter?.before : null;
    if (next) location.hash = address(next.name);
    return Boolean(next);
  }

  async load() {
    const { signal } = this.leaving;
    this.spoken = language();
    try {
      this.contents = await contents(this.spoken);
      const { name, place } = wanted(this.contents);
      const chapter = await api.bookChapter(this.spoken, name, signal);
      this.clear();
      this.chapter = chapter;
      this.place = place;
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
    }
    this.app.redraw();
  }

  /** @param {string} words */
  seek(words) {
    this.sought = words;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.find(), words.trim() ? REST : 0);
  }

  async find() {
    const { sought: words } = this;
    try {
      const found = words.trim() ? (await api.bookSearch(language(), words, this.leaving.signal)).found : null;
      if (words !== this.sought) return;
      this.found = found;
      if (found) this.app.announce(t('page-book-found', { n: found.length }));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
    }
    this.app.redraw();
  }

  /** The figure of a board, the same one as long as the chapter is shown. @param {Extract<BookChapter['blocks'][number], {kind: 'board'}>} board */
  figure(board) {
    const known = this.figures.get(board.number);
    if (known) return known;
    const figure = new BookFigure(this.app, /** @type {BookChapter} */ (this.chapter).name, board);
    this.figures.set(board.number, figure);
    return figure;
  }

  view() {
    // Whoever chooses another language wants this page in it.
    if (this.spoken !== language() && !this.trouble) {
      this.found = null;
      void this.load();
    }
    return h(
      'div',
      { class: 'book' },
      h('nav', { 'aria-label': t('page-book-contents') }, this.finder(), this.found ? this.finds(this.found) : this.list()),
      h('article', { lang: this.contents?.language ?? language() }, this.trouble ? this.nothing() : this.text()),
    );
  }

  finder() {
    return h(
      'label',
      { class: 'finder' },
      icon('info'),
      h('span', { class: 'sr' }, t('page-book-search')),
      h('input', {
        type: 'search',
        placeholder: t('page-book-search'),
        value: this.sought,
        oninput: (/** @type {Event} */ event) => this.seek(/** @type {HTMLInputElement} */ (event.target).value),
      }),
    );
  }

  /** @param {BookFind[]} found */
  finds(found) {
    return h(
      'div',
      { class: 'finds', key: 'finds' },
      h('p', { class: 'small soft' }, t('page-book-found', { n: found.length })),
      found.map(({ name, title, excerpt }) => h('a', { href: address(name) }, h('b', null, title), h('span', { class: 'small soft' }, excerpt))),
    );
  }

  list() {
    const here = this.chapter?.name;
    return h(
      'details',
      { class: 'contents', key: 'contents', open: !matchMedia('(max-width:760px)').matches },
      h('summary', null, t('page-book-contents')),
      (this.contents?.parts ?? []).map(({ title, chapters }) => [
        title && h('h2', null, title),
        h(
          'ol',
          null,
          chapters.map((entry) => h('li', null, h('a', { href: address(entry.name), key: `${entry.name} ${entry.name === here}`, 'aria-current': entry.name === here ? 'page' : null, hook: entry.name === here ? seen : undefined }, entry.title))),
        ),
      ]),
    );
  }

  nothing() {
    return h(
      'div',
      { class: 'empty' },
      h('h1', null, t('page-book-missing')),
      h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, this.trouble)),
      h('a', { class: 'btn', href: address(FIRST) }, t('page-book-title')),
    );
  }

  text() {
    const { chapter } = this;
    if (!chapter) return h('p', { class: 'soft' }, t('page-opening'));
    return h(
      'div',
      { key: `${this.spoken} ${chapter.name}` },
      h('h1', null, chapter.title),
      chapter.blocks.map((block) =>
        block.kind === 'words'
          ? this.words(block.html)
          : block.kind === 'board'
            ? this.figure(block).view()
            : h('div', { class: 'note bad' }, icon('warn'), h('span', null, say(block.why))),
      ),
      h('footer', { class: 'row between' }, way(chapter.before, 'prev'), way(chapter.after, 'go')),
    );
  }

  /** Some words, described once: what stands in them is not the page's to compare. @param {string} html */
  words(html) {
    const known = this.written.get(html);
    if (known) return known;
    const node = h('div', { class: 'words', hook: (/** @type {Element} */ element) => this.write(element, html) });
    this.written.set(html, node);
    return node;
  }

  /** The words are HTML that the server made of text alone. @param {Element} element @param {string} html */
  write(element, html) {
    element.innerHTML = html;
    // What is wider than the page is scrolled, with the keyboard too.
    for (const wide of /** @type {NodeListOf<HTMLElement>} */ (element.querySelectorAll('table,pre'))) wide.tabIndex = 0;
    const place = this.place && element.querySelector(`#${CSS.escape(this.place)}`);
    if (place) requestAnimationFrame(() => place.scrollIntoView({ block: 'center' }));
  }
}

/** Whoever reads sees in the contents where this is. @param {Element} element */
const seen = (element) => requestAnimationFrame(() => element.scrollIntoView({ block: 'nearest' }));

/** @param {BookEntry | null} entry @param {'prev' | 'go'} sign */
const way = (entry, sign) =>
  entry
    ? h('a', { class: `btn plain ${sign}`, href: address(entry.name) }, sign === 'prev' && icon('prev'), h('span', null, entry.title), sign === 'go' && icon('go'))
    : h('span', null);
