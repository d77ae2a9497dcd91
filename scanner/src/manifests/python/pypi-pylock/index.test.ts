import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'packages with markers of groups and extras',
    'lock-version = "1.0"\n[[packages]]\nname = "a"\nversion = "1.0"\ndependencies = [{name = "B"}]\n[[packages]]\nname = "b"\nversion = "2"\nmarker = "\'dev\' in dependency_groups"\n[[packages]]\nname = "c"\nversion = "3"\nmarker = "\'x\' in extras"\n[[packages]]\nname = "own"\n[packages.directory]\npath = "."\n',
    ['locks pkg:pypi/a@1.0', '  -> pkg:pypi/b@2', 'locks pkg:pypi/b@2 development', 'locks pkg:pypi/c@3 optional'],
  ],
  ['nothing', '', []],
  ['broken TOML', 'packages = [', [], ['The pylock.toml could not be read']],
  [
    'a broken table between others',
    'lock-version = "1.0"\n[[packages]]\nname = "a"\nversion = "1"\n[[packages]]\nname = "b"\nversion = 2 0\n[[packages]]\nname = "c"\nversion = "3"\n',
    ['locks pkg:pypi/a@1', 'locks pkg:pypi/c@3'],
    ['Line 7 breaks the TOML: '],
  ],
  ['values of wrong types', 'packages = 1', [], ['"packages" should be a list']],
];

describe('pypi-pylock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-pylock', text, lines, problems));
  it('keeps addresses, checksums and lines', () => {
    const text =
      '[[packages]]\nname = "a"\n[packages.sdist]\nurl = "https://f/a.tar.gz"\n[packages.sdist.hashes]\nsha256 = "ab"\n';
    expect(readText('pypi-pylock', text).findings).toMatchObject([
      { downloadUrl: 'https://f/a.tar.gz', integrity: 'sha256:ab', line: 2 },
    ]);
  });
});
