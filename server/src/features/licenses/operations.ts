// The license library: look-up of licenses, and custom licenses. How scans use custom licenses is in scans/analysis/pool.ts.
import type { Updateable } from 'kysely';
import type { App } from '../../app.ts';
import { listProjectsOfLicense, renameLicenseInItems } from '../../db/components/users.ts';
import { insertRevisions } from '../../db/inventories/history.ts';
import { refreshInventoryRollup } from '../../db/inventories/rollup.ts';
import {
  deleteLicense,
  findLicense,
  findLicenseByName,
  findLicenseByShortName,
  insertCustomLicense,
  type License,
  listLicenses,
  lockLicense,
  updateLicense,
} from '../../db/licenses.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import type { LicensesTable } from '../../db/tables.ts';
import { historyOf } from '../../domain/inventories/inventory-history.ts';
import { licenseRefOf, whyNotDetected } from '../../domain/licenses/custom-license.ts';
import { NO_LICENSE_ID, NO_LICENSE_NAME } from '../../domain/licenses/license-choice.ts';
import { refuseWebAddress } from '../../domain/web-address.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { lockUsingProjects, releaseItems } from '../../reviews/library-removal.ts';
import { standardLicenseOf } from '../../scans/analysis/license-index.ts';
import type { LicenseInput } from './schemas.ts';

/** Short names that give the same `LicenseRef-…` get numbers. More than this many mean that something is wrong. */
const MOST_REFERENCE_TRIES = 1000;

/** The answer to clients that look up the id or name shown by items without a license. */
const NO_LICENSE = {
  detectionNote: '',
  id: NO_LICENSE_ID,
  name: NO_LICENSE_NAME,
  priority: 3,
  url: '',
  description: 'No license is chosen.',
  text: '',
  shortName: NO_LICENSE_NAME,
  spdxIdentifier: 'N/A',
  licenseRef: 'N/A',
  externalId: '',
  familyName: '',
  custom: false,
  createdBy: 'System',
  updatedBy: '',
  createdOn: 'N/A',
  updatedOn: 'N/A',
};

export async function lookUpLicense(app: App, query: { licenseId?: number; licenseName?: string }) {
  const { licenseId, licenseName } = query;
  if (licenseId === undefined && licenseName === undefined)
    throw badRequest('The query parameter "licenseId" or "licenseName" is required');
  const wantsNone = licenseId === NO_LICENSE_ID || (licenseId === undefined && licenseName === NO_LICENSE_NAME);
  if (wantsNone) return NO_LICENSE;
  const name = licenseName?.trim() ?? '';
  const license =
    licenseId === undefined
      ? ((await findLicenseByName(app.db, name)) ?? (await findLicenseByShortName(app.db, name)))
      : await findLicense(app.db, licenseId);
  if (!license) throw badRequest(`The license ${licenseId ?? `"${licenseName}"`} was not found`);
  return detailsOf(license);
}

export async function describeLicense(app: App, shortName: string) {
  const license = await findLicenseByShortName(app.db, shortName.trim());
  if (!license) throw notFound('License', `"${shortName}"`);
  return detailsOf(license);
}

export async function describeLicenseOfId(app: App, licenseId: number) {
  const license = await findLicense(app.db, licenseId);
  if (!license) throw notFound('License', licenseId);
  return detailsOf(license);
}

export async function pageOfLicenses(app: App, onlyCustom: boolean, page: PageRequest) {
  const { rows, total } = await listLicenses(
    app.db,
    { onlyCustom },
    { limit: page.pageSize, offset: rowsBefore(page) },
  );
  return { licenses: rows.map(summaryOf), paging: pagingOf(page, total) };
}

export function detailsOf(license: License) {
  return {
    ...summaryOf(license),
    text: license.text,
    detectionNote: license.is_custom ? detectionNote(license) : '',
  };
}

