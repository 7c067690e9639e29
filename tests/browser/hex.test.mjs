// Hex on the page: whole games, both swaps, a board turned on a phone, and the board editor.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const two = { game: 'hex', first: 'human', second: 'human' };
const names = (page) => page.$$eval('.player[data-side] b', (all) => all.map((one) => one.textContent));
const label = (page, cell) => page.getAttribute(`[data-name=${cell}]`, 'aria-label');

test('a game between two people ends with a chain, which is shown', async () => {
  const page = await house.visit(`#/game/${await house.begin({ ...two, options: { size: 3 } })}`);
  for (const [n, cell] of ['b2', 'a1', 'b1', 'c3', 'a3'].entries()) {
    await page.click(`[data-name=${cell}]`);
    await at(page, n + 1);
  }
  await page.waitForSelector('.view[data-over=true]');
  assert.match(await page.textContent('.note'), /Gana Rojo\. La orilla de arriba y la de abajo/);
  for (const cell of ['b1', 'b2', 'a3']) assert.match(await label(page, cell), /ficha roja.*gana/);
  assert.doesNotMatch(await label(page, 'a1'), /gana/);
  await page.context().close();
});

test('whoever takes over the colour is shown in it from then on', async () => {
  const options = { size: 5, swap: 'sides' };
  const page = await house.visit(`#/game/${await house.begin({ ...two, options })}`);
  await page.click('[data-name=b3]');
  await at(page, 1);
  assert.deepEqual(await names(page), ['Azul', 'Rojo']);
  await page.click('.ask .btn:has-text("Quedarme con su color")');
  await at(page, 2);
  assert.deepEqual(await names(page), ['Rojo', 'Azul']);
  assert.match(await page.textContent('.panel'), /Los jugadores han cambiado de color/);
  await page.click('[data-name=c3]');
  await at(page, 3);
  assert.match(await label(page, 'b3'), /ficha roja/);
  assert.match(await label(page, 'c3'), /ficha azul/);
  await page.context().close();
});

test('a stone that is taken over lies across the diagonal, on a phone that turns the board too', async () => {
  const options = { size: 7, swap: 'pieces' };
  const page = await house.visit(`#/game/${await house.begin({ ...two, options })}`, { phone: true });
  await page.waitForSelector('.turned');
  await page.tap('[data-name=a3]');
  await at(page, 1);
  await page.tap('.ask .btn:has-text("Quedarme con su ficha")');
  await at(page, 2);
  assert.match(await label(page, 'a3'), /vacía/);
  assert.match(await label(page, 'c1'), /ficha azul/);
  assert.equal(await page.$('.ask'), null);
  await page.context().close();
});

test('a board of Hex is set up, and refused where no game leads', async () => {
  const page = await house.visit('#/setup/hex');
  const said = (words) => page.waitForSelector(`.status .note:has-text("${words}")`);
  await said('Le toca a Rojo');
  await page.click('[data-name=f6]');
  await said('Le toca a Azul');
  await page.click('[data-name=f7]');
  await said('Aquí Rojo tiene 2 y Azul tiene 0');
  await page.click('[data-name=f7]');
  await said('Le toca a Rojo');
  assert.equal((await page.inputValue('#setup-text')).split('/')[5], '.....R.....');
  await page.context().close();
});
