import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `github "Alamofire/Alamofire" ~> 5.0 # networking
git "https://x.org/a/b.git" "main"
binary "https://x.org/C.json" == 1.0.0

github broken
`;

const cases: ManifestCase[] = [
  [
    'entries',
    ordinary,
    [
      'requires pkg:carthage/Alamofire/Alamofire direct',
      'requires pkg:carthage/x.org/a/b direct',
      'requires pkg:carthage/x.org/C.json@1.0.0 direct',
    ],
    ['Line 5 should be an entry such as \'github "owner/name" ~> 1.0\' but is "github br'],
  ],
  ['nothing', '', []],
];

describe('carthage-cartfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('carthage-cartfile', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('carthage-cartfile', ordinary, [
      '1 pkg:carthage/Alamofire/Alamofire ~> 5.0 https://github.com/Alamofire/Alamofire',
      '2 pkg:carthage/x.org/a/b main https://x.org/a/b.git',
      '3 pkg:carthage/x.org/C.json@1.0.0 == 1.0.0 https://x.org/C.json',
    ]));
});
