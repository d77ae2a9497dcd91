// The data of a report, read from the database in batches. Writers get plain values and ask for lists by name.

import { licensesOf } from '@assay/scanner/expressions';
import { firstOf } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { eachAuditEntry } from '../db/audit-log/entries.ts';
import { listItemFields, listProjectFields, type ReadField } from '../db/custom-fields.ts';
import { eachFile } from '../db/files/files.ts';
import { folderPath } from '../db/folders.ts';
import { type DetailedItem, eachItem, listItemCopyrights, listItemPaths } from '../db/inventories/items.ts';
import { listStatementEdits } from '../db/inventories/statement-edits.ts';
import { findLicenses } from '../db/licenses.ts';
import { getProject, getProjectNames } from '../db/projects/projects.ts';
import {
  eachRevision,
  eachVulnerability,
  listLinksOf,
  listOwnFiles,
  listPublishedExpressions,
} from '../db/report-data.ts';
import { siteSettings } from '../db/site-settings.ts';
import { eachTask } from '../db/tasks.ts';
import { inventoryPriorityNames, inventoryStatusNames, inventoryTypeNames } from '../domain/inventory.ts';
import { reportedFields } from '../domain/inventory-fields.ts';
import { NO_LICENSE_NAME } from '../domain/license-choice.ts';
import { licenseFactsOf, shownLicenseFacts } from '../domain/license-facts.ts';
import { licenseFamilyOf } from '../domain/license-priority.ts';
import { taskTypeNames } from '../domain/review-task.ts';
import { policyVulnerabilities } from '../domain/vulnerability.ts';
import { wireTime } from '../domain/wire-times.ts';
import type { ReportHead, ReportItem, ReportListName, ReportProject, ReportRow } from '../reports/data.ts';
import { DATA_VERSION } from '../reports/data.ts';
import { REPORT_KINDS } from '../reports/kinds.ts';
import type { NoticeItem, NoticesInput } from '../reports/notices/collect.ts';
import { passes } from '../reports/options.ts';
import type { ReportSource } from '../reports/report.ts';
import { explain, itemVulnerabilities, loadPolicy } from '../reviews/policy.ts';
import type { JobContext } from './job-context.ts';
import { batches } from './report-batches.ts';
import type { ReportLists } from './report-lists.ts';
import { matchedTexts } from './report-matches.ts';
import { noticeFiles, statementsBelow, storedFiles } from './report-owners.ts';

export interface WantedReport {
  report: string;
  projectId: number;
  options: Record<string, string>;
  generatedBy: string;
  lastOn?: string;
  toolVersion: string;
}

type Context = Pick<JobContext, 'app' | 'checkpoint'>;

export async function reportSource(context: Context, lists: ReportLists, wanted: WantedReport): Promise<ReportSource> {
  const { app } = context;
  const { projectId, options } = wanted;
  const at = app.now();
  const head = await headOf(app, wanted, at);
  const brand = await brandOf(app);
  const readers: Readers = readersOf(context, projectId, options, () =>
    lists.rows(`${projectId}-inventoryItems`, readers.inventoryItems),
  );
  return {
    head,
    at,
    brand,
    options,
    lastOn: wanted.lastOn,
    toolVersion: wanted.toolVersion,
    list: <N extends ReportListName>(name: N) =>
      lists.rows(`${projectId}-${name}`, readers[name] as () => AsyncIterable<ReportRow<N>>),
    sourceFiles: (itemIds) =>
      storedFiles(app, projectId, lists.rows(`${projectId}-inventoryItems`, readers.inventoryItems), itemIds),
  };
}

async function brandOf(app: App): Promise<ReportSource['brand']> {
  const { reportName, reportLogo, reportFooter } = await siteSettings(app.db);
  return { name: reportName || 'Assay', logo: reportLogo, footer: reportFooter };
}

async function headOf(
  app: App,
  { report, projectId, options, generatedBy }: WantedReport,
  at: Date,
): Promise<ReportHead> {
  const project = await getProject(app.db, projectId);
  const rollup = project.inventory_rollup as Partial<ReportHead['counts']>;
  return {
    schema: DATA_VERSION,
    report,
    generatedOn: wireTime(at),
    generatedBy,
    options,
    project: await projectOf(app, project),
    counts: {
      items: rollup.items ?? 0,
      published: rollup.published ?? 0,
      review: rollup.review ?? {},
      licenses: rollup.licenses ?? {},
    },
  };
}

