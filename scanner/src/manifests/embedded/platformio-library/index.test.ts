import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const about = { name: 'Button Kit', version: '1.2.0', keywords: 'x', license: 'MIT' };

const cases: ManifestCase[] = [
  [
    'a library with a table of dependencies',
    JSON.stringify({ ...about, dependencies: { 'owner/Timer': '^2.0.0', Exact: '3.0.1', Any: '*' } }),
    [
      'declares pkg:platformio/Button-Kit@1.2.0 "MIT"',
      '  -> pkg:platformio/owner/Timer ^2.0.0',
      '  -> pkg:platformio/Exact@3.0.1 3.0.1',
      '  -> pkg:platformio/Any',
      'requires pkg:platformio/Exact@3.0.1 direct',
    ],
  ],
  [
    'a list of dependencies',
    JSON.stringify({ ...about, dependencies: [{ owner: 'bblanchon', name: 'ArduinoJson', version: '~6.1' }] }),
    ['declares pkg:platformio/Button-Kit@1.2.0 "MIT"', '  -> pkg:platformio/bblanchon/ArduinoJson ~6.1'],
  ],
  ['the library of another program', '{"name":"books","items":[]}', []],
  ['nothing', '', [], [/could not be read/]],
  ['values of wrong types', '[]', [], [/should be an object/]],
];

describe('platformio-library', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('platformio-library', text, lines, problems));

  it('5,000 dependencies', () => {
    const dependencies = Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`p${i}`, '1.0.0']));
    checkLarge('platformio-library', JSON.stringify({ ...about, dependencies }), 5001);
  });
});
