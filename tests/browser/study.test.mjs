// Study: algorithms watched in slow motion. One page plays them all, so that what is asked of it here is
// asked for each.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
/** @type {{id: string, subject: {game: string, player: string}}[]} */
let studies;
before(async () => {
  house = await House.open();
  ({ studies } = await house.ask('GET', '/api/studies'));
});
after(() => house.close());

/** Waits until a moment is shown, counted from 1. */
const at = (page, n) => page.waitForSelector(`.slow[data-moment="${n}"]`);
const stands = (page) => page.waitForSelector('.slow');
const last = async (page) => Number(await page.getAttribute('.slow', 'data-of'));

/** Where everything is, to the pixel: nothing of it may move. */
const boxes = (page) =>
  page.evaluate(() =>
    ['.nowsays', '.board', '.board > svg', '.tline', '.tickrow', '.evs', '.panel', '.treebox', '.facts', '.tellhead']
      .map((name) => [name, document.querySelector(name)?.getBoundingClientRect()])
      .filter(([, box]) => box)
      .map(([name, { x, y, width, height }]) => [name, x, y, width, height].join(' ')),
  );

test('every study is stepped through, and nothing moves from its place', async () => {
  const page = await house.visit('#/study');
  await page.waitForSelector('.studies .game');
  assert.equal(await page.locator('.studies .game').count(), studies.length);
  for (const { id } of studies) {
    await page.goto(`${house.base}/#/study/${id}`);
    await stands(page);
    await at(page, 1);
    const before = await boxes(page);
    const end = await last(page);
    assert(end > 2, `${id} has moments`);
    const seen = new Set();
    // All moments of a short story; of a long one some everywhere.
    const stride = Math.max(1, Math.floor(end / 24));
    for (let n = 1; n <= end; n += stride) {
      await page.evaluate((n) => {
        const slider = document.querySelector('.tline input');
        slider.value = String(n - 1);
        slider.dispatchEvent(new Event('input'));
      }, n);
      await at(page, n);
      assert.deepEqual(await boxes(page), before, `${id} at ${n}`);
      seen.add(await page.textContent('.nowsays'));
      assert.equal(await page.textContent('.evs [aria-current] i').then((words) => Number(words.replace(/\D/g, ''))), n, id);
    }
    assert(seen.size > 2, `${id} says something else at each moment`);
    assert(
      await page.evaluate(() => [...document.querySelectorAll('.slow')].every((one) => !/\{ ?\$|-about\b/.test(one.textContent))),
      `${id} has all its words`,
    );
    const told = await page.textContent('.nowsays');
    assert(told.trim().length > 10, id);
  }
  await page.context().close();
});

test('the keys go through time, and the address finds the moment again', async () => {
  const page = await house.visit(`#/study/${studies[0].id}/5`);
  await at(page, 5);
  await page.keyboard.press('ArrowRight');
  await at(page, 6);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await at(page, 4);
  await page.keyboard.press('End');
  const end = await last(page);
  await at(page, end);
  await page.keyboard.press('ArrowRight');
  await at(page, end);
  await page.keyboard.press('Home');
  await at(page, 1);
  // Where nothing is to move by itself, the space bar is a step.
  await page.keyboard.press(' ');
  await at(page, 2);
  assert.equal(await page.locator('.tline .go').count(), 0);
  await page.waitForFunction((id) => location.hash === `#/study/${id}/2`, studies[0].id);
  await page.reload();
  await at(page, 2);
  await page.click('.evs [data-at="3"]');
  await at(page, 4);
  await page.context().close();
});

test('moments go by when they are played, faster if wished, and stop at the end', async () => {
  const moving = await house.browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await house.visit(`#/study/${studies[0].id}`, { context: moving });
  await stands(page);
  const end = await last(page);
  await page.click('.tline .seg button:last-child');
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await at(page, end - 2);
  await page.click('.tline .go');
  await at(page, end);
  await page.waitForSelector('.tline .go[aria-label=Play]');
  await page.click('.tline .go');
  await page.waitForSelector('.tline .go[aria-label=Pause]');
  await page.waitForFunction(() => Number(document.querySelector('.slow').dataset.moment) < 9);
  await page.click('.tline .go');
  await page.waitForSelector('.tline .go[aria-label=Play]');
  await page.context().close();
});
