// Compares matches of distributions, and of ecosystems whose records no public set here has, with a second evaluation that shares no code with
// the matcher. Two sorts of expectations:
// - records of distributions, GitHub and OSV with the hard cases (back-ports, streams, modules, epochs), read and ordered here by own code;
// - tables of versions in order, from which records are made: what a record says to be fixed in b holds for a exactly if the table says a < b.
// A false alarm is a match where the second evaluation says "not affected"; what the matcher cannot tell is counted apart. Prints JSON, and fails
// above the share of false alarms aimed at.
//   node bench/distribution-opinion.ts [folder of the public data, default ../shared/data]
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Advisory, matchAdvisory, readAdvisories, subjectOf } from '../scanner/src/advisories/index.ts';
import { itemAt } from '../scanner/src/items.ts';
import { compareApk, compareDeb, compareRpm } from './distribution-orders.ts';

const data = process.argv[2] ?? join(import.meta.dirname, '../../shared/data');
const MOST_FALSE_ALARMS = 0.02;

interface Count {
  pairs: number;
  affected: number;
  falseAlarms: number;
  missed: number;
  undetermined: number;
}

const counts: Record<string, Count> = {};
const differences: { record: string; purl: string; matcher: string; second: string; why: string }[] = [];

function judge(kind: string, purl: string, advisory: Advisory, isAffected: boolean): void {
  counts[kind] ??= { pairs: 0, affected: 0, falseAlarms: 0, missed: 0, undetermined: 0 };
  const count = counts[kind];
  const subject = subjectOf(purl);
  if ('problem' in subject) throw new Error(`${purl}: ${subject.problem}`);
  const { outcome, why } = matchAdvisory(subject, advisory);
  count.pairs++;
  if (isAffected) count.affected++;
  if (outcome === 'undetermined') count.undetermined++;
  else if ((outcome === 'affected') === isAffected) return;
  else if (isAffected) count.missed++;
  else count.falseAlarms++;
  const second = isAffected ? 'affected' : 'not-affected';
  differences.push({ record: advisory.id, purl, matcher: outcome, second, why: why.join(' ') });
}

type Order = (a: string, b: string) => number;
const ORDERS: Record<string, Order> = { deb: compareDeb, rpm: compareRpm, apk: compareApk };
const TYPES: Record<string, string> = {
  ...Object.fromEntries(['rhel', 'ol', 'sles', 'almalinux', 'hummingbird'].map((name) => [name, 'rpm'])),
  ...Object.fromEntries(['debian', 'ubuntu'].map((name) => [name, 'deb'])),
  ...Object.fromEntries(['alpine', 'wolfi', 'chainguard'].map((name) => [name, 'apk'])),
};
/** One is before and one is after all versions in records. */
const EXTREMES: Record<string, string[]> = {
  deb: ['0.0.1-1', '999-1'],
  rpm: ['0.0.1-1', '999-1'],
  apk: ['0.0.1-r1', '999-r1'],
};
const VENDORS: Record<string, string> = { rhel: 'redhat', ol: 'oracle', sles: 'suse' };

interface Entry {
  name: string;
  vendor: string;
  release: string;
  module: string;
  /** The comparisons of each alternative; no alternative means "never affected". */
  ranges: [sign: string, version: string][][];
}

/** The entries of a distribution's record, in their original form. */
function entriesOf(document: Record<string, unknown>): Entry[] {
  const item = document.item as Record<string, unknown>;
  const vulnerability = item.Vulnerability as { FixedIn?: Record<string, string | null>[] } | undefined;
  const ofDistribution = (vulnerability?.FixedIn ?? []).map((one) => {
    const [vendor = '', release = ''] = (one.NamespaceName ?? '').split(':');
    const fixed = one.Version ?? '';
    const ranges = one.VulnerableRange
      ? comparisons(one.VulnerableRange)
      : fixed === '0'
        ? []
        : fixed === '' || fixed === 'None'
          ? [[]]
          : [[['<', fixed] as [string, string]]];
    return { name: one.Name ?? '', vendor, release, module: (one.Module ?? '').toLowerCase(), ranges };
  });
  interface Affected {
    package: { ecosystem: string; name: string };
    ranges?: { events: Record<string, string>[] }[];
  }
  const ofOsv = ((item.affected ?? []) as Affected[]).flatMap((one) => {
    const [vendor = '', release = ''] = one.package.ecosystem.toLowerCase().split(':');
    if (TYPES[vendor] === undefined || one.package.ecosystem.startsWith('Root:')) return [];
    const ranges = (one.ranges ?? []).map(({ events }) =>
      events.flatMap((event): [string, string][] => {
        if (event.introduced !== undefined) return event.introduced === '0' ? [] : [['>=', event.introduced]];
        return event.fixed === undefined ? [['<=', event.last_affected ?? '']] : [['<', event.fixed]];
      }),
    );
    return [{ name: one.package.name, vendor, release, module: '', ranges }];
  });
  return [...ofDistribution, ...ofOsv].filter(({ vendor }) => TYPES[vendor] !== undefined);
}

