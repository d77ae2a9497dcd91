import { describe, expect, it } from 'vitest';
import { check, checkLarge, type ManifestCase, readText } from '../../../../test/manifests/manifest-check.ts';

const version9 = `lockfileVersion: '9.0'

settings:
  autoInstallPeers: true

importers:

  .:
    dependencies:
      '@scope/a':
        specifier: ^1.0.0
        version: 1.0.1(b@2.0.0)
      linked:
        specifier: workspace:*
        version: link:packages/linked
    devDependencies:
      d:
        specifier: ^4.0.0
        version: 4.0.0

packages:

  '@scope/a@1.0.1':
    resolution: {integrity: sha512-a}
    engines: {node: '>=18'}
    peerDependencies:
      b: '*'
    deprecated: |-
      use something: else
      please

  b@2.0.0:
    resolution: {integrity: sha512-b, tarball: https://r/b.tgz}
    cpu: [x64, arm64]

  d@4.0.0:
    resolution: {integrity: sha512-d}

  e@5.0.0:
    resolution: {integrity: sha512-e}

snapshots:

  '@scope/a@1.0.1(b@2.0.0)':
    dependencies:
      b: 2.0.0

  b@2.0.0: {}

  d@4.0.0:
    dependencies:
      alias: e@5.0.0

  e@5.0.0: {}
`;
const version6 = `lockfileVersion: '6.0'

dependencies:
  a:
    specifier: ^1.0.0
    version: 1.0.1(b@2.0.0)

packages:

  /@scope/c@3.0.0:
    resolution: {integrity: sha512-c}
    dev: true

  /a@1.0.1(b@2.0.0):
    resolution: {integrity: sha512-a}
    dependencies:
      b: 2.0.0
    dev: false

  /b@2.0.0:
    resolution: {integrity: sha512-b}
    optional: true
`;
const version5 = `lockfileVersion: 5.4

specifiers:
  a: ^1.0.0

dependencies:
  a: 1.0.1_b@2.0.0

packages:

  /@scope/c/3.0.0:
    resolution: {integrity: sha512-c}
    dev: true

  /a/1.0.1_b@2.0.0:
    resolution: {integrity: sha512-a}
    dependencies:
      '@scope/c': 3.0.0
`;

