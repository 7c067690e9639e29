// A game on the table: what the server last said of it, what is being done to it, what was thought.

import { landing } from '../analysis/labels.js';
import { inWords, unitName } from '../analysis/value.js';
import { EMPTY, begun } from '../board/hand.js';
import { bounds, spacing } from '../board/shapes.js';
import { sound } from '../board/sound.js';
import * as api from '../parts/api.js';
import { plyWord, plyWords, say, t } from '../parts/words.js';
import { live, redoes } from './lines.js';

/** @import {Held} from '../board/hand.js' */
/** @import {Change, DrawnMark, GameKind, Picture, ReviewProgress, Side, Text, Thought, ThoughtEvent, View as SentView} from '../types.js' */
/** @import {View} from '../parts/wire.js' */

/** @typedef {import('../board/board.js').Entrance} Entrance */
/** @typedef {{event: ThoughtEvent, side: Side, key: string}} Kept a thought and the position it is about */

/** The moves of a game as one text, and where each ends in it. @type {WeakMap<string[], {words: string, ends: number[]}>} */
const joined = new WeakMap();

/** The name of a position of a game: the moves that lead to it. @param {View} view @param {number} [at] */
function keyOf({ moves, at: now }, at = now) {
  let known = joined.get(moves);
  if (known?.ends.length !== moves.length + 1) {
    const ends = [0];
    for (const [i, move] of moves.entries()) ends.push(ends[i] + move.length + (i ? 1 : 0));
    known = { words: moves.join(' '), ends };
    joined.set(moves, known);
  }
  return known.words.slice(0, known.ends[at]);
}

/**
 * A text in terms of the one person who plays: who made the last move, whose piece it is about.
 * @param {Text} text
 * @param {View} view
 * @returns {Text}
 */
function addressed(text, view) {
  const { human, movers, at } = view;
  const one = human[0] !== human[1];
  const called = (/** @type {number | undefined} */ side) =>
    !one || side === undefined ? 'other' : human[side] ? 'you' : 'opponent';
  const args = Object.entries(text.args ?? {}).map(([name, arg]) => {
    if (name === 'who') return [name, called(movers[at - 1])];
    if (name === 'owner') return [name, called(Table.index(/** @type {Side} */ (arg)))];
    return [name, typeof arg === 'object' ? addressed(arg, view) : arg];
  });
  return { ...text, args: Object.fromEntries(args) };
}

/** Whether a player is the one that was asked for: to be at its best it may have been given more settings. @param {string} player @param {string} asked */
export const isOf = (player, asked) => player === asked || player.startsWith(`${asked}:`);

/** How long it may take to say what each ply is worth, in seconds. */
const SCORING = 5;

