// Every colour stands in one list, the palette; everything on the page calls it by its name there.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';

const web = new URL('../../crates/server/web/', import.meta.url);
const read = (name) => readFileSync(new URL(name, web), 'utf8');
const files = readdirSync(web, { recursive: true })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.(css|js)$/.test(name));
const PALETTE = '../../games/src/palette.css';
const named = new Set([...read(PALETTE).matchAll(/--([\w-]+):/g)].map(([, name]) => name));

test('no other style sheet and no module writes a colour of its own', () => {
  const own = files
    .flatMap((name) =>
      // Not an id in an address, nor a message with a number.
      [...read(name).matchAll(/(?<![\w&'"`(/])#[\da-f]{3,8}\b|\b(?:rgb|hsl|oklch|oklab)a?\([\d.]/gi)].map(
        ([colour]) => `${name}: ${colour}`,
      ),
    );
  assert.deepEqual(own, []);
});

test('every colour that a style sheet names is in the list', () => {
  // Set where they are used: by an element for those within it.
  const local = new Set(files.flatMap((name) => [...read(name).matchAll(/--([\w-]+):/g)].map(([, name]) => name)));
  const lost = files
    .filter((name) => name.endsWith('.css'))
    .flatMap((name) => [...read(name).matchAll(/var\(--([\w-]+)/g)].map(([, used]) => [name, used]))
    .filter(([, used]) => !named.has(used) && !local.has(used))
    .map(([name, used]) => `${name}: --${used}`);
  assert.deepEqual(lost, []);
});
