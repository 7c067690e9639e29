// Clocks, and a board that lies as whoever plays sees it.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const face = (page, side) => page.textContent(`.panel .player[data-side="${side}"] .clock`);

test('a clock is chosen in the dialog, starts with the first move and runs for who is to move', async () => {
  const page = await house.visit('#/new/connect4');
  await page.click('.seg button:has-text("Dos personas"), .modes button:has-text("Dos personas")');
  await page.click('.field:has-text("Reloj") button:text-is("5")');
  await page.click('.field:has-text("Más por cada turno") button:text-is("10")');
  await page.click('button:has-text("Jugar")');
  await page.waitForSelector('.view[data-at="0"]');
  assert.equal(await face(page, 0), '5:00');
  await page.click('[data-name=d1]');
  await at(page, 1);
  await page.waitForSelector('.panel .player[data-side="1"] .clock.runs');
  await page.waitForFunction(() => document.querySelector('.panel [data-side="1"] .clock')?.textContent === '4:59');
  assert.equal(await face(page, 0), '5:00', 'it had not started yet');
  await page.click('[data-name=d1]');
  await at(page, 2);
  await page.waitForSelector('.panel .player[data-side="0"] .clock.runs');
  assert.match(await face(page, 1), /^5:0\d$/, 'a turn earns ten seconds');
  await page.context().close();
});

test('who plays with Silver sees the board from the side of Silver, with the pieces upright', async () => {
  const id = await house.begin({ game: 'arimaa', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await page.waitForSelector('.lies');
  const lies = () => page.$eval('.stage .board svg > g', (board) => board.getAttribute('transform'));
  const below = () =>
    page.evaluate(() => {
      const y = (name) => document.querySelector(`[data-name=${name}]`)?.getBoundingClientRect().y ?? 0;
      return y('a1') > y('a8') ? 'gold' : 'silver';
    });
  assert.deepEqual([await lies(), await below()], [null, 'gold']);
  await page.selectOption('.lies select', '180');
  assert.deepEqual([await lies(), await below()], ['rotate(180)', 'silver']);
  await page.selectOption('.lies select', 'auto');
  await page.context().close();
  const other = await house.begin({ game: 'arimaa', first: 'random', second: 'human' });
  const silver = await house.visit(`#/game/${other}`);
  await silver.waitForSelector('.view[data-at="16"]');
  assert.equal(
    await silver.$eval('.stage .board svg > g', (board) => board.getAttribute('transform')),
    'rotate(180)',
  );
  const pieces = await silver.$$eval('.stage .board svg g[transform^="translate"][transform*="rotate(180)"]', (all) => all.length);
  assert.ok(pieces >= 16, `${pieces} pieces stand upright`);
  await silver.context().close();
});
