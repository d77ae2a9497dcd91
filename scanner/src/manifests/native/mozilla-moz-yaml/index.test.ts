import { describe, it } from 'vitest';
import { check, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a release',
    'schema: 1\nbugzilla:\n  product: Core\norigin:\n  name: expat\n  description: a parser\n  url: https://libexpat.github.io/\n  release: R_2_6_2 (2024-03-13T22:27:43Z).\n  revision: R_2_6_2\n  license: MIT\n',
    ['holds pkg:generic/expat@R_2_6_2 "MIT"'],
  ],
  [
    'a release that is a commit, and several licenses',
    'origin:\n  name: "foo"\n  url: https://github.com/a/foo\n  release: commit 21767c654d31d2dccdde4330529775c6c5fd5389 (2023-10-01).\n  license: [MIT, ISC]\n',
    ['holds pkg:github/a/foo@21767c654d31d2dccdde4330529775c6c5fd5389 "MIT AND ISC"'],
  ],
  ['a value of a wrong type', 'origin: [a]\n', [], ['"origin" should be an object', '"origin.name" is missing']],
  ['aliases that multiply', `a: &a [1]\nb: &b [${'*a, '.repeat(50)}]\norigin: {name: x}\n`, [], ['could not be read']],
  ['no YAML', 'origin: {', [], ['could not be read']],
  // The parser makes an error for each character: the work for each error must not grow with the file.
  ['an error for each byte', '}'.repeat(250_000), [], [/could not be read: .* at line 1\.$/]],
  ['too large', `# ${'x'.repeat(300_000)}\n`, [], ['larger than 256 KB']],
];

describe('mozilla-moz-yaml', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('mozilla-moz-yaml', text, lines, problems));
});
