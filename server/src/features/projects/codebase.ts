// The code base as a tree, one folder at a time, page by page.
import type { App } from '../../app.ts';
import {
  countFolder,
  findCodebaseFolder,
  listFolder,
  listFolderAt,
  positionInFolder,
  type TreeEntry,
} from '../../db/files/files.ts';
import { totalsOfFoldersIn } from '../../db/files/roll-ups.ts';
import { badRequest, notFound } from '../../errors.ts';
import { CodebaseEntryKind } from '../../http/models/enumerations.ts';
import { FileTotals } from '../../http/models/file-totals-model.ts';
import { Model, Type } from '../../http/models/schemas.ts';

const Entry = Model('CodebaseEntry', {
  kind: CodebaseEntryKind('Kind of entry'),
  id: Type.Integer(),
  name: Type.String(),
  path: Type.String(),
  sizeBytes: Type.Integer(),
  spdx: Type.Array(Type.String()),
  language: Type.String(),
  isReviewed: Type.Boolean(),
  inventoryCount: Type.Integer(),
  hasEvidence: Type.Boolean(),
  isExcluded: Type.Boolean({
    description: 'The last scan did not look at the file, because its scan profile excludes it',
  }),
  totals: Type.Optional(FileTotals),
});

const schema = Model('CodebaseFolder', {
  path: Type.String(),
  folderId: Type.Union([Type.Integer(), Type.Null()]),
  entries: Type.Array(Entry),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Value of `after` for the next page; null at the end',
  }),
  offset: Type.Optional(
    Type.Integer({ description: 'Position of the first entry in the folder, from 0; absent if `after` was sent' }),
  ),
  entryCount: Type.Optional(Type.Integer({ description: 'Entries of the whole folder; absent if `after` was sent' })),
});

interface Query {
  folderPath: string;
  after: string;
  offset?: number;
  around?: string;
  totals: boolean;
  limit: number;
}

async function run(app: App, projectId: number, query: Query) {
  const path = query.folderPath.replace(/^\/+|\/+$/g, '');
  const folder = await findCodebaseFolder(app.db, projectId, path);
  if (!folder) {
    if (path !== '') throw notFound('Folder', path);
    return { path: '', folderId: null, entries: [], next: null, offset: 0, entryCount: 0 };
  }
  const page = query.after === '' ? await pageAt(app, folder.id, query) : await pageAfter(app, folder.id, query);
  // A page of files alone needs no totals, however many files the folder has.
  const hasFolders = page.entries.some(({ kind }) => kind === 'folder');
  const totals = query.totals && hasFolders ? await totalsOfFoldersIn(app.db, projectId, path) : undefined;
  return {
    path,
    folderId: folder.id,
    ...page,
    entries: page.entries.map((entry) => {
      const own = entry.kind === 'folder' ? totals?.get(entry.name) : undefined;
      return own === undefined ? entry : { ...entry, totals: own };
    }),
  };
}

async function pageAfter(app: App, folderId: number, { after, limit, offset, around }: Query) {
  if (offset !== undefined || around !== undefined)
    throw badRequest('The query has "after" together with "offset" or "around"; a page begins in one place.');
  const entries = await listFolder(app.db, folderId, limit + 1, parsePosition(after, 'after'));
  const page = entries.slice(0, limit);
  return { entries: page, next: entries.length > limit ? nextAfter(page) : null };
}

async function pageAt(app: App, folderId: number, { offset, around, limit }: Query) {
  if (offset !== undefined && around !== undefined)
    throw badRequest('The query has both "offset" and "around"; a page begins in one place.');
  const counts = await countFolder(app.db, folderId);
  const folder = { id: folderId, folders: counts.folders };
  const entryCount = counts.folders + counts.files;
  const begin = around === undefined ? (offset ?? 0) : await beginOfPage(app, folder, around, limit);
  const entries = await listFolderAt(app.db, folder, begin, limit);
  return { entries, next: begin + entries.length < entryCount ? nextAfter(entries) : null, offset: begin, entryCount };
}

/** Pages begin at multiples of their length, so that a client that keeps pages gets one that fits among them. */
async function beginOfPage(app: App, folder: { id: number; folders: number }, around: string, limit: number) {
  const position = await positionInFolder(app.db, folder, parsePosition(around, 'around'));
  return position - (position % limit);
}

function nextAfter(entries: TreeEntry[]): string | null {
  const last = entries.at(-1);
  return last === undefined ? null : `${last.kind}:${last.name}`;
}

function parsePosition(sent: string, parameter: 'after' | 'around'): Pick<TreeEntry, 'kind' | 'name'> {
  const [, kind, name] = /^(folder|file):([\s\S]*)$/.exec(sent) ?? [];
  if (name === undefined)
    throw badRequest(
      parameter === 'after'
        ? 'The query parameter "after" must be the `next` of the page before.'
        : 'The query parameter "around" must be `folder:` or `file:` and the name of an entry.',
    );
  return { kind: kind === 'folder' ? 'folder' : 'file', name };
}

export const listCodebase = { schema, run };
