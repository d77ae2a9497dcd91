// Queries for jobs: lists, the progress of open jobs, their logs, and stopping them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { jobStatusValues } from '../api/described.ts';
import { askAgainAfter } from '../api/live.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

export type JobStatus = (typeof jobStatusValues)[number];

/** Which statuses a job can still leave. */
const IS_OPEN: Record<JobStatus, boolean> = {
  New: true,
  Scheduled: true,
  Active: true,
  'Waiting on update': true,
  Completed: false,
  Failed: false,
  Canceled: false,
  Terminated: false,
};
const SCAN_TYPES = ['Project Scan', 'Project Re-Scan', 'Remote Scan'];
const IDLE_LIST_MS = 30_000;

export const isOpen = (status: JobStatus): boolean => IS_OPEN[status];

export function isScan(jobType: string): boolean {
  return SCAN_TYPES.includes(jobType);
}

export interface JobFilter {
  jobType?: string;
  projectId?: number;
  status?: string;
  /** Only jobs that generate this report. */
  reportId?: number;
}

export async function fetchJobs(filter: JobFilter, page: number, limit = PAGE_ROWS) {
  return pageOf(api.GET('/jobs', { params: { query: { ...filter, offset: page, limit } } }));
}

/** The newest jobs of a project. Fetched again while one of them is open. */
export function recentJobsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'jobs', 'recent'],
    queryFn: () => fetchJobs({ projectId }, 1, 25),
    refetchInterval: ({ state }) =>
      state.data?.rows.some((job) => isOpen(job.status)) ? askAgainAfter() : IDLE_LIST_MS,
  });
}

export function progressQuery(jobId: number) {
  return queryOptions({
    queryKey: ['jobs', jobId, 'progress'],
    queryFn: async () => (await bodyOf(api.GET('/jobs/{jobId}/progress', { params: { path: { jobId } } }))).data,
    refetchInterval: ({ state }) => (state.data?.isOver ? false : askAgainAfter()),
  });
}

export function jobQuery(jobId: number) {
  return queryOptions({
    queryKey: ['jobs', jobId],
    queryFn: () => bodyOf(api.GET('/jobs/{jobId}', { params: { path: { jobId } } })),
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? askAgainAfter() : false),
  });
}

export function fetchJobLog(jobId: number, page: number) {
  return pageOf(
    api.GET('/jobs/{jobId}/log', { params: { path: { jobId }, query: { offset: page, limit: PAGE_ROWS } } }),
  );
}

export function useCancelJob() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (jobId: number) => bodyOf(api.POST('/jobs/{jobId}/cancel', { params: { path: { jobId } } })),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: ['jobs'] }),
        queryClient.invalidateQueries({ queryKey: ['project'] }),
      ]),
  });
}
