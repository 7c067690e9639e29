// Hex on the page: whole games, both swaps, the ways the board can lie, other players, and the editor.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, flaws, House, turn } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const two = { game: 'hex', first: 'human', second: 'human' };
const names = (page) => page.$$eval('.player[data-side] b', (all) => all.map((one) => one.textContent));
const label = (page, cell) => page.getAttribute(`[data-name=${cell}]`, 'aria-label');

test('a game between two people ends with a chain, which is shown', async () => {
  const page = await house.visit(`#/game/${await house.begin({ ...two, options: { size: 3 } })}`);
  for (const [n, cell] of ['b2', 'a1', 'b1', 'c3', 'a3'].entries()) {
    await page.click(`[data-name=${cell}]`);
    await at(page, n + 1);
  }
  await page.waitForSelector('.view[data-over=true]');
  assert.match(await page.textContent('.note'), /Gana Rojo\. Las dos orillas rojas están unidas/);
  for (const cell of ['b1', 'b2', 'a3']) assert.match(await label(page, cell), /ficha roja.*gana/);
  assert.doesNotMatch(await label(page, 'a1'), /gana/);
  await page.context().close();
});

test('whoever takes over the colour is shown in it from then on', async () => {
  const options = { size: 5, swap: 'sides' };
  const page = await house.visit(`#/game/${await house.begin({ ...two, options })}`);
  await page.click('[data-name=b3]');
  await at(page, 1);
  assert.deepEqual(await names(page), ['Azul', 'Rojo']);
  await page.click('.ask .btn:has-text("Quedarme con su color")');
  await at(page, 2);
  assert.deepEqual(await names(page), ['Rojo', 'Azul']);
  assert.match(await page.textContent('.panel .note'), /Los jugadores han cambiado de color/);
  await page.click('[data-name=c3]');
  await at(page, 3);
  assert.match(await label(page, 'b3'), /ficha roja/);
  assert.match(await label(page, 'c3'), /ficha azul/);
  await page.context().close();
});

test('a stone that is taken over lies across the diagonal, on a phone that turns the board too', async () => {
  const options = { size: 7, swap: 'pieces' };
  const page = await house.visit(`#/game/${await house.begin({ ...two, options })}`, { phone: true });
  await page.waitForSelector('.board > svg > g[transform="rotate(90)"]');
  await page.tap('[data-name=a3]');
  await at(page, 1);
  await page.tap('.ask .btn:has-text("Quedarme con su ficha")');
  await at(page, 2);
  assert.match(await label(page, 'a3'), /vacía/);
  assert.match(await label(page, 'c1'), /ficha azul/);
  assert.equal(await page.$('.ask'), null);
  assert.match(await page.textContent('.saybar'), /era roja en a3 y ahora es azul en c1/);
  await page.context().close();
});

test('a swap is offered in words that say what it does, and can be declined', async () => {
  for (const [swap, words] of [
    ['pieces', /roja en b4.*azul, en d2.*le tocará a Rojo/],
    ['sides', /quedarte con Rojo y con su ficha de b4.*unes las orillas rojas/],
  ]) {
    const id = await house.begin({ ...two, options: { size: 7, swap }, position: 'b4' });
    for (const phone of [false, true]) {
      const page = await house.visit(`#/game/${id}`, { phone });
      await page.waitForSelector('.offer');
      assert.match(await page.textContent('.offer p'), words);
      assert.deepEqual(await flaws(page), []);
      await page.click('.offer .btn:not(.main)');
      await page.waitForSelector('.offer', { state: 'detached' });
      assert.equal(await page.locator('.ask .btn').count(), 1, 'the button stays');
      await page.context().close();
    }
  }
});

test('nobody is offered what only a machine may do now', async () => {
  const wish = { game: 'hex', first: 'human', second: 'mcts:playouts=10000000', options: { swap: 'pieces' } };
  const page = await house.visit(`#/game/${await house.begin({ ...wish, position: 'a2' })}`);
  await page.waitForSelector('.player .dots');
  assert.equal(await page.$('.offer'), null);
  await page.context().close();
});

