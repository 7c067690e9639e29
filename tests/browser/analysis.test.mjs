// Analysis: thoughts stream in, stop, belong to their position, and are drawn with a legend.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analyst, at, flaws, House, turn } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

test('an analysis starts, streams and stops; its last values stay', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'mcts:playouts=10000000');
  await page.waitForSelector('.summary .chip .dots');
  await page.waitForSelector('.summary .big');
  const nodes = () => page.textContent('.facts .num');
  const first = await nodes();
  await page.waitForFunction((first) => document.querySelector('.facts .num').textContent !== first, first);
  await page.click('.summary .tool');
  await page.waitForSelector('.summary .chip:has-text("parado")');
  assert.match(await page.textContent('.summary .big'), /≈ \d+\s?%|gana|pierde|Tablas/);
  assert.equal(await page.$('.summary .dots'), null);
  await page.context().close();
});

test('values belong to the position shown, and come back with it', async () => {
  const id = await house.begin({ game: 'tictactoe', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'alphabeta');
  await page.waitForSelector('.summary .chip:has-text("listo")');
  await page.click('[data-name=b2]');
  await at(page, 1);
  // The analyst goes along; whatever is shown now must be about this position.
  await page.waitForSelector('.summary .chip:has-text("listo")');
  assert.match(await page.textContent('.tb th[colspan]'), /Círculos/);
  await page.click('.ctl button:nth-child(2)');
  await at(page, 0);
  await page.waitForSelector('.tb th[colspan]:has-text("Cruces")');
  assert(
    (await page.$$('.graph .proof, .graph .seen, .graph .now')).length >= 2,
    'the graph has a point for each position thought about',
  );
  await page.context().close();
});

test('a proof has a seal, and a guess never has', async () => {
  const id = await house.begin({
    game: 'tictactoe',
    first: 'human',
    second: 'human',
    position: 'a1 b2 b1 a2',
  });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'alphabeta');
  await page.waitForSelector('.summary .big .seal');
  assert.match(await page.textContent('.summary .big'), /Cruces gana/);
  for (const cell of await page.$$('.est')) assert.equal(await cell.$('.seal'), null);
  await page.context().close();
});

test('layers are chosen one at a time, with a sentence, a legend and a table', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '44' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'mcts:playouts=3000');
  await page.waitForSelector('.summary .chip:has-text("listo")');
  const buttons = await page.$$('.layers .seg button');
  assert(buttons.length > 1, 'there are layers to see');
  const box = () => page.getAttribute('.board svg', 'viewBox');
  const before = await box();
  for (const [i] of buttons.entries()) {
    const button = page.locator('.layers .seg button').nth(i);
    await button.click();
    await page.waitForFunction(
      (i) => document.querySelectorAll('.layers .seg button')[i].getAttribute('aria-pressed') === 'true',
      i,
    );
    assert.notEqual((await page.textContent('.caption p')).trim(), '');
    assert.equal(await box(), before, 'the board does not jump');
    if (i === 0) assert.equal(await page.$('.legend > *'), null);
    else {
      await page.waitForSelector('.legend > *');
      await page.click('.twin summary');
      await page.waitForSelector('.twin tbody tr');
      await page.click('.twin summary');
    }
  }
  await page.context().close();
});

test('verdict, candidates, moves and tree are seen together, and nothing is said twice', async () => {
  const position = 'k2 f6 e8 d7 g5 h5 h3 j4 d10 b8 i4 i5 g6 f7 g7 f8 g8 f9 g9 f10 a1 a2 a3 a4 b1 b2 b3 b4 c1 c2';
  const id = await house.begin({ game: 'hex', options: { size: '11', swap: 'none' }, first: 'human', second: 'human', position });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'alphabeta:depth=1');
  await page.waitForSelector('.treebox');
  const end = (await page.locator('.foot').boundingBox()).y;
  for (const part of ['.summary .big', '.tb tbody tr', '.tree [aria-current]', '.remarks', '.treebox svg']) {
    const { y, height } = await page.locator(part).first().boundingBox();
    assert(y > 56 && y + Math.min(height, 60) <= end, `${part} is in view`);
  }
  await analyst(page, 'hexodus:level=beginner');
  await page.waitForSelector('.caption .whose:has-text("hexodus"), .facts:has-text("hexodus")');
  const said = await page.$$eval('.sec[data-tab=how] p.small', (all) => all.map((one) => one.textContent));
  assert.deepEqual(said, [...new Set(said)]);
  await page.context().close();
});

