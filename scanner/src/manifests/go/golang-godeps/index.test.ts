import { describe, expect, it } from 'vitest';
import { check, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'revisions, and tags without further text',
    '{"ImportPath":"m.org/a","Deps":[{"ImportPath":"github.com/a/b/c","Comment":"v1.0.0-3-gabc","Rev":"abc"},{"ImportPath":"d.org/e","Comment":"v2.0.0","Rev":"def"}]}',
    [
      'declares pkg:golang/m.org/a',
      'locks pkg:golang/github.com/a/b/c@abc direct',
      'locks pkg:golang/d.org/e@v2.0.0 direct',
    ],
  ],
  ['nothing', '', [], ['The Godeps.json could not be read']],
  ['values of wrong types', '{"ImportPath":1,"Deps":{}}', ['declares pkg:golang/1'], ['"Deps" should be a list']],
];

describe('golang-godeps', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('golang-godeps', text, lines, problems));
  it('gives lines', () => {
    expect(readText('golang-godeps', '{"Deps":[\n{"ImportPath":"a.org/b","Rev":"1"}]}').findings).toMatchObject([
      { line: 2 },
    ]);
  });
});
