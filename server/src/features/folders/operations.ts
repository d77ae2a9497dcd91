// Folders of projects: a tree under the root "Projects".
import type { App } from '../../app.ts';
import {
  deleteFolders,
  type Folder,
  findFolder,
  findFolderByName,
  folderPath,
  insertFolder,
  listFolderTree,
  listSubfolders,
  lockFolders,
  ROOT_FOLDER,
  searchFolders,
  updateFolder,
} from '../../db/folders.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { listProjects, moveProjects } from '../../db/projects/projects.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import type { FolderInput } from './schemas.ts';

const DEEPEST_FOLDER = 50;
const ALL = { limit: Number.MAX_SAFE_INTEGER, offset: 0 };

export async function getFolder(app: App, caller: Caller, id: number) {
  const folder = await requireFolder(app.db, id);
  const { rows } = await listProjects(app.db, caller, ALL, { folderId: folder.id });
  const projects = await Array.fromAsync(rows);
  const subFolders = await listSubfolders(app.db, folder.id);
  return {
    id: folder.id,
    name: folder.name,
    parentFolderId: folder.parentId,
    path: await folderPath(app.db, folder.id),
    subFolders: subFolders.map(({ id: subId, name }) => ({ id: subId, name })),
    projects: projects.map(({ folderId: _, ...row }) => row),
  };
}

export async function createFolder(app: App, input: FolderInput): Promise<number> {
  return app.db.transaction().execute(async (tx) => {
    await lockFolders(tx);
    const parent = await requireFolder(tx, input.parentFolderId ?? ROOT_FOLDER);
    const name = cleanName(input.name);
    await refuseDuplicate(tx, parent.id, name);
    const path = await folderPath(tx, parent.id);
    if (path.split('/').length >= DEEPEST_FOLDER)
      throw badRequest(`Folders can be nested ${DEEPEST_FOLDER} deep at most.`);
    return insertFolder(tx, parent.id, name);
  });
}

export async function changeFolder(app: App, id: number, input: FolderInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockFolders(tx);
    const folder = await requireFolder(tx, id);
    if (folder.id === ROOT_FOLDER || folder.parentId === null)
      throw badRequest('The root folder "Projects" cannot be changed.');
    const parentId =
      input.parentFolderId === undefined ? folder.parentId : (await requireFolder(tx, input.parentFolderId)).id;
    const name = cleanName(input.name);
    await refuseDuplicate(tx, parentId, name, folder.id);
    if ((await listFolderTree(tx, folder.id)).includes(parentId))
      throw badRequest('A folder cannot be moved into itself or a folder below it.');
    await updateFolder(tx, folder.id, { name, parentId });
  });
}

/** Deletes the folder with its subfolders. Their projects move to the parent of the folder. */
export async function removeFolder(app: App, id: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockFolders(tx);
    const folder = await requireFolder(tx, id);
    if (folder.id === ROOT_FOLDER || folder.parentId === null)
      throw badRequest('The root folder "Projects" cannot be deleted.');
    const tree = await listFolderTree(tx, folder.id);
    await moveProjects(tx, tree, folder.parentId);
    await deleteFolders(tx, tree);
  });
}

export async function findFolders(app: App, name: string, page: PageRequest) {
  const { rows, total } = await searchFolders(app.db, name, page.pageSize, rowsBefore(page));
  const paging = pagingOf(page, total);
  const folders = await Promise.all(
    rows.map(async (row) => ({
      id: row.id,
      name: row.name,
      parentFolderId: row.parentId,
      path: await folderPath(app.db, row.id),
    })),
  );
  return { folders, paging };
}

async function requireFolder(db: Db, id: number): Promise<Folder> {
  const folder = await findFolder(db, id);
  if (!folder) throw notFound('Folder', id);
  return folder;
}

async function refuseDuplicate(db: Db, parentId: number, name: string, self?: number): Promise<void> {
  const twin = await findFolderByName(db, parentId, name);
  if (twin && twin.id !== self) throw new AppError('duplicateFolder', { id: twin.id });
}

function cleanName(text: string): string {
  const name = text.trim();
  if (name === '') throw badRequest('The field "name" must not be blank.');
  return name;
}
