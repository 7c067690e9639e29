// Layers no player of ours has to think up: lines with their carriers, marked cells, and how each kind
// looks on a board of hexagons that lies this way or that.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { flaws, House, tell, turn } from './house.mjs';

const two = { game: 'hex', first: 'human', second: 'human' };
/** @type {House} */
let house;
let id;
let geometry;
before(async () => {
  house = await House.open();
  id = await house.begin({ ...two, options: { size: 7 }, position: 'd4 b5 e2 c6' });
  const { tag } = await house.ask('GET', `/api/games/${id}`);
  geometry = await house.ask('GET', `/api/boards/${tag}`);
});
after(() => house.close());

/** The place of a cell among all, row by row. */
const cell = (name) => (Number(name.slice(1)) - 1) * 7 + name.charCodeAt(0) - 97;
const cells = (names) => names.split(' ').filter(Boolean).map(cell);
const text = (words) => ({ id: words });
const link = (side, names, carrier, { semi = false, edges = [] } = {}) => ({
  side,
  semi,
  edges,
  cells: cells(names),
  carrier: cells(carrier),
});
const links = (all) => ({
  id: 'lines',
  title: text('Lines'),
  sentence: text('Red holds.'),
  kind: 'links',
  whole: text('whole'),
  semi: text('semi'),
  links: all,
});
const few = links([
  link('first', 'd4 e2', 'd3 e3'),
  link('first', 'e2', 'e1 f1', { edges: [0] }),
  link('first', 'd4', 'c7 d7 c6 d6 d5 c5', { edges: [1], semi: true }),
  link('second', 'b5 c5 c6', 'c5', { semi: true }),
]);
const mark = (name, sign, side = null, because = '') => ({
  cell: cell(name),
  sign,
  side,
  because: cells(because),
  label: text(`called ${sign}`),
  reason: text(`Because of ${name}.`),
});
const marks = {
  id: 'marks',
  title: text('Marks'),
  sentence: text('Some cells do not matter.'),
  kind: 'marks',
  marks: [
    mark('a1', 'dead'),
    mark('e1', 'taken', 'first'),
    mark('f6', 'taken', 'second'),
    mark('b2', 'worse', null, 'c2'),
    mark('d5', 'key'),
  ],
};

/** The board analysed, with these layers, the first of them shown. */
async function analysed(layers, how = {}) {
  const page = await house.visit(`#/game/${id}`, how);
  await turn(page);
  await page.click('.btn:has-text("Analizar"):visible');
  await page.waitForSelector('.view.analysing');
  await tell(page, 4, layers);
  await page.waitForSelector('.legend > *');
  return page;
}
const carried = (page) =>
  page.$$eval('[data-carrier]', (all) => all.map((one) => Number(one.dataset.carrier)).sort((a, b) => a - b));
const sorted = (names) => cells(names).sort((a, b) => a - b);
const strong = (page) => page.locator('.board .link:not(.faint)').count();

test('whole lines are drawn through, semi ones dotted, and a line to an edge ends on it', async () => {
  const page = await analysed([few]);
  assert.equal(await page.locator('.board .link:not(.semi)').count(), 2);
  const dashes = await page.$$eval('.board .link.semi', (all) =>
    all.map((one) => getComputedStyle(one).strokeDasharray),
  );
  assert.equal(dashes.length, 2);
  assert(dashes.every((dash) => dash !== 'none'));
  const ends = await page.$$eval('.board .link', (all) =>
    all.map((one) => {
      const { x, y } = one.getPointAtLength(one.getTotalLength());
      return [x, y];
    }),
  );
  // The bands of the edges of the first and the last row are level.
  assert(Math.abs(ends[1][1] - geometry.edges[0].from[1]) < 0.1, `${ends[1]}`);
  assert(Math.abs(ends[2][1] - geometry.edges[1].from[1]) < 0.1, `${ends[2]}`);
  assert.equal(await page.locator('.figure:has-text("c5")').count(), 1, 'the key has its name');
  await page.context().close();
});

