// The review of a whole game, learning from its mistakes, several analysts, and analysis that goes along.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analyst, at, flaws, House, turn } from './house.mjs';

/**
 * A made-up game with what is wrong in it, as the solver knows: yellow throws a won game away with its
 * 2, its second 7 and its 3, and red gives it back each time.
 */
const MISTAKES = { game: 'connect4', first: 'human', second: 'random', position: '412774365' };
/** The plies after which yellow's errors were made. */
const OWN = [2, 4, 6];

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** Begins the game, reviews it by the button, and waits until that is done. */
async function reviewed(how) {
  const id = await house.begin(MISTAKES);
  const page = await house.visit(`#/game/${id}`, how);
  await at(page, 9);
  await page.click('.reviewer');
  await page.waitForSelector('.review .care >> nth=1');
  await page.waitForFunction(() => !document.querySelector('.review .progress'));
  return { id, page };
}

test('one button finds the known mistakes, and they are there after the page and the program begin anew', async () => {
  const { id, page } = await reviewed();
  const errors = (kind) =>
    page.$$eval(`.graph .error${kind}`, (all) => all.map((one) => Number(one.dataset.error)));
  assert.deepEqual(await errors('.own'), OWN, "one's own are filled");
  assert.deepEqual(await errors('.other'), [3, 5, 7], "the other's are hollow");
  assert((await page.$$('.graph .proof')).length > 0, 'what is proved has its seal');
  const thrown = await page.$$eval('.thrown li', (all) => all.map((one) => one.textContent));
  assert.equal(thrown.length, 6);
  assert.match(thrown[0], /jugada 3, Amarillo dejó escapar con 2 una partida ganada/);
  assert.match(await page.textContent('.care[data-side="0"]'), /Amarillo: 40\s?% de buenas jugadas/);

  // A press on the graph looks at that position; pointing at it says what is known.
  assert.match(await page.textContent('.graph .ply[data-at="3"] title'), /3 2\?\? · pierde para Amarillo/);
  await page.click('.graph .ply[data-at="5"]');
  await at(page, 5);
  assert.deepEqual(await flaws(page), []);

  await page.reload();
  await page.waitForSelector('.graph .error.own');
  assert.deepEqual(await errors('.own'), OWN);
  const port = new URL(house.base).port;
  await page.goto('about:blank');
  await house.kill();
  await house.start(port);
  await page.goto(`${house.base}/#/game/${id}`);
  await page.waitForSelector('.graph .error.own');
  assert.deepEqual(await errors('.own'), OWN);
  await page.context().close();
});

test('whoever learns tries first, sees the refutation on the board, and leaves the game as it was', async () => {
  const { id, page } = await reviewed();
  const before = await house.ask('GET', `/api/games/${id}`);
  const said = () => page.textContent('.learn .said');
  const pieces = () => page.$$eval('.board [data-cell]', (all) => all.filter((cell) => !/vacía/.test(cell.getAttribute('aria-label'))).length);
  await page.click('.learn .btn.main');
  await at(page, 3);
  assert.match(await page.textContent('.learning h2'), /1 de 3/);
  assert.match(await said(), /2 dejó escapar una partida ganada/);
  assert.equal(await page.$('.summary'), null, 'nobody gives the answer away');
  assert.equal(await page.$('.compare'), null);

  // A wrong one again: what follows is played on the board.
  await page.click('.acts2 .btn >> nth=0');
  await at(page, 2);
  await page.waitForSelector('.board svg.live');
  await page.click('[data-name=b1]');
  await page.waitForSelector('.learn[data-phase=tried] .said.bad');
  await page.waitForSelector('.learn .shown .on');
  const shown = await pieces();
  await page.click('.learn .shown .ctl button >> nth=1');
  await page.waitForSelector('.learn .shown .on >> nth=0');
  assert.equal(await pieces(), shown + 1);

  // Then a good one.
  await page.click('.acts2 .btn >> nth=0');
  await page.waitForSelector('.learn[data-phase=trying]');
  await page.fill('#typed', '4');
  await page.press('#typed', 'Enter');
  await page.waitForSelector('.learn[data-phase=tried] .said.good');
  assert.match(await page.textContent('.learn .solved'), /1 de 3 resuelto/);

  // The next one is given up.
  await page.click('.learn .ctl >> nth=0 >> button >> nth=1');
  await at(page, 5);
  await page.click('.acts2 .btn >> nth=1');
  await at(page, 4);
  assert.match(await said(), /Mejor, 2\./);
  assert.deepEqual(await flaws(page), []);

  const now = await house.ask('GET', `/api/games/${id}`);
  assert.deepEqual(now.moves, before.moves);
  await page.context().close();
});

