// Exports project data: a zip with one JSON document of the project, its inventory, its files, and the decisions of people. Written as it is read, so
// that a large project takes no more memory than a small one.
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { App } from '../../app.ts';
import { getProject } from '../../db/projects/projects.ts';
import { zipOf } from '../../documents/zip.ts';
import { streamOfFile } from '../../file-streams.ts';
import { documentOf } from '../../project-data/outgoing-document.ts';
import { refuseWhileBusy } from './imports.ts';

const DOCUMENT = 'projectData.json';

export interface Export {
  stream: Readable;
  fileName: string;
  sizeBytes: number;
}

/** Writes the whole zip to a file before the answer begins. So an error can still be answered as one, and the data are one state of the project. */
export async function exportProject(app: App, projectId: number): Promise<Export> {
  const project = await getProject(app.db, projectId);
  await refuseWhileBusy(app, projectId, 'Project Export');
  await mkdir(app.folder.temporary, { recursive: true });
  const at = app.now();
  const file = join(app.folder.temporary, `export-${randomUUID()}.zip`);
  try {
    await app.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute((tx) => writeZip(file, documentOf(tx, projectId, at), at));
    // The open file can be read after its name is removed, so no file is left however the answer ends.
    return { ...(await streamOfFile(file)), fileName: `${project.name}-export.zip` };
  } finally {
    await rm(file, { force: true }).catch((err) =>
      app.log.warn({ err, file }, 'a temporary file could not be removed'),
    );
  }
}

async function writeZip(file: string, document: AsyncIterable<string>, at: Date): Promise<void> {
  const zip = zipOf([{ name: DOCUMENT, content: document }], at);
  await pipeline(zip, createWriteStream(file, { mode: 0o600 }));
}
