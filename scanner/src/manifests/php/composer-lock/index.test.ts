import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "packages": [
    {
      "name": "acme/a",
      "version": "v1.0.0",
      "source": { "type": "git", "url": "https://github.com/acme/a.git", "reference": "abc" },
      "dist": { "type": "zip", "url": "https://x.org/a.zip", "shasum": "abababababababababababababababababababab" },
      "require": { "php": ">=8", "psr/log": "^3", "psr/log-implementation": "*", "Symfony/Polyfill": "1.*" },
      "license": ["MIT"]
    },
    { "name": "psr/log", "version": "3.0.0" },
    { "name": "monolog/monolog", "version": "3.5.0", "provide": { "psr/log-implementation": "3.0.0" }, "replace": { "symfony/polyfill": "*" } }
  ],
  "packages-dev": [{ "name": "phpunit/phpunit", "version": "10.5.1", "require": { "acme/none": "^1" } }]
}
`;

const cases: ManifestCase[] = [
  [
    'packages for runtime and development',
    ordinary,
    [
      'locks pkg:composer/acme/a@v1.0.0 "MIT"',
      '  -> pkg:composer/psr/log@3.0.0 ^3',
      '  -> pkg:composer/monolog/monolog@3.5.0 *',
      '  -> pkg:composer/monolog/monolog@3.5.0 1.*',
      'locks pkg:composer/psr/log@3.0.0',
      'locks pkg:composer/monolog/monolog@3.5.0',
      'locks pkg:composer/phpunit/phpunit@10.5.1 development',
      '  -> pkg:composer/acme/none ^1',
    ],
  ],
  ['installed by Composer 1', '[{"name":"a/b","version":"1.0"}]', ['locks pkg:composer/a/b@1.0']],
  [
    'installed by Composer 2',
    '{"packages":[{"name":"a/b","version":"1.0"},{"name":"c/d","version":"2.0"}],"dev":true,"dev-package-names":["c/d"]}',
    ['locks pkg:composer/a/b@1.0', 'locks pkg:composer/c/d@2.0 development'],
  ],
  [
    'no packages',
    '{"content-hash":"x"}',
    [],
    ['A composer.lock should be an object with "packages", or a list of them; nothing '],
  ],
  [
    'values of wrong types',
    '{"packages":{"a":1},"packages-dev":[1,{"name":"a/b","version":[],"require":[1]}]}',
    ['locks pkg:composer/a/b development'],
    [
      '"packages" should be a list but is an object; it was left out.',
      '"packages-dev[0]" should be an object but is a number; it was left out.',
      '"packages-dev[1].version" should be a text but is a list; it was left out.',
      '"" cannot be the name of a package; it was left out.',
    ],
  ],
  ['null', 'null', [], ['A composer.lock should be an object with "packages", or a list of them; nothing ']],
  ['nothing', '', [], ['The composer.lock could not be read: Unexpected end of JSON input.']],
];

describe('composer-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('composer-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('composer-lock', ordinary, [
      '3 pkg:composer/acme/a@v1.0.0 https://github.com/acme/a.git https://x.org/a.zip sha1:abababababababababababababababababababab',
      '11 pkg:composer/psr/log@3.0.0',
      '12 pkg:composer/monolog/monolog@3.5.0',
      '14 pkg:composer/phpunit/phpunit@10.5.1',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'composer-lock',
      JSON.stringify({
        packages: Array.from({ length: 5000 }, (_, i) => ({
          name: `v/p${i}`,
          version: `1.0.${i}`,
          require: { [`v/p${(i + 1) % 5000}`]: '*' },
        })),
      }),
      5000,
    ));
});
