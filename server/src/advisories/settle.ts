// After a change of records: groups and matches everything with their names and packages again. Call it in the transaction of the change, under
// ADVISORIES_LOCK.
import { listVersionsNamed, refreshExposuresOfVulnerabilities } from '../db/advisories/matches.ts';
import {
  deleteRecords,
  listNameKeys,
  listPackageNames,
  listRecordIds,
  type PackageNameRow,
} from '../db/advisories/records.ts';
import { type AdvisorySource, deleteSourceRow } from '../db/advisories/sources.ts';
import { ADVISORIES_LOCK, lockUntilEnd } from '../db/postgres/advisory-locks.ts';
import type { Db } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { siteSettings } from '../db/site-settings.ts';
import { matchVersions } from './match-versions.ts';
import { regroup } from './regroup.ts';

export interface Touched {
  keys: string[];
  packages: PackageNameRow[];
}

export interface Settled {
  added: number;
  ended: number;
  /** Records whose aliases would join too many names. */
  refused: string[];
}

const RECORDS_AT_ONCE = 500;

/** The subjects of records; read them before and after the change. */
export async function touchedBy(tx: Db, recordIds: readonly number[]): Promise<Touched> {
  if (recordIds.length === 0) return { keys: [], packages: [] };
  return { keys: await listNameKeys(tx, recordIds), packages: await listPackageNames(tx, recordIds) };
}

export async function settle(tx: Db, touched: readonly Touched[], order: readonly string[]): Promise<Settled> {
  const keys = [...new Set(touched.flatMap((one) => one.keys))];
  if (keys.length === 0) return { added: 0, ended: 0, refused: [] };
  const { moved, changed, refused } = await regroup(tx, keys, order);
  const packages = [...touched.flatMap((one) => one.packages), ...(await listPackageNames(tx, moved))];
  const distinct = [...new Map(packages.map((one) => [`${one.type} ${one.name}`, one])).values()];
  const { added, ended } = await matchVersions(tx, await listVersionsNamed(tx, distinct), { isNews: true });
  await refreshExposuresOfVulnerabilities(tx, changed);
  return { added, ended, refused };
}

/** Deletes records, and the matches that no other record supports. */
export async function removeRecords(
  db: Db,
  recordIds: readonly number[],
  order: readonly string[],
): Promise<{ ended: number }> {
  let ended = 0;
  for (const part of partsOf(recordIds, RECORDS_AT_ONCE)) {
    const settled = await db.transaction().execute(async (tx) => {
      await lockUntilEnd(tx, ADVISORIES_LOCK);
      const touched = await touchedBy(tx, part);
      await deleteRecords(tx, part);
      return settle(tx, [touched], order);
    });
    ended += settled.ended;
  }
  return { ended };
}

export async function removeSource(db: Db, source: AdvisorySource): Promise<void> {
  const { severitySources } = await siteSettings(db);
  await removeRecords(db, await listRecordIds(db, source.id), severitySources);
  await deleteSourceRow(db, source.id);
}
