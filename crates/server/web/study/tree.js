// The tree of a story as it stands at a moment: where the search is, the values that have been handed
// up, and what was cut with the comparison that cut it.

import { pieceShapes } from '../board/shapes.js';
import { h } from '../parts/dom.js';
import { sealShapes } from '../parts/icons.js';
import { say, t } from '../parts/words.js';
import { still } from './clock.js';
import { layout } from './layout.js';
import { sign } from './signs.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {Geometry, StoryNode} from '../types.js' */
/** @import {Layout, Measures, Place} from './layout.js' */
/** @import {Clock} from './clock.js' */
/** @import {Standing, Tale} from './tale.js' */

/** How tall a node is. */
const BOX = 25;

/** How wide a letter of a node is, by and large, and one of a move, which is bold. */
const LETTER = 6.7;
const BOLD = 7.7;

/** A tree is made smaller than it was meant, to be seen whole, but not smaller than this. */
const LEAST = 0.92;

/** The least and the most room from one column to the next. */
const [NEAR, FAR] = [40, 84];

/** So many columns are seen at once. */
const COLUMNS = 5;

export class TreeView {
  /** @param {Tale} tale @param {Clock} clock @param {() => void} redraw */
  constructor(tale, clock, redraw) {
    this.tale = tale;
    this.clock = clock;
    this.redraw = redraw;
    /** Nodes of which all that follows is to be seen. @type {Set<number>} */
    this.opened = new Set();
    /** A node somebody looks into although the search is elsewhere, until it goes on. */
    this.peek = { at: -1, node: -1 };
    /** @type {HTMLElement | null} */
    this.element = null;
    this.size = { w: 0, h: 0 };
    /** The moment the view was last moved for. */
    this.followed = -1;
    this.language = '';
    this.observer = new ResizeObserver(([{ contentRect }]) => {
      const { width, height } = contentRect;
      if (!width || (Math.abs(width - this.size.w) < 1 && Math.abs(height - this.size.h) < 1)) return;
      this.size = { w: width, h: height };
      this.followed = -1;
      this.redraw();
    });
  }

  close() {
    this.observer.disconnect();
  }

  /** How wide nodes are and how far apart, for all moments alike. @param {boolean} small */
  measures(small) {
    const { story } = this.tale;
    const language = `${document.documentElement.lang} ${small}`;
    if (this.language !== language) {
      this.language = language;
      let words = Math.max(4, t('page-tree-root').length);
      let worth = 2;
      let notes = 0;
      let why = 0;
      let seal = 0;
      for (const node of story.nodes) words = Math.max(words, called(node).length);
      for (const change of story.moments.flatMap(({ changes = [] }) => changes)) {
        if (change.value) worth = Math.max(worth, say(change.value).length);
        if (change.notes) notes = Math.max(notes, change.notes.reduce((sum, note) => sum + say(note).length + 3, 0));
        if (change.state === 'proved') seal = 16;
        if (change.why) why = Math.max(why, say(change.why).length);
      }
      const box = Math.round(Math.min(190, Math.max(small ? 82 : 92, 48 + seal + words * BOLD + worth * LETTER, notes * 5.7)));
      this.why = why * 6.8 + 12;
      this.wanted = { box, gap: NEAR, row: notes ? 41 : 34, top: 24 };
    }
    const wanted = /** @type {Measures} */ (this.wanted);
    const deep = Math.min(COLUMNS, this.tale.depth);
    const room = this.size.w - 24 - (this.why ?? 0) - wanted.box * (deep + 1);
    return { ...wanted, gap: small ? NEAR : Math.max(NEAR, Math.min(FAR, room / Math.max(1, deep))) };
  }

