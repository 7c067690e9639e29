// A lesson: a board with words beside it, on which the program answers and says at once what went
// wrong.

import { legend, overlay } from '../analysis/layers.js';
import { Grid } from '../board/grid.js';
import { EMPTY, signs, tap } from '../board/hand.js';
import { pieceIcon } from '../board/shapes.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { learnAll, say, t } from '../parts/words.js';
import { button } from '../play/panel.js';
import { address, learn } from './learn.js';

/** @import {App, Page} from '../app.js' */
/** @import {IconName} from '../parts/icons.js' */
/** @import {GameKind} from '../types.js' */
/** @import {Blackboard} from '../parts/wire.js' */

/** @param {GameKind} kind @param {string} id @param {App} app @returns {Page} */
export const lessonPage = (kind, id, app) => new Lesson(kind, id, app);

/** @implements {Page} */
class Lesson {
  /** @param {GameKind} kind @param {string} id @param {App} app */
  constructor(kind, id, app) {
    this.app = app;
    this.id = id;
    this.game = kind.name;
    this.lessons = kind.lessons;
    this.number = kind.lessons.indexOf(id);
    this.step = 0;
    this.steps = 1;
    this.attempt = 0;
    /** @type {Blackboard | null} */
    this.board = null;
    this.trouble = '';
    this.asking = 0;
    this.open = true;
    this.held = EMPTY;
    this.hinted = false;
    /** The cell a piece is being carried over. */
    this.over = -1;
    const pointing = {
      touch: (/** @type {number} */ cell) => this.touch(cell),
      spoken: (/** @type {number} */ cell) => this.spoken(cell),
    };
    this.grid = new Grid(pointing, () => app.redraw());
    void this.ask([]);
  }

  title() {
    return t(`lesson-${this.game}-${this.id}`);
  }

  close() {
    this.open = false;
    this.grid.close();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key === 'u') this.back();
    else if (event.key === 'n') this.next();
    else return false;
    return true;
  }

  redraw() {
    this.app.redraw();
  }

  /** Where somebody is in the lesson. */
  get here() {
    return { lesson: this.id, step: this.step, attempt: this.attempt };
  }

  /** @param {string[]} moves */
  async ask(moves) {
    const mine = ++this.asking;
    try {
      const [answer] = await Promise.all([api.lesson(this.game, { ...this.here, moves }), learnAll()]);
      if (mine !== this.asking || !this.open) return;
      this.board = answer;
      this.held = EMPTY;
      // A board on which nothing is carried lets a finger scroll.
      const moving = answer.handles.some(({ kind }) => kind === 'path');
      const { pointing } = this.grid;
      pointing.stroke = moving ? (cell) => this.carry(cell) : undefined;
      pointing.end = moving ? () => this.put() : undefined;
      this.trouble = '';
      this.steps = answer.steps;
      if (answer.says) this.app.announce(say(answer.says));
      else if (!moves.length) this.app.announce(say(answer.words));
      const ended = answer.standing === 'told' || answer.standing === 'done';
      if (ended && this.step === this.steps - 1) learn(this.game, this.id);
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      if (mine === this.asking) this.trouble = say(error.text);
    }
    this.redraw();
  }

  /** @param {number} to */
  go(to) {
    [this.step, this.attempt, this.board, this.held, this.hinted] = [to, 0, null, EMPTY, false];
    void this.ask([]);
  }

  again() {
    this.attempt++;
    void this.ask([]);
  }

  help() {
    this.hinted = true;
    if (this.board?.hint) this.app.announce(say(this.board.hint));
    this.redraw();
  }

  /** What was played before the last decision. */
  before() {
    return this.board?.moves.slice(0, this.board.standing === 'done' || !this.board.answers ? -1 : -2) ?? [];
  }

  played() {
    return Boolean(this.board && this.board.moves.length > (this.board.began ? 1 : 0));
  }

  back() {
    if (this.played()) void this.ask(this.before());
  }

  next() {
    if (this.step + 1 < this.steps) this.go(this.step + 1);
    else location.hash = address(this.game, this.lessons[this.number + 1]);
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
    if ('no' in answer && !board.answers) return void this.explain(tried, t('page-no-move', { cell: name }));
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
      ({ why } = await api.lesson(this.game, { ...this.here, moves, touched }));
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
        label: t('page-lesson-board', { lesson: { id: `lesson-${this.game}-${this.id}` } }),
      },
      false,
      this.game,
    );
  }

  /** The hint there is; once the idea is found, it is told anyway. */
  get hint() {
    return this.board?.standing === 'done' ? null : this.board?.hint;
  }

  view() {
    const { board, step } = this;
    return h(
      'div',
      { class: 'view lesson', 'data-standing': board?.standing ?? 'wait', 'data-step': step },
      h('div', { class: 'stage' }, board && this.stage(board)),
      h(
        'aside',
        { class: 'panel', 'aria-label': t('page-learn') },
        h('div', { class: 'scrolls' }, this.head(), this.telling(), board?.standing !== 'told' && this.status()),
        this.foot(),
      ),
    );
  }

  /** Which lesson it is, and how far one is in it. */
  head() {
    const { game, number, lessons, step, steps } = this;
    return h(
      'section',
      { class: 'sec' },
      h(
        'div',
        { class: 'row between small soft' },
        h('a', { href: address(game) }, t('page-learn-game', { game: { id: `game-${game}` } })),
        h('span', { class: 'num' }, t('page-lesson-of', { n: number + 1, of: lessons.length })),
      ),
      h('h1', null, this.title()),
      h(
        'div',
        { class: 'pips', role: 'img', 'aria-label': t('page-lesson-step', { n: step + 1, of: steps }) },
        Array.from({ length: steps }, (_, i) => h('i', { class: i <= step ? 'on' : null })),
      ),
    );
  }

  /** What the step teaches. */
  telling() {
    const { board } = this;
    return h(
      'section',
      { class: 'sec' },
      board && h('p', { class: 'telling' }, say(board.words)),
      board?.layer && !this.played() && h('div', { class: 'legend' }, legend(board.layer, board.geometry)),
    );
  }

  /** What is to be done, and what came of what was done. */
  status() {
    const { board, hint } = this;
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
      hint && this.hinted && h('div', { class: 'note hint' }, icon('lamp'), h('span', null, say(hint))),
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

  /** The ways back, on, and to a hint. */
  foot() {
    const { step, steps, hint, hinted } = this;
    const standing = this.board?.standing;
    const over = standing === 'told' || standing === 'done';
    const last = step + 1 === steps;
    const can = this.played() ? {} : { disabled: true, title: t('page-undo-when') };
    return h(
      'div',
      { class: 'foot' },
      h(
        'div',
        { class: 'acts' },
        button('prev', t('page-lesson-back'), {
          onclick: () => this.go(step - 1),
          ...(step ? {} : { disabled: true, title: t('page-lesson-back-when') }),
        }),
        button('undo', t('page-undo'), {
          onclick: () => this.back(),
          class: standing === 'lost' ? 'main' : '',
          ...can,
        }),
        button('again', t('page-lesson-again'), { onclick: () => this.again(), ...can }),
        hint &&
          button('lamp', t('page-hint'), {
            onclick: () => this.help(),
            ...(hinted ? { disabled: true, title: t('page-lesson-hinted') } : {}),
          }),
      ),
      button(last && over ? 'check' : 'go', t(over ? (last ? 'page-lesson-end' : 'page-lesson-next') : 'page-lesson-skip'), {
        class: over ? 'main wide' : 'wide',
        onclick: () => this.next(),
      }),
    );
  }
}
