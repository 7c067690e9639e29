// Whoever comes for the first time, on a slow line from far away, does not wait long.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House } from './house.mjs';
import { rounds, weigh } from './load.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

test('the first page is less than 200 kB on the wire', async () => {
  const { files, bytes } = await weigh(house);
  assert(bytes < 200_000, `${bytes} bytes: ${files.map(({ path, bytes }) => `${path} ${bytes}`).join(', ')}`);
  assert.equal(files.filter(({ path }) => path.startsWith('/api/words/')).length, 1, 'one language is enough');
  assert.equal(new Set(files.map(({ path }) => path)).size, files.length, 'nothing is asked for twice');
});

test('the first page and a game stand after three rounds: the document, what it names, what is there', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const places = [
    { hash: '#/', there: '.home .game' },
    { hash: `#/game/${id}`, there: '.board svg.live' },
  ];
  for (const place of places) {
    const carried = await rounds(house, place);
    assert(carried.length <= 3, `${place.hash}: ${carried.map((paths) => paths.join(' ')).join(' | ')}`);
  }
});

test('the page made of its single modules is the same page', async () => {
  const whole = await house.visit('#/');
  const page = await whole.context().newPage();
  const asked = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${house.base}/?plain`);
  await page.waitForSelector('.home .game');
  assert(asked.includes('/parts/dom.js'));
  assert(!asked.includes('/ludoteca.js'));
  const shown = (page) => page.evaluate(() => document.querySelector('.games').outerHTML);
  assert((await shown(page)) === (await shown(whole)), 'the games look the same');
  await whole.context().close();
});
