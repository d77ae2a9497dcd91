import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '../archives/index.ts';
import type { Advisory, AdvisoryItem } from './advisory.ts';
import { matchAdvisory } from './matching.ts';
import { subjectOf } from './names.ts';
import { ADVISORY_CASES, plain } from './reader-cases.ts';
import { ADVISORY_MEMBERS, mayHoldAdvisories, readAdvisories } from './readers.ts';

const bytesOf = (document: unknown) => Buffer.from(typeof document === 'string' ? document : JSON.stringify(document));
const read = (document: unknown, path = 'one.json') => readAdvisories(path, bytesOf(document));
const advisoriesOf = (items: readonly AdvisoryItem[]): Advisory[] =>
  items.flatMap((item) => (item.type === 'advisory' ? [item.advisory] : []));

it.each(ADVISORY_CASES)('%s', (_title, document, path, member, found, issues) => {
  const answer = read(document, path);
  expect(answer.member).toBe(member);
  expect(answer.findings).toEqual(found);
  for (const sentence of issues)
    expect(answer.issues.map(({ message }) => message)).toContainEqual(expect.stringContaining(sentence));
  if (issues.length === 0) expect(answer.issues).toEqual([]);
});

it('reads UTF-16, and reports other encodings', () => {
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(JSON.stringify(plain), 'utf16le')]);
  expect(readAdvisories('a.json', wide).member).toBe('osv');
  const latin1 = Buffer.from('{"id": "X-1", "summary": "Stra\xdfe", "affected": []}', 'latin1');
  expect(readAdvisories('a.json', latin1).issues[0]?.message).toContain('not UTF-8');
});

const ofNpm = (more: object) => ({ package: { ecosystem: 'npm', name: 'a' }, versions: ['1'], ...more });
const ofGit = (more: object) => ({
  ranges: [{ type: 'GIT', repo: 'https://example.org/a/b', events: [{ introduced: '0' }] }],
  ...more,
});
const signed = (...files: (string | undefined)[]) => ({
  vanir_signatures: files.map((file) => ({ signature_type: 'Line', ...(file && { target: { file } }) })),
});
const fileOf = (path: string) => ({ path, symbols: [], isFile: true });

it.each<[string, object, object[]]>([
  ['none', ofNpm({}), []],
  [
    'functions of GitHub',
    ofNpm({ ecosystem_specific: { affected_functions: ['a.f', 'a.g', 'a.f'] } }),
    [{ path: 'a', symbols: ['a.f', 'a.g'] }],
  ],
  ['no functions', ofNpm({ ecosystem_specific: { affected_functions: null } }), []],
  [
    'functions of Go, whose packages are not named',
    {
      package: { ecosystem: 'Go', name: 'a.org/b' },
      versions: ['1'],
      ecosystem_specific: { affected_functions: ['f'] },
    },
    [],
  ],
  [
    'files of a fix',
    ofGit({ database_specific: signed('lib/a.c', './lib/b.c', 'lib/a.c', undefined) }),
    [fileOf('lib/a.c'), fileOf('lib/b.c')],
  ],
  ['files of a fix, beside a package', ofNpm({ ecosystem_specific: signed('a.js') }), [fileOf('a.js')]],
  [
    'files of a fix that were taken back',
    ofGit({ database_specific: { vanir_signatures: [{ deprecated: true, target: { file: 'a.c' } }] } }),
    [],
  ],
  ['no path', ofGit({ database_specific: signed('https://example.org/a.c', 'src/*.c') }), []],
])('parts of a record of OSV: %s', (_what, affected, parts) => {
  const { findings, issues } = read({ id: 'X-1', affected: [affected] });
  expect([advisoriesOf(findings)[0]?.affected[0]?.parts, issues]).toEqual([parts, []]);
});

