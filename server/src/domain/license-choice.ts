// Which license an inventory item stands under (the selected one) and which it might (the possible ones).
// A license is chosen only where something names it for the whole component; else the choice is "I don't know".

import { expressionKey, licensesOf } from '@assay/scanner/expressions';
import { firstOf } from '@assay/scanner/items';

/** What the interface shows as the selected license's id and name when none is chosen. */
export const NO_LICENSE_ID = -1;
export const NO_LICENSE_NAME = "I don't know";

/** For what a license that a person chose is remembered: its component version in all projects, or this item. */
export const rememberScopes = ['GLOBAL', 'INVENTORY'] as const;
export type RememberScope = (typeof rememberScopes)[number];

/** Why a license was selected; the first that applies wins. */
type LicenseChoiceReason = 'remembered' | 'declared' | 'license-file' | 'none';

export interface LicenseEvidence {
  /** Chosen by a person for this component version in all projects; '' when nobody has. */
  remembered: string;
  /** What the package's own manifest or the registry declares; '' when neither does. */
  declared: string;
  /** Expressions found in the license files at the top of the package. */
  licenseFiles: readonly string[];
  /** Expressions found in the package's other files. */
  otherFiles: readonly string[];
}

export interface LicenseChoice {
  /** SPDX expression; '' means "I don't know". */
  selected: string;
  reason: LicenseChoiceReason;
  /** Single licenses (with their exceptions), the selected ones first, the others in order of name. */
  possible: string[];
}

export function chooseLicense(evidence: LicenseEvidence): LicenseChoice {
  const { selected, reason } = select(evidence);
  const evident = [evidence.declared, ...evidence.licenseFiles, ...evidence.otherFiles].flatMap(licensesOf).sort();
  return { selected, reason, possible: distinct([...licensesOf(selected), ...evident]) };
}

/** True for the ways in which "no license is chosen" is written. */
export function isNoLicense(expression: string): boolean {
  const text = expression.trim().toLowerCase();
  return ['', 'noassertion', 'none', 'n/a', String(NO_LICENSE_ID), NO_LICENSE_NAME.toLowerCase()].includes(text);
}

function select(evidence: LicenseEvidence): { selected: string; reason: LicenseChoiceReason } {
  if (!isNoLicense(evidence.remembered)) return { selected: evidence.remembered, reason: 'remembered' };
  if (!isNoLicense(evidence.declared)) return { selected: evidence.declared, reason: 'declared' };
  // License files that disagree are a question for a person, not a choice for us.
  const fromFiles = distinct(evidence.licenseFiles.filter((expression) => !isNoLicense(expression)));
  if (fromFiles.length === 1) return { selected: firstOf(fromFiles), reason: 'license-file' };
  return { selected: '', reason: 'none' };
}

function distinct(expressions: readonly string[]): string[] {
  const byKey = new Map<string, string>();
  for (const expression of expressions) {
    const key = expressionKey(expression);
    if (!isNoLicense(expression) && !byKey.has(key)) byKey.set(key, expression);
  }
  return [...byKey.values()];
}