  /** @param {boolean} small */
  view(small) {
    const { tale, clock } = this;
    const measures = this.measures(small);
    const path = tale.path(tale.moment(clock.at).node ?? 0);
    if (this.peek.at !== clock.at) this.peek = { at: clock.at, node: -1 };
    const tree = {
      next: tale.next,
      told: (/** @type {number} */ node) => tale.spoken.has(node),
      away: (/** @type {number} */ node) => tale.story.nodes[node].more ?? 0,
    };
    const laid = layout(tree, { path, opened: this.opened, peek: this.peek.node }, measures);
    const width = laid.width + (this.why ?? 0) + 8;
    const fits = this.size.w ? Math.min(1, this.size.w / width, (this.size.h - 26) / laid.height) : 1;
    const scale = Math.max(LEAST, fits);
    queueMicrotask(() => this.follow(laid, path, scale, measures));
    return h(
      'div',
      {
        class: 'treebox',
        key: 'tree',
        tabindex: 0,
        role: 'region',
        'aria-label': t('page-tree'),
        hook: (/** @type {HTMLElement} */ element) => {
          this.element = element;
          this.followed = -1;
          this.observer.observe(element);
        },
      },
      // What stands above the levels stays in sight.
      Boolean(tale.story.levels?.length) &&
        h(
          'svg',
          { class: 'growing heads', viewBox: `0 0 ${width} 26`, width: Math.floor(width * scale), height: 26 * scale, 'aria-hidden': 'true' },
          this.heads(measures, laid),
        ),
      h(
        'svg',
        {
          class: 'growing',
          viewBox: `0 0 ${width} ${laid.height}`,
          width: Math.floor(width * scale),
          height: Math.floor(laid.height * scale),
          role: 'group',
          'aria-label': t('page-tree'),
        },
        this.drawing(laid, path, measures),
      ),
    );
  }

