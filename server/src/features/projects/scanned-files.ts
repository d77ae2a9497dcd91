// What the scans of a project found: files, their evidence, and the scan server.

import { requirementsOf } from '@assay/scanner/expressions';
import type { App } from '../../app.ts';
import { findCodebaseFolder } from '../../db/files/files.ts';
import { findJob } from '../../db/jobs.ts';
import { getProject } from '../../db/projects/projects.ts';
import {
  countScannedFiles,
  eachEvidence,
  eachScannedFile,
  findFileByPath,
  pageOfScannedFiles,
} from '../../db/scans/scanned-files.ts';
import { codebasePath, SCAN_SERVER_ALIAS } from '../../domain/scan-nodes.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

export interface DigestOptions {
  includeMD5Hash: boolean;
  includeSHA1Hash: boolean;
}

/** Flags are texts in this list, because existing clients compare them so. */
export async function scannedFiles(app: App, projectId: number, options: DigestOptions, page: PageRequest) {
  const { ids, total } = await pageOfScannedFiles(app.db, projectId, rangeOf(page));
  return { rows: fileRows(app, ids, options), paging: pagingOf(page, total, { refuseEmpty: true }) };
}

async function* fileRows(app: App, ids: Float64Array, options: DigestOptions) {
  for await (const file of eachScannedFile(app.db, ids)) {
    yield {
      fileId: file.id,
      filePath: file.path,
      inInventory: String(file.inventory_count > 0),
      remote: 'false',
      fileMD5: options.includeMD5Hash ? file.md5.toString('hex') : null,
      fileSHA1: options.includeSHA1Hash ? file.sha1.toString('hex') : null,
      containsEvidence: String(file.has_evidence),
    };
  }
}

/** Exact matches are the packages of the corpus that contain a file with this content. Partial matches do not exist yet. */
export async function* evidences(app: App, projectId: number) {
  for await (const file of eachEvidence(app.db, projectId)) {
    yield {
      scannedFileId: file.id,
      fileName: file.name,
      filePath: file.path,
      remote: false,
      copyRightMatches: file.copyrights,
      emailUrlMatches: file.contacts,
      licenseMatches: [...new Set(file.licenses.flatMap(requirementsOf))],
      searchTextMatches: file.search_terms,
      exactFileMatches: file.exact_matches,
      sourceMatches: [],
    };
  }
}

export async function fileIds(app: App, projectId: number, query: { filePath?: string; folderPath?: string }) {
  if (query.filePath === undefined && query.folderPath === undefined)
    throw badRequest('The query parameter "filePath" or "folderPath" is required');
  const found: { fileId?: number; filePath?: string; folderId?: number; folderPath?: string } = {};
  if (query.filePath !== undefined) {
    const file = await findFileByPath(app.db, projectId, codebasePath(query.filePath));
    if (!file) throw notFound('File', query.filePath);
    Object.assign(found, { fileId: file.id, filePath: file.path });
  }
  if (query.folderPath !== undefined) {
    const folder = await findCodebaseFolder(app.db, projectId, codebasePath(query.folderPath));
    if (!folder) throw notFound('Folder', query.folderPath);
    Object.assign(found, { folderId: folder.id, folderPath: folder.path });
  }
  return found;
}

/** There is one scan server. Scan agents do not exist yet. */
export async function scanNodes(app: App, projectId: number) {
  const project = await getProject(app.db, projectId);
  const scan = project.last_scan_id === null ? undefined : await findJob(app.db, project.last_scan_id);
  return [
    {
      alias: SCAN_SERVER_ALIAS,
      type: 'SERVER',
      remote: false,
      totalFiles: project.file_count,
      scannedFiles: await countScannedFiles(app.db, projectId),
      lastScanTaskId: project.last_scan_id,
      lastScanCompletedOn: scan?.completed_at ? wireTimeWithTenths(scan.completed_at) : 'N/A',
    },
  ];
}
