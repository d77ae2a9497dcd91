// Queries for the packages of registries that a project names as sources.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';

export const packagesKey = (projectId: number) => ['packageSources', projectId] as const;

export const packagesQuery = (projectId: number) =>
  queryOptions({
    queryKey: packagesKey(projectId),
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/packageSources', { params: { path: { projectId } } }))).data,
  });

function usePackageChange<Input>(projectId: number, change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: packagesKey(projectId) }),
  });
}

/** Adds a source, or changes the one with this number. */
export function useSavePackages(projectId: number, instanceId: number | undefined) {
  return usePackageChange(projectId, (body: { purls: string[] }) =>
    bodyOf(
      instanceId === undefined
        ? api.POST('/projects/{projectId}/packageSources', { params: { path: { projectId } }, body })
        : api.PUT('/projects/{projectId}/packageSources/{instanceId}', {
            params: { path: { projectId, instanceId } },
            body,
          }),
    ),
  );
}

export function useDeletePackages(projectId: number, instanceId: number) {
  return usePackageChange(projectId, (_: undefined) =>
    bodyOf(
      api.DELETE('/projects/{projectId}/packageSources/{instanceId}', { params: { path: { projectId, instanceId } } }),
    ),
  );
}

export function useTestPackages(projectId: number, instanceId: number) {
  return useMutation({
    mutationFn: async () => {
      const params = { path: { projectId, instanceId } };
      return (await bodyOf(api.POST('/projects/{projectId}/packageSources/{instanceId}/test', { params }))).message;
    },
  });
}