async function projectOf(app: App, project: Awaited<ReturnType<typeof getProject>>): Promise<ReportProject> {
  const names = await getProjectNames(app.db, project);
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    contact: names.contact,
    legalContact: names.legalContact,
    securityContact: names.securityContact,
    developerContact: names.developerContact,
    status: project.status,
    risk: project.risk,
    visibility: project.is_private ? 'Private' : 'Public',
    folderPath: await folderPath(app.db, project.folder_id),
    policyProfile: names.policyProfile,
    scanProfile: names.scanProfile,
    createdOn: wireTime(project.created_at),
    fileCount: project.file_count,
    codebaseBytes: project.codebase_bytes,
    lineCount: project.line_count,
    primaryLicense: project.primary_license?.expression ?? '',
    customFields: fieldsOf(await listProjectFields(app.db, project.id)),
  };
}

const fieldsOf = (fields: readonly ReadField[]) =>
  Object.fromEntries(fields.map(({ fieldLabel, value }) => [fieldLabel, value ?? '']));

type Readers = { [N in ReportListName]: () => AsyncIterable<ReportRow<N>> };

/** What the notices of a project are made of now, without what only the report prints: items that are not published, and NOTICE files. */
export function noticesInput(app: App, projectId: number): NoticesInput {
  const nameOf = async function* () {
    for (const expression of await listPublishedExpressions(app.db, projectId)) yield { licenses: namesOf(expression) };
  };
  return {
    items: noticeItems(app, projectId),
    licenses: licenses(app, nameOf()),
    edits: statementEdits(app, projectId),
    files: nothing(),
  };
}

async function* nothing(): AsyncGenerator<never> {}

/** Facts of a lockfile are unpacked once a batch. */
const NOTICES_AT_ONCE = 2000;

async function* noticeItems(app: App, projectId: number): AsyncGenerator<NoticeItem> {
  const below = await statementsBelow(app, projectId);
  for await (const batch of eachItem(app.db, projectId, { published: true }, NOTICES_AT_ONCE)) {
    const ids = batch.map((item) => item.id);
    const copyrights = await listItemCopyrights(app.db, ids);
    const own = await listOwnFiles(app.db, ids);
    for (const item of batch)
      yield {
        ...itemOf(item),
        copyrights: statementsOf(item.id, copyrights, below),
        ...(own.get(item.id) ?? { folders: [], ownFiles: 0 }),
      };
  }
}

const statementsOf = (itemId: number, own: Map<number, string[]>, below: Map<number, Set<string>>) =>
  [...new Set([...(own.get(itemId) ?? []), ...(below.get(itemId) ?? [])])].sort();

async function* statementEdits(app: App, projectId: number) {
  yield* await listStatementEdits(app.db, projectId);
}

/** @param listed the items, for lists that follow them */
function readersOf(
  context: Context,
  projectId: number,
  options: Record<string, string>,
  listed: () => AsyncIterable<ReportItem>,
): Readers {
  const { app } = context;
  return {
    inventoryItems: () => items(context, projectId, options),
    licenses: () => licenses(app, listed()),
    tasks: () => tasks(app, projectId),
    files: () => files(context, projectId),
    history: () => history(app, projectId),
    auditLog: () => auditLog(app, projectId),
    links: () => links(app, listed()),
    vulnerabilities: () => vulnerabilities(app, projectId),
    statementEdits: () => statementEdits(app, projectId),
    noticeFiles: () => noticeFiles(app, projectId, listed()),
    licenseMatches: () => matchedTexts(context, listed()),
  };
}

