// A pointer that moves over the board changes the board and what is said of it, and nothing else.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { House, tell, turn } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** Begins to count how often the page is drawn as a whole: each time it gives itself its title. */
const remember = (page) =>
  page.evaluate(() => {
    globalThis.drawings = 0;
    Object.defineProperty(document, 'title', { configurable: true, set: () => (globalThis.drawings += 1) });
  });

/** How often it has been since. */
const drawn = (page) => page.evaluate(() => globalThis.drawings);

const hover = async (page, names) => {
  for (const name of names) await page.hover(`[data-name=${name}]`, { force: true });
};

test('moving over the cells shows the piece there and draws nothing else of the page', async () => {
  const id = await house.begin({ game: 'hex', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await remember(page);
  const ghosts = [];
  for (const name of ['c3', 'd4', 'e5', 'f6', 'g7', 'h8']) {
    await hover(page, [name]);
    ghosts.push(await page.getAttribute('.ghost', 'transform'));
  }
  assert.equal(new Set(ghosts).size, 6, 'the piece follows the pointer');
  assert.equal(await drawn(page), 0);
  await page.hover('.panel', { force: true });
  assert.equal(await page.$('.ghost'), null);
  assert.equal(await drawn(page), 0);
  // That a drawing of the page is noticed at all.
  await page.keyboard.press('?');
  await page.waitForSelector('.keys');
  assert((await drawn(page)) > 0);
  await page.context().close();
});

test('what a layer says of a cell follows the pointer without the rest of the page', async () => {
  const id = await house.begin({ game: 'hex', first: 'human', second: 'human', position: 'f6' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await page.keyboard.press('a');
  await page.waitForSelector('.view.analysing');
  const cells = await page.$$eval('[data-cell]', (all) => Object.fromEntries(all.map(({ dataset }) => [dataset.name, Number(dataset.cell)])));
  const words = (words) => ({ id: 'verbatim', args: { words } });
  const mark = (name) => ({
    cell: cells[name],
    sign: 'dead',
    label: words(`label ${name}`),
    reason: words(`reason ${name}`),
    because: [],
    side: null,
  });
  await tell(page, 1, [
    { id: 'made', title: words('Made up'), sentence: words('One sentence.'), kind: 'marks', marks: ['c3', 'd4'].map(mark) },
  ]);
  await page.waitForSelector('.caption:has-text("One sentence.")');
  await remember(page);
  const sheet = await page.evaluate(() => document.querySelector('.panel').textContent);
  for (const name of ['c3', 'd4', 'c3']) {
    await hover(page, [name]);
    assert.match(await page.textContent('.caption'), new RegExp(`reason ${name}`));
  }
  await hover(page, ['h8']);
  assert.match(await page.textContent('.caption'), /One sentence\./);
  assert.equal(await drawn(page), 0);
  assert.equal(await page.evaluate(() => document.querySelector('.panel').textContent), sheet);
  await page.context().close();
});
