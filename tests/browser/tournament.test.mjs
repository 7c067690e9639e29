// Tournaments on the page: one is begun, watched while it is played, stopped and gone on with, and its
// games are opened; and the workers, where there are none.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** Sets up a tournament of tic-tac-toe in the form. */
async function set(page, players, rounds) {
  await page.selectOption('#tournament-game', 'tictactoe');
  for (const [at, player] of players.entries()) {
    if (at > 1) await page.click('.entrants .btn.plain');
    await page.fill(`.entrants .row:nth-of-type(${at + 1}) input`, player);
  }
  await page.getByLabel(/Parejas de partidas/).fill(String(rounds));
  await page.getByLabel(/Segundos por jugada/).fill('0.05');
}

test('a tournament is begun in the form, told as it goes, and any of its games is opened to be analysed', async () => {
  const page = await house.visit('#/lab');
  await page.click('.choices a[href="#/tournaments"]');
  await page.waitForSelector('#tournament-game');
  assert(await page.isDisabled('.asks .btn.main'), 'nobody takes part yet');
  await set(page, ['alphabeta:depth=2', 'random', 'random:seed=7'], 2);
  assert.deepEqual(await flaws(page), []);
  await page.fill('#tournament-name', 'De prueba');
  await page.click('.asks .btn.main');
  await page.waitForFunction(() => document.querySelector('.going b')?.textContent?.startsWith('12'));
  assert.match(await page.title(), /De prueba/);
  assert.match(await page.textContent('.going'), /terminado/);
  assert.equal((await page.$$('.cross tbody tr')).length, 3);
  assert.equal((await page.$$('.plot .strength')).length, 3);
  assert.equal((await page.$$('.played li')).length, 12);
  assert.deepEqual(await flaws(page), []);
  await page.click('.cross tbody tr:first-child td:nth-of-type(2) button');
  await page.waitForFunction(() => document.querySelectorAll('.played li').length === 4);
  await page.click('.played li .into');
  await page.waitForSelector('.analysing .summary');
  assert.match(page.url(), /#\/game\//);
  await page.close();
});

test('a tournament is stopped and gone on with, in English on a phone at night', async () => {
  const page = await house.visit('#/tournaments');
  await page.waitForSelector('#tournament-game');
  await set(page, ['random', 'random:seed=7'], 9000);
  await page.click('.asks .btn.main');
  await page.waitForFunction(() => Number.parseInt(document.querySelector('.going b')?.textContent ?? '0', 10) > 4);
  const { hash } = new URL(page.url());
  await page.close();
  const phone = await house.visit(hash, { phone: true, dark: true, lang: 'en-GB' });
  await phone.getByRole('button', { name: 'Stop' }).click();
  await phone.getByRole('button', { name: 'Go on' }).waitFor();
  assert.deepEqual(await flaws(phone), []);
  const wide = await phone.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `nothing reaches beyond the page: ${wide}`);
  const at = Number((await phone.textContent('.going b')).split(' ')[0].replace(/\D/g, ''));
  await phone.getByRole('button', { name: 'Go on' }).click();
  await phone.waitForFunction(
    (at) => Number(document.querySelector('.going b').textContent.split(' ')[0].replace(/\D/g, '')) > at,
    at,
  );
  await phone.getByRole('button', { name: 'Stop' }).click();
  await phone.getByRole('button', { name: 'Go on' }).waitFor();
  await phone.close();
});

test('where the program knows no queue the page of workers says how to tell it', async () => {
  const page = await house.visit('#/workers', { quiet: true });
  await page.waitForSelector('.note.bad');
  assert.match(await page.textContent('.note.bad'), /serve --workers/);
  assert.deepEqual(await flaws(page), []);
  await page.close();
});