  /** @param {Layout} laid @param {number[]} path @param {Measures} measures @returns {Child[]} */
  drawing(laid, path, measures) {
    const { tale, clock } = this;
    const { story } = tale;
    const { box } = measures;
    const nodes = tale.nodes(clock.at);
    const now = tale.moment(clock.at).node;
    const on = new Set(path);
    const place = new Map(laid.places.map((one) => [one.node, one]));
    /** @param {number | undefined} node whether what follows it is known of yet */
    const open = (node) => node === undefined || on.has(node) || nodes[node].state !== 'waiting';
    const shown = laid.places.filter(({ node }) => open(story.nodes[node].parent));
    /** @type {Child[]} */
    const lines = [];
    /** @type {Child[]} */
    const boxes = [];
    const line = (/** @type {Place} */ from, /** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ cls) => {
      const start = from.x + box;
      const middle = (start + x) / 2;
      return h('path', { class: `e${cls}`, d: `M${start} ${from.y}C${middle} ${from.y} ${middle} ${y} ${x} ${y}` });
    };
    for (const at of shown) {
      const { parent } = story.nodes[at.node];
      const { state } = nodes[at.node];
      const from = parent === undefined ? undefined : place.get(parent);
      const off = !on.has(at.node) && (state === 'waiting' || state === 'cut');
      if (from) {
        lines.push(line(from, at.x, at.y, on.has(at.node) ? ' path' : off ? ' off' : state === 'best' ? ' best' : ''));
        if (state === 'cut')
          boxes.push(h('path', { class: 'strokes', d: `M${at.x - 17} ${at.y - 7}l6 14M${at.x - 10} ${at.y - 7}l6 14` }));
      }
      boxes.push(this.node(at, nodes[at.node], { now: at.node === now, path: on.has(at.node), off, box }));
    }
    for (const fold of laid.folds) {
      const from = place.get(fold.parent);
      if (!from || !open(fold.parent)) continue;
      lines.push(line(from, fold.x, fold.y, ' off'));
      const opens = tale.next[fold.parent].some((one) => !place.has(one));
      boxes.push(opens ? this.more(fold.x, fold.y, fold.n, fold.parent) : rest(fold.x, fold.y, fold.n));
    }
    return [...lines, ...boxes, ...this.whys(shown, nodes, box), ...this.notes(path, nodes, place, box)];
  }

  /** What stands above each level. @param {Measures} measures @param {Layout} laid */
  heads({ box, gap }, laid) {
    const deepest = Math.max(...laid.places.map(({ depth }) => depth));
    return (this.tale.story.levels ?? [])
      .slice(0, deepest + 1)
      .map((words, depth) => h('text', { class: 'hd', x: 8 + depth * (box + gap) + box / 2, y: 14 }, say(words)));
  }

  /**
   * @param {Place} at
   * @param {Standing} standing
   * @param {{now: boolean, path: boolean, off: boolean, box: number}} how
   */
  node({ node, x, y, hidden }, { state, value, why }, { now, path, off, box }) {
    const { tale, clock } = this;
    const { side, parent } = tale.story.nodes[node];
    const words = parent === undefined ? t('page-tree-root') : called(tale.story.nodes[node]);
    const worth = value ? say(value) : state === 'open' || path ? '…' : '';
    const first = tale.first.get(node);
    const { geometry } = tale.seen(0);
    const go = first === undefined ? undefined : () => clock.go(this.nearest(node));
    const left = x + (side ? 25 : 9);
    const kind = now ? 'now' : path ? 'path' : off ? 'off' : state;
    return h(
      'g',
      {
        key: `n${node}`,
        class: `nd ${kind}${go ? ' go' : ''}`,
        role: go ? 'button' : null,
        tabindex: now ? 0 : go ? -1 : null,
        'aria-label': go ? [side && say(geometry.sides[side === 'first' ? 0 : 1].name), words, worth, why && say(why)].filter(Boolean).join(' ') : null,
        'data-node': node,
        onclick: go,
        onkeydown: go && pressed(go),
      },
      h('rect', { class: 'bx', x, y: y - BOX / 2, width: box, height: BOX, rx: 6 }),
      side && sideIcon(geometry, side, x + 14, y),
      // The space parts the words where they are read, not seen.
      h('text', { class: 'm', x: left, y: y + 0.5 }, `${words} `),
      state === 'proved' &&
        h(
          'g',
          { class: 'proof', transform: `translate(${x + box - 11 - worth.length * LETTER - 14} ${y - 6}) scale(.86)` },
          sealShapes(),
        ),
      h('text', { class: 'v', x: x + box - 9, y: y + 0.5 }, worth),
      hidden > 0 && state !== 'waiting' && this.more(x + box + 4, y, hidden, node, true),
    );
  }

  /** The moment at a node that is nearest to now: before it, if there is one. @param {number} node */
  nearest(node) {
    const { tale, clock } = this;
    const all = tale.story.moments.flatMap((moment, at) => (moment.node === node ? [at] : []));
    return all.findLast((at) => at < clock.at) ?? all[0];
  }

  /** A box for what is not shown, which opens it. @param {number} x @param {number} y @param {number} n @param {number} node @param {boolean} [little] */
  more(x, y, n, node, little = false) {
    const words = `+ ${n}`;
    const wide = 16 + words.length * LETTER;
    const open = (/** @type {Event} */ event) => {
      event.stopPropagation();
      if (little) this.peek = { at: this.clock.at, node };
      else this.opened.add(node);
      this.redraw();
    };
    return h(
      'g',
      {
        key: `f${node}`,
        class: `nd more go${little ? ' little' : ''}`,
        role: 'button',
        tabindex: 0,
        'aria-label': t('page-study-unfold', { n }),
        onclick: open,
        onkeydown: pressed(open),
      },
      h('rect', { class: 'bx', x, y: y - (little ? 9 : BOX / 2), width: little ? wide - 8 : wide, height: little ? 18 : BOX, rx: 6 }),
      h('text', { class: 'm', x: x + (little ? 4 : 8), y: y + 0.5 }, words),
    );
  }

  /** The comparisons that cut, once for neighbours that one of them cut. @param {Place[]} shown @param {Standing[]} nodes @param {number} box */
  whys(shown, nodes, box) {
    const { story } = this.tale;
    const said = new Set();
    return shown.flatMap(({ node, x, y }) => {
      const { state, why } = nodes[node];
      if (state !== 'cut' || !why) return [];
      const words = say(why);
      const name = `${story.nodes[node].parent} ${words}`;
      if (said.has(name)) return [];
      said.add(name);
      return [h('text', { class: 'why', x: x + box + 10, y: y + 0.5 }, words)];
    });
  }

  /** The figures below the nodes that are being decided. @param {number[]} path @param {Standing[]} nodes @param {Map<number, Place>} place @param {number} box */
  notes(path, nodes, place, box) {
    return path.flatMap((node) => {
      const at = place.get(node);
      const { notes = [] } = nodes[node];
      if (!at || !notes.length) return [];
      const wide = box / notes.length;
      const y = at.y + BOX / 2 + 0.5;
      return notes.flatMap((note, i) => [
        h('rect', { class: 'ab', x: at.x + wide * i + (i ? 1 : 0), y, width: wide - 1, height: 15, rx: 5 }),
        h('text', { class: 'abt', x: at.x + wide * (i + 0.5), y: y + 8 }, say(note)),
      ]);
    });
  }

  /** Keeps where the search is in sight. @param {Layout} laid @param {number[]} path @param {number} scale @param {Measures} measures */
  follow(laid, path, scale, { box, gap }) {
    const { element, clock } = this;
    if (!element?.isConnected || this.followed === clock.at) return;
    this.followed = clock.at;
    const at = laid.places.findLast(({ node }) => path.includes(node));
    const before = laid.places.find(({ node }) => node === path[path.length - 2]) ?? at;
    if (!at || !before) return;
    const seen = (/** @type {number} */ from, /** @type {number} */ to, /** @type {number} */ start, /** @type {number} */ room) => {
      if (from * scale >= start && to * scale <= start + room) return start;
      return Math.max(0, ((from + to) / 2) * scale - room / 2);
    };
    const left = seen(before.x, at.x + box * 1.4 + gap, element.scrollLeft, element.clientWidth);
    const top = seen(Math.min(before.y, at.y) - 40, Math.max(before.y, at.y) + 60, element.scrollTop, element.clientHeight);
    if (left !== element.scrollLeft || top !== element.scrollTop)
      element.scrollTo({ left, top, behavior: still() || clock.plays ? 'auto' : 'smooth' });
  }
}

/** How many moves are in no tree. @param {number} x @param {number} y @param {number} n */
function rest(x, y, n) {
  const words = `+ ${n}`;
  return h(
    'g',
    { class: 'nd more' },
    h('rect', { class: 'bx', x, y: y - BOX / 2, width: 16 + words.length * LETTER, height: BOX, rx: 6 }),
    h('text', { class: 'm', x: x + 8, y: y + 0.5 }, words),
  );
}

/** What the moves of a node are called. @param {StoryNode} node */
const called = ({ moves = [], words }) => (words ? say(words) : moves.join(' '));

/** What the looks of nodes mean. @param {Tale} tale */
export function treeKey(tale) {
  const box = (/** @type {string} */ cls) =>
    h('svg', { class: 'growing', viewBox: '0 0 30 14', 'aria-hidden': 'true' }, h('g', { class: `nd ${cls}` }, h('rect', { class: 'bx', x: 1, y: 1, width: 28, height: 12, rx: 4 })));
  const states = new Set(tale.story.moments.flatMap(({ changes = [] }) => changes.map(({ state }) => state)));
  const bounds = tale.story.moments.some(({ changes = [] }) => changes.some(({ value }) => value && /[≤≥]/.test(say(value))));
  return h(
    'div',
    { class: 'tlkey desk' },
    h('span', null, box('now'), t('page-study-now')),
    h('span', null, box('off'), t('page-study-waiting')),
    states.has('best') && h('span', null, box('best'), t('page-study-best')),
    states.has('cut') && h('span', null, sign('cut'), t('page-study-cut')),
    bounds && h('span', null, h('b', null, '≤ ≥'), t('page-study-bound')),
  );
}

/** Enter and the space bar press what is no button of its own. @param {(event: Event) => void} press */
const pressed = (press) => (/** @type {KeyboardEvent} */ event) => {
  if (event.key !== 'Enter' && event.key !== ' ') return;
  event.preventDefault();
  event.stopPropagation();
  press(event);
};

/** The piece of whoever moves. @param {Geometry} geometry @param {'first' | 'second'} side @param {number} x @param {number} y */
function sideIcon(geometry, side, x, y) {
  const { piece } = geometry.sides[side === 'first' ? 0 : 1];
  return [
    h('circle', { class: 'under', cx: x, cy: y, r: 10 }),
    h('g', { transform: `translate(${x} ${y}) scale(${7.5 / reach(geometry, piece)})` }, pieceShapes(geometry.pieces[piece])),
  ];
}

/** How far a piece reaches, by what it is drawn of. @param {Geometry} geometry @param {number} piece */
function reach(geometry, piece) {
  const far = geometry.pieces[piece].shapes.map((shape) => {
    const line = shape.stroke ? shape.width / 2 : 0;
    if (shape.form === 'circle') return shape.r + line;
    if (shape.form === 'rect') return Math.max(shape.w, shape.h) / 2 + line;
    const numbers = (shape.d.match(/-?\d*\.?\d+/g) ?? []).map((one) => Math.abs(Number(one)));
    return Math.max(...numbers) + line;
  });
  return Math.max(1, ...far);
}
