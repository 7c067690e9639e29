// The lines of a game: its tree by the numbers of its nodes, and what can be asked of it.

import { plyWord } from '../parts/words.js';

/** @import {Twig} from '../types.js' */
/** @import {View} from '../parts/wire.js' */

/** The node in which every game begins. */
export const ROOT = 0;

/** Whether the position shown is where the game goes on: what is played there is part of it. @param {View} view */
export const live = (view) => view.node === view.end && !view.ended;

/** Whether there is a way forward: in the game only to what was taken back. @param {View} view */
export const redoes = (view) => (live(view) ? view.taken_back : view.at < view.moves.length);

export class Lines {
  /** @param {Twig[]} twigs all nodes by their numbers @param {number} end where the game as it was played stops */
  constructor(twigs, end) {
    this.twigs = twigs;
    this.end = end;
    /** The nodes that follow each, what was played first. @type {number[][]} */
    this.follow = twigs.map(() => []);
    for (const { id, after, place } of twigs)
      if (after !== undefined && place !== undefined) this.follow[after][place] = id;
    /** The nodes of the game as it was played. */
    this.played = new Set(this.path(end));
    /** The plies before each node; a node is always told before those that follow it. @type {number[]} */
    this.depths = [];
    for (const { id, after } of twigs) this.depths[id] = after === undefined ? 0 : this.depths[after] + 1;
  }

  /** The nodes after a node. @param {number} id */
  next(id) {
    return this.follow[id] ?? [];
  }

  /** The way to a node, from the beginning; both are included. @param {number} id */
  path(id) {
    const path = [];
    for (let at = /** @type {number | undefined} */ (id); at !== undefined; at = this.twigs[at]?.after) path.push(at);
    return path.reverse();
  }

  /** The node with which the line goes on from another that is drawn as one with it; the others are variations. @param {number} id */
  onward(id) {
    // What lies beyond the end of the game is not part of it.
    return id === this.end ? undefined : this.next(id)[0];
  }

  /** Where each number of a node stands in the order in which the game is read: how often sides or turns have changed is for others. @param {number} id */
  depth(id) {
    return this.depths[id];
  }

  /** The variation that a node is in: the node where it parts from the line before it; none where it was played or goes on from the beginning. @param {number} id */
  aside(id) {
    for (let at = id; at !== ROOT; at = /** @type {number} */ (this.twigs[at].after)) {
      const { after, place = 0 } = this.twigs[at];
      if (place > 0 || after === this.end) return at;
    }
    return undefined;
  }

  /** Whether the variation a node is in can stand before the one before it. @param {number} id */
  canPromote(id) {
    for (let at = id; at !== ROOT; at = /** @type {number} */ (this.twigs[at].after)) {
      const { after, place = 0 } = this.twigs[at];
      if (place > 0) return !this.played.has(this.next(/** @type {number} */ (after))[place - 1]);
    }
    return false;
  }

  /** The cells on which plies on the way to a node have put something, each with the number of the last such ply; none where pieces move. @param {number} id @returns {Map<number, number>} */
  order(id) {
    const order = new Map();
    for (const at of this.path(id)) {
      const { lands } = this.twigs[at];
      if (lands !== undefined) order.set(lands, this.depths[at]);
      // Only a swap of the first stone puts nothing down.
      else if (this.depths[at] > 2) return new Map();
    }
    return order;
  }

  /** The line beside a node, before or after it. @param {number} id @param {number} step */
  beside(id, step) {
    const { after, place = 0 } = this.twigs[id];
    return after === undefined ? undefined : this.next(after)[place + step];
  }

  /** How many plies a variation has, all that is in it included; it stops counting at a number. @param {number} from @param {number} most */
  size(from, most) {
    const waiting = [from];
    let size = 0;
    for (let at = waiting.pop(); at !== undefined && size < most; at = waiting.pop()) {
      size++;
      waiting.push(...this.next(at));
    }
    return size;
  }

  /** A ply with its number, as it stands in a sentence. @param {number} id */
  called(id) {
    const { ply, listed } = this.twigs[id];
    return listed ? `${listed.turn} ${listed.words || plyWord(ply)}` : `${this.depth(id)} ${plyWord(ply)}`;
  }
}

/** @type {WeakMap<Twig[], Lines>} */
const known = new WeakMap();

/** The lines of a game as it is now. @param {View} view */
export function linesOf(view) {
  let lines = known.get(view.tree);
  if (lines?.end !== view.end) {
    lines = new Lines(view.tree, view.end);
    known.set(view.tree, lines);
  }
  return lines;
}
