// Queries for the source control instances of a project: list, changes, test of the connection, and synchronisation on request.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { ScmInstance } from '../api/models.ts';
import { type InstanceValues, SCM_SYSTEMS, type ScmType } from './systems.ts';

export const instancesKey = (projectId: number) => ['scm', projectId] as const;

export const instancesQuery = (projectId: number) =>
  queryOptions({
    queryKey: instancesKey(projectId),
    queryFn: async () => {
      const { propertyList, removedFolders = [] } = await bodyOf(
        api.GET('/scmInstances', { params: { query: { projectId } } }),
      );
      return { instances: propertyList, removedFolders };
    },
  });

function useInstanceChange<Input>(projectId: number, change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: instancesKey(projectId) }),
  });
}

/** Adds an instance, or changes the one with this number. */
export function useSaveInstance(projectId: number, type: ScmType, instanceId: number | undefined) {
  return useInstanceChange(projectId, (values: InstanceValues) =>
    SCM_SYSTEMS[type].save({ projectId, instanceId }, values),
  );
}

const placeOf = (projectId: number, { instanceId, scmType }: ScmInstance) => ({
  params: { query: { projectId, instanceId, scmType } },
});

export function useDeleteInstance(projectId: number, instance: ScmInstance) {
  return useInstanceChange(projectId, (_: undefined) =>
    bodyOf(api.DELETE('/scmInstances', placeOf(projectId, instance))),
  );
}

export function useTestInstance(projectId: number, instance: ScmInstance) {
  return useMutation({
    mutationFn: async () => (await bodyOf(api.POST('/scmInstances', placeOf(projectId, instance)))).message,
  });
}

export function useSynchronise(projectId: number) {
  return useMutation({
    mutationFn: async () => (await bodyOf(api.POST('/scmInstances/sync', { params: { query: { projectId } } }))).id,
  });
}
