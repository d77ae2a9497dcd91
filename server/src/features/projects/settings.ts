// Turns the settings that callers send into columns of a project. Used by creation, change and defaults.
import type { Updateable } from 'kysely';
import { findFolder, findFolderAnywhere } from '../../db/folders.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { findPolicyProfile, findScanProfile } from '../../db/projects/projects.ts';
import type { ProjectsTable } from '../../db/projects/tables.ts';
import { findUserByLogin } from '../../db/users/users.ts';
import type { ReviewSettings } from '../../domain/reviews/review-settings.ts';
import { badRequest } from '../../errors.ts';
import type { ProjectChange } from './schemas.ts';

/** Replaces the names that callers write by ids. Omitted members stay absent. */
export async function settingsOf(
  db: Db,
  input: Partial<ProjectChange>,
  standing: Partial<ReviewSettings> = {},
): Promise<Updateable<ProjectsTable>> {
  const settings: Updateable<ProjectsTable> = {};
  if (input.description !== undefined) settings.description = input.description;
  if (input.risk !== undefined) settings.risk = input.risk;
  if (input.privateProject !== undefined) settings.is_private = input.privateProject;
  if (input.autoPublish !== undefined) settings.auto_publish = input.autoPublish;
  if (input.markAssociatedFilesAsReviewed !== undefined)
    settings.mark_associated_files_as_reviewed = input.markAssociatedFilesAsReviewed;
  if (input.doNotPublishInventoryUnknownLicense !== undefined)
    settings.do_not_publish_unknown_license = input.doNotPublishInventoryUnknownLicense;
  if (input.deleteEmptyInventory !== undefined) settings.delete_empty_inventory = input.deleteEmptyInventory;
  if (input.minimumConfidence !== undefined) settings.minimum_confidence = input.minimumConfidence;
  if (input.reviewSettings !== undefined)
    settings.review_settings = JSON.stringify({ ...standing, ...input.reviewSettings });
  if (input.folderId !== undefined) settings.folder_id = (await requireFolder(db, input.folderId)).id;
  else if (isNamed(input.folderName)) settings.folder_id = (await requireFolderNamed(db, input.folderName)).id;
  if (isNamed(input.scanProfileName))
    settings.scan_profile_id = (await requireScanProfile(db, input.scanProfileName)).id;
  if (isNamed(input.policyProfileName))
    settings.policy_profile_id = (await requirePolicyProfile(db, input.policyProfileName)).id;
  if (isNamed(input.owner)) settings.contact_id = (await requireUser(db, input.owner)).id;
  return settings;
}

/** A blank name counts as none: some programs send one for a choice that nobody made. */
function isNamed(name: string | undefined): name is string {
  return name !== undefined && name.trim() !== '';
}

async function requireFolder(db: Db, id: number) {
  return orRefuse(await findFolder(db, id), `The field "folderId" names folder ${id}, which does not exist.`);
}

async function requireFolderNamed(db: Db, name: string) {
  return orRefuse(
    await findFolderAnywhere(db, name),
    `The field "folderName" names the folder "${name}", which does not exist.`,
  );
}

export async function requireScanProfile(db: Db, name: string) {
  return orRefuse(
    await findScanProfile(db, name),
    `The field "scanProfileName" names "${name}", which is not a scan profile.`,
  );
}

export async function requirePolicyProfile(db: Db, name: string) {
  return orRefuse(
    await findPolicyProfile(db, name),
    `The field "policyProfileName" names "${name}", which is not a policy profile.`,
  );
}

async function requireUser(db: Db, login: string) {
  const user = await findUserByLogin(db, login);
  return orRefuse(user?.is_active ? user : undefined, `The user "${login}" does not exist or is not active.`);
}

function orRefuse<T>(value: T | undefined, message: string): T {
  if (value === undefined) throw badRequest(message);
  return value;
}
