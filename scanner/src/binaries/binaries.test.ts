// Tables of cases for all members, and hostile bytes for the whole family.
import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { cpuMs } from '../../test/manifests/manifest-check.ts';
import {
  crateList,
  elfFile,
  ggufFile,
  goBuildInfo,
  oldGoBuildInfo,
  packageNote,
  peFile,
  safetensorsFile,
} from './builders.ts';
import { BINARY_HEAD_BYTES, BINARY_MEMBERS, binaryBytesWanted, MAX_PROGRAM_BYTES, readBinary } from './index.ts';

/** `purl [scope] [direct|transitive] ["license"]`, then a line for each dependency. */
function lines(bytes: Uint8Array): string[] {
  return readBinary(bytes).findings.flatMap((found) => [
    [
      found.purl,
      found.scope === 'runtime' ? '' : found.scope,
      found.isDirect === undefined ? '' : found.isDirect ? 'direct' : 'transitive',
      found.declaredLicense === '' ? '' : `"${found.declaredLicense}"`,
    ]
      .filter((part) => part !== '')
      .join(' '),
    ...found.dependencies.map(({ purl, scope }) => `  -> ${purl}${scope === 'runtime' ? '' : ` ${scope}`}`),
  ]);
}

const MODULES = [
  'path\tcmd/tool',
  'mod\texample.org/tool\t(devel)\t',
  'dep\tgolang.org/x/sys\tv0.1.0\th1:abc=',
  'dep\told.org/a\tv1.0.0',
  '=>\tnew.org/a\tv1.0.1\th1:def=',
  'dep\tlocal.org/b\tv0.0.0',
  '=>\t./b\t(devel)\t',
  'build\t-compiler=gc',
  '',
].join('\n');
const GO_LINES = [
  'pkg:golang/example.org/tool direct',
  '  -> pkg:golang/golang.org/x/sys@v0.1.0',
  '  -> pkg:golang/new.org/a@v1.0.1',
  '  -> pkg:golang/stdlib@1.22.1',
  'pkg:golang/golang.org/x/sys@v0.1.0',
  'pkg:golang/new.org/a@v1.0.1',
  'pkg:golang/stdlib@1.22.1',
];
const CRATES = {
  packages: [
    { name: 'app', version: '0.1.0', source: 'local', root: true, dependencies: [1, 2] },
    { name: 'serde', version: '1.0.1', source: 'crates.io', dependencies: [3] },
    { name: 'cc', version: '1.0.2', source: 'crates.io', kind: 'build' },
    { name: 'libc', version: '0.2', source: 'crates.io' },
  ],
};

const CASES: [title: string, bytes: Buffer, lines: string[], problem?: string][] = [
  ['Go', elfFile({ '.go.buildinfo': goBuildInfo('go1.22.1', MODULES) }), GO_LINES],
  ['Go before 1.18', elfFile({ '.go.buildinfo': oldGoBuildInfo('go1.22.1', MODULES) }), GO_LINES],
  [
    'Go with the magic as a text before',
    elfFile({
      '.rodata': Buffer.from('\xff Go buildinf:', 'latin1'),
      '.go.buildinfo': goBuildInfo('go1.22.1', MODULES),
    }),
    GO_LINES,
  ],
  ['Go without modules', elfFile({ '.go.buildinfo': goBuildInfo('go1.20', '') }), ['pkg:golang/stdlib@1.20']],
  [
    'Rust',
    elfFile({ '.dep-v0': crateList(CRATES) }),
    [
      'pkg:cargo/app@0.1.0 direct',
      '  -> pkg:cargo/serde@1.0.1',
      '  -> pkg:cargo/cc@1.0.2 build',
      'pkg:cargo/serde@1.0.1 direct',
      '  -> pkg:cargo/libc@0.2',
      'pkg:cargo/cc@1.0.2 build direct',
      'pkg:cargo/libc@0.2 transitive',
    ],
  ],
  ['Rust, broken', elfFile({ '.dep-v0': Buffer.from('x') }), [], 'The list of crates could not be read'],
  [
    'a package of a distribution',
    elfFile({
      '.note.package': packageNote({
        type: 'rpm',
        os: 'fedora',
        osVersion: '40',
        name: 'bash',
        version: '5.2-3.fc40',
        architecture: 'x86_64',
      }),
    }),
    ['pkg:rpm/fedora/bash@5.2-3.fc40?arch=x86_64&distro=fedora-40'],
  ],
  [
    'a package of Debian without its system',
    elfFile({ '.note.package': packageNote({ type: 'deb', name: 'fuse3', version: '3.14' }) }),
    ['pkg:deb/debian/fuse3@3.14'],
  ],
  ['an unknown type', elfFile({ '.note.package': packageNote({ type: 'constructor' }) }), [], '"type" should be deb'],
  ['a note that is no JSON', elfFile({ '.note.package': packageNote('x') }), [], 'could not be read'],
  [
    'a kernel module',
    elfFile({ '.modinfo': Buffer.from('license=GPL v2\0name=loop\0version=1.2\0depends=a,b\0') }, true),
    ['pkg:generic/loop@1.2 "GPL v2"', '  -> pkg:generic/a', '  -> pkg:generic/b'],
  ],
  ['an ordinary program', elfFile({ '.text': Buffer.from('x') }), []],
  [
    'a Windows library',
    peFile({ CompanyName: 'X', FileDescription: 'Does it', ProductName: 'The Tool', ProductVersion: '1, 2, 3, 4' }),
    ['pkg:generic/The%20Tool@1.2.3.4'],
  ],
  [
    'a Windows library without a product',
    peFile({ OriginalFilename: 'a.dll', FileVersion: '6.1.7 (build)' }),
    ['pkg:generic/a@6.1.7'],
  ],
  ['a Windows program without texts', peFile({}), []],
  [
    'a model of llama.cpp',
    ggufFile({ 'general.name': 'Tiny Model', 'general.version': 'v1', 'general.license': 'apache-2.0' }),
    ['pkg:generic/Tiny-Model@v1 "apache-2.0"'],
  ],
  [
    'a model of Hugging Face',
    ggufFile({ 'general.name': 'T', 'general.repo_url': 'https://huggingface.co/org/model' }),
    ['pkg:huggingface/org/model'],
  ],
  ['a model without a name', ggufFile({}), [], 'should have "general.name"'],
  [
    'safetensors',
    safetensorsFile({
      __metadata__: { 'modelspec.title': 'Style', 'modelspec.license': 'CreativeML Open RAIL-M' },
      a: {},
    }),
    ['pkg:generic/Style "CreativeML Open RAIL-M"'],
  ],
  ['safetensors without information', safetensorsFile({ __metadata__: { format: 'pt' } }), []],
  ['nothing', Buffer.alloc(0), []],
];

