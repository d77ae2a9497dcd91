// Searches licenses by words of their names. It runs in the page, because an installation has only about a thousand
// licenses.
import type { LicenseSummary } from '../../api/models.ts';

/** Every word must occur in one of the names. */
export function fits(license: Pick<LicenseSummary, 'shortName' | 'name' | 'familyName'>, words: string): boolean {
  const names = `${license.shortName} ${license.name} ${license.familyName}`.toLowerCase();
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => names.includes(word));
}
