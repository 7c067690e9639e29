// The board editor: what can be set up, what is refused and why, and what follows.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, House, turn } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const said = (page, words) => page.waitForSelector(`.status .note:has-text("${words}")`);
const text = (page) => page.inputValue('#setup-text');
const label = (page, cell) => page.getAttribute(`[data-name=${cell}]`, 'aria-label');
const good = (page) => page.waitForSelector('.setup[data-good=true]');
const stage = '......./......./......./......./...O.../..XX...';

test('a position is set up by clicks, and says who is to move and how it is written', async () => {
  const page = await house.visit('#/setup/connect4');
  await said(page, 'Le toca a Amarillo');
  for (const cell of ['d1', 'd2', 'd2', 'c1']) await page.click(`[data-name=${cell}]`);
  await page.waitForFunction((stage) => document.querySelector('#setup-text')?.value === stage, stage);
  await said(page, 'Le toca a Rojo');
  assert.equal(await label(page, 'd2'), 'd2, ficha roja');
  await page.click('[data-name=d2]');
  await said(page, 'Aquí Amarillo tiene 2 y Rojo tiene 0');
  assert(await page.isDisabled('.setup .btn.main'));
  await page.click('.acts .btn:has-text("Deshacer")');
  await said(page, 'Le toca a Rojo');
  await page.click('.acts .btn:has-text("Vaciar")');
  await said(page, 'Le toca a Amarillo');
  assert.equal(await label(page, 'd1'), 'd1, vacía');
  await page.context().close();
});

test('impossible boards are refused at once, each with its own reason', async () => {
  const page = await house.visit('#/setup/connect4');
  await good(page);
  for (const [rows, why] of [
    ['X....../.......', 'En la columna 1 hay una ficha en el aire'],
    ['OOOO.../XXXX...', 'Los dos bandos tienen cuatro en línea'],
    ['OOO..../XXXXO..', 'el otro jugó después'],
    ['XX...../OO.....', 'Ningún orden de jugadas lleva a este tablero'],
  ]) {
    await page.fill('#setup-text', `......./......./......./......./${rows}`);
    await page.keyboard.press('Enter');
    await said(page, why);
    assert.match(await text(page), new RegExp(`${rows.replaceAll('.', '\\.')}$`), 'what was typed stays');
    assert(await page.isDisabled('.setup .btn.main'));
  }
  await page.fill('#setup-text', '443');
  await page.keyboard.press('Enter');
  await said(page, 'Le toca a Rojo');
  assert.equal(await text(page), stage, 'a list of moves is read too');
  await page.fill('#setup-text', '1212121');
  await page.keyboard.press('Enter');
  await said(page, 'aquí termina: Cuatro en línea');
  assert(await page.isDisabled('.setup .btn.main'));
  await page.context().close();
});

test('a chosen piece is drawn with a held mouse, and taken back as one stroke', async () => {
  const page = await house.visit('#/setup/connect4');
  await good(page);
  await page.click('.hands .btn:has-text("roja")');
  const middle = async (cell) => {
    const box = await page.locator(`[data-name=${cell}]`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.mouse.move(...(await middle('a1')));
  await page.mouse.down();
  await page.mouse.move(...(await middle('c1')), { steps: 12 });
  await page.mouse.up();
  await said(page, 'Aquí Amarillo tiene 0 y Rojo tiene 3');
  await page.click('.hands .btn:has-text("Nada")');
  await page.click('[data-name=b1]');
  await said(page, 'Rojo tiene 2');
  await page.keyboard.press('u');
  await page.keyboard.press('u');
  await good(page);
  assert.equal(await text(page), '......./......./......./......./......./.......');
  await page.context().close();
});

test('the keyboard alone sets up a position', async () => {
  const page = await house.visit('#/setup/connect4');
  await good(page);
  await page.focus('[data-cell][tabindex="0"]');
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('2');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('1');
  await said(page, 'Le toca a Rojo');
  assert.match(await text(page), /XOX\.\.\.\.$/);
  await page.keyboard.press('Delete');
  await said(page, 'Le toca a Amarillo');
  assert(await page.evaluate(() => document.activeElement.matches('[data-name=c1]')));
  await page.context().close();
});

test('a position is played on from, against a machine, and survives a reload', async () => {
  const page = await house.visit(`#/setup/connect4/${encodeURIComponent(stage)}`);
  await good(page);
  await page.click('.setup .btn.main');
  await page.click('.opt:has-text("random")');
  await page.click('.dlg .set .seg button:nth-child(2)');
  await page.click('.dlg footer .btn.main');
  await turn(page);
  const view = await house.ask('GET', `/api/games/${page.url().split('/').at(-1)}`);
  assert.equal(view.board, stage);
  assert.deepEqual(view.players, ['random', 'human']);
  await page.click('[data-name=g6]');
  await at(page, 2);
  await page.reload();
  await at(page, 2);
  assert.match(await label(page, 'g1'), /ficha roja/);
  await page.context().close();
});

test('from a game to the editor and on to an analysis, or to what the rules say', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '443' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await page.click('.foot a:has-text("Preparar")');
  await good(page);
  assert.equal(await text(page), stage);
  await page.click('.acts .btn:has-text("Analizar")');
  await page.waitForSelector('.view.analysing');
  await turn(page);
  assert.match(await label(page, 'd2'), /ficha roja/);
  await page.goBack();
  await good(page);
  await page.click('.acts .btn:has-text("Reglas")');
  await page.waitForSelector('.judging .tag');
  assert.equal(await page.inputValue('#rules-position'), stage);
  await page.context().close();
});

test('a game whose positions cannot be set up offers no editor', async () => {
  const page = await house.visit('#/new/tictactoe');
  await page.waitForSelector('.dlg');
  assert.equal(await page.$('a[href^="#/setup"]'), null);
  await page.context().close();
});