test('analysts stand side by side, the exact one among them unless it is hidden', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '41' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await analyst(page, 'rules');
  await page.waitForSelector('.compare .analyst >> nth=1');
  const names = () => page.$$eval('.compare .analyst', (all) => all.map((one) => one.textContent.trim()));
  assert.deepEqual(await names(), ['rules', 'perfect']);
  // A guess never hides what is proved.
  await page.waitForSelector('.summary .proven .seal');
  assert((await page.$$('.compare tr.split .dis')).length > 0, 'where they disagree is marked');
  // Below the columns stands what either says of them.
  assert.deepEqual(await page.$$eval('.board .teller', (all) => all.map((one) => one.textContent)), ['rules', 'perfect']);
  const tags = (kind) => page.$$(`.board .tag${kind}`);
  assert.deepEqual([(await tags('.guess')).length, (await tags(':not(.guess)')).length], [7, 7]);
  assert.match(await page.textContent('.compare .agree'), /jugaría|Todos|se separan/);
  // Each layer says whose it is, and whoever is in front is chosen.
  await page.click('.compare .analyst >> nth=1');
  await page.waitForSelector('.compare .analyst[aria-pressed=true]:has-text("perfect")');
  await page.waitForSelector('.caption .whose:has-text("perfect")');
  await page.waitForSelector('.summary .big .seal');
  assert.deepEqual(await flaws(page), []);

  await page.click('.besides [role=switch] >> nth=0');
  await analyst(page, 'rules');
  await page.click('.layers .ctl button:nth-child(2)');
  await at(page, 1);
  await page.waitForSelector('.summary .chip:has-text("listo")');
  assert.equal(await page.$('.compare'), null, 'the exact one is hidden');
  await page.context().close();
});

test('analysis goes along with the key, and what it found is there at once on return', async () => {
  const id = await house.begin({ game: 'tictactoe', first: 'human', second: 'human', position: 'b2 a1' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await page.keyboard.press('a');
  await page.fill('.asker input', 'alphabeta');
  await page.click('.caption');
  await page.keyboard.press('l');
  const done = '.summary .chip:has-text("listo")';
  await page.waitForSelector(done);
  const asked = [];
  page.on('request', (request) => request.url().endsWith('/think') && asked.push(request.url()));
  await page.click('.layers .ctl button:nth-child(2)');
  await at(page, 1);
  await page.waitForSelector(done);
  assert.equal(asked.length, 1, 'it looks at the position before');
  await page.click('.layers .ctl button:nth-child(3)');
  await at(page, 2);
  // Nothing is waited for: it is known already.
  assert(await page.$(done));
  assert.equal(asked.length, 1, 'nobody thinks again');

  // The program remembers too: even whoever comes anew is answered at once, with the same.
  const facts = await page.textContent('.facts .num');
  await page.reload();
  await page.waitForSelector(done);
  assert.equal(await page.textContent('.facts .num'), facts);
  // Whoever goes through the game by keyboard stays where they are.
  await page.focus('#remark');
  await page.keyboard.press('ArrowLeft');
  await at(page, 1);
  assert.equal(await page.evaluate(() => document.activeElement?.id), 'remark');
  await page.keyboard.press('l');
  await page.waitForSelector('.besides [role=switch][aria-checked=false]');
  await page.context().close();
});

test('on a phone the review has a tab of its own', async () => {
  const id = await house.begin(MISTAKES);
  const page = await house.visit(`#/game/${id}`, { phone: true, dark: true });
  await at(page, 9);
  await page.click('.bottom .btn:last-child');
  await page.click('.tabs [role=tab]:has-text("Repaso")');
  await page.click('.review .btn.main');
  await page.waitForSelector('.graph .error.own >> nth=2');
  await page.click('.learn .btn.main');
  await at(page, 3);
  assert.equal(await page.textContent('.board .plysign'), '??', 'how good it was stands at the piece');
  await page.click('.learn .ctl button >> nth=1');
  await at(page, 5);
  await page.click('.learn .ctl button >> nth=0');
  await at(page, 3);
  await page.click('.acts2 .btn >> nth=0');
  await page.waitForSelector('.caption .lesson:has-text("Te toca otra vez")');
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});
