// Reads rows: the only row of a query that always has one, and long results in batches.
import type { QueryResult } from 'kysely';

/** The row of a query that always has exactly one, such as a count. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a query that must return a row returned none');
  return row;
}

/** Reads rows with an id greater than `after`, ordered by id, up to the size of a batch. */
type ReadBatch<Row> = (after: number) => Promise<Row[] | Pick<QueryResult<Row>, 'rows'>>;

/** All rows in batches by id; ends with the first batch that is not full. Rows may change between batches. */
export async function* batchesById<Row extends { id: number }>(
  batchSize: number,
  read: ReadBatch<Row>,
  first = 0,
): AsyncGenerator<Row[]> {
  for (let after = first; ; ) {
    const answer = await read(after);
    const rows = Array.isArray(answer) ? answer : answer.rows;
    const last = rows.at(-1);
    if (last === undefined) return;
    yield rows;
    if (rows.length < batchSize) return;
    after = last.id;
  }
}

/** The same, one row at a time. */
export async function* rowsById<Row extends { id: number }>(
  batchSize: number,
  read: ReadBatch<Row>,
): AsyncGenerator<Row> {
  for await (const rows of batchesById(batchSize, read)) yield* rows;
}
