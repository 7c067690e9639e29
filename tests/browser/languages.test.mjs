// A language of the user's own, from a folder, is offered and spoken on the page.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { House } from './house.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'languages-'));
/** @type {House} */
let house;
before(async () => {
  writeFileSync(
    path.join(folder, 'xx.ftl'),
    'language-name = Xish\npage-home-title = Tocolo?\npage-moves-count = { $n ->\n    [one] unu\n   *[other] { $n } movoj\n}\nthis line is broken\n',
  );
  process.env.LUDOTECA_LANGUAGES = folder;
  house = await House.open();
});
after(async () => {
  await house.close();
  rmSync(folder, { recursive: true });
});

test('it can be chosen, what it lacks is English, and it stays after a reload', async () => {
  const page = await house.visit('#/', { lang: 'es-ES' });
  await page.click('#language');
  await page.waitForFunction(() => document.querySelector('h1').textContent === 'Tocolo?');
  assert.match(await page.textContent('.nav > a'), /Home/);
  assert.equal(await page.getAttribute('html', 'lang'), 'xx');
  await page.reload();
  await page.waitForFunction(() => document.querySelector('h1')?.textContent === 'Tocolo?');
  await page.click('#language');
  await page.waitForFunction(() => document.querySelector('html').lang === 'en');
  await page.context().close();
});

test('whoever’s browser wants it gets it', async () => {
  const page = await house.visit('#/lab', { lang: 'xx' });
  await page.waitForSelector('.choices .opt:has-text("Hextress")');
  assert.equal(await page.getAttribute('html', 'lang'), 'xx');
  await page.context().close();
});
