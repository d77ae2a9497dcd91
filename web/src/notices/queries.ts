// Queries for the notices of a project: statements, texts, and edits of them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { StatementEdit } from '../api/models.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import type { NoticesSearch } from './search.ts';

export function fetchStatements(projectId: number, page: number, { find, state, item }: NoticesSearch) {
  const query = { search: find, state, inventoryId: item, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/projects/{projectId}/notices/statements', { params: { path: { projectId }, query } }));
}

export const noticesKey = (projectId: number) => ['project', projectId, 'notices'] as const;

/** Loads one page of texts only, because texts are long and users can search them. The report contains all of them. */
export const TEXTS_SHOWN = 100;

export const noticeTextsQuery = (projectId: number, { find, item }: Pick<NoticesSearch, 'find' | 'item'>) =>
  queryOptions({
    queryKey: [...noticesKey(projectId), 'texts', find, item],
    queryFn: () => {
      const params = { path: { projectId }, query: { search: find, inventoryId: item, offset: 1, limit: TEXTS_SHOWN } };
      return pageOf(api.GET('/projects/{projectId}/notices/texts', { params }));
    },
  });

export const noticesCheckQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...noticesKey(projectId), 'check'],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/notices/check', { params: { path: { projectId } } }))).data,
  });

export function useEditStatements(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (edits: StatementEdit[]) =>
      bodyOf(
        api.POST('/projects/{projectId}/notices/statements', { params: { path: { projectId } }, body: { edits } }),
      ),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: noticesKey(projectId) }),
  });
}

export function useChangeText(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: { inventoryIds: number[]; noticeText: string; entityVersion?: string }) =>
      bodyOf(api.POST('/projects/{projectId}/notices/texts', { params: { path: { projectId } }, body })),
    onSuccess: () =>
      queryClient.invalidateQueries({
        predicate: ({ queryKey: [first] }) => first === 'project' || first === 'inventories',
      }),
  });
}
