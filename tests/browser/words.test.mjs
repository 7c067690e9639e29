// The page reads the same word files as the program, and says the same sentences.

import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { parse, Tongue } from '../../crates/server/web/parts/fluent.js';
import { evened, short } from '../../crates/server/web/parts/words.js';

const read = (path) => readFileSync(new URL(`../../crates/${path}`, import.meta.url), 'utf8');
const files = { en: read('words/locales/en.ftl'), es: read('words/locales/es.ftl') };
const speak = (code, file) => {
  const tongue = new Tongue(code, file);
  const say = (text) => tongue.say(text, say) ?? text.id;
  return (id, args) => say({ id, args });
};

for (const [code, file] of Object.entries(files)) {
  test(`every message of ${code} is read`, () => {
    const refused = [];
    const messages = parse(file, (id, error) => refused.push(`${id}: ${error.message}`));
    assert.deepEqual(refused, []);
    const named = file.split('\n').flatMap((line) => /^([a-zA-Z][\w-]*) *=/.exec(line)?.[1] ?? []);
    assert.deepEqual([...messages.keys()].sort(), [...new Set(named)].sort());
  });
}

test('both languages have the same messages', () => {
  assert.deepEqual([...parse(files.es).keys()].sort(), [...parse(files.en).keys()].sort());
});

test('every message the page asks for is there', () => {
  const web = new URL('../../crates/server/web/', import.meta.url);
  const messages = parse(files.en);
  const asked = readdirSync(web, { recursive: true })
    .filter((name) => name.endsWith('.js'))
    .flatMap((name) =>
      [...readFileSync(new URL(name, web), 'utf8').matchAll(/'(page-[a-z]+(?:-[a-z]+)*)'/g)].map(
        ([, id]) => id,
      ),
    );
  assert(asked.length > 100);
  assert.deepEqual(
    [...new Set(asked)].filter((id) => !messages.has(id)),
    [],
  );
});

test('figures are written the way the language writes them', () => {
  const file = 'n = { $x }';
  assert.equal(speak('en', file)('n', { x: 1234567.25 }), '1,234,567.25');
  assert.equal(speak('es', file)('n', { x: 1234567.25 }), '1.234.567,25');
  assert.equal(speak('es', file)('n', { x: 4200 }), '4.200');
  assert.equal(speak('es', file)('n', { x: -0.0004 }), '0');
  assert.equal(speak('es', file)('n', { x: -12 }), '−12');
});

test('sample sentences agree with the program', () => {
  const es = speak('es', files.es);
  const en = speak('en', files.en);
  assert.equal(es('column-full', { column: 4 }), 'La columna 4 está llena.');
  assert.equal(en('column-full', { column: 4 }), 'Column 4 is full.');
  assert.equal(
    es('verbatim', { words: { id: 'column-full', args: { column: 4 } } }),
    'La columna 4 está llena.',
  );
  assert.equal(es('page-moves-count', { n: 0 }), 'sin jugadas');
  assert.equal(es('page-moves-count', { n: 1 }), 'una jugada');
  assert.equal(es('page-moves-count', { n: 1200 }), '1.200 jugadas');
  assert.equal(en('page-verdict-in', { verdict: 'win', plies: 5 }), 'wins in 5');
  assert.equal(en('page-verdict-in', { verdict: 'draw', plies: 5 }), 'draws');
  assert.equal(es('page-percent', { n: 91 }), '91\u00a0%');
});

test('the parts of Fluent that the files use are understood', () => {
  const say = speak(
    'en',
    [
      '# a comment',
      'long = One line',
      '    and another,',
      '      deeper.',
      '',
      'other = x',
      'ref = { other } and { "quoted }" }',
      'pick = A { $n ->',
      '    [0] none',
      '    [one] one { $what }',
      '   *[other] { $n } of them',
      '} end.',
      'nested = { $a ->',
      '   *[x] { $b ->',
      '       *[y] deep',
      '    }',
      '}',
    ].join('\n'),
  );
  assert.equal(say('long'), 'One line\nand another,\n  deeper.');
  assert.equal(say('ref'), 'x and quoted }');
  assert.equal(say('pick', { n: 0 }), 'A none end.');
  assert.equal(say('pick', { n: 1, what: 'cat' }), 'A one cat end.');
  assert.equal(say('pick', { n: 1000 }), 'A 1,000 of them end.');
  assert.equal(say('nested', { a: 'x', b: 'y' }), 'deep');
  assert.equal(say('nowhere'), 'nowhere');
  assert.equal(say('pick', { n: 1 }), 'A one {$what} end.');
});

test('figures in a column have as many decimals as one of them, and no more is made of words', () => {
  const { rows, figures } = evened([
    ['b1', '1.45', '0.5', '', '2/3'],
    ['c1', '0.5', '−0.05', '3', 'wins'],
    ['d1', '1', '–', '12', '1/1'],
  ]);
  assert.deepEqual(rows, [
    ['b1', '1.45', '0.50', '', '2/3'],
    ['c1', '0.50', '−0.05', '3', 'wins'],
    ['d1', '1.00', '–', '12', '1/1'],
  ]);
  assert.deepEqual(figures, [false, true, true, true, false]);
  assert.equal(short('0.942^0.6 · 2.305 = 7.246, 12.333% and −0.294% of 0.004 and 1,234.5'), '0.94^0.6 · 2.31 = 7.25, 12% and 0% of 0.004 and 1,234.5');
  // What two decimals would make equal keeps the third.
  assert.deepEqual(evened([['0.841'], ['0.843']]).rows, [['0.841'], ['0.843']]);
  assert.deepEqual(evened([['0.332', '4.045%'], ['0.027', '12.333%']]).rows, [['0.33', '4%'], ['0.03', '12%']]);
});
