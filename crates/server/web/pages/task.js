// A board with something to be done on it: the program answers each move and says at once what went
// wrong. Lessons and puzzles are made of it.

import { legend, overlay } from '../analysis/layers.js';
import { Grid } from '../board/grid.js';
import { EMPTY, signs, tap } from '../board/hand.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { learnAll, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';

/** @import {App} from '../app.js' */
/** @import {IconName} from '../parts/icons.js' */
/** @import {Blackboard} from '../parts/wire.js' */

/** What was tried. @typedef {{moves: string[], attempt: number, touched?: {cells: number[], piece: number | null}}} Tried */

export class Task {
  /** @param {string} game @param {App} app */
  constructor(game, app) {
    this.app = app;
    this.game = game;
    this.attempt = 0;
    /** @type {Blackboard | null} */
    this.board = null;
    this.trouble = '';
    this.asking = 0;
    this.open = true;
    this.held = EMPTY;
    /** How many hints were asked for. */
    this.hinted = 0;
    /** The cell a piece is being carried over. */
    this.over = -1;
    const pointing = {
      touch: (/** @type {number} */ cell) => this.touch(cell),
      spoken: (/** @type {number} */ cell) => this.spoken(cell),
    };
    this.grid = new Grid(pointing, () => app.redraw());
  }

  /** How the task stands after some moves. @param {Tried} _tried @returns {Promise<Blackboard>} */
  answer(_tried) {
    throw new Error('whoever makes a task says who answers it');
  }

  /** What the board is called. */
  label() {
    return '';
  }

  /** Something has been answered. @param {Blackboard} _board */
  answered(_board) {}

  close() {
    this.open = false;
    this.grid.close();
  }

  redraw() {
    this.app.redraw();
  }

  /** @param {string[]} moves */
  async ask(moves) {
    const mine = ++this.asking;
    try {
      const [answer] = await Promise.all([this.answer({ moves, attempt: this.attempt }), learnAll()]);
      if (mine !== this.asking || !this.open) return;
      this.board = answer;
      this.held = EMPTY;
      // A board on which nothing is carried lets a finger scroll.
      const moving = answer.handles.some(({ kind }) => kind === 'path');
      const { pointing } = this.grid;
      pointing.stroke = moving ? (cell) => this.carry(cell) : undefined;
      pointing.end = moving ? () => this.put() : undefined;
      this.trouble = '';
      if (answer.says) this.app.announce(say(answer.says));
      else if (!moves.length) this.app.announce(say(answer.words));
      this.answered(answer);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (mine === this.asking) this.trouble = say(error.text);
    }
    this.redraw();
  }

  again() {
    this.attempt++;
    void this.ask([]);
  }

  help() {
    const hint = this.hints[this.hinted];
    if (!hint) return;
    this.hinted++;
    this.app.announce(say(hint));
    this.redraw();
  }

  /** What was played before the last decision. */
  before() {
    const { board } = this;
    if (!board) return [];
    const answered = board.answers && board.moves.length % 2 === (board.began ? 1 : 0);
    return board.moves.slice(0, answered ? -2 : -1);
  }

  played() {
    return Boolean(this.board && this.board.moves.length > (this.board.began ? 1 : 0));
  }

  back() {
    if (this.played()) void this.ask(this.before());
  }

  /** @param {number} cell */
  touch(cell) {
    const { board } = this;
    if (!board || board.standing !== 'open') return;
    const { name } = board.geometry.cells[cell];
    const answer = tap({ ...board, side: board.you }, this.held, cell);
    const tried = { cells: [...this.held.cells, cell], piece: null };
    this.held = 'hold' in answer ? answer.hold : EMPTY;
    this.trouble = '';
    if ('play' in answer) return void this.play(answer.play);
    const within = board.handles.every(({ kind }) => kind === 'tap');
    if ('no' in answer && !(board.answers && within)) return void this.explain(tried, t('page-no-move', { cell: name }));
    if ('no' in answer) this.refuse(answer.no === 'taken' ? t('page-cell-taken', { cell: name }) : t('lesson-outside'));
    this.redraw();
  }

  /** @param {number} cell */
  carry(cell) {
    this.over = cell;
  }

  put() {
    if (this.over >= 0 && this.held.cells.length) this.touch(this.over);
    this.over = -1;
  }

  /** @param {string} plies divided by spaces */
  play(plies) {
    return this.ask([...(this.board?.moves ?? []), ...plies.split(' ')]);
  }

  /** @param {string} words */
  refuse(words) {
    this.trouble = words;
    this.app.announce(words);
  }

  /** Says why what was tried is no move. @param {{cells: number[], piece: number | null}} touched @param {string} otherwise */
  async explain(touched, otherwise) {
    const mine = ++this.asking;
    let why = null;
    try {
      const moves = this.board?.moves ?? [];
      ({ why } = await this.answer({ moves, attempt: this.attempt, touched }));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
    }
    if (mine !== this.asking || !this.open) return;
    this.refuse(why ? say(why) : otherwise);
    this.redraw();
  }

