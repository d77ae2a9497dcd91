// Reading rows: the one row that a query always answers, and long results in batches.
import type { QueryResult } from 'kysely';

/** The row of a query that always answers one, as a count does. */
export function onlyRow<Row>(rows: readonly Row[]): Row {
  const [row] = rows;
  if (row === undefined) throw new Error('a query that always answers a row answered none');
  return row;
}

/** Reads the rows whose id is greater than `after`, in order of their ids, at most a batch of them. */
type ReadBatch<Row> = (after: number) => Promise<Row[] | Pick<QueryResult<Row>, 'rows'>>;

/** All rows in batches by id; ends with the batch that is not full. What is read may change under way. */
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

/** The same, row by row. */
export async function* rowsById<Row extends { id: number }>(
  batchSize: number,
  read: ReadBatch<Row>,
): AsyncGenerator<Row> {
  for await (const rows of batchesById(batchSize, read)) yield* rows;
}
