// Makes a report: its kind defines the document, each format writes it, and the archive goes into the store.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import about from '../../../package.json' with { type: 'json' };
import { keepFile } from '../../contents/kept-file.ts';
import { findReport, findReportResult, saveReportResult } from '../../db/reports/reports.ts';
import { findUser } from '../../db/users/users.ts';
import { zipOf } from '../../documents/zip.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, notFound } from '../../errors.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { reportFiles } from '../../report-runs/files.ts';
import { ReportLists } from '../../report-runs/lists.ts';
import { type ReportWish, runReportScript } from '../../report-runs/script.ts';
import { reportSource } from '../../report-runs/source.ts';
import { findReportKind } from '../../reports/kinds.ts';
import { ignoredOptions, wrongOption } from '../../reports/options.ts';
import type { ReportOption, ReportSource } from '../../reports/report.ts';
import type { ReportPayload } from './payload.ts';

export async function makeReport(context: JobContext, payload: ReportPayload): Promise<JobOutcome> {
  const { app, job } = context;
  const { reportId, ...wish } = payload;
  const report = await findReport(app.db, reportId);
  if (report && !report.is_default) return runReportScript(context, report, wish);
  const kind = report && findReportKind(report.path);
  if (!report || !kind || job.project_id === null) throw notFound('Report', reportId);
  const work = join(app.folder.temporary, `report-${job.id}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const source = await sourceOf(context, wish, report, kind, work);
    const { files, view, left } = await reportFiles(app, await kind.load(), source, kind.file, work, context.signal);
    const archive = join(work, 'report.zip');
    await pipeline(Readable.from(zipOf(files, source.at)), createWriteStream(archive, { mode: 0o600 }));
    const { sha256 } = await keepFile(app, archive);
    const viewSha256 = view === undefined ? null : (await keepFile(app, view)).sha256;
    const fileName = `${report.name}-${source.head.project.name}-${job.id}.zip`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
    const result = { projectId: job.project_id, reportId, jobId: job.id, fileName, sha256, viewSha256 };
    await saveReportResult(app.db, result);
    const ignored = ignoredOptions(report.options as readonly ReportOption[], wish.options ?? {});
    return { details: [fileName, ...left, ...ignored].join(' '), result: { fileName } };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

type Report = NonNullable<Awaited<ReturnType<typeof findReport>>>;
type Kind = NonNullable<ReturnType<typeof findReportKind>>;

async function sourceOf(
  context: JobContext,
  { options: given, otherProjectId }: ReportWish,
  report: Report,
  kind: Kind,
  work: string,
): Promise<ReportSource> {
  const { app, job } = context;
  const known = report.options as readonly ReportOption[];
  const options = { ...defaultsOf(known), ...given };
  const wrong = wrongOption(known, options);
  if (wrong !== undefined) throw new AppError('badRequest', { message: wrong });
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const last = await findReportResult(app.db, projectOf(job), report.id);
  const lists = new ReportLists(work);
  const wanted = {
    report: kind.name,
    projectId: projectOf(job),
    options,
    generatedBy: user?.login ?? 'System',
    lastOn: last && wireTime(last.createdAt),
    toolVersion: about.version,
  };
  const source = await reportSource(context, lists, wanted);
  if (otherProjectId === undefined) return source;
  return { ...source, other: await reportSource(context, lists, { ...wanted, projectId: otherProjectId }) };
}

function defaultsOf(options: readonly ReportOption[]): Record<string, string> {
  return Object.fromEntries(options.map(({ name, defaultValue }) => [name, defaultValue ?? '']));
}
