import type { SbomContents } from '../model.ts';

/** What a document says of the comparison with advisories, in one text; '' if nobody compares. */
export function comparisonInWords({ comparison, advisories }: SbomContents): string {
  const age = advisories && `Data of advisories: ${advisories.dataAsOf}${advisories.isStale ? ', out of date' : ''}.`;
  return [comparison, age ?? ''].filter((text) => text !== '').join(' ');
}
