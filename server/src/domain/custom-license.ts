// Custom licenses: the identifier under which SPDX expressions name them, and which of them a scan can detect.
import { storableText } from './inventory.ts';
import { type LicensePriorityLookUp, licensePriorityOf } from './license-priority.ts';

/** Shorter texts would be found in every file: they are kept and shown, but not looked for. */
export const FEWEST_WORDS_TO_DETECT = 8;
/** Longer texts are no licenses; looking for them would cost every file of every scan. */
export const LONGEST_TEXT_TO_DETECT = 300_000;

/** `ACME License 1.0` to `LicenseRef-ACME-License-1.0`: what SPDX allows as the name of a license off its list. */
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

/** Scripts that are written without blanks: each of their signs counts as a word. */
const SIGN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}]/u;
const WORDS = new RegExp(`${SIGN.source}|[\\p{L}\\p{N}]+`, 'gu');

/** Why scans do not look for a text; undefined when they do. */
export function whyNotDetected(text: string): string | undefined {
  if (text.length > LONGEST_TEXT_TO_DETECT)
    return `it has more than ${LONGEST_TEXT_TO_DETECT.toLocaleString('en')} characters`;
  const words = storableText(text).match(WORDS) ?? [];
  return words.length < FEWEST_WORDS_TO_DETECT ? `it has fewer than ${FEWEST_WORDS_TO_DETECT} words` : undefined;
}

export function isDetectable(text: string): boolean {
  return whyNotDetected(text) === undefined;
}

/** Custom licenses as scans meet them. */
export interface CustomLicense {
  /** `LicenseRef-…`: what the scanner answers. */
  reference: string;
  /** What inventory and people call it. */
  shortName: string;
  priority: 1 | 2 | 3;
}

/** Ids of custom licenses with the names that manifests may declare them by. */
export function declaredNames(licenses: readonly (CustomLicense & { name: string })[]) {
  return licenses.map(({ reference, name, shortName }) => ({ id: reference, names: [name, shortName] }));
}

/** From the scanner's names of custom licenses to the library's; other expressions stay as they are. */
export function customLicenseNames(licenses: readonly CustomLicense[]): (expression: string) => string {
  const names = new Map(licenses.map((one) => [one.reference.toLowerCase(), one.shortName]));
  return (expression) => names.get(expression.toLowerCase()) ?? expression;
}

/** Priorities of custom licenses by both of their names; others are those of the SPDX list. */
export function customLicensePriorities(licenses: readonly CustomLicense[]): LicensePriorityLookUp {
  const priorities = new Map(
    licenses.flatMap(({ reference, shortName, priority }) => [
      [reference.toLowerCase(), priority] as const,
      [shortName.toLowerCase(), priority] as const,
    ]),
  );
  return (license) => priorities.get(license.trim().toLowerCase()) ?? licensePriorityOf(license);
}