export class Table {
  /**
   * @param {string} id
   * @param {GameKind[]} kinds
   * @param {() => void} redraw
   * @param {(words: string) => void} announce
   */
  constructor(id, kinds, redraw, announce) {
    this.id = id;
    this.kinds = kinds;
    this.redraw = redraw;
    this.announce = announce;
    /** @type {View | null} */
    this.view = null;
    /** @type {'opening' | 'open' | 'lost' | 'gone'} */
    this.link = 'opening';
    /** One plain sentence about what just could not be done. @type {Text | null} */
    this.refusal = null;
    /** What the analyst in front has thought, by position. @type {Map<string, Kept>} */
    this.thoughts = new Map();
    /** What each analyst has thought, by position and player text. @type {Map<string, Map<string, Kept>>} */
    this.minds = new Map();
    /** What is on the board instead of the position shown, while a line is played on it that is not the game. @type {{picture: Picture, last: number[]} | null} */
    this.instead = null;
    /** Whoever hears of a ply instead of the game, while somebody tries one. @type {((ply: string) => unknown) | null} */
    this.trial = null;
    /** Told how far a review has come. @type {(progress: ReviewProgress) => void} */
    this.reviewing = () => {};
    /** @type {Kept | null} */
    this.hint = null;
    /** A move that the server has not yet confirmed, and the position it was made in. @type {{picture: Picture, last: number[], key: string} | null} */
    this.pending = null;
    /** How pieces that are new on their cell come there. @type {Map<number, Entrance>} */
    this.entering = new Map();
    /** @type {Held} */
    this.held = EMPTY;
    /** A ply shown first, to be confirmed by a second tap. @type {string | null} */
    this.armed = null;
    /** What is being drawn and not yet kept. @type {DrawnMark[] | null} */
    this.drawing = null;
    /** Where somebody walks to, while steps are still on their way. @type {number | null} */
    this.heading = null;
    /** What was asked to be taken back or put back is done one after the other. @type {Promise<unknown>} */
    this.taking = Promise.resolve();
    /** Whether what is played next is only tried, beside a game that goes on. */
    this.aside = false;
    /** Those who analyse go along from position to position until they are stopped; the first is in front. @type {string[]} */
    this.analysts = [];
    /** Whether somebody wants to see what each ply is worth. */
    this.scoring = false;
    /** The position that was last asked for. */
    this.scored = '';
    /** What is said of the game is taken in one after the other: a board may have to be fetched first. */
    this.said = Promise.resolve();
    this.unfollow = api.follow(id, {
      view: (sent) => this.inTurn(async () => this.receive(await api.whole(sent))),
      change: (change) => this.inTurn(() => this.hear(change)),
      thought: (event) => this.inTurn(() => this.think(event)),
      review: (progress) => this.reviewing(progress),
      trouble: (why) => this.inTurn(() => this.refuse(why)),
      state: (state) => {
        if (state === this.link) return;
        this.link = state;
        if (state === 'lost') this.announce(t('page-lost'));
        // What could not be done without a connection may be tried again.
        if (state === 'open' && this.refusal?.id === 'page-lost') {
          this.refusal = null;
          this.announce(t('page-found'));
        }
        this.redraw();
      },
    });
  }

  close() {
    this.unfollow();
  }

  /** What stands on the board now, with the move that is on its way. @returns {Picture} */
  get picture() {
    return (this.pending ?? this.instead)?.picture ?? /** @type {View} */ (this.view).picture;
  }

  /** The name of a position: the moves that lead to it. @param {number} [at] */
  key(at = this.view?.at ?? 0) {
    return this.view ? keyOf(this.view, at) : '';
  }

  /** What was last thought about the position shown. */
  get thought() {
    return this.thoughts.get(this.key()) ?? null;
  }

  /** @param {Side} side */
  static index(side) {
    return side === 'first' ? 0 : 1;
  }

  /** Whether a person may move now; otherwise why not. @returns {{may: true} | {may: false, why: Text}} */
  turn() {
    const { view } = this;
    if (!view || this.link !== 'open') return { may: false, why: { id: 'page-lost' } };
    if (this.instead) return { may: false, why: { id: 'page-review-watch' } };
    if (this.trial) return { may: true };
    if (this.pending) return { may: false, why: { id: 'page-wait' } };
    if (!this.live || this.aside) {
      if (!view.handles.length) return { may: false, why: { id: 'page-game-over' } };
      return { may: true };
    }
    if (!view.human[Table.index(view.side)])
      return {
        may: false,
        why: { id: 'page-not-your-turn', args: { player: this.name(Table.index(view.side)) } },
      };
    return { may: true };
  }

  /** Whether the position shown is where the game goes on. Elsewhere whatever is played is a variation. */
  get live() {
    return this.view !== null && live(this.view);
  }

  /** Lets somebody try a move here without playing it, or no longer. */
  tries() {
    this.aside = this.live && !this.aside;
    this.held = EMPTY;
    this.refusal = null;
    this.redraw();
  }

  /** The side nearest to whoever looks: a person sits at the bottom, the opponent at the top. */
  get seat() {
    const { human } = /** @type {View} */ (this.view);
    return human[0] || !human[1] ? 0 : 1;
  }

  /** Who plays a side: you, a machine by name, or the side itself where two people play. @param {number} side */
  name(side) {
    const view = /** @type {View} */ (this.view);
    if (!view.human[side]) return view.players[side].split(':')[0];
    return view.human[1 - side] ? say(view.geometry.sides[side].name) : t('page-you');
  }

