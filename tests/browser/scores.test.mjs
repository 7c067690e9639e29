// What each move is worth, shown at the board while playing and while analysing; and whose turn it is.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analyst, at, House, turn } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const tags = (page) => page.$$eval('.board .tag text', (all) => all.map((tag) => tag.textContent));

test('the scores come at once for each position, are spoken, and the switch is remembered', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '112233' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  assert.deepEqual(await tags(page), []);
  await page.click('.scores .tool');
  // The first side wins with 4 at once; only the adviser could know that here.
  await page.waitForSelector('.board .tag.win.best');
  const label = await page.textContent('.board .tag.win.best text');
  assert((await page.getAttribute('[data-name=d1]', 'aria-label')).endsWith(`, ${label}`));
  await page.reload();
  await page.waitForSelector('.board .tag.win.best');
  await page.click('[data-name=g6]');
  await at(page, 7);
  await page.waitForFunction(() => document.querySelectorAll('.board .tag').length > 0);
  await page.keyboard.press('s');
  await page.waitForSelector('.board .tag', { state: 'detached' });
  await page.context().close();
});

test('in an analysis the scores are seen besides another layer', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '4' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'rules');
  await page.waitForSelector('.summary .chip:has-text("listo")');
  await page.click('.layers .seg button:nth-child(3)');
  await page.waitForSelector('.span');
  assert.deepEqual(await tags(page), []);
  await page.click('.scores .tool');
  await page.waitForSelector('.board .tag');
  assert.deepEqual((await tags(page)).sort(), ['9', '−32', '−32', '−35', '−35', '−41', '−41']);
  assert(await page.$('.span'), 'the layer is still there');
  await page.context().close();
});

test('while a machine is about to move nobody else is asked', async () => {
  const id = await house.begin({ game: 'connect4', first: 'mcts:playouts=10000000', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await page.waitForSelector('.player .dots');
  await page.click('.scores .tool');
  const view = await house.ask('GET', `/api/games/${id}`);
  assert.deepEqual(view.thinking, { purpose: 'move', player: 'mcts:playouts=10000000', before: null });
  assert.deepEqual(await tags(page), []);
  await page.click('.player .tool');
  await at(page, 1);
  // So early in the game an adviser that wants to be sure may have nothing to say, and says so.
  await page.waitForSelector('.board .tag, .scores .muted');
  await page.context().close();
});

test('whose turn it is shows in the colour of whoever moves', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  const mark = () =>
    page.$eval('.player.turn .chip', (chip) => getComputedStyle(chip, '::before').backgroundColor);
  const paint = (name) =>
    page.evaluate((name) => {
      const probe = document.createElement('i');
      probe.style.color = `var(--${name})`;
      document.body.append(probe);
      const { color } = getComputedStyle(probe);
      probe.remove();
      return color;
    }, name);
  assert.equal(await mark(), await paint('c4a'));
  await page.click('[data-name=d6]');
  await at(page, 1);
  assert.equal(await mark(), await paint('c4b'));
  await page.context().close();
});
