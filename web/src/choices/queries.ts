// Search queries for the fields of this folder: users, and items of a project.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';

const ITEMS_OFFERED = 100;

export const colleaguesQuery = (find: string) =>
  queryOptions({
    queryKey: ['colleagues', find],
    queryFn: async () =>
      (await bodyOf(api.GET('/users/lookup', { params: { query: { find: find || undefined } } }))).data,
    staleTime: 60_000,
  });

export interface Colleague {
  id: number;
  login: string;
  firstName: string;
  lastName: string;
}

/** Items of the project whose name contains the words. `total` counts all of them. */
export function itemsNamedQuery(projectId: number, words: string) {
  const query = { search: words, published: 'ALL' as const, sort: 'name', offset: 1, limit: ITEMS_OFFERED };
  return queryOptions({
    queryKey: ['project', projectId, 'items named', words],
    queryFn: () => pageOf(api.GET('/projects/{projectId}/inventoryItems', { params: { path: { projectId }, query } })),
    placeholderData: keepPreviousData,
  });
}
