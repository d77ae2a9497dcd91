// Expectations of scancode-toolkit's package tests, if they are beside the repository: for each manifest its package and requests, and for each
// lockfile the resolved packages. What we say otherwise stands with its reason in scancode-deviations.yaml. For tests and benchmarks only.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { parse } from 'yaml';
import type { DependencyScope } from '../../src/dependency-scopes.ts';
import type { PackageFinding } from '../../src/findings.ts';
import { manifestNameFor, readManifest } from '../../src/manifests/index.ts';
import { canonicalPurl } from '../../src/purl/purl.ts';

export const SCANCODE_CORPUS = join(import.meta.dirname, '../../../../shared/data/packages/scancode');

/** Kinds of lines: packages, requests, directness and scope of requests, and edges between packages of lockfiles. */
export const LINE_KINDS = ['purl', 'asks', 'direct', 'scope', 'edge'] as const;
export type LineKind = (typeof LINE_KINDS)[number];

export interface Comparison {
  /** Relative to the corpus. */
  path: string;
  member: string;
  /** Lines such as `purl pkg:…`, `asks pkg:…`, `direct pkg:…`, `scope test pkg:…`, `edge pkg:… > pkg:…`. */
  expected: Set<string>;
  found: Set<string>;
}

/** A reason for differences. It concerns expected lines that are not found, or found lines that are not expected. */
export interface Deviation {
  /** Regular expression on the path of the manifest; absent for all. */
  path?: string;
  side: 'expected' | 'found';
  /** Regular expression on the line. */
  line: string;
  /** How we write the expected line; absent if we do not write it. */
  instead?: string;
  why: string;
}

interface Expectations {
  /** Folders in which each expectation stands beside its manifest, and the least number of pairs. */
  folders: Record<string, number>;
  /** The expectation of a manifest whose names do not match. */
  pairs: Record<string, string>;
  /** What a scope of ScanCode means, by its purl type. */
  scopes: Record<string, Record<string, DependencyScope>>;
  deviations: Deviation[];
}

const { pairs, scopes, folders, deviations } = parse(
  readFileSync(join(import.meta.dirname, 'scancode-deviations.yaml'), 'utf8'),
) as Expectations;

export { deviations, folders };

export function compareAll(): Comparison[] {
  return [
    ...Object.keys(folders).flatMap((folder) => compareFolder(SCANCODE_CORPUS, folder)),
    ...Object.entries(pairs).map(([input, expectation]) => compareFile(SCANCODE_CORPUS, input, expectation)),
  ];
}

interface ExpectedPackage {
  purl?: string | null;
  type?: string;
  namespace?: string | null;
  name?: string | null;
  version?: string | null;
  dependencies?: ExpectedDependency[];
}

interface ExpectedDependency {
  purl: string;
  scope?: string;
  is_direct?: boolean;
  is_optional?: boolean;
  resolved_package?: ExpectedPackage & { dependencies?: ExpectedDependency[] };
}

/** Every manifest of a folder that has an expectation and a member. */
function compareFolder(corpus: string, folder: string): Comparison[] {
  const compared: Comparison[] = [];
  const root = join(corpus, folder);
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((path) =>
    statSync(join(root, path)).isFile(),
  );
  const seen = new Set<string>();
  for (const file of files.filter(isExpectation).sort()) {
    for (const { input, packages } of expectationsOf(join(root, file), root)) {
      if (seen.has(input)) continue;
      seen.add(input);
      const name = nameAsInProjects(input);
      const member = manifestNameFor(name);
      if (member === undefined) continue;
      compared.push(comparisonOf(relative(corpus, input), member, readFileSync(input), packages));
    }
  }
  return compared;
}

/** One manifest with its expectation, for pairs whose names do not match. */
function compareFile(corpus: string, input: string, expectation: string): Comparison {
  const content = JSON.parse(readFileSync(join(corpus, expectation), 'utf8')) as Expectation;
  const packages = isOfFiles(content)
    ? (content.files.find(({ path }) => basename(path) === basename(input))?.package_data ?? [])
    : [content].flat();
  const member = manifestNameFor(nameAsInProjects(input)) ?? '';
  return comparisonOf(input, member, readFileSync(join(corpus, input)), packages);
}

