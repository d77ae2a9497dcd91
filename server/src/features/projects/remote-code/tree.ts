// The files that a build machine has, as a tree: one folder at a time, page by page.
import type { App } from '../../../app.ts';
import { findRemoteCodeBase } from '../../../db/remote-code/code-bases.ts';
import { listRemoteFolder, type RemoteEntry } from '../../../db/remote-code/tree.ts';
import { badRequest, notFound } from '../../../errors.ts';
import { CodebaseEntryKind } from '../../../http/models/enumerations.ts';
import { Model, Type } from '../../../http/models/schemas.ts';

export const RemoteFolder = Model('RemoteFolder', {
  path: Type.String(),
  entries: Type.Array(
    Model('RemoteEntry', {
      kind: CodebaseEntryKind('Kind of entry'),
      name: Type.String(),
      path: Type.String(),
      files: Type.Integer({ description: 'Files below a folder; 1 for a file' }),
      id: Type.Union([Type.Integer(), Type.Null()], {
        description: 'Of a file, for /files/{fileId}?remote=true; null for a folder',
      }),
      sizeBytes: Type.Union([Type.Integer(), Type.Null()], { description: 'Null for a folder' }),
      language: Type.String(),
      spdx: Type.Array(Type.String()),
      isReviewed: Type.Boolean(),
      inInventory: Type.Boolean(),
    }),
  ),
  next: Type.Union([Type.String(), Type.Null()], {
    description: 'Value of `after` for the next page; null at the end',
  }),
});

interface Query {
  folderPath: string;
  after: string;
  limit: number;
}

export async function remoteFolder(app: App, projectId: number, alias: string, { folderPath, after, limit }: Query) {
  const code = await findRemoteCodeBase(app.db, projectId, alias.trim());
  if (!code) throw notFound('Scan agent', alias);
  const path = folderPath.replace(/^\/+|\/+$/g, '');
  const rows = await listRemoteFolder(app.db, code.id, path, after === '' ? undefined : positionIn(after), limit + 1);
  if (rows.length === 0 && path !== '' && after === '') throw notFound('Folder', path);
  const entries = rows.slice(0, limit);
  const last = entries.at(-1);
  return { path, entries, next: rows.length > limit && last ? `${last.kind}:${last.name}` : null };
}

function positionIn(sent: string): Pick<RemoteEntry, 'kind' | 'name'> {
  const [, kind, name] = /^(folder|file):([^/]+)$/.exec(sent) ?? [];
  if (name === undefined) throw badRequest('The query parameter "after" must be the `next` of the page before.');
  return { kind: kind === 'folder' ? 'folder' : 'file', name };
}
