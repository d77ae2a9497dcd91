// Custom licenses: their identifiers in SPDX expressions, and whether scans can detect their texts.
import { storableText } from '@assay/scanner/foreign-text';
import { type LicensePriorityLookUp, licensePriorityOf } from './license-priority.ts';

/** Scans do not look for shorter texts, because they would find them in every file. */
export const FEWEST_WORDS_TO_DETECT = 8;
/** Longer texts are not licenses, and searching for them would slow down every scan. */
export const LONGEST_TEXT_TO_DETECT = 300_000;

/** `ACME License 1.0` becomes `LicenseRef-ACME-License-1.0`, the form that SPDX allows for licenses off its list. */
export function licenseRefOf(shortName: string): string {
  const slug = shortName
    .trim()
    .replace(/^LicenseRef-/i, '')
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9.-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 200);
  return `LicenseRef-${slug === '' ? 'custom' : slug}`;
}

/** Scripts without blanks between words: each character counts as a word. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const WORDS = new RegExp(`${SIGN.source}|[\\p{L}\\p{N}]+`, 'gu');

/** Why scans do not look for a text; undefined if they do. */
export function whyNotDetected(text: string): string | undefined {
  if (text.length > LONGEST_TEXT_TO_DETECT)
    return `it has more than ${LONGEST_TEXT_TO_DETECT.toLocaleString('en')} characters`;
  const words = storableText(text).match(WORDS) ?? [];
  return words.length < FEWEST_WORDS_TO_DETECT ? `it has fewer than ${FEWEST_WORDS_TO_DETECT} words` : undefined;
}

export function isDetectable(text: string): boolean {
  return whyNotDetected(text) === undefined;
}

/** Custom licenses in the form that scans use. */
export interface CustomLicense {
  /** `LicenseRef-…`: the scanner's name. */
  reference: string;
  /** The name in the inventory and for people. */
  shortName: string;
  priority: 1 | 2 | 3;
}

/** Custom licenses with the names that manifests may use. */
export function declaredNames(licenses: readonly (CustomLicense & { name: string })[]) {
  return licenses.map(({ reference, name, shortName }) => ({ id: reference, names: [name, shortName] }));
}

/** Replaces the scanner's names of custom licenses by those of the library; other expressions stay unchanged. */
export function customLicenseNames(licenses: readonly CustomLicense[]): (expression: string) => string {
  const names = new Map(licenses.map((one) => [one.reference.toLowerCase(), one.shortName]));
  return (expression) => names.get(expression.toLowerCase()) ?? expression;
}

/** Looks up priorities of custom licenses by either name, and those of other licenses on the SPDX list. */
export function customLicensePriorities(licenses: readonly CustomLicense[]): LicensePriorityLookUp {
  const priorities = new Map(
    licenses.flatMap(({ reference, shortName, priority }) => [
      [reference.toLowerCase(), priority] as const,
      [shortName.toLowerCase(), priority] as const,
    ]),
  );
  return (license) => priorities.get(license.trim().toLowerCase()) ?? licensePriorityOf(license);
}
