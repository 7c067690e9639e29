// The page of a file of rules: its text with every error marked, and beside it a board that shows
// what the rules say of a position.

import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { Editor, errorList, REST } from '../parts/editor.js';
import { fileAddress, fileOptions, isFile, Shelf } from '../parts/files.js';
import { icon } from '../parts/icons.js';
import { keep, kept } from '../parts/store.js';
import { language, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Wish } from '../play/wish.js';
import { ReportBoard } from './report.js';

/** @import {App, Page} from '../app.js' */
/** @import {Report} from '../parts/wire.js' */

/** A draft longer than this is not kept in the browser. */
const DRAFT = 200_000;

/** @param {string} asked the file's name; none is the one last looked at @param {App} app @returns {Page} */
export const rulesPage = (asked, app) => new RulesPage(asked || kept('rules-last', '@rules'), app);

/** @implements {Page} */
class RulesPage {
  /** @param {string} name @param {App} app */
  constructor(name, app) {
    this.app = app;
    this.name = name;
    this.fresh = name === NEW;
    const redraw = () => app.redraw();
    this.shelf = new Shelf(redraw);
    /** As it is kept on the server; null until it is known. @type {string | null} */
    this.stored = null;
    this.called = this.usual;
    this.trouble = '';
    this.said = '';
    this.doomed = false;
    this.open = true;
    /** @type {Report | null} */
    this.report = null;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.asking = 0;
    this.board = new ReportBoard(() => void this.check(), redraw);
    this.editor = new Editor((text) => {
      this.said = '';
      keep(`draft-${this.name}`, text === this.stored || text.length > DRAFT ? null : text);
      this.soon();
      redraw();
    }, redraw);
    void this.load();
  }

  title() {
    return this.fresh ? t('page-file-new') : this.name;
  }

  close() {
    this.open = false;
    clearTimeout(this.timer);
    this.editor.close();
    this.board.close();
  }

  key() {
    return false;
  }

  /** Whether the file is there for everybody, and cannot be changed. */
  get builtIn() {
    return this.name.startsWith('@');
  }

  /** What the file is called as long as nobody calls it otherwise. */
  get usual() {
    return this.fresh || this.builtIn ? '' : this.name;
  }

  redraw() {
    this.app.redraw();
  }

  async check() {
    const mine = ++this.asking;
    try {
      const answer = await api.report({ text: this.editor.text, ...this.board.question });
      // Only the answer to the last question counts.
      if (mine !== this.asking || !this.open) return;
      if (this.report && answer.wrong !== this.report.wrong) this.app.announce(verdict(answer));
      this.report = answer;
      this.trouble = '';
      this.board.receive(answer);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (mine === this.asking) this.trouble = say(error.text);
    }
    this.redraw();
  }

