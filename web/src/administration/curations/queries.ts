// Sources of curated facts: what there is, switching them on and off, importing.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { API_ROOT, api, bodyOf, refusalOf } from '../../api/client.ts';

const KEY = 'curations';

export const curationSourcesQuery = queryOptions({
  queryKey: [KEY],
  queryFn: async () => (await bodyOf(api.GET('/curations'))).data,
});

function useCurationChange<Input, Answer>(mutationFn: (input: Input) => Promise<Answer>) {
  const queryClient = useQueryClient();
  return useMutation({ mutationFn, onSettled: () => queryClient.invalidateQueries({ queryKey: [KEY] }) });
}

export const useSwitchSource = () =>
  useCurationChange(({ source, isEnabled }: { source: string; isEnabled: boolean }) =>
    bodyOf(api.PUT('/curations/{source}', { params: { path: { source } }, body: { isEnabled } })),
  );

export const useRemoveCurations = () =>
  useCurationChange((source: string) => bodyOf(api.DELETE('/curations/{source}', { params: { path: { source } } })));

/** Answers the job's id. */
export const useImportCurations = () =>
  useCurationChange(async ({ source, file }: { source: string; file: File }) => {
    const response = await fetch(`${API_ROOT}/curations/import?source=${encodeURIComponent(source)}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/octet-stream',
        'X-Assay-Request': '1',
        'X-File-Name': encodeURIComponent(file.name),
      },
      body: file,
    });
    if (!response.ok) throw await refusalOf(response);
    return (await response.json()) as { id: number };
  });
