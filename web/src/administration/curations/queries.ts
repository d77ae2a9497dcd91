// Lists sources of curated facts, switches them on and off, and imports them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, sendFile } from '../../api/client.ts';

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

/** Returns the id of the job. */
export const useImportCurations = () =>
  useCurationChange(({ source, file }: { source: string; file: File }) =>
    sendFile(`/curations/import?source=${encodeURIComponent(source)}`, file),
  );
