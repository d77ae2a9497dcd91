// The primary license of a package or project, out of what its manifests, license files and headers say. Pure.
import { combine, idsOf, type LicenseExpression, parseSpdxExpression, printExpression } from './expression.ts';
import { remembered } from './remembered.ts';

/** A file and the distinct expressions found in it. */
export interface LicensedFile {
  path: string;
  spdx: string[];
}

export interface PrimaryInput {
  /** LICENSE, COPYING, NOTICE and the like, nearest the root first. */
  licenseFiles: LicensedFile[];
  /** Licenses that manifests declare, as written or as an SPDX expression. */
  manifests: { path: string; declaredLicense: string }[];
  /** Source files with a header. */
  headers: LicensedFile[];
  /** The README beside them, the one in the plainest name first. */
  readmes?: LicensedFile[];
}

export interface PrimaryLicense {
  /** SPDX expression; '' when nothing speaks of a license. */
  expression: string;
  /** Sentences that say what it stands on, the weightiest first. */
  reasons: string[];
  /** Paths of the manifest, license files or README that decided; [] when the headers did, or nothing. */
  basis: string[];
}

/** Share of the headers that has to agree for headers alone to decide. */
const HEADER_MAJORITY = 0.5;

/**
 * Manifests speak first, then the license files at the top, then the majority of headers, then license files in folders below, which are as
 * often those of parts; the others are quoted as agreeing or not. A README, which speaks of other programs too, is heard where there is nothing
 * else, and quoted where it differs. What a manifest declares is quoted too where it is no license that is known.
 */
export function primaryLicense(input: PrimaryInput): PrimaryLicense {
  const declared = fromManifests(input.manifests);
  const headers = fromHeaders(input.headers);
  const top = commonFolder([...input.licenseFiles, ...input.headers].map(({ path }) => path));
  const atTop = fromFiles(
    input.licenseFiles.filter(({ path }) => isAtTop(path, top)),
    input.headers,
  );
  const below = atTop ? undefined : fromFiles(input.licenseFiles, input.headers);
  const readme = fromReadme(input.readmes ?? []);
  const sources = [declared, atTop, headers, below].filter((source) => source !== undefined);
  const first = sources[0] ?? readme;
  const notes = notUnderstood(input.manifests);
  if (!first) return { expression: '', reasons: [...notes, nothingFound(notes)], basis: [] };
  const reasons = [first.reason, ...notes];
  for (const other of sources.slice(1))
    reasons.push(`${other.reason}, which ${agrees(first, other) ? 'agrees' : 'differs'}`);
  // Unlike a license's text, it tells "only" from "or later".
  if (readme && readme !== first && !agrees({ ...first, isOfTexts: false }, readme))
    reasons.push(`${readme.reason}, which differs`);
  return { expression: first.expression, reasons, basis: first.basis };
}

function nothingFound(notes: readonly string[]): string {
  return `no ${notes.length > 0 ? '' : 'manifest, '}license file, header or README names a license`;
}

interface Opinion {
  expression: string;
  reason: string;
  basis: string[];
  /** Whether it stands on whole texts, which are the same for "only" and "or later". */
  isOfTexts?: boolean;
}

/** Whether the other names no license that the first does not. */
function agrees(first: Opinion, other: Opinion): boolean {
  const isOfTexts = first.isOfTexts === true || other.isOfTexts === true;
  const licenses = ({ expression }: Opinion) =>
    idsOf(expression).map((id) => (isOfTexts ? id.replace(/-(?:only|or-later)$/, '') : id));
  const wanted = new Set(licenses(first));
  const ids = licenses(other);
  return ids.every((id) => wanted.has(id)) && ids.length > 0;
}

/** The folder in which all the paths lie, with its slash; '' for the root. */
export function commonFolder(paths: readonly string[]): string {
  let common = folderOf(paths[0] ?? '');
  for (const path of paths) {
    while (!path.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
    if (common === '') break;
  }
  return common;
}

/** With its slash; '' for the root. */
function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}

/** Whether the file lies in the top folder, or in one of its folders that are made for licenses. */
function isAtTop(path: string, top: string): boolean {
  return /^(?:(?:licen[cs]es?|legal|docs?)\/)?[^/]+$/i.test(path.slice(top.length));
}

function fromManifests(manifests: PrimaryInput['manifests']): Opinion | undefined {
  for (const { path, declaredLicense } of manifests) {
    const expression = knownExpression(declaredLicense);
    if (expression !== undefined) return { expression, reason: `${path} declares ${expression}`, basis: [path] };
  }
  return undefined;
}

function knownExpression(declaredLicense: string): string | undefined {
  const parsed = parseSpdxExpression(declaredLicense.trim());
  return parsed?.unknown.length === 0 ? parsed.expression : undefined;
}

/** Manifests hold whole license texts where a name should stand. */
const QUOTED_CHARACTERS = 100;

/** What the nearest manifest, or one beside it, declares without naming a license that is known. */
function notUnderstood(manifests: PrimaryInput['manifests']): string[] {
  const nearest = folderOf(manifests[0]?.path ?? '');
  const strange = manifests.filter(
    ({ path, declaredLicense }) =>
      folderOf(path) === nearest &&
      knownExpression(declaredLicense) === undefined &&
      // It leaves the word to a file, which is heard for itself.
      !/^\s*see licen[cs]e in /i.test(declaredLicense),
  );
  return [...new Set(strange.map(strangeDeclaration))];
}

