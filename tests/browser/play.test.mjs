// Whole games on the page: by mouse, by keyboard alone, by touch; back and forth; hints; two windows.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, House, open, turn } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const text = (page, selector) => page.textContent(selector);

test('home shows every game of the catalogue, and is kind when there are no stored games', async () => {
  const page = await house.visit();
  const { games } = await house.ask('GET', '/api/catalogue');
  assert.equal((await page.$$('.game')).length, games.length);
  await page.waitForSelector('.side p');
  assert.match(await text(page, '.side'), /Aún no has jugado/);
  await page.context().close();
});

test('a whole game against a machine by mouse, then again with the sides exchanged', async () => {
  const page = await house.visit();
  await page.click('.game[href="#/new/connect4"]');
  await page.click('.opt:has-text("random")');
  await page.click('.dlg .set .seg button:first-child');
  await page.click('.dlg footer .btn.main');
  await page.waitForSelector('.hit');
  for (let step = 0; await turn(page); step++) {
    const now = Number(await page.getAttribute('.view', 'data-at'));
    await page.click(`[data-name=${await open(page, step)}]`);
    await page.waitForFunction(
      (n) =>
        Number(document.querySelector('.view').dataset.at) > n ||
        document.querySelector('.view[data-over=true]'),
      now,
    );
  }
  assert.match(await text(page, '.note'), /Has ganado|Gana random|Empate/);
  const before = page.url();
  await page.click('.acts .btn.main');
  await page.waitForFunction((url) => location.href !== url, before);
  await page.waitForSelector('.player[data-side="1"]:has-text("Tú")');
  await turn(page);
  await page.context().close();
});

test('a whole game by keyboard alone', async () => {
  const page = await house.visit();
  const tabTo = async (selector) => {
    for (let i = 0; i < 60; i++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((selector) => document.activeElement?.matches(selector), selector)) return;
    }
    assert.fail(`no way to ${selector} by Tab`);
  };
  await tabTo('.game[href="#/new/connect4"]');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.opt');
  await tabTo('.opt[aria-checked=true]');
  // Whoever is chosen at first, the arrows lead to the first of the list and around its ends.
  for (let i = 0; i < 20 && !(await page.$('.opt:first-child[aria-checked=true]')); i++)
    await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('.opt:last-child[aria-checked=true]');
  await page.keyboard.press('ArrowDown');
  await page.waitForSelector('.opt:first-child[aria-checked=true]');
  await tabTo('.dlg footer .btn.main');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.hit');
  await tabTo('[data-cell]');
  for (let step = 0; await turn(page); step++) {
    const want = await open(page, step);
    for (let i = 0; i < 12; i++) {
      const [here, there] = await page.evaluate(
        (want) => [document.activeElement.dataset.name, want].map((name) => name.charCodeAt(0)),
        want,
      );
      if (here === there) break;
      await page.keyboard.press(here < there ? 'ArrowRight' : 'ArrowLeft');
    }
    const now = Number(await page.getAttribute('.view', 'data-at'));
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      (n) =>
        Number(document.querySelector('.view').dataset.at) > n ||
        document.querySelector('.view[data-over=true]'),
      now,
    );
    assert(
      await page.evaluate(() => document.activeElement?.matches('[data-cell]')),
      'focus stays on the board',
    );
  }
  assert.notEqual(await text(page, '#say'), '', 'the result is spoken');
  await page.context().close();
});

test('a whole game by touch on a small screen', async () => {
  const page = await house.visit('#/new/connect4', { phone: true });
  await page.tap('.opt:has-text("random")');
  await page.tap('.dlg footer .btn.main');
  await page.waitForSelector('.hit');
  for (let step = 0; await turn(page); step++) {
    const now = Number(await page.getAttribute('.view', 'data-at'));
    await page.tap(`[data-name=${await open(page, step)}]`);
    await page.waitForFunction(
      (n) =>
        Number(document.querySelector('.view').dataset.at) > n ||
        document.querySelector('.view[data-over=true]'),
      now,
    );
  }
  assert.match(await text(page, '.saybar'), /Has ganado|Gana random|Empate/);
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert(wide <= 390, `nothing is wider than the screen (${wide})`);
  await page.context().close();
});

