// Files of a code base: evidence, text, and the mark "reviewed".

import { type FileFacts, whyMatched } from '@assay/scanner';
import { gitBlobId, runningGitBlobId } from '@assay/scanner/analyze';
import { wfpHead, wfpOfFile } from '@assay/scanner/fingerprints';
import type { App } from '../../app.ts';
import { openStored, readingStored } from '../../contents/stored-bytes.ts';
import { findInText } from '../../contents/text-finds.ts';
import { decodeText } from '../../contents/text-lines.ts';
import { listCorpusPurls } from '../../db/corpus.ts';
import {
  findFile,
  findFileProject,
  findFolderPath,
  findFolderProject,
  setFilesReviewed,
  setFolderReviewed,
} from '../../db/files/files.ts';
import { listSearchHits } from '../../db/files/search-hits.ts';
import { listItemsOfFile } from '../../db/inventories/items.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import {
  findRemoteFile,
  findRemoteFileProject,
  listItemsOfRemoteFile,
  setRemoteFileReviewed,
} from '../../db/remote-code/files.ts';
import { findImageOfPath } from '../../db/scm/images.ts';
import { patternBelow, recordMarks } from '../../decisions/index.ts';
import { remotePath, SCAN_SERVER_ALIAS } from '../../domain/projects/scan-nodes.ts';
import { notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { parseLocation } from '../../store/index.ts';

const EMPTY_LINES = { total: 0, code: 0, comment: 0, blank: 0 };

export async function describeFile(app: App, fileId: number, isRemote: boolean) {
  if (isRemote) return describeRemoteFile(app, fileId);
  const file = await requireFile(app, fileId);
  const facts = (file.facts ?? {}) as Partial<FileFacts>;
  return {
    fileId: file.id,
    fileName: file.name,
    filePath: file.path,
    alias: SCAN_SERVER_ALIAS,
    host: SCAN_SERVER_ALIAS,
    remote: false,
    size: file.size_bytes,
    fileMD5: file.md5.toString('hex'),
    fileSHA1: file.sha1.toString('hex'),
    fileSHA256: file.sha256.toString('hex'),
    ...(await layerOf(app, file)),
    ...kindOf(facts),
    isScanned: file.facts !== null,
    analyzerVersion: file.analyzer_version,
    isExcluded: file.is_excluded,
    reviewed: file.is_reviewed,
    inInventory: file.inventory_count > 0,
    sourceMatchCount: 0,
    exactFileMatchCount: (await listCorpusPurls(app.db, file.sha256)).length,
    spdx: file.followed_spdx ?? facts.spdx ?? [],
    licenses: explained((file.followed_licenses as FileFacts['licenses'] | null) ?? facts.licenses ?? []),
    ...statementsOf(facts),
    searchTerms: await listSearchHits(app.db, file.search_set_id, file.sha256),
    packages: packagesOf(facts),
    issues: (file.issues ?? []).map(({ code, message }) => ({ code, message })),
    inventories: await listItemsOfFile(app.db, fileId),
  };
}

/** Of a file of a container image: the layer that has it. */
async function layerOf(app: App, file: { project_id: number; path: string; layer: Buffer | null }) {
  if (file.layer === null) return {};
  const digest = `sha256:${file.layer.toString('hex')}`;
  const image = await findImageOfPath(app.db, file.project_id, file.path);
  const at = image?.layers.findLastIndex((layer) => layer.digest === digest) ?? -1;
  return {
    layer: {
      digest,
      number: at + 1,
      layers: image?.layers.length ?? 0,
      createdBy: image?.layers[at]?.createdBy ?? '',
      isBase: at !== -1 && at < (image?.base?.layers ?? 0),
      image: image?.reference ?? '',
    },
  };
}

/** A file whose facts a scan agent sent. Its contents are on the build machine, so neither search terms nor the corpus know it. */
async function describeRemoteFile(app: App, fileId: number) {
  const file = await findRemoteFile(app.db, fileId);
  if (!file) throw notFound('Remote file', fileId);
  const facts = file.facts as unknown as FileFacts;
  return {
    fileId: file.id,
    fileName: file.name,
    filePath: remotePath(file.alias, file.path),
    alias: file.alias,
    host: file.host,
    remote: true,
    size: file.sizeBytes,
    fileMD5: file.md5.toString('hex'),
    fileSHA1: file.sha1.toString('hex'),
    fileSHA256: file.sha256.toString('hex'),
    ...kindOf(facts),
    isScanned: true,
    analyzerVersion: file.analyzerVersion,
    isExcluded: false,
    reviewed: file.isReviewed,
    inInventory: file.inInventory,
    sourceMatchCount: 0,
    exactFileMatchCount: 0,
    spdx: facts.spdx,
    licenses: explained(facts.licenses),
    ...statementsOf(facts),
    searchTerms: facts.searchTerms,
    packages: packagesOf(facts),
    issues: [],
    inventories: await listItemsOfRemoteFile(app.db, fileId),
  };
}

const explained = (licenses: FileFacts['licenses']) => licenses.map((match) => ({ ...match, why: whyMatched(match) }));

const kindOf = (facts: Partial<FileFacts>) => ({
  type: facts.kind ?? '',
  mediaType: facts.mediaType ?? '',
  language: facts.language ?? '',
  lines: facts.lines ?? EMPTY_LINES,
});

const statementsOf = (facts: Partial<FileFacts>) => ({
  copyrights: facts.copyrights ?? [],
  authors: facts.authors ?? [],
  emails: facts.emails ?? [],
  urls: facts.urls ?? [],
});

const packagesOf = (facts: Partial<FileFacts>) => (facts.packages ?? []).filter(({ role }) => role !== 'defines');

export interface ContentQuery {
  startLine: number;
  maxLines: number;
}

export async function fileContent(app: App, fileId: number, query: ContentQuery) {
  const file = await requireFile(app, fileId);
  return readingStored(fileText(file), () => decodeText(app.store.stream(parseLocation(file.location)), query));
}

export interface FindsQuery {
  words: string;
  fromLine: number;
  limit: number;
}

export async function findsInFile(app: App, fileId: number, query: FindsQuery) {
  const file = await requireFile(app, fileId);
  return readingStored(fileText(file), () => findInText(app.store.stream(parseLocation(file.location)), query));
}

/** Larger files get only their digests, as with `assay fingerprint`. */
const MAX_FINGERPRINTED_BYTES = 8 * 1024 * 1024;

/** The digests and fingerprints by which other tools recognise the file. Computed on request, because scans do not use them. */
export async function fileFingerprint(app: App, fileId: number) {
  const file = await requireFile(app, fileId);
  const location = parseLocation(file.location);
  return readingStored(fileText(file), async () => {
    if (file.size_bytes <= MAX_FINGERPRINTED_BYTES) {
      const bytes = await app.store.read(location);
      return { gitBlob: gitBlobId(bytes), wfp: wfpOfFile(file.path, bytes) };
    }
    const digest = runningGitBlobId(file.size_bytes);
    for await (const chunk of app.store.stream(location)) digest.update(chunk);
    return { gitBlob: digest.digest('hex'), wfp: wfpHead(file.path, file.size_bytes, file.md5.toString('hex')) };
  });
}

const fileText = ({ path }: { path: string }) => `The file "${path}"`;

/** The original bytes, for a download. */
export async function fileBytes(app: App, fileId: number) {
  const file = await requireFile(app, fileId);
  const stream = await openStored(app, file.location, fileText(file));
  return { stream, name: file.name, sizeBytes: file.size_bytes };
}

export async function markFile(
  app: App,
  caller: Caller,
  fileId: number,
  isReviewed: boolean,
  isRemote: boolean,
): Promise<void> {
  if (isRemote) return markRemoteFile(app, fileId, isReviewed);
  const projectId = await findFileProject(app.db, fileId);
  if (projectId === undefined) throw notFound('File', fileId);
  await whileUnlocked(app, projectId, async (tx) => {
    const file = await findFile(tx, fileId);
    if (!file) throw notFound('File', fileId);
    await setFilesReviewed(tx, [fileId], isReviewed);
    const sha256 = file.sha256.toString('hex');
    await recordMarks(tx, projectId, [{ path: file.path, sha256 }], isReviewed, caller.login);
  });
}

/** The mark holds while the content of the file stays. It is kept with the file, because checks of decisions look at the server's own code base. */
async function markRemoteFile(app: App, fileId: number, isReviewed: boolean): Promise<void> {
  const projectId = await findRemoteFileProject(app.db, fileId);
  if (projectId === undefined) throw notFound('Remote file', fileId);
  await whileUnlocked(app, projectId, (tx) => setRemoteFileReviewed(tx, fileId, isReviewed));
}

/** All files of the folder, at any depth. */
export async function markFolder(
  app: App,
  caller: Caller,
  folderId: number,
  isReviewed: boolean,
  isRemote: boolean,
): Promise<void> {
  if (isRemote)
    throw notFound('Remote folder', folderId, 'folders of remote code bases have no ids; mark their files.');
  const projectId = await findFolderProject(app.db, folderId);
  if (projectId === undefined) throw notFound('Folder', folderId);
  await whileUnlocked(app, projectId, async (tx) => {
    const path = await findFolderPath(tx, folderId);
    if (path === undefined) throw notFound('Folder', folderId);
    await setFolderReviewed(tx, folderId, isReviewed);
    await recordMarks(tx, projectId, [{ pathPattern: patternBelow(path) }], isReviewed, caller.login);
  });
}

/** The lock lets one request at a time mark files of a project. Otherwise two overlapping folders could wait for each other's files. */
async function whileUnlocked(app: App, projectId: number, mark: (tx: Tx) => Promise<void>): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'REVIEW_FILES');
    await mark(tx);
  });
}

async function requireFile(app: App, fileId: number) {
  const file = await findFile(app.db, fileId);
  if (!file) throw notFound('File', fileId);
  return file;
}