  /** @param {() => void | Promise<void>} work @returns {Promise<void>} */
  inTurn(work) {
    const done = this.said.then(work).catch((error) => {
      if (!(error instanceof api.Refusal)) throw error;
      this.refuse(error.text);
    });
    // What goes wrong with one does not hold up the next.
    this.said = done.catch(() => {});
    return done;
  }

  /**
   * Takes in a change. The stream and the answer to what is done here both bring it, and the first to
   * come counts; whoever has missed one looks at the whole game again.
   * @param {Change} change
   */
  async hear(change) {
    const { view } = this;
    if (!view || change.revision <= view.revision) return;
    if (change.since === view.revision) this.receive(await api.after(view, change));
    else await this.look(await api.look(this.id));
  }

  /** Takes in a whole game, unless something later is known. @param {SentView} sent */
  async look(sent) {
    if (!this.view || sent.revision >= this.view.revision) this.receive(await api.whole(sent));
  }

  /** @param {View} view */
  receive(view) {
    const before = this.view;
    const was = before ? this.picture : null;
    this.greet(before, view);
    // News of something else does not take back a move that is still on its way.
    if (this.pending && keyOf(view) !== this.pending.key) this.pending = null;
    this.enter(
      was,
      this.pending?.picture ?? view.picture,
      view,
      !!before && view.at >= before.at && view.at - before.at <= 2,
    );
    this.view = view;
    const moved = !before || keyOf(before) !== keyOf(view);
    if (before && moved) this.sounds(before, view);
    if (moved) {
      this.held = this.keeps(view) ? this.held : this.goesOn(before, view);
      this.armed = null;
      this.refusal = null;
      this.hint = null;
      this.aside = false;
      this.drawing = null;
      this.instead = null;
      this.goAlong();
    }
    this.score();
    this.redraw();
  }

  /** Whether more of the piece in hand can be put down. @param {View} view */
  keeps(view) {
    const { piece } = this.held;
    return piece !== null && view.handles.some((handle) => handle.kind === 'place' && handle.piece === piece);
  }

  /** What stays in hand of a piece that has gone a step of a longer turn. @param {View | null} before @param {View} view @returns {Held} */
  goesOn(before, view) {
    const way = view.ways?.at(-1);
    const own = before && view.at === before.at + 1 && view.side === before.side && view.human[Table.index(view.side)];
    if (!own || !way || !view.picture.steps?.done) return EMPTY;
    const held = { cells: way.slice(-1), piece: null, stays: true };
    return begun(view.handles, held).length ? held : EMPTY;
  }

  /** A note on the position, as the one person who plays would be told it. @param {Text} text @param {View} [view] @returns {string} */
  note(text, view = /** @type {View} */ (this.view)) {
    return say(addressed(text, view));
  }

  /** Says what changed to those who do not see it. @param {View | null} before @param {View} view */
  greet(before, view) {
    if (!before || (keyOf(before) === keyOf(view) && Boolean(before.outcome) === Boolean(view.outcome))) return;
    const words = [];
    const last = view.at - 1;
    if (view.at === before.at + 1)
      words.push(t('page-said-move', { player: this.name(view.movers[last]), move: plyWord(view.moves[last]) }));
    else if (view.at !== before.at || view.node !== view.end) words.push(t('page-said-at', { at: view.at, of: view.moves.length }));
    else if (!view.outcome) words.push(t('page-said-rearranged'));
    for (const { tone, text } of view.picture.notes ?? [])
      if (tone === 'news') words.push(this.note(text, view));
    if (view.outcome) words.push(this.result(view));
    else if (view.human[Table.index(view.side)] && !view.human[1 - Table.index(view.side)])
      words.push(t('page-your-turn'));
    this.announce(words.join(' '));
  }