test('whoever points at a stone sees its lines and what they need, by mouse and by keyboard', async () => {
  const page = await analysed([few]);
  const all = await carried(page);
  await page.hover('[data-name=e2]');
  await page.waitForFunction((n) => document.querySelectorAll('[data-carrier]').length < n, all.length);
  assert.deepEqual(await carried(page), sorted('d3 e3 e1 f1'));
  assert.equal(await strong(page), 2);
  assert.match(await page.textContent('.caption p'), /e2: aquí se juntan 2 líneas/);
  await page.mouse.move(5, 5);
  await page.waitForFunction((n) => document.querySelectorAll('[data-carrier]').length === n, all.length);

  await page.focus('[data-name=b5]');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.querySelectorAll('[data-carrier]').length === 1);
  assert.deepEqual(await carried(page), sorted('c5'));
  assert.match(await page.textContent('.caption p'), /Azul, b5 – c5 – c6: semi\. Necesita la casilla c5\./);
  assert.match(await page.getAttribute('[data-name=b5]', 'aria-label'), /una línea/);
  await page.context().close();
});

test('a line under the mouse stands alone', async () => {
  const page = await analysed([few]);
  const [from, to] = await page.$$eval('[data-name=d4], [data-name=e2]', (all) =>
    all.map((one) => {
      const { x, y, width, height } = one.getBoundingClientRect();
      return [x + width / 2, y + height / 2];
    }),
  );
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2);
  await page.waitForFunction(() => document.querySelectorAll('[data-carrier]').length === 2);
  assert.deepEqual(await carried(page), sorted('d3 e3'));
  await page.context().close();
});