async function* items(
  context: Context,
  projectId: number,
  options: Record<string, string>,
): AsyncGenerator<ReportItem> {
  const { app } = context;
  const policy = await loadPolicy(app.db, projectId);
  const below = await statementsBelow(app, projectId);
  let done = 0;
  for await (const batch of eachItem(app.db, projectId, {})) {
    const ids = batch.map((item) => item.id);
    const paths = await listItemPaths(app.db, ids);
    const copyrights = await listItemCopyrights(app.db, ids);
    const fields = await listItemFields(app.db, ids);
    const own = await listOwnFiles(app.db, ids);
    const vulnerabilities = await itemVulnerabilities(app.db, ids);
    done += batch.length;
    await context.checkpoint({ phase: 'Reading inventory', done, total: done });
    for (const item of batch) {
      const { decision, reasons } = explain(policy, item, vulnerabilities(item.id));
      const row: ReportItem = {
        ...itemOf(item),
        policyDecision: decision,
        policyReasons: reasons,
        customFields: fieldsOf(fields(item.id)),
        copyrights: statementsOf(item.id, copyrights, below),
        files: paths.get(item.id) ?? [],
        ...(own.get(item.id) ?? { folders: [], ownFiles: 0 }),
      };
      if (passes(row, options)) yield row;
    }
  }
}

type Beside = 'policyDecision' | 'policyReasons' | 'customFields' | 'copyrights' | 'files' | 'folders' | 'ownFiles';

function itemOf(item: DetailedItem): Omit<ReportItem, Beside> {
  const licensePriority = item.license_priority ?? item.expression_priority;
  return {
    id: item.id,
    identity: item.identity,
    name: item.name,
    type: inventoryTypeNames[item.type],
    componentName: item.component_name ?? 'N/A',
    versionName: item.version_name ?? 'N/A',
    purl: item.purl,
    url: item.url,
    description: item.description,
    licenseName: item.license_name ?? (item.license_expression || NO_LICENSE_NAME),
    licenseExpression: item.license_expression,
    licenses: namesOf(item.license_expression),
    licenseFamily: licenseFamilyOf(item.license_expression),
    licensePriority: licensePriority === null ? 'Unknown' : `P${licensePriority}`,
    possibleLicenses: item.possible_licenses,
    licenseFacts: shownLicenseFacts(licenseFactsOf(item.license_facts)),
    isOwn: item.is_own,
    priority: inventoryPriorityNames[item.priority],
    status: inventoryStatusNames[item.status],
    isStatusSetByPerson: item.is_status_set_by_person,
    isPublished: item.is_published,
    publishedOn: item.published_at === null ? '' : wireTime(item.published_at),
    confidence: item.confidence,
    dependencyScope: item.dependency_scope,
    dependencyLevel: item.dependency_level,
    isDisclosed: item.is_disclosed,
    distribution: item.distribution,
    partOfProduct: item.part_of_product,
    linking: item.linking,
    modified: item.modified,
    encryption: item.encryption,
    workflowUrl: item.workflow_url ?? '',
    ...reportedFields(item),
    createdBy: item.created_by,
    createdOn: wireTime(item.created_at),
    updatedOn: wireTime(item.updated_at),
  };
}

/** An exception has a text of its own. */
const namesOf = (expression: string) => licensesOf(expression).flatMap((license) => license.split(' WITH '));

const LICENSES_AT_ONCE = 500;

async function* licenses(
  app: App,
  all: AsyncIterable<Pick<ReportItem, 'licenses'>>,
): AsyncGenerator<ReportRow<'licenses'>> {
  const names = new Set<string>();
  for await (const item of all) for (const name of item.licenses) names.add(name);
  const wanted = [...names].sort();
  for (let from = 0; from < wanted.length; from += LICENSES_AT_ONCE) {
    const rows = await findLicenses(app.db, wanted.slice(from, from + LICENSES_AT_ONCE));
    for (const row of rows.sort((a, b) => (a.short_name < b.short_name ? -1 : 1)))
      yield {
        name: row.name,
        shortName: row.short_name,
        spdxId: row.spdx_id ?? '',
        family: licenseFamilyOf(row.short_name),
        priority: row.priority as 1 | 2 | 3,
        url: row.url,
        isCustom: row.is_custom,
        text: row.text,
      };
  }
}

