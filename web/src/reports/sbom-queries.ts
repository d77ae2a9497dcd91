// Queries for the exported SBOM of a project.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, ApiError, api, bodyOf } from '../api/client.ts';
import { askAgainAfter } from '../api/live.ts';
import { fetchJobs, isOpen } from '../jobs/queries.ts';
import { useProjectId } from '../project/queries.ts';

export const SBOM_FORMATS = [
  { value: 'cyclonedx-1.6', label: 'CycloneDX 1.6' },
  { value: 'cyclonedx-1.7', label: 'CycloneDX 1.7' },
  { value: 'spdx-2.3', label: 'SPDX 2.3' },
  { value: 'spdx-3.0.1', label: 'SPDX 3.0.1' },
  { value: 'cyclonedx-1.6-xml', label: 'CycloneDX 1.6, XML' },
  { value: 'cyclonedx-1.7-xml', label: 'CycloneDX 1.7, XML' },
  { value: 'spdx-2.3-tag-value', label: 'SPDX 2.3, tags' },
] as const;
export type SbomFormat = (typeof SBOM_FORMATS)[number]['value'];

const JOB_TYPE = 'Export to SBOM Insights';

export function lastSbomJobQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'jobs', 'sbom'],
    queryFn: async () => (await fetchJobs({ projectId, jobType: JOB_TYPE }, 1, 1)).rows[0] ?? null,
    refetchInterval: ({ state }) => (state.data && isOpen(state.data.status) ? askAgainAfter() : false),
  });
}

/** Null before the first export. A job that ends gives it a new key. */
export function sbomExportQuery(projectId: number, jobId: number | undefined, isRunning: boolean) {
  return queryOptions({
    queryKey: ['project', projectId, 'sbomExport', jobId ?? 0, isRunning],
    queryFn: async () => {
      try {
        return (await bodyOf(api.GET('/projects/{projectId}/sbomExport', { params: { path: { projectId } } }))).data;
      } catch (error) {
        if (error instanceof ApiError && error.status === 404) return null;
        throw error;
      }
    },
  });
}

export function useExportSbom() {
  const queryClient = useQueryClient();
  const projectId = useProjectId();
  return useMutation({
    mutationFn: (format: SbomFormat) =>
      bodyOf(api.POST('/jobs/sbomexport/{projectId}', { params: { path: { projectId }, query: { format } } })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', projectId, 'jobs'] }),
  });
}

export const sbomAddress = (projectId: number): string => `${API_ROOT}/projects/${projectId}/sbomExport/download`;