  /** The result in a sentence. @param {View} [view] */
  result(view = /** @type {View} */ (this.view)) {
    const over = view.outcome ?? view.ended;
    if (!over) return '';
    const { winner } = over;
    if (!winner) return t('page-drawn');
    const side = Table.index(winner);
    return view.human[side] && !view.human[1 - side]
      ? t('page-you-won')
      : t('page-won', { player: view.human[side] ? say(view.geometry.sides[side].name) : this.called(side) });
  }

  /** Who plays a side, by the side itself where both are called the same. @param {number} side */
  called(side) {
    const view = /** @type {View} */ (this.view);
    const same = this.name(side) === this.name(1 - side);
    return same ? say(view.geometry.sides[side].name) : this.name(side);
  }

  /** Notes which pieces are new and must come in. @param {Picture | null} was @param {Picture} now @param {View} view @param {boolean} forward */
  enter(was, now, view, forward) {
    const stood = new Map((was?.pieces ?? []).map(({ cell, piece }) => [cell, piece]));
    const stands = new Map(now.pieces.map(({ cell, piece }) => [cell, piece]));
    const stays = (/** @type {number} */ cell) => stands.has(cell) && stood.get(cell) === stands.get(cell);
    for (const cell of [...this.entering.keys()]) if (!stays(cell)) this.entering.delete(cell);
    if (!was || !forward) return;
    const [, top] = bounds(view.geometry);
    // A piece that is gone from one cell and new on another has moved.
    const left = was.pieces.filter(({ cell }) => !stays(cell));
    for (const placed of now.pieces) {
      if (stays(placed.cell)) continue;
      const way = this.pending ? undefined : view.ways?.findLast((cells) => cells.at(-1) === placed.cell);
      const gone = left.findIndex(({ cell, piece }) => piece === placed.piece && (!way || way[0] === cell));
      const from = gone < 0 ? undefined : left.splice(gone, 1)[0].cell;
      const fall = view.geometry.cells[placed.cell].y - top + spacing(view.geometry) / 2;
      this.entering.set(placed.cell, {
        fall,
        way: from === undefined ? undefined : way && way[0] === from ? way : [from, placed.cell],
      });
    }
  }

  /** Lets what has just happened be heard. @param {View} before @param {View} view */
  sounds(before, view) {
    if (view.outcome && !before.outcome) sound('end');
    else if (view.at === before.at + 1)
      sound(view.picture.pieces.length < before.picture.pieces.length ? 'capture' : 'move');
  }

  /** @param {ThoughtEvent} event */
  think(event) {
    const { view } = this;
    // A thought about a position that is no longer shown must not pass for one about this.
    if (!view || event.at !== view.at) return;
    const kept = { event, side: view.side, key: this.key() };
    if (event.purpose === 'hint') {
      this.hint = kept;
      if (event.done && event.thought.move) this.announce(this.hinted());
    } else {
      this.remember(kept);
      if (event.done && event.purpose === 'analysis') this.announce(this.verdict(kept));
      if (event.done && event.purpose === 'analysis' && event.stopped) this.analysts = [];
    }
    this.redraw();
  }

  /** What was thought, in a sentence. @param {Kept} kept */
  verdict({ event: { thought, player }, side }) {
    const { name } = /** @type {View} */ (this.view).geometry.sides[Table.index(side)];
    const guess = [inWords(thought), unitName(thought), t('page-for', { side: name })].filter(Boolean).join(' ');
    const value = thought.proved ? t('page-proved', { verdict: thought.proved, side: name }) : guess;
    return t('page-said-verdict', { player: player.split(':')[0], value, move: plyWord(thought.move ?? '–') });
  }

  /** The hint in a sentence: where a turn has several steps, all that are left of it. */
  hinted() {
    const thought = this.hint?.event.thought;
    if (!thought?.move) return '';
    const { steps } = this.picture;
    const moves = thought.lines[0]?.moves.slice(0, steps ? steps.of - steps.done : 1) ?? [];
    return moves.length > 1
      ? t('page-hint-turn', { moves: plyWords(moves) })
      : t('page-hint-is', { move: plyWord(thought.move) });
  }

