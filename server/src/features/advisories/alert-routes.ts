// Alerts of new vulnerabilities and malicious files (not in the interface document): of a project, and of all that the caller may see.
import { coverageStates } from '../../domain/vulnerabilities/coverage.ts';
import { alertFilters } from '../../domain/vulnerabilities/vulnerability.ts';
import { alertIn, onProject, projectIn, visibleRows } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { DataOf, Id, Message, OneOf, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { TaskPriority } from '../../http/models/shared-lists.ts';
import { vulnerabilityFilters } from '../../http/models/vulnerability-filter-model.ts';
import { newPage } from '../../http/paging.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as alerts from './alerts.ts';
import { Alert, AlertChange, AlertChanges, AlertsChange } from './schemas.ts';

const group = 'Advisories';

const alertState = OneOf(alertFilters, 'Only such alerts', 'OPEN');

const alertCoverage = Type.Optional(
  OneOf(coverageStates, 'Only alerts of items that were, or were not, compared with advisories'),
);

export const alertRoutes: Route[] = [
  route({
    id: 'listVulnerabilityAlerts',
    method: 'GET',
    path: '/projects/{projectId}/vulnerabilityAlerts',
    group,
    isExtra: true,
    summary: 'Alerts of new vulnerabilities and of malicious files, the newest first',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({ state: alertState, coverage: alertCoverage, ...PageQuery }),
    statesDataAge: true,
    responses: { 200: { description: 'Alerts', schema: PageOf(Alert) }, 404: { description: 'No such project' } },
    async run({ app, caller, params, query }) {
      const selection = { ...query, projectId: params.projectId };
      const { rows, paging } = await alerts.pageOfSelected(app, caller, selection, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listAllVulnerabilityAlerts',
    method: 'GET',
    path: '/vulnerabilityAlerts',
    group,
    isExtra: true,
    summary: 'Alerts of all projects that you may see, the newest first',
    access: visibleRows(),
    query: Type.Object({
      state: alertState,
      projectId: Type.Optional(Id('Project')),
      search: Type.Optional(Text(200, 'Part of the name of a vulnerability, item, file or project')),
      severity: vulnerabilityFilters.severity,
      priority: Type.Optional(TaskPriority('Priority of the alert')),
      exploited: vulnerabilityFilters.exploited,
      coverage: alertCoverage,
      ...PageQuery,
    }),
    statesDataAge: true,
    responses: { 200: { description: 'Alerts', schema: PageOf(Alert) } },
    async run({ app, caller, query }) {
      const { rows, paging } = await alerts.pageOfSelected(app, caller, query, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'changeVulnerabilityAlerts',
    method: 'POST',
    path: '/vulnerabilityAlerts/changes',
    group,
    isExtra: true,
    summary: 'Closes or reopens many alerts of any projects at once, or changes their priority',
    description: 'Alerts that you may not change stay unchanged; the response names them.',
    access: visibleRows(),
    body: AlertsChange,
    largestBodyBytes: MIB,
    responses: {
      200: { description: 'The changes, or their preview', schema: DataOf(AlertChanges) },
      400: { description: 'The request changes nothing' },
    },
    run: async ({ app, caller, body }) => data(await alerts.editMany(app, caller, body)),
  }),
  route({
    id: 'changeVulnerabilityAlert',
    method: 'PUT',
    path: '/vulnerabilityAlerts/{alertId}',
    group,
    isExtra: true,
    summary: 'Closes an alert, opens it again, or changes its priority',
    access: onProject('ANALYZE_VULNERABILITIES', alertIn()),
    params: Type.Object({ alertId: Id('Alert') }),
    body: AlertChange,
    responses: { 200: { description: 'Changed', schema: Message }, 404: { description: 'No such alert' } },
    async run({ app, caller, params, body }) {
      await alerts.editOne(app, caller, params.alertId, body);
      return done('Alert updated successfully.');
    },
  }),
];
