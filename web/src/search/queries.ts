// Queries of the search everywhere: one request for all kinds, and one for each kind that was late.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import type { SearchAnswer } from '../api/models.ts';

export type SearchKind = SearchAnswer['groups'][number]['kind'];
export type SearchGroup = SearchAnswer['groups'][number];

export function searchQuery(find: string, kind?: SearchKind) {
  return queryOptions({
    queryKey: ['search', find, kind],
    queryFn: async ({ signal }) =>
      (await bodyOf(api.GET('/search', { params: { query: { find, kind } }, signal }))).data,
    enabled: find !== '',
    staleTime: 30_000,
    retry: false,
    // The former results stay until the new ones are there, so that the list does not flicker.
    placeholderData: kind === undefined ? keepPreviousData : undefined,
  });
}
