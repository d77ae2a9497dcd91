import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "pins" : [
    {
      "identity" : "swift-syntax",
      "kind" : "remoteSourceControl",
      "location" : "https://github.com/apple/swift-syntax.git",
      "state" : { "revision" : "64889f0c", "version" : "509.1.1" }
    },
    {
      "identity" : "swift-mmio",
      "kind" : "remoteSourceControl",
      "location" : "https://github.com/apple/swift-mmio",
      "state" : { "branch" : "main", "revision" : "80c109b8" }
    },
    { "identity" : "mona.LinkedList", "kind" : "registry", "location" : "", "state" : { "version" : "1.0.0" } },
    { "identity" : "local", "kind" : "localSourceControl", "location" : "/tmp/x", "state" : { "version" : "1.0.0" } }
  ],
  "version" : 3
}
`;

const cases: ManifestCase[] = [
  [
    'version 3',
    ordinary,
    [
      'locks pkg:swift/github.com/apple/swift-syntax@509.1.1',
      'locks pkg:swift/github.com/apple/swift-mmio@80c109b8',
      'locks pkg:swift/mona/LinkedList@1.0.0',
    ],
  ],
  [
    'version 1',
    '{"object":{"pins":[{"package":"A","repositoryURL":"https://github.com/a/A.git","state":{"branch":null,"revision":"ab","version":"5.1.0"}}]},"version":1}',
    ['locks pkg:swift/github.com/a/A@5.1.0'],
  ],
  ['no pins', '{"version":"2"}', [], ['A Package.resolved should be an object with "pins"; nothing was read from it.']],
  ['values of wrong types', '{"pins":{"a":1}}', [], ['"pins" should be a list but is an object; it was left out.']],
  ['nothing', '', [], ['The Package.resolved could not be read: Unexpected end of JSON input.']],
];

describe('swift-package-resolved', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('swift-package-resolved', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('swift-package-resolved', ordinary, [
      '3 pkg:swift/github.com/apple/swift-syntax@509.1.1 https://github.com/apple/swift-syntax.git https://github.com/apple/swift-syntax.git#64889f0c',
      '9 pkg:swift/github.com/apple/swift-mmio@80c109b8 https://github.com/apple/swift-mmio https://github.com/apple/swift-mmio#80c109b8',
      '15 pkg:swift/mona/LinkedList@1.0.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'swift-package-resolved',
      JSON.stringify({
        pins: Array.from({ length: 5000 }, (_, i) => ({
          identity: `p${i}`,
          kind: 'remoteSourceControl',
          location: `https://x.org/a/p${i}`,
          state: { version: '1.0.0' },
        })),
      }),
      5000,
    ));
});
