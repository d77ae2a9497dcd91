import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

const cases: ManifestCase[] = [
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
