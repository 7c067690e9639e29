// The book: somebody reads, looks something up, steps through a thought and plays on from a board.

import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const heading = (page, words) => page.waitForSelector(`.book article h1:has-text("${words}")`);

test('the book is found under what there is to learn, and its chapters follow each other', async () => {
  const page = await house.visit('#/learn');
  await page.click('a[href="#/book"]');
  await heading(page, 'Empieza aquí');
  assert.match(await page.textContent('.book .words'), /a jugar bien a unos cuantos juegos/);
  // What is drawn again leaves the words as they are.
  await page.click('#theme');
  assert.match(await page.textContent('.book .words'), /a jugar bien a unos cuantos juegos/);
  await page.click('.book footer a');
  await heading(page, 'Hex: las reglas');
  await page.keyboard.press('ArrowRight');
  await heading(page, 'Hex: puentes');
  await page.click('#language');
  await heading(page, 'Hex: bridges');
  assert.equal(await page.textContent('.book nav [aria-current]'), 'Hex: bridges');
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('what is looked for is found whatever its accents, and a citation leads to its work', async () => {
  const page = await house.visit('#/book');
  await page.fill('.book .finder input', 'brouwer gale');
  await page.click('.finds a');
  await page.waitForSelector('.book .words a[href*="about/bibliography?gale1979"]');
  await page.click('.book .words a[href*="about/bibliography?gale1979"]');
  await page.waitForSelector('dt#gale1979');
  await page.fill('.book .finder input', 'zzzz');
  await page.waitForSelector('.finds:has-text("No se ha encontrado nada")');
  await page.context().close();
});

test('a board shows what somebody thinks of it, is stepped through, and is played on from', async () => {
  const page = await house.visit('#/book/play/hex-bridges');
  await page.waitForSelector('figure[data-board="0"][data-shows=connections] .carrier');
  await page.click('figure[data-board="0"] button:has-text("paso a paso")');
  await page.waitForSelector('figure[data-board="0"][data-shows=story] .tline');
  const sentence = () => page.textContent('figure[data-board="0"] .nowsays');
  const before = await sentence();
  await page.click('figure[data-board="0"] .tline [aria-label="Momento siguiente"], figure[data-board="0"] .tline .ctl button:last-of-type');
  await page.waitForFunction((old) => document.querySelector('figure[data-board="0"] .nowsays')?.textContent !== old, before);
  await page.click('figure[data-board="0"] button:has-text("Seguir jugando")');
  await page.waitForSelector('.view.play, .view [data-name=c3]');
  assert.match(page.url(), /#\/game\//);
  await page.context().close();
});

test('on a phone a chapter is as wide as the window, and one that is not there is said', async () => {
  const page = await house.visit('#/book/play/connect4-threats', { phone: true, quiet: true });
  await page.waitForSelector('figure[data-board="0"][data-shows]');
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
  assert.deepEqual(await flaws(page), []);
  await page.goto(page.url().replace(/#.*/, '#/book/play/nothing'));
  await page.waitForSelector('.book [role=alert]');
  await page.context().close();
});

test('a folder of the book finds words and is leafed through without a program', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'ludoteca-book-'));
  execFileSync(process.env.LUDOTECA_BIN ?? '', ['book', 'write', folder]);
  const page = await house.browser.newPage();
  await page.goto(pathToFileURL(path.join(folder, 'es', 'index.html')).href);
  await page.fill('nav input', 'ESCALERÁ');
  assert.equal(await page.textContent('nav li:first-child a'), 'Hex: escaleras');
  await page.click('nav li:first-child a');
  await page.waitForSelector('article h1:has-text("Hex: escaleras")');
  await page.keyboard.press('ArrowRight');
  await page.waitForSelector('article h1:has-text("Hex: bloqueos")');
  await page.close();
  await rm(folder, { recursive: true });
});
