// Compares matches with a second evaluation of the records, which shares no code with the matcher: it reads the
// documents and orders versions with its own code. Uses PHP's database, the CVE records with packages, and OSV. Prints
// JSON with the pairs, each difference, and the results of both for 30 real packages.
//   node bench/second-opinion.ts [folder of the public data, default ../shared/data]
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse } from 'yaml';
import { advisoryFiles, matchAdvisory, readAdvisories, subjectOf } from '../scanner/src/advisories/index.ts';

const data = process.argv[2] ?? join(import.meta.dirname, '../../shared/data');
const PLACES = [
  'advisories/php.tar.gz',
  'advisories/cve-records-with-adp.tar.gz',
  'osv/Go/all.zip',
  'osv/PyPI/all.zip',
  'osv/crates.io/all.zip',
  'osv/npm/all.zip',
];
const OSV_TYPES: Record<string, string> = { Go: 'golang', PyPI: 'pypi', 'crates.io': 'cargo', npm: 'npm' };
const REAL = [
  ...['django@3.2.1', 'requests@2.25.0', 'pillow@8.1.0', 'jinja2@2.11.2', 'urllib3@1.26.4', 'tornado@6.1'].map(
    (one) => `pypi/${one}`,
  ),
  ...['flask@2.0.1', 'aiohttp@3.7.4', 'cryptography@3.3.1', 'pyyaml@5.3.1', 'sqlalchemy@1.3.0'].map(
    (one) => `pypi/${one}`,
  ),
  ...['golang.org/x/crypto@v0.16.0', 'golang.org/x/net@v0.7.0', 'github.com/gin-gonic/gin@v1.8.1'].map(
    (one) => `golang/${one}`,
  ),
  ...['github.com/docker/docker@v20.10.0', 'k8s.io/kubernetes@v1.24.0', 'github.com/hashicorp/vault@v1.9.0'].map(
    (one) => `golang/${one}`,
  ),
  ...['github.com/gogs/gogs@v0.12.0', 'google.golang.org/grpc@v1.56.0'].map((one) => `golang/${one}`),
  ...['tokio@1.8.0', 'openssl@0.10.40', 'hyper@0.14.9', 'time@0.1.43', 'smallvec@1.6.0'].map((one) => `cargo/${one}`),
  ...['lodash@4.17.4', 'marked@0.3.5', 'express@4.16.0'].map((one) => `npm/${one}`),
  ...['symfony/http-kernel@4.4.0', 'twig/twig@2.4.0', 'guzzlehttp/guzzle@7.4.0'].map((one) => `composer/${one}`),
];
/** Types whose versions are a list of numbers with a word for pre-releases or later releases. */
const TYPES = new Set(['composer', 'maven', 'gem', 'nuget', 'hex', 'pub', 'npm', 'pypi', 'cargo', 'golang']);

/** The lowest version in RustSec's records. */
const FIRST = '0.0.0-0';

type Verdict = 'affected' | 'not-affected';
interface Opinion {
  bounds: string[];
  judge(version: string): Verdict | undefined;
}

const WORDS = ['dev', 'snapshot', 'a', 'alpha', 'b', 'beta', 'm', 'milestone', 'pre', 'preview', 'rc'];

/** Undefined for versions of another form, which are not judged. */
function partsOf(version: string): { numbers: number[]; word: number; at: number } | undefined {
  const found = /^v?(\d+(?:\.\d+)*)(?:[.-]?([a-z]+)[.-]?(\d*))?$/i.exec(version.trim());
  if (!found) return undefined;
  const [, numbers = '', word = '', at = ''] = found;
  const place = word === '' ? WORDS.length : WORDS.indexOf(word.toLowerCase());
  return place < 0 ? undefined : { numbers: numbers.split('.').map(Number), word: place, at: Number(at || 0) };
}

function compare(a: string, b: string): number {
  const [one, other] = [partsOf(a), partsOf(b)];
  if (!one || !other) return Number.NaN;
  for (let i = 0; i < Math.max(one.numbers.length, other.numbers.length); i++) {
    const step = (one.numbers[i] ?? 0) - (other.numbers[i] ?? 0);
    if (step !== 0) return step;
  }
  return one.word - other.word || one.at - other.at;
}

type Document = Record<string, unknown>;

/** PHP: a branch is a list of conditions that must all be true. */
function ofPhp(document: Document): Map<string, Opinion> {
  const name = String(document.reference ?? '')
    .replace('composer://', '')
    .toLowerCase();
  const branches = Object.values((document.branches ?? {}) as Record<string, { versions: string[] }>);
  const conditions = branches.map(({ versions }) =>
    versions.map((text) => {
      const [, sign = '', version = ''] = /^\s*([<>=!]*)\s*(.+?)\s*$/.exec(text) ?? [];
      return { sign, version };
    }),
  );
  const holds = (version: string, sign: string, bound: string): boolean | undefined => {
    const step = compare(version, bound);
    if (Number.isNaN(step)) return undefined;
    if (sign === '<') return step < 0;
    if (sign === '<=') return step <= 0;
    if (sign === '>') return step > 0;
    if (sign === '>=') return step >= 0;
    return sign === '!=' ? step !== 0 : step === 0;
  };
  return new Map([
    [
      `composer ${name}`,
      {
        bounds: conditions.flat().map(({ version }) => version),
        judge(version) {
          const all = conditions.map((branch) => branch.map(({ sign, version: bound }) => holds(version, sign, bound)));
          if (all.flat().includes(undefined)) return undefined;
          return all.some((branch) => branch.every((one) => one)) ? 'affected' : 'not-affected';
        },
      },
    ],
  ]);
}

