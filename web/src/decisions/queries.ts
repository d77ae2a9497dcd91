// Lists of decisions, of a project or of the installation, and which decisions are carried over by themselves.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { api, bodyOf, pageOf } from '../api/client.ts';
import type { CarryChange, Decision, ProjectCarryChange } from '../api/models.ts';
import { PAGE_ROWS } from '../table/paged-rows.ts';

export interface DecisionFilter {
  kind?: Decision['kind'];
  scope?: Decision['scope'];
  author?: string;
  by?: Maker;
}

export const MAKERS = ['person', 'policy', 'rule', 'order', 'import', 'scan', 'migration'] as const;
export type Maker = (typeof MAKERS)[number];

/** Without a project, those of the installation. */
export function fetchDecisions(projectId: number | undefined, filter: DecisionFilter, page: number) {
  const query = { ...filter, offset: page, limit: PAGE_ROWS };
  return projectId === undefined
    ? pageOf(api.GET('/decisions', { params: { query } }))
    : pageOf(api.GET('/projects/{projectId}/decisions', { params: { path: { projectId }, query } }));
}

export const siteCarryQuery = queryOptions({
  queryKey: ['carry-settings', 'site'],
  queryFn: async () => (await bodyOf(api.GET('/carrySettings'))).data,
});

export function projectCarryQuery(projectId: number) {
  return queryOptions({
    queryKey: ['carry-settings', projectId],
    queryFn: async () =>
      (await bodyOf(api.GET('/projects/{projectId}/carrySettings', { params: { path: { projectId } } }))).data,
  });
}

export function useSetSiteCarry() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: CarryChange) => bodyOf(api.PUT('/carrySettings', { body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['carry-settings'] }),
  });
}

export function useSetProjectCarry(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (body: ProjectCarryChange) =>
      bodyOf(api.PUT('/projects/{projectId}/carrySettings', { params: { path: { projectId } }, body })),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['carry-settings'] }),
  });
}