/** What scans will do with the text of a custom license, if that may surprise. */
function detectionNote({ text }: License): string {
  const why = whyNotDetected(text);
  if (why !== undefined)
    return text.trim() === '' ? '' : `Scans do not look for this text: ${why}. They look for the names.`;
  const standard = standardLicenseOf(text);
  if (standard === undefined) return '';
  return `This is the text of ${standard}: files with it are found to be under this license, no longer under ${standard}.`;
}

export function summaryOf(license: Omit<License, 'text'>) {
  return {
    id: license.id,
    name: license.name,
    priority: license.priority,
    url: license.url,
    description: license.description,
    shortName: license.short_name,
    spdxIdentifier: (license.is_custom ? null : license.spdx_id) ?? 'N/A',
    licenseRef: (license.is_custom ? license.spdx_id : null) ?? 'N/A',
    externalId: license.external_id ?? '',
    familyName: license.family,
    custom: license.is_custom,
    createdBy: license.created_by,
    updatedBy: license.updated_by,
    createdOn: wireTimeWithTenths(license.created_at),
    updatedOn: wireTimeWithTenths(license.updated_at),
  };
}

export async function createLicense(app: App, caller: Caller, input: LicenseInput): Promise<number> {
  const { name, shortName } = checked(input);
  const values = {
    name,
    priority: priorityNumber(input),
    family: input.familyName ?? '',
    url: input.url?.trim() ?? '',
    description: input.description ?? '',
    text: input.licenseText,
  };
  return app.db.transaction().execute(async (tx) => {
    const met = await findMetInScans(tx, shortName);
    if (met) {
      await adopt(tx, caller, met, { ...values, short_name: shortName, external_id: input.externalId ?? null });
      return met.id;
    }
    const spdxId = await freeReference(tx, shortName);
    const externalId = input.externalId ?? null;
    const id = await insertCustomLicense(tx, { ...values, shortName, spdxId, externalId, createdBy: caller.login });
    if (id === undefined) throw new AppError('alreadyExists', { what: 'license', name: shortName });
    return id;
  });
}

/** A scan or an import made this license from a name: the reference or the short name of the license that is to be created. */
async function findMetInScans(tx: Tx, shortName: string): Promise<License | undefined> {
  for (const name of [licenseRefOf(shortName), shortName]) {
    const found = await findLicenseByShortName(tx, name);
    const isMet = found && !found.is_custom && found.spdx_id === null && found.created_by === 'System';
    if (isMet && found.short_name.toLowerCase() === name.toLowerCase()) return found;
  }
  return undefined;
}

/** Turns it into the custom license and renames its items: the tag in the code means this license, even if the scan came first. */
async function adopt(
  tx: Tx,
  caller: Caller,
  met: License,
  change: Updateable<LicensesTable> & { short_name: string },
): Promise<void> {
  const shortName = change.short_name;
  const locked = await lockLicense(tx, met.id);
  if (!locked || locked.is_custom) throw new AppError('alreadyExists', { what: 'license', name: shortName });
  await lockUsingProjects(tx, { part: 'license', id: met.id, name: met.short_name }, caller, 'be renamed');
  const twin = await findLicenseByShortName(tx, shortName);
  if (twin && twin.id !== met.id && twin.short_name.toLowerCase() === shortName.toLowerCase())
    throw new AppError('alreadyExists', { what: 'license', name: shortName });
  const author = { created_by: caller.login, updated_by: caller.login };
  const reference =
    licenseRefOf(met.short_name) === met.short_name ? met.short_name : await freeReference(tx, shortName);
  await updateLicense(tx, met.id, { ...change, ...author, spdx_id: reference, is_custom: true });
  if (shortName !== met.short_name) await renameInItems(tx, caller, met, shortName);
  for (const projectId of await listProjectsOfLicense(tx, met.id)) await refreshInventoryRollup(tx, projectId);
}