test('undo, redo, going through the moves, and typed moves', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`, { quiet: true });
  for (const [n, column] of ['d', 'd', 'c', 'e'].entries()) {
    await turn(page);
    await page.click(`[data-name=${column}6]`);
    await at(page, n + 1);
  }
  await page.keyboard.press('u');
  await at(page, 3);
  await page.keyboard.press('r');
  await at(page, 4);
  await page.click('.moves button:text-is("3")');
  await at(page, 3);
  assert.equal(await page.getAttribute('.moves [aria-current]', 'aria-current'), 'true');
  await page.click('main h2');
  await page.keyboard.press('ArrowLeft');
  await at(page, 2);
  await page.keyboard.press('ArrowRight');
  await at(page, 3);
  assert.match(await text(page, '.note'), /jugada 3 de 4/);
  await page.fill('#typed', '7');
  await page.keyboard.press('Enter');
  await at(page, 4);
  assert.deepEqual((await house.ask('GET', `/api/games/${id}`)).moves, ['4', '4', '3', '7']);
  await page.fill('#typed', 'z9');
  await page.keyboard.press('Enter');
  await page.waitForSelector('.note.warn');
  assert.match(await text(page, '.note.warn'), /\p{L}{3}/u, 'a refusal is a sentence');
  await at(page, 4);
  await page.context().close();
});

test('a hint shows a piece at half strength and names a legal move', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await page.keyboard.press('h');
  await page.waitForSelector('.ghost');
  await page.waitForSelector('.note.ok b:has-text("Pista")');
  assert.match(await text(page, '.note.ok'), /Pista: [1-7]\./);
  await page.context().close();
});

test('resigning asks once more in its place', async () => {
  const id = await house.begin({ game: 'tictactoe', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await page.click('.acts .danger');
  await page.waitForSelector('.acts .danger.sure');
  await page.click('.acts .danger.sure');
  await page.waitForSelector('.view[data-over=true]');
  await page.context().close();
});

test('two windows on one game see the same, and a move that came too late is explained', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const one = await house.visit(`#/game/${id}`);
  const two = await house.visit(`#/game/${id}`, { quiet: true });
  await turn(one);
  await one.click('[data-name=d6]');
  await at(two, 1);
  await two.route(
    '**/moves',
    async (route) => {
      await house.ask('POST', `/api/games/${id}/moves`, { move: '1', at: 1 });
      await route.continue();
    },
    { times: 1 },
  );
  await two.click('[data-name=g6]');
  await two.waitForSelector('.note.warn');
  assert.match(await text(two, '.note.warn'), /otra ventana/);
  await at(two, 2);
  assert.deepEqual((await house.ask('GET', `/api/games/${id}`)).moves, ['4', '1']);
  await one.context().close();
  await two.context().close();
});

test('two machines are watched from the dialog to the end', async () => {
  const page = await house.visit('#/new/tictactoe');
  await page.click('.dlg header .seg button:nth-child(3)');
  await page.click('.opt:has-text("random")');
  await page.click('.dlg .set .seg button:nth-child(2)');
  await page.click('.opt:has-text("random")');
  await page.click('.dlg footer .btn.main');
  await page.waitForSelector('.view[data-over=true]', { timeout: 30_000 });
  await page.context().close();
});

test('two machines are paused, made to step, and go on', async () => {
  const id = await house.begin({ game: 'connect4', first: 'random', second: 'random' });
  const page = await house.visit(`#/game/${id}`);
  const count = async () => Number(await page.getAttribute('.view', 'data-at'));
  const later = (n) => page.waitForFunction((n) => Number(document.querySelector('.view').dataset.at) > n, n);
  await page.click('.acts .btn:has-text("Pausar")');
  await page.waitForSelector('.note b:has-text("en pausa")');
  const rest = await count();
  for (const step of [1, 2, 3]) {
    await page.click('.acts .btn:has-text("Un paso"):enabled');
    await at(page, rest + step);
    await page.waitForSelector('.note b:has-text("en pausa")');
    const { at: plies, thinking, paused } = await house.ask('GET', `/api/games/${id}`);
    assert.deepEqual({ plies, thinking, paused }, { plies: rest + step, thinking: null, paused: true });
  }
  await page.click('.acts .btn:has-text("Continuar")');
  await later(rest + 3);
  await page.context().close();
});

test('stored games are listed, opened and deleted from home', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'random' });
  const page = await house.visit();
  await page.waitForSelector(`.cont .btn[href="#/game/${id}"]`);
  const row = `.list li:has(a[href="#/game/${id}"])`;
  await page.click(`${row} .tool`);
  await page.click(`${row} .btn.plain`);
  await page.click(`${row} .tool`);
  await page.click(`${row} .btn.danger`);
  await page.waitForSelector(row, { state: 'detached' });
  assert(!(await house.ask('GET', '/api/games')).games.some((game) => game.id === id));
  await page.context().close();
});

test('a setting out of range is refused where it is typed, with what would be right', async () => {
  const page = await house.visit('#/new/connect4');
  await page.click('.opt:has-text("alphabeta")');
  if (!(await page.$('details[open]'))) await page.click('summary');
  const field = page.locator('.field:has(input)').first();
  const input = field.locator('input');
  await input.fill('99999999999');
  await page.waitForSelector('.wrong');
  assert.match(await text(page, '.wrong'), /número .*de .* a /);
  assert(await page.isDisabled('.dlg footer .btn.main'));
  await input.fill('');
  await page.waitForSelector('.wrong', { state: 'detached' });
  assert(!(await page.isDisabled('.dlg footer .btn.main')));
  await page.context().close();
});

