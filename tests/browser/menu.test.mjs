// The menu shows every game there is, however many and on whatever screen.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** A visitor to a house with so many games more, all of them called like the first. */
async function many(more, size) {
  const context = await house.browser.newContext({ viewport: size, locale: 'es-ES', reducedMotion: 'reduce' });
  await context.route('**/api/catalogue', async (route) => {
    const answer = await route.fetch();
    const { games } = await answer.json();
    const copies = Array.from({ length: more }, () => games[0]);
    await route.fulfill({ response: answer, json: { games: [...games, ...copies] } });
  });
  const page = await house.visit('#/new/hex', { context });
  return { page, games: (await house.ask('GET', '/api/catalogue')).games.length + more };
}

for (const [more, size] of [
  [0, { width: 1440, height: 900 }],
  [14, { width: 1440, height: 900 }],
  [0, { width: 800, height: 600 }],
  [0, { width: 390, height: 844 }],
  [30, { width: 390, height: 844 }],
]) {
  test(`${more} games more are all in the menu at ${size.width}`, async () => {
    const { page, games } = await many(more, size);
    const row = await page.$$eval('.nav > a', (all) => all.map((link) => link.getBoundingClientRect().right));
    const tools = await page.$eval('.tools', (tools) => tools.getBoundingClientRect().left);
    assert(row.every((right) => right <= tools), 'the row ends before the buttons');
    let listed = 0;
    if (await page.$('.others')) {
      await page.click('.others');
      await page.waitForSelector('.menu:popover-open');
      listed = await page.$$eval('.menu a', (all) => all.length);
      const box = await page.$eval('.menu', (menu) => {
        const { left, right, bottom } = menu.getBoundingClientRect();
        return left >= 0 && right <= innerWidth && bottom <= innerHeight;
      });
      assert(box, 'the list is on the screen');
      assert.deepEqual(await flaws(page), []);
      await page.click('.menu a:last-child');
      await page.waitForSelector('.menu:not(:popover-open)', { state: 'attached' });
      assert.match(page.url(), /#\/new\//);
    }
    // And the ways home, to the lab, to slow motion, to the courses and to the rules.
    assert.equal(row.length + listed, games + 5);
    assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await page.context().close();
  });
}
