// License texts of the library. The Audit report compares them with found texts.
import { licensesOf } from '@assay/scanner/expressions';
import type { ReportSource } from '../report.ts';

/** By short name in lower case. */
export type LicenseTextsByName = ReadonlyMap<string, string>;

export async function licenseTexts(source: ReportSource): Promise<LicenseTextsByName> {
  const texts = new Map<string, string>();
  for await (const { shortName, text } of source.list('licenses')) texts.set(shortName.toLowerCase(), text);
  return texts;
}

/** The library's texts of all licenses in an expression, one after the other; '' if it has none. */
export function ownText(expression: string, library: LicenseTextsByName): string {
  return licensesOf(expression)
    .flatMap((license) => license.split(' WITH '))
    .map((name) => library.get(name.toLowerCase()) ?? '')
    .join('\n\n')
    .trim();
}
