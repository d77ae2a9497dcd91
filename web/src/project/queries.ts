// One project: its details, and what the signed-in user may do in it.
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

/** Whether a button for an action in the project is to be shown; nothing is until the server's list is there. */
export function useMayIn(projectId: number | null | undefined): (action: string) => boolean {
  const { data } = useQuery({ ...actionsQuery(projectId ?? 0), enabled: projectId != null });
  return (action) => data?.has(action) ?? false;
}

export function useMay(): (action: string) => boolean {
  return useMayIn(useProjectId());
}

/**
 * Whether a job that is shown may be stopped: by whoever started it; in a project also by those with the right to stop its jobs; a job
 * without a project by everybody who sees it.
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

/** A locked project shows everything and changes nothing; the server leaves what the lock forbids out of what a user may do. */
export function useIsLocked(): boolean {
  const { data } = useQuery(projectQuery(useProjectId()));
  return data?.projectStatus === LOCKING_STATUS;
}

/** After a change in a project, everything shown of it is asked for again. */
export function useProjectAgain(): () => Promise<void> {
  const queryClient = useQueryClient();
  const projectId = useProjectId();
  return () => queryClient.invalidateQueries({ queryKey: ['project', projectId] });
}

/**
 * Asks for everything shown of the project again when one of its jobs has ended, whoever started it: scans and policies change figures,
 * items and tasks.
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

export function useUnlock() {
  const projectId = useProjectId();
  const again = useProjectAgain();
  return useMutation({
    mutationFn: () => bodyOf(api.PUT('/projects/{projectId}/unlock', { params: { path: { projectId } } })),
    onSettled: again,
  });
}
