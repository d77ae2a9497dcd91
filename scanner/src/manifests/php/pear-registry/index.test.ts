import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const text = (value: string) => `s:${Buffer.byteLength(value)}:"${value}";`;
const array = (fields: Record<string, string>) =>
  `a:${Object.keys(fields).length}:{${Object.entries(fields)
    .map(([key, value]) => text(key) + value)
    .join('')}}`;

const cases: ManifestCase[] = [
  [
    'a package of PECL',
    array({
      name: text('memcached'),
      channel: text('pecl.php.net'),
      summary: text('Größe'),
      attribs: 'a:2:{i:0;b:1;i:1;d:0.5;}',
      version: array({ release: text('3.2.0'), api: text('3.2.0') }),
      license: array({ attribs: 'a:0:{}', _content: text('PHP') }),
    }),
    ['locks pkg:pear/pecl.php.net/memcached@3.2.0 "PHP"'],
  ],
  [
    'the first format',
    array({ package: text('Mail'), version: text('1.1'), license: text('BSD'), x: 'N;' }),
    ['locks pkg:pear/Mail@1.1 "BSD"'],
  ],
  [
    'names of members of every object',
    array({ name: text('constructor'), version: array({ __proto__: 'N;' }) }),
    ['locks pkg:pear/constructor'],
  ],
  ['nothing', '', [], ['there should be a text, number or array at byte 0']],
  ['no name', 'a:0:{}', [], ['"name" should be the name']],
  ['a length that is too large', 's:999:"a";', [], ['a text should end with "; at byte']],
  ['an object', 'O:3:"abc":0:{}', [], ['there should be a text, number or array']],
  ['an array that does not end', 'a:2:{i:0;i:1;', [], ['there should be a text, number or array']],
];

describe('pear-registry', () => {
  it.each(cases)('%s', (_, input, lines, problems) => check('pear-registry', input, lines, problems));
  it('100,000 files, and 100,000 arrays inside each other', () => {
    const files = `a:100000:{${Array.from({ length: 100_000 }, (_, i) => `i:${i};${text('f')}`).join('')}}`;
    checkLarge('pear-registry', array({ name: text('a'), files }), 1);
    checkLarge(
      'pear-registry',
      array({ name: text('a'), deep: `${'a:1:{i:0;'.repeat(100_000)}N;${'}'.repeat(100_000)}` }),
      1,
    );
  });
});
