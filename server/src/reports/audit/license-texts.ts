// Texts of the library that the audit report lays beside what was found.
import { licensesOf } from '@assay/scanner/expressions';
import type { ReportSource } from '../report.ts';

/** By short name in small letters. */
export type LicenseTexts = ReadonlyMap<string, string>;

export async function licenseTexts(source: ReportSource): Promise<LicenseTexts> {
  const texts = new Map<string, string>();
  for await (const { shortName, text } of source.list('licenses')) texts.set(shortName.toLowerCase(), text);
  return texts;
}

/** Of all licenses of an expression that the library has, one below the other; '' when it has none. */
export function ownText(expression: string, library: LicenseTexts): string {
  return licensesOf(expression)
    .flatMap((license) => license.split(' WITH '))
    .map((name) => library.get(name.toLowerCase()) ?? '')
    .join('\n\n')
    .trim();
}
