import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a module',
    `module(
    name = "app",
    version = "1.0",  # x
)
bazel_dep(name = "rules_go", version = "0.48.0", repo_name = "io")
bazel_dep(name = "gtest", version = "1.14", dev_dependency = True)
bazel_dep(name = "local")
maven = use_extension("@rules_jvm_external//:extensions.bzl", "maven")
maven.install(
    artifacts = ["com.google.guava:guava:32.1", "junit:junit"],
    repositories = ["https://x"],
)
maven.artifact(group = "g", artifact = "a", version = "1")
`,
    [
      'declares pkg:bazel/app@1.0',
      '  -> pkg:bazel/rules_go@0.48.0 0.48.0',
      '  -> pkg:bazel/gtest@1.14 1.14 development',
      '  -> pkg:bazel/local',
      'requires pkg:bazel/rules_go@0.48.0 direct',
      'requires pkg:bazel/gtest@1.14 development direct',
      'requires pkg:maven/com.google.guava/guava@32.1 direct',
      'requires pkg:maven/junit/junit direct',
      'requires pkg:maven/g/a@1 direct',
    ],
  ],
  [
    'a version that the root module overrides',
    'bazel_dep(name = "a", version = "1.0")\nsingle_version_override(module_name = "a", version = "2.0")\nsingle_version_override(module_name = "b", registry = "https://x")\n',
    ['requires pkg:bazel/a@2.0 direct'],
  ],
  ['nothing', '', []],
  [
    'not closed',
    `module(name = "a"
x = use_extension("b"`,
    ['declares pkg:bazel/a'],
    ['Line 1: the brackets of the call "module" should be closed'],
  ],
];

describe('bazel-module', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bazel-module', text, lines, problems));
  it('10,000 modules', () =>
    checkLarge(
      'bazel-module',
      Array.from({ length: 10_000 }, (_, i) => `bazel_dep(name = "p${i}", version = "1")`).join('\n'),
      10_000,
    ));
});
