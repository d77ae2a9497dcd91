// Queries for reports: the list, generating one, and the address of its result.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf } from '../api/client.ts';
import { askAgainAfter } from '../api/live.ts';
import { fetchJobs, isOpen } from '../jobs/queries.ts';
import { useProjectId } from '../project/queries.ts';

const MOST_REPORTS = 200;

export const reportsQuery = queryOptions({
  queryKey: ['reports'],
  queryFn: async () =>
    (await bodyOf(api.GET('/reports', { params: { query: { offset: 1, limit: MOST_REPORTS } } }))).data,
  staleTime: 60_000,
});

/** The newest job that generated or generates a report of a project. Fetched again while it is open. */
export function lastReportJobQuery(projectId: number, reportId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'jobs', 'report', reportId],
    queryFn: async () => (await fetchJobs({ projectId, reportId }, 1, 1)).rows[0] ?? null,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? askAgainAfter() : false),
  });
}

export interface ReportRequest {
  options?: Record<string, string>;
  otherProjectId?: number;
}

export function useGenerateReport(reportId: number) {
  const queryClient = useQueryClient();
  const projectId = useProjectId();
  return useMutation({
    mutationFn: (body: ReportRequest) =>
      bodyOf(
        api.POST('/projects/{projectId}/reports/{reportId}/generate', {
          params: { path: { projectId, reportId } },
          body,
        }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', projectId, 'jobs'] }),
  });
}

export function downloadAddress(projectId: number, reportId: number, taskId: number): string {
  return `${API_ROOT}/projects/${projectId}/reports/${reportId}/download?taskId=${taskId}`;
}

/** The page of the latest result. `taskId` gives each result an address of its own, so that browsers load it again. */
export function viewAddress(projectId: number, reportId: number, taskId: number): string {
  return `${API_ROOT}/projects/${projectId}/reports/${reportId}/view?taskId=${taskId}`;
}
