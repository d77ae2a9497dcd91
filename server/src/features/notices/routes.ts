// The notices workbench (not in the interface document).
import { inventoryIn, onProject, projectIn } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { DataOf, Id, ListOf, Message, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import {
  ItemLicenseText,
  NoticeGroup,
  NoticeStatement,
  NoticesCheck,
  NoticeTextChange,
  StatementEdits,
  StatementState,
} from './schemas.ts';

const group = 'Notices';
const params = Type.Object({ projectId: Id('Project') });

export const noticesRoutes: Route[] = [
  route({
    id: 'listNoticeStatements',
    method: 'GET',
    path: '/projects/{projectId}/notices/statements',
    group,
    isExtra: true,
    summary: 'Copyright statements of the published items, and the edits of people',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    query: Type.Object({
      state: Type.Optional(StatementState('Only these')),
      search: Type.Optional(Text(255, 'Part of the statement')),
      inventoryId: Type.Optional(Id('Item: only its statements')),
      ...PageQuery,
    }),
    responses: {
      200: { description: 'Statements', schema: PageOf(NoticeStatement) },
      404: { description: 'No such project' },
    },
    async run({ app, params: { projectId }, query }) {
      const { rows, paging } = await operations.listStatements(app, projectId, query, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'editNoticeStatements',
    method: 'POST',
    path: '/projects/{projectId}/notices/statements',
    group,
    isExtra: true,
    summary: 'Removes, replaces, merges, adds or restores copyright statements',
    description:
      'The next Notices report uses the edits, and they stay when later scans find the statements again. The end of the report lists removed statements, with person and reason.',
    access: onProject('UPDATE_NOTICES', projectIn('params')),
    params,
    largestBodyBytes: 8 * MIB,
    body: StatementEdits,
    responses: {
      200: { description: 'Written', schema: Message },
      400: { description: 'A replacement without words, or a line of a template' },
      404: { description: 'No such project or item' },
    },
    async run({ app, caller, params: { projectId }, body }) {
      await operations.editStatements(app, caller, projectId, body);
      return done('Statements updated successfully.');
    },
  }),
  route({
    id: 'listNoticeTexts',
    method: 'GET',
    path: '/projects/{projectId}/notices/texts',
    group,
    isExtra: true,
    summary: 'License texts of the notices, each once, with its items',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    query: Type.Object({
      search: Type.Optional(Text(255, 'Part of the title, the text, or the name of an item')),
      inventoryId: Type.Optional(Id('Item: only its texts')),
      ...PageQuery,
    }),
    responses: { 200: { description: 'Texts', schema: PageOf(NoticeGroup) }, 404: { description: 'No such project' } },
    async run({ app, params: { projectId }, query }) {
      const { rows, paging } = await operations.listGroups(app, projectId, query, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'changeNoticeTexts',
    method: 'POST',
    path: '/projects/{projectId}/notices/texts',
    group,
    isExtra: true,
    summary: 'Gives several items the same notices text',
    access: onProject('UPDATE_NOTICES', projectIn('params')),
    params,
    largestBodyBytes: 24 * MIB,
    body: NoticeTextChange,
    responses: {
      200: { description: 'Changed', schema: Message },
      404: { description: 'No such project or item' },
      409: { description: 'Somebody else has changed the text of these items; data is the current text' },
    },
    async run({ app, caller, params: { projectId }, body, version }) {
      const changed = await operations.changeTexts(app, caller, projectId, body, version);
      return done(`Notices text updated successfully: ${changed}`);
    },
  }),
  route({
    id: 'checkNotices',
    method: 'GET',
    path: '/projects/{projectId}/notices/check',
    group,
    isExtra: true,
    summary: 'What is missing in the notices of a project',
    description:
      'A build can refuse to ship while isComplete is false. The Notices report lists the same at its end; only the report looks for NOTICE files.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params,
    responses: {
      200: { description: 'The check', schema: DataOf(NoticesCheck) },
      404: { description: 'No such project' },
    },
    run: async ({ app, params: { projectId } }) => data(await operations.checkNotices(app, projectId)),
  }),
  route({
    id: 'listItemLicenseTexts',
    method: 'GET',
    path: '/inventories/{inventoryId}/licenseTexts',
    group,
    isExtra: true,
    summary: 'License texts that the last scan found in the files of an item, with their places',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: Type.Object({ inventoryId: Id('Item') }),
    responses: {
      200: { description: 'Texts', schema: ListOf(ItemLicenseText) },
      404: { description: 'No such inventory item' },
    },
    run: async ({ app, params: { inventoryId } }) => data(await operations.textsOfItem(app, inventoryId)),
  }),
];
