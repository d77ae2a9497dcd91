// Lists sources of curated facts, switches them on and off, and imports them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, sendFile } from '../../api/client.ts';
import type { CurationSource } from '../../api/models.ts';

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

/** Puts the sources into this order. If two of them contradict each other, the first one wins. */
export const useOrderSources = () =>
  useCurationChange(async (order: readonly CurationSource[]) => {
    for (const [at, { name: source, position }] of order.entries())
      if (position !== at + 1)
        await bodyOf(api.PUT('/curations/{source}', { params: { path: { source } }, body: { position: at + 1 } }));
  });

export const useRemoveCurations = (source: string) =>
  useCurationChange((_: undefined) => bodyOf(api.DELETE('/curations/{source}', { params: { path: { source } } })));

/** Returns the id of the job. */
export const useImportCurations = () =>
  useCurationChange(({ source, file }: { source: string; file: File }) =>
    sendFile(`/curations/import?source=${encodeURIComponent(source)}`, file),
  );
