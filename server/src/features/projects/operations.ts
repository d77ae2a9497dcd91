// Creates, reads, changes and deletes projects.

import type { App } from '../../app.ts';
import { listActions } from '../../authorize/index.ts';
import { freshness } from '../../db/advisories/freshness.ts';
import { listFieldDefinitions, listProjectFields, setProjectFields } from '../../db/custom-fields.ts';
import { folderPath, ROOT_FOLDER } from '../../db/folders.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { isUniqueViolation } from '../../db/postgres/unique-violation.ts';
import { insertMembers } from '../../db/projects/members.ts';
import {
  findProjectByName,
  findVisibleProjectByName,
  getProject,
  getProjectNames,
  insertProject,
  listProjects,
  lockForChange,
  type Project,
  updateProject,
} from '../../db/projects/projects.ts';
import { listRemoteCodeBases } from '../../db/remote-code/code-bases.ts';
import { projectExposure } from '../../db/vulnerabilities/vulnerabilities.ts';
import { recordEvents } from '../../db/webhooks/events.ts';
import { checkFieldValues, type FieldValue } from '../../domain/inventories/custom-fields.ts';
import { isScanServer, SCAN_SERVER_ALIAS, scanPathsOf } from '../../domain/projects/scan-nodes.ts';
import { reviewSettingsOf } from '../../domain/reviews/review-settings.ts';
import type { CoverageState } from '../../domain/vulnerabilities/coverage.ts';
import { countsV2, countsV3, unscored } from '../../domain/vulnerabilities/vulnerability-counts.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound, unlessRefused } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';
import { submitProjectJob } from '../../queue/submit.ts';
import { settleChoicesByPolicy } from '../../reviews/settlement.ts';
import { creationDefaults } from './defaults.ts';
import { linkedProjects } from './family.ts';
import type { NewProject, ProjectChange } from './schemas.ts';
import { settingsOf } from './settings.ts';

export async function listVisibleProjects(
  app: App,
  caller: Caller,
  { name, search, coverage }: { name?: string; search?: string; coverage?: CoverageState },
  page: PageRequest,
) {
  const words = search?.split(/\s+/).filter((word) => word !== '');
  const { rows, total } = await listProjects(app.db, caller, rangeOf(page), {
    ...{ name: name?.trim(), words, coverage },
  });
  return { rows, paging: pagingOf(page, total) };
}

/**
 * The creator becomes Project Administrator, and also Analyst and Reviewer if the project defaults name nobody else. The named owner, else the
 * creator, becomes the Project Contact. The project defaults of the installation fill what the input omits.
 */
export async function createProject(
  app: App,
  caller: Caller,
  input: NewProject,
  type: Project['type'] = 'STANDARD',
): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    const name = input.name.trim();
    if (name === '') throw badRequest('The field "name" must not be blank.');
    requireScanServer(input.scanServerAlias);
    const twin = await findProjectByName(tx, name);
    if (twin) throw new AppError('alreadyExists', { what: 'project', name });
    const defaults = await creationDefaults(tx);
    const settings = await settingsOf(tx, input, defaults.reviewSettings);
    const fields = await fieldValues(tx, input);
    const contactId = (settings.contact_id ?? caller.id) as number;
    const id = await insertProject(tx, {
      folder_id: ROOT_FOLDER,
      ...defaults.row,
      ...(settings as object),
      type,
      name,
      contact_id: contactId,
    }).catch((error) => {
      // If two requests create the same name at once, the unique index refuses one.
      if (isUniqueViolation(error)) throw new AppError('alreadyExists', { what: 'project', name });
      throw error;
    });
    const { PROJECT_ADMIN, ANALYST, REVIEWER, OBSERVER } = defaults.members;
    await insertMembers(tx, id, 'PROJECT_ADMIN', [...new Set([caller.id, contactId, ...PROJECT_ADMIN])]);
    await insertMembers(tx, id, 'ANALYST', ANALYST.length > 0 ? ANALYST : [caller.id]);
    await insertMembers(tx, id, 'REVIEWER', REVIEWER.length > 0 ? REVIEWER : [caller.id]);
    await insertMembers(tx, id, 'OBSERVER', OBSERVER);
    await setProjectFields(tx, id, fields);
    await recordEvents(tx, [{ event: 'project.created', projectId: id, actorId: caller.id, itemIds: [], data: {} }]);
    return id;
  });
}

function requireScanServer(alias: string | undefined): void {
  if (alias === undefined || alias.trim() === '' || isScanServer(alias)) return;
  throw badRequest(
    `The field "scanServerAlias" names no scan server: "${alias}" is not known. The only one is "${SCAN_SERVER_ALIAS}".`,
  );
}

