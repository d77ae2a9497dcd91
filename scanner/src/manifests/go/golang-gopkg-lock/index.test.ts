import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'versions and revisions; a project is direct if the code base imports one of its packages',
    '[[projects]]\nname = "github.com/a/b"\nversion = "v1.0.0"\nrevision = "abc"\n[[projects]]\nbranch = "master"\nname = "golang.org/x/net"\nrevision = "def"\n[solve-meta]\ninput-imports = ["github.com/a/b/sub"]\n',
    ['locks pkg:golang/github.com/a/b@v1.0.0 direct', 'locks pkg:golang/golang.org/x/net@def transitive'],
  ],
  [
    'an older file without imports',
    '[[projects]]\nname = "a.org/b"\nrevision = "abc"\n',
    ['locks pkg:golang/a.org/b@abc'],
  ],
  ['nothing', '', []],
  ['broken TOML', '[[projects', [], ['The Gopkg.lock could not be read']],
  [
    'a broken table',
    '[[projects]]\nname = \n[[projects]]\nname = "a.org/b"\nrevision = "abc"\n',
    ['locks pkg:golang/a.org/b@abc'],
    ['Line 2 breaks the TOML: '],
  ],
  ['values of wrong types', 'projects = 1\n', [], ['"projects" should be a list']],
];

describe('golang-gopkg-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('golang-gopkg-lock', text, lines, problems));
  it('gives lines and sources', () => {
    const text = '[[projects]]\n  name = "a.org/b"\n  source = "https://fork.org/b"\n';
    expect(readText('golang-gopkg-lock', text).findings).toMatchObject([
      { line: 2, repositoryUrl: 'https://fork.org/b' },
    ]);
  });
});
