import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "name": "Acme/Lib",
  "version": "1.2.0",
  "license": ["LGPL-2.1-only", "GPL-3.0-or-later"],
  "homepage": "https://a.org",
  "support": { "source": "https://github.com/acme/lib" },
  "require": {
    "php": ">=8.1",
    "ext-json": "*",
    "psr/log": "^3.0",
    "symfony/yaml": "v6.4.0"
  },
  "require-dev": { "phpunit/phpunit": "10.5.*", "psr/log": "*" },
  "suggest": { "x/y": "for more" }
}
`;

const cases: ManifestCase[] = [
  [
    'a library',
    ordinary,
    [
      'declares pkg:composer/acme/lib@1.2.0 "LGPL-2.1-only OR GPL-3.0-or-later"',
      '  -> pkg:composer/psr/log ^3.0',
      '  -> pkg:composer/symfony/yaml@v6.4.0 v6.4.0',
      '  -> pkg:composer/phpunit/phpunit 10.5.* development',
      'requires pkg:composer/symfony/yaml@v6.4.0 direct',
    ],
  ],
  [
    'a project without a name',
    '{"require":{"a/b":"1.0.0","c/d":"dev-main"},"require-dev":[]}',
    ['requires pkg:composer/a/b@1.0.0 direct', 'requires pkg:composer/c/d direct'],
  ],
  [
    'a package that requests what it replaces itself',
    '{"name":"a/all","replace":{"a/One":"self.version"},"require":{"a/one":"*","b/c":"^1"},"require-dev":{"a/one":"*"}}',
    ['declares pkg:composer/a/all', '  -> pkg:composer/b/c ^1'],
  ],
  [
    'a name without a vendor',
    '{"name":"app","license":"proprietary","require":{"a/b":"^1"}}',
    ['requires pkg:composer/a/b direct'],
    ['"name" should have the form "vendor/name" but is "app"; it was left out.'],
  ],
  [
    'values of wrong types',
    '{"name":1,"require":"x","license":{}}',
    [],
    [
      '"name" should have the form "vendor/name" but is "1"; it was left out.',
      '"license" should be a text but is an object; it was left out.',
      '"require" should be an object but is a string; it was left out.',
    ],
  ],
  ['a list', '[]', [], ['A composer.json should be an object; nothing was read from it.']],
  ['nothing', '', [], ['The composer.json could not be read: Unexpected end of JSON input.']],
];

describe('composer-json', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('composer-json', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('composer-json', ordinary, [
      '2 pkg:composer/acme/lib@1.2.0 https://a.org https://github.com/acme/lib',
      '11 pkg:composer/symfony/yaml@v6.4.0 v6.4.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'composer-json',
      JSON.stringify({ require: Object.fromEntries(Array.from({ length: 5000 }, (_, i) => [`v/p${i}`, '^1'])) }),
      5000,
    ));
});
