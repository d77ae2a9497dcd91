import { describe, expect, it } from 'vitest';
import {
  check,
  checkEvidence,
  checkLarge,
  type ManifestCase,
  readText,
} from '../../../../test/manifests/manifest-check.ts';

const DOCUMENT = {
  spdxVersion: 'SPDX-2.2',
  name: 'zlib:x64-linux@1.3.1#2 abc',
  packages: [
    {
      name: 'zlib',
      SPDXID: 'SPDXRef-port',
      versionInfo: '1.3.1#2',
      downloadLocation: 'git+https://github.com/Microsoft/vcpkg@abc',
      homepage: 'https://www.zlib.net/',
      licenseConcluded: 'Zlib',
      licenseDeclared: 'NOASSERTION',
      description: 'A compression library',
    },
    { name: 'zlib:x64-linux', SPDXID: 'SPDXRef-binary', versionInfo: 'abc', downloadLocation: 'NONE' },
    {
      name: 'madler/zlib',
      SPDXID: 'SPDXRef-resource-1',
      downloadLocation: 'git+https://github.com/madler/zlib@v1.3.1',
      checksums: [{ algorithm: 'SHA512', checksumValue: 'ab' }],
    },
  ],
};

const cases: ManifestCase[] = [
  ['a port', JSON.stringify(DOCUMENT), ['locks pkg:vcpkg/zlib@1.3.1?port_revision=2&triplet=x64-linux "Zlib"']],
  ['no port', '{"packages":[]}', [], ['"packages" should have the port']],
  ['no file', '', [], ['could not be read']],
  [
    'values of wrong types',
    '{"packages":[1,{"SPDXID":"SPDXRef-port","name":"a","versionInfo":{},"checksums":5}]}',
    ['locks pkg:vcpkg/a'],
    [
      '"packages" should be an object',
      '"packages.checksums" should be a list',
      '"packages.versionInfo" should be a text',
    ],
  ],
];

describe('vcpkg-spdx', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('vcpkg-spdx', text, lines, problems));
  it('addresses, checksum and line', () =>
    checkEvidence('vcpkg-spdx', JSON.stringify(DOCUMENT, null, 1), [
      '7 pkg:vcpkg/zlib@1.3.1?port_revision=2&triplet=x64-linux https://www.zlib.net/ https://github.com/madler/zlib@v1.3.1 sha512:ab',
    ]));
  it('marks its package as installed', () =>
    expect(readText('vcpkg-spdx', JSON.stringify(DOCUMENT)).findings).toMatchObject([{ isPresent: true }]));
  it('20,000 files', () =>
    checkLarge(
      'vcpkg-spdx',
      JSON.stringify({ ...DOCUMENT, files: Array.from({ length: 20_000 }, (_, i) => ({ fileName: `f${i}` })) }),
      1,
    ));
});