/** If the policy changes, choices of licenses are settled again. */
export async function changeProject(app: App, caller: Caller, projectId: number, input: ProjectChange): Promise<void> {
  const needsAutoPublish =
    input.markAssociatedFilesAsReviewed !== undefined || input.doNotPublishInventoryUnknownLicense !== undefined;
  if (needsAutoPublish && input.autoPublish === undefined) {
    throw badRequest(
      'The field "autoPublish" is required when markAssociatedFilesAsReviewed or doNotPublishInventoryUnknownLicense is given.',
    );
  }
  await app.db.transaction().execute(async (tx) => {
    const project = await lockForChange(tx, projectId, 'EDIT_PROJECT');
    const change = await settingsOf(tx, input, project.review_settings);
    if (input.name !== undefined) {
      const name = input.name.trim();
      if (name === '') throw badRequest('The field "name" must not be blank.');
      const twin = await findProjectByName(tx, name);
      if (twin && twin.id !== projectId) throw new AppError('alreadyExists', { what: 'project', name });
      change.name = name;
    }
    await updateProject(tx, projectId, change);
    if (change.policy_profile_id !== undefined && change.policy_profile_id !== project.policy_profile_id)
      await settleChoicesByPolicy(tx, [projectId], caller.id);
    await setProjectFields(tx, projectId, await fieldValues(tx, input));
  });
}

export async function findProjectId(app: App, caller: Caller, name: string): Promise<number> {
  const project = await findVisibleProjectByName(app.db, name.trim(), caller);
  if (!project) throw new AppError('projectNameNotFound');
  return project.id;
}

export async function describeProject(app: App, caller: Caller, projectId: number) {
  const project = await getProject(app.db, projectId);
  const exposure = await projectExposure(app.db, projectId);
  const names = await getProjectNames(app.db, project);
  const children = await linkedProjects(app, caller, projectId, 'children', false);
  const parents = await linkedProjects(app, caller, projectId, 'parents', false);
  const rollup = project.inventory_rollup as {
    licenses?: Record<string, number>;
    review?: Record<string, number>;
    items?: number;
    published?: number;
  };
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    owner: names.contact,
    dateCreated: wireTime(project.created_at),
    scanPaths: scanPathsOf(project.file_count, await listRemoteCodeBases(app.db, projectId)),
    scanProfileName: names.scanProfile,
    policyProfileName: names.policyProfile,
    type: project.type,
    risk: project.risk,
    projectVisibiity: project.is_private ? 'Private' : 'Public',
    legalContactName: names.legalContact,
    securityContactName: names.securityContact,
    devContactName: names.developerContact,
    projectStatus: project.status,
    scanServerAlias: SCAN_SERVER_ALIAS,
    totalFiles: project.file_count,
    codebaseSize: sizeInWords(project.codebase_bytes),
    numberOfLines: project.line_count,
    projectPath: await folderPath(app.db, project.folder_id),
    folderId: project.folder_id,
    childProjects: children.childProject ?? [],
    parentProjects: parents.parentProject ?? [],
    licenses: { P1: 0, P2: 0, P3: 0, Unknown: 0, ...rollup.licenses },
    vulnerabilities: {
      CvssV2: countsV2(exposure),
      CvssV3: { ...countsV3(exposure), Unknown: unscored(exposure) },
    },
    exposure: {
      exploited: exposure.exploited,
      malware: exposure.malware,
      undetermined: exposure.undetermined,
      ...(await freshness(app.db, app.now(), { projectId })),
    },
    inventoryReview: { Draft: 0, Approved: 0, Rejected: 0, ...rollup.review },
    inventoryCount: rollup.items ?? 0,
    publishedInventoryCount: rollup.published ?? 0,
    primaryLicense: project.primary_license as { expression: string; reasons: string[] } | null,
    evidenceVersion: project.evidence_version,
    codebaseBytes: project.codebase_bytes,
    autoPublish: project.auto_publish,
    markAssociatedFilesAsReviewed: project.mark_associated_files_as_reviewed,
    doNotPublishInventoryUnknownLicense: project.do_not_publish_unknown_license,
    lastScanTaskId: project.last_scan_id,
    minimumConfidence: project.minimum_confidence,
    reviewSettings: { ...reviewSettingsOf(project.review_settings) },
    customFields: await listProjectFields(app.db, projectId),
    deleteEmptyInventory: project.delete_empty_inventory,
  };
}

/** `1.50 GB`: two decimals, binary units, as the field writes code base sizes. */
function sizeInWords(bytes: number): string {
  const units = ['B', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit++;
  }
  return unit === 0 ? `${value} B` : `${value.toFixed(2)} ${units[unit]}`;
}

export async function listOwnActions(app: App, caller: Caller, projectId: number): Promise<string[]> {
  const actions = await listActions(app.db, caller, projectId);
  if (!actions) throw notFound('Project', projectId);
  return actions;
}

/** A job deletes the project. Refused while another job of the project is open. */
export function queueDeletion(app: App, caller: Caller, projectId: number): Promise<number> {
  return app.db
    .transaction()
    .execute((tx) => submitProjectJob(app, tx, { type: 'Project Deletion', projectId, triggeredBy: caller.id }));
}

async function fieldValues(
  tx: Tx,
  { customFields = [] }: { customFields?: { id: number; value: string }[] },
): Promise<FieldValue[]> {
  return unlessRefused(checkFieldValues(await listFieldDefinitions(tx, 'PROJECT'), 'PROJECT', customFields));
}
