// Queries for one project: its details, and what the signed-in user may do in it.
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { api, bodyOf } from '../api/client.ts';
import { isOpen, recentJobsQuery } from '../jobs/queries.ts';
import { useSession } from '../session/session.ts';

export function projectQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'details'],
    queryFn: async () => (await bodyOf(api.GET('/projects/{projectId}', { params: { path: { projectId } } }))).data,
  });
}

function actionsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'actions'],
    queryFn: async () =>
      new Set((await bodyOf(api.GET('/projects/{projectId}/permissions', { params: { path: { projectId } } }))).data),
    staleTime: 60_000,
  });
}

/** The status that locks a project. */
const LOCKING_STATUS = 'Project Completed';

const projectRoute = getRouteApi('/signed-in/projects/$projectId');

export function useProjectId(): number {
  return projectRoute.useParams().projectId;
}

/**
 * Whether to show the button for an action in the project. False until the server has sent the list of allowed actions.
 */
export function useMayIn(projectId: number | null | undefined): (action: string) => boolean {
  const { data } = useQuery({ ...actionsQuery(projectId ?? 0), enabled: projectId != null });
  return (action) => data?.has(action) ?? false;
}

export function useMay(): (action: string) => boolean {
  return useMayIn(useProjectId());
}

/**
 * Whether the user may stop the job that is shown. The user who started it may. In a project, so may users with the
 * right to stop its jobs. A job without a project may be stopped by everybody who sees it.
 */
export function useMayStop(job: StoppableJob | null | undefined): boolean {
  const projectId = job?.project.id ?? null;
  const may = useMayIn(projectId);
  const { id } = useSession();
  if (!job) return false;
  return projectId === null || job.triggeredBy.id === id || may('STOP_JOB');
}

interface StoppableJob {
  project: { id: number | null };
  triggeredBy: { id: number | null };
}

/**
 * A locked project is shown but cannot be changed. The server removes what the lock forbids from the list of allowed
 * actions.
 */
export function useIsLocked(): boolean {
  return useIsLockedIn(useProjectId());
}

export function useIsLockedIn(projectId: number): boolean {
  const { data } = useQuery(projectQuery(projectId));
  return data?.projectStatus === LOCKING_STATUS;
}

/** After a change in a project, everything shown of it is fetched again. */
export function useProjectAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  const projectId = useProjectId();
  return () => queryClient.invalidateQueries({ queryKey: ['project', projectId] });
}

/**
 * Fetches everything shown of the project when one of its jobs has ended, whoever started it, because scans and
 * policies change figures, items and tasks.
 */
export function useFreshAfterJobs(): void {
  const queryClient = useQueryClient();
  const projectId = useProjectId();
  const { data } = useQuery(recentJobsQuery(projectId));
  const ended = data?.rows.filter((job) => !isOpen(job.status)).map((job) => job.id);
  const signature = ended && `${projectId}: ${ended.join()}`;
  const before = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (signature === undefined || signature === before.current) return;
    if (before.current?.startsWith(`${projectId}:`))
      for (const queryKey of [['project', projectId], ['inventories'], ['tasks']])
        void queryClient.invalidateQueries({ queryKey });
    before.current = signature;
  }, [queryClient, projectId, signature]);
}

/** Project Completed locks the project, so the allowed actions are fetched again too. */
export function useSetProjectStatus() {
  const projectId = useProjectId();
  const again = useProjectAgain();
  return useMutation({
    mutationFn: (status: string) =>
      bodyOf(api.PUT('/projects/{projectId}/status', { params: { path: { projectId }, query: { status } } })),
    onSettled: again,
  });
}

export function useUnlock() {
  const projectId = useProjectId();
  const again = useProjectAgain();
  return useMutation({
    mutationFn: () => bodyOf(api.PUT('/projects/{projectId}/unlock', { params: { path: { projectId } } })),
    onSettled: again,
  });
}
