// Checkers and Breakthrough on the page: moves by mouse, chains of jumps, and refusals in words.

import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { at, flaws, House } from './house.mjs';

/** @type {House} */
let house;
before(async () => {
  house = await House.open();
});
after(() => house.close());

const square = (name) => `[data-name="${name}"]`;
const label = (page, name) => page.getAttribute(square(name), 'aria-label');
const says = (page, words) =>
  page.waitForFunction((words) => document.querySelector('.panel .note')?.textContent.includes(words), words);
const drag = async (page, from, to) => {
  await page.hover(square(from));
  await page.mouse.down();
  await page.hover(square(to), { force: true });
  await page.mouse.up();
};

test('checkers is played by mouse, and a chain of jumps square by square', async () => {
  const begun = { game: 'checkers', first: 'human', second: 'human', position: 'B:W18,26,19,30:B15,1' };
  const page = await house.visit(`#/game/${await house.begin(begun)}`);
  assert.deepEqual(await flaws(page), []);
  await page.click(square(1));
  await says(page, 'Hay que comer: 15x22x31, 15x24.');
  await page.click(square(15));
  await page.waitForSelector('.target');
  assert.equal(await page.locator('.target').count(), 2, 'both captures are shown');
  await page.click(square(22));
  await page.click(square(31));
  await at(page, 1);
  await says(page, '15x22x31 ha comido 2 piezas, y el peón se ha coronado en la 31.');
  assert.match(await label(page, 31), /dama negra/);
  assert.doesNotMatch(await label(page, 18), /peón/);
  await page.context().close();
});

test('steps are pressed or dragged, and a chain of jumps is dragged to its last square', async () => {
  const begun = { game: 'checkers', first: 'human', second: 'human' };
  const page = await house.visit(`#/game/${await house.begin(begun)}`);
  await page.click(square(11));
  await page.click(square(15));
  await at(page, 1);
  await drag(page, 22, 18);
  await at(page, 2);
  const chain = { ...begun, position: 'B:W18,26,30:B15,1' };
  await page.goto(`${house.base}/#/game/${await house.begin(chain)}`);
  await at(page, 0);
  await drag(page, 15, 31);
  await at(page, 1);
  assert.match(await label(page, 31), /dama negra/);
  await page.context().close();
});

test('Breakthrough is played by mouse, straight moves never take, and the last rank wins', async () => {
  const position = '..../.B../.W../.... w';
  const begun = { game: 'breakthrough', options: { size: '4' }, first: 'human', second: 'human', position };
  const page = await house.visit(`#/game/${await house.begin(begun)}`);
  assert.deepEqual(await flaws(page), []);
  await page.click(square('b2'));
  await page.click(square('b3'));
  await says(page, 'En recto nunca se come, y b3 no está libre.');
  await drag(page, 'b2', 'c3');
  await at(page, 1);
  assert.match(await label(page, 'c3'), /pieza blanca/);
  await drag(page, 'b3', 'b2');
  await at(page, 2);
  await page.click(square('c3'));
  await page.click(square('c4'));
  await at(page, 3);
  await page.waitForSelector('text=Una pieza se ha abierto paso hasta la última fila.');
  await page.context().close();
});

test('seen from Black nothing lies over the board, and by night its turn shows a rim', async () => {
  const begun = { game: 'checkers', first: 'human', second: 'random' };
  const page = await house.visit(`#/game/${await house.begin(begun)}`, { dark: true });
  await page.waitForSelector('.board svg.live');
  const over = await page.evaluate(() => {
    const frame = document.querySelector('.board svg rect').getBoundingClientRect();
    const tools = [...document.querySelectorAll('.tools-at .tool')].map((tool) => tool.getBoundingClientRect());
    return tools.filter(
      ({ left, right, top }) => left < frame.right && right > frame.left && top < frame.bottom,
    ).length;
  });
  assert.equal(over, 0);
  const lightness = await page.evaluate(() => {
    const probe = document.createElement('i');
    probe.style.color = 'var(--side-rim)';
    document.querySelector('.player.turn').append(probe);
    const lightness = Number(/oklab\(([\d.]+)/.exec(getComputedStyle(probe).color)?.[1]);
    probe.remove();
    return lightness;
  });
  assert(lightness > 0.45, `the rim is as dark as the panel: ${lightness}`);
  await page.context().close();
});
