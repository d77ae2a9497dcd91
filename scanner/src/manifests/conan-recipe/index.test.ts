import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a recipe',
    `class A(ConanFile):
    name = "poco"
    version = "1.13"
    license = ("BSL-1.0", "MIT")
    url = "https://github.com/x/y"
    requires = "zlib/1.3", "fmt/[>=9 <10]"
    tool_requires = ["cmake/3.2"]
    def requirements(self):
        self.requires("openssl/3.0", force="x/1")
        self.test_requires(
            "gtest/1.14")
`,
    [
      'declares pkg:conan/poco@1.13 "BSL-1.0 AND MIT"',
      '  -> pkg:conan/zlib@1.3 1.3',
      '  -> pkg:conan/fmt [>=9 <10]',
      '  -> pkg:conan/cmake@3.2 3.2 build',
      '  -> pkg:conan/openssl@3.0 3.0',
      '  -> pkg:conan/gtest@1.14 1.14 test',
      'requires pkg:conan/zlib@1.3 direct',
      'requires pkg:conan/cmake@3.2 build direct',
      'requires pkg:conan/openssl@3.0 direct',
      'requires pkg:conan/gtest@1.14 test direct',
    ],
  ],
  [
    'a consumer without a name',
    `class A(ConanFile):
    requires = "zlib/1.3"
`,
    ['requires pkg:conan/zlib@1.3 direct'],
  ],
  ['nothing', '', []],
];

describe('conan-recipe', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('conan-recipe', text, lines, problems));
  it('2,000 requests', () =>
    checkLarge(
      'conan-recipe',
      `${Array.from({ length: 2000 }, (_, i) => `    self.requires("p${i}/1")`).join('\n')}`,
      2000,
    ));
});
