// The license that manifests declare: made exact by texts, headers or the README where it is loose, and quoted where it is not understood.
import { idsOf, parseSpdxExpression } from '../../expressions/index.ts';
import { gnuMajor } from '../rules/license-ids.ts';
import { isChoice, sharesFamily, sharesLicense, stemOf } from './ids.ts';
import { folderOf } from './root-files.ts';
import type { RootOpinion } from './speakers.ts';

export interface DeclaredLicense {
  path: string;
  /** As written or as an SPDX expression. */
  declaredLicense: string;
  /** As written, if `declaredLicense` is an expression that was made of it. */
  written?: string;
  /** Whether the declaration is less exact than an SPDX expression (`GPL-2.0`, `BSD`), so that a license file may be more precise. */
  isLoose?: boolean;
}

export interface Opinion {
  expression: string;
  reason: string;
  basis: string[];
  /** Whether it relies on whole texts, which are the same for "only" and "or later". */
  isOfTexts?: boolean;
}

interface Others {
  atTop: RootOpinion | undefined;
  headers: Opinion | undefined;
  readme: Opinion | undefined;
}

/**
 * The license file makes a loose declaration exact, or else headers or the README do (`LGPL 2.1` and "or later"). This does
 * not apply if these repeat the declared choice. A declaration does not count if the license file and most headers
 * together contradict it.
 */
export function fromManifests(
  manifests: readonly DeclaredLicense[],
  { atTop, headers, readme }: Others,
): (Opinion & { isDenied?: boolean }) | undefined {
  for (const { path, declaredLicense, isLoose, written = declaredLicense } of manifests) {
    const expression = knownExpression(declaredLicense);
    if (expression === undefined) continue;
    const reason = `${path} declares ${expression}${asWritten(written, expression)}`;
    const declared = { expression, reason, basis: [path] };
    const isRepeated = isChoice(expression) && [headers, readme].some((other) => other?.expression === expression);
    if (isLoose !== true || isRepeated) return declared;
    const isExacter = ({ expression: other }: Opinion) =>
      sameFamilies(expression, other) && !saysLaterVersions(declaredLicense, expression, other);
    if (atTop && isExacter(atTop)) return exactly(declared, atTop.expression, 'the license file says');
    if (headers && isExacter(headers) && (isWider(headers, expression) || isWithin(headers, expression)))
      return exactly(declared, headers.expression, 'most headers say');
    if (readme && isExacter(readme) && isWider(readme, expression))
      return exactly(declared, readme.expression, 'the README says');
    const isDenied =
      atTop !== undefined &&
      headers !== undefined &&
      sharesLicense([atTop.expression], headers.expression) &&
      !idsOf(atTop.expression).some((id) => idsOf(expression).some((one) => sharesFamily(one, id)));
    return { ...declared, isDenied };
  }
  return undefined;
}

function exactly(declared: Opinion, exact: string, who: string): Opinion {
  if (exact === declared.expression) return declared;
  return { ...declared, expression: exact, reason: `${declared.reason} inexactly; ${who} exactly ${exact}` };
}

/** Whether it says "or later" for licenses that the declaration names only with the version. */
const isWider = ({ expression }: Opinion, declared: string): boolean =>
  stemsOf(expression) === stemsOf(declared) && expression.includes('-or-later');

/** `LGPL-2.1-or-later` for `LGPL-2.0-or-later`: classifiers of Python and short names have no word for 2.1. */
function isWithin({ expression }: Opinion, declared: string): boolean {
  const major = gnuMajor(declared);
  return (
    major !== undefined &&
    declared === `${major}.0-${expression.endsWith('-only') ? 'only' : 'or-later'}` &&
    expression.startsWith(`${major}.`) &&
    stemsOf(expression) > stemsOf(declared)
  );
}

/**
 * A file that names the license or contains its text does not correct the "or later" of a manifest. It may correct
 * "only", because a bare `GPL-2.0` also becomes "only".
 */
function saysLaterVersions(declaredLicense: string, expression: string, other: string): boolean {
  return /-or-later\b|\+/.test(declaredLicense) && stemsOf(expression) === stemsOf(other);
}

const stemsOf = (expression: string): string => idsOf(expression).map(stemOf).sort().join();

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

/** Manifests may contain a whole license text instead of a name. */
const QUOTED_CHARACTERS = 100;

/** A reader who opens the manifest must find the words that the sentence says about it. */
function asWritten(written: string, expression: string): string {
  const words = written.replace(/\s+/g, ' ').trim();
  // A custom license is shown by its own name, without the prefix.
  const isSame = words === '' || words === expression || `LicenseRef-${words}` === expression;
  return isSame ? '' : ` (written “${shortened(words)}”)`;
}

function shortened(words: string): string {
  return words.length > QUOTED_CHARACTERS ? `${words.slice(0, QUOTED_CHARACTERS).toWellFormed()}…` : words;
}

/** Whether a manifest says that nobody has any rights: `UNLICENSED` of npm. Texts of parts are then no license of the whole. */
export function grantsNothing(manifest: DeclaredLicense | undefined): boolean {
  // https://docs.npmjs.com/cli/configuring-npm/package-json#license
  return manifest?.declaredLicense.trim() === 'UNLICENSED';
}

/** The declaration of the nearest manifest, or of one beside it, if it names no known license. */
export function notUnderstood(manifests: readonly DeclaredLicense[]): string[] {
  const nearest = folderOf(manifests[0]?.path ?? '');
  const strange = manifests.filter(
    ({ path, declaredLicense }) =>
      folderOf(path) === nearest &&
      knownExpression(declaredLicense) === undefined &&
      // It refers to a file, which is evaluated on its own.
      !/^\s*see licen[cs]e in /i.test(declaredLicense),
  );
  return [...new Set(strange.map(strangeDeclaration))];
}

function strangeDeclaration(manifest: DeclaredLicense): string {
  const { path, declaredLicense } = manifest;
  const declared = declaredLicense.replace(/\s+/g, ' ').trim();
  if (grantsNothing(manifest)) return `${path} declares UNLICENSED, by which npm means that no rights are granted`;
  return `${path} declares “${shortened(declared)}”, which is not certain to be a license`;
}
