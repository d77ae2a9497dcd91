import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const installed = {
  name: 'root',
  lockfileVersion: 3,
  packages: {
    '': { name: 'root', dependencies: { a: '^1.0.0' }, devDependencies: { d: '1.0.0' }, workspaces: ['w/*'] },
    'node_modules/a': {
      version: '1.0.1',
      resolved: 'https://r/a.tgz',
      integrity: 'sha512-x',
      license: 'MIT',
      dependencies: { b: '^1.0.0' },
      peerDependencies: { gone: '1' },
    },
    'node_modules/b': { version: '2.0.0', optional: true },
    'node_modules/a/node_modules/b': { version: '1.5.0', dependencies: { c: '*' } },
    'node_modules/c': { version: '3.0.0', devOptional: true },
    'node_modules/d': { version: '1.0.0', dev: true },
    'node_modules/alias': { name: 'real', version: '7.0.0', peer: true },
    'node_modules/w1': { resolved: 'w/w1', link: true },
    'w/w1': { name: 'w1', version: '0.0.1', dependencies: { b: '^2.0.0' } },
  },
};
const nested = {
  lockfileVersion: 1,
  dependencies: {
    a: {
      version: '1.0.1',
      resolved: 'https://r/a.tgz',
      integrity: 'sha512-x',
      requires: { b: '^1.0.0', gone: '1' },
      dependencies: { b: { version: '1.5.0', dev: true, requires: { c: '*' } } },
    },
    b: { version: '2.0.0', optional: true },
    c: { version: 'npm:real@3.0.0' },
    g: { version: 'git+https://x.org/g.git#abc' },
  },
};

const cases: ManifestCase[] = [
  [
    'version 1: a package from the archive of another one',
    '{"lockfileVersion":1,"dependencies":{"a":{"version":"1.0.0","requires":{"b":"1"},"dependencies":{"b":{"version":"1.0.0","resolved":false}}}}}',
    ['locks pkg:npm/a@1.0.0', '  -> pkg:npm/b@1.0.0 1', 'locks pkg:npm/b@1.0.0 transitive'],
  ],
  [
    'versions 2 and 3',
    JSON.stringify(installed),
    [
      'locks pkg:npm/a@1.0.1 direct "MIT"',
      '  -> pkg:npm/b@1.5.0 ^1.0.0',
      'locks pkg:npm/b@2.0.0 optional direct',
      'locks pkg:npm/b@1.5.0 transitive',
      '  -> pkg:npm/c@3.0.0 *',
      'locks pkg:npm/c@3.0.0 optional transitive',
      'locks pkg:npm/d@1.0.0 development direct',
      'locks pkg:npm/real@7.0.0 peer transitive',
    ],
  ],
  [
    'version 1',
    JSON.stringify(nested),
    [
      'locks pkg:npm/a@1.0.1',
      '  -> pkg:npm/b@1.5.0 ^1.0.0',
      '  -> pkg:npm/gone 1',
      'locks pkg:npm/b@1.5.0 development transitive',
      '  -> pkg:npm/real@3.0.0 *',
      'locks pkg:npm/b@2.0.0 optional',
      'locks pkg:npm/real@3.0.0',
      'locks pkg:npm/g',
    ],
  ],
  ['no packages', '{"lockfileVersion":3,"packages":{}}', []],
  ['an empty object', '{}', []],
  ['broken JSON', '{"packages":{', [], ['The lockfile could not be read']],
  [
    'values of wrong types',
    '{"packages":{"node_modules/a":5,"node_modules/b":{"version":[]}}}',
    ['locks pkg:npm/a transitive', 'locks pkg:npm/b transitive'],
    [
      '"packages.node_modules/a" should be an object but is a number',
      '"packages.node_modules/b.version" should be a text but is a list',
    ],
  ],
];

describe('npm-package-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('npm-package-lock', text, lines, problems));

  it('keeps addresses and checksums', () => {
    for (const lock of [installed, nested]) {
      expect(readText('npm-package-lock', JSON.stringify(lock)).findings[0]).toMatchObject({
        downloadUrl: 'https://r/a.tgz',
        integrity: 'sha512-x',
      });
    }
    const g = readText('npm-package-lock', JSON.stringify(nested)).findings.at(-1);
    expect(g).toMatchObject({ version: '', downloadUrl: 'git+https://x.org/g.git#abc' });
  });

  it('50,000 packages', () => {
    const packages = Object.fromEntries(
      Array.from({ length: 50_000 }, (_, i) => [
        `node_modules/p${i}`,
        { version: '1.0.0', dependencies: { [`p${(i * 7) % 50_000}`]: '^1.0.0' } },
      ]),
    );
    checkLarge('npm-package-lock', JSON.stringify({ lockfileVersion: 3, packages }), 50_000);
  });
});
