import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "version": 2,
  "packages": {
    "jester": {
      "version": "0.5.0",
      "vcsRevision": "0123abc",
      "url": "https://github.com/dom96/jester",
      "downloadMethod": "git",
      "dependencies": ["httpbeast", "nim"],
      "checksums": { "sha1": "abcd" }
    },
    "httpbeast": { "version": "0.4.1" }
  }
}
`;

const cases: ManifestCase[] = [
  [
    'packages',
    ordinary,
    ['locks pkg:nim/jester@0.5.0', '  -> pkg:nim/httpbeast@0.4.1', 'locks pkg:nim/httpbeast@0.4.1'],
  ],
  ['a list', '[]', [], ['A nimble.lock should be an object; nothing was read from it.']],
  ['nothing', '', [], ['The nimble.lock could not be read: Unexpected end of JSON input.']],
];

describe('nim-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nim-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('nim-lock', ordinary, [
      '4 pkg:nim/jester@0.5.0 https://github.com/dom96/jester https://github.com/dom96/jester#0123abc sha1:abcd',
      '12 pkg:nim/httpbeast@0.4.1',
    ]));
});