test('whoever plays a machine is told what a swap did, by themselves or by the machine', async () => {
  const endless = 'mcts:playouts=10000000';
  const said = async (wish, words) => {
    const page = await house.visit(`#/game/${await house.begin({ game: 'hex', ...wish })}`);
    await page.waitForSelector('.panel .note');
    if (wish.first !== 'human') await page.click('.offer .btn.main');
    await page.waitForFunction(
      (words) => document.querySelector('.panel .note').textContent.includes(words),
      words,
    );
    await page.context().close();
  };
  const against = (swap) => ({ first: 'human', second: endless, options: { swap } });
  const swapped = (swap) => ({ ...against(swap), position: `a3 swap-${swap}` });
  const swaps = (swap) => ({ ...against(swap), first: endless, second: 'human', position: 'a3' });
  await said(swapped('pieces'), 'Tu rival se ha quedado con tu ficha');
  await said(swapped('sides'), 'Ahora juegas con Azul, y te toca.');
  await said(swaps('pieces'), 'Te has quedado con la primera ficha');
  await said(swaps('sides'), 'Te has quedado con Rojo');
});

test('the level and the player are changed during a game, and a reload shows it', async () => {
  const id = await house.begin({ game: 'hex', first: 'human', second: 'mcts:playouts=10000000' });
  const page = await house.visit(`#/game/${id}`);
  await turn(page);
  await page.click('[data-name=f6]');
  await page.waitForSelector('.player .dots');
  await page.click('.player[data-side="1"] .tool[aria-expanded]');
  await page.waitForSelector('.seat');
  assert.deepEqual(await flaws(page), []);
  await page.selectOption('.seat select', 'random');
  await page.click('.seat .btn.main');
  await at(page, 2);
  await page.waitForSelector('.player[data-side="1"] b:has-text("random")');

  await page.click('.player[data-side="1"] .tool[aria-expanded]');
  await page.selectOption('.seat select', 'mcts');
  await page.focus('.seat input[type=range]');
  await page.keyboard.press('Home');
  await page.click('.seat .btn.main');
  await page.waitForSelector('.player[data-side="1"] .of:has-text("Principiante")');
  await page.reload();
  await page.waitForSelector('.player[data-side="1"] .of:has-text("Principiante")');
  assert.equal(await page.getAttribute('.view', 'data-at'), '2', 'the game has gone on');
  await page.context().close();
});

test('either seat can be given to a person or a machine, on a phone too', async () => {
  const id = await house.begin({ ...two, options: { size: 5 } });
  const page = await house.visit(`#/game/${id}`, { phone: true });
  await turn(page);
  await page.tap('.pstrip[data-side="0"] .tool[aria-expanded]');
  await page.waitForSelector('.seat select');
  assert.deepEqual(await flaws(page), []);
  await page.selectOption('.seat select', 'random');
  await page.tap('.seat .btn.main');
  await at(page, 1);
  await page.waitForSelector('.seat', { state: 'detached' });
  await page.context().close();
});

/** Where the middles of cells lie on the screen. */
const places = (page, cells) =>
  page.$$eval(
    '[data-cell]',
    (all, cells) =>
      cells.map((name) => {
        const found = all.find((cell) => cell.dataset.name === name);
        const { x, y, width, height } = found.getBoundingClientRect();
        return [x + width / 2, y + height / 2];
      }),
    cells,
  );

test('a board lies as somebody chose, and stays so after a reload', async () => {
  const page = await house.visit(`#/game/${await house.begin(two)}`);
  await turn(page);
  const upright = async () => {
    const [[x, y], [u, v]] = await places(page, ['a1', 'k11']);
    return Math.abs(x - u) < 1 && v > y;
  };
  assert(!(await upright()));
  await page.selectOption('.lies select', { label: 'Rombo' });
  await page.waitForSelector('.board > svg > g[transform="rotate(60)"]');
  assert(await upright(), 'the long diagonal stands upright');
  await page.reload();
  await page.waitForSelector('.board > svg > g[transform="rotate(60)"]');
  await page.click('[data-name=c4]');
  await at(page, 1);
  assert.match(await label(page, 'c4'), /ficha roja/);
  await page.selectOption('.lies select', 'auto');
  await page.waitForSelector('.board > svg > g:not([transform])');
  await page.context().close();
});

