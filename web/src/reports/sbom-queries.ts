// Queries for the exported SBOM of a project.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, ApiError, api, bodyOf } from '../api/client.ts';
import { sbomFormatValues } from '../api/described.ts';
import { askAgainAfter } from '../api/live.ts';
import { fetchJobs, isOpen } from '../jobs/queries.ts';
import { useProjectId } from '../project/queries.ts';

export type SbomFormat = (typeof sbomFormatValues)[number];

const LABELS: Record<SbomFormat, string> = {
  'cyclonedx-1.6': 'CycloneDX 1.6',
  'cyclonedx-1.7': 'CycloneDX 1.7',
  'spdx-2.3': 'SPDX 2.3',
  'spdx-3.0.1': 'SPDX 3.0.1',
  'cyclonedx-1.6-xml': 'CycloneDX 1.6, XML',
  'cyclonedx-1.7-xml': 'CycloneDX 1.7, XML',
  'spdx-2.3-tag-value': 'SPDX 2.3, tags',
};
export const SBOM_FORMATS = sbomFormatValues.map((value) => ({ value, label: LABELS[value] }));

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