test('a finger on a stone shows its lines and is not refused', async () => {
  const page = await analysed([few], { phone: true });
  await page.tap('[data-name=e2]');
  await page.waitForFunction(() => document.querySelectorAll('[data-carrier]').length === 4);
  assert.equal(await page.$('.note.warn'), null);
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('a line that only comes of shorter ones is drawn when one points at it; a semi line goes through its key', async () => {
  const long = links([
    link('second', 'b5 c6', 'b6 c5'),
    link('second', 'c6 e2', 'd5', { semi: true }),
    link('second', 'b5 e2', 'b6 c5 d5', { semi: true }),
    link('second', 'c6', 'b7 c7', { edges: [1] }),
    link('second', 'b5', 'b6 c5 b7 c7', { edges: [1] }),
    link('second', 'b5', 'a6', { edges: [0] }),
  ]);
  const page = await analysed([long]);
  const drawn = () => page.locator('.board .link').count();
  assert.equal(await drawn(), 4, 'two of six say nothing of their own');
  assert.equal(await page.locator('.board .figure:has-text("d5")').count(), 1, 'the key has its name');
  await page.hover('[data-name=b5]');
  await page.waitForFunction(() => document.querySelectorAll('.board .link:not(.faint)').length === 4);
  assert.match(await page.textContent('.caption p'), /b5: aquí se juntan 4 líneas/);
  await page.context().close();
});

test('of hundreds of lines only those between stones and edges stand out until one points', async () => {
  const taken = ['d4', 'b5', 'e2', 'c6'];
  const names = geometry.cells.map(({ name }) => name).filter((name) => !taken.includes(name));
  const later = (i) => names[i % names.length];
  const many = names.flatMap((name, i) =>
    Array.from({ length: 6 }, (_, k) =>
      link(k % 2 ? 'first' : 'second', `${name} ${later(i + 2 + k)}`, later(i + 9 + k)),
    ),
  );
  const page = await analysed([links([...few.links, ...many])]);
  assert(many.length > 200);
  assert.equal(await strong(page), 4);
  const from = many.filter(({ cells: [one, other] }) => [one, other].includes(cell('f5'))).length;
  await page.hover('[data-name=f5]');
  await page.waitForSelector('.board .link.away', { state: 'attached' });
  assert.equal(await strong(page), from);
  await page.context().close();
});

test("one side's lines can be seen alone, and one line chosen in the table", async () => {
  const page = await analysed([few]);
  await page.click('.sides button:has-text("Azul")');
  await page.waitForFunction(() => document.querySelectorAll('.board .link').length === 1);
  await page.click('.sides button:has-text("Ambos")');
  await page.waitForFunction(() => document.querySelectorAll('.board .link').length === 4);
  // The board as it is seen can be kept as a picture that needs no style sheet.
  await page.locator('.keep summary').click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.click('.keep button:has-text("como lo ves")')]);
  const picture = readFileSync(await download.path(), 'utf8');
  assert.equal(picture.match(/stroke-dasharray="0?\.5/g)?.length, 2, 'two lines are dotted');
  assert(picture.includes('c5</text>') && !/var\(|oklab|class=|gridcell/.test(picture));
  await page.click('.twin summary');
  const row = page.locator('.twin tbody tr').nth(1);
  assert.match(await row.textContent(), /Rojo.*e2 – orilla de la fila 1 \(whole\).*e1 f1/);
  await row.locator('button').focus();
  await page.keyboard.press('Enter');
  await page.waitForFunction(() => document.querySelectorAll('[data-carrier]').length === 2);
  assert.deepEqual(await carried(page), sorted('e1 f1'));
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('marked cells have signs, a legend, and a reason for whoever points at one', async () => {
  const page = await analysed([marks]);
  assert.equal(await page.locator('[data-mark]').count(), 5);
  assert.equal(await page.locator('.legend > span').count(), 5, 'a line for each kind and side');
  const before = await page.locator('.board').boundingBox();
  await page.hover('[data-name=b2]');
  await page.waitForSelector('.caption p:has-text("Because of b2.")');
  assert.equal(await page.getAttribute('[data-because]', 'data-because'), String(cell('c2')));
  assert.deepEqual(await page.locator('.board').boundingBox(), before, 'the board does not jump');
  await page.mouse.move(5, 5);
  await page.waitForSelector('.caption p:has-text("Some cells do not matter.")');
  await page.focus('[data-name=a2]');
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('.caption p:has-text("Because of a1.")');
  assert.match(await page.getAttribute('[data-name=a1]', 'aria-label'), /called dead: Because of a1\./);
  await page.click('.twin summary');
  const row = await page.textContent('.twin tbody tr:nth-child(2)');
  assert.match(row, /e1.*called taken.*Rojo.*Because of e1\./);
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('a finger that rests on a marked cell reads the reason before it plays there', async () => {
  const page = await analysed([marks], { phone: true });
  const finger = { pointerType: 'touch', button: 0, bubbles: true };
  await page.dispatchEvent('[data-name=f6]', 'pointerdown', finger);
  await page.waitForSelector('.caption p:has-text("Because of f6.")');
  assert.equal(await page.getAttribute('.view', 'data-at'), '4');
  assert.deepEqual(await flaws(page), []);
  await page.context().close();
});

test('a first tap on small cells leaves the board where the second one finds it', async () => {
  const id = await house.begin({ ...two, options: { size: 19 }, position: 'f6 g7' });
  const page = await house.visit(`#/game/${id}`, { phone: true });
  await turn(page);
  await page.click('.bottom .btn:has-text("Analizar")');
  await page.waitForSelector('.view.analysing');
  await tell(page, 2, [{ ...marks, marks: [] }]);
  await page.waitForSelector('.layers .seg button:nth-child(2)');
  const before = await page.locator('[data-name=k3]').boundingBox();
  await page.tap('[data-name=k3]');
  await page.waitForSelector('.refusal:has-text("k3")');
  assert.deepEqual(await page.locator('[data-name=k3]').boundingBox(), before);
  await page.tap('[data-name=k3]');
  await page.waitForSelector('.view[data-at="3"]');
  await page.context().close();
});

test('every kind of layer keeps its words upright however the board lies', async () => {
  const heat = {
    id: 'heat',
    title: text('Heat'),
    sentence: text('Warm.'),
    kind: 'heat',
    side: null,
    low: text('low'),
    high: text('high'),
    curve: 1,
    cells: geometry.cells.map((_, i) => ({ cell: i, heat: i / 48, label: text(String(i)) })),
  };
  const paths = { ...heat, id: 'paths', kind: 'paths', paths: [cells('a1 b1 c1')] };
  const labels = {
    ...heat,
    id: 'labels',
    kind: 'labels',
    plies: [{ move: 'f5', label: text('wins'), value: 1, proved: 'win', best: true }],
  };
  const page = await analysed([heat, paths, labels, few]);
  for (const degrees of ['0', '60', '90']) {
    await page.selectOption('.lies select', degrees);
    for (const [i, words] of ['.figure', '.figure', '.tag text', '.figure'].entries()) {
      await page.click(`.layers .seg:not(.sides) button:nth-child(${i + 2})`);
      await page.waitForSelector(`.board ${words}`);
      const slanted = await page.$$eval(`.board ${words}`, (all) =>
        all.filter((one) => {
          const { a, b } = one.getScreenCTM();
          return a <= 0 || Math.abs(b) > 1e-6;
        }).length,
      );
      assert.equal(slanted, 0, `layer ${i} at ${degrees} degrees`);
    }
  }
  await page.context().close();
});

/** What is cut off, runs out of its box, or lies over the pieces. */
const crowded = (page) =>
  page.evaluate(() => {
    const box = (name) => [...document.querySelectorAll(name)].map((one) => one.getBoundingClientRect());
    const over = (one, other) =>
      one.left < other.right - 1 && other.left < one.right - 1 && one.top < other.bottom - 1 && other.top < one.bottom - 1;
    const parts = box('.layers > *').filter(({ width, height }) => width && height);
    const [board] = box('.board > svg > g > [role=grid]');
    return [
      ...parts.flatMap((one, i) => parts.slice(i + 1).filter((other) => over(one, other))).map(() => 'the parts of the picker'),
      ...[...document.querySelectorAll('.layers > .tool, .layers > .sides, .foot .row, .legend')]
        .filter((one) => one.clientWidth && one.scrollWidth > one.clientWidth + 1)
        .map((one) => `${one.className} is cut`),
      ...box('.tools-at .tool').filter((one) => box('[data-cell]').some((cell) => over(one, cell))).map(() => 'a tool on a cell'),
      ...[...document.querySelectorAll('.caption p, .legend > *')]
        .filter((one) => one.clientHeight < one.scrollHeight - 1 || one.getBoundingClientRect().bottom > box('.caption')[0].bottom + 1)
        .map((one) => `cut below: ${one.textContent}`),
      ...[...parts, ...box('.foot .btn')].filter(({ right }) => right > innerWidth + 1).map(() => 'out of the window'),
      ...(Math.min(board.width, board.height) < 200 ? ['a small board'] : []),
    ];
  });

test('on a phone and in a low window everything about a layer has its room', async () => {
  const heat = { id: 'heat', title: { id: 'layer-inferior' }, sentence: { id: 'page-about' }, kind: 'heat' };
  const ends = { low: { id: 'verbatim', args: { words: '0 %' } }, high: { id: 'verbatim', args: { words: '19 %' } }, curve: 1 };
  const layers = ['one', 'two', 'three', 'four'].map((id) => ({ ...heat, ...ends, id, cells: [{ cell: 3, heat: 1, label: ends.high }] }));
  for (const [game, phone, size] of [['hex', true], ['checkers', false, [844, 390]], ['arimaa', false, [844, 390]], ['hex', false, [720, 450]]]) {
    const id = await house.begin({ game });
    const page = await house.visit(`#/game/${id}`, { phone });
    if (size) await page.setViewportSize({ width: size[0], height: size[1] });
    await page.waitForSelector('.board svg');
    await page.keyboard.press('a');
    await page.waitForSelector('.view.analysing');
    await tell(page, 0, layers);
    await page.waitForSelector('.layers .seg button >> nth=4', { state: 'attached' });
    // The observer of the board's size has its say first.
    await page.waitForTimeout(100);
    assert.deepEqual(await crowded(page), [], `${game} ${size ?? 'phone'}`);
    if (game === 'hex') {
      const words = (/** @type {string} */ words) => ({ id: 'verbatim', args: { words } });
      const sentence = words('Nadie ha unido aún las orillas. Señala una línea para ver las casillas que necesita.');
      const whole = words('aguanta aunque mueva primero el otro bando');
      await tell(page, 0, [{ ...few, sentence, whole, semi: words('aguanta si mueve primero su propio bando') }]);
      await page.waitForSelector('.legend > span >> nth=1');
      assert.deepEqual(await crowded(page), [], `${game} ${size ?? 'phone'}, lines`);
    }
    await page.context().close();
  }
});
