// The lab: an experiment is set, run, stopped and gone on with, and results stand side by side.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** A measurement of another machine, as `stress --save` writes it. */
const measurement = (cpu, seconds) =>
  JSON.stringify({
    processors: 4,
    version: '0.0.9',
    cpu,
    memory: 2 ** 32,
    os: 'Mac OS 10.4.9',
    rows: [3, 4].map((size) => ({
      size,
      parallel_seconds: seconds * size,
      sequential_seconds: seconds * size * 1.5,
      games: 1,
      moves: ['b2'],
    })),
  });
const open = (page, name, text) =>
  page.setInputFiles('.results .upload input', {
    name,
    mimeType: 'application/json',
    buffer: Buffer.from(text),
  });
/** Waits until nothing runs. */
const quiet = (page) => page.waitForSelector('.asks .btn.main', { timeout: 60_000 });

test('Hextress is found by the menu, set, run, and shown with plots and a table', async () => {
  const page = await house.visit('#/');
  await page.click('.nav > a[href="#/lab"]');
  await page.waitForSelector('.choices .opt[aria-current]');
  assert.match(await page.title(), /Laboratorio/);
  await page.fill('.asks .field:nth-of-type(2) input', '99');
  await page.waitForSelector('.asks .wrong');
  assert(await page.isDisabled('.asks .btn.main'));
  await page.fill('.asks .field:nth-of-type(2) input', '4');
  await page.click('.asks .btn.main');
  await page.waitForSelector('.found .plot svg');
  await quiet(page);
  await page.waitForFunction(() => document.querySelectorAll('.found .tb tbody tr').length === 6);
  assert.match(await page.textContent('.found h2'), /Hextress/);
  assert.equal((await page.$$('.found .plot')).length, 6);
  assert((await page.$$('.found .plot .dot')).length > 4);
  assert.match(await page.textContent('.results li'), /6 de 6 filas/);
  // The plot has colours of its own, which come with the drawing.
  const [line, dot] = await page.$$eval('.plot .line, .plot .dot', (all) =>
    [all[0], all.at(-1)].map((one) => getComputedStyle(one).stroke),
  );
  assert(line !== 'none' && dot !== 'none');
  // Another language is other words, in the plots as well.
  await page.click('#language');
  await page.waitForSelector('.found figcaption:has-text("Seconds for a game")');
  await page.context().close();
});

test('machines are compared: files are opened, ticked and set side by side', async () => {
  const page = await house.visit('#/lab/hextress', { quiet: true });
  await page.waitForSelector('.results');
  await open(page, 'viejo.json', measurement('Core 2 Duo', 0.5));
  await page.waitForSelector('.results li:has-text("viejo")');
  await open(page, 'nuevo.json', measurement('EPYC', 0.1));
  await page.waitForSelector('.machines li:has-text("nuevo")');
  const numbered = await page.$$eval('.results li:has(input:checked) b', (all) => all.map((one) => one.textContent));
  assert.equal(numbered.length, 3, 'both beside what was measured here');
  assert.match(numbered[0], /^#1 /);
  assert.match(await page.textContent('.plot .legend'), /#3/);
  // One less, and it is no longer shown.
  await page.click('.results li:has-text("viejo") input');
  await page.waitForFunction(() => !document.querySelector('.machines')?.textContent.includes('viejo'));
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.click('.results li:has-text("nuevo") a.tool'),
  ]);
  const saved = JSON.parse(readFileSync(await download.path(), 'utf8'));
  assert.equal(saved.cpu, 'EPYC');
  await open(page, 'roto.json', '{"cpu":');
  await page.waitForSelector('.note.bad:has-text("JSON")');
  await page.click('.results li:has-text("nuevo") button.tool');
  await page.click('.results li:has-text("nuevo") .btn.danger');
  await page.waitForFunction(() => !document.querySelector('.results').textContent.includes('nuevo'));
  await page.context().close();
});

test('a long experiment shows how far it is, is stopped, and goes on from there', async () => {
  const page = await house.visit('#/lab/ants-vs-random', { quiet: true });
  await page.waitForSelector('.asks .btn.main');
  await page.click('.asks .btn.main');
  await page.waitForSelector('[role=progressbar]');
  await page.waitForFunction(
    () => Number(/(\d+) de/.exec(document.querySelector('.going .num')?.textContent ?? '')?.[1]) > 0,
    null,
    { timeout: 60_000 },
  );
  // Whoever comes to another experiment is told, and cannot begin a second one.
  const other = await house.visit('#/lab/hex-bruteforce', { context: page.context() });
  await other.waitForSelector('.going:has-text("Hormigas contra el azar")');
  assert.equal(await other.$('.asks .btn.main'), null);
  await other.close();
  await page.click('.going .btn');
  await quiet(page);
  const rows = Number(/(\d+) de/.exec(await page.textContent('.results li'))[1]);
  assert(rows > 0);
  await page.waitForSelector('.found .plot');
  await page.click('.results li button.tool:first-of-type');
  await page.waitForSelector('[role=progressbar]');
  await page.click('.going .btn');
  await quiet(page);
  assert.equal((await page.$$('.results li')).length, 1, 'it is the same result');
  await page.context().close();
});

for (const phone of [false, true])
  for (const lang of ['es-ES', 'en-GB'])
    test(`everybody can use the lab ${phone ? 'by touch' : 'at a desk'} in ${lang}`, async () => {
      const page = await house.visit('#/lab/hextress', { phone, lang });
      await page.waitForSelector('.found .plot svg');
      assert.deepEqual(await flaws(page), []);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      const targets = await page.$$eval('.lab button, .lab a, .lab label', (all) =>
        all.filter((one) => one.getBoundingClientRect().height < 34).map((one) => one.outerHTML),
      );
      assert.deepEqual(targets, []);
      // A table that is too wide scrolls by itself.
      await page.goto(`${house.base}/#/lab/ants-vs-random`);
      await page.waitForSelector('.found .tb');
      assert(await page.$eval('.found', (found) => found.getBoundingClientRect().right <= innerWidth));
      await page.context().close();
    });
