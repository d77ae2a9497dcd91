// How old the data of a source for one ecosystem (or release) is. The server and the command line decide it here, so that they call the same data stale.
//
//   What is known                                        | Age
//   -----------------------------------------------------+---------------------------------
//   when the source was fetched, and it goes on          | the time of that
//   when it was fetched, and its records have ended      | the newest record
//   not when it was fetched: a file, a folder, a bundle  | the newest record
//   no record has a date                                 | unknown
//
// Records have ended where the newest is older than the rhythm of the source allows, as of an export that was stopped and is still served.

export interface DatedRecords {
  /** When the source was last fetched completely; null or absent where that is not known. */
  fetched?: string | null;
  /** The newest modification of a record; null where no record has a date. */
  newest: string | null;
  records: number;
}

const DAY_MS = 86_400_000;
const LEAST_SILENCE_DAYS = 180;
/** A source is taken to have come into being over ten years. The silence of twenty average gaps between its records is no chance. */
const GAPS = 20;
const YEARS_DAYS = 3650;

/** ISO 8601; null if unknown. */
export function ageOfRecords({ fetched = null, newest, records }: DatedRecords): string | null {
  if (fetched === null || newest === null) return newest;
  const most = Math.max(LEAST_SILENCE_DAYS, (GAPS * YEARS_DAYS) / Math.max(1, records));
  return Date.parse(fetched) - Date.parse(newest) > most * DAY_MS ? newest : fetched;
}

/** 0 days: any age is fresh. An unknown age is never fresh otherwise. */
export function isFreshAge(age: string | null, now: Date, mostDays: number): boolean {
  return mostDays === 0 || (age !== null && now.getTime() - Date.parse(age) <= mostDays * DAY_MS);
}
