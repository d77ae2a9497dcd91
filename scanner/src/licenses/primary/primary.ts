// Determines the primary license of a package or project from its manifests, license files and headers. Pure.

import {
  combine,
  idsOf,
  joinExpressions,
  type LicenseExpression,
  parseSpdxExpression,
  printExpression,
  remembered,
} from '../../expressions/index.ts';
import { present } from '../../items.ts';
import { ADDED_CLAUSE_RULE } from '../judging/added-clauses.ts';
import { UNKNOWN_LICENSE } from '../judging/unknown.ts';
import { isUnknownLicense } from '../reading/references.ts';
import { type DeclaredLicense, fromManifests, grantsNothing, notUnderstood, type Opinion } from './declared.ts';
import { sharesFamily } from './ids.ts';
import { LICENSE_FOLDER, type LicenseFileRole, licenseFileRole } from './license-file-roles.ts';
import { folderOf, namedPaths, opinionOfReadme, opinionOfRoot } from './root-files.ts';
import type { LicensedFile, RootOpinion } from './speakers.ts';

export type { DeclaredLicense } from './declared.ts';
export { namedPaths } from './root-files.ts';
export type { LicensedFile } from './speakers.ts';

export interface PrimaryInput {
  /** The folder of the package or project, with its slash; '' is the root. Default: the common folder of all files. */
  top?: string;
  /** LICENSE, COPYING, NOTICE and the like. */
  licenseFiles: readonly LicensedFile[];
  /** Licenses that manifests declare, by precedence. */
  manifests: readonly DeclaredLicense[];
  /** Source files with a header. */
  headers: readonly LicensedFile[];
  /** The READMEs beside them, the plainest name first. */
  readmes?: readonly LicensedFile[];
}

export interface PrimaryLicense {
  /** SPDX expression; '' when no license is known. */
  expression: string;
  /** Sentences with the evidence, the strongest first. */
  reasons: string[];
  /** Paths of the manifest, license files or README that decided; [] when headers decided, or nothing. */
  basis: string[];
  /** The evidence that decided. */
  source: PrimarySource;
}

type PrimarySource = 'manifest' | 'root-text' | 'headers' | 'readme' | 'none';

/** Share of headers that must agree if headers alone decide. */
const HEADER_MAJORITY = 0.5;

/**
 * Precedence: manifests, license files at the top, the majority of headers, license files in folders below (often those of parts). The
 * reasons say whether the others agree. A README also describes other programs, so it decides only if there is nothing else, and is quoted
 * if it differs. A manifest's declaration of an unknown license is quoted too.
 */
export function primaryLicense(input: PrimaryInput): PrimaryLicense {
  const plain = fromHeaders(input.headers);
  const top = input.top ?? commonFolder([...input.licenseFiles, ...input.headers].map(({ path }) => path));
  const unknown = unknownAtTop(input, top);
  const known = fromTop(input, top, plain?.expression ?? '');
  const atTop = known && (isByHeaders(known, plain) || (unknown && isOvercome(known, unknown))) ? undefined : known;
  const readme = fromReadme(input.readmes ?? []);
  const declared = fromManifests(input.manifests, { atTop, headers: plain, readme });
  const headers = declared || atTop ? plain : withExceptionOfReadme(plain, readme);
  const notices = known && isByHeaders(known, headers) ? known : undefined;
  const isReserved = grantsNothing(input.manifests[0]);
  const below = atTop || unknown || notices || isReserved ? undefined : fromParts(input);
  const found = [atTop, ...besideTop(headers, atTop ? undefined : unknown), notices, below];
  const sources = (declared?.isDenied ? [...found, declared] : [declared, ...found]).filter(
    (source) => source !== undefined,
  );
  const first = sources[0] ?? readme;
  const notes = notUnderstood(input.manifests);
  if (!first) return { expression: '', reasons: [...notes, nothingFound(notes)], basis: [], source: 'none' };
  const source =
    first === declared ? 'manifest' : first === headers ? 'headers' : first === readme ? 'readme' : 'root-text';
  const reasons = [first.reason, ...notes];
  for (const other of sources.slice(1))
    reasons.push(`${other.reason}, which ${agrees(first, other) ? 'agrees' : 'differs'}`);
  // A README, unlike a license text, distinguishes "only" from "or later".
  if (readme && readme !== first && !agrees({ ...first, isOfTexts: false }, readme))
    reasons.push(`${readme.reason}, which differs`);
  return withAddedClause({ expression: first.expression, reasons, basis: first.basis, source }, input, top);
}

