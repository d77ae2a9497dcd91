// How old the data of advisories is, in words: for mails and whatever else is read far from the figures of the server.

export interface DataAge {
  /** Of the oldest source in use, as the wire writes it; null while one of them, or all, have no data. */
  dataAsOf: string | null;
  /** There is none, or it is older than the site allows. */
  dataIsStale: boolean;
}

export function dataAgeInWords({ dataAsOf, dataIsStale }: DataAge): string {
  if (dataAsOf === null)
    return 'A source of advisories in use has no data yet. More vulnerabilities may exist than are known here.';
  return dataIsStale
    ? `The advisories are of ${dataAsOf} UTC, which is older than this site allows. More vulnerabilities may exist than are known here.`
    : `The advisories are of ${dataAsOf} UTC.`;
}
