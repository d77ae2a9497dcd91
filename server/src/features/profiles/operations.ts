// Scan profiles: the standard profiles, and the profiles of this installation.
import type { App } from '../../app.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import {
  countProjectsOfScanProfile,
  deleteScanProfile,
  findScanProfileById,
  insertScanProfile,
  isScanProfileName,
  listScanProfiles,
  lockScanProfile,
  type ScanProfile,
  updateScanProfile,
} from '../../db/profiles.ts';
import { getProject } from '../../db/projects/projects.ts';
import { countOf } from '../../domain/count-text.ts';
import { scanProfileSettingsOf } from '../../domain/derivation/scan-profile.ts';
import { compileExclusions } from '../../domain/projects/exclusions.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import type { ScanProfileInput } from './schemas.ts';

export async function describeProfileOfProject(app: App, projectId: number) {
  const project = await getProject(app.db, projectId);
  return describeProfile(app, project.scan_profile_id);
}

export async function describeProfile(app: App, profileId: number) {
  const profile = await findScanProfileById(app.db, profileId);
  if (!profile) throw notFound('Scan profile', profileId);
  return profileModel(profile);
}

export async function pageOfProfiles(app: App, page: PageRequest) {
  const { rows, total } = await listScanProfiles(app.db, { limit: page.pageSize, offset: rowsBefore(page) });
  return { profiles: rows.map(profileModel), paging: pagingOf(page, total) };
}

function profileModel(profile: ScanProfile) {
  return {
    id: profile.id,
    name: profile.name,
    description: profile.description,
    standard: profile.is_standard,
    settings: scanProfileSettingsOf(profile.settings),
  };
}

export async function createProfile(app: App, input: ScanProfileInput): Promise<number> {
  const values = valuesOf(input);
  const id = await insertScanProfile(app.db, values);
  if (id === undefined) throw new AppError('alreadyExists', { what: 'scan profile', name: values.name });
  return id;
}

export async function changeProfile(app: App, profileId: number, input: ScanProfileInput): Promise<void> {
  const values = valuesOf(input);
  await app.db.transaction().execute(async (tx) => {
    await requireOwn(tx, profileId, 'changed');
    if (await isScanProfileName(tx, values.name, profileId))
      throw new AppError('alreadyExists', { what: 'scan profile', name: values.name });
    await updateScanProfile(tx, profileId, values);
  });
}

export async function removeProfile(app: App, profileId: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const profile = await requireOwn(tx, profileId, 'deleted');
    const count = await countProjectsOfScanProfile(tx, profileId);
    if (count > 0)
      throw badRequest(
        `The scan profile ${profile.name} cannot be deleted: ${countOf(count, 'project is', 'projects are')} using it.`,
      );
    await deleteScanProfile(tx, profileId);
  });
}

async function requireOwn(tx: Tx, profileId: number, deed: string): Promise<ScanProfile> {
  const profile = await lockScanProfile(tx, profileId);
  if (!profile) throw notFound('Scan profile', profileId);
  if (profile.is_standard) throw badRequest(`The standard scan profile ${profile.name} cannot be ${deed}.`);
  return profile;
}

function valuesOf(input: ScanProfileInput) {
  const name = input.name.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  const exclusions = compileExclusions(input.settings?.exclusions ?? []);
  if (isRefusal(exclusions)) throw badRequest(`The field "settings.exclusions": ${exclusions.refusal.message}`);
  return { name, description: input.description ?? '', settings: input.settings ?? {} };
}
