// Splits long lists on their way into the database into several statements, because one would have gigabytes.

/** Rows per statement. PostgreSQL accepts no JSON list above 256 MB, and holds the text of a statement in memory several times. */
const ROWS_PER_STATEMENT = 20_000;

/** For rows of many texts, such as items with their notes: 2,000 of them take about 4 MB. */
export const TEXT_ROWS_PER_STATEMENT = 2_000;

export function* partsOf<T>(rows: readonly T[], size = ROWS_PER_STATEMENT): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
