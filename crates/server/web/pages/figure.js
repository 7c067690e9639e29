// A board of the book: a position with what somebody thinks of it, to play on from, and to step through.

import { legend, onBoard, overlay } from '../analysis/layers.js';
import { Grid } from '../board/grid.js';
import * as api from '../parts/api.js';
import { h } from '../parts/dom.js';
import { icon } from '../parts/icons.js';
import { language, learnAll, say, t } from '../parts/words.js';
import { address } from '../study/address.js';
import { Clock } from '../study/clock.js';
import { StudyBoard } from '../study/stage.js';
import { Tale } from '../study/tale.js';
import { timeline } from '../study/timeline.js';

/** @import {App} from '../app.js' */
/** @import {BookBoard, BookThought} from '../parts/wire.js' */

/** What stands in place of a layer where a thought is shown moment by moment. */
const STORY = 'story';

export class BookFigure {
  /** @param {App} app @param {string} chapter @param {BookBoard} board */
  constructor(app, chapter, board) {
    this.app = app;
    this.chapter = chapter;
    this.board = board;
    this.leaving = new AbortController();
    /** @type {BookThought | null} */
    this.thought = null;
    /** @type {{tale: Tale, clock: Clock, stage: StudyBoard} | null} */
    this.told = null;
    this.busy = false;
    this.trouble = '';
    this.grid = new Grid({ touch: () => {}, spoken: (cell) => this.spoken(cell) }, () => app.redraw());
    if (board.player && board.show && board.show !== STORY) void this.think();
  }

  close() {
    this.leaving.abort();
    this.grid.close();
    this.told?.clock.halt();
    this.told?.stage.close();
  }

  /** Does what may be refused, and says so. @param {() => Promise<void>} work */
  async trying(work) {
    this.busy = true;
    this.app.redraw();
    try {
      await work();
    } catch (error) {
      if (this.leaving.signal.aborted) return;
      if (!(error instanceof api.Refusal)) throw error;
      this.trouble = say(error.text);
    }
    this.busy = false;
    this.app.redraw();
  }

  think() {
    return this.trying(async () => {
      const { board, leaving } = this;
      this.thought = await api.bookThought(language(), this.chapter, board, leaving.signal);
    });
  }

  get subject() {
    const { start, player } = this.board;
    return { ...start, moves: [], player: player ?? '' };
  }

  step() {
    return this.trying(async () => {
      await learnAll();
      const { told, geometries } = await api.story(this.subject, this.leaving.signal);
      const tale = new Tale(told, geometries);
      const redraw = () => this.app.redraw();
      const clock = new Clock(tale.length, 0, redraw);
      this.told = { tale, clock, stage: new StudyBoard(tale, clock, redraw) };
    });
  }

  /** Begins a game here: whoever reads is to move, against whoever thought about it. */
  play() {
    return this.trying(async () => {
      const { start, player, side } = this.board;
      const seats = { first: player ?? 'human', second: player ?? 'human', ...(side && { [side]: 'human' }) };
      const view = await api.begin({ ...start, options: start.options ?? {}, ...seats }, this.leaving.signal);
      location.hash = `#/game/${view.id}`;
    });
  }

  /** @param {number} cell */
  spoken(cell) {
    const { geometry, picture } = this.board;
    const placed = picture.pieces.find((one) => one.cell === cell);
    return [geometry.cells[cell].name, placed ? say(geometry.pieces[placed.piece].name) : t('page-cell-empty')].join(', ');
  }

  stage() {
    const { board, thought, grid } = this;
    const { geometry, picture } = board;
    const layer = thought?.layer;
    return grid.view(
      {
        geometry,
        picture,
        last: [],
        overlay:
          layer && onBoard(layer)
            ? overlay(layer, {
                geometry,
                handles: thought.handles,
                taken: picture.pieces.map(({ cell }) => cell),
                figures: 'few',
                turn: grid.turn,
                scale: grid.scale(geometry, 0),
              })
            : undefined,
        label: t('page-book-board', { game: { id: `game-${board.start.game}` }, caption: board.caption }),
      },
      layer?.kind === 'labels',
      board.start.game,
    );
  }

  /** The slow motion, in the place of the board. @param {NonNullable<BookFigure['told']>} told */
  film({ tale, clock, stage }) {
    return [
      h('div', { class: 'nowsays' }, h('p', null, say(tale.moment(clock.at).sentence))),
      stage.view(),
      timeline(tale, clock, true),
    ];
  }

  view() {
    const { board, thought, told, busy, trouble } = this;
    const { player } = board;
    const name = player?.split(':')[0] ?? '';
    const tells = this.app.kinds.find((kind) => kind.name === board.start.game)?.players.some((one) => one.name === name && one.tells !== undefined);
    const layer = thought?.layer;
    return h(
      'figure',
      { class: `live${told ? ' told' : ''}`, key: `board ${board.number}`, 'data-board': board.number, 'data-shows': told ? STORY : (layer?.id ?? null) },
      told ? this.film(told) : this.stage(),
      h(
        'figcaption',
        null,
        h('p', null, board.caption),
        layer && !told && h('p', { class: 'small soft' }, say(layer.sentence)),
        layer && !told && h('div', { class: 'legend small' }, legend(layer, board.geometry)),
        busy && player && !told && h('p', { class: 'small soft' }, t('page-book-thinks', { player: name })),
        trouble && h('div', { class: 'note bad', role: 'alert' }, icon('warn'), h('span', null, trouble)),
        h(
          'div',
          { class: 'row acts' },
          board.side &&
            h('button', { type: 'button', class: 'btn plain', disabled: busy, onclick: () => void this.play() }, icon('play'), h('span', null, t('page-book-play'))),
          tells &&
            board.side &&
            (told
              ? h('a', { class: 'btn plain', href: address({ subject: this.subject, at: told.clock.at }) }, icon('go'), h('span', null, t('page-book-more')))
              : h('button', { type: 'button', class: 'btn plain', disabled: busy, onclick: () => void this.step() }, icon('next'), h('span', null, t('page-book-step')))),
          player && h('code', { class: 'small muted' }, player),
        ),
      ),
    );
  }
}
