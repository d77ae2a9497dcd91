// After a change of records: groups and matches everything with their names and packages again. Call it in the transaction of the change, under
// ADVISORIES_LOCK.
import { listVersionsOfHoldings } from '../db/advisories/coverage.ts';
import {
  addToHoldings,
  countHoldings,
  type HoldingCount,
  type HoldingKey,
  holdingOfLocation,
  listHoldingKeys,
  recountHoldings,
} from '../db/advisories/holdings.ts';
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
import type { Db, Tx } from '../db/postgres/connection.ts';
import { partsOf } from '../db/postgres/parts.ts';
import { siteSettings } from '../db/site-settings.ts';
import { matchVersions } from './match-versions.ts';
import { regroup } from './regroup.ts';

export interface Touched {
  keys: string[];
  packages: PackageNameRow[];
  /** What the records add to the held data. */
  holdings: HoldingCount[];
}

export interface Settled {
  added: number;
  ended: number;
  /** Records whose aliases would join too many names. */
  refused: string[];
}

const RECORDS_AT_ONCE = 500;

/** The subjects of records; read them before and after the change. */
export async function touchedBy(tx: Tx, recordIds: readonly number[]): Promise<Touched> {
  if (recordIds.length === 0) return { keys: [], packages: [], holdings: [] };
  return {
    keys: await listNameKeys(tx, recordIds),
    packages: await listPackageNames(tx, recordIds),
    holdings: await countHoldings(tx, recordIds),
  };
}

/** @param after empty if the records were deleted */
export async function settle(
  tx: Tx,
  before: Touched,
  after: Touched | undefined,
  order: readonly string[],
): Promise<Settled> {
  const touched = after === undefined ? [before] : [before, after];
  const turned = await addToHoldings(tx, before.holdings, after?.holdings ?? []);
  const keys = [...new Set(touched.flatMap((one) => one.keys))];
  const { moved, changed, refused } = await regroup(tx, keys, order);
  const packages = [...touched.flatMap((one) => one.packages), ...(await listPackageNames(tx, moved))];
  const distinct = [...new Map(packages.map((one) => [`${one.type} ${one.name}`, one])).values()];
  const named = await listVersionsNamed(tx, distinct);
  const versions = [...new Set([...named, ...(await listVersionsOfHoldings(tx, turned))])];
  const { added, ended } = await matchVersions(tx, versions, { isNews: true });
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
      return settle(tx, touched, undefined, order);
    });
    ended += settled.ended;
  }
  return { ended };
}

export async function removeSource(db: Db, source: AdvisorySource): Promise<void> {
  const { severitySources } = await siteSettings(db);
  await removeRecords(db, await listRecordIds(db, source.id), severitySources);
  await db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, ADVISORIES_LOCK);
    await matchAgain(tx, source.id, () => deleteSourceRow(tx, source.id), source.location);
  });
}

/** After an import: the age of the held data may also have gone back. */
export async function recountSource(db: Db, sourceId: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockUntilEnd(tx, ADVISORIES_LOCK);
    const turned = await recountHoldings(tx, sourceId);
    await matchVersions(tx, await listVersionsOfHoldings(tx, turned), { isNews: true });
  });
}

/**
 * Makes a change that may put a source in use or out of use, and matches all versions that its records, or its lack of records, concern.
 * @param locations the addresses of the source before and after the change
 */
export async function matchAgain(
  tx: Tx,
  sourceId: number,
  change: () => Promise<void>,
  ...locations: string[]
): Promise<void> {
  const keys: HoldingKey[] = [
    ...(await listHoldingKeys(tx, sourceId)),
    ...locations.flatMap((location) => holdingOfLocation(sourceId, location)),
  ];
  await change();
  await matchVersions(tx, await listVersionsOfHoldings(tx, keys), { isNews: true });
}
