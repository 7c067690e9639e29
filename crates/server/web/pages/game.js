// The page of a game: the board as hero, beside it what is needed to play, and analysis on demand.

import { FIRST, caption, chosen, picker } from '../analysis/captions.js';
import { called, compared } from '../analysis/compare.js';
import { graph } from '../analysis/graph.js';
import { asked, follow } from '../analysis/panel.js';
import { scoresOf } from '../analysis/layers.js';
import { Replay } from '../analysis/trails.js';
import { Stage } from '../board/stage.js';
import { Wheel } from '../board/wheel.js';
import { Part, h } from '../parts/dom.js';
import { nothing } from '../parts/nothing.js';
import { keep, kept } from '../parts/store.js';
import { t } from '../parts/words.js';
import { Address } from '../play/address.js';
import { bottom, panel } from '../play/aside.js';
import { Beside } from '../play/beside.js';
import { Clocks } from '../play/clock.js';
import { held, holds } from '../play/held.js';
import { Saver } from '../play/keep.js';
import { strike } from '../play/keys.js';
import { linesOf } from '../play/lines.js';
import { actions, message, player, score } from '../play/panel.js';
import { Remarks } from '../play/remarks.js';
import { Seat } from '../play/seat.js';
import { Table } from '../play/table.js';
import { Folds, followCursor } from '../play/tree.js';
import { Review } from '../review/review.js';

/** @import {Choices} from '../analysis/captions.js' */
/** @import {Figures} from '../analysis/labels.js' */
/** @import {App, Page} from '../app.js' */
/** @import {Node} from '../parts/dom.js' */
/** @import {GameKind, Layer} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Badge} from '../play/tree.js' */

/** Screens up to this width have a sheet below the board instead of a panel beside it. */
const PHONE = '(max-width:760px)';

/** Windows broad enough for what belongs to the board to stand beside a square one, and so short that it must. */
const BROAD = '(min-width:1181px) and (min-aspect-ratio:13/9)';
const SHORT = '(min-width:761px) and (max-height:560px)';
/** The width of what stands beside the board. */
const ASIDE = 220;

/**
 * @typedef {object} Now what one drawing of the page is about
 * @property {View} view
 * @property {GameKind | undefined} kind
 * @property {boolean} phone
 * @property {Layer | null} layer the layer of the analysis that lies on the board
 * @property {Node[]} acts what can be done, as buttons
 */

/** What is kept clear between the board and a phone's sheet. */
const CLEAR = 6;
/** A phone's sheet as it is when it shows no more than its tabs, and what else has to be seen below the board. */
const TABS = 66;
const ASKED = 58;
/** A sheet of this height has something to say. */
const TELLS = 150;

/** @param {string} id @param {string} more the position that the address names @param {App} app @returns {Page} */
export const gamePage = (id, more, app) => new GamePage(id, more, app);

/** @implements {Page} */
export class GamePage {
  /** @param {string} id @param {string} more @param {App} app */
  constructor(id, more, app) {
    this.app = app;
    this.redraw = () => app.redraw();
    this.table = new Table(id, app.kinds, this.redraw, app.announce);
    // Whoever wanted to see them in another game need not want it here.
    this.table.scoring = kept('scores', '') === id;
    this.caption = new Part(() => this.captionOf());
    this.stage = new Stage(this.table, this.redraw, () => this.caption.redraw());
    this.saver = new Saver(id, app);
    this.beside = new Beside(this.table, this.stage, this.redraw);
    this.seat = new Seat(this.table, this.redraw);
    this.review = new Review(this.table, this.redraw, app.announce);
    this.wheel = new Wheel((by) => (this.review.line ? this.review.turnTo(by) : this.table.walk(by)));
    /** Whether stones have the numbers of their plies on them. */
    this.numbering = kept('numbers', false);
    this.clocks = new Clocks(this.table);
    this.address = new Address(this.table, more);
    this.folds = new Folds(this.redraw);
    this.remarks = new Remarks(this.table, this.redraw, (node) => this.address.jump(node));
    /** What stands behind a move besides what people have said of it. @type {(node: number) => Badge | null} */
    this.badge = (node) => this.review.badge(node);
    /** The node that was last shown, and whether in analysis: there the moves have less room. */
    this.node = -1;
    this.followed = false;
    this.choices = this.chosenBefore();
    this.analysing = kept('analysing', false);
    /** Whether a phone's sheet is open without analysis. */
    this.sheet = false;
    /** Whether a phone's sheet is no higher than all of the board can be seen above it. */
    this.lowered = true;
    /** How high it is then. */
    this.low = TABS;
    this.tab = 'think';
    /** What had become of the lesson when the page was last drawn. @type {string | undefined} */
    this.phase = undefined;
    this.resigning = false;
    this.help = false;
    /** The position that the chosen ply belongs to. */
    this.place = '';
  }

