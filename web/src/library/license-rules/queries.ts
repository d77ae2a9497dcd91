// The license rules in force, the open jobs about them, and putting others in force.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, refusalOf } from '../../api/client.ts';

const BUSY_MS = 1000;
/** A refresh of evidence may be over sooner; that there was one is told by the version of the analyser. */
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

/** Answers the job's id. The server tells the format by the bytes; names that people give their files are not sent. */
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
