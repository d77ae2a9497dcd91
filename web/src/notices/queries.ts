// The notices of a project before they are shipped: statements and texts, and changing them.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { NoticeStatement, StatementEdit } from '../api/models.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

export type StatementState = NoticeStatement['state'];

export function fetchStatements(projectId: number, page: number, filter: { search: string; state?: StatementState }) {
  const query = { search: filter.search || undefined, state: filter.state, offset: page, limit: PAGE_ROWS };
  return pageOf(api.GET('/projects/{projectId}/notices/statements', { params: { path: { projectId }, query } }));
}

export const noticesKey = (projectId: number) => ['project', projectId, 'notices'] as const;

/** Texts are long: a page of them is enough, the report has all. */
export const TEXTS_SHOWN = 100;

export const noticeTextsQuery = (projectId: number) =>
  queryOptions({
    queryKey: [...noticesKey(projectId), 'texts'],
    queryFn: () => {
      const params = { path: { projectId }, query: { offset: 1, limit: TEXTS_SHOWN } };
      return pageOf(api.GET('/projects/{projectId}/notices/texts', { params }));
    },
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
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}
