// Creates, changes and deletes projects.
import { useMutation } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { CUSTOM_FIELDS } from '../custom-fields/field-member.ts';
import type { Members, Thing } from '../editing/both-texts.ts';
import { useSaveOver, type Versioned } from '../editing/save-over.ts';
import { useListsAgain } from '../folders/queries.ts';

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

/** Where a project has the values of the fields of a change. */
const PROJECT_MEMBERS: Members = {
  risk: { label: 'Risk', of: ({ risk }) => String(risk).toUpperCase() },
  minimumConfidence: {
    label: 'Confidence to publish',
    of: ({ minimumConfidence }) => String(minimumConfidence).toUpperCase(),
  },
  folderId: { label: 'Folder', text: (folderId) => `Folder ${folderId}` },
  // A change contains only the settings that differ.
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

/** @param draftKey of the form that changes the project */
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