interface OsvEvent {
  introduced?: string;
  fixed?: string;
  last_affected?: string;
}
interface OsvEntry {
  package?: { ecosystem: string; name: string };
  ranges?: { type: string; events: OsvEvent[] }[];
  versions?: string[];
  ecosystem_specific?: { custom_ranges?: unknown };
}

/** OSV: the last event at or before a version decides. If several entries have one name, any of them may match. */
function ofOsv(document: Document): Map<string, Opinion> {
  const entries = (document.affected ?? []) as OsvEntry[];
  const named = Map.groupBy(entries, ({ package: one }) => {
    const type = OSV_TYPES[one?.ecosystem ?? ''] ?? '';
    const name = (one?.name ?? '').toLowerCase();
    if (type === 'pypi') return `pypi ${name.replace(/[-_.]+/g, '-')}`;
    return `${type} ${type === 'cargo' ? name.replaceAll('_', '-') : name}`;
  });
  return new Map(
    [...named].map(([name, all]) => {
      const ranges = all
        .flatMap((one) => (one.ranges ?? []).filter(({ type }) => type !== 'GIT'))
        .map(({ events }) => ({
          events: events.map((event) => (event.introduced === FIRST ? { introduced: '0' } : event)),
        }));
      const listed = all.flatMap(({ versions = [] }) => versions);
      const bounds = ranges
        .flatMap(({ events }) => events.flatMap((event) => Object.values(event) as string[]))
        .filter((bound) => bound !== FIRST);
      const inRange = (version: string, events: readonly OsvEvent[]): boolean => {
        const kept = events.filter(
          ({ introduced }, at) => introduced === undefined || introduced !== events[at + 1]?.fixed,
        );
        const rank = (one: OsvEvent) => (one.fixed !== undefined ? 0 : one.introduced !== undefined ? 1 : 2);
        const order = (one: OsvEvent) => one.introduced ?? one.fixed ?? one.last_affected ?? '';
        const sorted = [...kept].sort(
          (a, b) => (order(a) === '0' ? -1 : order(b) === '0' ? 1 : compare(order(a), order(b))) || rank(a) - rank(b),
        );
        let is = false;
        for (const one of sorted) {
          if (one.introduced !== undefined && (one.introduced === '0' || compare(version, one.introduced) >= 0))
            is = true;
          if (one.fixed !== undefined && compare(version, one.fixed) >= 0) is = false;
          if (one.last_affected !== undefined && compare(version, one.last_affected) > 0) is = false;
        }
        return is;
      };
      const opinion: Opinion = {
        bounds,
        judge(version) {
          if (document.withdrawn !== undefined) return 'not-affected';
          const isReadable = bounds.every((bound) => bound === '0' || partsOf(bound) !== undefined);
          if (!isReadable || all.some((one) => one.ecosystem_specific?.custom_ranges !== undefined)) return undefined;
          // Listed versions may have another notation.
          if (listed.some((one) => one === version || compare(one, version) === 0)) return 'affected';
          if (partsOf(version) === undefined || (ranges.length === 0 && listed.length === 0)) return undefined;
          return ranges.some(({ events }) => inRange(version, events)) ? 'affected' : 'not-affected';
        },
      };
      return [name, opinion] as const;
    }),
  );
}

interface CveVersion {
  version: string;
  status: string;
  lessThan?: string;
  lessThanOrEqual?: string;
  changes?: unknown[];
}

const REGISTRIES: Record<string, string> = {
  'registry.npmjs.org': 'npm',
  'pypi.org': 'pypi',
  'repo.maven.apache.org': 'maven',
  'repo1.maven.org': 'maven',
  'rubygems.org': 'gem',
  'packagist.org': 'composer',
  'www.nuget.org': 'nuget',
  'crates.io': 'cargo',
  'hex.pm': 'hex',
  'pub.dev': 'pub',
};