  get phone() {
    return matchMedia(PHONE).matches;
  }

  /** Whether what belongs to the board stands beside it, as the style sheet decides. */
  get aside() {
    const { view } = this.table;
    const [, , w, tall] = view?.geometry.view ?? [0, 0, 1, 1];
    return matchMedia(SHORT).matches || (w / tall <= 1.3 && matchMedia(BROAD).matches);
  }

  title() {
    const { view, link } = this.table;
    if (view) return t(`game-${view.game}`);
    return t(link === 'gone' ? 'page-gone' : 'page-opening');
  }

  close() {
    this.table.close();
    this.choices.replay.close();
    this.clocks.close();
    this.review.close();
    this.stage.close();
  }

  /** Another position of the same game. @param {string} more */
  elsewhere(more) {
    this.address.go(more);
  }

  /** Shows a move and what can be done with it. @param {number} node */
  menu(node) {
    this.address.jump(node);
    this.remarks.show();
  }

  /** Opens the comment on the position shown. */
  remark() {
    if (this.phone) [this.sheet, this.lowered, this.tab] = [true, false, 'moves'];
    this.remarks.toggle('comment');
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const { view } = this.table;
    return view ? strike(this, view, event.key) : false;
  }

  /** What is shown of a thought, as it was left. @returns {Choices} */
  chosenBefore() {
    /** @type {Choices} */
    const choices = {
      layer: kept('layer', FIRST),
      figures: kept('figures-shown', /** @type {Figures} */ ('few')),
      player: '',
      beside: [],
      exact: kept('exact', true),
      live: kept('live', false),
      ply: null,
      asTable: false,
      row: null,
      side: null,
      replay: new Replay(this.redraw),
      changed: () => {
        // Whoever chooses what lies on the board wants to see the board.
        this.lowered ||= choices.layer !== kept('layer', FIRST);
        keep('layer', choices.layer);
        keep('figures-shown', choices.figures);
        keep('exact', choices.exact);
        keep('live', choices.live);
        if (this.table.view) {
          keep(`analyst-${this.table.view.game}`, choices.player);
          keep(`beside-${this.table.view.game}`, choices.beside);
        }
        this.redraw();
      },
    };
    return choices;
  }

  /** Shows the review, and begins to analyse if that was not so before. */
  openReview() {
    if (!this.analysing) this.analyse();
    [this.tab, this.lowered] = ['review', false];
    this.redraw();
  }

  /** Lets analysis follow wherever somebody looks, or no longer. */
  goLive() {
    const view = this.table.view;
    if (!view) return;
    if (!this.analysing) this.analyse();
    follow(this.table, this.choices, this.exact(view));
  }

  /** Whoever is exact in the game, if anybody is. @param {View} view */
  exact(view) {
    return this.app.kinds.find(({ name }) => name === view.game)?.exact ?? null;
  }

  analyse() {
    this.analysing = !this.analysing;
    keep('analysing', this.analysing);
    // What analysis says of the position takes the place of a hint.
    this.table.hint = null;
    this.review.leave();
    this.sheet = false;
    this.lowered = true;
    this.tab = 'think';
    this.stage.path = null;
    this.stage.shown = null;
    this.redraw();
  }

  /** Asks once whether somebody is sure, then does it. */
  resign() {
    if (!this.resigning) {
      this.resigning = true;
      this.app.announce(t('page-resign-sure'));
    } else {
      this.resigning = false;
      void this.table.act('resign', { at: this.table.view?.at });
    }
    this.redraw();
  }

  async again() {
    const fresh = await this.table.again();
    if (fresh) location.hash = `#/game/${fresh}`;
  }

