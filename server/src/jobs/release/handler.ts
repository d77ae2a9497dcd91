// Makes a release: reads the project at one moment, stores the data, makes the documents of them, and names everything in one transaction. Until then
// the release has nothing; a second run begins anew.
import type { KeyObject } from 'node:crypto';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { dossierHead, isSafePath } from '@assay/scanner/dossier';
import { keepStream } from '../../contents/kept-file.ts';
import { KnownContents } from '../../contents/known-contents.ts';
import { findRelease, freezeRelease, type ReleaseFile } from '../../db/releases/releases.ts';
import type { ReleaseFileKind } from '../../domain/releases/release.ts';
import { notFound } from '../../errors.ts';
import { bytesOfFile } from '../../file-streams.ts';
import { type JobContext, type JobOutcome, projectOf } from '../../queue/job-context.ts';
import { releaseDocuments } from '../../releases/documents.ts';
import { type FrozenHead, HEAD_PATH, listPath } from '../../releases/frozen.ts';
import { loadSigningKey } from '../../security/signing-key.ts';
import { type FrozenProject, readProject } from './freeze.ts';
import type { ReleasePayload } from './payload.ts';

export async function makeRelease(context: JobContext, payload: ReleasePayload): Promise<JobOutcome> {
  const { app, job } = context;
  const release = await findRelease(app.db, projectOf(job), payload.releaseId);
  if (release === undefined) throw notFound('Release', payload.releaseId);
  const done = { details: release.name, result: { releaseId: release.id } };
  if (release.frozen_at !== null) return done;
  const folder = join(app.folder.temporary, `release-${job.id}`);
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  // While it is in use, no content goes that is stored here but not named yet.
  const known = new KnownContents(app);
  try {
    await known.sound([]);
    await make(context, payload, release, folder);
    return done;
  } finally {
    await known.end();
    await rm(folder, { recursive: true, force: true });
  }
}

type Release = NonNullable<Awaited<ReturnType<typeof findRelease>>>;

async function make(context: JobContext, payload: ReleasePayload, release: Release, folder: string): Promise<void> {
  const { app, job } = context;
  const files = new Files(context);
  const { id, name, description, created_by: createdBy, is_signed: isSigned } = release;
  const wanted = {
    ...{ projectId: projectOf(job), offerContact: payload.offerContact, folder },
    release: { id, name, description, createdBy },
  };
  const read = await app.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((tx) => readProject(context, tx, wanted, (file) => files.add('source', file.name, file.content)));
  await files.add('data', HEAD_PATH, [Buffer.from(JSON.stringify(read.head))]);
  for (const [list, path] of read.files) await files.add('data', listPath(list), bytesOfFile(path));
  for await (const { name: path, content } of releaseDocuments(read.frozen)) await files.add('document', path, content);
  await files.addManifest(read.head, isSigned ? await loadSigningKey(app.folder.keys) : undefined);
  await save(context, id, read, files.all);
}

async function save({ app }: JobContext, id: number, read: FrozenProject, files: ReleaseFile[]): Promise<void> {
  const { at, origin } = read.head;
  const frozen = { at: new Date(at), origin, counts: read.counts, files };
  if (!(await app.db.transaction().execute((tx) => freezeRelease(tx, id, frozen)))) throw notFound('Release', id);
}

/** The stored files of a release that is being made. */
class Files {
  readonly #context: JobContext;
  readonly #files = new Map<string, ReleaseFile>();

  constructor(context: JobContext) {
    this.#context = context;
  }

  get all(): ReleaseFile[] {
    return [...this.#files.values()];
  }

  async add(kind: ReleaseFileKind, path: string, content: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>) {
    const { app, checkpoint } = this.#context;
    const done = this.#files.size;
    await checkpoint({ phase: 'Storing files', done, total: done });
    let checksum = 0;
    const measured = async function* () {
      for await (const bytes of piecesOf(content)) {
        checksum = crc32(bytes, checksum);
        yield bytes;
      }
    };
    const { sha256, sizeBytes } = await keepStream(app, measured());
    const free = this.#free(path);
    this.#files.set(free, { path: free, kind, sizeBytes, sha256, crc32: checksum });
  }

  /** Files of the code base may have the same name in an archive, as it allows fewer characters. */
  #free(path: string): string {
    if (!isSafePath(path)) throw new Error(`A release cannot have a file "${path}".`);
    if (!this.#files.has(path)) return path;
    for (let number = 2; ; number++) if (!this.#files.has(`${path}~${number}`)) return `${path}~${number}`;
  }

  async addManifest({ release, at, toolVersion, origin, head }: FrozenHead, key: KeyObject | undefined): Promise<void> {
    const shipped = this.all.filter(({ kind }) => kind !== 'data');
    const about = {
      ...{ project: { id: head.project.id, name: head.project.name }, release, frozenAt: at },
      ...{ tool: { name: 'assay', version: toolVersion }, origin: { ...origin } },
    };
    const listed = shipped.map(({ sha256, ...file }) => ({ ...file, sha256: sha256.toString('hex') }));
    for (const { path, bytes } of dossierHead(about, listed, key)) await this.add('head', path, [bytes]);
  }
}

const PIECE = 64 * 1024;

/** Writers give many short texts. */
async function* piecesOf(
  content: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let gathered = '';
  for await (const piece of content) {
    if (typeof piece === 'string') {
      gathered += piece;
      if (gathered.length < PIECE) continue;
    }
    if (gathered !== '') yield Buffer.from(gathered);
    gathered = '';
    if (typeof piece !== 'string' && piece.length > 0) yield piece;
  }
  if (gathered !== '') yield Buffer.from(gathered);
}
