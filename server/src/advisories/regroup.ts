// Groups records into vulnerabilities by their names. Takes the names that changed records have or had, reads everything connected with them, and
// groups it again, so that groups join and divide as the sources say.
import { groupIds, MOST_NAMES, wordsOfGroup } from '@assay/scanner/advisories';
import { forgetNames, listFormerNames, writeGroups } from '../db/advisories/groups.ts';
import { findRecordsByKeys, type StoredRecord } from '../db/advisories/records.ts';
import type { Db } from '../db/postgres/connection.ts';

/** Largest number of names read together. A longer chain of aliases is hostile; the names read so far are grouped. */
const MOST_REACHED = 20_000;
/** A group has at most this many names, so all of them are reached within as many steps. */
const MOST_ROUNDS = MOST_NAMES;

export interface Regrouped {
  /** Records that moved to another vulnerability. */
  moved: number[];
  /** Vulnerabilities with a changed severity, kind or state. */
  changed: number[];
  /** Records with ignored aliases, because they would join too many names. */
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
