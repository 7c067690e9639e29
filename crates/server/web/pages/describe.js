// The field in which a game is described: its text, what is wrong in it marked while it is typed, and
// beside it the game's own board, or what holds at its beginning where it has none.

import { thumbnail } from '../board/board.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { dropped, h } from '../parts/dom.js';
import { Editor, errorList, REST } from '../parts/editor.js';
import { usual } from '../parts/form.js';
import { dots, icon } from '../parts/icons.js';
import { say, t } from '../parts/words.js';

/** @import {Fault} from '../parts/editor.js' */
/** @import {Key, Text} from '../types.js' */
/** @import {Stands} from '../parts/wire.js' */

/** After so many milliseconds it is said that the text is still being read: some take seconds. */
const SLOW = 400;

export class Description {
  /**
   * @param {string} game
   * @param {Key} key the option that holds the text
   * @param {string | undefined} text as it was left
   * @param {(text: string) => void} change
   * @param {() => void} redraw
   */
  constructor(game, key, text, change, redraw) {
    this.game = game;
    this.key = key;
    this.redraw = redraw;
    /** What the text last described. @type {Stands | null} */
    this.stands = null;
    /** Why the text as it is now describes no game. @type {Text | null} */
    this.refused = null;
    this.trouble = '';
    /** The question what the text describes, while it is open; whoever hangs up ends the reading. @type {AbortController | null} */
    this.reading = null;
    /** Whether the answer takes its time. */
    this.slow = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.editor = new Editor((words) => {
      change(words);
      clearTimeout(this.timer);
      this.timer = setTimeout(() => void this.check(), REST);
    }, redraw);
    this.change = change;
    this.editor.set(text ?? usual(key));
    void this.check();
  }

  close() {
    const { reading } = this;
    this.reading = null;
    reading?.abort();
    clearTimeout(this.timer);
    this.editor.close();
  }

  /** Asks what the text describes. */
  async check() {
    this.reading?.abort();
    const reading = new AbortController();
    [this.reading, this.slow] = [reading, false];
    const slow = setTimeout(() => {
      this.slow = true;
      this.redraw();
    }, SLOW);
    const answer = await this.ask(reading.signal);
    clearTimeout(slow);
    // Only the answer to the last question counts.
    if (reading !== this.reading) return;
    [this.reading, this.slow] = [null, false];
    Object.assign(this, answer);
    this.redraw();
  }

  /** @param {AbortSignal} signal @returns {Promise<Partial<Pick<Description, 'stands' | 'refused' | 'trouble'>>>} */
  async ask(signal) {
    const options = this.editor.text.trim() ? { [this.key.name]: this.editor.text } : {};
    try {
      const { refused, position } = await api.setUp({ game: this.game, options, text: '' }, signal);
      return { refused, trouble: '', stands: position ?? this.stands };
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      return signal.aborted ? { refused: { id: 'gdl-stopped' }, trouble: '' } : { trouble: say(error.text) };
    }
  }

  /** The text of a file. @param {File | undefined} file */
  async read(file) {
    if (!file) return;
    const text = (await file.text()).replace(/^\ufeff/, '').replaceAll('\r\n', '\n');
    this.editor.set(text);
    this.change(text);
    await this.check();
  }

  /** What is wrong at a place of the text. @returns {Fault[]} */
  get errors() {
    const { line, column, why } = this.refused?.args ?? {};
    return typeof line === 'number' && typeof column === 'number' && typeof why === 'object'
      ? [{ line, column, why }]
      : [];
  }

  view() {
    const label = t(this.key.help);
    const { errors } = this;
    return h(
      'div',
      { class: 'field whole describing', ...dropped((file) => this.read(file)) },
      h(
        'div',
        { class: 'row between' },
        h('span', { class: 'label' }, label, h('small', null, t('page-described-how'))),
        h(
          'label',
          { class: 'btn upload' },
          icon('up'),
          t('page-open-choose'),
          h('input', {
            class: 'sr',
            type: 'file',
            accept: '.gdl,.kif,.txt',
            onchange: async (/** @type {Event} */ event) => {
              const input = /** @type {HTMLInputElement} */ (event.target);
              await this.read(input.files?.[0]);
              input.value = '';
            },
          }),
        ),
      ),
      h(
        'div',
        { class: 'described' },
        h('div', { class: 'text' }, this.editor.view(errors, label), this.verdict(errors)),
        this.preview(),
      ),
    );
  }

  /** What came of reading the text: always there, so that nothing jumps. @param {Fault[]} errors */
  verdict(errors) {
    if (this.slow)
      return h(
        'div',
        { class: 'read', role: 'status' },
        h(
          'div',
          { class: 'note' },
          dots(),
          h('span', null, t('page-described-reading')),
          h(
            'button',
            { type: 'button', class: 'btn plain', onclick: () => this.reading?.abort() },
            icon('stop'),
            t('page-stop'),
          ),
        ),
      );
    const bad = this.trouble || (this.refused && say(this.refused));
    return h(
      'div',
      { class: 'read', role: 'status' },
      errors.length > 0 && !this.trouble
        ? errorList(errors, errors.length, (error) => this.editor.jump(error))
        : h(
            'div',
            { class: `note ${bad ? 'bad' : 'ok'}` },
            icon(bad ? 'warn' : 'check'),
            h('span', null, bad || t('page-described-right')),
          ),
    );
  }

  /** The game's own board and sides, or what holds at its beginning. */
  preview() {
    if (!this.stands) return h('div', { class: 'preview' });
    const { geometry, picture } = this.stands;
    // A game without a board has a blank sheet: one cell.
    const board = geometry.cells.length > 1;
    return h(
      'div',
      { class: `preview${this.refused ? ' before' : ''}`, role: 'group', 'aria-label': t('page-described') },
      h(
        'small',
        { role: 'status' },
        t(this.refused ? 'page-described-before' : board ? 'page-described' : 'page-described-facts'),
      ),
      board && thumbnail(geometry, picture),
      geometry.sides.map((side) =>
        h('span', { class: 'row' }, pieceIcon(geometry, side.piece, 'pip'), say(side.name)),
      ),
      (picture.notes ?? []).map(({ text }) => h('small', null, say(text))),
    );
  }
}
