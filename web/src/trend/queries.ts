// What was recorded of one project day by day.
import { queryOptions } from '@tanstack/react-query';
import { api, bodyOf } from '../api/client.ts';
import { dayAfter } from '../charts/days.ts';

export const TREND_DAYS = [30, 90, 365] as const;

export function projectTrendQuery(projectId: number, days: (typeof TREND_DAYS)[number]) {
  return queryOptions({
    // Below the project, so that it is fetched again after its jobs.
    queryKey: ['project', projectId, 'trend', days],
    queryFn: async () => {
      const from = dayAfter(new Date().toISOString().slice(0, 10), 1 - days);
      const params = { path: { projectId }, query: { from } };
      return (await bodyOf(api.GET('/projects/{projectId}/trend', { params }))).data;
    },
  });
}
