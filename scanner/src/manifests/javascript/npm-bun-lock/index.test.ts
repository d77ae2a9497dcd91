import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const lock = `{
  "lockfileVersion": 1,
  "workspaces": {
    "": { "name": "root", "dependencies": { "a": "^1.0.0" }, "devDependencies": { "d": "1" } },
    "packages/w": { "name": "@s/w", "dependencies": { "b": "1.0.0", "al": "npm:real@^3" } },
  },
  "packages": {
    "@s/w": ["@s/w@workspace:packages/w"],
    "a": ["a@1.0.1", "", { "dependencies": { "b": "^2.0.0" }, "peerDependencies": { "none": "*" } }, "sha512-aaa"],
    "al": ["real@3.1.0", "https://r.example/real.tgz", {}, "sha512-rrr"],
    "b": ["b@2.0.0", "", {}, "sha512-bbb"],
    "@s/w/b": ["b@1.0.0", "", {}, "sha512-b1"],
    "d": ["d@1.0.0", "", { "dependencies": { "e": "1" } }, "sha512-ddd"],
    "e": ["e@github:x/e#abc", {}, "x-e-abc"],
  },
}`;

const cases: ManifestCase[] = [
  [
    'workspaces, aliases, packages that only one workspace uses',
    lock,
    [
      'locks pkg:npm/a@1.0.1 direct',
      '  -> pkg:npm/b@2.0.0 ^2.0.0',
      'locks pkg:npm/real@3.1.0 direct',
      'locks pkg:npm/b@2.0.0 transitive',
      'locks pkg:npm/b@1.0.0 direct',
      'locks pkg:npm/d@1.0.0 development direct',
      '  -> pkg:npm/e 1',
      'locks pkg:npm/e development transitive',
    ],
  ],
  [
    'packages that only optional packages and peers need',
    `{
  "workspaces": { "": { "dependencies": { "a": "1" }, "devDependencies": { "d": "1" } } },
  "packages": {
    "a": ["a@1.0.0", "", { "optionalDependencies": { "o": "1" }, "peerDependencies": { "p": "1" } }, ""],
    "d": ["d@1.0.0", "", { "optionalDependencies": { "o": "1", "od": "1" } }, ""],
    "o": ["o@1.0.0", "", { "dependencies": { "oo": "1" } }, ""],
    "od": ["od@1.0.0", "", {}, ""],
    "oo": ["oo@1.0.0", "", {}, ""],
    "p": ["p@1.0.0", "", {}, ""],
  },
}`,
    [
      'locks pkg:npm/a@1.0.0 direct',
      '  -> pkg:npm/o@1.0.0 1 optional',
      '  -> pkg:npm/p@1.0.0 1 peer',
      'locks pkg:npm/d@1.0.0 development direct',
      '  -> pkg:npm/o@1.0.0 1 optional',
      '  -> pkg:npm/od@1.0.0 1 optional',
      'locks pkg:npm/o@1.0.0 optional transitive',
      '  -> pkg:npm/oo@1.0.0 1',
      'locks pkg:npm/od@1.0.0 development transitive',
      'locks pkg:npm/oo@1.0.0 optional transitive',
      'locks pkg:npm/p@1.0.0 peer transitive',
    ],
  ],
  [
    'an archive beside the project is a package, a folder is not',
    '{"packages":{"a":["a@file:./a.tgz",{},"sha512-a"],"b":["b@file:./b",{}]}}',
    ['locks pkg:npm/a'],
  ],
  ['no packages', '{}', []],
  ['nothing', '', [], ['The bun.lock could not be read']],
  [
    'bad entries',
    '{"packages":{"a":[1],"b":{}}}',
    [],
    ['"packages.a" should be a list', '"packages.b" should be a list'],
  ],
];

describe('npm-bun-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('npm-bun-lock', text, lines, problems));

  it('keeps addresses, checksums and lines', () => {
    const found = readText('npm-bun-lock', lock).findings;
    expect(found.find(({ name }) => name === 'real')).toMatchObject({
      downloadUrl: 'https://r.example/real.tgz',
      integrity: 'sha512-rrr',
      line: 10,
    });
    expect(found.find(({ name }) => name === 'e')).toMatchObject({ version: '', downloadUrl: 'github:x/e#abc' });
  });

  it('5,000 packages', () => {
    const one = (i: number) =>
      `"p${i}": ["p${i}@1.0.${i}", "", { "dependencies": { "p${(i + 1) % 5000}": "*" } }, "sha512-x"]`;
    checkLarge('npm-bun-lock', `{"packages":{${Array.from({ length: 5000 }, (_, i) => one(i)).join(',\n')}}}`, 5000);
  });
});