  /** Keeps a thought; of several analysts the one in front is heard first. @param {Kept} kept */
  remember(kept) {
    const { event, key } = kept;
    const minds = this.minds.get(key) ?? new Map();
    this.minds.set(key, minds.set(event.player, kept));
    const front = this.analysts[0];
    if (event.purpose !== 'analysis' || !front || isOf(event.player, front) || !this.thoughts.has(key))
      this.thoughts.set(key, kept);
  }

  /** What the analysts have thought of the position shown, those who are asked first. @returns {Kept[]} */
  get opinions() {
    const place = (/** @type {Kept} */ { event }) => {
      const found = this.analysts.findIndex((player) => isOf(event.player, player));
      return found < 0 ? this.analysts.length : found;
    };
    return [...(this.minds.get(this.key())?.values() ?? [])].sort((one, other) => place(one) - place(other));
  }

  /** The ply a hint proposes here. */
  get proposal() {
    return this.hint && this.hint.key === this.key() ? this.hint.event.thought.move : null;
  }

  /** @param {string} what @param {object} [body] @returns {Promise<boolean>} */
  async act(what, body) {
    const at = this.view?.at;
    try {
      const change = await api.act(this.id, what, body);
      if (change) await this.inTurn(() => this.hear(change));
      return true;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.pending = null;
      this.entering.clear();
      const { view } = error;
      if (view) await this.inTurn(() => this.look(view));
      this.refuse(error.view && error.view.at !== at ? { id: 'page-other-window' } : error.text);
      return false;
    }
  }

  /** Takes a move back or puts it back, as often as somebody asks, however fast. @param {'undo' | 'redo'} what */
  take(what) {
    this.taking = this.taking.then(async () => {
      const { view } = this;
      if (view && (what === 'undo' ? view.at > 0 : redoes(view))) await this.act(what, { at: view.at });
    });
    return this.taking;
  }

  /** Walks along the line that is looked at. Steps that are made faster than the server answers are not lost. @param {number} step */
  async walk(step) {
    if (!this.view) return;
    const under = this.heading !== null;
    const to = (this.heading ?? this.view.at) + step;
    if (to < 0 || to > this.view.moves.length) return;
    this.heading = to;
    if (under) return;
    for (let from = -1; this.view.at !== this.heading && this.view.at !== from; ) {
      from = this.view.at;
      if (!(await this.act('goto', { at: from, to: this.heading }))) break;
    }
    this.heading = null;
  }

  /** @param {Text} why */
  refuse(why) {
    this.refusal = why;
    this.announce(say(why));
    this.redraw();
  }

  /**
   * Says why what somebody tried is no move, in the game's own words where it has some.
   * @param {{cells: number[], piece: number | null}} tried
   * @param {Text} otherwise
   */
  async explain(tried, otherwise) {
    const { at, handles } = /** @type {View} */ (this.view);
    // Where pieces neither move nor wait beside the board, there is nothing to ask.
    if (!handles.some(({ kind }) => kind === 'path' || kind === 'place')) return this.refuse(otherwise);
    let why = null;
    try {
      ({ why } = await api.whyNot(this.id, { ...tried, at }));
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
    }
    if (this.view?.at === at) this.refuse(why ?? otherwise);
    return undefined;
  }

  /** What people have drawn on the position shown. @returns {DrawnMark[]} */
  get marks() {
    const { view } = this;
    return this.drawing ?? view?.tree[view.node].marks ?? [];
  }

  /** Keeps what is drawn on the position shown; it shows at once. @param {DrawnMark[]} marks */
  async draw(marks) {
    this.drawing = marks;
    this.redraw();
    await this.act('note', { node: this.view?.node, marks });
    this.drawing = null;
    this.redraw();
  }

