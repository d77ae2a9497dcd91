// Sorts what was read of a source into records, by id, and signals.
import { createHash } from 'node:crypto';
import type { AdvisoryItem } from '@assay/scanner/advisories';
import { storableText } from '@assay/scanner/foreign-text';
import type { NewRecord } from '../db/advisories/records.ts';
import { giveWay } from '../turns.ts';

export interface ReadAdvisory {
  item: AdvisoryItem;
  /** Digest of the file, if it contains only this record; else ''. */
  file: string;
}

interface SortedBatch {
  /** By id; of equal ids, the last one. */
  records: Map<string, NewRecord>;
  /** Digests of the files of the records, by id. */
  files: Map<string, string>;
  /** Ids that the batch has more than once. */
  twice: Set<string>;
  /** Everything that is not a record. */
  signals: AdvisoryItem[];
  /** The latest time in the records, ISO 8601; '' if none has a time. */
  newest: string;
}

export async function sortedBatch(read: readonly ReadAdvisory[]): Promise<SortedBatch> {
  const sorted: SortedBatch = { records: new Map(), files: new Map(), twice: new Set(), signals: [], newest: '' };
  for (const { item, file } of read) {
    await giveWay();
    if (item.type !== 'advisory') {
      sorted.signals.push(item);
      continue;
    }
    const { id, modified, published } = item.advisory;
    if (sorted.records.has(id)) sorted.twice.add(id);
    const text = storableText(JSON.stringify(item.advisory).replaceAll('\\u0000', '\\ufffd'));
    const digest = createHash('sha256').update(text).digest('hex');
    sorted.records.set(id, { advisory: JSON.parse(text), digest });
    sorted.files.set(id, file);
    const time = modified ?? published ?? '';
    if (time > sorted.newest) sorted.newest = time;
  }
  return sorted;
}
