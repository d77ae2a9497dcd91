import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `platform :ios, '13.0'
target 'App' do
  use_frameworks!
  pod 'AFNetworking', '~> 4.0'
  pod 'GoogleUtilities/NSData+zlib', '7.5.2'
  pod 'Local', :path => '../Local'
  pod 'Git', :git => 'https://x.org/g.git', :tag => '1.0'
  pod 'FLEX', :configurations => ['Debug']
  target 'AppTests' do
    inherit! :search_paths
    pod 'Quick'
    pod 'AFNetworking', '~> 4.0'
  end
end
`;

const cases: ManifestCase[] = [
  [
    'targets and sources',
    ordinary,
    [
      'requires pkg:cocoapods/AFNetworking direct',
      'requires pkg:cocoapods/GoogleUtilities@7.5.2#NSData%2Bzlib direct',
      'requires pkg:cocoapods/Git@1.0 direct',
      'requires pkg:cocoapods/FLEX development direct',
      'requires pkg:cocoapods/Quick test direct',
    ],
  ],
  ['nothing', '', []],
];

describe('cocoapods-podfile', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cocoapods-podfile', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cocoapods-podfile', ordinary, [
      '4 pkg:cocoapods/AFNetworking ~> 4.0',
      '5 pkg:cocoapods/GoogleUtilities@7.5.2#NSData%2Bzlib 7.5.2',
      '7 pkg:cocoapods/Git@1.0 https://x.org/g.git#1.0',
      '8 pkg:cocoapods/FLEX',
      '11 pkg:cocoapods/Quick',
    ]));

  it('5,000 packages', () =>
    checkLarge('cocoapods-podfile', Array.from({ length: 5000 }, (_, i) => `pod 'p${i}', '~> 1.0'\n`).join(''), 5000));
});
