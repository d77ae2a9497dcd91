import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `github "Alamofire/Alamofire" "5.8.0"
git "https://x.org/a/b.git" "0123abc"
binary "https://x.org/C.json" "1.0.0"
`;

const cases: ManifestCase[] = [
  [
    'entries',
    ordinary,
    [
      'locks pkg:carthage/Alamofire/Alamofire@5.8.0',
      'locks pkg:carthage/x.org/a/b@0123abc',
      'locks pkg:carthage/x.org/C.json@1.0.0',
    ],
  ],
  ['nothing', '', []],
];

describe('carthage-resolved', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('carthage-resolved', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('carthage-resolved', ordinary, [
      '1 pkg:carthage/Alamofire/Alamofire@5.8.0 https://github.com/Alamofire/Alamofire',
      '2 pkg:carthage/x.org/a/b@0123abc https://x.org/a/b.git',
      '3 pkg:carthage/x.org/C.json@1.0.0 https://x.org/C.json',
    ]));
});
