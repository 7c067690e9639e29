// The board does not move: its box is the same in play, in analysis and under every layer; and what is
// written on it can be read.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { analyst, at, flaws, House, tell } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** Where the board and its first cell lie, in pixels. */
const box = (page) =>
  page.evaluate(() =>
    ['.board', '.board [data-cell="0"]'].map((one) => {
      const { x, y, width, height } = document.querySelector(one).getBoundingClientRect();
      return [x, y, width, height];
    }),
  );

/** A game between two people with some moves made. */
async function played(wish, moves) {
  const id = await house.begin({ players: ['human', 'human'], ...wish });
  for (const [i, move] of moves.entries()) await house.ask('POST', `/api/games/${id}/moves`, { move, at: i });
  return id;
}

/** Opens the analysis; where it waits below the board, it is brought up. */
async function analyse(page) {
  await page.keyboard.press('a');
  await page.waitForSelector('.view.analysing');
  await page.waitForTimeout(200);
  if (await page.isHidden('.asker')) await page.click('.tabs [aria-selected=true]');
  await page.waitForSelector('.asker');
}

/** In another size of window, as a new visitor. */
async function sized(hash, width, height) {
  const phone = width < 500;
  const context = await house.browser.newContext({
    viewport: { width, height },
    hasTouch: phone,
    isMobile: phone,
    locale: 'es-ES',
    reducedMotion: 'reduce',
  });
  return house.visit(hash, { context });
}

for (const [game, wish, moves, player] of [
  ['Hex', { game: 'hex', options: { size: '11', swap: 'none' } }, ['f6', 'e7', 'g4'], 'hexodus:level=normal'],
  ['Connect Four', { game: 'connect4' }, ['4', '4'], 'mcts:playouts=300'],
]) {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
    [844, 390],
    [720, 450],
  ]) {
    test(`${game} at ${width}x${height}: one box in play, in analysis, with results and under every layer`, async () => {
      const page = await sized(`#/game/${await played(wish, moves)}`, width, height);
      await at(page, moves.length);
      await page.waitForTimeout(200);
      const first = await box(page);
      assert(first[0][3] >= 300 || first[0][3] >= height - 100, `a board is a board: ${first[0]}`);
      assert(first[0][2] >= 300, `a board is a board: ${first[0]}`);
      assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
      await analyse(page);
      await page.waitForTimeout(200);
      assert.deepEqual(await box(page), first, 'analysis is open');
      await analyst(page, player);
      await page.waitForSelector('.chip:has-text("listo")');
      await page.evaluate(() => {
        for (const one of document.querySelectorAll('main, .view')) one.scrollTop = 0;
      });
      assert.deepEqual(await box(page), first, 'there are results');
      const layers = page.locator('.layers .seg:not(.sides) button');
      const names = await layers.allTextContents();
      assert(names.length >= 3);
      for (const name of names) {
        await layers.getByText(name, { exact: true }).first().click();
        assert.deepEqual(await box(page), first, name);
      }
      const wide = await page.evaluate(() => document.querySelector('main').scrollWidth - innerWidth);
      assert(wide <= 0, `${wide} pixels are out of the window`);
      await page.context().close();
    });
  }
}

test('verdict, candidates and the search tree are seen at once, and no row is wider than the panel', async () => {
  const wish = { game: 'hex', options: { size: '11', swap: 'none' } };
  const page = await house.visit(`#/game/${await played(wish, ['k2', 'f6', 'e8', 'd7'])}`);
  await at(page, 4);
  await analyst(page, 'hexodus:level=normal');
  await page.waitForSelector('.chip:has-text("listo")');
  await page.waitForSelector('.treebox svg');
  const seen = await page.evaluate(() => {
    const place = (name) => document.querySelector(name).getBoundingClientRect();
    const panel = document.querySelector('.panel').getBoundingClientRect();
    const out = [...document.querySelectorAll('.panel :is(.btn, .tool, select, input, tr)')];
    return {
      verdict: place('.big').top,
      // With the root and three moves.
      tree: place('.treebox').top + 170,
      foot: place('.foot').top,
      out: out.filter((one) => one.getBoundingClientRect().right > panel.right).map((one) => one.outerHTML),
    };
  });
  assert(seen.verdict > 0 && seen.tree < seen.foot, JSON.stringify(seen));
  assert.deepEqual(seen.out, []);
  await page.context().close();
});

