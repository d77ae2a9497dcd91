// What the first page shows: the projects with their figures, their sums over time, and the tasks of the user.
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { ApiError, api, bodyOf, pageOf, totalIn } from '../api/client.ts';
import type { HomeSearch } from './search.ts';

export const PROJECTS_OF_A_PAGE = 25;
const FRESH_MS = 30_000;

export function figuresQuery({ order = 'worst', find = '', page = 1 }: HomeSearch) {
  return queryOptions({
    queryKey: ['home', 'figures', order, find, page],
    queryFn: async () => {
      const query = { order, search: find, offset: page, limit: PROJECTS_OF_A_PAGE };
      const { data: body, response } = await api.GET('/projectFigures', { params: { query } });
      const rows = body?.data ?? [];
      return { rows, total: totalIn(response, rows.length), dataIsStale: body?.dataIsStale ?? true };
    },
    staleTime: FRESH_MS,
    placeholderData: keepPreviousData,
  });
}

export const portfolioTrendQuery = queryOptions({
  queryKey: ['home', 'trend'],
  queryFn: () => bodyOf(api.GET('/trend')),
  staleTime: FRESH_MS,
});

const MOST_TASKS = 8;

export function ownTasksQuery(ownerId: number) {
  return queryOptions({
    queryKey: ['tasks', 'own', ownerId],
    queryFn: async () => {
      try {
        const query = { ownerId, status: 'OPEN' as const, offset: 1, limit: MOST_TASKS };
        return await pageOf(api.GET('/tasks/search', { params: { query } }));
      } catch (error) {
        // This operation refuses an empty list with an error.
        if (error instanceof ApiError && error.status === 400 && error.message.includes('Total records :0'))
          return { rows: [], total: 0 };
        throw error;
      }
    },
    staleTime: FRESH_MS,
  });
}
