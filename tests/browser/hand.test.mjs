// What touches on the board mean, and where the arrow keys lead, on boards made up for the purpose.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { neighbour, rows } from '../../crates/server/web/board/board.js';
import { drag, EMPTY, signs, tap, targets } from '../../crates/server/web/board/hand.js';
import { column } from '../../crates/server/web/analysis/labels.js';

/** Pieces 0 and 1 are of the first side, which moves; 2 is of the other. */
const geometry = { pieces: [{ side: 0 }, { side: 0 }, { side: 1 }] };
const view = (handles, pieces = []) => ({ handles, picture: { pieces }, geometry, side: 'first' });
const hold = (...cells) => ({ cells, piece: null });

test('a tap plays the ply whose cells hold it, the one that lands there first', () => {
  const both = view([
    { ply: 'x', kind: 'tap', cells: [0, 3], lands: 0, piece: 0 },
    { ply: 'y', kind: 'tap', cells: [3], lands: 3, piece: 0 },
  ]);
  assert.deepEqual(tap(both, EMPTY, 0), { play: 'x' });
  assert.deepEqual(tap(both, EMPTY, 3), { play: 'y' });
  assert.deepEqual(tap(both, EMPTY, 5), { no: 'nothing' });
  assert.deepEqual(tap(view([], [{ cell: 5, piece: 1 }]), EMPTY, 5), { no: 'taken' });
});

const ways = [
  { ply: 'ab', kind: 'path', cells: [1, 2] },
  { ply: 'ac', kind: 'path', cells: [1, 3] },
  { ply: 'acd', kind: 'path', cells: [1, 3, 4] },
  { ply: 'ef', kind: 'path', cells: [5, 6] },
];

test('a way is tapped cell by cell, and its next cells are shown', () => {
  const at = view(ways);
  assert.deepEqual(tap(at, EMPTY, 1), { hold: hold(1) });
  assert.deepEqual(targets(ways, hold(1)), [2, 3]);
  assert.deepEqual(tap(at, hold(1), 2), { play: 'ab' });
  // 3 ends one way and is on another: it is held, and a second tap on it is enough.
  assert.deepEqual(tap(at, hold(1), 3), { hold: hold(1, 3) });
  assert.deepEqual(targets(ways, hold(1, 3)), [4]);
  assert.deepEqual(tap(at, hold(1, 3), 3), { play: 'ac' });
  assert.deepEqual(tap(at, hold(1, 3), 4), { play: 'acd' });
});

test('a piece in hand is let go, exchanged for another, or cannot go there', () => {
  const at = view(ways);
  assert.deepEqual(tap(at, hold(1), 1), { drop: true });
  assert.deepEqual(tap(at, hold(1), 5), { hold: hold(5) });
  assert.deepEqual(tap(at, hold(1), 9), { no: 'way' });
});

test('from a piece of one’s own to an enemy that another could move is no change of mind', () => {
  const at = view(ways, [
    { cell: 1, piece: 0 },
    { cell: 5, piece: 2 },
  ]);
  assert.deepEqual(tap(at, hold(1), 5), { no: 'way' }, 'it is explained');
  assert.deepEqual(tap(at, hold(5), 1), { hold: hold(1) });
  assert.deepEqual(tap({ ...at, side: 'second' }, hold(1), 5), { hold: hold(5) });
});

test('a drag goes from the first cell to the last', () => {
  assert.deepEqual(drag(ways, 1, 4), { play: 'acd' });
  assert.deepEqual(drag(ways, 1, 3), { play: 'ac' });
  assert.equal(drag(ways, 1, 6), undefined);
});

const pushes = [
  { ply: 'ab', kind: 'path', cells: [1, 2], mark: 'ring' },
  { ply: 'x y', kind: 'path', cells: [1, 3, 4], mark: 'arrow' },
  { ply: 'z y', kind: 'path', cells: [1, 5, 4], mark: 'arrow' },
  { ply: 'x', kind: 'path', cells: [3, 4], mark: 'arrow' },
  { ply: 'x', kind: 'press', button: { id: 'push' } },
];

