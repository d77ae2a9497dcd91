// The age of the advisory data as a sentence, for mails and other places that do not show the server's figures.

export interface DataAge {
  /** Time of the oldest source in use, as the wire writes it; null if any source in use has no data. */
  dataAsOf: string | null;
  /** There are no data, or they are older than the site allows. */
  dataIsStale: boolean;
}

export function dataAgeInWords({ dataAsOf, dataIsStale }: DataAge): string {
  if (dataAsOf === null)
    return 'A source of advisories in use has no data yet. More vulnerabilities may exist than are known here.';
  return dataIsStale
    ? `The advisories are of ${dataAsOf} UTC, which is older than this site allows. More vulnerabilities may exist than are known here.`
    : `The advisories are of ${dataAsOf} UTC.`;
}
