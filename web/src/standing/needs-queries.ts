// What needs a person: in one project by cause and ground, and by project in all that the user may see.
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf, totalIn } from '../api/client.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';
import { STANDING_KEY } from './queries.ts';

export function needsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'needs', 'all'],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/needsPerson', { params: { path: { projectId } } }))).data,
    staleTime: 0,
  });
}

/** The number of the badge, without the proposals, which take longer. */
export function toDecideQuery(projectId: number) {
  return queryOptions({
    queryKey: ['project', projectId, 'needs', 'count'],
    queryFn: async () => {
      const params = { path: { projectId }, query: { proposals: false } };
      return (await bodyOf(api.GET('/projects/{projectId}/needsPerson', { params }))).data.toDecide;
    },
    staleTime: 30_000,
  });
}

export async function fetchProjectNeeds(page: number) {
  const { data, response } = await api.GET('/needsPerson', { params: { query: { offset: page, limit: PAGE_ROWS } } });
  const rows = data?.data ?? [];
  return { rows, total: totalIn(response, rows.length) };
}

export const needSumsQuery = queryOptions({
  queryKey: [...STANDING_KEY, 'sums'],
  queryFn: async () => (await bodyOf(api.GET('/needsPerson', { params: { query: { limit: 1 } } }))).sums,
});
