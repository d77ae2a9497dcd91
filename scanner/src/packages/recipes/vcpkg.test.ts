import { expect, it } from 'vitest';
import { describeTree, lines } from '../../../test/packages/tree-check.ts';

const port = (name: string, version: string, dependencies: string[] = []) => ({ name, version, dependencies });
const FETCH = `vcpkg_from_github(OUT_SOURCE_PATH SOURCE_PATH REPO a/b REF "v\${VERSION}" SHA512 ${'ab'.repeat(64)} HEAD_REF main)\n`;

const REGISTRY = {
  'vcpkg/versions/baseline.json': {
    default: { zlib: { baseline: '1.3.1' }, png: { baseline: '1.6' }, no: { baseline: '9' } },
  },
  'vcpkg/ports/zlib/vcpkg.json': { ...port('zlib', '1.3.1'), license: 'Zlib' },
  'vcpkg/ports/zlib/portfile.cmake': FETCH,
  'vcpkg/ports/png/vcpkg.json': port('png', '1.6', ['zlib']),
  'vcpkg/ports/png/portfile.cmake': FETCH,
  'vcpkg/ports/no/vcpkg.json': port('no', '9'),
  'vcpkg/ports/no/portfile.cmake': FETCH,
};

it('ports of a registry in the tree count if a project requests them', () => {
  expect(lines(REGISTRY)).toEqual([]);
  expect(lines({ ...REGISTRY, 'vcpkg.json': { dependencies: ['png'] } })).toEqual([
    'pkg:vcpkg/png@1.6 direct < vcpkg.json vcpkg/ports/png/vcpkg.json > pkg:vcpkg/zlib@1.3.1',
    'pkg:vcpkg/zlib@1.3.1 transitive (Zlib) < vcpkg/ports/png/vcpkg.json vcpkg/ports/zlib/vcpkg.json',
  ]);
});

it('a configuration gives versions of a registry in the tree, and tells the baseline of another one', () =>
  expect(
    lines({
      ...REGISTRY,
      'app/vcpkg.json': { name: 'app', version: '1', dependencies: ['png', 'fmt', 'boost-any'] },
      'app/vcpkg-configuration.json': {
        'default-registry': { kind: 'git', repository: 'https://github.com/microsoft/vcpkg', baseline: 'abc' },
        registries: [{ kind: 'filesystem', path: '../vcpkg', packages: ['png', 'z*'] }],
      },
    }),
  ).toEqual([
    'pkg:vcpkg/app@1 own in "app" < app/vcpkg.json > pkg:vcpkg/boost-any pkg:vcpkg/fmt pkg:vcpkg/png@1.6',
    'pkg:vcpkg/boost-any direct < app/vcpkg.json asked for as "baseline abc"',
    'pkg:vcpkg/fmt direct < app/vcpkg.json asked for as "baseline abc"',
    'pkg:vcpkg/png@1.6 direct < app/vcpkg.json vcpkg/ports/png/vcpkg.json > pkg:vcpkg/zlib@1.3.1',
    'pkg:vcpkg/zlib@1.3.1 transitive (Zlib) < vcpkg/ports/png/vcpkg.json vcpkg/ports/zlib/vcpkg.json',
  ]));

it('an overlay port is third-party code if its recipe fetches it', () =>
  expect(
    describeTree({
      'ports/x/vcpkg.json': port('x', '2.0', ['y']),
      'ports/x/portfile.cmake': FETCH,
      'ports/own/vcpkg.json': port('own', '1'),
      'ports/own/portfile.cmake': `file(COPY "\${CURRENT_PORT_DIR}/a.h" DESTINATION x)\n`,
      'vcpkg.json': { dependencies: ['x', 'own'] },
    }).map(({ purl, isDirect, downloadUrl, integrity }) =>
      `${purl} ${isDirect} ${downloadUrl} ${integrity.slice(0, 9)}`.trim(),
    ),
  ).toEqual([
    'pkg:vcpkg/own@1 undefined',
    'pkg:vcpkg/x@2.0 true https://github.com/a/b/archive/v2.0.tar.gz sha512:ab',
    'pkg:vcpkg/y false',
  ]));

it('an installed port has the license of its SPDX document', () =>
  expect(
    lines({
      'vcpkg_installed/vcpkg/status':
        'Package: zlib\nVersion: 1.3.1\nArchitecture: x64-linux\nStatus: install ok installed\n',
      'vcpkg_installed/x64-linux/share/zlib/vcpkg.spdx.json': {
        packages: [
          { SPDXID: 'SPDXRef-port', name: 'zlib', versionInfo: '1.3.1', licenseConcluded: 'Zlib' },
          { SPDXID: 'SPDXRef-binary', name: 'zlib:x64-linux' },
        ],
      },
    }),
  ).toEqual([
    'pkg:vcpkg/zlib@1.3.1?triplet=x64-linux own (Zlib) < vcpkg_installed/vcpkg/status vcpkg_installed/x64-linux/share/zlib/vcpkg.spdx.json',
  ]));