test('of very many values all are heat, few are figures, and each can be read', async () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ]) {
    const id = await played({ game: 'hex', options: { size: '11', swap: 'none' } }, ['f6']);
    const page = await sized(`#/game/${id}`, width, height);
    await at(page, 1);
    await analyse(page);
    await page.waitForSelector('.asker');
    const free = await page.$$eval('[data-cell]', (all) =>
      all.filter((one) => /vacía/.test(one.getAttribute('aria-label'))).map((one) => one.dataset.name),
    );
    const plies = free.map((move, i) => ({
      move,
      value: -i / 200,
      unit: 'fitted',
      best: i === 0,
      label: { id: 'label-guess', args: { percent: 50 - Math.round(i / 4) } },
    }));
    const title = { id: 'layer-values' };
    await tell(page, 1, [{ id: 'values', title, sentence: title, kind: 'labels', plies }]);
    await page.waitForSelector('.tag.best');
    assert(plies.length > 100);
    const tags = await page.locator('.board .tag').count();
    assert(tags >= 1 && tags <= 6, `${tags} figures`);
    const heats = await page.$$eval('.board .cell', (all) => new Set(all.map((cell) => cell.style.fill)).size);
    assert(heats > 50, `${heats} tones`);
    const sizes = await page.$$eval('.board .tag text, .board .axis', (all) =>
      all.map((one) => {
        const { a, b } = one.getScreenCTM();
        return Number(one.getAttribute('font-size')) * Math.hypot(a, b);
      }),
    );
    assert(sizes.length > 11 && sizes.every((size) => size >= 9.9), `no letter below ten pixels: ${Math.min(...sizes)}`);
    // On demand all of them are there.
    await page.click('.layers .tool');
    await page.waitForFunction(() => document.querySelectorAll('.board .tag').length > 100);
    if (width < 500) assert.deepEqual(await flaws(page), []);
    await page.context().close();
  }
});

test('a way is shown from where it begins, with its value; the last move marks both ends; what is heard is quiet until asked for', async () => {
  const id = await played({ game: 'breakthrough' }, []);
  const page = await house.visit(`#/game/${id}`);
  await at(page, 0);
  await analyst(page, 'alphabeta:depth=2');
  await page.waitForSelector('.chip:has-text("listo")');
  await page.waitForSelector('.choiceway.best');
  const arrows = await page.locator('.choiceway').count();
  assert(arrows > 0 && arrows <= 8, `${arrows} arrows`);
  const { moves } = await house.ask('POST', `/api/games/${id}/moves`, {
    move: (await page.textContent('.tb .ply')).trim(),
    at: 0,
  });
  assert.equal(moves?.length ?? 1, 1);
  await at(page, 1);
  assert.equal(await page.locator('.board .origin').count(), 1);
  assert.equal(await page.locator('.board .last').count(), 1);
  assert.equal(await page.getAttribute('#sound', 'aria-checked'), 'false');
  await page.click('#sound');
  assert.equal(await page.getAttribute('#sound', 'aria-checked'), 'true');
  await page.context().close();
});

test('a number says what it is, on the board, in the table, above the bar and in the tree', async () => {
  const id = await played({ game: 'hex', options: { size: '5', swap: 'none' } }, ['c3']);
  const page = await house.visit(`#/game/${id}`);
  await at(page, 1);
  await analyst(page, 'distance:depth=2');
  await page.waitForSelector('.chip:has-text("listo")');
  const seen = await page.textContent('.panel');
  assert.match(await page.textContent('.big'), /fichas por poner/);
  assert.match(await page.textContent('.tb'), /fichas por poner/);
  assert(!/%/.test(await page.textContent('.summary')), 'stones are no chance');
  assert(!/%/.test(await page.textContent('.graph')), 'nor have they 50 per cent');
  assert(!/0,\d\d\d/.test(await page.textContent('.tb')), 'and one number has one face');
  assert.match(seen, /Árbol/);
  await analyst(page, 'mcts:playouts=400');
  await page.waitForFunction(() => /partidas de prueba/.test(document.querySelector('.big')?.textContent ?? ''));
  assert.match(await page.textContent('.big'), /%|\d\/\d/);
  await page.context().close();
});