  /** Plays a ply; it shows at once and the server's answer corrects it. @param {string} ply */
  async play(ply) {
    const turn = this.turn();
    if (!turn.may) return this.refuse(turn.why);
    const view = /** @type {View} */ (this.view);
    this.refusal = null;
    if (this.trial) {
      [this.held, this.armed] = [EMPTY, null];
      return this.trial(ply);
    }
    if (this.held.piece === null) this.held = EMPTY;
    this.armed = null;
    const handle = view.handles.find((one) => one.ply === ply);
    const lands = landing(handle);
    if (handle && lands !== undefined) {
      const from = handle.kind === 'path' ? handle.cells[0] : -1;
      const piece =
        handle.kind === 'path'
          ? view.picture.pieces.find(({ cell }) => cell === from)?.piece
          : 'piece' in handle
            ? handle.piece
            : undefined;
      if (piece !== undefined) {
        const rest = view.picture.pieces.filter(({ cell }) => cell !== from && cell !== lands);
        const stood = view.picture.pieces.find(({ cell }) => cell === lands)?.piece;
        const { pieces: kinds } = view.geometry;
        // Nobody takes a piece of one's own: the two change places.
        const swapped =
          stood !== undefined && kinds[stood].side === kinds[piece].side ? [{ cell: from, piece: stood }] : [];
        const picture = { ...view.picture, pieces: [...rest, { cell: lands, piece }, ...swapped] };
        this.enter(view.picture, picture, view, true);
        this.pending = { picture, last: [lands], key: this.key() };
      }
    }
    this.redraw();
    await this.act('moves', { move: ply, at: view.at, aside: this.aside });
    return undefined;
  }

  /** Asks players to analyse the position, and to go along from there. Whoever has thought of it before is heard at once, unless they are to think `anew`. @param {string[]} players @param {boolean} [anew] */
  async analyse(players, anew = true) {
    this.analysts = players;
    const [player, ...beside] = anew ? players : players.filter((player) => !this.hasThought(player));
    const known = this.opinions.find(({ event }) => isOf(event.player, players[0]));
    if (known && !anew) this.thoughts.set(known.key, known);
    this.redraw();
    if (player === undefined) return;
    const started = await this.act('think', { player, beside, remembered: !anew, at: this.view?.at });
    if (!started && anew) this.analysts = [];
    this.redraw();
  }

  /** Whether an analyst has had its say on the position shown. @param {string} player */
  hasThought(player) {
    return this.opinions.some(({ event }) => event.done && isOf(event.player, player));
  }

  /** Lets those who analyse look at the position shown. */
  goAlong() {
    if (this.analysts.length && this.resting) void this.analyse(this.analysts, false);
  }

  /** Whether somebody chooses here, and not a machine that is about to move. */
  get resting() {
    const { view } = this;
    if (!view || view.outcome) return false;
    return !this.live || view.human[Table.index(view.side)] || view.paused;
  }

  /** Asks what each ply is worth, once for each position that nobody has thought about yet. */
  score() {
    const { view } = this;
    const name = `${this.key()};`;
    if (!this.scoring || this.analysts.length || !view || view.thinking || !this.resting) return;
    if (this.link !== 'open' || this.scored === name || this.thoughts.has(this.key())) return;
    this.scored = name;
    const player = this.kinds.find((kind) => kind.name === view.game)?.adviser;
    void this.act('think', { player, at: view.at, seconds: SCORING });
  }

  stop() {
    this.analysts = [];
    return this.act('stop');
  }

  /** The same players again with the sides exchanged. @returns {Promise<string | null>} the new game */
  async again() {
    try {
      return (await api.again(this.id)).id;
    } catch (error) {
      if (!(error instanceof api.Refusal)) throw error;
      this.refuse(error.text);
      return null;
    }
  }

  /** The thoughts seen so far along the game, from its first side's view. */
  history() {
    const view = /** @type {View} */ (this.view);
    /** @type {{at: number, value: number, proved: boolean, thought: Thought}[]} */
    const seen = [];
    for (let at = 0; at <= view.moves.length; at++) {
      const kept = this.thoughts.get(this.key(at));
      if (kept)
        seen.push({
          at,
          value: kept.event.thought.value * (kept.side === 'first' ? 1 : -1),
          proved: Boolean(kept.event.thought.proved),
          thought: kept.event.thought,
        });
    }
    return seen;
  }
}
