// A text with the errors in it marked where they are: beside the line and under the letter.
//
// Only the lines in sight are drawn, so that a file of any size can be scrolled.

import { h } from './dom.js';
import { say, t } from './words.js';

/** @import {Text, Wrong} from '../types.js' */

/** @typedef {Partial<Wrong> & {line: number, column: number, why?: Text}} Fault what is wrong with a line: what was found and expected there, or why */
/** @import {Child} from './dom.js' */

/** How long somebody rests before the text is looked at, in ms. */
export const REST = 250;

/** The height of a line in pixels, as in the style sheet. */
const LINE = 22;

export class Editor {
  /** @param {(text: string) => void} change @param {() => void} redraw */
  constructor(change, redraw) {
    this.change = change;
    this.redraw = redraw;
    this.text = '';
    this.lines = [''];
    this.scroll = { left: 0, top: 0, height: 480 };
    /** @type {HTMLTextAreaElement | null} */
    this.area = null;
    this.observer = new ResizeObserver(([entry]) => {
      if (Math.abs(entry.contentRect.height - this.scroll.height) < 1) return;
      this.scroll = { ...this.scroll, height: entry.contentRect.height };
      this.redraw();
    });
  }

  close() {
    this.observer.disconnect();
  }

  /** @param {string} text */
  set(text) {
    this.text = text;
    this.lines = text.split('\n');
  }

  /** Puts the cursor where an error is. @param {Fault} wrong */
  jump({ line, column }) {
    if (!this.area) return;
    const before = this.lines.slice(0, line - 1).reduce((sum, words) => sum + words.length + 1, 0);
    const letters = [...(this.lines[line - 1] ?? '')];
    const at = before + letters.slice(0, column - 1).join('').length;
    this.area.focus();
    this.area.setSelectionRange(at, Math.min(at + (letters[column - 1]?.length ?? 0), this.text.length));
    this.area.scrollTop = Math.max(0, (line - 1) * LINE - this.scroll.height / 3);
  }

  /** @param {Fault[]} errors @param {string} label */
  view(errors, label) {
    const first = Math.max(0, Math.floor(this.scroll.top / LINE));
    const last = Math.min(this.lines.length, first + Math.ceil(this.scroll.height / LINE) + 1);
    const seen = this.lines.slice(first, last).map((words, i) => ({ words, number: first + i + 1 }));
    const wrong = new Map(errors.map((error) => [error.line, error]));
    const shift = first * LINE - this.scroll.top;
    return h(
      'div',
      { class: 'editor', style: `--digits:${Math.max(2, String(this.lines.length).length)}` },
      h(
        'div',
        { class: 'gutter', 'aria-hidden': 'true' },
        h(
          'div',
          { style: `transform:translateY(${shift}px)` },
          seen.map(({ number }) =>
            h('div', { class: wrong.has(number) ? 'bad' : null }, wrong.has(number) ? `! ${number}` : number),
          ),
        ),
      ),
      h(
        'div',
        { class: 'sheet' },
        h(
          'pre',
          { 'aria-hidden': 'true', style: `transform:translate(${-this.scroll.left}px,${shift}px)` },
          seen.map(({ words, number }) => {
            const error = wrong.get(number);
            return h('div', { class: error ? 'bad' : null }, error ? marked(words, error) : `${words}\u200b`);
          }),
        ),
        h('textarea', {
          value: this.text,
          wrap: 'off',
          spellcheck: 'false',
          autocapitalize: 'off',
          autocomplete: 'off',
          'aria-label': label,
          'aria-invalid': errors.length ? 'true' : null,
          'aria-describedby': errors.length ? 'errors' : null,
          hook: (/** @type {HTMLTextAreaElement} */ area) => {
            this.area = area;
            this.observer.observe(area);
          },
          oninput: (/** @type {Event} */ event) => {
            this.set(/** @type {HTMLTextAreaElement} */ (event.target).value);
            this.change(this.text);
          },
          onscroll: (/** @type {Event} */ event) => {
            const { scrollLeft: left, scrollTop: top } = /** @type {HTMLTextAreaElement} */ (event.target);
            this.scroll = { ...this.scroll, left, top };
            this.redraw();
          },
        }),
      ),
    );
  }
}

/** A line with what is wrong in it underlined. @param {string} words @param {Fault} error @returns {Child[]} */
function marked(words, { column, found }) {
  const letters = [...words];
  const rest = letters.slice(column - 1).join('');
  // What is named, or else a whole word, is wrong as a whole; otherwise it is the one letter, or the
  // end of the line.
  const named = found ? say(found) : (/^\(?[^\s()]*/.exec(rest)?.[0] ?? '');
  const bad = named && rest.startsWith(named) ? named : (letters[column - 1] ?? '\u00a0');
  return [
    letters.slice(0, column - 1).join(''),
    h('mark', null, bad),
    rest ? rest.slice(bad.length) : '',
    '\u200b',
  ];
}

/** What is wrong, in a sentence. @param {Fault} error */
const what = (error) =>
  error.why ? say(error.why) : t('page-error-what', { found: error.found ?? '', expected: error.expected ?? '' });

/** Every error with its place; a press leads there. @param {Fault[]} errors @param {number} all @param {(error: Fault) => void} jump */
export const errorList = (errors, all, jump) =>
  h(
    'div',
    { class: 'errors', id: 'errors' },
    h('ul', null, [
      ...errors.map((error) =>
        h(
          'li',
          { key: `${error.line}` },
          h(
            'button',
            { type: 'button', onclick: () => jump(error) },
            h('b', { class: 'num' }, t('page-error-place', { line: error.line, column: error.column })),
            h('span', null, what(error)),
          ),
        ),
      ),
      all > errors.length &&
        h('li', { key: 'more', class: 'muted small' }, t('page-errors-more', { n: all - errors.length })),
    ]),
  );