type Expectation = ExpectedPackage | ExpectedPackage[] | ExpectedScan;

interface ExpectedScan {
  files: { path: string; package_data?: ExpectedPackage[] }[];
}

function isOfFiles(content: Expectation): content is ExpectedScan {
  return 'files' in content;
}

function comparisonOf(path: string, member: string, bytes: Buffer, packages: readonly ExpectedPackage[]): Comparison {
  const expected = linesOfExpected(packages);
  return { path, member, expected, found: linesOfFindings(readManifest(member, bytes).findings, expected) };
}

function isExpectation(path: string): boolean {
  return (
    /(expected(\.json|-package)?|\.package\.json|\.package-data\.json|\.gem\.json)$/.test(path) &&
    !path.endsWith('-args.json')
  );
}

/** `package.json.expected` belongs to package.json; a scan's result names its files. */
function expectationsOf(path: string, root: string): { input: string; packages: ExpectedPackage[] }[] {
  const content = JSON.parse(readFileSync(path, 'utf8')) as Expectation;
  if (!isOfFiles(content)) {
    const bare = path
      .replace(/([.-]expected)?(\.json|-package)?$/, '')
      .replace(/\.package(-data)?$/, '')
      .replace(/[.-]expected$/, '');
    // `attrs-pyproject.toml` stands for attrs/pyproject.toml.
    const name = basename(bare);
    const inFolder = [...name.matchAll(/-/g)].map(({ index }) =>
      join(dirname(bare), name.slice(0, index), name.slice(index + 1)),
    );
    const beside =
      basename(path) === 'expected.json' ? readdirSync(dirname(path)).filter((name) => name !== 'expected.json') : [];
    const ofPackage = ['METADATA', 'PKG-INFO'].map((file) => join(bare, file));
    const input = [bare, ...inFolder, ...ofPackage, ...beside.map((name) => join(dirname(path), name))].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    const isOfPackages = [content].flat().every((one) => typeof one === 'object' && one !== null && 'type' in one);
    return input === undefined || !isOfPackages
      ? []
      : [{ input, packages: Array.isArray(content) ? content : [content] }];
  }
  return content.files.flatMap(({ path: named, package_data: packages = [] }) => {
    if (packages.length === 0) return [];
    for (let from = dirname(path); from.startsWith(root); from = dirname(from)) {
      const input = join(from, named);
      if (existsSync(input)) return [{ input, packages }];
    }
    return [];
  });
}

/** Some inputs have other names: `log4j-pom.xml`, `flask_setup.py`. */
function nameAsInProjects(path: string): string {
  return path
    .replace(/[\w.-]*pom\.xml$/, 'pom.xml')
    .replace(/[\w.-]*_setup\.(py|cfg)$/, 'setup.$1')
    .replace(/[\w.-]*_Podfile\.lock$/, 'Podfile.lock')
    .replace(/cargo\.(toml|lock)$/, 'Cargo.$1')
    .replace(/full-installed\/installed$/, 'lib/apk/db/installed')
    .replace(/mini-status\/status$/, 'var/lib/dpkg/status')
    .replace(/(Gemfile\.lock)_?\w+$/, '$1');
}