describe('readBinary', () => {
  it.each(CASES)('%s', (_, bytes, expected, problem) => {
    expect(lines(bytes)).toEqual(expected);
    const { findings, issues } = readBinary(bytes);
    expect(issues.map(({ message }) => message)).toEqual(
      problem === undefined ? [] : [expect.stringContaining(problem)],
    );
    for (const found of findings) expect(found).toMatchObject({ role: 'locks', isPresent: true });
  });

  it.each(CASES)('%s, changed or cut anywhere', (_, bytes) => {
    let state = 3;
    const next = (): number => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state;
    };
    for (let run = 0; run < 500 && bytes.length > 0; run++) {
      const changed = Buffer.from(bytes);
      for (let change = 0; change < 4; change++) changed[next() % changed.length] = next() >>> 24;
      const { findings, issues } = readBinary(run % 3 === 0 ? changed.subarray(0, next() % bytes.length) : changed);
      for (const found of findings) expect(found.purl).toMatch(/^pkg:/);
      expect(issues.length).toBeLessThan(100);
    }
  });

  it('this test has a case for every member', () => {
    const names = BINARY_MEMBERS.filter((member) =>
      CASES.some(([, bytes, expected]) => expected.length > 0 && member.sniff(bytes)),
    ).map(({ name }) => name);
    expect(names).toEqual(BINARY_MEMBERS.map(({ name }) => name));
  });

  it('megabytes of magic numbers are read in time', () => {
    const start = cpuMs();
    readBinary(elfFile({ x: Buffer.from('\xff Go buildinf:'.repeat(500_000), 'latin1') }));
    readBinary(peFile(Object.fromEntries(Array.from({ length: 1500 }, (_, i) => [`k${i}`, 'v']))));
    readBinary(
      elfFile({
        '.dep-v0': crateList({ packages: Array.from({ length: 50_000 }, () => ({ name: 'a', version: '1' })) }),
      }),
    );
    expect(cpuMs() - start).toBeLessThan(15_000);
  });

  it('a list of crates that unpacks to a huge size is refused', () => {
    const bomb = elfFile({ '.dep-v0': crateList({ x: ' '.repeat(40 * 1024 * 1024) }) });
    expect(readBinary(bomb).issues).toMatchObject([{ message: expect.stringContaining('could not be read') }]);
  });
});

it('says by the first bytes how much of a file it needs', () => {
  const byHead = (bytes: Buffer): number => binaryBytesWanted(bytes.subarray(0, 8192));
  expect(byHead(elfFile({}))).toBe(MAX_PROGRAM_BYTES);
  expect(byHead(ggufFile({}))).toBe(BINARY_HEAD_BYTES);
  expect(byHead(Buffer.from('\0\x01\x02'))).toBe(0);
});

const SAFETENSORS = '../shared/data/packages/syft/ai/testdata/safetensors/nomic-embed-475M.header.safetensors';
it.skipIf(!existsSync(SAFETENSORS))('a real head of safetensors names no model (skipped without the test data)', () => {
  expect(readBinary(readFileSync(SAFETENSORS))).toEqual({ findings: [], issues: [] });
});
