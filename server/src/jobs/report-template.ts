// A custom report that is one Liquid template: rendered over the data of the project, and kept as a zip with the data beside it.
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import yazl from 'yazl';
import type { App } from '../app.ts';
import type { Tx } from '../db/postgres/connection.ts';
import { getProject } from '../db/projects/projects.ts';
import { type Report, saveReportResult } from '../db/reports.ts';
import { keepVersion } from '../db/template-versions.ts';
import { findUser } from '../db/users.ts';
import { wireTime } from '../domain/wire-times.ts';
import { readPieces } from '../project-data/json-pieces.ts';
import { documentOf } from '../project-data/outgoing-document.ts';
import type { Script } from '../report-scripts/places.ts';
import { digestOf, readTemplate, renderTemplate, TemplateRefused } from '../report-scripts/template.ts';
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
  await app.db.transaction().execute((tx) => keepTemplate(tx, script, { template }));
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const model = await templateModel(app, {
    ...{ projectId, options, template: version },
    report: report.name,
    generatedBy: user?.login ?? 'System',
    mostBytes: MOST_MODEL_BYTES,
  });
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

/** The text of a template is kept as a version: what an administrator put into the folder by hand becomes one when it is first used. */
export function keepTemplate(
  tx: Tx,
  { name, path }: Script,
  { template, comment = 'Found in the folder of report scripts', author = '' }: KeptTemplate,
): Promise<number> {
  // The database keeps no NUL, which no text file has.
  const text = template.replaceAll('\0', '\uFFFD');
  return keepVersion(tx, { path: `${name}/${path}`, sha256: digestOf(template), text, comment, author });
}

interface KeptTemplate {
  template: string;
  comment?: string;
  author?: string;
}

interface WantedModel {
  projectId: number;
  report: string;
  options: Record<string, string>;
  /** The digest of its text. */
  template: string;
  generatedBy: string;
  mostBytes: number;
}

/** What a template is rendered over, as JSON. */
export async function templateModel(app: App, wanted: WantedModel): Promise<string> {
  const head = {
    report: { name: wanted.report, template: wanted.template },
    generatedOn: wireTime(app.now()),
    generatedBy: wanted.generatedBy,
    options: wanted.options,
  };
  const model = new Map<string, unknown>([
    ...Object.entries(head),
    ...LISTS.map((name) => [name, [] as unknown[]] as const),
  ]);
  const document = bytesOf(documentOf(app.db, wanted.projectId, app.now(), ['inventory', 'tasks']), wanted.mostBytes);
  for await (const { member, isElement, value } of readPieces(document, {
    lists: LISTS,
    mostPieceBytes: MOST_PIECE_BYTES,
  })) {
    if (isElement) (model.get(member) as unknown[]).push(value);
    else if (member === 'project') model.set(member, value);
  }
  return JSON.stringify(Object.fromEntries(model));
}

async function* bytesOf(texts: AsyncIterable<string>, mostBytes: number): AsyncGenerator<Uint8Array> {
  let size = 0;
  for await (const text of texts) {
    const bytes = Buffer.from(text);
    size += bytes.length;
    if (size > mostBytes)
      throw new TemplateRefused(
        `the project has more than the ${mostBytes} bytes of data that a template is given here`,
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
