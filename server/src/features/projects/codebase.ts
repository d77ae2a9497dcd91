// The code base as a tree, one folder at a time, page by page.
import type { App } from '../../app.ts';
import { findCodebaseFolder, listFolder } from '../../db/files/files.ts';
import { badRequest, notFound } from '../../errors.ts';
import { Model, OneOf, Type } from '../../http/models/schemas.ts';

const Entry = Model('CodebaseEntry', {
  kind: OneOf(['folder', 'file'], 'Kind of entry'),
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
});

const schema = Model('CodebaseFolder', {
  path: Type.String(),
  folderId: Type.Union([Type.Integer(), Type.Null()]),
  entries: Type.Array(Entry),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Value of `after` for the next page; null at the end',
  }),
});

async function run(app: App, projectId: number, query: { folderPath: string; after: string; limit: number }) {
  const path = query.folderPath.replace(/^\/+|\/+$/g, '');
  const folder = await findCodebaseFolder(app.db, projectId, path);
  if (!folder) {
    if (path !== '') throw notFound('Folder', path);
    return { path: '', folderId: null, entries: [], next: null };
  }
  const entries = await listFolder(app.db, folder.id, query.limit + 1, parsePosition(query.after));
  const page = entries.slice(0, query.limit);
  const last = page[page.length - 1];
  const next = entries.length > query.limit && last ? `${last.kind}:${last.name}` : null;
  return { path, folderId: folder.id, entries: page, next };
}

function parsePosition(after: string): { kind: 'folder' | 'file'; name: string } | undefined {
  if (after === '') return undefined;
  const [, kind, name] = /^(folder|file):([\s\S]*)$/.exec(after) ?? [];
  if (name === undefined) throw badRequest('The query parameter "after" must be the `next` of the page before.');
  return { kind: kind === 'folder' ? 'folder' : 'file', name };
}

export const listCodebase = { schema, run };
