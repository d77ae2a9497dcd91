// Compares the expectations of Syft's authors for their fixtures (syft-corpus.yaml) with the results of our readers, if
// the fixtures are beside the repository. For tests only.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { manifestNameFor, readManifest } from '../../src/manifests/index.ts';
import { canonicalPurl } from '../../src/purl/purl.ts';

export const SYFT_CORPUS = join(import.meta.dirname, '../../../../shared/data/packages/syft');

interface Expectation {
  path: string;
  as?: string;
  type: string;
  own?: string;
  production?: true;
  packages: string;
  direct?: string;
  edges?: Record<string, string>;
}

/** Lines such as `purl pkg:…`, `direct pkg:…`, `edge pkg:… > pkg:…`. */
export interface SyftComparison {
  path: string;
  expected: Set<string>;
  found: Set<string>;
}

export function compareWithSyft(): SyftComparison[] {
  const text = readFileSync(join(import.meta.dirname, 'syft-corpus.yaml'), 'utf8');
  return (parse(text) as Expectation[])
    .filter(({ path }) => existsSync(join(SYFT_CORPUS, path)))
    .map((one) => ({ path: one.path, expected: linesOf(one), found: foundIn(one) }));
}

/** How many of the expected lines of a kind are found, and how many of the found ones are expected, in percent. */
export function figuresOf(compared: readonly SyftComparison[], kind: 'purl' | 'direct' | 'edge') {
  const count = { expected: 0, found: 0, both: 0 };
  for (const { expected, found } of compared) {
    const isOfKind = (line: string) => line.startsWith(`${kind} `);
    count.expected += [...expected].filter(isOfKind).length;
    count.found += [...found].filter(isOfKind).length;
    count.both += [...expected].filter((line) => isOfKind(line) && found.has(line)).length;
  }
  return { recall: (100 * count.both) / count.expected, precision: (100 * count.both) / count.found };
}

function words(text = ''): string[] {
  return text.split(' ').filter((word) => word !== '');
}

function linesOf({ type, packages, direct, edges = {} }: Expectation): Set<string> {
  const purlOf = (word: string) => plain(`pkg:${type}/${word}`);
  return new Set([
    ...words(packages).map((word) => `purl ${purlOf(word)}`),
    ...words(direct).map((word) => `direct ${purlOf(word)}`),
    ...Object.entries(edges).flatMap(([from, to]) => words(to).map((word) => `edge ${purlOf(from)} > ${purlOf(word)}`)),
  ]);
}

function foundIn({ path, as = path, type, own, production, packages, direct, edges }: Expectation): Set<string> {
  const member = manifestNameFor(as) ?? '';
  const { findings } = readManifest(member, readFileSync(join(SYFT_CORPUS, path)));
  const ours = new Set(words(own).map((word) => bare(plain(`pkg:${type}/${word}`))));
  const there = new Set(words(packages).map((word) => bare(plain(`pkg:${type}/${word}`))));
  const lines = new Set<string>();
  for (const { purl, role, scope, isDirect, dependencies } of findings) {
    const from = plain(purl);
    if (production && scope === 'development' && !there.has(bare(from))) continue;
    if (role === 'defines' || ours.has(bare(from))) {
      for (const { purl: to } of role === 'declares' ? dependencies : []) lines.add(`purl ${plain(to)}`);
      continue;
    }
    lines.add(`purl ${from}`);
    // A package that is not expected counts once, as a package.
    if (direct !== undefined && isDirect === true && there.has(bare(from))) lines.add(`direct ${bare(from)}`);
    if (edges === undefined) continue;
    for (const to of dependencies.map((one) => bare(plain(one.purl))))
      if (there.has(to)) lines.add(`edge ${bare(from)} > ${to}`);
  }
  return lines;
}

/** Canonical, without qualifiers, because each project uses different qualifiers for the origin of a package. */
function plain(purl: string): string {
  const canonical = canonicalPurl(purl.replace('pkg:npm/@', 'pkg:npm/%40'));
  return ('value' in canonical ? canonical.value : purl).replace(/\?[^#]*/, '');
}

function bare(purl: string): string {
  return purl.replace(/@[^#]*/, '').replace(/#.*/, '');
}
