// The files of a code base as a list, and the licenses of a folder with their counts.
import type { App } from '../../app.ts';
import { countFiles, groupsOfFiles, listFiles, listFilesBefore } from '../../db/files/file-lists.ts';
import { findCodebaseFolder } from '../../db/files/files.ts';
import { licensesInFolder, totalsOfFolder } from '../../db/files/roll-ups.ts';
import { type FileGrouping, fileGroupTitle } from '../../domain/files/file-groups.ts';
import { codebasePath } from '../../domain/projects/scan-nodes.ts';
import { badRequest, notFound } from '../../errors.ts';
import { fileFilterOf } from '../../http/models/file-filter-model.ts';
import { type PageRequest, pagingOf, rangeOf } from '../../http/paging.ts';

type Filter = Parameters<typeof fileFilterOf>[0];

interface Page {
  after: string;
  before?: string;
  limit: number;
}

/** A page in the order of the paths; the first one counts all files that match. */
export async function fileList(app: App, projectId: number, query: Filter & Page) {
  const { after, before, limit, ...sent } = query;
  const filter = fileFilterOf(sent);
  if (before !== undefined) {
    if (after !== '') throw badRequest('The query has both "after" and "before"; a page has one end.');
    return { files: await listFilesBefore(app.db, projectId, filter, { before, limit }), next: null };
  }
  const rows = await listFiles(app.db, projectId, filter, { after, limit: limit + 1 });
  const files = rows.slice(0, limit);
  const next = rows.length > limit ? (files.at(-1)?.path ?? null) : null;
  return { files, next, ...(after === '' && { counts: await countFiles(app.db, projectId, filter) }) };
}

/** The files that match in groups, the largest first. */
export async function fileGroups(app: App, projectId: number, sent: Filter, by: FileGrouping, page: PageRequest) {
  const { rows, total } = await groupsOfFiles(app.db, projectId, fileFilterOf(sent), by, rangeOf(page));
  return {
    rows: rows.map(({ key, ...counts }) => ({ key, title: fileGroupTitle(by, key), ...counts })),
    paging: pagingOf(page, total),
  };
}

/** More are counted in `moreLicenses`. */
const MOST_LICENSES = 500;

/** What lies below a folder of the code base: how many files, how many of them are open, and their licenses. */
export async function folderLicenses(app: App, projectId: number, folderPath: string) {
  const path = codebasePath(folderPath);
  if (path !== '' && !(await findCodebaseFolder(app.db, projectId, path))) throw notFound('Folder', path);
  const [totals, licenses] = await Promise.all([
    totalsOfFolder(app.db, projectId, path),
    licensesInFolder(app.db, projectId, path),
  ]);
  return {
    path,
    totals,
    licenses: licenses.slice(0, MOST_LICENSES),
    moreLicenses: Math.max(0, licenses.length - MOST_LICENSES),
  };
}
