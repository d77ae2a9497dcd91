// The issue tracker of a project, and making issues of its tasks.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';

/** The issue is made in the background; after this time it is mostly there. */
const ISSUE_MADE_MS = 3000;

export function trackerQuery(projectId: number) {
  return queryOptions({
    queryKey: ['alm', 'project', projectId],
    queryFn: async () => (await bodyOf(api.GET('/projects/{projectId}/alm', { params: { path: { projectId } } }))).data,
  });
}

export interface LinkInput {
  instanceId: number;
  projectKey: string;
  issueType: string;
  priority: string;
}

/** Ties the project to a tracker, or cuts it loose with null. */
export function useTieTracker(projectId: number) {
  const queryClient = useQueryClient();
  const params = { path: { projectId } };
  return useMutation<unknown, unknown, LinkInput | null>({
    mutationFn: (link) =>
      link
        ? bodyOf(api.PUT('/projects/{projectId}/alm', { params, body: link }))
        : bodyOf(api.DELETE('/projects/{projectId}/alm', { params })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['alm'] }),
  });
}

export function useMakeIssue() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (taskId: number) => bodyOf(api.POST('/tasks/{taskId}/almIssue', { params: { path: { taskId } } })),
    onSuccess: () => setTimeout(() => queryClient.invalidateQueries({ queryKey: ['tasks'] }), ISSUE_MADE_MS),
  });
}
