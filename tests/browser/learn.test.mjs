// The lessons: somebody learns the bridge, errs, is told, tries again, and goes on.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const stands = (page, standing) => page.waitForSelector(`.lesson[data-standing=${standing}]`);
const step = (page, n) => page.waitForSelector(`.lesson[data-step="${n}"]:not([data-standing=wait])`);
const go = (page) => page.click('.lesson .foot .wide');
const label = (page, cell) => page.getAttribute(`[data-name=${cell}]`, 'aria-label');
const said = (page) => page.textContent('.lesson .status .note');
/** The cells one may play on now. */
const free = (page) =>
  page.$$eval('[data-cell]', (cells) =>
    cells.filter((cell) => /jugar aquí|play here/.test(cell.getAttribute('aria-label'))).map((cell) => cell.dataset.name),
  );

test('the first page leads to the lessons, and the list remembers which are done', async () => {
  const page = await house.visit('#/');
  await page.click('.box .learning .plain');
  await page.waitForSelector('.course .game:nth-child(12)');
  assert.match(await page.textContent('.course .lead'), /0 de 12 hechas/);
  await page.click('[data-lesson=bridge]');
  await step(page, 0);
  await page.goBack();
  await page.waitForSelector('.course');
  await page.context().close();
});

test('the bridge: shown, kept, and a chain of bridges to the end', async () => {
  const page = await house.visit('#/learn/hex/bridge');
  await stands(page, 'told');
  assert.equal(await page.locator('.carrier').count(), 2, 'the two cells of the bridge are marked');
  await go(page);
  await step(page, 1);
  assert.match(await said(page), /Azul juega [bc]3/);
  await page.click('[data-name=e5]');
  assert.match(await said(page), /se juega en las casillas de las que trata/);
  const [only] = await free(page);
  await page.click(`[data-name=${only}]`);
  await stands(page, 'done');
  assert.match(await said(page), /dos caminos/);
  await page.click('.acts .btn:has-text("Otra vez")');
  await stands(page, 'open');
  assert.notDeepEqual(await free(page), [only], 'the second time Blue enters on the other side');
  await go(page);
  await step(page, 2);
  const partner = { d1: 'e1', e1: 'd1', c3: 'd3', d3: 'c3', b5: 'c5', c5: 'b5' };
  for (let n = 0; n < 3; n++) {
    const entered = /(\w\d)(?:;|\.) ?[Tt]e toca/.exec(await said(page))[1];
    await page.click(`[data-name=${partner[entered]}]`);
    await page.waitForFunction(
      (cell) => /roja/.test(document.querySelector(`[data-name=${cell}]`).getAttribute('aria-label')),
      partner[entered],
    );
  }
  await stands(page, 'done');
  await go(page);
  await page.waitForSelector('h1:has-text("Entrar en un puente")');
  assert.equal(page.url().split('#')[1], '/learn/hex/intrusion');
  await page.goto(`${house.base}/#/learn/hex`);
  await page.waitForSelector('[data-lesson=bridge] .chip');
  await page.context().close();
});

test('a wrong answer is told with the right ones, taken back, and put right', async () => {
  const page = await house.visit('#/learn/hex/ziggurat');
  await stands(page, 'told');
  await go(page);
  await step(page, 1);
  assert.match(await said(page), /Azul juega c6/);
  await page.click('[data-name=e5]');
  await stands(page, 'lost');
  assert.match(await said(page), /ya no es posible/);
  assert.match(await label(page, 'd6'), /habría sido correcta/);
  await page.click('.acts .btn:has-text("Deshacer")');
  await stands(page, 'open');
  assert.match(await label(page, 'e5'), /vacía/);
  await page.click('[data-name=d6]');
  await page.waitForSelector('.status .note:has-text("d6 es correcta")');
  const [, tried] = /prueba (\w\d)/.exec(await said(page));
  await page.click(`[data-name=${tried === 'c7' ? 'd7' : 'c7'}]`);
  await stands(page, 'done');
  assert.match(await said(page), /Dentro de las ocho casillas/);
  await page.context().close();
});

test('the ladder is held below by the keyboard alone, in English', async () => {
  const page = await house.visit('#/learn/hex/ladder', { lang: 'en-GB', dark: true });
  await stands(page, 'told');
  await page.keyboard.press('n');
  await step(page, 1);
  for (const column of 'cdefg') {
    if (await page.$('.lesson[data-standing=done]')) break;
    await page.waitForFunction(
      (cell) => /red/.test(document.querySelector(`[data-name=${cell}]`).getAttribute('aria-label')),
      `${column}6`,
    );
    await page.focus(`[data-name=${column}7]`);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (cell) => /blue/.test(document.querySelector(`[data-name=${cell}]`).getAttribute('aria-label')),
      `${column}7`,
    );
  }
  await stands(page, 'done');
  assert.match(await said(page), /The ladder has run out/);
  await page.context().close();
});

test('the swap is taken with its button', async () => {
  const page = await house.visit('#/learn/hex/swap');
  await stands(page, 'open');
  await page.click('.lesson .offer .btn');
  await page.waitForFunction(() => /azul/.test(document.querySelector('[data-name=b2]').getAttribute('aria-label')));
  assert(!(await page.$('.lesson[data-standing=lost]')));
  await page.context().close();
});

test('everyone can use the lessons, on a phone too', async () => {
  for (const phone of [false, true])
    for (const hash of ['#/learn/hex', '#/learn/hex/ziggurat', '#/learn/hex/swap']) {
      const page = await house.visit(hash, { phone });
      await page.waitForSelector('.course .game, .lesson:not([data-standing=wait])');
      assert.deepEqual(await flaws(page), [], `${hash} ${phone}`);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), hash);
      await page.context().close();
    }
});

test('an unknown lesson leads to the list, and a game without lessons to the games that have some', async () => {
  const page = await house.visit('#/learn/hex/nothing');
  await page.waitForSelector('.course .game');
  await page.goto(`${house.base}/#/learn/gdl`);
  await page.waitForSelector('.page .learning a[href="#/learn/hex"]');
  await page.context().close();
});
