import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a file',
    'about_resource: appdirs.py\nname: appdirs\nversion: 1.4.3\ndownload_url: https://x.example/appdirs-1.4.3.tar.gz\nlicense_expression: mit\ndescription: |\n  two\n  lines\n',
    ['holds pkg:generic/appdirs@1.4.3 "mit"'],
  ],
  [
    'a purl',
    'about_resource: .\npackage_url: pkg:pypi/appdirs@1.4.3\nname: appdirs\n',
    ['holds pkg:pypi/appdirs@1.4.3'],
  ],
  [
    'a wrong purl',
    "about_resource: '.'\npurl: appdirs\nname: appdirs\nversion: '1'\n",
    ['holds pkg:generic/appdirs@1'],
    ['should be a package URL'],
  ],
  ['only the resource', 'about_resource: left.js\n', ['holds pkg:generic/left.js']],
  ['nothing', '', [], ['are missing']],
];

describe('aboutcode-about', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('aboutcode-about', text, lines, problems));
  it.each([
    ['.', ''],
    ['./a/b/', 'a/b'],
    ['a.py', 'a.py'],
  ])('the place of %s', (resource, folder) =>
    expect(readText('aboutcode-about', `about_resource: ${resource}\nname: x\n`).findings[0]?.folder).toBe(folder),
  );
  it('a description of 300,000 lines in linear time', () =>
    checkLarge('aboutcode-about', `name: a\ndescription: |\n${'  line\n'.repeat(300_000)}`, 1));
});