  /** @param {number} cell */
  spoken(cell) {
    const { board } = this;
    if (!board) return '';
    const placed = board.picture.pieces.find((one) => one.cell === cell);
    return [
      board.geometry.cells[cell].name,
      placed ? say(board.geometry.pieces[placed.piece].name) : t('page-cell-empty'),
      board.last.includes(cell) && t('page-cell-last'),
      board.better.includes(cell) && t('page-lesson-better'),
      this.reachable().includes(cell) && t('page-lesson-free'),
    ]
      .filter(Boolean)
      .join(', ');
  }

  /** The cells one may play on, where they are not simply all that are empty. */
  reachable() {
    const { board } = this;
    if (!board) return [];
    const cells = board.handles.flatMap((handle) => (handle.kind === 'tap' ? handle.cells : []));
    return cells.length + board.picture.pieces.length < board.geometry.cells.length ? cells : [];
  }

  /** @returns {[string, IconName, string]} */
  news() {
    const { board, trouble } = this;
    if (trouble) return ['warn', 'info', trouble];
    if (!board) return ['', 'info', t('page-opening')];
    if (board.standing === 'done') return ['ok', 'check', say(board.says ?? board.words)];
    if (board.standing === 'lost') return ['warn', 'warn', board.says ? say(board.says) : t('page-lesson-lost')];
    if (board.says) return ['', 'info', say(board.says)];
    const happened = board.picture.notes?.find((note) => note.tone === 'news');
    if (happened && board.moves.length) return ['', 'info', say(happened.text)];
    return ['', 'info', t('page-lesson-turn')];
  }

  /** @param {Blackboard} shown */
  stage(shown) {
    const { geometry, picture, layer, last, better, handles } = shown;
    const drawn =
      layer && !this.played()
        ? overlay(layer, {
            geometry,
            handles,
            taken: picture.pieces.map(({ cell }) => cell),
            figures: 'none',
            turn: this.grid.turn,
            scale: this.grid.scale(geometry, 0),
          })
        : undefined;
    return this.grid.view(
      {
        geometry,
        picture,
        last,
        overlay: drawn,
        band: drawn ? [] : this.reachable(),
        selected: [...better, ...this.held.cells.slice(-1)],
        signs: shown.standing === 'open' ? signs(handles, this.held) : undefined,
        label: this.label(),
      },
      false,
      this.game,
    );
  }

  /** The hints there are; once the idea is found, it is told anyway. */
  get hints() {
    return this.board?.standing === 'done' ? [] : (this.board?.hints ?? []);
  }

  /** What is to be done. */
  telling() {
    const { board } = this;
    return h(
      'section',
      { class: 'sec' },
      board && h('p', { class: 'telling' }, say(board.words)),
      board?.layer && !this.played() && h('div', { class: 'legend' }, legend(board.layer, board.geometry)),
    );
  }

  /** Whose task it is, and what came of what was done. */
  status() {
    const { board, hints } = this;
    const [tone, sign, words] = this.news();
    const you = board?.you && board.geometry.sides[board.you === 'first' ? 0 : 1];
    const offers = (board?.handles ?? []).filter((handle) => handle.kind === 'press');
    return h(
      'section',
      { class: 'sec status' },
      you &&
        board &&
        h(
          'p',
          { class: 'row small soft' },
          pieceIcon(board.geometry, you.piece, 'pip', this.grid.turn),
          t('page-lesson-you', { side: you.name }),
        ),
      !(offers.some(({ about }) => about) && sign === 'info' && !this.trouble) &&
        h('div', { class: `note ${tone}` }, icon(sign), h('span', null, words)),
      hints.slice(0, this.hinted).map((hint) => h('div', { class: 'note hint' }, icon('lamp'), h('span', null, say(hint)))),
      offers.map((handle) =>
        h(
          'div',
          { class: 'offer' },
          handle.about && h('p', null, say(handle.about)),
          button(handle.about ? 'again' : 'check', say(handle.button), { onclick: () => void this.play(handle.ply) }),
        ),
      ),
    );
  }

  /** Back a move, and back to the beginning; a hint, as long as there is another. */
  ways() {
    const { hints, hinted } = this;
    const can = this.played() ? {} : { disabled: true, title: t('page-undo-when') };
    return [
      button('undo', t('page-undo'), {
        onclick: () => this.back(),
        class: this.board?.standing === 'lost' ? 'main' : '',
        ...can,
      }),
      button('again', t('page-lesson-again'), { onclick: () => this.again(), ...can }),
      hints.length > 0 &&
        button('lamp', t('page-hint'), {
          onclick: () => this.help(),
          ...(hinted < hints.length ? {} : { disabled: true, title: t('page-lesson-hinted') }),
        }),
    ];
  }
}