function comparisons(text: string): [string, string][][] {
  return text.split('||').map((part) =>
    part
      .split(',')
      .map((one) => one.trim().split(/\s+/))
      .map(([sign = '', version = '']) => [sign, version]),
  );
}

function holds(version: string, ranges: Entry['ranges'], order: Order): boolean {
  return ranges.some((range) =>
    range.every(([sign, bound]) => {
      const step = order(version, bound);
      if (sign === '<') return step < 0;
      if (sign === '<=') return step <= 0;
      return sign === '>' ? step > 0 : step >= 0;
    }),
  );
}

/**
 * Versions near a bound, as packagers write them: rebuilds, pre-releases, security updates, a later release and an
 * epoch.
 */
function around(version: string, type: string): string[] {
  if (type === 'apk') {
    const revision = Number(/-r(\d+)$/.exec(version)?.[1] ?? 0);
    const base = version.replace(/-r\d+$/, '');
    return [
      version,
      `${base}-r${revision + 1}`,
      `${base}-r${Math.max(0, revision - 1)}`,
      `${base}_rc1-r0`,
      `${base}.1-r0`,
    ];
  }
  const more = type === 'deb' ? ['+b1', '~bpo12+1', '+deb12u1', '.1'] : ['.1', '~1', '_9.1'];
  const plain = version.replace(/^\d+:/, '');
  return [version, ...more.map((end) => version + end), plain, `1:${plain}`, `9:${plain}`];
}

function purlOf(entry: Entry, type: string, version: string, release: string): string {
  const vendor = VENDORS[entry.vendor] ?? entry.vendor;
  const epoch = /^(\d+):/.exec(version)?.[1];
  const written = type === 'rpm' ? version.replace(/^\d+:/, '') : version;
  const qualifiers = [
    ...(release === '' || release === 'rolling' ? [] : [`distro=${entry.vendor}-${release.replace('+', '%2B')}`]),
    ...(type === 'rpm' && epoch !== undefined ? [`epoch=${epoch}`] : []),
    ...(entry.module === '' ? [] : [`rpmmod=${entry.module}`]),
  ];
  const tail = qualifiers.length === 0 ? '' : `?${qualifiers.join('&')}`;
  return `pkg:${type}/${vendor}/${entry.name}@${encodeURIComponent(written)}${tail}`;
}

function probeRecord(document: Record<string, unknown>, advisory: Advisory): void {
  const entries = entriesOf(document);
  for (const entry of entries) {
    const type = itemAt([TYPES[entry.vendor] ?? ''], 0);
    const order = ORDERS[type];
    if (order === undefined) continue;
    const bounds = entry.ranges.flat().map(([, version]) => version);
    // Several entries for one package and release are alternatives.
    const ranges = entries
      .filter((one) => one.name === entry.name && one.release === entry.release && one.module === entry.module)
      .flatMap((one) => one.ranges);
    for (const version of new Set([...bounds.flatMap((one) => around(one, type)), ...(EXTREMES[type] ?? [])])) {
      // Versions of installed RPM packages always have a release.
      if (type === 'rpm' && !version.includes('-')) continue;
      const kind = `${type} ${entry.vendor}`;
      judge(kind, purlOf(entry, type, version, entry.release), advisory, holds(version, ranges, order));
      // The record does not concern another release of the distribution.
      if (entry.release !== '' && entry.release !== 'rolling')
        judge(`${kind}, another release`, purlOf(entry, type, version, '3.1'), advisory, false);
    }
    const stranger = { ...entry, name: `${entry.name}-of-others`, module: '' };
    judge(
      `${type} ${entry.vendor}, another package`,
      purlOf(stranger, type, '0.0.1-1', entry.release),
      advisory,
      false,
    );
  }
}

const GITHUB: Record<string, string> = { java: 'maven', gem: 'gem', npm: 'npm', python: 'pypi', go: 'golang' };

/** Only plain numbers can be ordered here, so records with other versions are not judged. */
function comparePlain(a: string, b: string): number {
  const [one, other] = [a.split('.').map(Number), b.split('.').map(Number)];
  for (let at = 0; at < Math.max(one.length, other.length); at++) {
    const step = (one[at] ?? 0) - (other[at] ?? 0);
    if (step !== 0) return step;
  }
  return 0;
}

/** GitHub's records: each entry has one range of comparisons. */
function probeGithub(document: Record<string, unknown>, advisory: Advisory): void {
  const item = document.item as { Advisory?: { FixedIn?: Record<string, string>[] } };
  const all = (item.Advisory?.FixedIn ?? []).map(({ name = '', ecosystem = '', range = '' }) => ({
    name,
    type: GITHUB[ecosystem] ?? '',
    ranges: comparisons(range.replace(/(\S) +(?=[<>])/g, '$1, ').replace(/, *,/g, ',')),
  }));
  if (advisory.withdrawn !== null) return;
  for (const { name, type, ranges: own } of all) {
    const ranges = all.filter((one) => one.name === name && one.type === type).flatMap((one) => one.ranges);
    const bounds = ranges.flat().map(([, version]) => version);
    if (type === '' || own.length === 0 || bounds.some((one) => !/^\d+(\.\d+)*$/.test(one))) continue;
    const last = (bound: string, by: number) => bound.replace(/\d+$/, (end) => String(Math.max(0, Number(end) + by)));
    for (const version of new Set([
      ...bounds.flatMap((one) => [one, last(one, 1), last(one, -1)]),
      '0.0.1',
      '9999.0.0',
    ])) {
      const path = name.replace(':', '/').replace(/^@/, '%40');
      const purl = `pkg:${type}/${path}@${type === 'golang' ? 'v' : ''}${version}`;
      judge(`${type} by GitHub`, purl, advisory, holds(version, ranges, comparePlain));
    }
  }
}

