// The board editor: any position that a game leads to can be set up here and played on from; of any
// other it is said, at once, why no game leads there, or that none does where it can be played on from
// all the same.

import { Grid } from '../board/grid.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { isFile } from '../parts/files.js';
import { seg } from '../parts/form.js';
import { icon } from '../parts/icons.js';
import { keep } from '../parts/store.js';
import { say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { Wish } from '../play/wish.js';

/** @import {App, Page} from '../app.js' */
/** @import {Child} from '../parts/dom.js' */
/** @import {GameKind, Placed, Side} from '../types.js' */
/** @import {Laid} from '../parts/wire.js' */

/** What the hand lays down: a piece, nothing, or whatever comes next after what stands there. @typedef {number | 'none' | 'next'} Tool */

/** How long the pieces rest before they are looked at, in ms. */
const REST = 100;
/** How many boards can be gone back to. */
const PAST = 100;

/** @param {GameKind} kind @param {string} text a position to begin with @param {App} app @returns {Page} */
export const setupPage = (kind, text, app) => new SetupPage(kind, text, app);

/** @implements {Page} */
class SetupPage {
  /** @param {GameKind} kind @param {string} text @param {App} app */
  constructor(kind, text, app) {
    this.kind = kind;
    this.app = app;
    this.wish = new Wish(kind);
    this.geometry = kind.geometry;
    /** What stands where, by cell. @type {Map<number, number>} */
    this.board = new Map();
    /** The boards before, the last one last. @type {Map<number, number>[]} */
    this.past = [];
    /** @type {Tool} */
    this.tool = 'next';
    /** What a stroke lays down. @type {number | undefined} */
    this.laying = undefined;
    /** The board before the stroke. @type {Map<number, number> | null} */
    this.before = null;
    /** @type {Side} */
    this.side = 'first';
    /** @type {Laid | null} */
    this.laid = null;
    this.trouble = '';
    this.copied = false;
    this.open = true;
    this.asking = 0;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    this.grid = this.hands();
    void this.ask({ text });
  }

  title() {
    return t('page-setup');
  }

  close() {
    this.open = false;
    clearTimeout(this.timer);
    this.grid.close();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== 'u') return false;
    this.undo();
    return true;
  }

  /** Asks what a board is. @param {object} question */
  async ask(question) {
    const mine = ++this.asking;
    try {
      const { options } = this.wish.asked();
      const answer = await api.setUp({ game: this.kind.name, options, ...question });
      if (mine !== this.asking || !this.open) return;
      const was = this.laid?.refused?.id;
      this.laid = answer;
      this.trouble = '';
      if (answer.refused && answer.refused.id !== was) this.app.announce(say(answer.refused));
      if (answer.position) {
        ({ geometry: this.geometry, side: this.side } = answer.position);
        this.board = new Map(answer.position.picture.pieces.map(({ cell, piece }) => [cell, piece]));
      }
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (mine === this.asking) this.trouble = say(error.text);
    }
    this.app.redraw();
  }

  /** Asks about the board as it is now, once the hand rests. */
  check() {
    this.copied = false;
    clearTimeout(this.timer);
    // What is on its way is about another board.
    this.asking++;
    this.timer = setTimeout(() => void this.ask({ pieces: [...this.board], side: this.side }), REST);
    this.app.redraw();
  }

  /** @param {number} cell @param {number | undefined} piece */
  put(cell, piece) {
    this.board = new Map(this.board);
    if (piece === undefined) this.board.delete(cell);
    else this.board.set(cell, piece);
    this.app.announce(this.spoken(cell));
    this.check();
  }

  remember(was = this.board) {
    this.past = [...this.past.slice(1 - PAST), was];
  }

  undo() {
    const was = this.past.pop();
    if (!was) return;
    this.board = was;
    this.check();
  }

  clear() {
    this.remember();
    this.board = new Map();
    this.check();
  }

  /** What comes after what stands on a cell. @param {number} cell */
  next(cell) {
    const piece = this.board.get(cell);
    const after = piece === undefined ? 0 : piece + 1;
    return after < this.geometry.pieces.length ? after : undefined;
  }

  /** @param {number} cell */
  spoken(cell) {
    const piece = this.board.get(cell);
    const stands = piece === undefined ? t('page-cell-empty') : say(this.geometry.pieces[piece].name);
    return `${this.geometry.cells[cell].name}, ${stands}`;
  }

  /** What hands and keys do to the board. */
  hands() {
    return new Grid(
      {
        touch: (cell) => {
          const { tool } = this;
          this.before = this.board;
          this.laying = tool === 'next' ? this.next(cell) : tool === 'none' ? undefined : tool;
          this.put(cell, this.laying);
        },
        stroke: (cell) => this.put(cell, this.laying),
        end: () => {
          if (this.before && this.before !== this.board) this.remember(this.before);
          this.before = null;
        },
        key: (cell, key) => {
          const piece = Number(key) - 1;
          const wipes = key === 'Delete' || key === 'Backspace' || key === '0';
          if (!wipes && !(piece >= 0 && piece < this.geometry.pieces.length)) return false;
          this.remember();
          this.put(cell, wipes ? undefined : piece);
          return true;
        },
        spoken: (cell) => this.spoken(cell),
      },
      () => this.app.redraw(),
    );
  }

  /** Goes on with the position: to a game, to its analysis, to a text of rules. @param {'play' | 'analyse' | 'rules'} what */
  async go(what) {
    const position = this.laid?.text ?? '';
    if (what === 'play') location.hash = `#/new/${this.kind.name}/${encodeURIComponent(position)}`;
    else if (what === 'rules') {
      keep('rules-position', { position, moves: [] });
      location.hash = '#/rules';
    } else {
      try {
        const view = await api.begin({ ...this.wish.asked(position), first: 'human', second: 'human' });
        keep('analysing', true);
        location.hash = `#/game/${view.id}`;
      } catch (error) {
        if (!(error instanceof api.Refusal)) throw error;
        this.trouble = say(error.text);
        this.app.redraw();
      }
    }
  }

  async copy() {
    try {
      await navigator.clipboard.writeText(this.laid?.text ?? '');
      this.copied = true;
      this.app.announce(t('page-copied'));
    } catch {
      // Without leave to use the clipboard the text is at least selected.
      const field = /** @type {HTMLInputElement | null} */ (document.getElementById('setup-text'));
      field?.select();
    }
    this.app.redraw();
  }

  view() {
    const { kind, geometry, laid } = this;
    const good = Boolean(laid?.position && !laid.position.outcome && !this.trouble);
    /** @type {Placed[]} */
    const pieces = [...this.board].map(([cell, piece]) => ({ cell, piece }));
    return h(
      'div',
      { class: 'view setup', 'data-good': String(good) },
      h(
        'div',
        { class: 'stage' },
        this.grid.view(
          {
            geometry,
            picture: { pieces, winning: laid?.position?.picture.winning },
            label: t('page-setup-board', { game: { id: `game-${kind.name}` } }),
          },
          false,
          kind.name,
        ),
      ),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('page-setup') },
        h(
          'div',
          { class: 'scrolls' },
          h(
            'section',
            { class: 'sec' },
            h('h1', null, t('page-setup')),
            h('p', { class: 'small soft' }, t('page-setup-about')),
          ),
          h('section', { class: 'sec' }, this.tools(), this.mover()),
          h('section', { class: 'sec status' }, this.status()),
          h('section', { class: 'sec' }, this.written()),
        ),
        this.foot(good),
      ),
    );
  }

  /** What the hand lays down. */
  tools() {
    const { geometry } = this;
    /** @type {[Tool, Child[]][]} */
    const all = [
      ['next', [icon('again'), t('page-setup-next')]],
      ...geometry.pieces.map(
        ({ name }, i) => /** @type {[Tool, Child[]]} */ ([i, [pieceIcon(geometry, i, 'pip'), say(name)]]),
      ),
      ['none', [icon('bin'), t('page-setup-none')]],
    ];
    const take = (/** @type {Tool} */ tool) => {
      this.tool = tool;
      this.app.redraw();
    };
    return h(
      'div',
      { class: 'hands', role: 'group', 'aria-label': t('page-setup-hand') },
      all.map(([one, words]) =>
        h(
          'button',
          { type: 'button', class: 'btn', 'aria-pressed': String(one === this.tool), onclick: () => take(one) },
          words,
        ),
      ),
    );
  }

  /** Whose turn it is, where that can be chosen. */
  mover() {
    if (!this.kind.setup?.side) return null;
    const choose = (/** @type {Side} */ side) => {
      this.side = side;
      this.check();
    };
    return h(
      'div',
      { class: 'field' },
      h('span', null, t('page-setup-mover')),
      seg(
        [
          ['first', say(this.geometry.sides[0].name)],
          ['second', say(this.geometry.sides[1].name)],
        ],
        this.side,
        choose,
        t('page-setup-mover'),
      ),
    );
  }

  /** Whether it is a position that a game leads to. */
  status() {
    const { laid, geometry } = this;
    if (this.trouble) return note('bad', 'warn', this.trouble);
    if (!laid) return note('', 'info', t('page-opening'));
    if (laid.refused) return note('warn', 'warn', say(laid.refused));
    const outcome = laid.position?.outcome;
    if (outcome) return note('', 'cup', t('page-setup-over', { reason: outcome.reason }));
    const mover = geometry.sides[this.side === 'first' ? 0 : 1];
    // What is said of no cell is said of the whole board.
    const strange = (laid.position?.picture.notes ?? []).find(({ tone, cells }) => tone === 'info' && !cells.length);
    if (strange) return note('', 'info', `${say(strange.text)} ${t('page-setup-turn', { side: mover.name })}`);
    return note('ok', 'check', t('page-setup-good', { side: mover.name }));
  }

  /** The position as text, to be read and written. */
  written() {
    return h(
      'div',
      { class: 'written' },
      h('label', { for: 'setup-text', class: 'small soft' }, t('page-setup-text')),
      h(
        'div',
        { class: 'row' },
        h('input', {
          id: 'setup-text',
          class: 'n words',
          autocomplete: 'off',
          spellcheck: 'false',
          value: this.laid?.text ?? '',
          onchange: (/** @type {Event} */ event) => {
            this.remember();
            clearTimeout(this.timer);
            void this.ask({ text: /** @type {HTMLInputElement} */ (event.target).value });
          },
        }),
        button('list', t(this.copied ? 'page-copied' : 'page-copy'), { onclick: () => void this.copy() }),
      ),
    );
  }

  /** What can be done. @param {boolean} good whether there is a position to go on with */
  foot(good) {
    const can = good ? {} : { disabled: true, title: t('page-setup-when') };
    const undone = (/** @type {number} */ n) => (n ? {} : { disabled: true, title: t('page-setup-undo-when') });
    const rules = this.kind.players.some(({ keys }) => keys.some(isFile));
    return h(
      'div',
      { class: 'foot' },
      h(
        'div',
        { class: 'acts' },
        button('undo', t('page-undo'), { onclick: () => this.undo(), ...undone(this.past.length) }),
        button('bin', t('page-setup-clear'), { onclick: () => this.clear(), ...undone(this.board.size) }),
        button('eye', t('page-analyse'), { onclick: () => void this.go('analyse'), ...can }),
        rules && button('edit', t('page-rules'), { onclick: () => void this.go('rules'), ...can }),
      ),
      button('play', t('page-setup-play'), { class: 'main wide', onclick: () => void this.go('play'), ...can }),
    );
  }
}

/** @param {string} tone @param {import('../parts/icons.js').IconName} name @param {string} words */
const note = (tone, name, words) => h('div', { class: `note ${tone}` }, icon(name), h('span', null, words));
