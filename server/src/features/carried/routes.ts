// Decisions that count, or could count, for what they were not made on (not in the interface document).
import { inventoryIn, onProject, permission, projectIn, visibleRows } from '../../http/access.ts';
import { entity } from '../../http/entities.ts';
import { DataOf, Id, Message, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { reachesOf, reachOf, setReach } from './reach.ts';
import {
  CarriedFile,
  CarrySettings,
  CarrySettingsInput,
  ProjectCarrySettings,
  ProjectCarrySettingsInput,
  Proposal,
  ProposalAnswer,
  ProposalGroup,
  ProposalsAnswered,
  ReachInput,
  ReviewReach,
  reachFilter,
  WhyDecided,
  WidenedReview,
} from './schemas.ts';

const group = 'Decisions';
const ofProject = Type.Object({ projectId: Id('Project') });
const ofGroup = Type.Object({
  ...ofProject.properties,
  group: Type.String({ minLength: 1, maxLength: 100, description: 'Member `group` of the list' }),
});
const query = Type.Object(PageQuery);
const noProject = { 404: { description: 'No such project' } };
const members = Object.keys(CarrySettings.properties);

const siteSettings = entity({
  name: 'settings of carried decisions',
  members,
  load: ({ app }) => operations.siteSettings(app),
});
const projectSettings = entity({
  name: "project's settings of carried decisions",
  members,
  load: ({ app, params }) => operations.projectSettings(app, params.projectId),
});

const ofItem = Type.Object({ inventoryId: Id('Inventory item') });
const reviewReach = entity({
  name: 'reach of the review',
  members: ['scope', 'versions', 'folderId'],
  load: ({ app, params }) => reachOf(app, params.inventoryId),
});

export const carriedRoutes: Route[] = [
  route({
    id: 'getCarrySettings',
    method: 'GET',
    path: '/carrySettings',
    group,
    isExtra: true,
    summary: 'Which decisions count by themselves where they could count, in projects that do not say otherwise',
    access: permission('system_admin'),
    shows: siteSettings,
    responses: { 200: { description: 'The settings', schema: DataOf(CarrySettings) } },
    run: async ({ app }) => data(await operations.siteSettings(app)),
  }),
  route({
    id: 'setCarrySettings',
    method: 'PUT',
    path: '/carrySettings',
    group,
    isExtra: true,
    summary: 'Changes which decisions count by themselves; omitted members stay unchanged',
    description: 'The next scan of each project follows it. What already counts stays.',
    access: permission('system_admin'),
    body: CarrySettingsInput,
    edits: siteSettings,
    responses: { 200: { description: 'Changed', schema: Message } },
    async run({ app, body }) {
      await operations.changeSiteSettings(app, body);
      return done('The settings of carried decisions were changed.');
    },
  }),
  route({
    id: 'getProjectCarrySettings',
    method: 'GET',
    path: '/projects/{projectId}/carrySettings',
    group,
    isExtra: true,
    summary: 'Which decisions count by themselves in a project',
    access: onProject('VIEW_PROJECT', projectIn('params')),
    params: ofProject,
    shows: projectSettings,
    responses: { 200: { description: 'The settings', schema: DataOf(ProjectCarrySettings) }, ...noProject },
    run: async ({ app, params }) => data(await operations.projectSettings(app, params.projectId)),
  }),
  route({
    id: 'setProjectCarrySettings',
    method: 'PUT',
    path: '/projects/{projectId}/carrySettings',
    group,
    isExtra: true,
    summary: 'Changes which decisions count by themselves in a project; omitted members stay unchanged',
    description: 'The next scan follows it. What already counts stays.',
    access: onProject('EDIT_PROJECT', projectIn('params')),
    params: ofProject,
    body: ProjectCarrySettingsInput,
    edits: projectSettings,
    responses: { 200: { description: 'Changed', schema: Message }, ...noProject },
    async run({ app, params, body }) {
      await operations.changeProjectSettings(app, params.projectId, body);
      return done('The settings of carried decisions were changed.');
    },
  }),
  route({
    id: 'listCarriedProposals',
    method: 'GET',
    path: '/projects/{projectId}/carriedProposals',
    group,
    isExtra: true,
    summary: 'Decisions on other versions, and in other projects, that could count here, in groups by their ground',
    description:
      'Names only projects whose inventory the caller may see: the groups, their counts and their sentences may differ between callers. For each component, the last 20 reviews are compared.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: ofProject,
    query,
    responses: { 200: { description: 'Groups, the largest first', schema: PageOf(ProposalGroup) }, ...noProject },
    async run({ app, caller, params, query }) {
      const { rows, paging } = await operations.proposalGroups(app, caller, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listCarriedProposalsOfGroup',
    method: 'GET',
    path: '/projects/{projectId}/carriedProposals/{group}',
    group,
    isExtra: true,
    summary: 'The proposals of a group, each with the decision that could count and why',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: ofGroup,
    query,
    responses: {
      200: { description: 'Proposals', schema: PageOf(Proposal) },
      404: { description: 'No such project, or no such group any more' },
    },
    async run({ app, caller, params: { projectId, group }, query }) {
      const { rows, paging } = await operations.proposalsOf(app, caller, projectId, group, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'answerCarriedProposals',
    method: 'POST',
    path: '/projects/{projectId}/carriedProposals/{group}',
    group,
    isExtra: true,
    summary: 'Accepts or refuses a group of proposals in one decision',
    description:
      'Accepted ones become decisions of the caller; refused ones are not proposed again. Items need REVIEW_INVENTORY, files REVIEW_FILES. All are answered or none: 409 if the proposals have changed since the caller read `seen`.',
    access: onProject('EDIT_INVENTORY_NOTES', projectIn('params'), ['REVIEW_INVENTORY', 'REVIEW_FILES']),
    params: ofGroup,
    body: ProposalAnswer,
    responses: {
      200: { description: 'Answered', schema: DataOf(ProposalsAnswered) },
      404: { description: 'No such project, or no such group any more' },
      409: { description: 'The proposals have changed' },
    },
    async run({ app, caller, authorize, params: { projectId, group }, body }) {
      const answered = await operations.answerProposals(app, { caller, authorize }, projectId, group, body);
      return data({ answered });
    },
  }),
  route({
    id: 'listCarriedFiles',
    method: 'GET',
    path: '/projects/{projectId}/carriedFiles',
    group,
    isExtra: true,
    summary: 'Reviewed files on which a decision counts that was made on other contents or in another place',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: ofProject,
    query,
    responses: { 200: { description: 'Files, by path', schema: PageOf(CarriedFile) }, ...noProject },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.carriedFiles(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'whyInventoryDecided',
    method: 'GET',
    path: '/inventories/{inventoryId}/whyDecided',
    group,
    isExtra: true,
    summary: 'Why an item has its status, in one sentence, and the decision from which it follows',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: Type.Object({ inventoryId: Id('Inventory item') }),
    responses: {
      200: { description: 'The reason', schema: DataOf(WhyDecided) },
      404: { description: 'No such inventory item' },
    },
    run: async ({ app, caller, params }) => data(await operations.whyOf(app, caller, params.inventoryId)),
  }),
  route({
    id: 'getReviewReach',
    method: 'GET',
    path: '/inventories/{inventoryId}/reviewReach',
    group,
    isExtra: true,
    summary: 'How far the review of an item reaches: for which versions of its component, and in which projects',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: ofItem,
    shows: reviewReach,
    responses: {
      200: { description: 'The reach', schema: DataOf(ReviewReach) },
      404: { description: 'No such inventory item' },
    },
    run: async ({ app, params }) => data(await reachOf(app, params.inventoryId)),
  }),
  route({
    id: 'setReviewReach',
    method: 'PUT',
    path: '/inventories/{inventoryId}/reviewReach',
    group,
    isExtra: true,
    summary: 'Lets the review of an item count by itself for other versions of its component, or in other projects',
    description:
      'It counts with the next scan of a project, where everything on which the review rests is the same and no other review says otherwise; never where the project has turned off versions of components. FAMILY, FOLDER and SITE also need the permission edit_policy. What already counts stays until the review itself is taken back.',
    access: onProject('REVIEW_INVENTORY', inventoryIn()),
    params: ofItem,
    body: ReachInput,
    edits: reviewReach,
    responses: {
      200: { description: 'Changed', schema: Message },
      404: { description: 'No such inventory item' },
      409: { description: 'Nobody has decided, or the project is private' },
    },
    async run({ app, caller, params, body }) {
      await setReach(app, caller, params.inventoryId, body);
      return done('The reach of the review was changed.');
    },
  }),
  route({
    id: 'listReviewReaches',
    method: 'GET',
    path: '/reviewReaches',
    group,
    isExtra: true,
    summary: 'Reviews that people let reach further, in all projects whose inventory the caller may see',
    description:
      'The widest and then the last ones first. `setReviewReach` with the scope ITEM withdraws a reach; reviews that count because of it stay until the review itself is taken back.',
    access: visibleRows(),
    query: Type.Object({ ...reachFilter, ...PageQuery }),
    responses: { 200: { description: 'Reviews', schema: PageOf(WidenedReview) } },
    async run({ app, caller, query: { scope, projectId, ...page } }) {
      const filter = { ...(scope && { scope }), ...(projectId && { projectId }) };
      const { rows, paging } = await reachesOf(app, caller, filter, newPage(page));
      return data(rows, paging);
    },
  }),
];
