// A move on the largest board, after a long game: only what is different is drawn again.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House } from './house.mjs';
import { redraws } from './redraw.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

test('a move changes few elements, whatever the size of the board and the length of the game', async () => {
  const [{ elements, whole }] = await redraws(house, 1, []);
  assert(elements < 150, `${elements} elements`);
  assert(!whole, 'the document was touched');
});

test('where heat lies on every cell, a move takes it off each of them once', async () => {
  const cells = 19 * 19;
  const [{ elements }] = await redraws(house, 1);
  // The fill of a cell and what is said of it, half of them with a figure.
  assert(elements < 3 * cells + 150, `${elements} elements`);
});
