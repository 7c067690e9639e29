// Arimaa on the page: setting up, steps, pushes both ways, pulls, refusals in words, and turns.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const two = { game: 'arimaa', first: 'human', second: 'human' };
const ROWS = [
  'rrcrrc r',
  'rh  d hr',
  '   d  m ',
  ' M E  H ',
  '    e   ',
  ' H  DC  ',
  'R DC   R',
  ' RR RR R',
];
/** An elephant that can throw a dog into a trap, a frozen horse, and a cat with one guard. */
const fight = { ...two, position: `g [${ROWS.join('')}]` };
const label = (page, cell) => page.getAttribute(`[data-name=${cell}]`, 'aria-label');
const says = (page, words, where = '.panel .note') =>
  page.waitForFunction(
    ([words, where]) => document.querySelector(where)?.textContent.includes(words),
    [words, where],
  );
const drag = async (page, from, to) => {
  await page.hover(from);
  await page.mouse.down();
  await page.hover(to, { force: true });
  await page.mouse.up();
};
/** Presses what cannot be pressed now, to hear why not. */
const barred = (page) => page.click('.ask [aria-disabled]:has-text("Terminar turno")', { force: true });
const square = (name) => `[data-name=${name}]`;

test('both sides are set up by a button, and the pieces step', async () => {
  const page = await house.visit(`#/game/${await house.begin(two)}`);
  await says(page, 'Coloca tus dieciséis piezas en las filas 1–2');
  assert.deepEqual(await flaws(page), []);
  await page.click('.ask .btn:has-text("Colocación habitual")');
  await at(page, 16);
  assert.match(await label(page, 'e2'), /elefante de oro/);
  await says(page, 'filas 7–8');
  await page.click('.ask .btn:has-text("Conejos detrás, en espejo")');
  await at(page, 32);
  assert.match(await label(page, 'd7'), /elefante de plata/);
  await page.click(square('e2'));
  await page.click(square('e3'));
  await at(page, 33);
  assert.match(await label(page, 'e3'), /elefante de oro/);
  await page.context().close();
});

test('pieces are set up by hand: pressed, dragged, by letters, and the rest at once', async () => {
  const page = await house.visit(`#/game/${await house.begin(two)}`);
  const tray = (piece) => `.waiting[aria-label*="${piece}"]`;
  await page.click(tray('conejo'));
  await page.waitForSelector('.target');
  assert.equal(await page.locator('.target').count(), 16, 'the squares it may stand on');
  await page.click(square('a1'));
  await at(page, 1);
  await page.click(square('b1'));
  await at(page, 2);
  await page.click(square('b5'));
  await says(page, 'b5 no está en tus dos filas de salida');
  await drag(page, tray('elefante'), square('d2'));
  await at(page, 3);
  assert.match(await label(page, 'd2'), /elefante de oro/);
  await page.focus(square('e2'));
  await page.keyboard.press('m');
  await at(page, 4);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('h');
  await at(page, 5);
  assert.match(await label(page, 'f2'), /caballo de oro/);
  await page.click('.ask .btn:has-text("Colocar el resto")');
  await at(page, 16);
  await page.context().close();
});

test('what is set up can be moved and exchanged, by mouse and by keyboard, and the rest stays', async () => {
  const page = await house.visit(`#/game/${await house.begin(two)}`);
  for (const [index, [cell, letter]] of [['a1', 'r'], ['d2', 'e'], ['c1', 'c']].entries()) {
    await page.focus(square(cell));
    await page.keyboard.press(letter);
    await at(page, index + 1);
  }
  await page.click(square('a1'));
  await page.waitForSelector('.target');
  assert.equal(await page.locator('.target').count(), 15, 'every other square of the two ranks');
  await page.click(square('h2'));
  await page.waitForSelector('.moves:has-text("Rh2Ed2Cc1")');
  await drag(page, square('h2'), square('c1'));
  await page.waitForSelector('.moves:has-text("Rc1Ed2Ch2")');
  await page.focus(square('d2'));
  for (const key of ['Enter', 'ArrowRight', 'Enter']) await page.keyboard.press(key);
  await page.waitForSelector('.moves:has-text("Rc1Ee2Ch2")');
  assert.match(await label(page, 'e2'), /elefante de oro/);
  await page.click('.waiting[aria-label*="conejo"]');
  await page.click(square('e2'));
  await page.click(square('e4'));
  await says(page, 'e4 no está en tus dos filas de salida');
  await page.keyboard.press('u');
  await at(page, 2);
  assert.match(await label(page, 'h2'), /vacía/);
  assert.match(await label(page, 'c1'), /conejo de oro/);
  await page.context().close();
});

