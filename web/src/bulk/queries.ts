// Decisions about many items or files: the dry run, the decision, its undo, and the last decisions of a project.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { BulkFileOrder, BulkItemOrder, BulkOutcome } from '../api/models.ts';

/** What is decided about which rows. */
export type BulkOrder = { of: 'items'; body: BulkItemOrder } | { of: 'files'; body: BulkFileOrder };

const RECENT = 50;

async function send(projectId: number, { of, body }: BulkOrder): Promise<BulkOutcome> {
  const params = { path: { projectId } };
  const answer =
    of === 'items'
      ? await bodyOf(api.POST('/projects/{projectId}/bulkDecisions/items', { params, body }))
      : await bodyOf(api.POST('/projects/{projectId}/bulkDecisions/files', { params, body }));
  return answer.data;
}

/** What the decision would do. Asked anew each time, because others decide too. */
export function dryRunQuery(projectId: number, order: BulkOrder) {
  return queryOptions({
    queryKey: ['bulk dry run', projectId, order],
    queryFn: () => send(projectId, { ...order, body: { ...order.body, dryRun: true } } as BulkOrder),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function useDecideInBulk(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: BulkOrder) =>
      send(projectId, { ...order, body: { ...order.body, dryRun: false } } as BulkOrder),
    onSuccess: () => refreshAfter(queryClient),
  });
}

export async function undoBulk(queryClient: QueryClient, projectId: number, undoToken: string) {
  const params = { path: { projectId, undoToken } };
  const { data } = await bodyOf(api.POST('/projects/{projectId}/bulkDecisions/{undoToken}/undo', { params }));
  void refreshAfter(queryClient);
  return data;
}

/** The keys of everything that decisions change. */
export const CHANGED_KEYS = [['project'], ['inventories'], ['files'], ['tasks'], ['bulk decisions']];

function refreshAfter(queryClient: QueryClient) {
  return Promise.all(CHANGED_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function recentQuery(projectId: number) {
  return queryOptions({
    queryKey: ['bulk decisions', projectId],
    queryFn: () =>
      pageOf(
        api.GET('/projects/{projectId}/bulkDecisions', {
          params: { path: { projectId }, query: { offset: 1, limit: RECENT } },
        }),
      ),
  });
}
