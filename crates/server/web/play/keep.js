// Games to and from files: what a game can be saved as, and the box that opens a file or a link.

import { portrait } from '../board/portrait.js';
import * as api from '../parts/api.js';
import { dropped, h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { Wish } from './wish.js';

/** @import {App} from '../app.js' */
/** @import {GameKind, Text} from '../types.js' */

/** The largest file that is read. */
const MOST = 10_000_000;

/** What can be done with a game besides playing it: files to download, a link to copy. */
export class Saver {
  /** @param {string} id @param {App} app */
  constructor(id, app) {
    this.id = id;
    this.app = app;
    /** A link that was asked for. */
    this.link = '';
    this.said = '';
    /** What each format has no place for, once it was asked for. @type {Map<string, Text[]>} */
    this.leaves = new Map();
    /** The state of the game that was asked about. */
    this.asked = 0;
    this.opened = false;
  }

  /** @param {GameKind | undefined} kind @param {number} revision the state of the game */
  view(kind, revision) {
    if (this.opened && this.asked !== revision) void this.ask(revision);
    const formats = kind?.formats ?? [];
    const files = formats.filter((format) => format !== 'hexworld');
    return h(
      'details',
      { class: 'keep', key: 'keep', ontoggle: (/** @type {Event} */ event) => this.toggled(event) },
      h('summary', { class: 'btn plain' }, icon('down'), h('span', null, t('page-save'))),
      h(
        'div',
        null,
        formats.includes('hexworld') &&
          h(
            'button',
            { type: 'button', class: 'btn plain', onclick: () => void this.copy() },
            t('page-save-hexworld'),
          ),
        this.link &&
          h(
            'label',
            { class: 'small soft' },
            this.said || t('page-save-link'),
            h('input', { class: 'n words', id: 'keep-link', readonly: true, value: this.link }),
          ),
        formats.includes('hexworld') && this.lacks('hexworld'),
        files.map((format) => [
          h(
            'a',
            {
              class: 'btn plain',
              href: api.fileAddress(this.id, format),
              download: true,
              'aria-describedby': this.leaves.get(format)?.length ? `lacks-${format}` : null,
            },
            t(`page-save-${format}`),
          ),
          this.lacks(format),
        ]),
        h('button', { type: 'button', class: 'btn plain', key: 'seen', onclick: () => this.picture() }, t('page-save-seen')),
      ),
    );
  }

  /** What a format has no place for. @param {string} format */
  lacks(format) {
    const parts = this.leaves.get(format) ?? [];
    if (!parts.length) return null;
    return h(
      'p',
      { class: 'small soft lacks', id: `lacks-${format}`, key: `lacks-${format}` },
      t('page-leaves-out', { what: parts.map((part) => say(part)).join(', ') }),
    );
  }

  /** Asks what each format has no place for. @param {number} revision */
  async ask(revision) {
    this.asked = revision;
    try {
      const formats = await api.formats(this.id);
      this.leaves = new Map(formats.map(({ format, leaves_out }) => [format, leaves_out]));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.leaves = new Map();
    }
    this.app.redraw();
  }

  /** What has been opened is to be seen, and what was said before is old. @param {Event} event */
  toggled(event) {
    const details = /** @type {HTMLDetailsElement} */ (event.target);
    details.scrollIntoView({ block: 'nearest' });
    this.opened = details.open;
    this.app.redraw();
    if (!this.link) return;
    [this.link, this.said] = ['', ''];
    this.app.redraw();
  }

  /** Saves the board as it is seen now, with its layer. */
  picture() {
    const seen = /** @type {SVGSVGElement | null} */ (document.querySelector('.board > svg'));
    if (!seen) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([portrait(seen)], { type: 'image/svg+xml' }));
    link.download = `${this.id}.svg`;
    link.click();
    // Not before the browser has it.
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  async copy() {
    try {
      this.link = await api.fileText(this.id, 'hexworld');
      await navigator.clipboard.writeText(this.link);
      this.said = t('page-copied');
    } catch (error) {
      // Without leave to use the clipboard the link is there to be taken.
      this.said = error instanceof api.Refusal ? say(error.text) : '';
    }
    this.app.announce(this.said);
    this.app.redraw();
  }
}

/** Opens files and links: each becomes a game here. */
export class Opener {
  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {Text | null} */
    this.trouble = null;
    /** A game that is open but for what could not be kept of it. @type {{id: string, left_out: Text} | null} */
    this.arrived = null;
    this.typed = '';
    /** What is dropped onto the page. */
    this.drop = dropped((file) => this.read(file));
  }

  view() {
    return h(
      'section',
      { class: 'box opener', key: 'opener' },
      h('h2', { class: 't' }, t('page-open')),
      h('p', { class: 'small soft', id: 'open-about' }, t('page-open-about')),
      h(
        'label',
        { class: 'btn wide' },
        icon('up'),
        t('page-open-choose'),
        h('input', {
          class: 'sr',
          type: 'file',
          id: 'open-file',
          'aria-describedby': 'open-about',
          accept: this.endings(),
          onchange: (/** @type {Event} */ event) => {
            const input = /** @type {HTMLInputElement} */ (event.target);
            const file = input.files?.[0];
            if (file) void this.read(file);
            input.value = '';
          },
        }),
      ),
      h(
        'form',
        {
          class: 'row',
          onsubmit: (/** @type {Event} */ event) => {
            event.preventDefault();
            if (this.typed.trim()) void this.open(this.typed);
          },
        },
        h('input', {
          class: 'n words',
          id: 'open-link',
          'aria-label': t('page-open-link'),
          placeholder: t('page-open-link'),
          value: this.typed,
          oninput: (/** @type {Event} */ event) => {
            this.typed = /** @type {HTMLInputElement} */ (event.target).value;
          },
        }),
        h('button', { class: 'btn' }, t('page-open-go')),
      ),
      this.trouble &&
        h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, say(this.trouble))),
      this.arrived &&
        h(
          'div',
          { class: 'note warn', role: 'status' },
          icon('info'),
          h(
            'span',
            null,
            h('b', null, t('page-open-done')),
            ' ',
            say(this.arrived.left_out),
            ' ',
            h('a', { href: `#/game/${this.arrived.id}` }, t('page-go-on')),
          ),
        ),
    );
  }

  /** What files that can be opened end in. */
  endings() {
    const formats = this.app.kinds.flatMap((kind) => kind.formats).filter((format) => !['svg', 'png'].includes(format));
    return [...new Set([...formats, 'hsgf', 'txt', 'gdl', 'kif'])].map((format) => `.${format}`).join();
  }

  /** What came of opening a file is to be seen, wherever the file was let go. */
  tell() {
    this.app.redraw();
    requestAnimationFrame(() => document.querySelector('.opener .note')?.scrollIntoView({ block: 'nearest' }));
  }

  /** @param {File} file */
  async read(file) {
    if (file.size > MOST) return this.refuse({ id: 'file-too-large', args: { most: MOST / 1e6 } });
    let bytes;
    try {
      bytes = await file.arrayBuffer();
    } catch {
      // A folder, or a file that is gone.
      return this.refuse({ id: 'file-unknown' });
    }
    await this.open(decoded(bytes));
  }

  /** @param {string} text */
  async open(text) {
    [this.trouble, this.arrived] = [null, null];
    if (this.describe(text)) return;
    try {
      const { id, left_out } = await api.open(text);
      if (left_out) this.arrived = { id, left_out };
      else location.hash = `#/game/${id}`;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = error.text;
    }
    this.tell();
  }

  /** A description of a game is not a game to go on with but one to begin. @param {string} text */
  describe(text) {
    const kind = this.app.kinds.find(({ options }) => options.some(({ type }) => type === 'text'));
    const key = kind?.options.find(({ type }) => type === 'text');
    if (!kind || !key || !/\(\s*role\s/i.test(text)) return false;
    new Wish(kind).change({ options: { [key.name]: text } });
    location.hash = `#/new/${kind.name}`;
    return true;
  }

  /** @param {Text} why */
  refuse(why) {
    [this.trouble, this.arrived] = [why, null];
    this.tell();
  }
}

/** Old files are in Latin-1. @param {ArrayBuffer} bytes */
function decoded(bytes) {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