  /** Shows what each ply is worth, or no longer. */
  rate() {
    this.table.scoring = !this.table.scoring;
    keep('scores', this.table.scoring ? this.table.id : '');
    this.table.score();
    this.redraw();
  }

  /** Writes the numbers of their plies onto stones, or no longer. */
  number() {
    this.numbering = !this.numbering;
    keep('numbers', this.numbering);
    this.redraw();
  }

  showKeys(on = !this.help) {
    this.help = on;
    this.redraw();
  }

  /** Lets go of whatever was begun. */
  escape() {
    this.help = false;
    this.resigning = false;
    this.seat.close();
  }

  view() {
    const { table, analysing, seat } = this;
    const { view } = table;
    if (!view) return this.waiting();
    const now = this.now(view);
    const [, , w, tall] = view.geometry.view;
    const sheeted = now.phone && (this.sheet || analysing || seat.side !== null);
    const column = this.column(now);
    if (now.phone) this.low = Math.max(TABS, Math.round(this.stage.spare) - CLEAR - (this.beside.standing ? ASKED : 0));
    return h(
      'div',
      {
        class: `view${analysing ? ' analysing' : ''}${w / tall > 1.3 ? ' wide' : ''}${sheeted ? ' sheeted' : ''}${this.lowered && seat.side === null ? ` lowered${this.tells ? '' : ' mute'}` : ''}`,
        style: now.phone ? `--low:${this.low}px` : null,
        'data-at': view.at,
        'data-link': table.link,
        'data-over': String(Boolean(view.outcome)),
      },
      h(
        'h1',
        { class: 'sr' },
        t('page-game-title', { game: { id: `game-${view.game}` }, first: table.name(0), second: table.name(1) }),
      ),
      column,
      panel(this, now),
      now.phone && bottom(this, now),
    );
  }

  /** What this drawing is about. What belonged to another position or to a game that goes on is let go. @param {View} view @returns {Now} */
  now(view) {
    const { table, choices } = this;
    const kind = this.app.kinds.find(({ name }) => name === view.game);
    if (!choices.player) {
      choices.player = kept(`analyst-${view.game}`, kind?.adviser ?? '');
      choices.beside = kept(`beside-${view.game}`, []);
      // Who was followed by analysis before is followed again.
      if (this.analysing && choices.live && table.resting) void table.analyse(asked(choices, kind?.exact ?? null), false);
    }
    this.review.settle();
    // Whoever tries again wants to see the board.
    if (this.review.lesson?.phase !== this.phase) {
      this.phase = this.review.lesson?.phase;
      this.lowered ||= this.phase === 'trying';
    }
    if (view.ended) [this.resigning, this.seat.side] = [false, null];
    this.address.follow(view);
    if (this.node !== view.node || this.followed !== this.analysing) {
      [this.node, this.followed] = [view.node, this.analysing];
      // Once it is drawn, and when it is laid out anyway.
      requestAnimationFrame(followCursor);
    }
    if (this.place !== table.key()) {
      [this.place, choices.ply, choices.row] = [table.key(), null, null];
      choices.replay.close();
    }
    return {
      view,
      kind,
      phone: this.phone,
      layer: this.analysing && !this.keepsBack ? chosen(table, choices) : null,
      acts: actions(table, {
        analyse: () => this.analyse(),
        again: () => this.again(),
        resign: () => this.resign(),
        resigning: this.resigning,
        analysing: this.analysing,
      }),
    };
  }

  /** Whether what is known of the position is not to be seen yet, or not that of what is on the board. */
  get keepsBack() {
    return this.review.hides || this.table.instead !== null;
  }

  /** Whether a lowered sheet shows more than its tabs. */
  get tells() {
    return this.low >= TELLS;
  }

  /** What stands above the board: a lesson while there is one, or else the layer in words. */
  captionOf() {
    const { review, table, choices, stage, phone } = this;
    const told = review.told();
    if (!told) return caption(table, choices, stage.pointed, phone);
    return h('div', { class: 'caption', key: 'caption' }, h('p', { class: 'lesson' }, h('b', null, told)));
  }