test('an unknown analyst is refused in words', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`, { quiet: true });
  await turn(page);
  await analyst(page, 'nobody:x=1');
  await page.waitForSelector('.note.warn');
  assert.match(await page.textContent('.note.warn'), /\p{L}+ \p{L}+/u);
  await page.context().close();
});

test('a machine that chooses its move can be watched thinking', async () => {
  const id = await house.begin({ game: 'connect4', first: 'mcts:playouts=10000000', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await page.waitForSelector('.player .dots');
  await page.keyboard.press('a');
  await page.waitForSelector('.summary .big');
  await page.click('.summary .tool');
  await at(page, 1);
  await turn(page);
  await page.context().close();
});

test('ants are watched while they learn: trails as arrows, search by search, and the best path', async () => {
  const page = await house.visit(`#/game/${await house.begin({ game: 'breakthrough' })}`, { lang: 'en-GB' });
  await page.waitForSelector('.board svg.live');
  await analyst(page, 'ants:searches=20,ants=10,seed=1');
  await page.click('.layers button:has-text("Pheromone")');
  await page.waitForFunction(() => document.querySelector('.replay input')?.max === '19');
  assert.equal(await page.locator('.trail').count(), 22, 'an arrow for each move');
  const tones = () => page.$$eval('.trail', (all) => new Set(all.map(({ style }) => style.fill)).size);
  assert((await tones()) > 5, 'they differ by now');
  await page.fill('.replay input', '0');
  await page.waitForSelector('.replay:has-text("after search 1")');
  await page.hover('[data-name=a2]');
  assert.match(await page.textContent('.caption p'), /^a2 a2\w\d [\d.]+ · a2\w\d [\d.]+$/);
  assert.deepEqual(await flaws(page), []);
  await page.click('.layers button:has-text("Best path")');
  await page.waitForSelector('.board .way', { state: 'attached' });
  await page.context().close();
});

test('on a phone all of the board is seen beside the analysis, which rises over it when its tab is pressed', async () => {
  const fight = 'g [rrcrrc rrh  d hr   d  m  M E  H     e    H  DC  R DC   R RR RR R]';
  for (const wish of [{ game: 'connect4' }, { game: 'arimaa', position: fight }, { game: 'hex' }]) {
    const page = await house.visit(`#/game/${await house.begin({ first: 'human', second: 'human', ...wish })}`, { phone: true });
    await page.waitForSelector('.board svg.live');
    const top = () => page.evaluate(() => document.querySelector('.panel').getBoundingClientRect().top);
    const foot = (which) => page.$$eval(which, (all) => Math.max(...all.map((one) => one.getBoundingClientRect().bottom)));
    await page.click('.bottom .btn:last-child');
    await page.waitForSelector('.view.sheeted');
    const seen = await foot('.board .hit');
    assert((await top()) > seen, `${wish.game}: the board ends at ${seen} and the sheet begins at ${await top()}`);
    if (wish.game === 'arimaa') assert((await foot('.ask')) <= (await top()), 'the turn can be ended');
    await page.click('.tabs [aria-selected=true]');
    await page.waitForSelector('.view.sheeted:not(.lowered)');
    assert((await top()) >= 844 * 0.46, 'no higher than 46 %');
    assert.equal(await foot('.board .hit'), seen, 'the board stays');
    await page.context().close();
  }
});
