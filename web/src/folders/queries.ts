// Queries for folders of projects and their contents: read, search, and change.
import { keepPreviousData, type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';
import type { Coverage } from '../elements/coverages.ts';

export const ROOT_FOLDER_ID = 1;
/** The largest number of projects that a search shows. The page says how many more there are. */
const MOST_PROJECTS_FOUND = 1000;
const FOLDERS_OFFERED = 50;

export interface Folder {
  id: number;
  name: string;
  path: string;
  parentFolderId: number | null;
  entityVersion?: string;
  subFolders: { id: number; name: string }[];
  projects: ProjectRow[];
}

export interface ProjectRow {
  id: number;
  name: string;
  owner: string;
  status: string;
  isPrivate: boolean;
}

export function folderQuery(folderId: number) {
  return queryOptions({
    queryKey: ['folders', folderId],
    queryFn: async () => (await bodyOf(api.GET('/folders/{folderId}', { params: { path: { folderId } } }))).data,
  });
}

/** The folders above a folder, so that the tree can open them. */
export function ancestorsQuery(folderId: number) {
  return queryOptions({
    queryKey: ['folders', folderId, 'ancestors'],
    queryFn: async ({ client }) =>
      (await foldersUpFrom(client, folderId)).map(({ parentFolderId }) => parentFolderId).filter((id) => id !== null),
  });
}

/** A folder and those above it, outermost first, without the root. */
export function pathQuery(folderId: number) {
  return queryOptions({
    queryKey: ['folders', folderId, 'path'],
    queryFn: async ({ client }) =>
      (await foldersUpFrom(client, folderId)).reverse().map(({ id, name }) => ({ id, name })),
  });
}

/** A folder and those above it, innermost first, without the root. */
async function foldersUpFrom(client: QueryClient, folderId: number): Promise<Folder[]> {
  const found: Folder[] = [];
  for (let id: number | null = folderId; id !== null && id !== ROOT_FOLDER_ID; ) {
    const folder: Folder = await client.ensureQueryData(folderQuery(id));
    // Folders that were moved meanwhile may seem to lie in each other.
    if (found.some((one) => one.id === folder.id)) break;
    found.push(folder);
    id = folder.parentFolderId;
  }
  return found;
}

/** @param coverage projects whose items were all compared with advisories, or of which some were not */
export function projectSearchQuery(find: string, coverage?: Coverage) {
  return queryOptions({
    queryKey: ['projects', 'found', find, coverage],
    queryFn: () =>
      pageOf(
        api.GET('/projects', {
          params: { query: { search: find || undefined, coverage, offset: 1, limit: MOST_PROJECTS_FOUND } },
        }),
      ),
    placeholderData: keepPreviousData,
  });
}

/** After a change of folders or projects, every list of them is fetched again. */
export function useListsAgain() {
  const queryClient = useQueryClient();
  return () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: ['folders'] }),
      queryClient.invalidateQueries({ queryKey: ['projects', 'found'] }),
      queryClient.invalidateQueries({ queryKey: ['project'] }),
    ]);
}

export function useCreateFolder() {
  const onSuccess = useListsAgain();
  return useMutation({
    mutationFn: (folder: { name: string; parentFolderId: number }) => bodyOf(api.POST('/folders', { body: folder })),
    onSuccess,
  });
}

export function useRenameFolder(folder: Versioned) {
  const onSuccess = useListsAgain();
  const saveOver = useSaveOver(folder);
  return useMutation({
    mutationFn: ({ folderId, ...change }: { folderId: number; name: string; parentFolderId?: number }) =>
      saveOver(change, (body) => bodyOf(api.PUT('/folders/{folderId}', { params: { path: { folderId } }, body }))),
    onSuccess,
  });
}

export function useDeleteFolder() {
  const onSuccess = useListsAgain();
  return useMutation({
    mutationFn: (folderId: number) => bodyOf(api.DELETE('/folders/{folderId}', { params: { path: { folderId } } })),
    onSuccess,
  });
}

export const folderSearchQuery = (find: string) =>
  queryOptions({
    queryKey: ['folders', 'found', find],
    queryFn: async () => {
      const found = await bodyOf(
        api.GET('/folders/search', { params: { query: { folderName: find, limit: FOLDERS_OFFERED } } }),
      );
      return found.data;
    },
    placeholderData: keepPreviousData,
  });