/** The `LicenseRef-…` of the short name, with a number if another license has it: facts store references, so each must name one license. */
async function freeReference(tx: Tx, shortName: string): Promise<string> {
  const wanted = licenseRefOf(shortName);
  for (let number = 1; number < MOST_REFERENCE_TRIES; number++) {
    const reference = number === 1 ? wanted : `${wanted}-${number}`;
    const taken = await findLicenseByShortName(tx, reference);
    if (!taken || reference.toLowerCase() === shortName.toLowerCase()) return reference;
  }
  throw badRequest(
    `The field "shortName" is too similar to the short names of ${MOST_REFERENCE_TRIES} other licenses.`,
  );
}

/** The `LicenseRef-…` stays the same, because the facts of earlier scans name it. */
export async function changeLicense(app: App, caller: Caller, licenseId: number, input: LicenseInput): Promise<void> {
  const { name, shortName } = checked(input);
  await app.db.transaction().execute(async (tx) => {
    const before = await requireCustom(tx, licenseId, 'edited');
    if (name !== before.name || shortName !== before.short_name)
      await lockUsingProjects(tx, { part: 'license', id: licenseId, name: before.short_name }, caller, 'be renamed');
    const twin = await findLicenseByShortName(tx, shortName);
    if (twin && twin.id !== licenseId && twin.short_name.toLowerCase() === shortName.toLowerCase())
      throw new AppError('alreadyExists', { what: 'license', name: shortName });
    await updateLicense(tx, licenseId, {
      name,
      short_name: shortName,
      priority: priorityNumber(input),
      family: input.familyName ?? '',
      url: input.url?.trim() ?? '',
      description: input.description ?? '',
      text: input.licenseText,
      updated_by: caller.login,
      ...(input.externalId === undefined ? {} : { external_id: input.externalId }),
    });
    if (shortName !== before.short_name) await renameInItems(tx, caller, before, shortName);
    if (priorityNumber(input) !== before.priority)
      for (const projectId of await listProjectsOfLicense(tx, licenseId)) await refreshInventoryRollup(tx, projectId);
  });
}

async function renameInItems(tx: Tx, caller: Caller, before: License, shortName: string): Promise<void> {
  const items = await renameLicenseInItems(tx, before.id, before.short_name, shortName);
  const revision = historyOf(
    { licenseExpression: before.short_name },
    { licenseExpression: shortName },
    'Library Change',
  );
  if (!revision) return;
  await insertRevisions(
    tx,
    items.map(({ itemId, projectId }) => ({ projectId, itemId, user: caller, ...revision })),
  );
}

/** Items that use the license get the license Unknown. Returns their number. */
export async function removeLicense(app: App, caller: Caller, licenseId: number): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const license = await requireCustom(tx, licenseId, 'deleted');
    const count = await releaseItems(tx, { part: 'license', id: licenseId, name: license.short_name }, caller, [
      license.short_name,
      license.spdx_id ?? '',
    ]);
    await deleteLicense(tx, licenseId);
    return count;
  });
}

export async function setExternalId(app: App, caller: Caller, licenseId: number, externalId: string): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    if (!(await lockLicense(tx, licenseId))) throw notFound('License', licenseId);
    await updateLicense(tx, licenseId, {
      external_id: externalId === '' ? null : externalId,
      updated_by: caller.login,
    });
  });
}

async function requireCustom(tx: Tx, licenseId: number, deed: string): Promise<License> {
  const license = await lockLicense(tx, licenseId);
  if (!license) throw notFound('License', licenseId);
  if (!license.is_custom)
    throw badRequest(`The license ${license.short_name} is not custom: only custom licenses can be ${deed}.`);
  return license;
}

function checked(input: LicenseInput): { name: string; shortName: string } {
  const name = input.name.trim();
  const shortName = input.shortName.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  if (shortName === '') throw badRequest('The field "shortName" must not be blank.');
  const refusal = refuseWebAddress('url', input.url ?? '');
  if (refusal) throw badRequest(refusal.refusal.message);
  return { name, shortName };
}

function priorityNumber(input: LicenseInput): number {
  return Number(input.priority.slice(1));
}