const ofUbuntu = (binaries: unknown, ecosystem = 'Ubuntu:22.04:LTS') => ({
  id: 'UBUNTU-CVE-2026-1',
  affected: [{ package: { ecosystem, name: 'openssl' }, versions: ['3.0.2-0'], ecosystem_specific: { binaries } }],
});
const listOf = (...symbols: string[]) => [{ path: 'openssl', symbols, areBinaries: true }];

it.each<[string, unknown, object[], string?]>([
  [
    'of Ubuntu',
    [
      { binary_name: 'libssl3', binary_version: '3.0.2-0ubuntu1.10' },
      { binary_name: 'libssl3:amd64', binary_version: '3.0.2-0ubuntu1.10' },
      { binary_name: 'openssl', binary_version: '3.0.2-0ubuntu1.10' },
    ],
    listOf('libssl3', 'openssl'),
  ],
  [
    'of SUSE, and formerly of Ubuntu',
    [{ libopenssl3: '3.0.8-1', 'libstdc++6': '1' }],
    listOf('libopenssl3', 'libstdc++6'),
  ],
  ['as names alone', ['libssl3', 'openssl'], listOf('libssl3', 'openssl')],
  ['none', undefined, []],
  ['null', null, []],
  ['an empty list', [], []],
  ['an empty object', [{}], []],
  ['no list', 'libssl3', [], '"binaries" is "libssl3", but must be a list; the list of binary packages was left out.'],
  [
    'a number among them',
    ['libssl3', 7],
    [],
    '"binaries[1]" should be an object with the member "binary_name", but is 7',
  ],
  [
    'a version without a name',
    [{ binary_version: '1' }],
    [],
    '"binaries[0].binary_name" should be the name of a binary package, such as libssl3, but is missing',
  ],
  ['a list as a name', [{ binary_name: ['libssl3'] }], [], '"binaries[0].binary_name" should be'],
  [
    'an object as a version',
    [{ libssl3: { a: 1 } }],
    [],
    '"binaries[0].libssl3" should be a version, but is an object',
  ],
  ['a blank in a name', [{ binary_name: 'lib ssl' }], [], '"binaries[0].binary_name" is "lib ssl", but must be'],
  ['a very long name', ['a'.repeat(10_000)], [], '"binaries[0]" is "aaa'],
  ['too many', Array.from({ length: 100_000 }, (_, i) => `a${i}`), [], '"binaries" has more than 10000 names'],
])('binary packages of a record of OSV: %s', (_what, binaries, parts, issue) => {
  const { findings, issues } = read(ofUbuntu(binaries));
  expect(advisoriesOf(findings)[0]?.affected[0]).toMatchObject({ versions: ['3.0.2-0'], parts });
  expect(issues.map(({ message }) => message)).toEqual(issue === undefined ? [] : [expect.stringContaining(issue)]);
});

it('binary packages of a record of OSV: names of members of all objects, and other ecosystems', () => {
  const written = JSON.stringify(ofUbuntu([{ NAME: '1' }]));
  const hostile = read(written.replace('NAME', '__proto__'));
  expect(advisoriesOf(hostile.findings)[0]?.affected[0]?.parts).toEqual([]);
  expect(hostile.issues[0]?.message).toContain(
    '"binaries[0]" is "__proto__", but must be the name of a binary package',
  );
  const named = read(written.replace('NAME', 'constructor'));
  expect(advisoriesOf(named.findings)[0]?.affected[0]?.parts).toEqual(listOf('constructor'));
  const other = read(ofUbuntu([{ libssl3: '1' }], 'npm'));
  expect([advisoriesOf(other.findings)[0]?.affected[0]?.parts, other.issues]).toEqual([[], []]);
  const suse = read(ofUbuntu([{ libopenssl3: '1' }], 'openSUSE:Leap 15.5'));
  expect(advisoriesOf(suse.findings)[0]?.affected[0]).toMatchObject({ type: 'rpm', parts: listOf('libopenssl3') });
});

