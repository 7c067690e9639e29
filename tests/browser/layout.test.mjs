// Where the nodes of a tree stand, without a browser: each has its place from the start.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layout } from '../../crates/server/web/study/layout.js';

const MEASURES = { box: 90, gap: 50, row: 40, top: 20 };

/** A tree in which every node of so many levels has so many that follow it. @param {number[]} widths */
function grown(widths) {
  const next = [[]];
  let level = [0];
  for (const wide of widths) {
    const below = [];
    for (const node of level)
      for (let i = 0; i < wide; i++) {
        next[node].push(next.length);
        below.push(next.length);
        next.push([]);
      }
    level = below;
  }
  return next;
}

/** The layout of a tree in which something happens to every node, unless it is said otherwise. */
const laidOut = (next, { path = [0], opened = [], peek = -1, told = () => true, away = () => 0 } = {}) =>
  layout({ next, told, away }, { path, opened: new Set(opened), peek }, MEASURES);
const place = (laid, node) => laid.places.find((one) => one.node === node);

test('a small tree is laid out whole, and nothing moves whatever is looked at', () => {
  const next = grown([3, 2]);
  const laid = laidOut(next);
  assert(laid.whole);
  assert.equal(laid.places.length, 10);
  assert.deepEqual(laidOut(next, { path: [0, 2, 6] }), laid);
  const rows = laid.places.filter(({ depth }) => depth === 2).map(({ y }) => y);
  assert.deepEqual(rows, [20, 60, 100, 140, 180, 220]);
  assert.equal(place(laid, 1).y, 40, 'beside the middle of those that follow');
});

test('of a large tree the way to the present node is open, and every node keeps its place', () => {
  const next = grown([9, 8, 7]);
  const places = new Map();
  for (let one = 0; one < 9; one++)
    for (let two = 0; two < 8; two++) {
      const first = next[0][one];
      const second = next[first][two];
      const third = next[second][3];
      const laid = laidOut(next, { path: [0, first, second, third] });
      assert(!laid.whole);
      assert(place(laid, third), 'the present node is shown');
      assert.equal(laid.places.length, 1 + 9 + 8 + 7);
      for (const { node, x, y } of laid.places) {
        assert.equal(places.get(node) ?? `${x} ${y}`, `${x} ${y}`, `node ${node} has moved`);
        places.set(node, `${x} ${y}`);
      }
      const columns = new Map();
      for (const { x, y } of laid.places) columns.set(x, [...(columns.get(x) ?? []), y]);
      for (const ys of columns.values())
        assert(ys.every((y, i) => !i || y - ys[i - 1] >= 40), 'nodes do not lie on each other');
    }
});

test('moves that nothing happens to stand under one box until it is opened', () => {
  const next = grown([10]);
  const told = (node) => node <= 3;
  const laid = laidOut(next, { told });
  assert.deepEqual([laid.places.length, laid.folds.map(({ parent, n }) => [parent, n])], [4, [[0, 7]]]);
  const open = laidOut(next, { told, opened: [0] });
  assert.deepEqual([open.places.length, open.folds], [11, []]);
});

test('what is not even in the tree is counted, and cannot be opened', () => {
  const laid = laidOut(grown([2]), { away: (node) => (node ? 0 : 110), opened: [0] });
  assert.deepEqual(laid.folds.map(({ n }) => n), [110]);
});

test('of a large tree somebody can open what follows another node', () => {
  const next = grown([9, 9]);
  const [here, there] = [next[0][2], next[0][5]];
  const laid = laidOut(next, { path: [0, here], peek: there });
  assert.deepEqual([place(laid, there).hidden, place(laid, here).hidden], [0, 9]);
  assert(place(laid, next[there][0]));
});
