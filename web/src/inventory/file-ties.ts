// Ties between items and files: making and cutting them, and finding the item.
import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { Paths } from '../codebase/selection.ts';
import { fetchItems } from './queries.ts';

/** Items of the project whose name holds the words, the first page of them. */
export function itemsNamedQuery(projectId: number, words: string) {
  return queryOptions({
    queryKey: ['project', projectId, 'items named', words],
    queryFn: () => fetchItems(projectId, { find: words || undefined }, 1),
    placeholderData: keepPreviousData,
  });
}

export function addFiles(inventoryId: number, paths: Paths): Promise<unknown> {
  return bodyOf(api.PUT('/inventories/{inventoryId}/files', { params: { path: { inventoryId } }, body: paths }));
}

function removeFiles(inventoryId: number, paths: Paths): Promise<unknown> {
  return bodyOf(api.DELETE('/inventories/{inventoryId}/files', { params: { path: { inventoryId } }, body: paths }));
}

interface Tie {
  inventoryId: number;
  paths: Paths;
}

export function useTieFiles() {
  const again = useTiesAgain();
  return useMutation({ mutationFn: ({ inventoryId, paths }: Tie) => addFiles(inventoryId, paths), onSettled: again });
}

export function useUntieFiles() {
  const again = useTiesAgain();
  return useMutation({
    mutationFn: ({ inventoryId, paths }: Tie) => removeFiles(inventoryId, paths),
    onSettled: again,
  });
}

/** Items show their files, files their items, lists the numbers of both. */
export function useTiesAgain(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [['inventories'], ['project'], ['files']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}
