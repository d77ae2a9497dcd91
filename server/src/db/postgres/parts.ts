// Long lists on their way into the database: what would be one statement of gigabytes is several.

/** So many rows in one statement: PostgreSQL takes no JSON list above 256 MB, and the text of a statement is held in memory several times. */
const ROWS_PER_STATEMENT = 20_000;

export function* partsOf<T>(rows: readonly T[], size = ROWS_PER_STATEMENT): Generator<T[]> {
  for (let from = 0; from < rows.length; from += size) yield rows.slice(from, from + size);
}
