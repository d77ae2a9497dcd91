import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

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
  [
    'lists of tuples, overrides, versions in branches, and code of other recipes',
    `class A(ConanFile):
    python_requires = "base/0.1@me/dev"  # "no/1"
    requires = [("a/1"),
                ("b/2", "override"),
                ("c/3", "private")]
    def requirements(self):
        self.requires("d/1") if self.x else self.requires("d/9", override=True)
        if self.options.old:
            self.requires("e/1")
        else:
            self.requires("e/2", private=True)
        self.requires("f/1", override=True)
`,
    [
      'requires pkg:conan/base@0.1?channel=dev&user=me build direct',
      'requires pkg:conan/a@1 direct',
      'requires pkg:conan/c@3 direct',
      'requires pkg:conan/d@1 direct',
      'requires pkg:conan/e@1 direct',
      'requires pkg:conan/e@2 direct',
    ],
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
