// Makes a report: reads the project in batches, lets the writer write, packs a zip, stores it by digest.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { licensesOf } from '@assay/scanner/expressions';
import yazl from 'yazl';
import type { App } from '../app.ts';
import { eachFile } from '../db/files/files.ts';
import { folderPath } from '../db/folders.ts';
import { eachItem, listItemCopyrights, listItemPaths } from '../db/inventories/items.ts';
import { findLicenses } from '../db/licenses.ts';
import { getProject, getProjectNames } from '../db/projects/projects.ts';
import { findReport, saveReportResult } from '../db/reports.ts';
import { eachTask } from '../db/tasks.ts';
import { findUser } from '../db/users.ts';
import { inventoryPriorityNames, inventoryStatusNames, inventoryTypeNames } from '../domain/inventory.ts';
import { reportedFields } from '../domain/inventory-fields.ts';
import { NO_LICENSE_NAME } from '../domain/license-choice.ts';
import { taskTypeNames } from '../domain/review-task.ts';
import { wireTime } from '../domain/wire-times.ts';
import { notFound } from '../errors.ts';
import { findReportKind } from '../reports/kinds.ts';
import type { ReportOption, ReportSource } from '../reports/report.ts';
import type { JobContext, JobOutcome } from './job-context.ts';
import { payloadOf } from './job-definition.ts';
import { keepFile } from './kept-file.ts';
import { reportJob } from './report.job.ts';
import { runReportScript } from './report-script.ts';

export async function makeReport(context: JobContext): Promise<JobOutcome> {
  const { app, job } = context;
  const { reportId, options } = payloadOf(reportJob, job);
  const report = await findReport(app.db, reportId);
  if (report && !report.is_default) return runReportScript(context, report);
  const kind = report && findReportKind(report.path);
  if (!report || !kind || job.project_id === null) throw notFound('Report', reportId);
  const writer = await kind.load();
  const source = await reportSource(context, job.project_id, {
    ...defaultsOf(report.options as readonly ReportOption[]),
    ...options,
  });
  const work = join(app.folder.temporary, `report-${job.id}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, 'report.zip');
    await writeZip(file, writer.write(source));
    const { sha256 } = await keepFile(app, file);
    const fileName = `${report.name}-${source.project.name}-${job.id}.zip`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
    await saveReportResult(app.db, { projectId: job.project_id, reportId, jobId: job.id, fileName, sha256 });
    return { details: fileName, result: { fileName } };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function writeZip(file: string, parts: { name: string; content: AsyncIterable<string> }[]): Promise<void> {
  const zip = new yazl.ZipFile();
  const failures: unknown[] = [];
  for (const { name, content } of parts) {
    // Opened when its turn comes, so that only one part is being read at a time.
    zip.addReadStreamLazy(name, {}, (give) => {
      const stream = Readable.from(content, { objectMode: false });
      stream.once('error', (error) => {
        failures.push(error);
        (zip.outputStream as unknown as Readable).destroy(error);
      });
      give(null, stream);
    });
  }
  zip.end();
  try {
    await pipeline(zip.outputStream as unknown as Readable, createWriteStream(file, { mode: 0o600 }));
  } catch (error) {
    throw failures[0] ?? error;
  }
}

function defaultsOf(options: readonly ReportOption[]): Record<string, string> {
  return Object.fromEntries(options.map(({ name, defaultValue }) => [name, defaultValue ?? '']));
}

async function reportSource(
  context: JobContext,
  projectId: number,
  options: Record<string, string>,
): Promise<ReportSource> {
  const { app, job } = context;
  const project = await getProject(app.db, projectId);
  const names = await getProjectNames(app.db, project);
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const rollup = project.inventory_rollup as Partial<ReportSource['counts']>;
  const texts = new Map<string, { name: string; text: string }>();
  return {
    project: {
      id: project.id,
      name: project.name,
      description: project.description,
      contact: names.contact,
      status: project.status,
      risk: project.risk,
      visibility: project.is_private ? 'Private' : 'Public',
      folderPath: await folderPath(app.db, project.folder_id),
      createdOn: wireTime(project.created_at),
      fileCount: project.file_count,
      codebaseBytes: project.codebase_bytes,
      lineCount: project.line_count,
    },
    options,
    generatedOn: wireTime(app.now()),
    generatedBy: user?.login ?? 'System',
    counts: {
      review: rollup.review ?? {},
      licenses: rollup.licenses ?? {},
      items: rollup.items ?? 0,
      published: rollup.published ?? 0,
    },
    items: ({ publishedOnly }) => items(context, projectId, publishedOnly),
    files: () => files(context, projectId),
    tasks: () => tasks(app, projectId),
    async licenseTexts(expression) {
      const wanted = licensesOf(expression).flatMap((license) => license.split(' WITH '));
      for (const row of await findLicenses(
        app.db,
        wanted.filter((name) => !texts.has(name)),
      ))
        texts.set(row.short_name, { name: row.name, text: row.text });
      return wanted.flatMap((name) => texts.get(name) ?? []);
    },
  };
}

async function* items(
  context: JobContext,
  projectId: number,
  publishedOnly: boolean,
): ReturnType<ReportSource['items']> {
  const { app } = context;
  let done = 0;
  for await (const batch of eachItem(app.db, projectId, { published: publishedOnly ? true : undefined })) {
    const ids = batch.map((item) => item.id);
    const paths = await listItemPaths(app.db, ids);
    const copyrights = await listItemCopyrights(app.db, ids);
    done += batch.length;
    await context.checkpoint({ phase: 'Writing inventory', done, total: done });
    for (const item of batch) {
      yield {
        id: item.id,
        name: item.name,
        type: inventoryTypeNames[item.type],
        componentName: item.component_name ?? 'N/A',
        versionName: item.version_name ?? 'N/A',
        purl: item.purl,
        url: item.url,
        description: item.description,
        licenseName: item.license_name ?? (item.license_expression || NO_LICENSE_NAME),
        licenseExpression: item.license_expression,
        possibleLicenses: item.possible_licenses,
        priority: inventoryPriorityNames[item.priority],
        status: inventoryStatusNames[item.status],
        isPublished: item.is_published,
        confidence: item.confidence,
        dependencyScope: item.dependency_scope,
        ...reportedFields(item),
        copyrights: copyrights.get(item.id) ?? [],
        files: paths.get(item.id) ?? [],
      };
    }
  }
}

async function* files(context: JobContext, projectId: number): ReturnType<ReportSource['files']> {
  let done = 0;
  for await (const file of eachFile(context.app.db, projectId)) {
    if (++done % 1000 === 0) await context.checkpoint({ phase: 'Writing files', done, total: done });
    const facts = (file.facts ?? {}) as { copyrights?: { statement: string }[] };
    yield {
      path: file.path,
      sizeBytes: file.size_bytes,
      md5: file.md5.toString('hex'),
      sha1: file.sha1.toString('hex'),
      isReviewed: file.is_reviewed,
      isInInventory: file.inventory_count > 0,
      licenses: file.spdx ?? [],
      copyrights: [...new Set((facts.copyrights ?? []).map((one) => one.statement))],
    };
  }
}

async function* tasks(app: App, projectId: number): ReturnType<ReportSource['tasks']> {
  for await (const task of eachTask(app.db, projectId)) {
    yield {
      id: task.id,
      kind: taskTypeNames[task.type],
      summary: task.summary,
      priority: task.priority,
      owner: task.owner_login,
      isClosed: task.is_closed,
      itemName: task.item_name,
      createdOn: wireTime(task.created_at),
    };
  }
}
