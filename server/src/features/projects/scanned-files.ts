// What the scans of a project found: files, their evidence, the scan server and scan agents.

import { requirementsOf } from '@assay/scanner/expressions';
import type { App } from '../../app.ts';
import { findCodebaseFolder } from '../../db/files/files.ts';
import { findJob } from '../../db/jobs.ts';
import { getProject } from '../../db/projects/projects.ts';
import { listRemoteCodeBases, type RemoteCodeBase } from '../../db/remote-code/code-bases.ts';
import {
  eachRemoteEvidence,
  eachRemoteFile,
  findRemoteFileByPath,
  pageOfRemoteFiles,
  type RemoteListFile,
} from '../../db/remote-code/files.ts';
import {
  countScannedFiles,
  eachEvidence,
  eachScannedFile,
  findFileByPath,
  pageOfScannedFiles,
} from '../../db/scans/scanned-files.ts';
import { codebasePath, SCAN_SERVER_ALIAS } from '../../domain/projects/scan-nodes.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

export interface DigestOptions {
  includeMD5Hash: boolean;
  includeSHA1Hash: boolean;
}

/** The files of the scan server in order of their ids, then those of scan agents in order of theirs. */
export async function scannedFiles(app: App, projectId: number, options: DigestOptions, page: PageRequest) {
  const range = rangeOf(page);
  const own = await pageOfScannedFiles(app.db, projectId, range);
  const remote = await pageOfRemoteFiles(app.db, projectId, {
    limit: Math.max(0, range.limit - own.ids.length),
    offset: Math.max(0, range.offset - own.total),
  });
  return {
    rows: fileRows(app, own.ids, remote.ids, options),
    paging: pagingOf(page, own.total + remote.total, { refuseEmpty: true }),
  };
}

async function* fileRows(app: App, own: Float64Array, remote: Float64Array, options: DigestOptions) {
  for await (const file of eachScannedFile(app.db, own))
    yield fileRow({ ...file, in_inventory: file.inventory_count > 0 }, false, options);
  for await (const file of eachRemoteFile(app.db, remote)) yield fileRow(file, true, options);
}

/** Flags are texts in this list, because existing clients compare them so. */
function fileRow(file: RemoteListFile, isRemote: boolean, options: DigestOptions) {
  return {
    fileId: file.id,
    filePath: file.path,
    inInventory: String(file.in_inventory),
    remote: String(isRemote),
    fileMD5: options.includeMD5Hash ? file.md5.toString('hex') : null,
    fileSHA1: options.includeSHA1Hash ? file.sha1.toString('hex') : null,
    containsEvidence: String(file.has_evidence),
  };
}

/** Exact matches are the packages of the corpus that contain a file with this content. Partial matches do not exist yet. */
export async function* evidences(app: App, projectId: number) {
  for await (const file of eachEvidence(app.db, projectId))
    yield evidenceRow(file, { isRemote: false, searchTerms: file.search_terms, exactMatches: file.exact_matches });
  // Search terms and the corpus are those of the server, which has no contents of these files.
  for await (const file of eachRemoteEvidence(app.db, projectId))
    yield evidenceRow(file, { isRemote: true, searchTerms: [], exactMatches: [] });
}

function evidenceRow(
  file: { id: number; name: string; path: string; copyrights: string[]; contacts: string[]; licenses: string[] },
  { isRemote, searchTerms, exactMatches }: { isRemote: boolean; searchTerms: string[]; exactMatches: string[] },
) {
  return {
    scannedFileId: file.id,
    fileName: file.name,
    filePath: file.path,
    remote: isRemote,
    copyRightMatches: file.copyrights,
    emailUrlMatches: file.contacts,
    licenseMatches: [...new Set(file.licenses.flatMap(requirementsOf))],
    searchTextMatches: searchTerms,
    exactFileMatches: exactMatches,
    sourceMatches: [],
  };
}

export async function fileIds(app: App, projectId: number, query: { filePath?: string; folderPath?: string }) {
  if (query.filePath === undefined && query.folderPath === undefined)
    throw badRequest('The query parameter "filePath" or "folderPath" is required');
  const found: { fileId?: number; filePath?: string; remote?: boolean; folderId?: number; folderPath?: string } = {};
  if (query.filePath !== undefined) {
    const own = await findFileByPath(app.db, projectId, codebasePath(query.filePath));
    const file = own ?? (await findRemoteFileByPath(app.db, projectId, query.filePath.trim()));
    if (!file) throw notFound('File', query.filePath);
    Object.assign(found, { fileId: file.id, filePath: file.path, ...(own ? {} : { remote: true }) });
  }
  if (query.folderPath !== undefined) {
    const folder = await findCodebaseFolder(app.db, projectId, codebasePath(query.folderPath));
    if (!folder) throw notFound('Folder', query.folderPath);
    Object.assign(found, { folderId: folder.id, folderPath: folder.path });
  }
  return found;
}

/** The scan server, then the scan agents by alias. */
export async function scanNodes(app: App, projectId: number) {
  const project = await getProject(app.db, projectId);
  const remote = await listRemoteCodeBases(app.db, projectId);
  return [
    {
      alias: SCAN_SERVER_ALIAS,
      type: 'SERVER' as const,
      remote: false,
      host: SCAN_SERVER_ALIAS,
      totalFiles: project.file_count,
      scannedFiles: await countScannedFiles(app.db, projectId),
      ...(await lastScanOf(app, project.last_scan_id)),
    },
    ...(await Promise.all(remote.map((code) => agentNode(app, code)))),
  ];
}

export async function agentNode(app: App, code: RemoteCodeBase) {
  return {
    alias: code.alias,
    type: 'AGENT' as const,
    remote: true,
    host: code.host,
    totalFiles: code.file_count,
    scannedFiles: code.file_count,
    ...(await lastScanOf(app, code.last_scan_id)),
  };
}

async function lastScanOf(app: App, id: number | null) {
  const scan = id === null ? undefined : await findJob(app.db, id);
  return {
    lastScanTaskId: id,
    lastScanCompletedOn: scan?.completed_at ? wireTimeWithTenths(scan.completed_at) : 'N/A',
  };
}
