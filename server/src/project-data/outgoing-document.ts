// Writes the document of a project's data: the project, its inventory, its files, and the decisions of people. It is written as it is read, so that a
// large project needs no more memory than a small one. The format is described in docs/project-data.md; document.ts reads it.
import { freshness } from '../db/advisories/freshness.ts';
import { listVersionRows, type VersionRow } from '../db/advisories/matches.ts';
import { listItemFields, listProjectFields } from '../db/custom-fields.ts';
import { listStandingDecisions } from '../db/decisions/decisions.ts';
import { listDeletedFindings } from '../db/files/deleted-findings.ts';
import { listExclusions } from '../db/inventories/files.ts';
import { listKeptReasons } from '../db/inventories/gone-items.ts';
import { eachRevision } from '../db/inventories/history.ts';
import { eachItem } from '../db/inventories/item-lists.ts';
import { type DetailedItem, listItemKeys, listItemPaths } from '../db/inventories/items.ts';
import { listStatementEdits } from '../db/inventories/statement-edits.ts';
import { listWorkflows } from '../db/inventories/workflows.ts';
import type { Db } from '../db/postgres/connection.ts';
import { getProject, getProjectNames } from '../db/projects/projects.ts';
import { listLinksOf } from '../db/reports/data.ts';
import { eachDigestedFile } from '../db/scans/scanned-files.ts';
import { eachTask } from '../db/tasks.ts';
import { listAnalysesOfRules, listStandingAnalyses, type StandingAnalysis } from '../db/vulnerabilities/analyses.ts';
import { knownVersionName } from '../domain/inventories/inventory.ts';
import { exportedFields } from '../domain/inventories/inventory-fields.ts';
import { packageFactsOf } from '../domain/inventories/package-facts.ts';
import { licenseFactsOf } from '../domain/licenses/license-facts.ts';
import { SCAN_SERVER_ALIAS } from '../domain/projects/scan-nodes.ts';
import { wireTime } from '../domain/wire-times.ts';
import { FORMAT, FORMAT_VERSION } from './document.ts';

const CHUNK_CHARACTERS = 64 * 1024;

const PARTS = {
  inventory: inventoryPart,
  relations: relationsPart,
  files: filesPart,
  tasks: tasksPart,
  statements: statementsPart,
  removed: removedPart,
  history: historyPart,
  decisions: decisionsPart,
  analyses: analysesPart,
} as const;
type PartName = keyof typeof PARTS;

/** With all its lists, or only some. */
export async function* documentOf(
  db: Db,
  projectId: number,
  now: Date,
  lists: readonly PartName[] = Object.keys(PARTS) as PartName[],
): AsyncGenerator<string> {
  const head = {
    format: FORMAT,
    version: FORMAT_VERSION,
    exportedOn: wireTime(now),
    advisories: await freshness(db, now, { projectId }),
  };
  yield `${JSON.stringify({ ...head, project: await projectPart(db, projectId) }).slice(0, -1)}`;
  for (const name of lists) yield* list(name, PARTS[name](db, projectId));
  yield '}';
}

async function* list(name: string, rows: AsyncIterable<unknown>): AsyncGenerator<string> {
  let text = `,"${name}":[`;
  let separator = '';
  for await (const row of rows) {
    text += `${separator}${JSON.stringify(row)}`;
    separator = ',\n';
    if (text.length < CHUNK_CHARACTERS) continue;
    yield text;
    text = '';
  }
  yield `${text}]`;
}

/** Settings and custom fields, in the form that an import compares. */
export async function projectPart(db: Db, projectId: number) {
  const project = await getProject(db, projectId);
  const names = await getProjectNames(db, project);
  return {
    id: project.id,
    name: project.name,
    type: project.type,
    description: project.description,
    status: project.status,
    risk: project.risk,
    privateProject: project.is_private,
    owner: names.contact,
    scanProfileName: names.scanProfile,
    policyProfileName: names.policyProfile,
    autoPublish: project.auto_publish,
    minimumConfidence: project.minimum_confidence,
    markAssociatedFilesAsReviewed: project.mark_associated_files_as_reviewed,
    doNotPublishInventoryUnknownLicense: project.do_not_publish_unknown_license,
    deleteEmptyInventory: project.delete_empty_inventory,
    reviewSettings: project.review_settings,
    aliases: [{ alias: SCAN_SERVER_ALIAS, remote: false }],
    customFields: await listProjectFields(db, projectId),
  };
}

async function* inventoryPart(db: Db, projectId: number) {
  for await (const batch of eachItem(db, projectId, {})) {
    const ids = batch.map((item) => item.id);
    const paths = await listItemPaths(db, ids);
    const exclusions = await listExclusions(db, ids);
    const fields = await listItemFields(db, ids);
    const workflows = await listWorkflows(db, ids);
    const kept = await listKeptReasons(db, ids);
    const versions = await listVersionRows(db, [...new Set(batch.flatMap(({ version_id: id }) => id ?? []))]);
    const comparedAs = new Map(versions.map((version) => [version.id, comparedAsPart(version)]));
    for (const item of batch)
      yield {
        ...itemPart(item),
        ...comparedAs.get(item.version_id ?? 0),
        evidence: {
          had: item.had_evidence,
          missingSinceScan: item.missing_since_scan,
          why: item.missing_why,
          isKept: item.is_kept,
          keptWhy: kept.get(item.id) ?? '',
        },
        customFields: fields(item.id),
        workflow: workflows.get(item.id) ?? [],
        files: paths.get(item.id) ?? [],
        excludedFiles: exclusions.get(item.id) ?? [],
      };
  }
}

