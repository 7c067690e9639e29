// What a move costs on the largest board: 19x19, heat on every cell, five hundred plies of history.
// `npm run redraw` prints it.

import { House, tell } from './house.mjs';

const SIZE = 19;
/** So many moves were played, and so many more are in variations beside them. */
export const PLAYED = 120;
const BESIDE = 380;

const letter = (/** @type {number} */ i) => String.fromCharCode(97 + i);
/** Row by row: taken in turn by both sides, nobody joins edges for long. */
export const names = Array.from({ length: SIZE * SIZE }, (_, i) => `${letter(i % SIZE)}${Math.floor(i / SIZE) + 1}`);
const node = (/** @type {number} */ ply, /** @type {string} */ name) => `;${ply % 2 ? 'W' : 'B'}[${name}]`;

/** A game with a long past, as a file. */
export function record() {
  /** @type {string[]} */
  const beside = [];
  let words = `(;FF[4]GM[11]SZ[${SIZE}]`;
  for (let ply = 0; ply < PLAYED; ply++) {
    const more = Math.floor((BESIDE * (ply + 1)) / PLAYED) - Math.floor((BESIDE * ply) / PLAYED);
    const other = Array.from({ length: more }, (_, i) => node(ply + i, names[names.length - 1 - ply - i]));
    words += `(${node(ply, names[ply])}`;
    beside.push(other.length ? `(${other.join('')})` : '');
  }
  while (beside.length) words += `)${beside.pop()}`;
  return `${words})`;
}
/** Heat on every cell of the board. */
export const heat = {
  id: 'heat',
  title: { id: 'Heat' },
  sentence: { id: 'Warm.' },
  kind: 'heat',
  low: { id: '0' },
  high: { id: '1' },
  curve: 1,
  cells: names.map((_, cell) => ({ cell, heat: (cell % 19) / 19, label: { id: String(cell % 19) } })),
};

/**
 * Plays moves one after another on a board with layers: how much script each took, in ms, and how many
 * elements changed in any way, and whether the document itself did, after which all of it is styled anew.
 * @param {House} house
 * @param {number} [moves]
 * @param {object[]} [layers]
 */
export async function redraws(house, moves = 5, layers = [heat]) {
  const { id } = await house.ask('POST', '/api/open', { text: record() });
  const page = await house.visit(`#/game/${id}`);
  await page.waitForSelector('.board svg');
  await page.keyboard.press('a');
  await page.waitForSelector('.view.analysing');
  const wire = await page.context().newCDPSession(page);
  // The time of the thread, whatever else this machine is doing.
  await wire.send('Performance.enable', { timeDomain: 'threadTicks' });
  const script = async () => {
    const { metrics } = await wire.send('Performance.getMetrics');
    return 1000 * (metrics.find(({ name }) => name === 'ScriptDuration')?.value ?? 0);
  };
  const told = [];
  for (let move = 0; move < moves; move++) {
    await tell(page, PLAYED + move, layers);
    await page.waitForSelector('.verdict .vbar');
    if (layers.length) await page.waitForSelector('.legend .ramp');
    // The mouse alone is at work then: what a test asks of a page is script too.
    const [x, y] = await page.evaluate(
      ([name, plies]) => {
        const { left, top, width, height } = document.querySelector(`[data-name=${name}]`).getBoundingClientRect();
        const changed = new Set();
        globalThis.moved = new Promise((resolve) => {
          const watching = new MutationObserver((all) => {
            for (const { target, addedNodes } of all) for (const one of [target, ...addedNodes]) changed.add(one);
            if (document.querySelector(`.view[data-at="${plies}"]`))
              requestAnimationFrame(() =>
                setTimeout(() => resolve([changed.size, changed.has(document.documentElement)]), 50),
              );
          });
          const all = { subtree: true, childList: true, attributes: true, characterData: true };
          watching.observe(document.documentElement, all);
        });
        return [left + width / 2, top + height / 2];
      },
      [names[PLAYED + move], PLAYED + move + 1],
    );
    await page.mouse.move(x, y);
    await page.waitForSelector('.board .ghost');
    const before = await script();
    await page.mouse.down();
    await page.mouse.up();
    const [elements, whole] = await page.evaluate(() => globalThis.moved);
    const took = (await script()) - before;
    told.push({ took, elements, whole });
  }
  await page.context().close();
  return told;
}

if (import.meta.filename === process.argv[1]) {
  const house = await House.open();
  for (const [called, layers] of [['heat', [heat]], ['nothing', []]])
    for (const { took, elements } of await redraws(house, 5, layers))
      console.log(`${called}: ${took.toFixed(1)} ms of script, ${elements} elements`);
  await house.close();
}