it.each<[string, object, object[]]>([
  ['routines', { programRoutines: [{ name: 'a.f' }, { name: 'a.g()' }] }, [{ path: 'a', symbols: ['a.f', 'a.g()'] }]],
  [
    'files and routines',
    { programFiles: ['./a.js'], programRoutines: [{ name: 'f' }] },
    [fileOf('a.js'), { path: 'a', symbols: ['f'] }],
  ],
  ['routines of Go', { collectionURL: 'https://pkg.go.dev', programRoutines: [{ name: 'f' }] }, []],
])('parts of a CVE record: %s', (_what, product, parts) => {
  const npm = { vendor: 'a', product: 'a', packageName: 'a', collectionURL: 'https://registry.npmjs.org' };
  const versions = [{ version: '1', status: 'affected' }];
  const { findings, issues } = read({
    dataType: 'CVE_RECORD',
    cveMetadata: { cveId: 'CVE-2026-1' },
    containers: { cna: { affected: [{ ...npm, versions, ...product }] } },
  });
  expect([advisoriesOf(findings)[0]?.affected[0]?.parts, issues]).toEqual([parts, []]);
});

it("reads ranges in the project's own versions besides those of the ecosystem", () => {
  const events = [{ introduced: '0' }, { fixed: '1.9.0' }];
  const specific = (custom_ranges: unknown) => ({
    id: 'GO-1',
    affected: [
      {
        package: { ecosystem: 'Go', name: 'a.org/b' },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }],
        ecosystem_specific: { custom_ranges },
      },
    ],
  });
  const [found] = advisoriesOf(read(specific([{ type: 'ECOSYSTEM', events }])).findings);
  expect(found?.affected[0]?.ownRanges).toEqual([
    {
      kind: 'ECOSYSTEM',
      repo: '',
      events: [
        { event: 'introduced', version: '0' },
        { event: 'fixed', version: '1.9.0' },
      ],
    },
  ]);
  expect(read(specific('all')).issues[0]?.message).toContain('custom_ranges');
});

it('a PHP range that begins after a version excludes that version, unless another branch contains it', () => {
  const outcome = (versions: string[][], version: string) => {
    const branches = versions.map(
      (all, at) => `  b${at}:\n    versions: [${all.map((one) => `'${one}'`).join(', ')}]\n`,
    );
    const text = `title: x\nreference: composer://a/b\nbranches:\n${branches.join('')}`;
    const [found] = advisoriesOf(readAdvisories('a/b/c.yaml', Buffer.from(text)).findings);
    const subject = subjectOf(`pkg:composer/a/b@${version}`);
    return found && !('problem' in subject) ? matchAdvisory(subject, found).outcome : undefined;
  };
  const after = ['>1.0.0', '<2.0.0'];
  expect(outcome([after], '1.0.0')).toBe('not-affected');
  expect(outcome([after], '1.0.1')).toBe('affected');
  expect(outcome([after, ['<=1.0.0']], '1.0.0')).toBe('affected');
  expect(outcome([['<0.5'], after], '1.0.0')).toBe('not-affected');
});

it('keys such as __proto__ in a record change no JavaScript object', () => {
  const text = '{"id":"X-1","affected":[],"__proto__":{"withdrawn":"2024-01-01T00:00:00Z"},"constructor":1}';
  expect(advisoriesOf(read(text).findings)[0]?.withdrawn).toBeNull();
});

it('a record with more than 100,000 events is reported and left out', () => {
  const events = Array.from({ length: 100_001 }, (_, i) => ({ introduced: String(i) }));
  const answer = read({ ...plain, affected: [{ ...plain.affected[0], ranges: [{ type: 'SEMVER', events }] }] });
  expect(answer.findings).toEqual([]);
  expect(answer.issues[0]?.message).toContain('100001 versions and events');
});

it('every member has a case in ADVISORY_CASES', () => {
  const tested = new Set(ADVISORY_CASES.map(([, , , member]) => member));
  expect(ADVISORY_MEMBERS.map(({ name }) => name).filter((name) => !tested.has(name))).toEqual([]);
});