test('a number with decimals is written as the language has it, and typed either way', async () => {
  const page = await house.visit('#/new/connect4');
  await page.click('.opt:has-text("mcts")');
  if (!(await page.$('details[open]'))) await page.click('summary');
  const input = page.locator('.field:has(b:text-is("explore")) input');
  assert.equal(await input.inputValue(), '0,6');
  for (const typed of ['0,85', '0.75']) {
    await input.fill(typed);
    await page.waitForSelector(`code:has-text("explore=${typed.replace(',', '.')}")`);
    assert.equal(await input.inputValue(), typed.replace('.', ','));
  }
  await page.context().close();
});

test('a level sets the player, and settings of one\u2019s own leave the levels', async () => {
  const page = await house.visit('#/new/connect4');
  await page.click('.opt:has-text("alphabeta")');
  if (!(await page.$('details[open]'))) await page.click('summary');
  const slider = page.locator('input[type=range]');
  await slider.focus();
  await page.keyboard.press('Home');
  await page.waitForFunction(() => document.querySelector('code').textContent === 'alphabeta:depth=1');
  assert.equal(await slider.getAttribute('aria-valuetext'), 'Principiante');
  await page.keyboard.press('End');
  await page.waitForFunction(() => document.querySelector('code').textContent === 'alphabeta:depth=9');
  await page.fill('.field:has(b:text-is("depth")) input', '3');
  await page.waitForSelector('.level.own');
  await page.click('.dlg footer .btn.main');
  await page.waitForSelector('.hit');
  const view = await page.evaluate(async () =>
    (await fetch(`/api/games/${location.hash.split('/').at(-1)}`)).json(),
  );
  assert.deepEqual(view.players, ['human', 'alphabeta:depth=3']);
  await page.context().close();
});

test('a page that has missed a change looks at the whole game again', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  // A change of a state that this page never saw.
  const asked = page.waitForRequest((request) => request.url().endsWith(`/api/games/${id}`));
  await page.evaluate(() => {
    const change = { revision: Number.MAX_SAFE_INTEGER, since: Number.MAX_SAFE_INTEGER - 1 };
    globalThis.stream.dispatchEvent(new MessageEvent('change', { data: JSON.stringify(change) }));
  });
  await asked;
  await house.ask('POST', `/api/games/${id}/moves`, { move: '4', at: 0 });
  await at(page, 1);
  await page.context().close();
});

test('the rival of Hex begins gently, and many levels have only their ends named below the slider', async () => {
  const page = await house.visit('#/new/hex');
  await page.waitForSelector('.level h2:has-text("Nivel: Aficionado")');
  assert.deepEqual(await page.locator('.lvl span').allTextContents(), ['Primeros pasos', 'A plena fuerza']);
  // The usual sizes are offered, and any other can be typed.
  const sizes = page.locator('.entry:has(.seg)');
  await sizes.locator('button:has-text("13")').click();
  assert.equal(await sizes.locator('input').inputValue(), '13');
  await sizes.locator('input').fill('6');
  await page.waitForFunction(() => !document.querySelector('.entry .seg [aria-pressed=true]'));
  await page.context().close();
});

test('options that would not fit cannot be chosen, and say why', async () => {
  const page = await house.visit('#/new/tictactoe');
  const choice = (label, value) => page.locator(`.field:has-text("${label}") .seg button:text-is("${value}")`);
  await page.waitForSelector('.field:has-text("Cuántas en línea ganan") .seg button[disabled]');
  assert.match(await choice('Cuántas en línea ganan', '5').getAttribute('title'), /3/);
  // What was chosen before gives way where it does not fit what is chosen now.
  await choice('Cuántas en línea ganan', '3').click();
  await choice('Casillas en cada borde', '5').click();
  await page.waitForSelector('.field:has-text("Cuántas en línea ganan") .seg button:not([disabled]):text-is("5")');
  assert.equal(await choice('Cuántas en línea ganan', '3').getAttribute('aria-pressed'), 'false');
  await page.waitForSelector('.dlg .btn.main:not([disabled])');
  await page.context().close();
});

test('an opponent is one sentence in the list, and what more there is to say stands beside its settings', async () => {
  const page = await house.visit('#/new/hex', { lang: 'en' });
  await page.waitForSelector('.opt');
  for (const words of await page.locator('.opt p').allTextContents()) assert.doesNotMatch(words, /[.?!] /);
  await page.click('.opt:has-text("hexodus")');
  await page.waitForSelector('.set p:has-text("2007")');
  await page.context().close();
});

test('the first page leads to the lessons, the studies and the lab', async () => {
  const page = await house.visit('#/');
  for (const way of ['#/study', '#/lab', '#/train', '#/learn/hex']) assert(await page.$(`.side .list a[href^="${way}"]`), way);
  await page.context().close();
});
