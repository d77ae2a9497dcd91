import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'identifiers',
    'name: "zlib"\ndescription:\n    "A compression "\n    "library"\n# a comment\nthird_party {\n  license_type: NOTICE\n  last_upgrade_date { year: 2024 month: 2 day: 12 }\n  identifier {\n    type: "Git"\n    value: "https://chromium.googlesource.com/chromium/src/third_party/zlib/"\n    version: "61514747365d075d416aeaf8b71c9a2b3c0cbcb5"\n    primary_source: true\n  }\n}\n',
    ['holds pkg:generic/zlib@61514747365d075d416aeaf8b71c9a2b3c0cbcb5'],
  ],
  [
    'addresses',
    'name: \'foo\'\nthird_party <\n  url { type: HOMEPAGE value: "https://foo.example" }\n  url { type: GIT value: "https://github.com/a/foo" }\n  version: "v1.2"\n>\n',
    ['holds pkg:github/a/foo@v1.2'],
  ],
  [
    'a purl',
    'name: "x"\nthird_party { identifier { type: "PURL" value: "pkg:npm/left-pad@1.3.0" } }\n',
    ['holds pkg:npm/left-pad@1.3.0'],
  ],
  ['no third party', 'name: "x"\nversion: "1"\n', []],
  ['a file of another tool', '{"name": "x"}', []],
  ['a message without an end', 'name: "x"\nthird_party {\n', [], ['the last message is not closed']],
  ['no name', 'third_party { version: "1" }', [], ['"name" is missing']],
  ['nothing', '', []],
];

describe('android-metadata', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('android-metadata', text, lines, problems));
  it('100,000 addresses in linear time', () =>
    checkLarge(
      'android-metadata',
      `name: "a"\nthird_party {\n${'url { type: HOMEPAGE value: "https://a.example" }\n'.repeat(100_000)}}`,
      1,
    ));
  it('100,000 nested messages', () =>
    check('android-metadata', `name: "a"\nthird_party {${'x {'.repeat(100_000)}`, [], ['nested too deep']));
});
