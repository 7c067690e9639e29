// How the page loads for somebody who comes for the first time: what goes over the wire, how many
// requests wait for one another, and how long it takes on a slow line. `npm run load` prints it.

import { House } from './house.mjs';

/** A browser opens at most so many connections to a server without TLS. */
const CONNECTIONS = 6;
/** How long a page with nothing more to ask is watched before that is believed, in ms. */
const QUIET = 300;
/** Kilobytes a second and milliseconds to the server and back, of a slow line. */
const LINE = { speed: 50, latency: 300 };
/** The first page, and what is on it when all is there. */
const HOME = { hash: '#/', there: '.home .game' };

/** A visitor nobody has seen before. @param {House} house */
const stranger = (house) => house.browser.newContext({ locale: 'es-ES', viewport: { width: 1440, height: 900 } });

/** Loads the first page on a slow line: what was asked for, how many bytes came, after how many seconds it stood. @param {House} house */
export async function weigh(house) {
  const context = await stranger(house);
  const page = await context.newPage();
  const wire = await context.newCDPSession(page);
  await wire.send('Network.enable');
  await wire.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: LINE.latency,
    downloadThroughput: LINE.speed * 1000,
    uploadThroughput: LINE.speed * 1000,
  });
  const asked = new Map();
  wire.on('Network.requestWillBeSent', ({ requestId, request }) =>
    asked.set(requestId, { path: new URL(request.url).pathname, bytes: 0 }),
  );
  wire.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const entry = asked.get(requestId);
    if (entry) entry.bytes = encodedDataLength;
  });
  const begun = performance.now();
  await page.goto(`${house.base}/${HOME.hash}`, { waitUntil: 'commit' });
  await page.waitForSelector(HOME.there, { timeout: 60_000 });
  const seconds = (performance.now() - begun) / 1000;
  await page.waitForLoadState('networkidle');
  await context.close();
  const files = [...asked.values()].sort((one, other) => other.bytes - one.bytes);
  return { files, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), seconds };
}

/**
 * Loads a page in rounds: whatever has been asked for waits until nothing more is asked, and then as
 * much is answered as there are connections. What each round carried.
 * @param {House} house
 */
export async function rounds(house, { hash, there } = HOME) {
  const context = await stranger(house);
  const page = await context.newPage();
  /** @type {import('playwright-core').Route[]} */
  let waiting = [];
  let heard = Date.now();
  await page.route('**/*', (route) => {
    heard = Date.now();
    waiting.push(route);
  });
  const opened = page.goto(`${house.base}/${hash}`);
  let stands = false;
  const seen = page.waitForSelector(there).then(() => {
    [stands, heard] = [true, Date.now()];
  });
  const carried = [];
  while (!stands || waiting.length || Date.now() - heard < QUIET) {
    await new Promise((resolve) => setTimeout(resolve, QUIET / 10));
    if (!waiting.length || Date.now() - heard < QUIET) continue;
    const now = waiting.splice(0, CONNECTIONS);
    carried.push(now.map((route) => new URL(route.request().url()).pathname));
    await Promise.all(now.map((route) => route.continue()));
    heard = Date.now();
  }
  await Promise.all([opened, seen]);
  await context.close();
  return carried;
}

if (import.meta.filename === process.argv[1]) {
  const house = await House.open();
  const { files, bytes, seconds } = await weigh(house);
  for (const { path, bytes } of files) console.log(String(bytes).padStart(8), path);
  console.log(`${bytes} bytes in ${files.length} requests`);
  console.log(`${seconds.toFixed(1)} s at ${LINE.speed} kB/s with ${LINE.latency} ms to the server and back`);
  const carried = await rounds(house);
  for (const [i, paths] of carried.entries()) console.log(`round ${i + 1}: ${paths.join(' ')}`);
  await house.close();
}
