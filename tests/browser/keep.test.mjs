// Files on the page: a game is saved, and files and links become games.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { at, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const SGF = '(;FF[4]GM[11]SZ[5];B[c3];W[b2];B[d4])';
const given = (name, text) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const label = (page, cell) => page.getAttribute(`[data-name=${cell}]`, 'aria-label');

test('a game is downloaded as SGF and as XML, and its link is copied', async () => {
  const wish = { game: 'hex', options: { size: 5 }, position: 'c3 b2', first: 'human', second: 'human' };
  const page = await house.visit(`#/game/${await house.begin(wish)}`);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.click('.keep > summary');
  const saved = async (words) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.click(`.keep a:has-text("${words}")`),
    ]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  const sgf = await saved('SGF');
  assert.match(sgf.name, /^hex-\w+\.sgf$/);
  assert.match(sgf.text, /SZ\[5\].*;B\[c3\]\n;W\[b2\]\)/s);
  assert.match((await saved('XML')).text, /<move side="white">b2<\/move>/);
  await page.click('.keep button');
  await page.waitForSelector('#keep-link');
  const link = 'https://hexworld.org/board/#5c1,c3b2';
  assert.equal(await page.inputValue('#keep-link'), link);
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), link);
  await page.context().close();
});

test('a game of Connect Four offers what it has and no link', async () => {
  const page = await house.visit(`#/game/${await house.begin({ game: 'connect4' })}`);
  await page.click('.keep > summary');
  const offered = await page.$$eval('.keep > div > *', (all) => all.map((one) => one.textContent));
  assert.equal(offered.length, 7);
  assert(offered.includes('El tablero como lo ves ahora (SVG)'));
  assert(offered.includes('Columnas jugadas') && !offered.some((words) => /SGF,|HexWorld/.test(words)));
  await page.context().close();
});

test('a chosen file becomes a game that is gone on with', async () => {
  const page = await house.visit();
  await page.setInputFiles('#open-file', given('game.sgf', SGF));
  await at(page, 3);
  assert.match(await label(page, 'd4'), /ficha roja/);
  await page.click('[data-name=a1]');
  await at(page, 4);
  assert.match(await label(page, 'a1'), /ficha azul/);
  await page.context().close();
});

test('a file that is dropped onto the first page becomes a game', async () => {
  const page = await house.visit();
  const drop = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], 'game.sgf'));
    return carried;
  }, SGF);
  await page.dispatchEvent('.games', 'drop', { dataTransfer: drop });
  await at(page, 3);
  await page.context().close();
});

test('a pasted link becomes a game, on a phone too', async () => {
  const page = await house.visit('#/', { phone: true });
  await page.fill('#open-link', 'https://hexworld.org/board/#5c1,e4c3a2b2');
  await page.press('#open-link', 'Enter');
  await at(page, 4);
  assert.match(await label(page, 'e4'), /ficha roja/);
  await page.context().close();
});

test('what is not kept is said before one goes on', async () => {
  const page = await house.visit();
  await page.setInputFiles('#open-file', given('x.pdn', '1. 11-15 *\n1. 9-13 *'));
  const note = await page.waitForSelector('.opener .note.warn');
  assert.match(await note.textContent(), /2 partidas, y aquí está abierta la primera/);
  await page.setInputFiles('#open-file', given('x.sgf', '(;GM[11]SZ[5]EV[Copa];B[c3]DM[2])'));
  await page.waitForSelector('.opener .note.warn:has-text("EV, DM")');
  await page.setInputFiles('#open-file', given('x.pdn', '1. 11-15 *\n1. 9-13 *'));
  await page.waitForSelector('.opener .note.warn:has-text("2 partidas")');
  await page.click('.opener .note a');
  await at(page, 1);
  await page.context().close();
});

test('a file that cannot be read is refused with its line, and old letters are no reason', async () => {
  const page = await house.visit('#/', { quiet: true });
  const refused = async (name, bytes) => {
    await page.setInputFiles('#open-file', { name, mimeType: 'text/plain', buffer: Buffer.from(bytes) });
    return (await page.waitForSelector('.opener .note.bad')).textContent();
  };
  assert.match(await refused('x.sgf', '(;GM[11]\n;B[a1]\n;W[a1])'), /Línea 3, columna 4: a1 está ocupada/);
  await page.fill('#open-link', 'hola');
  await page.press('#open-link', 'Enter');
  await page.waitForSelector('.opener .note.bad:has-text("no es una partida")');
  assert.match(await refused('x.xml', Buffer.alloc(10_000_001, ' ')), /10 MB/);
  const latin = Buffer.from('(;GM[11]PB[Mart\xedn];B[a1])', 'latin1');
  await page.setInputFiles('#open-file', { name: 'old.sgf', mimeType: 'text/plain', buffer: latin });
  await at(page, 1);
  await page.context().close();
});

test('a file that is dragged over the page is awaited, and whatever can be opened can be chosen', async () => {
  const page = await house.visit('#/', { quiet: true });
  await page.waitForSelector('.opener');
  const accepted = await page.getAttribute('#open-file', 'accept');
  for (const ending of ['.sgf', '.pdn', '.xml', '.json', '.txt', '.gdl'])
    assert(accepted.split(',').includes(ending), ending);
  const files = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['?'], 'game.sgf'));
    return data;
  });
  await page.dispatchEvent('.home', 'dragover', { dataTransfer: files });
  await page.waitForSelector('.home[data-awaits]');
  await page.dispatchEvent('.home', 'drop', { dataTransfer: files });
  await page.waitForSelector('.home:not([data-awaits])');
  // What is said about it is in sight.
  await page.waitForFunction(() => {
    const box = document.querySelector('.opener .note.bad')?.getBoundingClientRect();
    return box && box.top >= 0 && box.bottom <= innerHeight + 1;
  });
  await page.context().close();
});
