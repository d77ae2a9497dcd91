// How far the review of an item reaches.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { ReviewReach, ReviewReachInput } from '../api/models.ts';
import { useSaveOver } from '../editing/save-over.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import { STANDING_KEY } from './queries.ts';

export function reachQuery(inventoryId: number) {
  return queryOptions({
    queryKey: [...STANDING_KEY, 'reach', inventoryId],
    queryFn: async () =>
      (await bodyOf(api.GET('/inventories/{inventoryId}/reviewReach', { params: { path: { inventoryId } } }))).data,
    staleTime: 0,
  });
}

export function useSetReach(inventoryId: number, shown: ReviewReach) {
  const queryClient = useQueryClient();
  const saveOver = useSaveOver(shown, { scope: { label: 'Counts' }, versions: { label: 'Versions' } });
  return useMutation({
    mutationFn: (change: ReviewReachInput) =>
      saveOver(change, (body) =>
        bodyOf(api.PUT('/inventories/{inventoryId}/reviewReach', { params: { path: { inventoryId } }, body })),
      ),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export const fetchReaches = (page: number) =>
  pageOf(api.GET('/reviewReaches', { params: { query: { offset: page, limit: PAGE_ROWS } } }));

/** Of an item's review. */
export function useWithdrawReach() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (inventoryId: number) =>
      bodyOf(
        api.PUT('/inventories/{inventoryId}/reviewReach', {
          params: { path: { inventoryId } },
          body: { scope: 'ITEM' },
        }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: STANDING_KEY }),
  });
}
