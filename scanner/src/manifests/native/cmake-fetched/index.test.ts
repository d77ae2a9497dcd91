// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are variables of build files
import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'fetched sources',
    `set(FMT_TAG 10.1.1)
# FetchContent_Declare(no GIT_REPOSITORY https://github.com/no/no)
FetchContent_Declare(
  fmt
  GIT_REPOSITORY "https://github.com/fmtlib/fmt.git" # here
  GIT_TAG \${FMT_TAG}
)
ExternalProject_Add(zlib URL https://zlib.net/zlib-1.3.1.tar.gz URL_HASH SHA256=abababababababababababababababababababababababababababababababab)
CPMAddPackage("gh:nlohmann/json@3.11.2")
CPMAddPackage(NAME lua VERSION 5.4 GITHUB_REPOSITORY lua/lua)
cpmaddpackage("gl:a/b#v1")
FetchContent_Declare(x GIT_REPOSITORY https://git.x.org/x GIT_TAG \${UNKNOWN})
find_package(Boost REQUIRED)
message([[ FetchContent_Declare(no URL https://x/no-1.0.zip) ]])
`,
    [
      'requires pkg:github/fmtlib/fmt@10.1.1 direct',
      'requires pkg:generic/zlib@1.3.1?checksum=sha256:abababababababababababababababababababababababababababababababab&download_url=https:%2F%2Fzlib.net%2Fzlib-1.3.1.tar.gz direct',
      'requires pkg:github/nlohmann/json@v3.11.2 direct',
      'requires pkg:github/lua/lua@v5.4 direct',
      'requires pkg:gitlab/a/b@v1 direct',
      'requires pkg:git/git.x.org/x direct',
    ],
  ],
  ['nothing', '', []],
  [
    'only folders',
    `FetchContent_Declare(a SOURCE_DIR ../a)
CPMAddPackage(NAME b SOURCE_DIR b)
FetchContent_Declare(`,
    [],
  ],
];

describe('cmake-fetched', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('cmake-fetched', text, lines, problems));
  it('gives the correct lines after comments and multi-line texts', () => {
    const text = 'message("a\nb")\n#[[ c\nd ]]\nFetchContent_Declare(x URL https://x.org/x-1.0.zip)\n';
    expect(readText('cmake-fetched', text).findings).toMatchObject([
      { line: 5, version: '1.0', downloadUrl: 'https://x.org/x-1.0.zip' },
    ]);
  });
  it('10,000 declarations', () =>
    checkLarge(
      'cmake-fetched',
      Array.from(
        { length: 10_000 },
        (_, i) => `FetchContent_Declare(a GIT_REPOSITORY https://github.com/a/b${i})`,
      ).join('\n'),
      10_000,
    ));
});
