// Puts records together into vulnerabilities by their names. Given the names that changed records have or had, everything that hangs together
// with them is read and grouped anew, so that groups join and part as the sources say.
import { groupIds, MOST_NAMES, wordsOfGroup } from '@assay/scanner/advisories';
import { forgetNames, listFormerNames, writeGroups } from '../db/advisories/groups.ts';
import { findRecordsByKeys, type StoredRecord } from '../db/advisories/records.ts';
import type { Db } from '../db/postgres/connection.ts';

/** Names that are looked at together at most. Beyond, a chain of aliases is hostile; what was reached is grouped. */
const MOST_REACHED = 20_000;
/** A group has so many names at most, so nothing that belongs to it is farther away. */
const MOST_ROUNDS = MOST_NAMES;

export interface Regrouped {
  /** Records whose vulnerability is another one now. */
  moved: number[];
  /** Vulnerabilities whose severity, kind or standing has changed. */
  changed: number[];
  /** Records whose aliases were left aside, because they would join too many names. */
  refused: string[];
}

export async function regroup(db: Db, keys: readonly string[], order: readonly string[]): Promise<Regrouped> {
  const { records, asked } = await reach(db, keys);
  const { groups, refused } = groupIds(
    [...records.values()].map(({ record }) => ({ id: record.id, aliases: record.aliases })),
  );
  const byName = Map.groupBy(records.values(), ({ record }) => record.id.toLowerCase());
  const rows = groups.flatMap(({ head, names }) => {
    const members = names.flatMap((name) => byName.get(name.toLowerCase()) ?? []);
    if (members.length === 0) return [];
    const words = wordsOfGroup(
      head,
      members.map(({ record, source }) => ({ ...record, feed: source })),
      order,
    );
    return [{ head, keys: names.map((name) => name.toLowerCase()), advisoryIds: members.map(({ id }) => id), words }];
  });
  const { moved, changed } = await writeGroups(db, rows);
  const spoken = new Set(rows.flatMap((row) => row.keys));
  await forgetNames(
    db,
    [...asked].filter((key) => !spoken.has(key)),
  );
  return { moved, changed, refused };
}

async function reach(
  db: Db,
  keys: readonly string[],
): Promise<{ records: Map<number, StoredRecord>; asked: Set<string> }> {
  const records = new Map<number, StoredRecord>();
  const reached = new Set(keys);
  const asked = new Set<string>();
  for (
    let round = 0, frontier = [...reached];
    frontier.length > 0 && round < MOST_ROUNDS && reached.size < MOST_REACHED;
    round++
  ) {
    for (const key of frontier) asked.add(key);
    const found = await findRecordsByKeys(db, frontier);
    for (const one of found) records.set(one.id, one);
    const named = found.flatMap(({ record }) => [record.id, ...record.aliases].map((name) => name.toLowerCase()));
    const next = [...new Set([...named, ...(await listFormerNames(db, frontier))])].filter((key) => !reached.has(key));
    for (const key of next) reached.add(key);
    frontier = next;
  }
  return { records, asked };
}