  /** While nothing is known of the game: that it is being opened, or that it is not there. */
  waiting() {
    const { link } = this.table;
    if (link === 'gone') return nothing(t('page-gone'), true, t('page-gone-more'));
    return nothing(t(link === 'lost' ? 'page-lost' : 'page-opening'), false);
  }

  /** The board, and what lies above and below it. @param {Now} now */
  column({ phone, layer }) {
    const { table, stage, choices, analysing } = this;
    const bottom = table.seat;
    const strips = phone && !analysing;
    const ask = this.beside.view();
    // What lies above and below the board has its room whether it is there or not: the board stays.
    const above = phone && !this.beside.standing;
    return h(
      'div',
      { class: 'stage' },
      h(
        'div',
        { class: 'over', key: 'over' },
        strips && this.player(1 - bottom, 'pstrip'),
        analysing && picker(table, choices),
        analysing && this.caption.view(),
        phone && h('div', { class: 'saybar' }, holds(table) && !table.refusal ? held(table) : message(table)),
        above && ask,
      ),
      this.board(layer),
      h(
        'div',
        { class: 'under', key: 'under' },
        !above && ask,
        strips && this.player(bottom, 'pstrip'),
        strips && score(table, bottom),
        analysing && !phone && graph(this.review, this.aside ? ASIDE : Math.max(300, stage.size.w)),
      ),
    );
  }

  /** @param {Layer | null} layer */
  board(layer) {
    const { table, stage, choices, analysing } = this;
    const { scoring, resting, thought } = table;
    const scores = scoring && resting && thought && !this.keepsBack ? scoresOf(thought.event.thought) : null;
    if (this.review.proposal) stage.shown = this.review.proposal;
    const unknown = scoring && resting && Boolean(thought?.event.done) && !scores;
    const view = /** @type {View} */ (table.view);
    const order = linesOf(view).order(view.node);
    const read = (/** @type {string} */ ply) => {
      [choices.ply, choices.row] = [ply, null];
      choices.changed();
    };
    return this.stage.view({
      layer,
      figures: choices.figures,
      analysing,
      // Under the sheet of a phone there is no use for it.
      atTop: this.phone,
      row: choices.row,
      frame: layer?.kind === 'trails' ? choices.replay.frame(layer) : undefined,
      scores,
      scoring,
      beside: this.keepsBack ? null : this.besides(),
      tool: [this.switcher(unknown), order.size > 0 && this.numberer()],
      order: this.numbering ? order : undefined,
      sign: view.tree[view.node].sign ?? this.badge(view.node)?.sign,
      wheel: (event) => this.wheel.turn(event),
      pick: analysing ? read : undefined,
    });
  }

  /** What another analyst says of each ply, and who the two are. */
  besides() {
    const { table } = this;
    const all = compared(table);
    const front = all.find(({ event }) => event.player === table.thought?.event.player);
    const other = all.find((kept) => kept !== front);
    const layer = other && scoresOf(other.event.thought);
    return front && layer ? { whose: called(front, all), other: called(other, all), layer } : null;
  }

  /** The switch for the numbers on stones. */
  numberer() {
    return h(
      'button',
      {
        type: 'button',
        class: 'tool numbering',
        role: 'switch',
        'aria-checked': String(this.numbering),
        title: t('page-numbers-about'),
        onclick: () => this.number(),
      },
      t('page-numbers'),
      ' ',
      h('b', null, t(this.numbering ? 'page-on' : 'page-off')),
    );
  }

  /** The switch for what each ply is worth. @param {boolean} unknown whether nobody can tell */
  switcher(unknown) {
    const { scoring } = this.table;
    return h(
      'div',
      { class: 'scores' },
      h(
        'button',
        {
          type: 'button',
          class: 'tool',
          role: 'switch',
          'aria-checked': String(scoring),
          title: t('page-scores-about'),
          onclick: () => this.rate(),
        },
        t('page-scores'),
        ' ',
        h('b', null, t(scoring ? 'page-on' : 'page-off')),
      ),
      unknown && h('span', { class: 'tiny muted' }, t('page-scores-unknown')),
    );
  }

  /** @param {number} side @param {string} cls */
  player(side, cls) {
    return player(this.table, side, cls, this.stage.turn, this.seat, this.clocks);
  }
}
