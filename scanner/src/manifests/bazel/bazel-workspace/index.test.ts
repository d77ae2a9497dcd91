import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'Maven artifacts and Go modules',
    'maven_jar(name = "guava", artifact = "com.google.guava:guava:18.0")\nmaven_install(artifacts = ["j:k:1.0", "j:l:jar:2.0"], repositories = ["https://x"])\ngo_repository(name = "e", importpath = "github.com/pkg/errors", version = "v0.8.1")\ngo_repository(name = "n")\n',
    [
      'requires pkg:maven/com.google.guava/guava@18.0 direct',
      'requires pkg:maven/j/k@1.0 direct',
      'requires pkg:maven/j/l@2.0 direct',
      'requires pkg:golang/github.com/pkg/errors@v0.8.1 direct',
    ],
  ],
  [
    'archives and repositories',
    `load("@x//:http.bzl", "http_archive")
"""
http_archive(name = "no", url = "https://x/no-1.0.zip")
"""
http_archive(
    name = "absl",
    sha256 = "abababababababababababababababababababababababababababababababab",
    urls = ["https://mirror.bazel.build/x/2023.zip", "https://github.com/abseil/abseil-cpp/archive/2023.tar.gz"],
)
http_archive(name = "zlib", url = "https://zlib.net/zlib-1.3.tar.gz")
git_repository(name = "g", remote = "https://github.com/a/b", tag = "v1")
http_archive(name = n, url = u)
`,
    [
      'requires pkg:github/abseil/abseil-cpp@2023 direct',
      'requires pkg:generic/zlib@1.3?download_url=https:%2F%2Fzlib.net%2Fzlib-1.3.tar.gz direct',
      'requires pkg:github/a/b@v1 direct',
    ],
  ],
  [
    'computed addresses are unknown, addresses of two parts are known',
    `http_archive(name = "a", urls = ["https://github.com/a/a/archive/v%s.tar.gz" % VERSION])
http_archive(name = "b", url = "https://github.com/b/b/archive/v{}.tar.gz".format(VERSION))
http_archive(name = "c", url = "https://github.com/c/c/archive/v" + VERSION + ".tar.gz")
http_archive(name = "d", url = "https://github.com/d/d/archive/" + "v1.0.tar.gz", sha256 = "x" + "y")
http_archive(name = "e", url = mirror("e") + "/e-1.0.tar.gz", urls = ["https://github.com/e/e/archive/1.0.zip"] + MORE)
`,
    ['requires pkg:github/d/d@v1.0 direct', 'requires pkg:github/e/e@1.0 direct'],
  ],
  [
    "Buck's remote files",
    `remote_file(name = "guava", url = "mvn:com.google.guava:guava:jar:33.0.0-jre", sha1 = "ab")
remote_file(name = "x", url = "mvn:https://repo.example.org/m2:org.a:b:src:1.0")
remote_file(name = "z", url = "https://zlib.net/zlib-1.3.tar.gz")
java_library(name = "own")
`,
    [
      'requires pkg:maven/com.google.guava/guava@33.0.0-jre direct',
      'requires pkg:maven/org.a/b@1.0 direct',
      'requires pkg:generic/z@1.3?download_url=https:%2F%2Fzlib.net%2Fzlib-1.3.tar.gz direct',
    ],
  ],
  [
    'artifacts of Maven, modules of Go, container images, and rules behind "maybe"',
    `maven_install(artifacts = ["com.google.guava:guava:32.1", "org.x:y:pom:1.0"], repositories = ["https://r"])
go_repository(name = "a", importpath = "github.com/a/b", version = "v1.2.3", sum = "h1:x=")
go_repository(name = "c", importpath = "golang.org/x/c", remote = "https://github.com/fork/c", commit = "dec09d7")
container_pull(name = "i", registry = "gcr.io", repository = "distroless/python3", tag = "latest", digest = "sha256:ab")
maybe(
    http_archive,
    name = "rules_go",
    url = "https://github.com/bazelbuild/rules_go/releases/download/v0.29.0/rules_go-v0.29.0.zip",
)
`,
    [
      'requires pkg:maven/com.google.guava/guava@32.1 direct',
      'requires pkg:maven/org.x/y@1.0 direct',
      'requires pkg:golang/github.com/a/b@v1.2.3 direct',
      'requires pkg:golang/github.com/fork/c@dec09d7 direct',
      'requires pkg:docker/distroless/python3@latest?repository_url=gcr.io direct',
      'requires pkg:github/bazelbuild/rules_go@v0.29.0 direct',
    ],
  ],
  ['nothing', '', []],
];

describe('bazel-workspace', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bazel-workspace', text, lines, problems));
  it('5,000 archives', () =>
    checkLarge(
      'bazel-workspace',
      Array.from({ length: 5000 }, (_, i) => `http_archive(name = "p${i}", url = "https://x.org/p${i}-1.0.zip")`).join(
        '\n',
      ),
      5000,
    ));
});