/** What matching knows of a package of a distribution beside the item's package URL; nothing for other packages. */
function comparedAsPart({ purl, like, namesSources }: VersionRow) {
  return like === null && !namesSources ? {} : { comparedAs: { purl: purl ?? '', like: like ?? [], namesSources } };
}

/** Component, version and license by name and purl, because ids mean nothing on another server. */
function itemPart(item: DetailedItem) {
  return {
    id: item.id,
    // The identity from a scan, so that scans on other servers recognise the item.
    identity: item.identity.startsWith('user:') ? '' : item.identity,
    inventoryType: item.type,
    ...exportedFields(item, 'found', 'usage', 'link'),
    component: {
      name: item.component_name,
      purl: item.component_purl,
      version: knownVersionName(item.version_name) || null,
    },
    license: { name: item.license_name, shortName: item.license_short_name, spdxId: item.license_spdx_id },
    licenseExpression: item.license_expression,
    possibleLicenses: item.possible_licenses,
    licenseFacts: licenseFactsOf(item.license_facts),
    packageFacts: packageFactsOf(item.package_facts),
    createdBy: item.created_by,
    createdOn: wireTime(item.created_at),
    updatedOn: wireTime(item.updated_at),
    notes: exportedFields(item, 'note', 'license-text'),
    decisions: {
      status: item.status,
      isStatusSetByPerson: item.is_status_set_by_person,
      isPublished: item.is_published,
      isEdited: item.is_edited,
      lapse: item.review_lapse,
    },
  };
}

/** Relations between items, by their ids in the document. */
async function* relationsPart(db: Db, projectId: number) {
  for await (const batch of eachItem(db, projectId, {}))
    for (const { id, childId, type } of await listLinksOf(
      db,
      batch.map((item) => item.id),
    ))
      yield { parentId: id, childId, type };
}

async function* filesPart(db: Db, projectId: number) {
  for await (const file of eachDigestedFile(db, projectId))
    yield {
      path: file.path,
      sizeBytes: file.size_bytes,
      md5: file.md5.toString('hex'),
      sha1: file.sha1.toString('hex'),
      sha256: file.sha256.toString('hex'),
      reviewed: file.is_reviewed,
    };
}

async function* tasksPart(db: Db, projectId: number) {
  for await (const task of eachTask(db, projectId))
    yield {
      inventoryId: task.item_id,
      type: task.type,
      summary: task.summary,
      details: task.details,
      priority: task.priority,
      owner: task.owner_login,
      closed: task.is_closed,
      resolution: task.resolution,
      createdOn: wireTime(task.created_at),
      closedOn: task.closed_at && wireTime(task.closed_at),
    };
}

/** Found items that people removed, so that scans elsewhere do not create them again. */
async function* removedPart(db: Db, projectId: number) {
  for (const { identity, finding, name, deletedBy, deletedAt } of await listDeletedFindings(db, projectId))
    yield { identity, finding, name, user: deletedBy, removedOn: wireTime(deletedAt) };
}

/** Edits of copyright statements in their order, as a later one may take back an earlier one. */
async function* statementsPart(db: Db, projectId: number) {
  const edits = await listStatementEdits(db, projectId);
  const isOfItem = edits.some(({ identity }) => identity !== '');
  const items = new Map((isOfItem ? await listItemKeys(db, projectId) : []).map(({ id, identity }) => [identity, id]));
  for (const { identity, statement, action, value, reason, by, at } of edits) {
    // The edits of an item that has been deleted have no effect.
    if (identity !== '' && !items.has(identity)) continue;
    yield {
      inventoryId: items.get(identity) ?? null,
      ...{ statement, action, value, reason },
      user: by,
      decidedOn: at,
    };
  }
}

async function* historyPart(db: Db, projectId: number) {
  for await (const line of eachRevision(db, projectId))
    yield {
      inventoryId: line.item_id,
      happenedOn: wireTime(line.happened_at),
      user: line.user_name,
      event: line.event,
      action: line.action,
      changes: line.changes,
    };
}

/** Valid decisions with their reasons. */
async function* decisionsPart(db: Db, projectId: number) {
  for (const one of await listStandingDecisions(db, projectId))
    yield {
      kind: one.kind,
      subject: one.subject,
      scope: one.scope,
      inventoryId: one.itemId,
      value: one.value,
      ground: one.ground,
      author: one.author,
      decidedOn: wireTime(one.decidedAt),
      expiresOn: one.expiresAt && wireTime(one.expiresAt),
    };
}

/** Decisions on vulnerabilities of the versions in the inventory, for this project and for all projects, and those that rules of the server make. */
async function* analysesPart(db: Db, projectId: number) {
  for (const one of await listStandingAnalyses(db, projectId)) yield analysisForm(one, '');
  for (const one of await listAnalysesOfRules(db, projectId)) yield analysisForm(one, one.rule);
}

/** @param rule the name of the rule that made it; '' for people */
function analysisForm(one: StandingAnalysis, rule: string) {
  return {
    vulnerability: one.vulnerabilityName,
    purl: one.versionPurl ?? '',
    component: { name: one.componentName, purl: one.componentPurl, version: one.versionName },
    suppressed: one.isSuppressed,
    everywhere: one.isEverywhere,
    reason: one.reason,
    remarks: one.remarks,
    state: one.analysis.state ?? '',
    justification: one.analysis.justification ?? '',
    response: one.analysis.response ?? '',
    detail: one.analysis.detail ?? '',
    author: one.author,
    rule,
    decidedOn: wireTime(one.decidedAt),
    expiresOn: one.expiresAt && wireTime(one.expiresAt),
  };
}
