// Queries and mutations for the sources of VEX.
import { queryOptions } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, pageOf, sendFile } from '../../api/client.ts';
import type { VexDocumentImported, VexSourceChange } from '../../api/models.ts';
import { useVulnerabilityChange, VULNERABILITIES_KEY } from '../../vulnerabilities/queries.ts';

/** The first decisions and documents of a source are listed; the rest is counted. */
const MOST_LISTED = 100;

export const vexSourcesQuery = queryOptions({
  queryKey: [...VULNERABILITIES_KEY, 'vex'],
  queryFn: async () => (await bodyOf(api.GET('/advisories/vex'))).data,
});

export const vexDocumentsQuery = (source: string) =>
  queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'vex', source, 'documents'],
    queryFn: () =>
      pageOf(
        api.GET('/advisories/vex/{source}/documents', { params: { path: { source }, query: { limit: MOST_LISTED } } }),
      ),
  });

export const vexDecisionsQuery = (source: string, effect: 'DECIDES' | 'OVERRULED') =>
  queryOptions({
    queryKey: [...VULNERABILITIES_KEY, 'vex', source, effect],
    queryFn: () =>
      pageOf(
        api.GET('/advisories/vex/{source}/decisions', {
          params: { path: { source }, query: { effect, limit: MOST_LISTED } },
        }),
      ),
  });

export const useSetVexSource = () =>
  useVulnerabilityChange(({ source, ...body }: VexSourceChange & { source: string }) =>
    bodyOf(api.PUT('/advisories/vex/{source}', { params: { path: { source } }, body })),
  );

export const useRemoveVexSource = (source: string) =>
  useVulnerabilityChange((_: undefined) =>
    bodyOf(api.DELETE('/advisories/vex/{source}', { params: { path: { source } } })),
  );

export const useSendVexDocument = () =>
  useVulnerabilityChange(({ source, file }: { source: string; file: File }) =>
    sendFile<{ data: VexDocumentImported }>(`/advisories/vex/${encodeURIComponent(source)}/documents`, file),
  );

/** Returns the id of the job. */
export const useUpdateVexSource = () =>
  useVulnerabilityChange((source: string) =>
    bodyOf(api.POST('/advisories/vex/{source}/update', { params: { path: { source } } })),
  );

/** The bytes of a document as they were received. */
export const originalAddress = (source: string, documentId: number) =>
  `${API_ROOT}/advisories/vex/${encodeURIComponent(source)}/documents/${documentId}/original`;
