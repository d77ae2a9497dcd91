// Items that are gone, decisions to take again, and decisions that a policy would overturn.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

export const STANDING_KEY = ['standing'] as const;

const pageQuery = (page: number) => ({ offset: page, limit: PAGE_ROWS });

export function fetchToDecide(projectId: number | undefined, page: number) {
  const query = pageQuery(page);
  return projectId === undefined
    ? pageOf(api.GET('/toBeDecidedAgain', { params: { query } }))
    : pageOf(api.GET('/projects/{projectId}/toBeDecidedAgain', { params: { path: { projectId }, query } }));
}

/** More than an item has: a review, its license and its notices text, and files. The rest is in the project's list. */
const MOST_OF_ITEM = 100;

/** What is to be decided again about an item. */
export function toDecideOfItemQuery(projectId: number, inventoryId: number) {
  const query = { offset: 1, limit: MOST_OF_ITEM, inventoryId };
  return queryOptions({
    queryKey: [...STANDING_KEY, 'of-item', projectId, inventoryId],
    queryFn: () =>
      pageOf(api.GET('/projects/{projectId}/toBeDecidedAgain', { params: { path: { projectId }, query } })),
    // The sentences that a person confirms must be those of now.
    staleTime: 0,
  });
}

export function changedWordsQuery(projectId: number, decisionId: number) {
  return queryOptions({
    queryKey: [...STANDING_KEY, 'words', projectId, decisionId],
    queryFn: () =>
      bodyOf(
        api.GET('/projects/{projectId}/toBeDecidedAgain/{decisionId}/words', {
          params: { path: { projectId, decisionId } },
        }),
      ).then(({ data }) => data),
    // Another scan may have found other contents.
    staleTime: 0,
  });
}

export function fetchGone(projectId: number, page: number) {
  return pageOf(
    api.GET('/projects/{projectId}/goneInventories', { params: { path: { projectId }, query: pageQuery(page) } }),
  );
}

/** The most decisions that the dialog of Apply Policy names. */
const MOST_OVERTURNED = 100;

export function policyPreviewQuery(projectId: number) {
  return queryOptions({
    queryKey: [...STANDING_KEY, 'policy-preview', projectId],
    queryFn: () =>
      pageOf(
        api.GET('/projects/{projectId}/policyPreview', {
          params: { path: { projectId }, query: { offset: 1, limit: MOST_OVERTURNED } },
        }),
      ),
    // Another user may decide at any time.
    staleTime: 0,
  });
}

export function useKeep() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ inventoryId, why }: { inventoryId: number; why: string }) =>
      bodyOf(api.PUT('/inventories/{inventoryId}/kept', { params: { path: { inventoryId } }, body: { why } })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

/** `why` is the sentence that the person has read: the server refuses if something else has changed since. */
export function useStillHolds(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { decisions: { decisionId: number; why: string }[]; words: string }) =>
      bodyOf(api.POST('/projects/{projectId}/stillHolds', { params: { path: { projectId } }, body })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}

export function useRelease() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (inventoryId: number) =>
      bodyOf(api.DELETE('/inventories/{inventoryId}/kept', { params: { path: { inventoryId } } })),
    onSuccess: () => queryClient.invalidateQueries(),
  });
}
