// Decides which license an inventory item has (the selected one) and which it may have (the possible ones). A license is selected only if a source
// names it for the whole component; else the choice is "I don't know".

import {
  expressionKey,
  type LicenseExpression,
  licensesOf,
  parseExpression,
  printExpression,
} from '@assay/scanner/expressions';
import {
  type LicenseFact,
  licenseFact,
  NO_LICENSE_FACT,
  type PersonsLicense,
  type SettleChoice,
} from './license-facts.ts';

/** Id and name of the selected license in answers if none is selected. */
export const NO_LICENSE_ID = -1;
export const NO_LICENSE_NAME = "I don't know";

/** Where a license that a person chose is remembered: for its component version in all projects, or for this item. */
export const rememberScopes = ['GLOBAL', 'INVENTORY'] as const;
export type RememberScope = (typeof rememberScopes)[number];

export interface LicenseEvidence {
  /** The license that a person chose for this component version in all projects; '' if nobody has. */
  remembered: string;
  /** The license by curated facts, with its source; undefined if no fact of an enabled source applies. */
  curated?: LicenseFact;
  /** The license declared by the package's manifest or by the registry; '' if neither declares one. */
  declared: LicenseFact;
  /** The license that follows from all evidence; undefined if it was not computed. */
  primary?: LicenseFact;
  /** License files in the top folder of the package, recognised by their names. */
  licenseFiles: readonly { path: string; expressions: readonly string[] }[];
  /** Expressions found in the package's other files. */
  otherFiles: readonly string[];
}

export interface LicenseChoice {
  /** SPDX expression; '' means "I don't know". */
  selected: string;
  concluded: LicenseFact;
  /** How a choice in the concluded license was settled. */
  choice?: LicenseFact;
  /** A license remembered for all projects overrules the evidence; the evidence is still recorded. */
  person?: PersonsLicense;
  /** Single licenses (with their exceptions): the selected ones first, then the others by name. */
  possible: string[];
}

export function chooseLicense(evidence: LicenseEvidence, settle: SettleChoice = () => undefined): LicenseChoice {
  const concluded = conclude(evidence);
  const person = rememberedLicense(evidence.remembered, concluded.expression);
  const choice = person === undefined ? settle(concluded.expression) : undefined;
  const selected = person?.expression ?? choice?.expression ?? concluded.expression;
  const files = [...evidence.licenseFiles.flatMap(({ expressions }) => expressions), ...evidence.otherFiles];
  const evident = [evidence.declared.expression, concluded.expression, ...files].flatMap(licensesOf).sort();
  return {
    selected,
    concluded,
    ...(choice && { choice }),
    ...(person && { person }),
    possible: distinct([...licensesOf(selected), ...licensesOf(concluded.expression), ...evident]),
  };
}

/** True for all spellings of "no license is selected". */
export function isNoLicense(expression: string): boolean {
  const text = expression.trim().toLowerCase();
  return ['', 'noassertion', 'none', 'n/a', String(NO_LICENSE_ID), NO_LICENSE_NAME.toLowerCase()].includes(text);
}

/** A remembered license as the person's license of an item. Undefined if no license is remembered. */
export function rememberedLicense(remembered: string, concluded: string): PersonsLicense | undefined {
  if (isNoLicense(remembered)) return undefined;
  return {
    kind: offersChoice(concluded, remembered) ? 'choice' : 'conclusion',
    expression: remembered,
    words: `The license ${remembered} is remembered for this component version.`,
    isRemembered: true,
  };
}

/** The first source with a license wins. A declared custom license, which the primary license does not consider, comes before texts and headers. */
function conclude({ curated, declared, primary, licenseFiles }: LicenseEvidence): LicenseFact {
  if (curated !== undefined && !isNoLicense(curated.expression)) return curated;
  const known = primary !== undefined && !isNoLicense(primary.expression) ? primary : undefined;
  if (known?.source === 'manifest') return known;
  if (!isNoLicense(declared.expression)) return declared;
  if (known !== undefined) return known;
  // If license files disagree, a person has to decide.
  const [only, ...others] = distinct(licenseFiles.flatMap(({ expressions }) => expressions));
  if (only === undefined || others.length > 0) return NO_LICENSE_FACT;
  const paths = licenseFiles.filter(({ expressions }) => expressions.length > 0).map(({ path }) => path);
  return licenseFact(only, 'root-text', `The license ${only} is taken from ${paths.sort().join(', ')}.`);
}

function distinct(expressions: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const expression of expressions) {
    const key = expressionKey(expression);
    if (!isNoLicense(expression) && !byKey.has(key)) byKey.set(key, expression);
  }
  return [...byKey.values()];
}

/** Whether an expression offers this license as one of its alternatives. */
export function offersChoice(expression: string, license: string): boolean {
  const tree = parseExpression(expression);
  return (
    tree !== undefined &&
    alternativesOf(tree).some((one) => expressionKey(printExpression(one)) === expressionKey(license))
  );
}

function alternativesOf(tree: LicenseExpression): LicenseExpression[] {
  if (!('operator' in tree) || tree.operator === 'AND') return [];
  return tree.parts.flatMap((part) => [part, ...alternativesOf(part)]);
}
