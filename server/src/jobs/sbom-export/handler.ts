// Makes the bill of materials of a project with the writer of the reports, signs it if asked to, keeps it, judges its quality, and sends it to the
// address that the site names.
import { createWriteStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { type QualityReport, type SbomWriter, sbomWriter } from '@assay/scanner/sbom';
import about from '../../../package.json' with { type: 'json' };
import { keepFile } from '../../contents/kept-file.ts';
import { noteSent, saveSbomExport } from '../../db/sboms/exports.ts';
import { siteSettings } from '../../db/site-settings.ts';
import { findUser } from '../../db/users/users.ts';
import { AppError } from '../../errors.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { ReportLists } from '../../report-runs/lists.ts';
import { sealDocument } from '../../report-runs/sbom-export-document.ts';
import { reportSource } from '../../report-runs/source.ts';
import { sbomSource } from '../../reports/sbom-source.ts';
import { loadSigningKey } from '../../security/signing-key.ts';
import type { SbomExportPayload } from './payload.ts';
import { type SentDocument, sendDocument, whyNotTaken } from './receiver.ts';

/** A document is read whole to be signed, judged and sent. */
const MOST_READ_BYTES = 256 * 1024 * 1024;

interface Made extends SentDocument {
  quality: QualityReport;
}

export async function exportSbom(context: JobContext, payload: SbomExportPayload): Promise<JobOutcome> {
  const { app, job } = context;
  const { format, signature } = payload;
  const work = join(app.folder.temporary, `sbom-export-${job.id}`);
  await rm(work, { recursive: true, force: true });
  await mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const made = await make(context, payload, work, sbomWriter(format));
    const { file, projectName: _, ...kept } = made;
    const { sha256 } = await keepFile(app, file);
    const projectId = projectOf(job);
    await saveSbomExport(app.db, { projectId, jobId: job.id, format, signature, sha256, ...kept });
    const details = await sentTo(context, made);
    return { details, result: { fileName: kept.fileName } };
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function make(
  context: JobContext,
  { options, signature }: SbomExportPayload,
  work: string,
  writer: SbomWriter,
): Promise<Made> {
  const { app, job } = context;
  const user = job.triggered_by === null ? undefined : await findUser(app.db, job.triggered_by);
  const source = await reportSource(context, new ReportLists(work), {
    report: 'SBOM',
    projectId: projectOf(job),
    options,
    generatedBy: user?.login ?? 'System',
    toolVersion: about.version,
  });
  const write = async (file: string, { write: as }: SbomWriter) =>
    pipeline(Readable.from(as(await sbomSource(source))), createWriteStream(file, { mode: 0o600 }));
  const plain = join(work, 'sbom');
  await write(plain, writer);
  const { size } = await stat(plain);
  if (size > MOST_READ_BYTES)
    throw new AppError('tooLarge', {
      message: `The document has ${size} bytes; at most ${MOST_READ_BYTES} can be exported. Leave out the files or the license texts, or make the report of this format.`,
    });
  // Its quality is that of its facts, which are judged in JSON.
  const judged = writer.encoding === 'JSON' ? undefined : join(work, 'judged.json');
  if (judged !== undefined) await write(judged, sbomWriter(`${writer.format}-${writer.version}`));
  const document = { plain, ...(judged !== undefined && { judged }) };
  const fileName = `${source.head.project.name}${writer.extension}`.replace(/[^\p{L}\p{N}._-]+/gu, '_');
  const { mediaType } = writer;
  const projectName = source.head.project.name;
  if (signature === 'none')
    return { file: plain, fileName, mediaType, projectName, quality: await sealDocument({ ...document, mediaType }) };
  const file = join(work, 'signed.json');
  const signed = { file, signature, key: await loadSigningKey(app.folder.keys) };
  const quality = await sealDocument({ ...document, mediaType, signed });
  if (signature === 'jsf') return { file, fileName, mediaType, projectName, quality };
  return {
    file,
    fileName: `${fileName}.dsse.json`,
    mediaType: 'application/vnd.dsse.envelope.v1+json',
    projectName,
    quality,
  };
}

/** What was made is kept whatever the service answers; the job says what went wrong. */
async function sentTo({ app, job, signal }: JobContext, made: Made): Promise<string> {
  const settings = await siteSettings(app.db);
  const { sbomExportUrl: address } = settings;
  if (address === '') return made.fileName;
  const why = whyNotTaken(settings, made);
  if (why !== '') return `${made.fileName}, not sent: ${why}`;
  await sendDocument(app, settings, made, signal);
  await noteSent(app.db, projectOf(job), address);
  return `${made.fileName}, sent to ${new URL(address).host}`;
}
