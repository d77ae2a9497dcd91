// Cuts the items of a report into batches, for lists that query the database for many items at once.
import type { ReportItem } from '../reports/data.ts';

const ITEMS_AT_ONCE = 500;

export async function* batches(all: AsyncIterable<ReportItem>): AsyncGenerator<ReportItem[]> {
  let batch: ReportItem[] = [];
  for await (const item of all) {
    batch.push(item);
    if (batch.length < ITEMS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}