test('a drag to where longer ways begin holds them, and never chooses between equals', () => {
  assert.deepEqual(drag(pushes, 1, 3), { hold: hold(1, 3) });
  assert.equal(drag(pushes, 1, 4), undefined, 'two pushes end there');
  assert.deepEqual(tap(view(pushes), hold(1, 3), 4), { play: 'x y' });
});

test('signs show where the piece in hand can go, and with empty hands what a button does', () => {
  const both = [
    [3, 4],
    [5, 4],
  ];
  assert.deepEqual(signs(pushes, hold(1)), { dots: [], rings: [2], arrows: both });
  assert.deepEqual(signs(pushes, hold(1, 5)), { dots: [], rings: [], arrows: [[5, 4]] });
  assert.deepEqual(signs(pushes, EMPTY), { dots: [], rings: [], arrows: [[3, 4]] });
  assert.deepEqual(signs(ways, hold(1)).dots, [2, 3]);
});

test('a piece from the tray is put where it may stand', () => {
  const puts = [
    { ply: '*1', kind: 'place', piece: 0, lands: 1 },
    { ply: '*2', kind: 'place', piece: 1, lands: 1 },
    { ply: '*3', kind: 'place', piece: 1, lands: 2 },
  ];
  const held = { cells: [], piece: 1 };
  assert.deepEqual(targets(puts, held), [1, 2]);
  assert.deepEqual(tap(view(puts), held, 1), { play: '*2' });
  assert.deepEqual(tap(view(puts), held, 7), { no: 'way' });
  const standing = [...puts, { ply: '7>2', kind: 'path', cells: [7, 2] }];
  assert.deepEqual(tap(view(standing), held, 7), { hold: hold(7) }, 'one that stands is taken up');
  assert.deepEqual(tap(view(puts), EMPTY, 2), { play: '*3' }, 'one piece alone needs no choosing');
});

const squares = {
  cells: Array.from({ length: 9 }, (_, i) => ({
    name: 'abc'[i % 3] + (1 + Math.floor(i / 3)),
    x: (i % 3) * 60,
    y: (2 - Math.floor(i / 3)) * 60,
  })),
};
const slanted = {
  cells: Array.from({ length: 25 }, (_, i) => ({
    x: ((i % 5) + Math.floor(i / 5) / 2) * 34.6,
    y: Math.floor(i / 5) * 30,
  })),
};

test('arrows lead to the neighbour, stop at the edge, and undo each other on slanted boards', () => {
  assert.equal(neighbour(squares, 4, 'ArrowUp'), 7);
  assert.equal(neighbour(squares, 4, 'ArrowDown'), 1);
  assert.equal(neighbour(squares, 4, 'ArrowLeft'), 3);
  assert.equal(neighbour(squares, 4, 'ArrowRight'), 5);
  assert.equal(neighbour(squares, 8, 'ArrowUp'), 8);
  assert.equal(neighbour(slanted, 12, 'ArrowDown'), 17);
  assert.equal(neighbour(slanted, 17, 'ArrowUp'), 12);
  assert.equal(neighbour(slanted, 12, 'ArrowRight'), 13);
  // Turned a quarter, the eye's right is the board's up.
  assert.equal(neighbour(squares, 4, 'ArrowRight', 90), 7);
  assert.equal(neighbour(squares, 4, 'ArrowDown', 90), 5);
  assert.equal(neighbour(slanted, 12, 'ArrowRight', 60), 8);
  assert.equal(neighbour(slanted, 8, 'ArrowLeft', 60), 12);
});

test('cells are spoken row by row from the top', () => {
  assert.deepEqual(rows(squares), [
    [6, 7, 8],
    [3, 4, 5],
    [0, 1, 2],
  ]);
});

test('a ply has a column only if all the cells that mean it stand in one', () => {
  assert.equal(column(squares, { kind: 'tap', cells: [1, 4, 7] }), 60);
  assert.equal(column(squares, { kind: 'tap', cells: [1, 3] }), undefined);
  assert.equal(column(squares, { kind: 'tap', cells: [1] }), undefined);
});
