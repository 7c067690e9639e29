// The moves of a game as a tree: what was played in one flow, and each variation set in after the move
// it could have been played instead of, with what is said about it. Long and deep ones are folded.

import { h, once, settled } from '../parts/dom.js';
import { icon, seal } from '../parts/icons.js';
import { language, plyWord, t } from '../parts/words.js';
import { ROOT, linesOf } from './lines.js';

/** @import {Child, Node} from '../parts/dom.js' */
/** @import {PlySign as Sign, Twig} from '../types.js' */
/** @import {View} from '../parts/wire.js' */
/** @import {Lines} from './lines.js' */

/**
 * @typedef {object} Badge what stands behind a move besides what people have said of it
 * @property {string} [value] what the position is worth, as it is written
 * @property {Sign} [sign] how good the ply was; one that was given by hand comes before it
 * @property {boolean} [seal] whether what it is worth is proved
 * @property {string} [title] what all that means, in words
 */
/**
 * @typedef {object} Shape what a tree is drawn from
 * @property {View} view
 * @property {Folds} folds
 * @property {(node: number) => void} go looks at a position
 * @property {(node: number) => void} [menu] what can be done with a move
 * @property {(node: number) => Badge | null} [badge]
 * @property {Child} [result] what stands behind the last move of a game that has ended
 */

/** Variations nested deeper than this are folded. */
const DEEP = 4;

/** Variations with more plies than this are folded. */
const LONG = 60;

/** Which variations somebody has folded or unfolded, by their first nodes. */
export class Folds {
  /** @param {() => void} redraw */
  constructor(redraw) {
    this.redraw = redraw;
    /** @type {Map<number, boolean>} */
    this.chosen = new Map();
  }

  /** @param {number} node @param {boolean} folded */
  choose(node, folded) {
    this.chosen.set(node, folded);
    this.redraw();
  }
}

/** The tree of a game. @param {Shape} shape */
export function tree(shape) {
  const { view } = shape;
  const lines = linesOf(view);
  const drawing = new Drawing(shape, lines);
  return h(
    'div',
    { class: 'moves tree', role: 'group', 'aria-label': t('page-moves') },
    drawing.beginning(),
    drawing.line(ROOT, 0),
  );
}

/** One drawing of a tree. */
class Drawing {
  /** @param {Shape} shape @param {Lines} lines */
  constructor(shape, lines) {
    this.shape = shape;
    this.lines = lines;
    this.cursor = shape.view.node;
    /** The nodes on the way to the position shown: what they are in is not folded by itself. */
    this.way = new Set(lines.path(this.cursor));
  }

  /** The beginning, and what is said about it. */
  beginning() {
    return [
      h(
        'button',
        { ...this.hears(ROOT), class: 'start' },
        t('page-start'),
      ),
      this.said(this.lines.twigs[ROOT]),
    ];
  }

  /**
   * All that follows a node: the line that goes on from it, and beside each ply those that could have
   * been played instead.
   * @param {number} from
   * @param {number} depth how many variations it is in
   * @param {boolean} [begun] whether something stands right before it
   * @returns {Child[]}
   */
  line(from, depth, begun = false) {
    /** @type {Child[]} */
    const out = [];
    let at = from;
    let fresh = !begun;
    for (;;) {
      const next = this.lines.onward(at);
      const others = this.lines.next(at).slice(next === undefined ? 0 : 1);
      if (next !== undefined) {
        out.push(...this.ply(next, fresh));
        fresh = Boolean(this.lines.twigs[next].comment);
      }
      if (next === this.lines.end && this.shape.result) out.push(this.shape.result);
      for (const other of others) out.push(this.aside(other, depth + 1));
      if (others.length) fresh = true;
      if (next === undefined) return out;
      at = next;
    }
  }

  /** A variation: its first ply, and what follows unless it is folded. @param {number} first @param {number} depth @returns {Node} */
  aside(first, depth) {
    const { chosen } = this.shape.folds;
    const size = this.lines.size(first, LONG + 1);
    const shut = (depth > DEEP || size > LONG) && !this.way.has(first);
    const folded = chosen.get(first) ?? shut;
    const twig = this.lines.twigs[first];
    const { name } = twig;
    const node = h(
      'div',
      { class: `aside${depth > DEEP ? ' deep' : ''}`, key: `v${first}`, role: 'group', 'aria-label': name || t('page-variation') },
      (size > 2 || folded) &&
        once(twig, 'fold', `${folded} ${language()}`, () =>
          h(
            'button',
            {
              type: 'button',
              class: 'fold',
              'aria-expanded': String(!folded),
              'aria-label': t(folded ? 'page-unfold' : 'page-fold'),
              onclick: () => this.shape.folds.choose(first, !folded),
            },
            icon(folded ? 'go' : 'unfold'),
          ),
        ),
      this.ply(first, true),
      folded
        ? size > 1 && h('span', { class: 'more num' }, size > LONG ? `+ ${LONG}…` : `+ ${size - 1}`)
        : this.line(first, depth, !twig.comment),
    );
    return settled(twig, 'aside', node);
  }