/** Adds an unknown license if a license file of the top has a clause that the text of its license does not have. */
function withAddedClause(found: PrimaryLicense, { licenseFiles }: PrimaryInput, top: string): PrimaryLicense {
  const ids = idsOf(found.expression);
  for (const { path, matches = [] } of licenseFiles) {
    const clause = matches.find(({ rule, via }) => rule === ADDED_CLAUSE_RULE && via === undefined);
    const isOfWhole = folderOf(path) === top && ['license', 'text'].includes(licenseFileRole(path.slice(top.length)));
    if (!clause || !isOfWhole) continue;
    const text = matches.findLast(
      ({ kind, startLine }) => kind === 'text' && startLine <= clause.startLine,
    )?.expression;
    if (text === undefined || !ids.includes(text)) continue;
    return {
      ...found,
      expression: joinExpressions('AND', [found.expression, UNKNOWN_LICENSE]),
      reasons: [...found.reasons, `${path} adds a clause to ${text} in line ${clause.startLine}`],
    };
  }
  return found;
}

/** "The special exception described in README", in headers: the exception belongs to the license that they carry. */
function withExceptionOfReadme(headers: Opinion | undefined, readme: Opinion | undefined): Opinion | undefined {
  const [named = '', exception] = readme?.expression.split(' WITH ') ?? [];
  const isPlain = ![headers, readme].some((one) => / (?:AND|OR) /.test(one?.expression ?? ''));
  if (!headers || !readme || exception === undefined || !isPlain || headers.expression.includes(' WITH '))
    return headers;
  if (!sharesFamily(named, headers.expression)) return headers;
  return {
    ...headers,
    expression: `${headers.expression} WITH ${exception}`,
    reason: `${headers.reason}, and ${readme.basis.join()} adds ${exception}`,
  };
}

function nothingFound(notes: readonly string[]): string {
  return `no ${notes.length > 0 ? '' : 'manifest, '}license file, header or README names a license`;
}

/** Whether `other` names no license that `first` does not name. */
function agrees(first: Opinion, other: Opinion): boolean {
  const isOfTexts = first.isOfTexts === true || other.isOfTexts === true;
  const licenses = ({ expression }: Opinion) =>
    idsOf(expression).map((id) => (isOfTexts ? id.replace(/-(?:only|or-later)$/, '') : id));
  const wanted = new Set(licenses(first));
  const ids = licenses(other);
  return ids.every((id) => wanted.has(id)) && ids.length > 0;
}

/** The common folder of all paths, with its slash; '' for the root. */
export function commonFolder(paths: readonly string[]): string {
  let common = folderOf(paths[0] ?? '');
  for (const path of paths) {
    while (!path.startsWith(common)) common = common.slice(0, common.lastIndexOf('/', common.length - 2) + 1);
    if (common === '') break;
  }
  return common;
}

/** The license files of the top folder; if it has none, those of its license or documentation folder, or beside the manifest of a wheel. */
function fromTop(
  { licenseFiles, headers, readmes = [], manifests }: PrimaryInput,
  top: string,
  headerMajority: string,
) {
  const ofManifest = folderOf(manifests[0]?.path ?? top);
  for (const folder of ofManifest.startsWith(top) && ofManifest !== top ? [top, ofManifest] : [top])
    for (const isFolder of [/^$/, LICENSE_FOLDER, /^docs?\/$/i]) {
      const here = licenseFiles.filter(
        ({ path }) => path.startsWith(folder) && isFolder.test(folderOf(path).slice(folder.length)),
      );
      const found = opinionOfRoot({ licenseFiles: here, readmes, headers, headerMajority });
      if (found) return found;
    }
  return undefined;
}

/** Whether only a NOTICE names a license, and most headers name another one. A NOTICE contains the notices of parts. */
const isByHeaders = (known: Opinion, headers: Opinion | undefined): boolean =>
  headers !== undefined &&
  known.basis.length > 0 &&
  known.basis.every(isNotice) &&
  !idsOf(known.expression).some((id) => idsOf(headers.expression).includes(id));

const isNotice = (path: string): boolean => licenseFileRole(path.slice(folderOf(path).length)) === 'notice';

