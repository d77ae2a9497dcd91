// Lists of decisions, of a project or of the installation.
import { api, pageOf } from '../api/client.ts';
import type { Decision } from '../api/models.ts';
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