async function* files(context: Context, projectId: number): AsyncGenerator<ReportRow<'files'>> {
  let done = 0;
  for await (const file of eachFile(context.app.db, projectId)) {
    if (++done % 1000 === 0) await context.checkpoint({ phase: 'Reading files', done, total: done });
    const facts = (file.facts ?? {}) as {
      copyrights?: { statement: string }[];
      emails?: unknown[];
      urls?: unknown[];
      searchTerms?: { term: string }[];
    };
    yield {
      path: file.path,
      sizeBytes: file.size_bytes,
      md5: file.md5.toString('hex'),
      sha1: file.sha1.toString('hex'),
      sha256: file.sha256.toString('hex'),
      language: file.language ?? '',
      kind: file.kind ?? '',
      isReviewed: file.is_reviewed,
      isInInventory: file.inventory_count > 0,
      licenses: file.spdx ?? [],
      copyrights: [...new Set((facts.copyrights ?? []).map((one) => one.statement))],
      emails: facts.emails?.length ?? 0,
      urls: facts.urls?.length ?? 0,
      searchTerms: (facts.searchTerms ?? []).map(({ term }) => term),
    };
  }
}

async function* tasks(app: App, projectId: number): AsyncGenerator<ReportRow<'tasks'>> {
  for await (const task of eachTask(app.db, projectId))
    yield {
      id: task.id,
      kind: taskTypeNames[task.type],
      summary: task.summary,
      priority: task.priority,
      owner: task.owner_login,
      isClosed: task.is_closed,
      itemId: task.item_id,
      itemName: task.item_name,
      createdOn: wireTime(task.created_at),
    };
}

async function* history(app: App, projectId: number): AsyncGenerator<ReportRow<'history'>> {
  for await (const row of eachRevision(app.db, projectId)) {
    const deleted = row.changes.find(({ field }) => field === 'Name')?.oldValue ?? '';
    yield {
      itemId: row.itemId,
      itemName: row.itemName ?? deleted,
      on: wireTime(row.at),
      by: row.by,
      event: row.event,
      action: row.action,
      changes: row.changes,
    };
  }
}

/** Operations and jobs that make or read reports, and change nothing. */
const ABOUT_REPORTS = new Set<string>([
  ...['generateReport', 'generateReportLegacy', 'downloadReport', 'viewReport', 'uploadReport', 'Custom Report'],
  ...REPORT_KINDS.map(({ jobType }) => jobType),
]);

async function* auditLog(app: App, projectId: number): AsyncGenerator<ReportRow<'auditLog'>> {
  // What a report tells does not change by making it.
  for await (const batch of eachAuditEntry(app.db, { projectId }))
    for (const entry of batch)
      if (!ABOUT_REPORTS.has(entry.operation))
        yield {
          on: wireTime(entry.at),
          by: entry.login,
          address: entry.address,
          operation: entry.operation,
          path: entry.path,
          status: entry.status ?? '',
        };
}

async function* links(app: App, all: AsyncIterable<ReportItem>): AsyncGenerator<ReportRow<'links'>> {
  for await (const batch of batches(all))
    for (const { id, childId, type } of await listLinksOf(
      app.db,
      batch.map((item) => item.id),
    ))
      yield { parentId: id, childId, type };
}

/** What advisories say of the items, with what people decided on it. What is undetermined has no severity of its own and says so. */
async function* vulnerabilities(app: App, projectId: number): AsyncGenerator<ReportRow<'vulnerabilities'>> {
  const { cvssVersion } = await siteSettings(app.db);
  for await (const row of eachVulnerability(app.db, projectId)) {
    const seen = firstOf(policyVulnerabilities([row], cvssVersion));
    yield {
      itemId: row.id,
      itemName: row.itemName,
      purl: row.purl,
      id: row.vulnerability,
      severity: row.isUndetermined || seen.severity === 'UNKNOWN' ? '' : seen.severity,
      score: row.isUndetermined ? null : seen.score,
      summary:
        `${row.isUndetermined ? 'Whether this version is affected cannot be decided. ' : ''}${row.summary}`.trim(),
      publishedOn: row.publishedAt === null ? '' : wireTime(row.publishedAt),
      isExploited: row.isExploited ? true : null,
      fixedIn: row.fixedIn.join(', '),
      isSuppressed: row.isSuppressed,
      state: row.analysis.state ?? '',
      justification: row.analysis.justification ?? '',
      response: row.analysis.response ?? '',
      detail: row.analysis.detail || row.remarks,
      reason: row.reason,
      by: row.by,
      on: row.at === null ? '' : wireTime(row.at),
    };
  }
}