interface UnknownOpinion extends Opinion {
  /** What else is known in the file. */
  holds: readonly string[];
}

/**
 * Headers decide before an unknown license, except if they say "see LICENSE" and got their license from the text after
 * the unknown one in that file.
 */
function besideTop(headers: Opinion | undefined, unknown: UnknownOpinion | undefined): (Opinion | undefined)[] {
  const isFollowed = headers !== undefined && unknown?.holds.includes(headers.expression) === true;
  return isFollowed ? [unknown, headers] : [headers, unknown];
}

/**
 * A license file of the root with an unknown license of its own, even if texts of bundled parts follow in it. Undefined
 * if another license file exists.
 */
function unknownAtTop({ licenseFiles }: PrimaryInput, top: string): UnknownOpinion | undefined {
  const ofRole = (role: LicenseFileRole) =>
    licenseFiles.filter(
      ({ path, spdx }) => spdx.length > 0 && folderOf(path) === top && licenseFileRole(path.slice(top.length)) === role,
    );
  const plain = ofRole('license');
  const speaking = plain.length > 0 ? plain : ofRole('text');
  const [file] = speaking;
  if (!file || !speaking.every(beginsUnknown)) return undefined;
  return {
    expression: UNKNOWN_LICENSE,
    reason: `${file.path} contains an unknown license`,
    basis: [file.path],
    holds: file.spdx,
  };
}

function beginsUnknown({ spdx, matches }: LicensedFile): boolean {
  const said = matches?.filter(({ kind, via }) => kind !== 'mention' && via === undefined);
  if (said === undefined) return spdx.every(isUnknownLicense);
  const first = Math.min(...said.map(({ startLine }) => startLine));
  return said.some(({ startLine, expression }) => startLine === first && isUnknownLicense(expression));
}

/** Whether the known license comes only from notices, or from the file that begins with the unknown license. */
const isOvercome = (known: Opinion, unknown: Opinion): boolean =>
  known.basis.every((path) => unknown.basis.includes(path) || isNotice(path));

/** The license files nearest to the top if the top has none, one opinion per folder. */
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
  const expression = printExpression(
    present(treeOf([...new Set(opinions.map((one) => one.expression))]), 'expression'),
  );
  const basis = opinions.flatMap((one) => one.basis);
  return { expression, reason: `${namedPaths(basis)} hold ${expression}`, basis, isOfTexts: true };
}

function fromReadme(readmes: readonly LicensedFile[]): Opinion | undefined {
  for (const file of readmes) {
    const opinion = opinionOfReadme(file);
    if (opinion) return opinion;
  }
  const unknown = readmes.find((file) => file.spdx.length > 0 && beginsUnknown(file));
  if (!unknown) return undefined;
  const reason = `${unknown.path} grants or restricts rights in words that match no known license`;
  return { expression: UNKNOWN_LICENSE, reason, basis: [unknown.path] };
}

function treeOf(expressions: readonly string[]): LicenseExpression | undefined {
  const trees = expressions
    .map((expression) => parseSpdxExpression(expression)?.tree)
    .filter((tree) => tree !== undefined);
  return trees.length > 0 ? combine('AND', trees) : undefined;
}

/** The joint canonical expression of a header, given one expression per line; undefined when none is valid. */
const jointExpression = remembered((expressions) => {
  const lines = expressions.split('\n');
  // `A OR B` beside `A`: the header repeats one of the choice.
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
  const [top, next] = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
  if (!top || top[1] === next?.[1]) return undefined;
  const kin = [...counts].filter(([one]) => isFormOf(one, top[0]) || isFormOf(top[0], one));
  const related = kin.reduce((sum, [, count]) => sum + count, 0);
  if (top[1] + related < licensed * HEADER_MAJORITY) return undefined;
  const others = related > 0 && top[1] < licensed * HEADER_MAJORITY ? `, and ${related} a form of it` : '';
  return {
    expression: top[0],
    reason: `${top[1]} of ${licensed} licensed source files carry ${top[0]}${others}`,
    basis: [],
  };
}

/** `BSD-4-Clause-UC` is a form of `BSD-4-Clause`. */
const isFormOf = (one: string, whole: string): boolean => one.startsWith(`${whole}-`) && !/ (?:AND|OR|WITH) /.test(one);
