// Puzzles: one is found and missed, helped with and shown, by mouse and by keyboard; those of today;
// and progress, which the server keeps and a file takes along.

import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
/** @type {{game: string, id: string, grade: number}[]} */
let all;
before(async () => {
  house = await House.open();
  ({ puzzles: all } = await (await fetch(`${house.base}/api/puzzles`)).json());
});
after(() => house.close());

const stands = (page, standing) => page.waitForSelector(`.puzzle[data-standing=${standing}]`);
const of = (game) => all.filter((one) => one.game === game);
const solution = async ({ game, id }) => (await fetch(`${house.base}/api/puzzles/${game}/${id}/solution`)).json();
const said = (page) => page.textContent('.lesson .status .note');

test('a wrong try is refuted, taken back and put right, and the list remembers it', async () => {
  const page = await house.visit('#/puzzles/connect4');
  await page.waitForSelector('.puzzle-link');
  assert.match(await page.textContent('.lead'), /0 de \d+ resueltos/);
  const puzzle = of('connect4')[0];
  const { line, tries } = await solution(puzzle);
  await page.click('.puzzle-link');
  await stands(page, 'open');
  const column = (ply) => page.click(`[data-name="${'abcdefg'[ply - 1]}6"]`);
  await column(tries[0]);
  await stands(page, 'lost');
  assert.match(await said(page), /Deshaz y mira otra vez/);
  await page.click('.acts .btn:has-text("Deshacer")');
  await stands(page, 'open');
  for (let i = 0; i < line.length; i += 2) {
    await column(line[i]);
    await page.waitForFunction((n) => document.querySelectorAll('.stage [data-cell][aria-label*=ficha]').length >= n, i);
    if (i + 1 < line.length) await stands(page, 'open');
  }
  await stands(page, 'done');
  assert.match(await said(page), /Resuelto\./);
  await page.goto(`${house.base}/#/puzzles/connect4`);
  await page.waitForSelector('.puzzle-link.solved');
  assert.match(await page.textContent('.lead'), /1 de \d+ resueltos/);
  await page.context().close();
});

test('two hints come one after the other, and the solution is stepped through with its refutations', async () => {
  const puzzle = of('hex')[0];
  const { line, tries } = await solution(puzzle);
  const page = await house.visit(`#/puzzles/hex/${puzzle.id}`, { lang: 'en-GB', dark: true });
  await stands(page, 'open');
  await page.keyboard.press('h');
  await page.waitForSelector('.note.hint');
  await page.click('.acts .btn:has-text("Hint")');
  await page.waitForSelector('.note.hint:has-text("It is one of these") ');
  assert.equal(await page.locator('.note.hint').count(), 2);
  await page.click('.acts .btn:has-text("Solution")');
  await page.waitForSelector('.solution');
  await page.click(`.solution .try:has-text("${tries[0]}")`);
  await stands(page, 'lost');
  await page.click('.solution .btn:not(.try) >> nth=0');
  await page.waitForSelector('.solution .btn:not(.try).on');
  await page.click(`.solution .btn:not(.try) >> nth=${line.length - 1}`);
  await stands(page, 'done');
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('a puzzle of Breakthrough is solved by the keyboard alone', async () => {
  const puzzle = of('breakthrough').at(0);
  const { line } = await solution(puzzle);
  const page = await house.visit(`#/puzzles/breakthrough/${puzzle.id}`);
  await stands(page, 'open');
  for (let i = 0; i < line.length; i += 2) {
    for (const cell of line[i].match(/[a-h]\d/g)) {
      await page.focus(`[data-name="${cell}"]`);
      await page.keyboard.press('Enter');
    }
    if (i + 2 < line.length) await page.waitForFunction(() => /Te toca|es correcta/.test(document.querySelector('.status')?.textContent ?? ''));
  }
  await stands(page, 'done');
  await page.context().close();
});

test('five puzzles wait today, and progress goes along in a file', async () => {
  const page = await house.visit('#/puzzles');
  await page.waitForSelector('[data-daily="5"]');
  assert.deepEqual(await flaws(page), []);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.btn:has-text("Guardar en un archivo")')]);
  const { learnt } = JSON.parse(await readFile(await download.path(), 'utf8'));
  const { id } = of('checkers')[0];
  const file = join(tmpdir(), `progress-${process.pid}.json`);
  await writeFile(file, JSON.stringify({ learnt: [...learnt, { way: 'puzzle', game: 'checkers', id, done: 1 }] }));
  await page.setInputFiles('input[type=file]', file);
  await page.waitForSelector('.note.ok');
  await page.goto(`${house.base}/#/puzzles/checkers`);
  await page.waitForSelector('.puzzle-link.solved');
  await page.goto(`${house.base}/#/daily/1`);
  await stands(page, 'open');
  await page.click('.foot .wide');
  await page.waitForFunction(() => location.hash === '#/daily/2');
  await page.context().close();
});

test('what the browser kept of lessons comes to the server', async () => {
  const page = await house.visit('#/');
  await page.evaluate(() => localStorage.setItem('ludoteca-learnt-hex', '["bridge"]'));
  await page.goto(`${house.base}/?again#/learn/hex`);
  await page.waitForSelector('[data-lesson=bridge] .chip');
  assert.equal(await page.evaluate(() => localStorage.getItem('ludoteca-learnt-hex')), null);
  const { learnt } = await (await fetch(`${house.base}/api/progress`)).json();
  assert(learnt.some(({ way, game, id, done }) => way === 'lesson' && game === 'hex' && id === 'bridge' && done));
  await page.context().close();
});

test('everyone can use the puzzles, on a phone too', async () => {
  for (const game of ['hex', 'checkers'])
    for (const hash of [`#/puzzles/${game}`, `#/puzzles/${game}/${of(game)[0].id}`]) {
      const page = await house.visit(hash, { phone: true });
      await page.waitForSelector('.puzzle-link, .puzzle:not([data-standing=wait])');
      assert.deepEqual(await flaws(page), [], hash);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash);
      await page.context().close();
    }
});
