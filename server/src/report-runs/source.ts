// Reads the data of a report from the database in batches. Writers get plain values and ask for lists by name.

import { firstOf } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { freshness } from '../db/advisories/freshness.ts';
import { eachAuditEntry } from '../db/audit-log/entries.ts';
import { listProjectFields } from '../db/custom-fields.ts';
import { eachFile } from '../db/files/files.ts';
import { folderPath } from '../db/folders.ts';
import { eachNoticeFile } from '../db/inventories/license-texts.ts';
import { licenseNamesById } from '../db/licenses.ts';
import { getProject, getProjectNames } from '../db/projects/projects.ts';
import { eachRevision, eachVulnerability, listLinksOf } from '../db/reports/data.ts';
import { siteSettings } from '../db/site-settings.ts';
import { eachTask } from '../db/tasks.ts';
import { withLicenseNames } from '../domain/inventories/inventory-history.ts';
import { reviewSettingsOf } from '../domain/reviews/review-settings.ts';
import { taskTypeNames } from '../domain/reviews/review-task.ts';
import { policyVulnerabilities } from '../domain/vulnerabilities/vulnerability.ts';
import { wireTime } from '../domain/wire-times.ts';
import type { JobContext } from '../queue/job-context.ts';
import { MOST_COMPARED_FILES } from '../releases/compared-sides.ts';
import {
  changesSince,
  decisionChangesSince,
  type FormerRelease,
  findFormerRelease,
} from '../releases/former-release.ts';
import type { ReportHead, ReportItem, ReportListName, ReportProject, ReportRow } from '../reports/data.ts';
import { DATA_VERSION } from '../reports/data.ts';
import { REPORT_KINDS } from '../reports/kinds.ts';
import { filterSentence } from '../reports/options.ts';
import type { ReportSource } from '../reports/report.ts';
import { batches } from './batches.ts';
import { fieldsOf, foundTexts, items, itemTexts, licenses, statementEdits } from './items.ts';
import type { ReportLists } from './lists.ts';
import { matchedTexts } from './matches.ts';
import { storedFiles } from './owners.ts';

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
  const former = await findFormerRelease(app, projectId, options.formerRelease ?? '');
  const readers: Readers = readersOf(context, { projectId, options, former }, () =>
    lists.rows(`${projectId}-inventoryItems`, readers.inventoryItems),
  );
  // What a report says of its items is said of those that it has.
  const itemIds: number[] | undefined = filterSentence(options) === '' ? undefined : [];
  if (itemIds !== undefined)
    for await (const { id } of lists.rows(`${projectId}-inventoryItems`, readers.inventoryItems)) itemIds.push(id);
  const head = await headOf(app, wanted, at, { itemIds, former });
  const brand = await brandOf(app);
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
  const { reportName, reportLogo, reportFooter, reportPaper } = await siteSettings(app.db);
  return { name: reportName || 'Assay', logo: reportLogo, footer: reportFooter, paper: reportPaper };
}

async function headOf(
  app: App,
  { report, projectId, options, generatedBy }: WantedReport,
  at: Date,
  { itemIds, former }: { itemIds: readonly number[] | undefined; former: FormerRelease | undefined },
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
    advisories: await freshness(app.db, at, { projectId, ...(itemIds && { itemIds }) }),
    formerRelease: former === undefined ? null : formerModel(former, project.file_count),
  };
}

const formerModel = ({ id, name, frozen_at, counts }: FormerRelease, files: number) => ({
  ...{ id, name, frozenOn: wireTime(frozen_at) },
  statesFiles: Math.max(counts.files ?? 0, files) <= MOST_COMPARED_FILES,
});

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
    shippedScopes: reviewSettingsOf(project.review_settings).shippedScopes,
    customFields: fieldsOf(await listProjectFields(app.db, project.id)),
  };
}

interface Read {
  projectId: number;
  options: Record<string, string>;
  former: FormerRelease | undefined;
}

async function* nothing(): AsyncGenerator<never> {}

type Readers = { [N in ReportListName]: () => AsyncIterable<ReportRow<N>> };

/** @param listed the items, for lists that need them */
function readersOf(
  context: Context,
  { projectId, options, former }: Read,
  listed: () => AsyncIterable<ReportItem>,
): Readers {
  const { app } = context;
  // Filters leave out items of the present state, which would be told as removed.
  const all = filterSentence(options) === '' ? listed : () => items(context, projectId, {});
  const ofItems = onlyOfItems(options, listed);
  return {
    inventoryItems: () => items(context, projectId, options),
    licenses: () => licenses(app, listed()),
    tasks: () => ofItems(tasks(app, projectId)),
    files: () => files(context, projectId),
    history: () => ofItems(history(app, projectId)),
    auditLog: () => auditLog(app, projectId),
    links: () => links(app, listed()),
    vulnerabilities: () => ofItems(vulnerabilities(app, projectId)),
    statementEdits: () => statementEdits(app, projectId),
    noticeFiles: () => eachNoticeFile(app.db, projectId),
    itemTexts: () => ofItems(itemTexts(app, projectId)),
    foundTexts: () => foundTexts(app, projectId),
    licenseMatches: () => matchedTexts(context, listed()),
    differences: () => (former ? changesSince({ app, projectId, release: former, items: all }) : nothing()),
    decisionChanges: () => (former ? decisionChangesSince({ app, projectId, release: former, items: all }) : nothing()),
  };
}

type Filter = <Row extends { itemId: number | null }>(rows: AsyncIterable<Row>) => AsyncIterable<Row>;

/** If the options filter items, rows of the others are left out too. Rows without an item stay. */
function onlyOfItems(options: Record<string, string>, listed: () => AsyncIterable<ReportItem>): Filter {
  if (filterSentence(options) === '') return (rows) => rows;
  return async function* filtered(rows) {
    const ids = new Set<number>();
    for await (const { id } of listed()) ids.add(id);
    for await (const row of rows) if (row.itemId === null || ids.has(row.itemId)) yield row;
  };
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
  const names = await licenseNamesById(app.db);
  for await (const row of eachRevision(app.db, projectId)) {
    const deleted = row.changes.find(({ field }) => field === 'Name')?.oldValue ?? '';
    yield {
      itemId: row.itemId,
      itemName: row.itemName ?? deleted,
      on: wireTime(row.at),
      by: row.by,
      event: row.event,
      action: row.action,
      changes: withLicenseNames(row.changes, names),
    };
  }
}

/** Operations and jobs that create or read reports and change nothing. */
const ABOUT_REPORTS = new Set<string>([
  ...['generateReport', 'generateReportLegacy', 'downloadReport', 'viewReport', 'uploadReport', 'Custom Report'],
  ...REPORT_KINDS.map(({ jobType }) => jobType),
]);

async function* auditLog(app: App, projectId: number): AsyncGenerator<ReportRow<'auditLog'>> {
  // Leaves out entries about reports, because making a report must not change the next one.
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

/** The vulnerabilities of the items, with the decisions on them. An undetermined one has no severity, and its summary says so. */
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
      isUndetermined: row.isUndetermined,
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