  soon() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.check(), REST);
  }

  async load() {
    void this.shelf.load();
    try {
      const text = this.fresh ? '' : (await api.readFile(this.name, language())).text;
      this.stored = text.replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
      if (!this.fresh) keep('rules-last', this.name);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
      keep('rules-last', '@rules');
      this.redraw();
      return;
    }
    if (!this.open) return;
    this.editor.set(kept(`draft-${this.name}`, null) ?? this.stored);
    await this.check();
    this.redraw();
  }

  dirty() {
    const { stored, editor, called, name } = this;
    return stored !== null && (editor.text !== stored || (called !== '' && called !== name));
  }

  async save() {
    const wanted = this.called.trim() || suggestion(this.name, this.shelf);
    try {
      const own = this.usual !== '';
      const entry = await api.saveFile(wanted, this.editor.text, own ? this.name : null);
      keep(`draft-${this.name}`, null);
      this.trouble = '';
      this.app.announce(t('page-file-saved', { name: entry.name }));
      if (entry.name !== this.name) {
        location.hash = fileAddress(entry.name);
        return;
      }
      this.stored = this.editor.text;
      this.said = t('page-file-saved', { name: entry.name });
      void this.shelf.load();
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
      this.app.announce(this.trouble);
    }
    this.redraw();
  }

  async remove() {
    if (!this.doomed) {
      this.doomed = true;
      this.app.announce(t('page-resign-sure'));
      this.redraw();
      return;
    }
    try {
      await api.deleteFile(this.name);
      keep(`draft-${this.name}`, null);
      this.app.announce(t('page-file-deleted', { name: this.name }));
      location.hash = fileAddress('@rules');
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
    }
    this.redraw();
  }

  async upload(/** @type {Event} */ event) {
    const input = /** @type {HTMLInputElement} */ (event.target);
    const file = input.files?.[0];
    if (!file) return;
    this.editor.set((await file.text()).replace(/^\ufeff/, '').replaceAll('\r\n', '\n'));
    if (!this.called) this.called = file.name.replace(/\.[^.]*$/, '').slice(0, 60);
    input.value = '';
    this.said = '';
    await this.check();
  }

  download() {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([this.editor.text], { type: 'text/plain' }));
    link.download = `${(this.called || this.name).replace(/^@/, '')}.txt`;
    link.click();
    URL.revokeObjectURL(link.href);
  }

  discard() {
    keep(`draft-${this.name}`, null);
    this.editor.set(this.stored ?? '');
    this.called = this.usual;
    void this.check();
    this.redraw();
  }

  /** A game against these rules. */
  play() {
    const kind = this.app.kinds.find((one) => one.name === this.shelf.game);
    const wish = kind && new Wish(kind);
    const able = wish?.machines.filter(({ keys }) => keys.some(isFile)) ?? [];
    // The player that is named after the language lives by nothing but its file.
    const machine = able.find(({ name, keys }) => keys.some(({ language }) => language === name)) ?? able[0];
    if (!wish || !machine) return;
    wish.change({ mode: 'machine', players: [machine.name, wish.choice.players[1]] });
    for (const key of machine.keys.filter(isFile)) wish.follow(0, key, this.name);
    location.hash = `#/new/${this.shelf.game}`;
  }

  tools() {
    return h(
      'div',
      { class: 'tools-row' },
      h(
        'select',
        {
          'aria-label': t('page-file-open'),
          value: this.fresh ? '' : this.name,
          onchange: (/** @type {Event} */ event) => {
            location.hash = fileAddress(/** @type {HTMLSelectElement} */ (event.target).value);
          },
        },
        this.fresh && h('option', { value: '' }, t('page-file-new')),
        fileOptions(
          this.shelf,
          this.fresh ? '' : this.name,
          this.shelf.builtIn.map((entry) => entry.name),
        ),
      ),
      h('a', { class: 'btn', href: fileAddress(NEW) }, icon('plus'), h('span', null, t('page-file-new'))),
      h(
        'label',
        { class: 'btn upload' },
        icon('up'),
        h('span', null, t('page-file-upload')),
        h('input', {
          type: 'file',
          class: 'sr',
          accept: '.txt,text/plain',
          onchange: (/** @type {Event} */ event) => void this.upload(event),
        }),
      ),
      button('down', t('page-file-download'), { onclick: () => this.download() }),
      button('play', t('page-play'), {
        onclick: () => this.play(),
        ...(this.report && !this.report.wrong && !this.dirty() ? {} : { disabled: true, title: t('page-file-play-when') }),
      }),
      this.usual !== '' &&
        button('bin', t(this.doomed ? 'page-resign-sure' : 'page-delete-sure'), {
          class: `danger${this.doomed ? ' sure' : ''}`,
          onclick: () => void this.remove(),
        }),
    );
  }

  saver() {
    return h(
      'form',
      {
        class: 'saver',
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          void this.save();
        },
      },
      h('label', { for: 'file-name', class: 'small soft' }, t('page-file-name')),
      h('input', {
        id: 'file-name',
        class: 'n words',
        autocomplete: 'off',
        spellcheck: 'false',
        maxlength: 60,
        placeholder: suggestion(this.name, this.shelf),
        value: this.called,
        oninput: (/** @type {Event} */ event) => {
          this.called = /** @type {HTMLInputElement} */ (event.target).value;
          this.redraw();
        },
      }),
      h(
        'button',
        {
          type: 'submit',
          class: 'btn main',
          disabled: !this.dirty() && !this.builtIn,
          title: this.dirty() ? null : t('page-file-save-when'),
        },
        icon('check'),
        h('span', null, t(this.builtIn ? 'page-file-copy' : 'page-file-save')),
      ),
      this.dirty() && button('undo', t('page-file-discard'), { class: 'plain', onclick: () => this.discard() }),
      h('span', { class: 'small soft', role: 'status' }, this.dirty() ? t('page-file-unsaved') : this.said),
    );
  }

  view() {
    const { report } = this;
    return h(
      'div',
      { class: 'rules' },
      h(
        'section',
        { class: 'writing', 'aria-label': t('page-rules-text') },
        h('div', { class: 'row between' }, h('h1', null, t('page-rules')), this.tools()),
        this.trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, this.trouble)),
        this.stored !== null && [
          this.saver(),
          this.editor.view(report?.errors ?? [], t('page-rules-text')),
          report &&
            h(
              'div',
              { class: `note ${report.wrong ? 'warn' : 'ok'}`, 'data-wrong': report.wrong },
              icon(report.wrong ? 'warn' : 'check'),
              h('span', null, verdict(report)),
            ),
          report && report.wrong > 0 && errorList(report.errors, report.wrong, (error) => this.editor.jump(error)),
          h('details', { class: 'language' }, h('summary', null, t('page-rules-help')), help()),
        ],
      ),
      h(
        'section',
        { class: 'judging', 'aria-label': t('page-rules-report') },
        this.board.view(this.app.kinds.find((kind) => kind.name === this.shelf.game)),
      ),
    );
  }
}

/** The address of a file that is not there yet. */
const NEW = '@new';

/** A name that is free. @param {string} name @param {Shelf} shelf */
function suggestion(name, shelf) {
  const base = name === NEW ? t('page-file-mine') : name.replace(/^@/, '');
  const taken = new Set((shelf.own ?? []).map((entry) => entry.name));
  for (let n = 1; ; n++) {
    const free = n === 1 ? base : `${base} ${n}`;
    if (!taken.has(free)) return free;
  }
}

/** What came of reading the text, in a sentence. @param {Report} report */
const verdict = ({ rules, wrong }) =>
  wrong ? t('page-rules-wrong', { wrong, rules }) : t('page-rules-right', { rules });

/** The language in short. */
const help = () =>
  h(
    'div',
    { class: 'small soft' },
    h('p', null, t('page-rules-form')),
    h(
      'dl',
      { class: 'signs' },
      ['O', 'X', '_', 'z', 'I', 'E', '?', '#', '='].map((sign, i) =>
        h('div', null, h('dt', null, h('kbd', null, sign)), h('dd', null, t(`page-sign-${i + 1}`))),
      ),
    ),
    h('p', null, t('page-rules-more')),
  );
