// A game is a tree: nothing that was played is lost, what is said and drawn is kept, and every position
// has an address.

import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { at, flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

/** The plies of the tree as the page shows them, variations in brackets. */
const shown = (page) =>
  page.$eval('.tree', (tree) => {
    const read = (element) =>
      [...element.children]
        .map((child) => {
          if (child.matches('.aside')) return `(${read(child)})`;
          if (child.matches('.ply')) return child.querySelector('button').textContent;
          return '';
        })
        .filter(Boolean)
        .join(' ');
    return read(tree);
  });

const view = (id) => house.ask('GET', `/api/games/${id}`);
const hash = (page) => page.evaluate(() => location.hash);
const node = (page, n) => page.waitForSelector(`.tree [data-node="${n}"][aria-current]`);

test('a finished game is explored, put in order and left unharmed, and every position has an address', async () => {
  const id = await house.begin({ game: 'connect4', second: 'random', position: '121212' });
  await house.ask('POST', `/api/games/${id}/moves`, { at: 6, move: '1' });
  const page = await house.visit(`#/game/${id}`);
  await at(page, 7);
  assert.equal(await page.isVisible('.tree .result'), true);
  await page.keyboard.press('ArrowLeft');
  await at(page, 6);
  await page.keyboard.press('ArrowLeft');
  await at(page, 5);
  await page.click('[data-name=f1]');
  await at(page, 6);
  assert.match(await page.textContent('.note'), /variante/i);
  assert.equal(await shown(page), '1 2 1 2 1 2 (6) 1');
  // After a click the arrows still go through the game; to the board one comes by the keyboard.
  await page.keyboard.press('ArrowUp');
  await node(page, 6);
  await page.keyboard.press('ArrowDown');
  await node(page, 8);
  await page.keyboard.press('Home');
  await at(page, 0);
  await page.focus('[data-name=a1]');
  await page.keyboard.press('ArrowRight');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.name), 'b1');
  await at(page, 0);
  await page.keyboard.press('Escape');
  await page.keyboard.press('ArrowRight');
  await at(page, 1);
  // A jump is a place to come back to.
  await page.click('.tree [data-node="8"]');
  await node(page, 8);
  assert.equal(await hash(page), `#/game/${id}/8`);
  await page.click('.note .inline');
  await at(page, 7);
  assert.equal(await hash(page), `#/game/${id}`);
  await page.click('.tree [data-node="3"]');
  await at(page, 3);
  await page.goBack();
  await at(page, 7);
  await page.goForward();
  await at(page, 3);
  const other = await house.visit(`#/game/${id}/8`, { context: page.context() });
  await node(other, 8);
  await other.close();
  await node(page, 8);
  // A second variation is moved up, deleted, and brought back.
  await page.click('.tree [data-node="5"]');
  await at(page, 5);
  await page.click('[data-name=g1]');
  await node(page, 9);
  await page.click('.tree [data-node="9"]', { button: 'right' });
  await page.click('.more-acts .btn:has-text("Adelantar")');
  await page.waitForSelector('.more-acts .btn:has-text("Adelantar")[disabled]');
  assert.equal(await shown(page), '1 2 1 2 1 2 (7) (6) 1');
  assert(await page.isDisabled('.more-acts .btn:has-text("línea principal")'));
  await page.click('.more-acts .btn:has-text("Borrar")');
  await page.waitForSelector('#restore');
  assert.equal(await shown(page), '1 2 1 2 1 2 (6) 1');
  await page.click('#restore');
  await node(page, 9);
  assert.equal(await shown(page), '1 2 1 2 1 2 (7) (6) 1');
  const { ended, end, tree } = await view(id);
  assert.deepEqual([ended.winner, end, tree[7].place], ['first', 7, 0]);
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('what is taken back or only tried stays beside a game that goes on', async () => {
  const id = await house.begin({ game: 'hex', options: { size: 5 }, position: 'a1 b2 c3' });
  const page = await house.visit(`#/game/${id}`, { lang: 'en-GB' });
  await at(page, 3);
  await page.keyboard.press('u');
  await at(page, 2);
  await page.click('[data-name=d4]');
  await at(page, 3);
  assert.equal(await shown(page), 'a1 b2 d4 (c3)');
  await page.click('#try');
  await page.waitForSelector('.note:has-text("You are trying")');
  await page.click('[data-name=e5]');
  await at(page, 4);
  await page.waitForSelector('.note:has-text("variation")');
  assert.equal((await view(id)).end, 4, 'the game is where it was');
  await page.click('.note .inline');
  await at(page, 3);
  await page.click('[data-name=e1]');
  await at(page, 4);
  assert.equal(await shown(page), 'a1 b2 d4 (c3) e1 (e5)');
  // The same stones in another order are said to be the same position.
  await page.click('.tree [data-node="0"]');
  await at(page, 0);
  for (const [n, cell] of ['d4', 'b2', 'a1'].entries()) {
    await page.click(`[data-name=${cell}]`);
    await at(page, n + 1);
  }
  await page.waitForSelector('.twins:has-text("3 d4")');
  await page.click('.twins button');
  await node(page, 4);
  await page.context().close();
});

test('comments, signs, names, circles and arrows are kept, and go through SGF and back', async () => {
  const id = await house.begin({ game: 'hex', options: { size: 5 }, position: 'a1 b2' });
  const page = await house.visit(`#/game/${id}`);
  await at(page, 2);
  await page.click('.praise button:has-text("?!")');
  await page.waitForSelector('.tree .sign:has-text("?!")');
  await page.keyboard.press('c');
  await page.fill('#comment', 'corta aquí');
  await page.keyboard.press('Escape');
  await page.waitForSelector('.tree .said:has-text("corta aquí")');
  const centre = async (name) => {
    const { x, y, width, height } = await (await page.$(`[data-name=${name}]`)).boundingBox();
    return [x + width / 2, y + height / 2];
  };
  await page.click('[data-name=d2]', { button: 'right' });
  await page.waitForSelector('circle.drawn');
  await page.mouse.move(...(await centre('c3')));
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(...(await centre('d4')), { steps: 4 });
  await page.mouse.up({ button: 'right' });
  await page.waitForSelector('.drawn.arrow');
  assert.match(await page.getAttribute('[data-name=d4]', 'aria-label'), /marcada/);
  await page.focus('[data-name=e5]');
  await page.keyboard.press('m');
  await page.waitForFunction(() => document.querySelectorAll('circle.drawn').length === 2);
  await page.keyboard.press('m');
  await page.waitForSelector('.drawn.fill');
  const kept = (await view(id)).tree[2];
  assert.deepEqual([kept.sign, kept.comment], ['?!', 'corta aquí']);
  assert.deepEqual(
    kept.marks.map(({ shape }) => shape),
    ['circle', 'arrow', 'cell'],
  );
  assert.equal((await view(id)).moves.length, 2, 'nothing was played by drawing');
  await page.click('.keep > summary');
  await page.waitForSelector('#lacks-text:has-text("comentarios")');
  assert.equal(await page.$('#lacks-sgf'), null);
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.keep a:has-text("SGF")')]);
  const sgf = await readFile(await download.path(), 'utf8');
  const again = await house.ask('POST', '/api/open', { text: sgf });
  const back = (await view(again.id)).tree[2];
  assert.deepEqual([back.sign, back.comment], [kept.sign, kept.comment]);
  assert.deepEqual(back.marks.map(({ shape }) => shape).sort(), ['arrow', 'cell', 'circle']);
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('on a phone a resting finger draws and a tap plays, and the tree is in the sheet', async () => {
  const id = await house.begin({ game: 'hex', options: { size: 5 }, position: 'a1 b2' });
  const page = await house.visit(`#/game/${id}`, { phone: true, dark: true });
  await at(page, 2);
  const { x, y, width, height } = await (await page.$('[data-name=c3]')).boundingBox();
  const touches = await page.context().newCDPSession(page);
  const touch = (type, touchPoints) => touches.send('Input.dispatchTouchEvent', { type, touchPoints });
  await touch('touchStart', [{ x: x + width / 2, y: y + height / 2 }]);
  await page.waitForSelector('circle.drawn');
  await touch('touchEnd', []);
  await page.waitForFunction(async (id) => {
    const game = await (await fetch(`/api/games/${id}`)).json();
    return game.tree[2].marks?.length === 1 && game.moves.length === 2;
  }, id);
  await page.click('.bottom .btn:has-text("Jugadas")');
  await page.waitForSelector('.remarks #remark');
  await page.click('.tree [data-node="1"]');
  await at(page, 1);
  await page.click('.praise button:text-is("!")');
  await page.waitForSelector('.tree .sign');
  const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
  assert(!wide, 'nothing is wider than the phone');
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('the wheel over the board goes through the game, unless there is something to scroll', async () => {
  const id = await house.begin({ game: 'connect4', first: 'human', second: 'human', position: '4455' });
  const page = await house.visit(`#/game/${id}`);
  await at(page, 4);
  await page.hover('[data-name=d6]');
  await page.mouse.wheel(0, -100);
  await at(page, 3);
  // Two fingers turn by little and little.
  for (let i = 0; i < 3; i++) await page.mouse.wheel(0, -20);
  await at(page, 2);
  await page.mouse.wheel(0, 100);
  await at(page, 3);
  // At twice the size of letters the page scrolls.
  await page.setViewportSize({ width: 720, height: 450 });
  await page.waitForFunction(() => document.querySelector('main').scrollHeight > document.querySelector('main').clientHeight);
  await page.hover('[data-name=d6]');
  await page.mouse.wheel(0, 100);
  await page.waitForFunction(() => document.querySelector('main').scrollTop > 0);
  assert.equal(await page.getAttribute('.view', 'data-at'), '3');
  await page.context().close();
});

test('stones carry the numbers of their moves for whoever wants them, and not where pieces move', async () => {
  const swapped = { game: 'hex', options: { size: '5', swap: 'pieces' }, position: 'b1 swap-pieces c3 d2' };
  const id = await house.begin({ ...swapped, first: 'human', second: 'human' });
  const page = await house.visit(`#/game/${id}`);
  await at(page, 4);
  const numbers = () => page.$$eval('.board .nth text', (all) => all.map((one) => one.textContent));
  assert.deepEqual(await numbers(), []);
  await page.keyboard.press('o');
  await page.waitForSelector('.numbering[aria-checked=true]');
  assert.deepEqual(await numbers(), ['3', '4']);
  // What is no cell is called in words.
  assert.match(await page.textContent('.tree'), /2intercambio/);
  await page.keyboard.press('ArrowLeft');
  await at(page, 3);
  assert.deepEqual(await numbers(), ['3']);
  await page.reload();
  await at(page, 3);
  assert.deepEqual(await numbers(), ['3'], 'it is remembered');
  assert.deepEqual(await flaws(page), []);
  await page.goto(`${house.base}/#/game/${await house.begin({ game: 'checkers', first: 'human', second: 'human', position: '11-15 22-18' })}`);
  await at(page, 2);
  assert.equal(await page.$('.numbering'), null);
  await page.context().close();
});

test('steps that are made faster than the server answers are not lost', async () => {
  const id = await house.begin({ game: 'hex', position: 'a1 b2 c3 d4 e5 f6' });
  const page = await house.visit(`#/game/${id}`);
  await at(page, 6);
  // The server takes its time.
  await page.route('**/goto', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  for (let i = 0; i < 4; i++) await page.keyboard.press('ArrowLeft');
  await at(page, 2);
  for (let i = 0; i < 9; i++) await page.keyboard.press('ArrowRight');
  await at(page, 6);
  await page.keyboard.press('ArrowLeft');
  await at(page, 5);
  await page.keyboard.press('End');
  await at(page, 6);
  // Nor what is taken back; and nothing is said of another window.
  await page.route('**/undo', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  for (let i = 0; i < 3; i++) await page.keyboard.press('u');
  await at(page, 3);
  for (let i = 0; i < 9; i++) await page.keyboard.press('r');
  await at(page, 6);
  assert.equal(await page.$('.note.bad'), null);
  await page.context().close();
});
