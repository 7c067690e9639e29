// A net teaches itself a game: it is begun, watched, stopped, played against, gone on with and forgotten.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** Waits until nothing learns. */
const quiet = (page) => page.waitForSelector('.asks .btn.main', { timeout: 60_000 });
/** Waits until the net that is shown has played so many games. */
const played = (page, least) =>
  page.waitForFunction(
    (least) => Number(/^[\d.]+/.exec(document.querySelector('.found .num')?.textContent ?? '')?.[0]) >= least,
    least,
    { timeout: 60_000 },
  );

test('a net learns, is watched and stopped, goes on, is played against and can be chosen and forgotten', async () => {
  const page = await house.visit('#/lab', { quiet: true });
  await page.click('.choices a[href="#/train"]');
  assert.match(await page.title(), /Entrenar/);
  await page.selectOption('#train-game', 'tictactoe');
  await page.click('.asks .seg button:has-text("2x16")');
  await page.fill('#train-name', 'mi red, 1');
  await page.click('.asks .btn.main');
  await played(page, 16);
  assert(await page.$('.learnt svg'), 'the curve is there while it learns');
  assert.deepEqual(await flaws(page), []);
  await page.click('.going .btn:has-text("Parar")');
  await quiet(page);
  const { nets, trouble } = await house.ask('GET', '/api/training');
  assert.equal(trouble, null);
  assert.deepEqual(nets.map(({ name, game, net }) => [name, game, net]), [['mi red, 1', 'tictactoe', '2x16']]);
  const [{ games }] = nets;
  // Its games can be looked at.
  await page.click('.found .btn:has-text("Partida 1")');
  await page.waitForSelector('.view[data-over=true]');
  await page.goBack();
  // What was learnt is there after the program begins anew, and goes on.
  const port = Number(new URL(house.base).port);
  await house.kill();
  await house.start(port);
  await page.reload();
  await page.click('.found .btn:has-text("Seguir aprendiendo")');
  await page.waitForSelector('.going');
  await played(page, games + 16);
  await page.click('.going .btn:has-text("Parar")');
  await quiet(page);
  await page.click('.found .btn.main');
  await page.waitForSelector('.view .board');
  const { players } = await house.ask('GET', `/api/games/${page.url().split('/').at(-1)}`);
  assert.match(players[1], /net="mi red, 1"/);
  // It is among the opponents of its game, and of no other.
  await page.goto(`${house.base}/#/new/tictactoe`);
  await page.click('.opt:has-text("neural")');
  assert.equal(await page.inputValue('#net-net'), 'mi red, 1');
  await page.click('.dlg .btn.main');
  await page.waitForSelector('.view .board');
  await page.goto(`${house.base}/#/new/checkers`);
  await page.waitForSelector('.opt');
  assert.equal(await page.$('.opt:has-text("neural")'), null);
  // Rules are not nets.
  assert.deepEqual((await house.ask('GET', '/api/rules/files')).own, []);
  await page.goto(`${house.base}/#/train`);
  await page.click('.results .tool');
  await page.click('.results .danger');
  await page.waitForSelector('.results p');
  assert.deepEqual((await house.ask('GET', '/api/training')).nets, []);
  await page.context().close();
});

test('what cannot learn is refused with a sentence, and one net learns at a time', async () => {
  const page = await house.visit('#/train', { phone: true, quiet: true });
  await page.selectOption('#train-game', 'tictactoe');
  await page.fill('#train-name', '@reglas');
  await page.click('.asks .btn.main');
  await page.waitForSelector('.note.bad:has-text("@")');
  const wish = { name: 'uno', game: 'tictactoe', settings: { net: '2x16' } };
  await house.ask('POST', '/api/training/run', wish);
  await assert.rejects(house.ask('POST', '/api/training/run', { ...wish, name: 'dos' }), /409/);
  await page.reload();
  await page.waitForSelector('.going');
  assert.deepEqual(await flaws(page), []);
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), 'nothing runs out of a phone');
  await house.ask('DELETE', '/api/training/run');
  await quiet(page);
  await page.context().close();
});
