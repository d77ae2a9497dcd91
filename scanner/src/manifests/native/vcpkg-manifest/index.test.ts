import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a project',
    '{"name":"app","version-semver":"1.0.0","license":"MIT","dependencies":["fmt",{"name":"zlib","version>=":"1.3#1"},{"name":"cmake","host":true}],"overrides":[{"name":"fmt","version":"10.1.0"}]}',
    [
      'declares pkg:vcpkg/app@1.0.0 "MIT"',
      '  -> pkg:vcpkg/fmt@10.1.0',
      '  -> pkg:vcpkg/zlib >=1.3#1',
      '  -> pkg:vcpkg/cmake build',
      'requires pkg:vcpkg/fmt@10.1.0 direct',
    ],
  ],
  [
    'no name',
    '{"dependencies":["fmt","__proto__"]}',
    ['requires pkg:vcpkg/fmt direct', 'requires pkg:vcpkg/__proto__ direct'],
  ],
  [
    'features: those of the defaults, others, and a feature of the port itself',
    '{"name":"a","version":"1","dependencies":["b"],"default-features":["x",{"name":"y"}],"features":{"x":{"dependencies":["c","d"]},"y":{"dependencies":[{"name":"e","host":true}]},"z":{"dependencies":["d","f",{"name":"a","features":["x"]}]}}}',
    [
      'declares pkg:vcpkg/a@1',
      '  -> pkg:vcpkg/b',
      '  -> pkg:vcpkg/c',
      '  -> pkg:vcpkg/d',
      '  -> pkg:vcpkg/e build',
      '  -> pkg:vcpkg/f optional',
    ],
  ],
  ['no file', '', [], ['could not be read']],
  [
    'values of wrong types',
    '{"name":1,"dependencies":{}}',
    ['declares pkg:vcpkg/1'],
    ['"dependencies" should be a list'],
  ],
];

describe('vcpkg-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('vcpkg-manifest', text, lines, problems));
  it('10,000 requests', () =>
    checkLarge(
      'vcpkg-manifest',
      JSON.stringify({ dependencies: Array.from({ length: 10_000 }, (_, i) => `p${i}`) }),
      10_000,
    ));
});
