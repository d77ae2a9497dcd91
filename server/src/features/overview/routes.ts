// Figures of projects over time and beside each other, and what needs a person (not in the interface document).
import { onProject, projectIn, visibleRows } from '../../http/access.ts';
import { withFreshness } from '../../http/models/freshness-model.ts';
import { DataOf, Id, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, dataWith } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import {
  FiguresQuery,
  NeedsOfProject,
  NeedsOfProjects,
  NeedsQuery,
  PeriodQuery,
  PortfolioTrendAnswer,
  ProjectFiguresPage,
  ProjectTrend,
} from './schemas.ts';

const group = 'Project';
const ofProject = Type.Object({ projectId: Id('Project') });
const noProject = { 404: { description: 'No such project' } };
/** Each row has the days of a month. */
const MOST_PROJECTS = 500;

const recorded =
  'Recorded once a day, and again soon after changes. A day on which no server ran is a gap: nothing computes it later.';

export const overviewRoutes: Route[] = [
  route({
    id: 'getProjectTrend',
    method: 'GET',
    path: '/projects/{projectId}/trend',
    group,
    isExtra: true,
    summary:
      'What a project had on each day: open vulnerabilities, reviews, licenses, coverage, time to fix and to decide',
    description: recorded,
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ofProject,
    query: Type.Object(PeriodQuery),
    statesDataAge: true,
    responses: { 200: { description: 'The days', schema: DataOf(ProjectTrend) }, ...noProject },
    run: async ({ app, params, query }) => data(await operations.projectTrend(app, params.projectId, query)),
  }),
  route({
    id: 'getPortfolioTrend',
    method: 'GET',
    path: '/trend',
    group,
    isExtra: true,
    summary: 'The same summed over all projects that the caller may see',
    description: `${recorded} Each day says how many projects its sums lack.`,
    access: visibleRows(),
    query: Type.Object(PeriodQuery),
    responses: { 200: { description: 'The days', schema: PortfolioTrendAnswer } },
    async run({ app, caller, query }) {
      const { trend, age } = await operations.portfolioTrend(app, caller, query);
      return withFreshness(data(trend), age);
    },
  }),
  route({
    id: 'listProjectFigures',
    method: 'GET',
    path: '/projectFigures',
    group,
    isExtra: true,
    summary: 'The projects that the caller may see with their figures and their direction, the worst first',
    description:
      'Reviews and licenses are those of this moment; vulnerabilities and coverage were recorded at `notedOn`, some seconds after the last change.',
    access: visibleRows(),
    query: Type.Object({
      ...FiguresQuery,
      offset: PageQuery.offset,
      limit: Type.Integer({ minimum: 1, maximum: MOST_PROJECTS, default: 25, description: 'Projects of a page' }),
    }),
    responses: { 200: { description: 'Projects', schema: ProjectFiguresPage } },
    async run({ app, caller, query }) {
      const { rows, paging, age } = await operations.projectFigures(app, caller, query, newPage(query));
      return withFreshness(data(rows, paging), age);
    },
  }),
  route({
    id: 'getNeedsOfProject',
    method: 'GET',
    path: '/projects/{projectId}/needsPerson',
    group: 'Decisions',
    isExtra: true,
    summary: 'What needs a person in a project, by cause, in groups by ground',
    description: 'PROPOSED depends on the projects that the caller may see.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: ofProject,
    query: Type.Object(NeedsQuery),
    responses: { 200: { description: 'The causes', schema: DataOf(NeedsOfProject) }, ...noProject },
    run: async ({ app, caller, params, query }) =>
      data(await operations.needsOfProject(app, caller, params.projectId, query.proposals)),
  }),
  route({
    id: 'listProjectsThatNeedPerson',
    method: 'GET',
    path: '/needsPerson',
    group: 'Decisions',
    isExtra: true,
    summary:
      'The projects whose inventory the caller may see and that need a person, those with the most to decide first',
    description: 'Proposals are told for each project alone: they are computed for their reader.',
    access: visibleRows(),
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'Projects, and the sums over all of them', schema: NeedsOfProjects } },
    async run({ app, caller, query }) {
      const { rows, sums, paging } = await operations.needsOfProjects(app, caller, newPage(query));
      return dataWith(rows, paging, { sums });
    },
  }),
];