test('however it lies, a board keeps within its room and its letters stand upright', async () => {
  const id = await house.begin({ ...two, position: 'f6 e7 g5' });
  for (const phone of [false, true]) {
    const page = await house.visit(`#/game/${id}`, { phone });
    await turn(page);
    for (const degrees of ['0', '60', '90']) {
      await page.selectOption('.lies select', degrees);
      const lies = degrees === '0' ? ':not([transform])' : `[transform="rotate(${degrees})"]`;
      await page.waitForSelector(`.board > svg > g${lies}`);
      const wrong = await page.evaluate(() => {
        const room = document.querySelector('.board').getBoundingClientRect();
        const out = [...document.querySelectorAll('.board .hit, .board .axis')].filter((drawn) => {
          const { left, top, right, bottom } = drawn.getBoundingClientRect();
          const past = [room.left - left, room.top - top, right - room.right, bottom - room.bottom];
          return Math.max(...past) > 2;
        });
        const slanted = [...document.querySelectorAll('.board .axis')].filter((text) => {
          const { a, b } = text.getScreenCTM();
          return a <= 0 || Math.abs(b) > 1e-6;
        });
        return [out.length, slanted.length];
      });
      assert.deepEqual(wrong, [0, 0], `${degrees} degrees, ${phone ? 'phone' : 'desktop'}`);
    }
    assert.doesNotMatch(await page.textContent('main'), /arriba|abajo|izquierda|derecha/);
    assert.deepEqual(await flaws(page), []);
    await page.context().close();
  }
});

test('arrow keys go where they point on a board that lies turned', async () => {
  const page = await house.visit(`#/game/${await house.begin({ ...two, options: { size: 7 } })}`);
  await turn(page);
  for (const degrees of ['0', '60', '90']) {
    await page.selectOption('.lies select', degrees);
    for (const [key, back, dx, dy] of [
      ['ArrowRight', 'ArrowLeft', 1, 0],
      ['ArrowDown', 'ArrowUp', 0, 1],
    ]) {
      await page.focus('[data-name=d4]');
      await page.keyboard.press(key);
      const to = await page.evaluate(() => document.activeElement.dataset.name);
      const [[x, y], [u, v]] = await places(page, ['d4', to]);
      assert((u - x) * dx + (v - y) * dy > 5, `${key} at ${degrees} degrees led to ${to}`);
      await page.keyboard.press(back);
      const home = await page.evaluate(() => document.activeElement.dataset.name);
      assert.equal(home, 'd4', `${back} at ${degrees} degrees`);
    }
  }
  await page.context().close();
});

test('a hint is shown on the board and not played', async () => {
  const wish = { game: 'hex', first: 'human', second: 'random', options: { size: 3 }, position: 'b2 a1' };
  const page = await house.visit(`#/game/${await house.begin(wish)}`);
  await turn(page);
  await page.click('.acts .btn:has-text("Pista")');
  await page.waitForSelector('.ghost');
  await page.waitForSelector('.panel .note:has-text("Pista")');
  assert.equal(await page.getAttribute('.view', 'data-at'), '2');
  await page.context().close();
});

test('a board of Hex is set up, and says so where no game leads to it', async () => {
  const page = await house.visit('#/setup/hex');
  const said = (words) => page.waitForSelector(`.status .note:has-text("${words}")`);
  await said('Le toca a Rojo');
  await page.click('[data-name=f6]');
  await said('Le toca a Azul');
  await page.click('[data-name=f7]');
  await said('Ninguna partida lleva a esta posición');
  await said('Le toca a Azul');
  await page.click('[data-name=f7]');
  await said('Le toca a Rojo');
  assert.equal((await page.inputValue('#setup-text')).split('/')[5], '.....R.....');
  await page.context().close();
});