function strangeDeclaration({ path, declaredLicense }: PrimaryInput['manifests'][number]): string {
  const declared = declaredLicense.replace(/\s+/g, ' ').trim();
  // https://docs.npmjs.com/cli/configuring-npm/package-json#license
  if (declared === 'UNLICENSED') return `${path} declares UNLICENSED, by which npm means that no rights are granted`;
  const quoted =
    declared.length > QUOTED_CHARACTERS ? `${declared.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : declared;
  return `${path} declares “${quoted}”, which is not certain to be a license`;
}

function fromReadme(readmes: readonly LicensedFile[]): Opinion | undefined {
  for (const { path, spdx } of readmes) {
    const tree = treeOf(spdx);
    if (tree === undefined) continue;
    const expression = printExpression(tree);
    return { expression, reason: `${path} says ${expression}`, basis: [path] };
  }
  return undefined;
}

function fromFiles(files: LicensedFile[], headers: LicensedFile[]): Opinion | undefined {
  const licensed = files.filter((file) => file.spdx.length > 0);
  if (licensed.length === 0) return undefined;
  const nearest = licensed.reduce(
    (least, { path }) => Math.min(least, path.split('/').length),
    Number.POSITIVE_INFINITY,
  );
  const beside = licensed.filter((file) => file.path.split('/').length === nearest);
  // Several license files in one folder (LICENSE-MIT, LICENSE-APACHE) are the usual way to offer a choice; a NOTICE adds nothing to it.
  const named = beside.filter((file) => /licen[cs]e|copying|unlicen/i.test(file.path));
  const chosen = named.length > 0 ? named : beside;
  const trees = chosen.map((file) => treeOf(file.spdx)).filter((tree) => tree !== undefined);
  const isChoice =
    chosen.length > 1 &&
    chosen.every((file) =>
      /licen[cs]e[-._].+/i.test(
        file.path
          .split('/')
          .at(-1)!
          .replace(/\.(txt|md|rst|html)$/i, ''),
      ),
    );
  if (trees.length === 0) return undefined;
  const text = printExpression(combine(isChoice ? 'OR' : 'AND', trees));
  const { expression, note } = withLaterVersions(text, headers);
  return {
    expression,
    reason: `${namedPaths(chosen.map((file) => file.path))} ${chosen.length > 1 ? 'hold' : 'holds'} ${text}${note}`,
    basis: chosen.map((file) => file.path),
    isOfTexts: true,
  };
}

const PATHS_NAMED = 5;

/** For sentences: a tree may hold a license file for each of thousands of parts. */
export function namedPaths(paths: readonly string[]): string {
  if (paths.length <= PATHS_NAMED + 1) return paths.join(' and ');
  return `${paths.slice(0, PATHS_NAMED).join(', ')} and ${paths.length - PATHS_NAMED} more`;
}

/** Headers that may say "only" for each ten that say "or later". */
const ONLY_FOR_LATER = 0.1;

/** The text of a GNU license is the same whether later versions are allowed or not: the headers say which it is. */
function withLaterVersions(text: string, headers: LicensedFile[]): { expression: string; note: string } {
  let expression = text;
  let note = '';
  for (const only of new Set(idsOf(text).filter((id) => /^(?:[AL]?GPL|GFDL)-[\d.]+-only$/.test(id)))) {
    const later = only.replace(/only$/, 'or-later');
    const naming = (id: string) => headers.filter(({ spdx }) => spdx.some((one) => idsOf(one).includes(id))).length;
    const counts = { later: naming(later), only: naming(only) };
    if (counts.later === 0 || counts.only > counts.later * ONLY_FOR_LATER) continue;
    expression = expression.replaceAll(only, later);
    note += `, and ${counts.later} of ${counts.later + counts.only} source files that name it say ${later}`;
  }
  return { expression, note };
}

function treeOf(expressions: readonly string[]): LicenseExpression | undefined {
  const trees = expressions
    .map((expression) => parseSpdxExpression(expression)?.tree)
    .filter((tree) => tree !== undefined);
  return trees.length > 0 ? combine('AND', trees) : undefined;
}

/** The canonical expression of everything that a header says, one expression a line; undefined when none of them is one. */
const jointExpression = remembered((expressions) => {
  const tree = treeOf(expressions.split('\n'));
  return tree && printExpression(tree);
});

function fromHeaders(headers: LicensedFile[]): Opinion | undefined {
  const counts = new Map<string, number>();
  let licensed = 0;
  for (const { spdx } of headers) {
    const expression = jointExpression(spdx.join('\n'));
    if (expression === undefined) continue;
    licensed++;
    counts.set(expression, (counts.get(expression) ?? 0) + 1);
  }
  const [top] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (!top || top[1] < licensed * HEADER_MAJORITY) return undefined;
  return { expression: top[0], reason: `${top[1]} of ${licensed} licensed source files carry ${top[0]}`, basis: [] };
}
