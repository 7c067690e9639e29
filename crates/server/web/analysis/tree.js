// Draws a part of a search tree: the chosen line strong, cut branches crossed out with the bound
// that cut them, and the same as a list for those who do not see it.

import { h } from '../parts/dom.js';
import { sealShapes } from '../parts/icons.js';
import { count, say, t } from '../parts/words.js';
import { inWords } from './value.js';

/** @import {Child} from '../parts/dom.js' */
/** @import {TreeNode} from '../types.js' */

/** A box is as wide as the longest of its words needs, and never narrower. */
const NARROW = 76;
/** From a box to the next column. */
const GAP = 24;
const ROW = 27;
/** Where the first moves stand, right of the root. */
const FIRST = 58;

/**
 * @typedef {object} Placed
 * @property {TreeNode} node
 * @property {number} x
 * @property {number} y
 * @property {number} w
 * @property {number} next where the boxes of what follows begin
 * @property {Placed[]} children
 * @property {{y: number, w: number, words: string, why: string}} [rest] what is not shown, and why
 */

/** @param {TreeNode} root */
export function tree(root) {
  const wide = Math.max(NARROW, ...all(root).map(needs));
  let row = 0;
  let width = 0;

  /** @param {TreeNode} node @param {number} depth @returns {Placed} */
  const place = (node, depth) => {
    const next = FIRST + depth * (wide + GAP);
    const children = (node.children ?? []).map((child) => place(child, depth + 1));
    /** @type {Placed} */
    const placed = { node, x: depth ? next - wide - GAP : 1, y: 0, w: depth ? wide : 46, next, children };
    width = Math.max(width, placed.x + placed.w + 2);
    if (node.more || node.cut) {
      const why = node.cut ? say(node.cut) : '';
      const words = node.more ? t('page-tree-more', { n: node.more }) : '…';
      const w = 18 + words.length * 7.2;
      placed.rest = { y: row++ * ROW + 14, w, words, why };
      width = Math.max(width, next + w + (why ? 6 + why.length * 6 : 2));
    }
    const ys = [...children.map(({ y }) => y), ...(placed.rest ? [placed.rest.y] : [])];
    placed.y = ys.length ? (ys[0] + ys[ys.length - 1]) / 2 : row++ * ROW + 14;
    return placed;
  };
  const top = place(root, 0);
  const height = row * ROW + 2;
  return h(
    'div',
    { class: 'scroll treebox', tabindex: 0, role: 'region', 'aria-label': t('page-tree') },
    h(
      'svg',
      { class: 'tree', viewBox: `0 0 ${width} ${height}`, width, height, 'aria-hidden': 'true' },
      edges(top),
      boxes(top),
    ),
    h('div', { class: 'sr' }, list(root)),
  );
}

/** A node and all that follows from it, without the root's own box. @param {TreeNode} node @returns {TreeNode[]} */
const all = ({ children = [] }) => children.flatMap((child) => [child, ...all(child)]);

/** How wide a box must be so that its move, its seal and its figures stand beside each other. @param {TreeNode} node */
const needs = (node) =>
  Math.ceil(26 + (node.move ?? '').length * 7.2 + figures(node).length * 5.9 + (node.value?.proved ? 16 : 0));

/** @param {Placed} from @returns {Child[]} */
function edges(from) {
  const start = from.x + from.w;
  const middle = (start + from.next) / 2;
  const line = (/** @type {number} */ y, /** @type {string} */ cls) =>
    h('path', { class: cls, d: `M${start} ${from.y}C${middle} ${from.y} ${middle} ${y} ${from.next} ${y}` });
  /** @type {Child[]} */
  const drawn = [];
  for (const child of from.children) {
    drawn.push(...edges(child), line(child.y, `e${child.node.best ? ' best' : ''}`));
  }
  if (from.rest) {
    const y = (from.y + from.rest.y) / 2;
    drawn.push(line(from.rest.y, 'e cut'));
    if (from.rest.why) {
      drawn.push(
        h('path', { class: 'strokes', d: `M${middle - 4} ${y - 6}l8 12M${middle + 1} ${y - 6}l8 12` }),
      );
    }
  }
  return drawn;
}

/** @param {Placed} from @returns {Child[]} */
function boxes(from) {
  const { node, x, y, w, rest } = from;
  const words = figures(node);
  const best = node.best || node.move === undefined;
  // The seal stands before the word it seals.
  const before = x + w - 11 - words.length * 5.5 - 12;
  /** @type {Child[]} */
  const drawn = [
    h('rect', { class: `node${best ? ' best' : ''}`, x, y: y - 11, width: w, height: 22, rx: 6 }),
    h('text', { x: x + 8, y: y + 0.5, class: 'm' }, node.move ?? t('page-tree-root')),
    node.move !== undefined && h('text', { x: x + w - 8, y: y + 0.5, class: 'q' }, words),
    node.move !== undefined &&
      node.value?.proved &&
      h('g', { transform: `translate(${before} ${y - 6}) scale(.86)`, class: 'proof' }, sealShapes()),
  ];
  for (const child of from.children) drawn.push(...boxes(child));
  if (rest) {
    drawn.push(
      h('rect', { class: 'node cut', x: from.next, y: rest.y - 11, width: rest.w, height: 22, rx: 6 }),
      h('text', { x: from.next + 8, y: rest.y + 0.5, class: 'm' }, rest.words),
      h('text', { x: from.next + rest.w + 6, y: rest.y + 0.5, class: 'why' }, rest.why),
    );
  }
  return drawn;
}

/** What a node is worth and how often it was tried. @param {TreeNode} node */
function figures(node) {
  const worth = node.value ? inWords(node.value, node.bound, node.visits) : '';
  // Of a handful of games the value is their count.
  const tried = node.visits === undefined || worth.includes('/') ? '' : count(node.visits);
  return [tried, worth].filter(Boolean).join(' · ');
}

/** @param {TreeNode} node @returns {import('../parts/dom.js').Node} */
function list(node) {
  const item = (/** @type {TreeNode} */ child) => {
    const cut = child.cut && `${t('page-tree-cut')} ${say(child.cut)}`;
    const said = [child.move, figures(child), child.best && t('page-tree-best'), cut];
    return h('li', null, said.filter(Boolean).join(', '), child.children?.length ? list(child) : null);
  };
  return h('ul', null, (node.children ?? []).map(item));
}
