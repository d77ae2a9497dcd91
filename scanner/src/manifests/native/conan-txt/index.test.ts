import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'requests by section',
    `[requires]
zlib/1.3 # text
fmt/[>=9]
spdlog/1.9.2@user/stable#rev
[tool_requires]
cmake/3.2
[options]
zlib:shared=True
`,
    [
      'requires pkg:conan/zlib@1.3 direct',
      'requires pkg:conan/fmt direct',
      'requires pkg:conan/spdlog@1.9.2?channel=stable&user=user direct',
      'requires pkg:conan/cmake@3.2 build direct',
    ],
  ],
  [
    'an installed package',
    `[requires]
    boost/1.Y.Z
[full_requires]
    boost/1.75.0:abc
`,
    ['requires pkg:conan/boost@1.75.0 direct'],
  ],
  ['nothing', '', []],
  [
    'not a reference',
    `[requires]
zlib
`,
    [],
    ['Line 2 should be name/version'],
  ],
];

describe('conan-txt', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conan-txt', text, lines, problems));
  it('10,000 requests', () =>
    checkLarge('conan-txt', `[requires]\n${Array.from({ length: 10_000 }, (_, i) => `p${i}/1`).join('\n')}`, 10_000));
});
