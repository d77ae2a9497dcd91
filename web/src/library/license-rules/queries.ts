// Queries for the license rules: the current rules, the open jobs about them, and the import of others.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, refusalOf } from '../../api/client.ts';

const BUSY_MS = 5000;
/** An update of evidence may end between two requests. A changed version of the analyser shows that there was one. */
const IDLE_MS = 10_000;

export const licenseRulesQuery = queryOptions({
  queryKey: ['license-rules'],
  queryFn: async () => (await bodyOf(api.GET('/licenseRules'))).data,
  refetchInterval: ({ state }) => (state.data?.importJob || state.data?.refreshJob ? BUSY_MS : IDLE_MS),
  staleTime: BUSY_MS,
});

function useRulesChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSettled: () => queryClient.invalidateQueries({ queryKey: licenseRulesQuery.queryKey }),
  });
}

/** Returns the id of the job. The server recognises the format by the content, so the file name is not sent. */
export function useImportRules() {
  return useRulesChange(async (file: File) => {
    const response = await fetch(`${API_ROOT}/licenseRules/import`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream', 'X-Assay-Request': '1' },
      body: file,
    });
    if (!response.ok) throw await refusalOf(response);
    return ((await response.json()) as { id: number }).id;
  });
}

export function useDropImportedRules() {
  return useRulesChange((_: undefined) => bodyOf(api.DELETE('/licenseRules/import')));
}

export function useCancelRulesJob() {
  return useRulesChange((jobId: number) => bodyOf(api.POST('/jobs/{jobId}/cancel', { params: { path: { jobId } } })));
}