  /** A ply with its number where one is needed, and what is said about it. @param {number} id @param {boolean} fresh whether nothing stands right before it @returns {Child[]} */
  ply(id, fresh) {
    const twig = this.lines.twigs[id];
    const { listed, after } = twig;
    const turn = listed?.turn;
    const before = after === undefined ? undefined : this.lines.twigs[after].listed?.turn;
    const number = turn === undefined ? String(this.lines.depth(id)) : fresh || turn !== before ? turn : null;
    const badge = this.shape.badge?.(id) ?? null;
    const [here, forks] = [id === this.cursor, this.lines.next(id).length > 1];
    const variant = [number, here, forks, badge?.sign, badge?.seal, badge?.title, badge?.value, language()].join('|');
    // In a long game few moves are different from one redraw to the next.
    return once(twig, 'ply', variant, () => this.described(twig, number, here || forks, badge));
  }

  /** @param {Twig} twig @param {string | null} number @param {boolean} shown whether it stands there even if it says nothing @param {Badge | null} badge @returns {Child[]} */
  described(twig, number, shown, badge) {
    const { id, listed } = twig;
    const words = listed ? listed.words : plyWord(twig.ply);
    const sign = twig.sign ?? badge?.sign;
    return [
      twig.name && h('b', { class: 'named', key: `t${id}` }, twig.name),
      // What says nothing by itself, as the end of a turn, stands only where one looks at it.
      words || shown
        ? h(
            'span',
            { class: `ply${number === null ? ' on' : ''}`, key: `n${id}` },
            number !== null && h('i', { class: 'num' }, number),
            h(
              'button',
              { ...this.hears(id), title: badge?.title },
              words || '·',
              sign && h('sup', { class: 'sign', title: t(signWords(sign)) }, sign),
            ),
          )
        : number !== null && h('i', { class: 'num', key: `n${id}` }, number),
      badge?.seal && h('span', { class: 'sealed', key: `s${id}` }, seal()),
      badge?.value && h('span', { class: 'worth num', key: `w${id}` }, badge.value),
      this.said(twig),
    ];
  }

  /** What is said about a position in words. @param {Twig} twig */
  said({ id, comment }) {
    return comment && h('em', { class: 'said', key: `c${id}` }, comment);
  }

  /** What each move hears. @param {number} id */
  hears(id) {
    const { go, menu } = this.shape;
    return {
      type: 'button',
      'data-node': id,
      'aria-current': id === this.cursor ? 'true' : null,
      onclick: () => go(id),
      oncontextmenu:
        menu &&
        ((/** @type {Event} */ event) => {
          event.preventDefault();
          menu(id);
        }),
    };
  }
}

/** The message that says what a sign means. @param {Sign} sign */
export const signWords = (sign) =>
  ({
    '!!': 'page-sign-brilliant',
    '!': 'page-sign-good',
    '!?': 'page-sign-interesting',
    '?!': 'page-sign-doubtful',
    '?': 'page-sign-bad',
    '??': 'page-sign-blunder',
  })[sign];

/** Brings the position shown into sight, as soon as it is laid out: to ask before would lay everything out twice. */
export function followCursor() {
  const current = document.querySelector('.tree [aria-current]');
  const moves = current?.closest('.tree');
  if (!current || !moves) return;
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    bring(current);
  });
  observer.observe(moves);
}

/** Brings a move into sight, in whatever it scrolls in. @param {Element} current */
function bring(current) {
  for (let box = current.parentElement; box && !box.matches('.panel'); box = box.parentElement) {
    if (box.scrollHeight <= box.clientHeight + 1 || !/auto|scroll/.test(getComputedStyle(box).overflowY)) continue;
    const [here, all] = [current.getBoundingClientRect(), box.getBoundingClientRect()];
    if (here.top < all.top + 8) box.scrollTop -= all.top + 8 - here.top;
    else if (here.bottom > all.bottom - 8) box.scrollTop += here.bottom - all.bottom + 8;
    return;
  }
}
