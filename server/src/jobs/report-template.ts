// A custom report that is one Liquid template: rendered over the data of the project, and kept as a zip with the data beside it.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import { getProject } from '../db/projects/projects.ts';
import { type Report, saveReportResult } from '../db/reports.ts';
import { findUser } from '../db/users.ts';
import { wireTime } from '../domain/wire-times.ts';
import { readPieces } from '../project-data/json-pieces.ts';
import { documentOf } from '../project-data/outgoing-document.ts';
import type { Script } from '../report-scripts/places.ts';
import { readTemplate, renderTemplate, TemplateRefused } from '../report-scripts/template.ts';
import type { JobContext, JobOutcome } from './job-context.ts';
import { keepFile, keepStream } from './kept-file.ts';

/** What a template is given of the data of a project, as docs/project-data.md describes it. */
const LISTS = ['inventory', 'tasks'];
/** Others have too many rows for a page that somebody reads. */
const MOST_PIECE_BYTES = 64 * 1024 * 1024;
const MOST_MODEL_BYTES = 256 * 1024 * 1024;
/** A template that takes longer goes round in circles. */
const RENDER_SECONDS = 120;
const MOST_MEMORY_MB = 1024;
const MOST_OUTPUT_BYTES = 64 * 1024 * 1024;

export async function runReportTemplate(
  context: JobContext,
  report: Report,
  { script, format, options }: { script: Script; format: string; options: Record<string, string> },
): Promise<JobOutcome> {
  const { app, job, signal } = context;
  const projectId = job.project_id!;
  await context.checkpoint({ phase: 'Rendering the template', done: 0, total: 0 });
  const { template, sha256: version } = await readTemplate(join(script.folder, script.path));
  const model = await modelOf(context, report, options, version);
  const memoryBytes = Math.min(app.config.reportMemoryMb, MOST_MEMORY_MB) * 1024 * 1024;
  const limits = { seconds: RENDER_SECONDS, memoryBytes, outputBytes: MOST_OUTPUT_BYTES };
  const isEscaped = format === 'html' || format === 'xml';
  const text = await renderTemplate({ template, model, isEscaped, limits }, signal);
  const work = join(app.folder.temporary, `template-${job.id}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, 'report.zip');
    await writeZip(file, { [`report.${format}`]: text, 'data.json': model });
    const { sha256 } = await keepFile(app, file);
    const viewSha256 = format === 'html' ? (await keepStream(app, Readable.from([Buffer.from(text)]))).sha256 : null;
    const { name } = await getProject(app.db, projectId);
    const fileName = `${report.name}-${name}-${job.id}.zip`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
    await saveReportResult(app.db, { projectId, reportId: report.id, jobId: job.id, fileName, sha256, viewSha256 });
    return { details: `${fileName}, of the template ${version.slice(0, 12)}`, result: { fileName, template: version } };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function modelOf(
  { app, job }: JobContext,
  report: Report,
  options: Record<string, string>,
  template: string,
): Promise<string> {
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const head = {
    report: { name: report.name, template },
    generatedOn: wireTime(app.now()),
    generatedBy: user?.login ?? 'System',
    options,
  };
  const model = new Map<string, unknown>([
    ...Object.entries(head),
    ...LISTS.map((name) => [name, [] as unknown[]] as const),
  ]);
  const document = bytesOf(documentOf(app.db, job.project_id!, app.now(), ['inventory', 'tasks']));
  for await (const { member, isElement, value } of readPieces(document, {
    lists: LISTS,
    mostPieceBytes: MOST_PIECE_BYTES,
  })) {
    if (isElement) (model.get(member) as unknown[]).push(value);
    else if (member === 'project') model.set(member, value);
  }
  return JSON.stringify(Object.fromEntries(model));
}

async function* bytesOf(texts: AsyncIterable<string>): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    size += bytes.length;
    if (size > MOST_MODEL_BYTES)
      throw new TemplateRefused(
        `the project has more than the ${MOST_MODEL_BYTES} bytes of data that a template is given`,
      );
    yield bytes;
  }
}

async function writeZip(file: string, parts: Record<string, string>): Promise<void> {
  const zip = new yazl.ZipFile();
  for (const [name, text] of Object.entries(parts)) zip.addBuffer(Buffer.from(text), name);
  zip.end();
  await pipeline(zip.outputStream as unknown as Readable, createWriteStream(file, { mode: 0o600 }));
}
