// Finding licenses by words of their names, in the page: an installation has about a thousand.
import type { LicenseSummary } from '../../api/models.ts';

/** Every word somewhere in the names. */
export function fits(license: Pick<LicenseSummary, 'shortName' | 'name' | 'familyName'>, words: string): boolean {
  const names = `${license.shortName} ${license.name} ${license.familyName}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => names.includes(word));
}
