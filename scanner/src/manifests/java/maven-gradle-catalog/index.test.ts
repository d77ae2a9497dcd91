import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  ['a catalog names no package itself', '[libraries]\na = "g:a:1"\n', []],
  ['nothing', '', []],
  ['broken TOML', '[libraries\n', [], ['The version catalog could not be read']],
  [
    'values of wrong types',
    '[versions]\nv = []\n[libraries]\na = 1\nb = "g"\nc = { module = "g:c", version.ref = "none" }\n',
    [],
    [
      '"versions.v" should be a text',
      '"libraries.a" should be',
      '"libraries.b" should be',
      '"libraries.c.version.ref" should name an entry of "versions"',
    ],
  ],
];

describe('maven-gradle-catalog', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('maven-gradle-catalog', text, lines, problems));

  it('gives libraries, bundles and plugins with versions and lines', () => {
    const text =
      '[versions]\nv = "1"\nr = { strictly = "[1,2)", prefer = "1.5" }\n[libraries]\na = { module = "g:a", version.ref = "v" }\nb = { group = "g", name = "b", version.ref = "r" }\nc = { module = "g:c" }\n[bundles]\nall = ["a", "b"]\n[plugins]\np = "x.y:3"\n';
    expect(readText('maven-gradle-catalog', text).findings[0]?.defines?.catalog).toEqual({
      libraries: [
        { alias: 'a', name: 'g:a', version: '1', line: 5 },
        { alias: 'b', name: 'g:b', version: '1.5', line: 6 },
        { alias: 'c', name: 'g:c', version: '', line: 7 },
      ],
      bundles: [{ alias: 'all', libraries: ['a', 'b'] }],
      plugins: [{ alias: 'p', name: 'x.y:x.y.gradle.plugin', version: '3', line: 11 }],
    });
  });
});
