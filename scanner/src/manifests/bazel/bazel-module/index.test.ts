import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

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
    'overrides, and what repository rules fetch',
    `bazel_dep(name = "forked", version = "1.0")
git_override(module_name = "forked", remote = "https://github.com/x/forked.git", commit = "850cb49c8649e463b80ef7984e7c744279746170")
bazel_dep(name = "pinned", version = "1.2", dev_dependency = True)
single_version_override(module_name = "pinned", version = "1.3", registry = "https://r.example")
bazel_dep(name = "patched", version = "1.4")
single_version_override(module_name = "patched", patches = ["//:a.patch"])
bazel_dep(name = "packed")
archive_override(module_name = "packed", urls = ["https://example.com/packed-2.0.tar.gz"])
bazel_dep(name = "beside")
local_path_override(module_name = "beside", path = "beside")
http_archive(name = "zlib", url = "https://github.com/madler/zlib/archive/v1.3.tar.gz")
oci.pull(name = "base", image = "index.docker.io/library/nginx", tag = "1.27", digest = "sha256:ab")
`,
    [
      'requires pkg:bazel/pinned@1.3 development direct',
      'requires pkg:bazel/patched@1.4 direct',
      'requires pkg:github/x/forked@850cb49c8649e463b80ef7984e7c744279746170 direct',
      'requires pkg:generic/packed@2.0?download_url=https:%2F%2Fexample.com%2Fpacked-2.0.tar.gz direct',
      'requires pkg:github/madler/zlib@v1.3 direct',
      'requires pkg:docker/nginx@1.27 direct',
    ],
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
