import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'packages and development packages',
    '[[source]]\nurl = "x"\n[dev-packages]\nc = "*"\na = "*"\n[packages]\na = "==1.0"\nb = {version = ">=1", extras = ["x"]}\nl = {path = "."}\ng = {git = "https://x.org/g", ref = "v1"}\n[requires]\npython_version = "3"\n',
    [
      'requires pkg:pypi/a@1.0 direct',
      'requires pkg:pypi/b direct',
      'requires pkg:pypi/g direct',
      'requires pkg:pypi/c development direct',
    ],
  ],
  [
    'extras behind the name, categories',
    '[packages]\n"a[x][y]" = "==1.0"\n[tests]\nb = "*"\n[docs]\nc = "*"\n',
    ['requires pkg:pypi/a@1.0 direct', 'requires pkg:pypi/b test direct', 'requires pkg:pypi/c development direct'],
  ],
  ['nothing', '', []],
  ['broken TOML', '[packages', [], ['The Pipfile could not be read']],
  ['values of wrong types', 'packages = 1\n', [], ['"packages" should be an object']],
];

describe('pypi-pipfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-pipfile', text, lines, problems));
  it('gives lines and requests', () => {
    expect(readText('pypi-pipfile', '[packages]\n\na = ">=1"\n').findings).toMatchObject([
      { line: 3, requirement: '>=1' },
    ]);
  });
});