const cases: ManifestCase[] = [
  [
    'a direct request of a repository in version 5',
    `lockfileVersion: 5.4
dependencies:
  g: github.com/o/g/0123
packages:
  github.com/o/g/0123:
    resolution: {tarball: https://codeload.github.com/o/g/tar.gz/0123}
    name: g
    version: 1.0.0
    dev: false
`,
    ['locks pkg:npm/g@1.0.0 direct'],
  ],
  [
    'a direct request of an archive in version 9',
    `lockfileVersion: '9.0'
importers:
  .:
    devDependencies:
      g:
        specifier: github:o/g
        version: https://codeload.github.com/o/g/tar.gz/0123
packages:
  g@https://codeload.github.com/o/g/tar.gz/0123:
    resolution: {tarball: https://codeload.github.com/o/g/tar.gz/0123}
    version: 1.0.0
  l@file:../l:
    resolution: {directory: ../l, type: directory}
snapshots:
  g@https://codeload.github.com/o/g/tar.gz/0123: {}
  l@file:../l: {}
`,
    ['locks pkg:npm/g@1.0.0 development direct'],
  ],
  [
    'version 9',
    version9,
    [
      'locks pkg:npm/%40scope/a@1.0.1 direct',
      '  -> pkg:npm/b@2.0.0',
      'locks pkg:npm/b@2.0.0 transitive',
      'locks pkg:npm/d@4.0.0 development direct',
      '  -> pkg:npm/e@5.0.0',
      'locks pkg:npm/e@5.0.0 development transitive',
    ],
  ],
  [
    'version 6',
    version6,
    [
      'locks pkg:npm/%40scope/c@3.0.0 development transitive',
      'locks pkg:npm/a@1.0.1 direct',
      '  -> pkg:npm/b@2.0.0',
      'locks pkg:npm/b@2.0.0 optional transitive',
    ],
  ],
  [
    'version 5',
    version5,
    [
      'locks pkg:npm/%40scope/c@3.0.0 development transitive',
      'locks pkg:npm/a@1.0.1 direct',
      '  -> pkg:npm/%40scope/c@3.0.0',
    ],
  ],
  [
    'version 9: packages that only a tool with a peer needs, packages of addresses and files, a folder',
    `importers:
  .:
    dependencies:
      disk: {specifier: 'file:disk.tgz', version: file:disk.tgz}
      near: {specifier: 'file:near', version: file:near(host@3.0.0)}
      source: {specifier: 'github:x/source', version: https://codeload.github.com/x/source/tar.gz/abc}
    devDependencies:
      tool: {specifier: 1.0.0, version: 1.0.0(host@3.0.0)}
packages:
  disk@file:disk.tgz: {resolution: {tarball: file:disk.tgz}, version: 2.0.0}
  host@3.0.0: {}
  inner@1.0.0: {}
  near@file:near: {resolution: {directory: near, type: directory}}
  source@https://codeload.github.com/x/source/tar.gz/abc: {version: 4.0.0}
  tool@1.0.0: {}
snapshots:
  disk@file:disk.tgz: {}
  host@3.0.0: {}
  inner@1.0.0: {}
  near@file:near(host@3.0.0):
    dependencies: {host: 3.0.0}
  source@https://codeload.github.com/x/source/tar.gz/abc:
    dependencies: {disk: file:disk.tgz}
  tool@1.0.0(host@3.0.0):
    dependencies: {host: 3.0.0, inner: 1.0.0}
`,
    [
      'locks pkg:npm/disk@2.0.0 direct',
      'locks pkg:npm/host@3.0.0 direct',
      'locks pkg:npm/inner@1.0.0 development transitive',
      'locks pkg:npm/source@4.0.0 direct',
      '  -> pkg:npm/disk@2.0.0',
      'locks pkg:npm/tool@1.0.0 development direct',
      '  -> pkg:npm/host@3.0.0',
      '  -> pkg:npm/inner@1.0.0',
    ],
  ],
  [
    'versions 5 and 6: packages of addresses',
    `dependencies:
  old: github.com/x/old/abc
  source: {specifier: 'github:x/source', version: '@codeload.github.com/x/source/tar.gz/abc'}
packages:
  '@codeload.github.com/x/source/tar.gz/abc': {name: source, version: 4.0.0}
  github.com/x/old/abc: {name: old, version: 5.0.0, dependencies: {a: 1.0.0}}
  /a/1.0.0: {dev: false}
`,
    [
      'locks pkg:npm/source@4.0.0 direct',
      'locks pkg:npm/old@5.0.0 direct',
      '  -> pkg:npm/a@1.0.0',
      'locks pkg:npm/a@1.0.0 transitive',
    ],
  ],
  ['nothing', '', []],
  [
    'a lockfile without entries for the packages that the project requests',
    'dependencies:\n  a: 1.0.0_b@2.0.0\n  local: link:../local\ndevDependencies:\n  c: 3.0.0\npackages:\n  /c/3.0.0:\n    dev: true\n',
    ['locks pkg:npm/c@3.0.0 development direct', 'locks pkg:npm/a@1.0.0 direct'],
  ],
  ['no packages', "lockfileVersion: '9.0'\n", []],
  ['a line without a colon', 'packages:\n  what\n', [], ['"packages" should be an object but is a string']],
  [
    'a broken section after the packages',
    'packages:\n  a@1.0.0:\n    resolution: {integrity: sha512-a}\nsnapshots:\n  a@1.0.0: {\n',
    ['locks pkg:npm/a@1.0.0'],
    ['Line 6 breaks the YAML'],
  ],
  [
    'the document of pnpm itself, then that of the project',
    `---
importers:
  .:
    configDependencies: {conf: {specifier: 1.0.0, version: 1.0.0}}
    packageManagerDependencies: {pnpm: {specifier: 12.0.0, version: 12.0.0}}
packages:
  conf@1.0.0: {}
  exe@12.0.0: {}
  pnpm@12.0.0: {}
snapshots:
  conf@1.0.0: {}
  exe@12.0.0: {optional: true}
  pnpm@12.0.0:
    optionalDependencies: {exe: 12.0.0}
---
${version9}`,
    [
      'locks pkg:npm/conf@1.0.0 development direct',
      'locks pkg:npm/exe@12.0.0 development transitive',
      'locks pkg:npm/pnpm@12.0.0 development direct',
      '  -> pkg:npm/exe@12.0.0 optional',
      'locks pkg:npm/%40scope/a@1.0.1 direct',
      '  -> pkg:npm/b@2.0.0',
      'locks pkg:npm/b@2.0.0 transitive',
      'locks pkg:npm/d@4.0.0 development direct',
      '  -> pkg:npm/e@5.0.0',
      'locks pkg:npm/e@5.0.0 development transitive',
    ],
  ],
  [
    'names that every object inherits',
    'importers:\n  .:\n    dependencies: {toString: 1.0.0}\nsnapshots:\n  __proto__: {}\n  constructor@1.0.0: {}\n  toString: {}\n',
    ['locks pkg:npm/constructor@1.0.0 transitive', 'locks pkg:npm/tostring@1.0.0 direct'],
    ['"packages.__proto__" should be a name', '"packages.toString" should be a name'],
  ],
  [
    'a package without a version',
    'packages:\n  /a:\n    dev: true\n',
    [],
    ['"packages./a" should be a name and a version'],
  ],
];

describe('npm-pnpm-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('npm-pnpm-lock', text, lines, problems));

  it('keeps addresses and checksums', () => {
    const [a, b] = readText('npm-pnpm-lock', version9).findings;
    expect(a).toMatchObject({ integrity: 'sha512-a', downloadUrl: '' });
    expect(b).toMatchObject({ integrity: 'sha512-b', downloadUrl: 'https://r/b.tgz' });
  });

  it('50,000 packages', () => {
    const numbers = Array.from({ length: 50_000 }, (_, i) => i);
    const packages = numbers
      .map((i) => `  '@s/p${i}@1.0.${i}':\n    resolution: {integrity: sha512-${'x'.repeat(80)}}\n`)
      .join('\n');
    const snapshots = numbers
      .map((i) => `  '@s/p${i}@1.0.${i}':\n    dependencies:\n      '@s/p${i + 1}': 1.0.${i + 1}\n`)
      .join('\n');
    checkLarge(
      'npm-pnpm-lock',
      `lockfileVersion: '9.0'\n\npackages:\n\n${packages}\nsnapshots:\n\n${snapshots}`,
      50_000,
    );
  });
});
