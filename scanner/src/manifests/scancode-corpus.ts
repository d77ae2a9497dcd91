// Expectations of scancode-toolkit's package tests, if they are beside the repository: for each manifest its package and requests, and for each
// lockfile the resolved packages. For tests only.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { PackageFinding } from '../findings.ts';
import { canonicalPurl } from '../purl/purl.ts';
import { manifestNameFor, readManifest } from './index.ts';

export interface Comparison {
  /** Relative to the corpus. */
  path: string;
  member: string;
  /** Lines such as `declares pkg:…`, `asks pkg:…`, `direct pkg:…`, `edge pkg:… > pkg:…`. */
  expected: Set<string>;
  found: Set<string>;
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
  resolved_package?: ExpectedPackage & { dependencies?: ExpectedDependency[] };
}

/** Every manifest of a folder that has an expectation and a member. `others` counts those without a member, by file name. */
export function compareFolder(corpus: string, folder: string): { compared: Comparison[]; others: Map<string, number> } {
  const compared: Comparison[] = [];
  const others = new Map<string, number>();
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
      if (member === undefined) {
        others.set(basename(name), (others.get(basename(name)) ?? 0) + 1);
        continue;
      }
      const { findings } = readManifest(member, readFileSync(input));
      const expected = linesOfExpected(packages);
      compared.push({ path: relative(corpus, input), member, expected, found: asPreciseAs(expected, findings) });
    }
  }
  return { compared, others };
}

/** One manifest with its expectation, for pairs whose names do not match. */
export function compareFile(corpus: string, input: string, expectation: string): Comparison {
  const content = JSON.parse(readFileSync(join(corpus, expectation), 'utf8')) as ExpectedPackage | ExpectedPackage[];
  const member = manifestNameFor(nameAsInProjects(input)) ?? '';
  const { findings } = readManifest(member, readFileSync(join(corpus, input)));
  const expected = linesOfExpected(Array.isArray(content) ? content : [content]);
  return { path: input, member, expected, found: asPreciseAs(expected, findings) };
}

function isExpectation(path: string): boolean {
  return (
    /(expected(\.json|-package)?|\.package\.json|\.package-data\.json|\.gem\.json)$/.test(path) &&
    !path.endsWith('-args.json')
  );
}

/** `package.json.expected` belongs to package.json; a scan's result names its files. */
function expectationsOf(path: string, root: string): { input: string; packages: ExpectedPackage[] }[] {
  const content = JSON.parse(readFileSync(path, 'utf8')) as
    | ExpectedPackage[]
    | (ExpectedPackage & { files?: { path: string; package_data?: ExpectedPackage[] }[] });
  if (Array.isArray(content) || content.files === undefined) {
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
    const input = [bare, ...inFolder, ...beside.map((name) => join(dirname(path), name))].find(
      (one) => existsSync(one) && statSync(one).isFile(),
    );
    const isOfPackages = [content].flat().every((one) => typeof one === 'object' && one !== null && 'type' in one);
    return input === undefined || !isOfPackages
      ? []
      : [{ input, packages: Array.isArray(content) ? content : [content] }];
  }
  return (content.files ?? []).flatMap(({ path: named, package_data: packages = [] }) => {
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
    .replace(/cargo\.(toml|lock)$/, 'Cargo.$1');
}

function linesOfExpected(packages: readonly ExpectedPackage[]): Set<string> {
  const lines = new Set<string>();
  for (const one of packages) {
    const purl =
      one.purl ??
      (one.type && one.name
        ? `pkg:${one.type}/${[one.namespace, one.name].filter(Boolean).join('/')}${one.version ? `@${one.version}` : ''}`
        : '');
    if (purl && one.name) lines.add(`declares ${same(purl)}`);
    for (const dependency of one.dependencies ?? []) {
      // A managed version is not a used version.
      if (dependency.scope === 'dependencymanagement') continue;
      const wanted = same(dependency.purl);
      lines.add(`asks ${wanted}`);
      if (dependency.is_direct === true) lines.add(`direct ${wanted}`);
      for (const inner of (dependency.resolved_package?.dependencies ?? []).filter(isInstalled))
        lines.add(`edge ${wanted} > ${withoutVersion(same(inner.purl))}`);
    }
  }
  return lines;
}

/** If a package is expected without a version, one with a version counts as the same. */
function asPreciseAs(expected: ReadonlySet<string>, findings: readonly PackageFinding[]): Set<string> {
  return new Set(
    [...linesOfFindings(findings)].map((line) => (expected.has(line) ? line : lessPrecise(line, expected))),
  );
}

function lessPrecise(line: string, expected: ReadonlySet<string>): string {
  const bare = withoutVersion(line);
  return line.includes(' > ') || !expected.has(bare) ? line : bare;
}

/** poetry.lock lists by group the packages that extras would install; these are not edges between installed packages. */
function isInstalled({ scope = '' }: ExpectedDependency): boolean {
  return /^(|requires|\w*dependencies)$/i.test(scope);
}

function linesOfFindings(findings: readonly PackageFinding[]): Set<string> {
  const lines = new Set<string>();
  for (const found of findings) {
    if (found.role === 'defines') continue;
    if (found.role === 'declares') {
      lines.add(`declares ${same(found.purl)}`);
      for (const { purl, isDirect } of found.dependencies) {
        lines.add(`asks ${same(purl)}`);
        if (isDirect) lines.add(`direct ${same(purl)}`);
      }
      continue;
    }
    lines.add(`asks ${same(found.purl)}`);
    if (found.isDirect === true) lines.add(`direct ${same(found.purl)}`);
    for (const { purl } of found.dependencies) lines.add(`edge ${same(found.purl)} > ${withoutVersion(same(purl))}`);
  }
  return lines;
}

/** The same form for both sides: canonical, with PyPI names by PEP 503. */
function same(purl: string): string {
  const canonical = canonicalPurl(purl);
  const text = 'value' in canonical ? canonical.value : purl;
  if (!text.startsWith('pkg:pypi/')) return text;
  const [, name = '', rest = ''] = /^pkg:pypi\/([^@?#]*)(.*)$/.exec(text) ?? [];
  return `pkg:pypi/${name.toLowerCase().replace(/[-_.]+/g, '-')}${rest}`;
}

function withoutVersion(purl: string): string {
  const at = purl.indexOf('@', purl.lastIndexOf('/'));
  const subpath = purl.indexOf('#', at);
  return at < 0 ? purl : purl.slice(0, at) + (subpath < 0 ? '' : purl.slice(subpath));
}
