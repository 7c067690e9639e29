// A story as it stands at one of its moments: what is on the board, how far the search is with each
// node of its tree, and what is drawn.

/** @import {Drawn, Geometry, Moment, NodeChange, Picture, Placed, Story, Told} from '../types.js' */

/**
 * @typedef {object} Standing how far a search is with a node
 * @property {NodeChange['state']} state
 * @property {NodeChange['value']} [value]
 * @property {NodeChange['notes']} [notes]
 * @property {NodeChange['why']} [why]
 */
/**
 * @typedef {object} Seen a board of the story
 * @property {Geometry} geometry
 * @property {Picture} picture
 * @property {number[]} ends where each ply since the beginning has ended; -1 is on no cell
 * @property {Set<number>} tried cells on which something else stands than at the beginning
 */
/** @typedef {{at: number, words: import('../types.js').Text}} Chapter */

/** What a node is before anything is said of it. @type {Standing} */
const WAITING = { state: 'waiting' };

/** @param {Placed} placed */
const called = ({ cell, piece }) => `${cell}:${piece}`;

export class Tale {
  /** @param {Told} told @param {Map<string, Geometry>} geometries by their tags */
  constructor(told, geometries) {
    this.told = told;
    this.story = told.story;
    this.geometries = geometries;
    /** @type {Map<number, Seen>} */
    this.boards = new Map();
    /** What has become of each node, and the moment up to which that holds. @type {{at: number, nodes: Standing[]}} */
    this.reached = { at: -1, nodes: [] };
    /** What is drawn at a moment. @type {{at: number, things: number[]}} */
    this.on = { at: -1, things: [] };
    /** The moments in which something happens at a node: its first one. @type {Map<number, number>} */
    this.first = new Map();
    /** The nodes the story ever speaks of. @type {Set<number>} */
    this.spoken = new Set([0]);
    for (const [at, { node, changes }] of this.story.moments.entries()) {
      if (node !== undefined && !this.first.has(node)) this.first.set(node, at);
      for (const one of [node, ...(changes ?? []).map((change) => change.node)])
        if (one !== undefined) this.spoken.add(one);
    }
    /** The parts of the story. @type {Chapter[]} */
    this.chapters = this.story.moments.flatMap(({ chapter }, at) => (chapter ? [{ at, words: chapter }] : []));
    /** What follows each node. @type {number[][]} */
    this.next = this.story.nodes.map(() => []);
    /** How many moves the longest line of the tree has. */
    this.depth = 0;
    /** @type {number[]} */
    const depths = [];
    for (const [node, { parent }] of this.story.nodes.entries()) {
      depths.push(parent === undefined ? 0 : depths[parent] + 1);
      this.depth = Math.max(this.depth, depths[node]);
      if (parent !== undefined) this.next[parent].push(node);
    }
  }

  get length() {
    return this.story.moments.length;
  }

  /** @param {number} at @returns {Moment} */
  moment(at) {
    return this.story.moments[at];
  }

  /** The part that a moment belongs to; -1 is none. @param {number} at */
  chapterOf(at) {
    return this.chapters.findLastIndex((chapter) => chapter.at <= at);
  }

  /** The board of a moment. @param {number} at @returns {Seen} */
  board(at) {
    return this.seen(this.told.shown[at]);
  }

  /** @param {number} number @returns {Seen} */
  seen(number) {
    const known = this.boards.get(number);
    if (known) return known;
    const { from, gone = [], pieces = [], winning = [], ends = [], tag = this.told.tag } = this.told.boards[number];
    const before = from === undefined ? null : this.seen(from);
    const away = new Set(gone);
    const stay = before ? before.picture.pieces.filter(({ cell }) => !away.has(cell)) : [];
    const all = [...stay, ...pieces];
    const start = new Set((number ? this.seen(0).picture.pieces : all).map(called));
    /** @type {Seen} */
    const seen = {
      geometry: /** @type {Geometry} */ (this.geometries.get(tag)),
      picture: { pieces: all, winning },
      ends: [...(before?.ends ?? []), ...ends.map((cell) => cell ?? -1)],
      tried: new Set(all.filter((placed) => !start.has(called(placed))).map(({ cell }) => cell)),
    };
    this.boards.set(number, seen);
    return seen;
  }

  /** How far the search is with each node at a moment. @param {number} at @returns {Standing[]} */
  nodes(at) {
    if (at < this.reached.at) this.reached = { at: -1, nodes: [] };
    const { reached, story } = this;
    if (reached.at < 0) reached.nodes = story.nodes.map(() => WAITING);
    else reached.nodes = [...reached.nodes];
    while (reached.at < at) {
      const { changes = [] } = story.moments[++reached.at];
      for (const { node, ...change } of changes) reached.nodes[node] = { ...reached.nodes[node], ...change };
    }
    return reached.nodes;
  }

  /** The nodes from the first to one. @param {number | undefined} node @returns {number[]} */
  path(node) {
    const path = [];
    for (let at = node; at !== undefined; at = this.story.nodes[at].parent) path.unshift(at);
    return path;
  }

  /** What is drawn on the board at a moment, the oldest first. @param {number} at @returns {number[]} */
  drawn(at) {
    if (this.on.at !== at) this.on = { at, things: this.drawnAt(at) };
    return this.on.things;
  }

  /** @param {number} at @returns {number[]} */
  drawnAt(at) {
    const shown = new Set();
    /** The heat that is now on each cell. @type {Map<number, number>} */
    const warm = new Map();
    for (const { shows = [], hides = [] } of this.story.moments.slice(0, at + 1)) {
      for (const id of hides) shown.delete(id);
      for (const id of shows) {
        const thing = this.thing(id);
        if (thing.look === 'warm') {
          const before = warm.get(thing.cell);
          if (before !== undefined) shown.delete(before);
          warm.set(thing.cell, id);
        }
        shown.delete(id);
        shown.add(id);
      }
    }
    return [...shown];
  }

  /** @param {number} id @returns {Drawn} */
  thing(id) {
    return this.story.drawn[id];
  }

  /** A thing with all it was made from, down to what needs no reason. @param {number} id @param {Set<number>} [all] @returns {Set<number>} */
  reasons(id, all = new Set()) {
    if (all.has(id)) return all;
    all.add(id);
    for (const one of this.thing(id).because ?? []) this.reasons(one, all);
    return all;
  }
}

/** Whether a story has a tree worth drawing. @param {Story} story */
export const hasTree = (story) => story.nodes.length > 1;
