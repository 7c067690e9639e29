// Where each node of a tree stands. Every node has its place from the start: a tree that is small is
// laid out whole; of a large one the nodes that follow each other on the way to the present one are
// shown, column by column, and each always stands where it stood before.

/**
 * @typedef {object} Place
 * @property {number} node
 * @property {number} x
 * @property {number} y its middle
 * @property {number} depth
 * @property {number} hidden how many that follow it are not shown
 */
/**
 * @typedef {object} Layout
 * @property {Place[]} places
 * @property {{parent: number, x: number, y: number, n: number}[]} folds moves that stand under one box
 * @property {number} width
 * @property {number} height
 * @property {boolean} whole whether the tree is laid out whole
 */
/**
 * @typedef {object} Measures
 * @property {number} box how wide a node is
 * @property {number} gap from one column to the next
 * @property {number} row from one node to the next below it
 * @property {number} top where the first row has its middle
 */

/** A tree of so many rows is laid out whole. */
const ROWS = 48;

/** More moves than these that nothing ever happens to stand under one box. */
const IDLE = 3;

/**
 * @param {object} tree
 * @param {number[][]} tree.next what follows each node
 * @param {(node: number) => boolean} tree.told whether anything ever happens to a node
 * @param {(node: number) => number} tree.away how many that follow a node are not even in the tree
 * @param {object} seen
 * @param {number[]} seen.path the nodes from the first to the present one
 * @param {Set<number>} seen.opened nodes of which all that follows is to be seen
 * @param {number} seen.peek a node somebody looks into although it is not on the way; -1 is none
 * @param {Measures} measures
 * @returns {Layout}
 */
export function layout({ next, told, away }, { path, opened, peek }, measures) {
  const { box, gap, row, top } = measures;
  /** Those that follow a node and are shown, and how many stand under one box. @param {number} node @returns {[number[], number]} */
  const family = (node) => {
    const idle = next[node].filter((one) => !told(one));
    if (idle.length <= IDLE || opened.has(node)) return [next[node], away(node)];
    return [next[node].filter(told), idle.length + away(node)];
  };
  const rows = (/** @type {number} */ node) => {
    let count = 0;
    const stack = [node];
    for (let at = stack.pop(); at !== undefined && count <= ROWS; at = stack.pop()) {
      const [shown, folded] = family(at);
      count += folded ? 1 : 0;
      if (!shown.length && !folded) count++;
      stack.push(...shown);
    }
    return count;
  };
  /** @type {Place[]} */
  const places = [];
  /** @type {Layout['folds']} */
  const folds = [];
  const x = (/** @type {number} */ depth) => 8 + depth * (box + gap);
  const whole = rows(0) <= ROWS;
  if (whole) {
    let line = 0;
    const place = (/** @type {number} */ node, /** @type {number} */ depth) => {
      const [shown, folded] = family(node);
      const own = { node, x: x(depth), y: 0, depth, hidden: 0 };
      places.push(own);
      const ys = shown.map((one) => place(one, depth + 1));
      if (folded) {
        const y = top + row * line++;
        folds.push({ parent: node, x: x(depth + 1), y, n: folded });
        ys.push(y);
      }
      own.y = ys.length ? (ys[0] + ys[ys.length - 1]) / 2 : top + row * line++;
      return own.y;
    };
    place(0, 0);
  } else {
    // Of each column one family is open: that on the way, or the one somebody has asked for.
    const [children] = family(0);
    let parent = { node: 0, x: x(0), y: top + row * Math.min((children.length - 1) / 2, 5), depth: 0, hidden: 0 };
    places.push(parent);
    for (let depth = 0; ; depth++) {
      const [shown, folded] = family(parent.node);
      const count = shown.length + (folded ? 1 : 0);
      if (!count) break;
      const begin = Math.max(top, parent.y - ((count - 1) / 2) * row);
      const column = shown.map((node, i) => ({
        node,
        x: x(depth + 1),
        y: depth ? begin + i * row : top + i * row,
        depth: depth + 1,
        hidden: next[node].length + away(node),
      }));
      places.push(...column);
      if (folded)
        folds.push({ parent: parent.node, x: x(depth + 1), y: (depth ? begin : top) + shown.length * row, n: folded });
      const on = column.find(({ node }) => node === peek) ?? column.find(({ node }) => node === path[depth + 1]);
      if (!on) break;
      on.hidden = 0;
      parent = on;
    }
  }
  const deepest = Math.max(...places.map((place) => place.depth), ...folds.map(() => 1));
  return {
    places,
    folds,
    whole,
    width: x(deepest) + box,
    height: Math.max(...[...places, ...folds].map(({ y }) => y)) + row * 0.7,
  };
}
