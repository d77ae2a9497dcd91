import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `Pod::Spec.new do |s|
  s.name = 'Acme'
  s.version = '1.2.0'
  s.summary = 'For all'
  s.homepage = 'https://acme.org'
  s.license = { :type => 'MIT', :file => 'LICENSE' }
  s.source = { :git => 'https://github.com/acme/acme.git', :tag => s.version.to_s }
  s.dependency 'AFNetworking', '~> 4.0'
  s.subspec 'Core' do |ss|
    ss.name = 'no'
    ss.dependency 'Acme/Base'
    ss.dependency 'GoogleUtilities/NSData', '7.5.2'
  end
  s.test_spec 'Tests' do |t|
    t.dependency 'Quick'
  end
end
`;

const cases: ManifestCase[] = [
  [
    'Ruby',
    ordinary,
    [
      'declares pkg:cocoapods/Acme@1.2.0 "MIT"',
      '  -> pkg:cocoapods/AFNetworking ~> 4.0',
      '  -> pkg:cocoapods/GoogleUtilities@7.5.2#NSData 7.5.2',
      '  -> pkg:cocoapods/Quick test',
      'requires pkg:cocoapods/GoogleUtilities@7.5.2#NSData direct',
    ],
  ],
  [
    'JSON',
    '{"name":"A","version":"1.0","license":{"type":"BSD"},"homepage":"https://a.org","source":{"http":"https://a.org/a.zip"},"dependencies":{"B":["~> 1.0",">= 1.1"]},"subspecs":[{"name":"S","dependencies":{"A/T":[],"C":["2.0"]}}],"testspecs":[{"name":"T","dependencies":{"Q":[]}}]}',
    [
      'declares pkg:cocoapods/A@1.0 "BSD"',
      '  -> pkg:cocoapods/B ~> 1.0, >= 1.1',
      '  -> pkg:cocoapods/Q test',
      '  -> pkg:cocoapods/C@2.0 2.0',
      'requires pkg:cocoapods/C@2.0 direct',
    ],
  ],
  ['something else', 'abc', [], ['A podspec should call "Pod::Spec.new"; nothing was read from it.']],
  ['nothing', '', [], ['A podspec should call "Pod::Spec.new"; nothing was read from it.']],
];

describe('cocoapods-podspec', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cocoapods-podspec', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('cocoapods-podspec', ordinary, [
      '2 pkg:cocoapods/Acme@1.2.0 https://acme.org https://github.com/acme/acme.git',
      '12 pkg:cocoapods/GoogleUtilities@7.5.2#NSData 7.5.2',
    ]));
});