describe('mutated records never throw', () => {
  const text = JSON.stringify(ADVISORY_CASES.map(([, document]) => document));
  it.each(Array.from({ length: 40 }, (_, i) => i))('mutation %i', (seed) => {
    const bytes = Buffer.from(JSON.stringify(ADVISORY_CASES[seed % ADVISORY_CASES.length]![1]));
    for (let i = 0; i < 5; i++)
      bytes[(seed * 7919 + i * 104_729) % Math.max(1, bytes.length)] = 32 + ((seed * 31 + i * 17) % 90);
    expect(readAdvisories('a.json', bytes)).toHaveProperty('issues');
    expect(readAdvisories('a.yaml', bytes)).toHaveProperty('issues');
    expect(text.length).toBeGreaterThan(0);
  });
});

describe('public sets', () => {
  const shared = join(import.meta.dirname, '../../../../shared/data');
  const sets: [file: string, count: number, mostIssues: number][] = [
    ['osv/Go/all.zip', 4291, 0],
    ['osv/PyPI/all.zip', 2661, 1],
    ['osv/crates.io/all.zip', 1206, 0],
    ['osv/npm/all.zip', 466, 1],
    ['advisories/cve-records-with-adp.tar.gz', 5000, 60],
    // Two files there belong to the repository itself.
    ['advisories/php.tar.gz', 1592, 2],
  ];
  it.each(sets)('%s has %i advisories', async (file, count, mostIssues) => {
    const path = join(shared, file);
    if (!existsSync(path)) return console.warn(`${path} is absent: the set is not read`);
    let advisories = 0;
    const issues: string[] = [];
    const options = {
      limits: DEFAULT_ARCHIVE_LIMITS,
      expansion: 'none' as const,
      archiveDirSuffix: '',
      deleteArchiveAfterExpand: true,
      temporaryFolder: tmpdir(),
    };
    for await (const item of readArchive(path, options)) {
      if (item.type !== 'file' || !mayHoldAdvisories(item.path)) continue;
      const found = readAdvisories(item.path, item.bytes);
      advisories += advisoriesOf(found.findings).length;
      issues.push(...found.issues.map(({ path: where, message }) => `${where}: ${message}`));
    }
    expect(advisories).toBe(count);
    expect(issues.length, issues.slice(0, 5).join('\n')).toBeLessThanOrEqual(mostIssues);
  });
  it('retire.js and ENISA', async () => {
    const retire = join(shared, 'vendored-javascript/jsrepository-v6.json');
    if (!existsSync(retire)) return console.warn(`${retire} is absent: the set is not read`);
    const found = advisoriesOf(readAdvisories('r.json', await readFile(retire)).findings);
    expect([found.length, found.flatMap(({ affected }) => affected).length]).toEqual([479, 723]);
    const enisa = readAdvisories('e.json', await readFile(join(shared, 'advisories/eu-kev/eukev.json')));
    expect([enisa.findings.length, enisa.issues]).toEqual([43, []]);
  });
});

it('large files of YAML, which take minutes to read, are left out with a sentence', () => {
  const { findings, issues } = readAdvisories('a.yaml', Buffer.from(`title: x\n${'# '.repeat(600_000)}\n`));
  expect(findings).toEqual([]);
  expect(issues.map(({ message }) => message)).toEqual([expect.stringContaining('bytes of YAML, more than 1048576')]);
});

it('a record with more events than one may have is left out with a sentence', () => {
  const affected = Array.from({ length: 50_001 }, (_, at) => ({
    package: { ecosystem: 'npm', name: 'a' },
    ranges: [{ type: 'SEMVER', events: [{ introduced: `${at}.0.0` }, { fixed: `${at}.1.0` }] }],
  }));
  const { findings, issues } = read({ id: 'X-3', affected }, 'a.json');
  expect(findings).toEqual([]);
  expect(issues.map(({ message }) => message)).toEqual([
    'X-3 has 100002 versions and events of ranges, more than 100000; the record was left out.',
  ]);
});
