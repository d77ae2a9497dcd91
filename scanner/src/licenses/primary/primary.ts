// The primary license of a package or project, out of what its manifests, license files and headers say. Pure.
import { combine, idsOf, type LicenseExpression, parseSpdxExpression, printExpression } from '../expression.ts';
import { remembered } from '../reading/remembered.ts';
import { LICENSE_FOLDER, licenseFileRole } from './license-file-roles.ts';
import { type LicensedFile, namedPaths, opinionOfReadme, opinionOfRoot, type RootOpinion } from './root-files.ts';

export { type LicensedFile, namedPaths } from './root-files.ts';

export interface DeclaredLicense {
  path: string;
  /** As written or as an SPDX expression. */
  declaredLicense: string;
  /** Whether what is written is less exact than an SPDX expression (`GPL-2.0`, `BSD`), so that a license file may tell more. */
  isLoose?: boolean;
}

export interface PrimaryInput {
  /** The folder whose license is asked for, with its slash; '' is the root. The folder in which all the files lie where it is not said. */
  top?: string;
  /** LICENSE, COPYING, NOTICE and the like. */
  licenseFiles: readonly LicensedFile[];
  /** Licenses that manifests declare, the manifest that goes first first. */
  manifests: readonly DeclaredLicense[];
  /** Source files with a header. */
  headers: readonly LicensedFile[];
  /** The README beside them, the one in the plainest name first. */
  readmes?: readonly LicensedFile[];
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
  const headers = fromHeaders(input.headers);
  const top = input.top ?? commonFolder([...input.licenseFiles, ...input.headers].map(({ path }) => path));
  const atTop = fromTop(input, top, headers?.expression ?? '');
  const declared = fromManifests(input.manifests, atTop);
  const below = atTop ? undefined : fromParts(input);
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

/** The license files of the top folder; those of its folder for licenses, or of its documentation, where it has none itself. */
function fromTop({ licenseFiles, headers, readmes = [] }: PrimaryInput, top: string, headerMajority: string) {
  for (const isFolder of [/^$/, LICENSE_FOLDER, /^docs?\/$/i]) {
    const here = licenseFiles.filter(
      ({ path }) => path.startsWith(top) && isFolder.test(folderOf(path).slice(top.length)),
    );
    const found = opinionOfRoot({ licenseFiles: here, readmes, headers, headerMajority });
    if (found) return found;
  }
  return undefined;
}

/** The license files nearest to the top, where it has none: a folder each. */
function fromParts({ licenseFiles, headers }: PrimaryInput): RootOpinion | undefined {
  const depth = ({ path }: LicensedFile) => path.split('/').length;
  const speaking = licenseFiles.filter(
    ({ path, spdx }) => spdx.length > 0 && licenseFileRole(path.slice(path.lastIndexOf('/') + 1)) !== 'aside',
  );
  const least = speaking.reduce((nearest, file) => Math.min(nearest, depth(file)), Number.POSITIVE_INFINITY);
  const folders = Map.groupBy(
    speaking.filter((file) => depth(file) === least),
    ({ path }) => folderOf(path),
  );
  const opinions = [...folders.values()]
    .map((files) =>
      opinionOfRoot({
        licenseFiles: files,
        readmes: [],
        headers: folders.size === 1 ? headers : [],
        headerMajority: '',
      }),
    )
    .filter((opinion) => opinion !== undefined);
  if (opinions.length < 2) return opinions[0];
  const expression = printExpression(treeOf([...new Set(opinions.map((one) => one.expression))])!);
  const basis = opinions.flatMap((one) => one.basis);
  return { expression, reason: `${namedPaths(basis)} hold ${expression}`, basis, isOfTexts: true };
}

function fromManifests(manifests: readonly DeclaredLicense[], atTop: RootOpinion | undefined): Opinion | undefined {
  for (const { path, declaredLicense, isLoose } of manifests) {
    const expression = knownExpression(declaredLicense);
    if (expression === undefined) continue;
    const exact = isLoose && atTop && sameFamilies(expression, atTop.expression) ? atTop.expression : expression;
    const note = exact === expression ? '' : ` loosely, which the license file says exactly: ${exact}`;
    return { expression: exact, reason: `${path} declares ${expression}${note}`, basis: [path] };
  }
  return undefined;
}

/** `GPL-2.0-only` and `GPL-2.0-or-later`, `BSD-3-Clause` and `BSD-2-Clause`. */
function sameFamilies(one: string, other: string): boolean {
  const families = (expression: string) =>
    [...new Set(idsOf(expression).map((id) => id.replace(/-\d.*$/, '')))].sort().join();
  return families(one) === families(other);
}

function knownExpression(declaredLicense: string): string | undefined {
  const parsed = parseSpdxExpression(declaredLicense.trim());
  return parsed?.unknown.length === 0 ? parsed.expression : undefined;
}

/** Manifests hold whole license texts where a name should stand. */
const QUOTED_CHARACTERS = 100;

/** What the nearest manifest, or one beside it, declares without naming a license that is known. */
function notUnderstood(manifests: readonly DeclaredLicense[]): string[] {
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

function strangeDeclaration({ path, declaredLicense }: DeclaredLicense): string {
  const declared = declaredLicense.replace(/\s+/g, ' ').trim();
  // https://docs.npmjs.com/cli/configuring-npm/package-json#license
  if (declared === 'UNLICENSED') return `${path} declares UNLICENSED, by which npm means that no rights are granted`;
  const quoted =
    declared.length > QUOTED_CHARACTERS ? `${declared.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : declared;
  return `${path} declares “${quoted}”, which is not certain to be a license`;
}

function fromReadme(readmes: readonly LicensedFile[]): Opinion | undefined {
  for (const file of readmes) {
    const opinion = opinionOfReadme(file);
    if (opinion) return opinion;
  }
  return undefined;
}

function treeOf(expressions: readonly string[]): LicenseExpression | undefined {
  const trees = expressions
    .map((expression) => parseSpdxExpression(expression)?.tree)
    .filter((tree) => tree !== undefined);
  return trees.length > 0 ? combine('AND', trees) : undefined;
}

/** The canonical expression of everything that a header says, one expression a line; undefined when none of them is one. */
const jointExpression = remembered((expressions) => {
  const lines = expressions.split('\n');
  // `A OR B` beside `A`: the header names one of the choice again.
  const choices = lines.filter((line) => line.includes(' OR ') && !line.includes(' AND '));
  const tree = treeOf(lines.filter((line) => !choices.some((choice) => choice.split(' OR ').includes(line))));
  return tree && printExpression(tree);
});

function fromHeaders(headers: readonly LicensedFile[]): Opinion | undefined {
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
