// Decisions about many items, files, vulnerabilities or tasks: the dry run, the decision, its undo, and the last decisions of a project.
import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type {
  BulkFileOrder,
  BulkItemOrder,
  BulkOutcome,
  BulkTaskOrder,
  BulkVulnerabilityOrder,
} from '../api/models.ts';

/** What is decided about which rows. */
export type BulkOrder =
  | { of: 'items'; body: BulkItemOrder }
  | { of: 'files'; body: BulkFileOrder }
  | { of: 'tasks'; body: BulkTaskOrder }
  | { of: 'vulnerabilities'; body: BulkVulnerabilityOrder };

/** The project whose rows are decided about; null for vulnerabilities of all projects. */
export type BulkScope = number | null;

const NEWEST = { offset: 1, limit: 50 };

async function send(projectId: BulkScope, order: BulkOrder): Promise<BulkOutcome> {
  return (await bodyOf(posted(projectId, order))).data;
}

function posted(projectId: BulkScope, { of, body }: BulkOrder) {
  if (projectId === null) {
    if (of !== 'vulnerabilities') throw new Error(`Decisions about ${of} are about one project.`);
    return api.POST('/bulkDecisions/vulnerabilities', { body });
  }
  const params = { path: { projectId } };
  if (of === 'items') return api.POST('/projects/{projectId}/bulkDecisions/items', { params, body });
  if (of === 'files') return api.POST('/projects/{projectId}/bulkDecisions/files', { params, body });
  if (of === 'tasks') return api.POST('/projects/{projectId}/bulkDecisions/tasks', { params, body });
  return api.POST('/projects/{projectId}/bulkDecisions/vulnerabilities', { params, body });
}

/** What the decision would do. Asked anew each time, because others decide too. */
export function dryRunQuery(projectId: BulkScope, order: BulkOrder) {
  return queryOptions({
    queryKey: ['bulk dry run', projectId, order],
    queryFn: () => send(projectId, { ...order, body: { ...order.body, dryRun: true } } as BulkOrder),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

export function useDecideInBulk(projectId: BulkScope) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (order: BulkOrder) =>
      send(projectId, { ...order, body: { ...order.body, dryRun: false } } as BulkOrder),
    onSuccess: () => refreshAfter(queryClient),
  });
}

export async function undoBulk(queryClient: QueryClient, projectId: BulkScope, undoToken: string) {
  const { data } = await bodyOf(
    projectId === null
      ? api.POST('/bulkDecisions/{undoToken}/undo', { params: { path: { undoToken } } })
      : api.POST('/projects/{projectId}/bulkDecisions/{undoToken}/undo', {
          params: { path: { projectId, undoToken } },
        }),
  );
  void refreshAfter(queryClient);
  return data;
}

/** The keys of everything that decisions change. */
export const CHANGED_KEYS = [
  ...[['project'], ['inventories'], ['files'], ['tasks'], ['bulk decisions']],
  ...[['vulnerabilities'], ['advisory-status']],
];

function refreshAfter(queryClient: QueryClient) {
  return Promise.all(CHANGED_KEYS.map((queryKey) => queryClient.invalidateQueries({ queryKey })));
}

export function recentQuery(projectId: BulkScope) {
  return queryOptions({
    queryKey: ['bulk decisions', projectId],
    queryFn: () =>
      pageOf(
        projectId === null
          ? api.GET('/bulkDecisions', { params: { query: NEWEST } })
          : api.GET('/projects/{projectId}/bulkDecisions', { params: { path: { projectId }, query: NEWEST } }),
      ),
  });
}
