// One project: its details, and what the signed-in user may do in it.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { api, bodyOf } from '../api/client.ts';

export function projectQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'details'],
    queryFn: async () => (await bodyOf(api.GET('/projects/{projectId}', { params: { path: { projectId } } }))).data,
  });
}

export type ProjectDetails = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof projectQuery>['queryFn']>>>>;

function actionsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'actions'],
    queryFn: async () =>
      new Set((await bodyOf(api.GET('/projects/{projectId}/permissions', { params: { path: { projectId } } }))).data),
    staleTime: 60_000,
  });
}

const projectRoute = getRouteApi('/signed-in/projects/$projectId');

export function useProjectId(): number {
  return projectRoute.useParams().projectId;
}

/** Whether a button for an action in the project is to be shown; nothing is until the server's list is there. */
export function useMayIn(projectId: number | null | undefined): (action: string) => boolean {
  const { data } = useQuery({ ...actionsQuery(projectId ?? 0), enabled: projectId != null });
  return (action) => data?.has(action) ?? false;
}

export function useMay(): (action: string) => boolean {
  return useMayIn(useProjectId());
}

/** After a change in a project, everything shown of it is asked for again. */
export function useProjectAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  const projectId = useProjectId();
  return () => queryClient.invalidateQueries({ queryKey: ['project', projectId] });
}

/** Project Completed locks the project: what may be done in it is asked for again, too. */
export function useSetProjectStatus() {
  const projectId = useProjectId();
  const again = useProjectAgain();
  return useMutation({
    mutationFn: (status: string) =>
      bodyOf(api.PUT('/projects/{projectId}/status', { params: { path: { projectId }, query: { status } } })),
    onSettled: again,
  });
}
