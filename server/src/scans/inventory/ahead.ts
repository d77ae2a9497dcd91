// What a scan computes before it locks the project: people who change the project wait for the lock. The evidence is written on trial, the inventory is
// derived from it, and everything is rolled back. The library's rows, which belong to no project, are committed. Under the lock, the result is used if
// what it was computed from is the same; else it is computed again there.

import { createHash } from 'node:crypto';
import { serialize } from 'node:v8';
import { sql } from 'kysely';
import { listArchiveFindings } from '../../db/files/archive-findings.ts';
import { listCustomLicenses } from '../../db/licenses.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { isLockTimeout } from '../../db/postgres/deadlock.ts';
import { partsOf } from '../../db/postgres/parts.ts';
import { onTrial } from '../../db/postgres/trial.ts';
import { findProjectPolicy, getProject, type Project } from '../../db/projects/projects.ts';
import { applyScanPlan, printOfFiles } from '../../db/scans/plan.ts';
import { siteSettings } from '../../db/site-settings.ts';
import type { ScanProfileSettings } from '../../domain/derivation/scan-profile.ts';
import { customLicensePriorities } from '../../domain/licenses/custom-license.ts';
import type { RegistryResults } from '../registries/registries.ts';
import { gatherFollowed, writeFollowed } from './follow-references.ts';
import { libraryNeeds } from './inventory.ts';
import { ensureLibrary } from './inventory-library.ts';
import { findInventory } from './wanted-inventory.ts';

interface Scanned {
  settings: ScanProfileSettings;
  fromRegistries: Pick<RegistryResults, 'resolutions'>;
}

/** Shorter than the time after which PostgreSQL looks for transactions that wait for each other: the trial gives way to people, never they to it. */
const LOCK_TIMEOUT_MS = 500;
const PACKAGES_PER_TRANSACTION = 500;

export type Ahead = Awaited<ReturnType<typeof computed>>;

/** Undefined if somebody holds rows that the trial needs. */
export async function lookAhead(db: Db, projectId: number, scanned: Scanned): Promise<Ahead | undefined> {
  const ahead = await givingWay(db, (tx) => computed(tx, projectId, scanned));
  if (ahead === undefined) return undefined;
  const { found, wanted, rules } = ahead.needs;
  const priorityOfLicense = customLicensePriorities(ahead.customLicenses);
  // The facts of versions follow from `wanted` and are written under the lock, where each is compared with what the library has.
  for (const part of partsOf(found, PACKAGES_PER_TRANSACTION))
    await db.transaction().execute((tx) => ensureLibrary(tx, part, [], priorityOfLicense, rules));
  await db.transaction().execute((tx) => ensureLibrary(tx, [], wanted, priorityOfLicense, rules));
  return ahead;
}

async function computed(tx: Tx, projectId: number, scanned: Scanned) {
  const project = await getProject(tx, projectId);
  const print = await printOfInputs(tx, projectId);
  await applyScanPlan(tx, projectId);
  const archives = await archivesOf(tx, projectId, scanned);
  const followed = await gatherFollowed(tx, projectId, archives);
  await writeFollowed(tx, projectId, followed);
  const customLicenses = await listCustomLicenses(tx);
  const { settings, fromRegistries } = scanned;
  const subject = { project, settings, archives, resolutions: fromRegistries.resolutions };
  const found = await findInventory(tx, subject, customLicenses);
  return { print, archives, followed, found, customLicenses, needs: await libraryNeeds(tx, project, found) };
}

/** Whether what was found before still holds. */
export const stillHolds = async (tx: Tx, projectId: number, { print }: Ahead): Promise<boolean> =>
  print === (await printOfInputs(tx, projectId));

/** Under the project's lock, after the plan was applied. `found` is missing if it must be found again. */
export async function whatHolds(tx: Tx, { id }: Project, scanned: Scanned, ahead: Ahead | undefined) {
  if (ahead !== undefined && (await stillHolds(tx, id, ahead))) return ahead;
  const archives = await archivesOf(tx, id, scanned);
  return { archives, followed: await gatherFollowed(tx, id, archives), found: undefined };
}

const archivesOf = async (tx: Tx, projectId: number, { settings }: Scanned) =>
  settings.archiveDiscovery ? listArchiveFindings(tx, projectId) : [];

/** Settings of a project that say what becomes of new items, and which items stay. */
const SETTINGS = [
  'auto_publish',
  'minimum_confidence',
  'do_not_publish_unknown_license',
  'mark_associated_files_as_reviewed',
  'delete_empty_inventory',
  'review_settings',
  'contact_id',
  'legal_contact_id',
  'security_contact_id',
  'developer_contact_id',
] as const satisfies (keyof Project)[];

/**
 * Changes with everything whose change also changes items, so that the inventory of before would take that back: the files, the licenses that people
 * remembered for versions, the policy, the settings of project and site, and custom licenses.
 */
async function printOfInputs(tx: Tx, projectId: number): Promise<string> {
  const { rows: remembered } = await sql`
    select count(*), bit_xor(hashtextextended(concat_ws(' ', version_id, license_id), 0))::text as print from remembered_licenses`.execute(
    tx,
  );
  const project = await getProject(tx, projectId);
  const inputs = [
    SETTINGS.map((setting) => project[setting]),
    await printOfFiles(tx, projectId),
    remembered,
    (await findProjectPolicy(tx, projectId))?.rules,
    await siteSettings(tx),
    await listCustomLicenses(tx),
  ];
  return createHash('sha256').update(serialize(inputs)).digest('hex');
}

async function givingWay<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T | undefined> {
  try {
    return await onTrial(
      (run) => db.transaction().execute(run),
      async (tx) => {
        await sql`select set_config('lock_timeout', ${`${LOCK_TIMEOUT_MS}ms`}, true)`.execute(tx);
        return work(tx);
      },
    );
  } catch (error) {
    if (isLockTimeout(error)) return undefined;
    throw error;
  }
}
