import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'imports and imports of tests',
    'hash: x\nimports:\n- name: github.com/a/b\n  version: abc\n  subpackages:\n  - c\ntestImports:\n- name: d.org/e\n  version: v1.0.0\n',
    ['locks pkg:golang/github.com/a/b@abc', 'locks pkg:golang/d.org/e@v1.0.0 test'],
  ],
  ['nothing', '', []],
  ['broken YAML', 'imports: [', [], ['The glide.lock could not be read']],
  ['values of wrong types', 'imports: 1\n', [], ['"imports" should be a list']],
];

describe('golang-glide-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('golang-glide-lock', text, lines, problems));
  it('gives lines', () => {
    expect(readText('golang-glide-lock', 'imports:\n- name: a.org/b\n  version: 1\n').findings).toMatchObject([
      { line: 2 },
    ]);
  });
});