test('the piece in hand shows where it can go and what that does', async () => {
  const page = await house.visit(`#/game/${await house.begin(fight)}`, { lang: 'en-GB' });
  await page.click(square('d5'));
  await page.waitForSelector('.held');
  const told = await page.textContent('.held');
  assert.match(told, /gold elephant on d5/);
  assert.match(told, /step, or pull the dog along \(2 steps\)/);
  assert.match(told, /d6 → c6 · push the dog, and the trap takes it \(2 steps\)/);
  assert.equal(await page.locator('.target').count(), 3);
  assert.equal(await page.locator('.push:not(.halo)').count(), 3);
  assert.match(await label(page, 'd4'), /you can go there/);
  assert.match(await label(page, 'g5'), /gold horse, frozen/);
  assert.match(await page.textContent('.panel'), /The gold horse on g5 is frozen/);
  assert.match(await page.textContent('.panel'), /The gold cat on f3 has one guard/);
  const ranks = ['elephant', 'camel', 'horse', 'dog', 'cat', 'rabbit'];
  assert.deepEqual(await page.locator('.ranks li').allTextContents(), ranks);
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('a push is made with the own piece first, by taps or by a drag onto the enemy', async () => {
  for (const first of ['tap', 'drag']) {
    const page = await house.visit(`#/game/${await house.begin(fight)}`);
    await page.waitForSelector(square('d5'));
    if (first === 'drag') await drag(page, square('d5'), square('d6'));
    else {
      await page.click(square('d5'));
      await page.click(square('d6'));
    }
    await page.waitForSelector('[data-name=d6][aria-selected=true]');
    await page.click(square('c6'));
    await at(page, 2);
    assert.match(await label(page, 'd6'), /elefante de oro/);
    assert.match(await label(page, 'c6'), /vacía/);
    await says(page, 'La trampa de c6 se lleva el perro de plata.');
    assert.match(await page.textContent('.moves'), /2g *dd6w dc6x *Ed5n/);
    assert.match(
      await page.getAttribute('.player[data-side="1"] .losses', 'aria-label'),
      /perro de plata, conejo de plata/,
    );
    await page.context().close();
  }
});

test('a push is made with the enemy first, and has to be completed', async () => {
  const page = await house.visit(`#/game/${await house.begin(fight)}`);
  await page.click(square('d6'));
  await page.click(square('d7'));
  await at(page, 1);
  await says(page, 'Primero completa el empujón');
  await barred(page);
  await says(page, 'El empujón está a medias');
  await page.click(square('a2'));
  await says(page, 'Primero completa el empujón');
  await page.click('.ask .btn:has-text("Seguir con el elefante de d5")');
  await at(page, 2);
  assert.match(await label(page, 'd6'), /elefante de oro/);
  assert.match(await label(page, 'd7'), /perro de plata/);
  await page.context().close();
});

test('a pull is offered after the step, and a step is taken back', async () => {
  const page = await house.visit(`#/game/${await house.begin(fight)}`);
  await drag(page, square('d5'), square('d4'));
  await at(page, 1);
  assert.match(await page.textContent('.panel'), /Puedes tirar del perro de d6 a d5/);
  assert.equal(await page.locator('.push:not(.halo)').count(), 1, 'an arrow shows it');
  await page.click('.ask .btn:has-text("Tirar del perro de d6 a d5")');
  await at(page, 2);
  assert.match(await label(page, 'd5'), /perro de plata/);
  await page.click('.ask .btn:has-text("Deshacer paso")');
  await at(page, 1);
  await drag(page, square('d6'), square('d5'));
  await at(page, 2);
  await says(page, 'El elefante de oro tira del perro de plata de d6 a d5.');
  await page.context().close();
});

test('what is tried in vain is answered with its reason', async () => {
  const page = await house.visit(`#/game/${await house.begin(fight)}`);
  await page.click(square('g5'));
  await says(page, 'Tu caballo de g5 está congelado');
  await page.click(square('a2'));
  await page.click(square('a1'));
  await says(page, 'Ese conejo no puede volver atrás.');
  await page.click(square('e3'));
  await page.click(square('e4'));
  await says(page, 'Tu perro no puede empujar al elefante');
  await drag(page, square('g5'), square('f5'));
  await says(page, 'Tu caballo de g5 está congelado');
  await barred(page);
  await says(page, 'Aún no se ha movido nada');
  assert.equal(await page.getAttribute('.view', 'data-at'), '0');
  await page.context().close();
});

test('an enemy that only another piece could push is explained, not taken up', async () => {
  // Of the two beside the horse, the camel could push it and the dog could not.
  const empty = ' '.repeat(8);
  const rows = ['r      r', empty, empty, empty, ' RDh    ', '   M    ', empty, 'R      R'];
  const wish = { ...two, position: `g [${rows.join('')}]` };
  const page = await house.visit(`#/game/${await house.begin(wish)}`, { lang: 'en-GB' });
  await page.click(square('c4'));
  await page.waitForSelector('.target');
  await page.click(square('d4'));
  await says(page, 'Your dog cannot push the horse: only a stronger piece can.');
  assert.equal(await page.locator('.board [aria-selected=true]').count(), 0, 'nothing is in hand');
  await page.context().close();
});

test('against a machine the notes speak of your own pieces', async () => {
  const page = await house.visit(`#/game/${await house.begin({ ...fight, second: 'random' })}`);
  await page.waitForSelector('.board svg.live');
  const notes = await page.textContent('.panel');
  assert.match(notes, /Tu gato de f3 tiene un solo guardián/);
  assert.match(notes, /Tu caballo de g5 está congelado/);
  await page.click(square('d6'));
  await page.click(square('c6'));
  await at(page, 1);
  await page.click(square('d5'));
  await page.click(square('d6'));
  await at(page, 2);
  await says(page, 'Tu elefante empuja al perro de plata de d6 a c6. La trampa de c6 se lleva el perro de plata.');
  await page.context().close();
});

test('a turn is ended by its button or key, and the other side is told what it did', async () => {
  const page = await house.visit(`#/game/${await house.begin(fight)}`);
  await page.waitForSelector('.board svg.live');
  await page.focus(square('h2'));
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Enter');
  await at(page, 1);
  await page.click(square('d6'));
  await page.click(square('c6'));
  await at(page, 2);
  await page.click(square('d5'));
  await page.click(square('d6'));
  await at(page, 3);
  await page.keyboard.press('e');
  await at(page, 4);
  assert.match(await page.textContent('.player.turn'), /Plata/);
  await says(page, 'El elefante de oro empuja al perro de plata de d6 a c6.');
  assert.match(await page.textContent('.moves'), /2g/);
  assert.equal(await page.locator('circle.last').count(), 2, 'the pieces that the turn has moved');
  await page.click(square('a7'));
  await page.click(square('a6'));
  await at(page, 5);
  await page.click('.ask .btn.main:has-text("Terminar turno")');
  await at(page, 6);
  assert.match(await page.textContent('.player.turn'), /Oro/);
  await page.context().close();
});

test('a whole turn can be typed', async () => {
  const page = await house.visit(`#/game/${await house.begin(fight)}`);
  await page.fill('#typed', 'Rh2n Rh3n end');
  await page.press('#typed', 'Enter');
  await at(page, 3);
  assert.match(await page.textContent('.player.turn'), /Plata/);
  await page.context().close();
});

test('a machine sets its pieces up and answers with a whole turn, which is taken back as one', async () => {
  const wish = { game: 'arimaa', first: 'human', second: 'random', seed: 5 };
  const page = await house.visit(`#/game/${await house.begin(wish)}`);
  await page.click('.ask .btn:has-text("Colocación habitual")');
  await at(page, 32);
  await page.waitForSelector('.board svg.live');
  await page.click(square('e2'));
  await page.click(square('e3'));
  await at(page, 33);
  await page.click('.ask .btn:has-text("Terminar turno")');
  await page.waitForFunction(() => {
    const live = document.querySelector('.board svg.live');
    return live && Number(document.querySelector('.view').dataset.at) > 34;
  });
  assert.match(await page.textContent('.moves'), /2g *Ee2n *2s/);
  await page.click('.acts .btn:has-text("Deshacer")');
  await at(page, 33);
  await page.waitForSelector('.ask .btn.main:has-text("Terminar turno")');
  await page.context().close();
});

test('on a phone a piece is set up, pushed and moved by touch', async () => {
  const phone = { phone: true, dark: true };
  let page = await house.visit(`#/game/${await house.begin(two)}`, phone);
  await page.waitForSelector('.waiting');
  assert.deepEqual(await flaws(page), []);
  await page.tap('.waiting >> nth=0');
  await page.tap(square('e2'));
  await at(page, 1);
  await page.tap('.ask .btn:has-text("Colocar el resto")');
  await at(page, 16);
  await page.context().close();

  page = await house.visit(`#/game/${await house.begin(fight)}`, phone);
  await page.tap(square('d5'));
  await page.waitForSelector('.saybar .held');
  assert.deepEqual(await flaws(page), []);
  await page.tap(square('d6'));
  await page.tap(square('e6'));
  await at(page, 2);
  await says(page, 'El elefante de oro empuja al perro de plata', '.saybar');
  await page.tap('.ask .btn:has-text("Terminar turno")');
  await at(page, 3);
  await page.context().close();
});

test('the rules are learnt by topic, on boards that can be tried', async () => {
  const page = await house.visit('#/learn/arimaa');
  await page.waitForSelector('[data-lesson=freeze]');
  assert.deepEqual(await flaws(page), []);
  await page.click('[data-lesson=push]');
  await page.waitForSelector('.lesson[data-standing=open]');
  await page.click(square('h8'));
  await says(page, 'Ninguna pieza tuya está a su lado', '.status .note');
  await page.click(square('d4'));
  await page.waitForSelector('.push');
  assert.deepEqual(await flaws(page), []);
  await page.click(square('d5'));
  await page.click(square('d6'));
  await page.waitForSelector('.lesson[data-standing=done]');
  assert.match(await page.textContent('.status .note'), /Primero va el perro/);
  await page.click('.btn.main');
  await page.waitForSelector('.lesson[data-step="1"][data-standing=open]');
  await drag(page, square('d4'), square('e4'));
  await page.waitForSelector('.lesson .offer .btn:has-text("Terminar turno")');
  await page.click('.btn:has-text("Deshacer")');
  await page.waitForSelector('.btn[disabled]:has-text("Deshacer")');
  await page.click(square('c5'));
  await page.waitForSelector('.target');
  assert.equal(await page.locator('.push').count(), 0, 'the dog pushes nobody here');
  await page.click(square('d4'));
  await page.waitForSelector('.push');
  await page.click(square('d5'));
  await page.click(square('e5'));
  await page.waitForSelector('.lesson[data-standing=done]');
  await page.context().close();
});

test('a pull is learnt with its button, and a turn that ends too soon can be taken back', async () => {
  const page = await house.visit('#/learn/arimaa/pull', { lang: 'en-GB', phone: true });
  await page.waitForSelector('.lesson[data-standing=open]');
  assert.deepEqual(await flaws(page), []);
  await page.tap(square('d4'));
  await page.tap(square('e4'));
  await page.tap('.offer .btn:has-text("End turn")');
  await page.waitForSelector('.lesson[data-standing=lost]');
  await says(page, 'The turn is over', '.status .note');
  await page.tap('.btn:has-text("Undo")');
  await page.waitForSelector('.lesson[data-standing=open]');
  await page.tap('.btn:has-text("Undo")');
  await page.waitForSelector('.btn[disabled]:has-text("Undo")');
  await page.tap(square('d4'));
  await page.tap(square('d3'));
  await page.tap('.offer .btn:has-text("Pull the dog from d5 to d4")');
  await page.waitForSelector('.lesson[data-standing=done]');
  await page.context().close();
});

test('puzzles wait by grade: a wrong turn is answered, a hint helps, and the idea is told in the end', async () => {
  const page = await house.visit('#/puzzles/arimaa');
  await page.waitForSelector('.grade-row:nth-child(5)');
  await page.click('.puzzle-link');
  await page.waitForSelector('.lesson[data-standing=open]');
  const first = await page.getAttribute('.puzzle', 'data-puzzle');
  assert.match(await page.textContent('.telling'), /Juega Plata: lleva un conejo a su meta en este turno/);
  assert.deepEqual(await flaws(page), []);
  await page.click(square('e1'));
  await page.click(square('e2'));
  await page.click('.offer .btn:has-text("Terminar turno")');
  await page.waitForSelector('.lesson[data-standing=lost]');
  await says(page, 'no está hecho', '.status .note');
  await page.click('.btn:has-text("Otra vez")');
  await page.waitForSelector('.lesson[data-standing=open]');
  await page.click('.acts .btn:has-text("Pista")');
  await says(page, 'El guardián está en la misma casilla de meta', '.note.hint');
  assert.deepEqual(await flaws(page), []);
  await page.click(square('e1'));
  await page.click(square('f1'));
  await page.click('.offer .btn:has-text("d1")');
  await page.waitForFunction(() => !document.querySelector('.offer .btn')?.textContent.includes('d1'));
  await page.click(square('d2'));
  await page.click(square('d1'));
  await page.click('.offer .btn:has-text("Terminar turno")');
  await page.waitForSelector('.lesson[data-standing=done]');
  await says(page, 'Resuelto. El guardián', '.status .note');
  assert.equal(await page.locator('.note.hint').count(), 0, 'the idea is told once');
  await page.click('.btn.main');
  await page.waitForSelector(`.puzzle[data-standing=open]:not([data-puzzle="${first}"])`);
  assert.equal(await page.locator('.note.hint').count(), 0, 'the next puzzle keeps its own');
  await page.context().close();
});

test('a defence that fails is answered with the turn that shows it, on a phone', async () => {
  const { puzzles } = await (await fetch(`${house.base}/api/puzzles`)).json();
  const { id } = puzzles.filter(({ game }) => game === 'arimaa')[4];
  const page = await house.visit(`#/puzzles/arimaa/${id}`, { lang: 'en-GB', phone: true, dark: true });
  await page.waitForSelector('.puzzle[data-standing=open]');
  assert.match(await page.textContent('.telling'), /Gold moves: the other side is about to bring a rabbit/);
  assert(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await page.tap(square('d4'));
  await page.tap(square('d5'));
  await page.tap('.offer .btn:has-text("End turn")');
  await page.waitForSelector('.lesson[data-standing=lost]');
  await says(page, 'Not yet: after that the other side reaches its goal with rf3s rf2s', '.status .note');
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});