function* filesBelow(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (path.includes('/results/') && path.endsWith('.json')) yield path;
  }
}

const seen = new Set<string>();
for (const path of filesBelow(join(data, 'advisories/distribution-cases'))) {
  const bytes = readFileSync(path);
  const document = JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
  for (const item of readAdvisories(path, bytes).findings) {
    if (item.type !== 'advisory' || seen.has(JSON.stringify(item.advisory))) continue;
    seen.add(JSON.stringify(item.advisory));
    probeRecord(document, item.advisory);
    probeGithub(document, item.advisory);
  }
}

/** Records of ecosystems that are made from the tables, because there is no set of real records for them here. */
const TABLES: [file: string, ecosystem: string, purl: string][] = [
  ['nuget', 'NuGet', 'pkg:nuget/Probe'],
  ['semver', 'Hex', 'pkg:hex/probe'],
  ['pub', 'Pub', 'pkg:pub/probe'],
  ['maven', 'Maven', 'pkg:maven/org.example/probe'],
  ['rubygems', 'RubyGems', 'pkg:gem/probe'],
  ['packagist', 'Packagist', 'pkg:composer/example/probe'],
  ['pypi', 'PyPI', 'pkg:pypi/probe'],
  ['debian', 'Debian:12', 'pkg:deb/debian/probe'],
  ['alpine', 'Alpine:v3.18', 'pkg:apk/alpine/probe'],
  ['redhat', 'AlmaLinux:9', 'pkg:rpm/almalinux/probe'],
  ['cran', 'CRAN', 'pkg:cran/probe'],
  ['hackage', 'Hackage', 'pkg:hackage/probe'],
];
const RELEASES: Record<string, string> = {
  deb: '?distro=debian-12',
  apk: '?distro=alpine-3.18',
  rpm: '?distro=almalinux-9',
};

for (const [table, ecosystem, base] of TABLES)
  for (const line of readFileSync(join(data, `version-tables/${table}-versions.txt`), 'utf8').split('\n')) {
    const [a = '', sign = '', b = ''] = line.trim().split(/\s+/);
    if (line.startsWith('#') || !['<', '=', '>'].includes(sign)) continue;
    const [low, high] = sign === '>' ? [b, a] : [a, b];
    const tail = RELEASES[/^pkg:(\w+)/.exec(base)?.[1] ?? ''] ?? '';
    const at = (version: string) => `${base}@${encodeURIComponent(version)}${tail}`;
    const record = (events: object[]) => advisoryOf(ecosystem, events);
    const isBelow = sign !== '=';
    const kind = `${ecosystem} by a table`;
    for (const [events, version, isAffected] of [
      [[{ introduced: '0' }, { fixed: high }], low, isBelow],
      [[{ introduced: '0' }, { fixed: low }], high, false],
      [[{ introduced: high }], low, !isBelow],
      [[{ introduced: low }], high, true],
      [[{ introduced: '0' }, { last_affected: low }], high, !isBelow],
      [[{ introduced: '0' }, { last_affected: high }], low, true],
    ] as [object[], string, boolean][]) {
      const advisory = record(events);
      if (advisory) judge(kind, at(version), advisory, isAffected);
    }
  }

function advisoryOf(ecosystem: string, events: object[]): Advisory | undefined {
  const name = ecosystem === 'Maven' ? 'org.example:probe' : ecosystem === 'Packagist' ? 'example/probe' : 'probe';
  const affected = [{ package: { ecosystem, name }, ranges: [{ type: 'ECOSYSTEM', events }] }];
  const document = { id: 'PROBE-1', modified: '2026-01-01T00:00:00Z', affected };
  const [found] = readAdvisories('probe.json', Buffer.from(JSON.stringify(document))).findings;
  return found?.type === 'advisory' ? found.advisory : undefined;
}

const all = Object.values(counts);
const sum = (of: (count: Count) => number) => all.reduce((total, count) => total + of(count), 0);
const share = sum(({ falseAlarms }) => falseAlarms) / sum(({ pairs, affected }) => pairs - affected);
const total = { pairs: sum(({ pairs }) => pairs), falseAlarmShare: share, missed: sum(({ missed }) => missed) };
process.stdout.write(`${JSON.stringify({ total, counts, differences }, null, 2)}\n`);
if (share > MOST_FALSE_ALARMS) process.exitCode = 1;
