// Folders and the projects in them: reading and changing.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import { CUSTOM_FIELDS } from '../custom-fields/field-member.ts';
import type { Members, Thing } from '../elements/both-texts.ts';
import { useSaveOver, type Versioned } from '../elements/save-over.ts';

export const ROOT_FOLDER_ID = 1;
/** Projects that a search shows; it says how many more there are. */
const MOST_PROJECTS_FOUND = 1000;
const FOLDERS_OFFERED = 50;

export function folderQuery(folderId: number) {
  return queryOptions({
    queryKey: ['folders', folderId],
    queryFn: async () => (await bodyOf(api.GET('/folders/{folderId}', { params: { path: { folderId } } }))).data,
  });
}

/** The folders above a folder, so that a tree can open down to it. */
export function ancestorsQuery(folderId: number) {
  return queryOptions({
    queryKey: ['folders', folderId, 'ancestors'],
    async queryFn({ client }) {
      const ancestors: number[] = [];
      for (let id: number | null = folderId; id !== null && id !== ROOT_FOLDER_ID && !ancestors.includes(id); ) {
        const { parentFolderId }: { parentFolderId: number | null } = await client.ensureQueryData(folderQuery(id));
        if (parentFolderId !== null) ancestors.push(parentFolderId);
        id = parentFolderId;
      }
      return ancestors;
    },
  });
}

export function projectSearchQuery(find: string) {
  return queryOptions({
    queryKey: ['projects', 'found', find],
    queryFn: () =>
      pageOf(api.GET('/projects', { params: { query: { search: find, offset: 1, limit: MOST_PROJECTS_FOUND } } })),
    placeholderData: keepPreviousData,
  });
}

/** After a change of folders or projects every list of them is asked for again. */
function useListsAgain() {
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

export interface NewProject {
  name: string;
  description: string;
  folderId: number;
  risk: 'HIGH' | 'MEDIUM' | 'LOW';
  privateProject: boolean;
  customFields: { id: number; value: string }[];
}

export function useCreateProject() {
  const onSuccess = useListsAgain();
  return useMutation({
    mutationFn: (project: NewProject) => bodyOf(api.POST('/projects', { body: project })),
    onSuccess,
  });
}

export interface ProjectChange {
  projectId: number;
  name?: string;
  description?: string;
  risk?: 'HIGH' | 'MEDIUM' | 'LOW';
  privateProject?: boolean;
  scanProfileName?: string;
  policyProfileName?: string;
  folderId?: number;
  customFields?: { id: number; value: string }[];
  autoPublish?: boolean;
  minimumConfidence?: 'HIGH' | 'MEDIUM' | 'LOW';
  markAssociatedFilesAsReviewed?: boolean;
  doNotPublishInventoryUnknownLicense?: boolean;
  deleteEmptyInventory?: boolean;
  reviewSettings?: Record<string, boolean | string>;
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

/** Where a project shows the members of a change. */
const PROJECT_MEMBERS: Members = {
  risk: { label: 'Risk', of: ({ risk }) => String(risk).toUpperCase() },
  minimumConfidence: {
    label: 'Confidence to publish',
    of: ({ minimumConfidence }) => String(minimumConfidence).toUpperCase(),
  },
  folderId: { label: 'Folder', text: (folderId) => `Folder ${folderId}` },
  // A change holds the settings alone that differ.
  reviewSettings: {
    label: 'Review settings',
    of: ({ reviewSettings }, mine) =>
      Object.fromEntries(Object.keys(mine as object).map((name) => [name, (reviewSettings as Thing)[name]])),
  },
  privateProject: { label: 'Private', of: ({ projectVisibiity }) => projectVisibiity === 'Private' },
  scanProfileName: { label: 'Scan profile' },
  policyProfileName: { label: 'Policy profile' },
  customFields: CUSTOM_FIELDS,
};

/** @param draftKey of the form that changes it */
export function useChangeProject(project: Versioned, draftKey?: string, follows?: boolean) {
  const onSuccess = useListsAgain();
  const saveOver = useSaveOver(project, PROJECT_MEMBERS, draftKey, follows);
  return useMutation({
    mutationFn: ({ projectId, ...change }: ProjectChange) =>
      saveOver(change, (body) => bodyOf(api.PUT('/projects/{projectId}', { params: { path: { projectId } }, body }))),
    onSuccess,
  });
}

export function useDeleteProject() {
  const onSuccess = useListsAgain();
  return useMutation({
    mutationFn: (projectId: number) => bodyOf(api.DELETE('/projects/{projectId}', { params: { path: { projectId } } })),
    onSuccess,
  });
}
