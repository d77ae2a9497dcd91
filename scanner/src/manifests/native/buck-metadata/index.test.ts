import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `METADATA = {
    # comment
    "licenses": [
        "BSD-3-Clause",
        "MIT",
    ],
    "name": "example",
    "upstream_address": "https://code.example.org/example",
    "upstream_hash": "deadbeef",
    "upstream_type": "git",
    'version': '0.0.1',
}
`;

const cases: ManifestCase[] = [
  ['a copy', ordinary, ['holds pkg:generic/example@0.0.1 "BSD-3-Clause AND MIT"']],
  [
    'a type of package',
    'METADATA = {"name": "a/b", "package_type": "github", "version": "1", "license_expression": "MIT", "vcs_url": "https://github.com/a/b.git"}',
    ['holds pkg:github/a/b@1 "MIT"'],
  ],
  ['no name', 'METADATA = {"version": "1"}', [], ['should have a text "name"']],
  ['another Starlark file', 'load("x", "y")\n', []],
  ['nothing', '', []],
  ['a dictionary that does not end', 'METADATA = {"name": "a",', [], ['should have a text "name"']],
  ['code instead of a text', 'METADATA = {"name": f("x")}', [], ['should have a text "name"']],
];

describe('buck-metadata', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('buck-metadata', text, lines, problems));
  it('gives the line and the place of the code', () =>
    expect(readText('buck-metadata', ordinary).findings).toMatchObject([{ line: 7, folder: '' }]));
  it('a megabyte', () =>
    check('buck-metadata', `METADATA = {${'"a": "b",\n'.repeat(100_000)}}`, [], ['more than 65536 characters']));
});
