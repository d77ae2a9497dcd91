import { describe, expect, it } from 'vitest';
import { readManifest } from '../../index.ts';

/** `line name operator value` of each statement. */
function statements(member: string, text: string, problems: string[] = []): string[] {
  const { findings, issues } = readManifest(member, Buffer.from(text));
  expect(issues.map(({ message }) => message)).toEqual(problems.map((one) => expect.stringContaining(one)));
  return findings.flatMap(({ defines }) =>
    (defines?.recipe ?? []).map(({ line, name, operator, value }) => `${line} ${name} ${operator} ${value}`.trim()),
  );
}

const CONFIGURATION = `{
  "default-registry": {"kind": "git", "repository": "https://github.com/microsoft/vcpkg", "baseline": "abc"},
  "registries": [
    {"kind": "filesystem", "path": "../own", "packages": ["a", "b-*"]},
    {"kind": "artifact", "location": "x", "name": "y"}
  ],
  "overlay-ports": ["./ports"]
}`;

const cases: [title: string, member: string, text: string, lines: string[], problems?: string[]][] = [
  [
    'registries',
    'vcpkg-configuration',
    CONFIGURATION,
    [
      '2 registry git https://github.com/microsoft/vcpkg abc',
      '4 registry filesystem ../own',
      '4 packages = a b-*',
      '7 overlay-ports = ./ports',
    ],
  ],
  [
    'a baseline',
    'vcpkg-configuration',
    '{"default": {\n"zlib": {"baseline": "1.3.1", "port-version": 0},\n"__proto__": {"baseline": "1"}}}',
    ['2 zlib at 1.3.1', '3 __proto__ at 1'],
  ],
  ['no default', 'vcpkg-configuration', '{"default-registry": null, "registries": []}', []],
  ['no file', 'vcpkg-configuration', '', [], ['could not be read']],
  [
    'values of wrong types',
    'vcpkg-configuration',
    '{"registries": {}, "overlay-ports": 1, "default": 5}',
    [],
    ['"default" should be an object'],
  ],
  [
    'a portfile',
    'vcpkg-portfile',
    `# x\nvcpkg_from_github(\n  OUT_SOURCE_PATH SOURCE_PATH\n  REPO a/b\n  REF "v\${VERSION}" # tag\n  SHA512 ab\n)\n#vcpkg_from_git(URL x)\n`,
    ['1 port', `2 vcpkg_from_github ( OUT_SOURCE_PATH SOURCE_PATH\n  REPO a/b\n  REF v\${VERSION}      \n  SHA512 ab`],
  ],
  ['an empty portfile', 'vcpkg-portfile', '', ['1 port']],
];

describe('vcpkg-configuration and vcpkg-portfile', () => {
  it.each(cases)('%s', (_, member, text, lines, problems) => expect(statements(member, text, problems)).toEqual(lines));
  it('a baseline of 20,000 ports', () =>
    expect(
      statements(
        'vcpkg-configuration',
        JSON.stringify({
          default: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { baseline: '1' }])),
        }),
      ),
    ).toHaveLength(20_000));
});