/** A list of packages names the requests of each; the requests of a single package are those of the project. */
function linesOfExpected(packages: readonly ExpectedPackage[]): Set<string> {
  const lines = new Set<string>();
  const isList = packages.filter(({ name }) => name).length > 1;
  for (const one of packages) {
    // Beside the list, some expectations have an entry without a name that names all packages again.
    if (isList && !one.name) continue;
    const purl =
      one.purl ??
      (one.type && one.name
        ? `pkg:${one.type}/${[one.namespace, one.name].filter(Boolean).join('/')}${one.version ? `@${one.version}` : ''}`
        : '');
    if (purl && one.name) lines.add(`purl ${same(purl)}`);
    for (const dependency of one.dependencies ?? []) {
      // A managed version is not a used version.
      if (dependency.scope === 'dependencymanagement') continue;
      if (!isList) addRequest(dependency, one.type ?? '', lines);
      else if (isInstalled(dependency)) lines.add(`edge ${same(purl)} > ${withoutVersion(same(dependency.purl))}`);
    }
  }
  return lines;
}

function addRequest(dependency: ExpectedDependency, type: string, lines: Set<string>): void {
  const wanted = same(dependency.purl);
  lines.add(`asks ${wanted}`);
  if (dependency.is_direct === true) lines.add(`direct ${wanted}`);
  const scope = scopes[type]?.[dependency.scope ?? ''];
  if (scope !== undefined)
    lines.add(
      `scope ${type === 'pypi' && dependency.is_optional === true && scope === 'runtime' ? 'optional' : scope} ${wanted}`,
    );
  for (const inner of (dependency.resolved_package?.dependencies ?? []).filter(isInstalled))
    lines.add(`edge ${wanted} > ${withoutVersion(same(inner.purl))}`);
}

/** poetry.lock lists by group the packages that extras would install; these are not edges between installed packages. */
function isInstalled({ scope = '' }: ExpectedDependency): boolean {
  return /^(|requires?|depend|\w*dependencies)$/i.test(scope ?? '');
}

function linesOfFindings(findings: readonly PackageFinding[], expected: ReadonlySet<string>): Set<string> {
  const lines = new Set<string>();
  for (const found of findings) {
    if (found.role === 'defines') continue;
    const purl = asPreciseAs(same(found.purl), expected);
    const isPackage = found.role === 'declares' || expected.has(`purl ${purl}`);
    if (isPackage) lines.add(`purl ${purl}`);
    if (found.role === 'declares') {
      for (const { purl: wanted, isDirect, scope } of found.dependencies) {
        const other = asPreciseAs(same(wanted), expected);
        lines.add(`asks ${other}`);
        if (isDirect) lines.add(`direct ${other}`);
        lines.add(`scope ${scope} ${other}`);
      }
      continue;
    }
    if (!isPackage) lines.add(`asks ${purl}`);
    if (found.isDirect === true) lines.add(`direct ${purl}`);
    lines.add(`scope ${found.scope} ${purl}`);
    for (const { purl: wanted } of found.dependencies)
      lines.add(`edge ${purl} > ${asPreciseAs(withoutVersion(same(wanted)), expected)}`);
  }
  return lines;
}

/** If a package is expected without a version, one with a version counts as the same; so does one whose source package is named too. */
function asPreciseAs(purl: string, expected: ReadonlySet<string>): string {
  const isExpected = (text: string) => expected.has(`purl ${text}`) || expected.has(`asks ${text}`);
  return [purl, purl.replace(/[?&]upstream=[^&#]*/, ''), withoutVersion(purl)].find(isExpected) ?? purl;
}

/** The same form for both sides: canonical, with PyPI names by PEP 503. */
function same(purl: string): string {
  const canonical = canonicalPurl(purl);
  const text = 'value' in canonical ? canonical.value.replace(/^pkg:alpine\//, 'pkg:apk/alpine/') : purl;
  if (!text.startsWith('pkg:pypi/')) return text;
  const [, name = '', rest = ''] = /^pkg:pypi\/([^@?#]*)(.*)$/.exec(text) ?? [];
  return `pkg:pypi/${name.toLowerCase().replace(/[-_.]+/g, '-')}${rest}`;
}

function withoutVersion(purl: string): string {
  const at = purl.indexOf('@', purl.lastIndexOf('/'));
  const subpath = purl.indexOf('#', at);
  return at < 0 ? purl : purl.slice(0, at) + (subpath < 0 ? '' : purl.slice(subpath));
}
