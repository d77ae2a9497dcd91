// A custom report from one Liquid template: rendered with the data of the project, and stored as a zip together with the data.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { keepFile, keepStream } from '../contents/kept-file.ts';
import { getProject } from '../db/projects/projects.ts';
import { type Report, saveReportResult } from '../db/reports/reports.ts';
import { keepTemplateVersion } from '../db/reports/templates.ts';
import { findUser } from '../db/users/users.ts';
import { zipOf } from '../documents/zip.ts';
import { templateModel } from '../project-data/template-model.ts';
import { type JobContext, type JobOutcome, projectOf } from '../queue/job-context.ts';
import type { Script } from '../report-scripts/places.ts';
import { readTemplate, renderTemplate, type TemplateFormat, type TemplateText } from '../report-scripts/template.ts';

const MOST_MODEL_BYTES = 256 * 1024 * 1024;
/** A template that takes longer has an endless loop. */
const RENDER_SECONDS = 120;
const MOST_MEMORY_MB = 1024;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

export async function runReportTemplate(
  context: JobContext,
  report: Report,
  { script, format, options }: { script: Script; format: TemplateFormat; options: Record<string, string> },
): Promise<JobOutcome> {
  const { app, job, signal } = context;
  const projectId = projectOf(job);
  await context.checkpoint({ phase: 'Rendering the template', done: 0, total: 0 });
  const text = await readTemplate(join(script.folder, script.path));
  const version = await keepVersion(context, `${script.name}/${script.path}`, text);
  const template = text.sha256.toString('hex');
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const head = {
    report: { name: report.name, template, templateVersion: version },
    generatedBy: user?.login ?? 'System',
    options,
  };
  const model = await templateModel(app, projectId, head, MOST_MODEL_BYTES);
  const memoryBytes = Math.min(app.config.reportMemoryMb, MOST_MEMORY_MB) * 1024 * 1024;
  const limits = { seconds: RENDER_SECONDS, memoryBytes, outputBytes: MOST_OUTPUT_BYTES };
  const task = { template: text.content.toString('utf8'), model, format, limits };
  const page = await renderTemplate(task, signal);
  const work = join(app.folder.temporary, `template-${job.id}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, 'report.zip');
    await writeZip(file, { [`report.${format}`]: page, 'data.json': model }, app.now());
    const { sha256 } = await keepFile(app, file);
    const viewSha256 = format === 'html' ? (await keepStream(app, Readable.from([Buffer.from(page)]))).sha256 : null;
    const { name } = await getProject(app.db, projectId);
    const fileName = `${report.name}-${name}-${job.id}.zip`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
    await saveReportResult(app.db, { projectId, reportId: report.id, jobId: job.id, fileName, sha256, viewSha256 });
    return {
      details: `${fileName}, of version ${version} of the template (${template.slice(0, 12)})`,
      result: { fileName, template, templateVersion: version },
    };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

/** A text that somebody put into the folder by hand becomes a version when it is first used. */
function keepVersion({ app }: JobContext, path: string, { content, sha256 }: TemplateText): Promise<number> {
  const version = { path, content, sha256, note: '' };
  return app.db.transaction().execute((tx) => keepTemplateVersion(tx, version));
}

async function writeZip(file: string, parts: Record<string, string>, at: Date): Promise<void> {
  const files = Object.entries(parts).map(([name, text]) => ({ name, content: Readable.from([text]) }));
  await pipeline(zipOf(files, at), createWriteStream(file, { mode: 0o600 }));
}
