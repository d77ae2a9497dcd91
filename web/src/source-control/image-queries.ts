// Queries for the container images of a project.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { ImageSourceInput } from '../api/models.ts';

export const imagesKey = (projectId: number) => ['images', projectId] as const;

export const imagesQuery = (projectId: number) =>
  queryOptions({
    queryKey: imagesKey(projectId),
    queryFn: () => bodyOf(api.GET('/projects/{projectId}/imageSources', { params: { path: { projectId } } })),
  });

function useImageChange<Input>(projectId: number, change: (input: Input) => Promise<unknown>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: imagesKey(projectId) }),
  });
}

/** Adds a source, or changes the one with this number. */
export function useSaveImage(projectId: number, instanceId: number | undefined) {
  return useImageChange(projectId, (body: ImageSourceInput) =>
    bodyOf(
      instanceId === undefined
        ? api.POST('/projects/{projectId}/imageSources', { params: { path: { projectId } }, body })
        : api.PUT('/projects/{projectId}/imageSources/{instanceId}', {
            params: { path: { projectId, instanceId } },
            body,
          }),
    ),
  );
}

export function useDeleteImage(projectId: number, instanceId: number) {
  return useImageChange(projectId, (_: undefined) =>
    bodyOf(
      api.DELETE('/projects/{projectId}/imageSources/{instanceId}', { params: { path: { projectId, instanceId } } }),
    ),
  );
}

export function useTestImage(projectId: number, instanceId: number) {
  return useMutation({
    mutationFn: async () => {
      const params = { path: { projectId, instanceId } };
      return (await bodyOf(api.POST('/projects/{projectId}/imageSources/{instanceId}/test', { params }))).message;
    },
  });
}

/** Its result is a sentence. */
export function useImportAttached(projectId: number, instanceId: number) {
  return useMutation({
    mutationFn: async (digest: string) => {
      const params = { path: { projectId, instanceId, digest } };
      const { message, id } = await bodyOf(
        api.POST('/projects/{projectId}/imageSources/{instanceId}/attached/{digest}/import', { params }),
      );
      return `${message} It is job ${id}.`;
    },
  });
}
