// Exports and imports the data of a project, and copies or branches the project.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf } from '../api/client.ts';
import { fileMatchingCriteriaValues } from '../api/described.ts';

export function exportAddress(projectId: number): string {
  return `${API_ROOT}/project/exportProjectData?projectId=${projectId}`;
}

type Criterion = (typeof fileMatchingCriteriaValues)[number];

const LABELS: Record<Criterion, string> = {
  COMPLETE_FILEPATH: 'Whole path',
  PARTIAL_FILEPATH: 'Name and folders above',
  FILENAME: 'Name',
  MD5: 'Content',
  MD5_AND_FILENAME: 'Content and name',
  MD5_AND_COMPLETE_FILEPATH: 'Content and whole path',
  MD5_AND_PARTIAL_FILEPATH: 'Content, name and folders above',
};
/** How an import compares files. */
export const CRITERIA = fileMatchingCriteriaValues.map((value) => ({ value, label: LABELS[value] }));

export interface ImportRules {
  addFilesToInventory: boolean;
  inventoryFileMatchingCriteria: Criterion;
  inventoryDirectoryDepth: number;
  markFilesAsReviewed: boolean;
  reviewFileMatchingCriteria: Criterion;
  reviewDirectoryDepth: number;
  createEmptyInventory: boolean;
  overwriteInventoryNotes: boolean;
  resetInventoryUsage: boolean;
}

function formOf(values: object, files: Record<string, File>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, String(value));
  for (const [name, file] of Object.entries(files)) form.set(name, file);
  return form;
}

const sent = (form: FormData) => ({ body: form as never, bodySerializer: (body: unknown) => body as never });

/**
 * Returns the id of the job. The server reads a zip as project data, and other files as documents of another system.
 */
export function useImportData(projectId: number) {
  const queryClient = useQueryClient();
  const params = { path: { projectId } };
  return useMutation({
    mutationFn: async ({ file, rules }: { file: File; rules: ImportRules }) => {
      const { data } = file.name.toLowerCase().endsWith('.zip')
        ? await bodyOf(
            api.POST('/projects/{projectId}/import', { params, ...sent(formOf(rules, { importFile: file })) }),
          )
        : await bodyOf(api.POST('/projects/{projectId}/importForeign', { params, ...sent(formOf(rules, { file })) }));
      return data.taskId;
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}

export function useCopyProject(projectId: number) {
  const params = { path: { projectId } };
  return useMutation({
    mutationFn: async (name: string) =>
      (await bodyOf(api.POST('/projects/{projectId}/copy', { params, body: { name } }))).id,
  });
}

export interface Branch {
  name: string;
  codebase: File | null;
}

export function useBranchProject(projectId: number) {
  const params = { path: { projectId } };
  return useMutation({
    mutationFn: async ({ name, codebase }: Branch) =>
      (
        await bodyOf(
          api.POST('/projects/{projectId}/branch', { params, ...sent(formOf({ name }, codebase ? { codebase } : {})) }),
        )
      ).id,
  });
}