/** CVE: the entry that contains a version gives its status, otherwise the default. */
function ofCve(document: Document): Map<string, Opinion> {
  const found = new Map<string, Opinion>();
  const containers = document.containers as { cna?: { affected?: Document[] } } | undefined;
  for (const one of containers?.cna?.affected ?? []) {
    const host = /^https?:\/\/([^/]+)/.exec(String(one.collectionURL ?? ''))?.[1] ?? '';
    const type = REGISTRIES[host];
    const name = String(one.packageName ?? '')
      .replace(':', '/')
      .toLowerCase();
    const versions = (one.versions ?? []) as CveVersion[];
    if (type === undefined || name === '' || versions.some(({ changes }) => changes !== undefined)) continue;
    const isIn = (version: string, entry: CveVersion): boolean | undefined => {
      const end = entry.lessThan ?? entry.lessThanOrEqual;
      const start = entry.version === '0' || entry.version === '*' ? 1 : compare(version, entry.version);
      if (end === undefined) return entry.version === '*' ? true : Number.isNaN(start) ? undefined : start === 0;
      const before = end === '*' ? -1 : compare(version, end);
      if (Number.isNaN(start) || Number.isNaN(before)) return undefined;
      return start >= 0 && (entry.lessThan === undefined ? before <= 0 : before < 0);
    };
    found.set(`${type} ${name}`, {
      bounds: versions.flatMap((entry) => [entry.version, entry.lessThan ?? '', entry.lessThanOrEqual ?? '']),
      judge(version) {
        const all = versions.map((entry) => ({ entry, isIn: isIn(version, entry) }));
        if (all.some((each) => each.isIn === undefined)) return undefined;
        const holding = all.filter((each) => each.isIn).map(({ entry }) => entry.status);
        if (holding.length > 0) return holding.includes('affected') ? 'affected' : 'not-affected';
        return one.defaultStatus === 'affected' ? 'affected' : 'not-affected';
      },
    });
  }
  return found;
}

function probesOf(bounds: readonly string[]): string[] {
  const probes = bounds
    .filter((bound) => partsOf(bound) !== undefined)
    .flatMap((bound) => {
      const numbers = partsOf(bound)?.numbers ?? [];
      const last = numbers.at(-1) ?? 0;
      const head = numbers.slice(0, -1);
      return [
        bound,
        [...head, last + 1].join('.'),
        [...head, Math.max(0, last - 1)].join('.'),
        `${numbers.join('.')}.1`,
      ];
    });
  return [...new Set([...probes, '0.0.1', '9999.0.0'])];
}

const counts: Record<
  string,
  { records: number; pairs: number; differences: number; undetermined: number; unjudged: number }
> = {};
interface Real {
  records: number;
  matches: string[];
  nonMatches: string[];
  unjudged: string[];
  differences: number;
}
const real: Record<string, Real> = Object.fromEntries(
  REAL.map((one) => [one, { records: 0, matches: [], nonMatches: [], unjudged: [], differences: 0 }]),
);
const differences: { id: string; purl: string; matcher: string; second: string; why: string }[] = [];
for (const place of PLACES) {
  for await (const file of advisoryFiles(join(data, place), { temporaryFolder: tmpdir() })) {
    if (file.type !== 'file') continue;
    const text = Buffer.from(file.bytes).toString('utf8');
    let document: Document;
    try {
      document = (/\.ya?ml$/.test(file.path) ? parse(text) : JSON.parse(text)) as Document;
    } catch {
      continue;
    }
    const opinions =
      'branches' in document ? ofPhp(document) : 'containers' in document ? ofCve(document) : ofOsv(document);
    for (const item of readAdvisories(file.path, file.bytes).findings) {
      if (item.type !== 'advisory') continue;
      for (const name of new Set(item.advisory.affected.map((one) => `${one.type} ${one.name}`))) {
        const opinion = opinions.get(name.toLowerCase());
        const [type = '', path = ''] = name.split(' ');
        if (opinion === undefined || !TYPES.has(type)) continue;
        counts[type] ??= { records: 0, pairs: 0, differences: 0, undetermined: 0, unjudged: 0 };
        const count = counts[type];
        count.records++;
        const own = REAL.filter((one) => one.startsWith(`${type}/${path}@`)).map((one) => one.split('@').at(-1) ?? '');
        for (const version of new Set([...own, ...probesOf(opinion.bounds)])) {
          const purl = `pkg:${type}/${path.replace(/^@/, '%40')}@${encodeURIComponent(version)}`;
          const subject = subjectOf(purl);
          const second = opinion.judge(version);
          const told = own.includes(version) ? real[`${type}/${path}@${version}`] : undefined;
          if (told) told.records++;
          if ('problem' in subject || second === undefined) {
            told?.unjudged.push(item.advisory.id);
            count.unjudged++;
            continue;
          }
          const answer = matchAdvisory(subject, item.advisory);
          count.pairs++;
          if (answer.outcome === 'undetermined') count.undetermined++;
          (answer.outcome === 'affected' ? told?.matches : told?.nonMatches)?.push(item.advisory.id);
          if (answer.outcome === second) continue;
          if (told) told.differences++;
          count.differences++;
          differences.push({ id: item.advisory.id, purl, matcher: answer.outcome, second, why: answer.why.join(' ') });
        }
      }
    }
  }
}
process.stdout.write(`${JSON.stringify({ counts, differences, real }, null, 2)}\n`);
