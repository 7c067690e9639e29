// A game described in GDL: its text is read while it is typed, and its own board is shown beside it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { at, flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const connect4 = readFileSync(new URL('../../gdl/connect4.gdl', import.meta.url), 'utf8');

test('a description shows its board as it is typed, its errors where they are, and is played', async () => {
  const page = await house.visit('#/new/gdl', { lang: 'en-GB' });
  await page.waitForSelector('.preview svg');
  assert.match(await page.textContent('.preview'), /The board of this game/);
  await page.fill('.editor textarea', connect4);
  await page.waitForSelector('.preview:has-text("yellow")');
  assert.match(await page.textContent('.dlg .seg:has-text("Draw lots")'), /yellow.*red/, 'its own sides');
  assert.deepEqual(await flaws(page), []);

  await page.fill('.editor textarea', connect4.replace('(<= terminal (line ?p))', '(<= terminal (lime ?p))'));
  await page.waitForSelector('.errors');
  const line = connect4.slice(0, connect4.indexOf('(<= terminal')).split('\n').length;
  assert.match(await page.textContent('.errors'), new RegExp(`Line ${line}, column 14.*No rule or fact says “lime”`));
  assert.match(await page.textContent('.preview'), /As it was before the error/);
  await page.click('.errors button');
  await page.waitForSelector('.editor mark:has-text("(lime")');
  assert.equal(await page.isDisabled('.dlg footer .btn.main'), true);
  assert.deepEqual(await flaws(page), []);

  const dropped = await page.evaluateHandle((text) => {
    const carried = new DataTransfer();
    carried.items.add(new File([text], 'four.gdl'));
    return carried;
  }, connect4);
  await page.dispatchEvent('.editor', 'drop', { dataTransfer: dropped });
  await page.waitForSelector('.read .note.ok');
  await page.click('.dlg .seg button:has-text("Two people")');
  await page.click('.dlg footer .btn.main');
  await at(page, 0);
  assert.equal(await page.locator('.hit').count(), 42);
  await page.context().close();
});

test('a description that takes long says so, can be stopped, and holds up nobody after that', async () => {
  const page = await house.visit('#/new/gdl', { lang: 'en-GB' });
  await page.waitForSelector('.read .note.ok');
  const numbers = Array.from({ length: 60 }, (_, n) => `(n ${n})`).join(' ');
  const endless = '(<= (p ?a ?b ?c ?d ?e ?f) (n ?a) (n ?b) (n ?c) (n ?d) (n ?e) (n ?f) (true (control yellow)))';
  await page.fill('.editor textarea', `${connect4}\n${numbers}\n${endless}`);
  await page.waitForSelector('.read .note:has-text("Reading the description")');
  assert.deepEqual(await flaws(page), []);
  await page.click('.read button:has-text("Stop")');
  await page.waitForSelector('.read .note.bad:has-text("somebody stopped it")');
  assert.equal(await page.isDisabled('.dlg footer .btn.main'), true);
  await page.fill('.editor textarea', connect4);
  await page.waitForSelector('.preview:has-text("yellow")');
  assert.equal(await page.isDisabled('.dlg footer .btn.main'), false);
  await page.context().close();
});

test('where a described game has no board, what holds at its beginning is told, on a phone too', async () => {
  const page = await house.visit('#/new/gdl', { phone: true, dark: true });
  const counting = `
    (role one) (role two) (init (heap 3)) (init (control one))
    (less 3 2) (less 2 1) (less 1 0)
    (<= (legal ?p take) (true (control ?p)))
    (<= (legal ?p noop) (role ?p) (not (true (control ?p))))
    (<= (next (heap ?n)) (true (heap ?m)) (less ?m ?n))
    (<= (next (control two)) (true (control one)))
    (<= (next (control one)) (true (control two)))
    (<= terminal (true (heap 0)))
    (<= (goal ?p 100) (role ?p) (not (true (control ?p))))
    (<= (goal ?p 0) (true (control ?p)))`;
  await page.fill('.editor textarea', counting);
  await page.waitForSelector('.preview:has-text("Este juego no tiene tablero")');
  assert.match(await page.textContent('.preview'), /heap\(3\)|heap 3/);
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});
