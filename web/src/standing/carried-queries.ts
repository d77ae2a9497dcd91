// Decisions on other versions and in other projects that could count in a project, and why an item has its status.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import { STANDING_KEY } from './queries.ts';

export function fetchProposals(projectId: number, page: number) {
  const query = { offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/projects/{projectId}/carriedProposals', { params: { path: { projectId }, query } }));
}

export function fetchCarriedFiles(projectId: number, page: number) {
  const query = { offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/projects/{projectId}/carriedFiles', { params: { path: { projectId }, query } }));
}

/** The most proposals that the dialog names; the rest of the group is answered with them. */
const MOST_NAMED = 100;

export function proposalsQuery(projectId: number, group: string) {
  const params = { path: { projectId, group }, query: { offset: 1, limit: MOST_NAMED } };
  return queryOptions({
    queryKey: [...STANDING_KEY, 'proposals', projectId, group],
    queryFn: () => pageOf(api.GET('/projects/{projectId}/carriedProposals/{group}', { params })),
    staleTime: 0,
  });
}

export interface AnsweredGroup {
  group: string;
  seen: string;
  decision: 'ACCEPT' | 'REFUSE';
  except: number[];
  words: string;
}

export function useAnswer(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ group, ...body }: AnsweredGroup) =>
      bodyOf(
        api.POST('/projects/{projectId}/carriedProposals/{group}', { params: { path: { projectId, group } }, body }),
      ),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function whyQuery(inventoryId: number) {
  return queryOptions({
    queryKey: [...STANDING_KEY, 'why', inventoryId],
    queryFn: async () =>
      (await bodyOf(api.GET('/inventories/{inventoryId}/whyDecided', { params: { path: { inventoryId } } }))).data,
    staleTime: 0,
  });
}
