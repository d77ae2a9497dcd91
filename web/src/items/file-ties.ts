// Adds files to items and removes them.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { Paths } from '../codebase/selection.ts';

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

/** Items show their files, files show their items, and lists show counts of both. */
export function useTiesAgain(): () => Promise<unknown> {
  const queryClient = useQueryClient();
  return () =>
    Promise.all(
      [['inventories'], ['project'], ['files']].map((queryKey) => queryClient.invalidateQueries({ queryKey })),
    );
}
