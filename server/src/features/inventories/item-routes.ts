// Inventory: operations that change one item, and operations on its related data.

import { inventoryEditRights } from '../../domain/users/permissions.ts';
import { suppressionFilters } from '../../domain/vulnerabilities/vulnerability.ts';
import { inventoryIn, onProject, projectIn } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { Created, DataOf, Flag, Message, Model, OneOf, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { Vulnerability } from '../../http/models/vulnerability-model.ts';
import { newPage } from '../../http/paging.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as files from './associated-files.ts';
import * as edit from './edit.ts';
import { itemEntity } from './item-entity.ts';
import * as extras from './item-extras.ts';
import {
  InventoryChange,
  InventoryFiles,
  InventoryParams,
  InventoryPaths,
  NewInventory,
  rememberLicense,
  VulnerabilityAnalysis,
  WorkflowPair,
} from './schemas.ts';

const group = 'Inventory';
const missing = { 404: { description: 'No such inventory item' } };
const rememberQuery = Type.Object({ rememberLicense });
const params = InventoryParams;

export const inventoryItemRoutes: Route[] = [
  route({
    id: 'createInventory',
    method: 'POST',
    path: '/inventories',
    group,
    summary: 'Creates an inventory item, which is not published yet',
    description:
      'COMPONENT needs `component`, LICENSE needs `licenseId`, WORK_IN_PROGRESS takes neither. rememberLicense may stand in the model, beside it, or in the query.',
    access: onProject('CREATE_INVENTORY', projectIn('body')),
    query: rememberQuery,
    largestBodyBytes: 24 * MIB,
    body: NewInventory,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'A field is missing or wrong, or names what does not exist' },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, body, query }) =>
      created(await edit.createItem(app, caller, body, query.rememberLicense), 'Inventory created successfully.'),
  }),
  route({
    id: 'updateInventory',
    method: 'PUT',
    path: '/inventories/{inventoryId}',
    group,
    summary: 'Changes an inventory item; omitted fields stay unchanged',
    description:
      'Each field needs its own right: notes, notices text and custom fields are edited by analysts and reviewers, the priority by reviewers, the rest by analysts. A published item that gets another component or license is reviewed by the policy again; a status that a person set stays.',
    access: onProject('EDIT_INVENTORY_NOTES', inventoryIn(), inventoryEditRights),
    params,
    query: rememberQuery,
    largestBodyBytes: 24 * MIB,
    body: InventoryChange,
    edits: itemEntity,
    responses: { 200: { description: 'Changed', schema: Message }, ...missing },
    async run({ app, caller, authorize, params, query, body }) {
      await edit.changeItem(app, { caller, authorize }, params.inventoryId, body, query.rememberLicense);
      return done('Inventory updated successfully.');
    },
  }),
  route({
    id: 'deleteInventory',
    method: 'DELETE',
    path: '/inventories/{inventoryId}',
    group,
    summary: 'Deletes an inventory item; its history stays with the project',
    access: onProject('DELETE_INVENTORY', inventoryIn()),
    params,
    responses: { 200: { description: 'Deleted', schema: Message }, ...missing },
    async run({ app, caller, params }) {
      await edit.removeItem(app, caller, params.inventoryId);
      return done('Inventory deleted successfully.');
    },
  }),
  route({
    id: 'addInventoryFiles',
    method: 'PUT',
    path: '/inventories/{inventoryId}/files',
    group,
    summary: 'Adds files, and all files below folders, to an item',
    description: 'If the code base lacks one of the paths, none is added.',
    access: onProject('EDIT_INVENTORY', inventoryIn()),
    params,
    largestBodyBytes: 16 * MIB,
    body: InventoryFiles,
    responses: { 200: { description: 'Tied', schema: Message }, ...missing },
    async run({ app, caller, params, body }) {
      const count = await files.addFiles(app, caller, params.inventoryId, body);
      return done(`Files associated successfully: ${count} added.`);
    },
  }),
  route({
    id: 'removeInventoryFiles',
    method: 'DELETE',
    path: '/inventories/{inventoryId}/files',
    group,
    isExtra: true,
    summary: 'Removes files from an item; they stay in the code base, and scans do not add them to the item again',
    access: onProject('EDIT_INVENTORY', inventoryIn()),
    params,
    largestBodyBytes: 16 * MIB,
    body: InventoryPaths,
    responses: { 200: { description: 'Taken out', schema: Message }, ...missing },
    async run({ app, caller, params, body }) {
      const count = await files.removeFiles(app, caller, params.inventoryId, body);
      return done(`Files disassociated successfully: ${count} removed.`);
    },
  }),
  route({
    id: 'listInventoryVulnerabilities',
    method: 'GET',
    path: '/inventories/{inventoryId}/vulnerabilities',
    group,
    summary: 'The vulnerabilities of an item that are not suppressed',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params,
    query: Type.Object(PageQuery),
    statesDataAge: true,
    responses: { 200: { description: 'Vulnerabilities', schema: PageOf(Vulnerability) }, ...missing },
    async run({ app, params, query }) {
      const { rows, paging } = await extras.vulnerabilities(app, params.inventoryId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'listVulnerabilityAnalysis',
    method: 'GET',
    path: '/inventories/{inventoryId}/vulnerabilities/analysis',
    group,
    summary: 'Decisions of people on the vulnerabilities of an item',
    description: 'Suppressions in this project and in all projects. Without paging headers.',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params,
    query: Type.Object({
      analysisState: OneOf(suppressionFilters, 'Only such vulnerabilities', 'ANY'),
      ...PageQuery,
    }),
    statesDataAge: true,
    responses: {
      200: {
        description: 'Analyses',
        headers: {},
        schema: DataOf(
          Model('AnalyzedVulnerabilities', { analyzedVulnerabilities: Type.Array(VulnerabilityAnalysis) }),
        ),
      },
      ...missing,
    },
    run: async ({ app, params, query }) =>
      data({
        analyzedVulnerabilities: await extras.vulnerabilityAnalysis(
          app,
          params.inventoryId,
          query.analysisState,
          newPage(query),
        ),
      }),
  }),
  route({
    id: 'updateInventoryNotices',
    method: 'PUT',
    path: '/inventories/{inventoryId}/notices',
    group,
    summary: "Fills the notices text of an item from the library's text of its license",
    description:
      'An empty text is always filled; with overwrite, the text of the library also replaces an existing one.',
    access: onProject('EDIT_NOTICES', inventoryIn()),
    params,
    query: Type.Object({ overwrite: Flag(false, 'Replace an existing text') }),
    edits: itemEntity,
    responses: { 200: { description: 'Filled, or left unchanged', schema: Message }, ...missing },
    async run({ app, caller, params, query }) {
      const isChanged = await extras.fillNotices(app, caller, params.inventoryId, query.overwrite);
      return done(isChanged ? 'Notices text updated successfully.' : 'The notices text is unchanged.');
    },
  }),
  route({
    id: 'getInventoryWorkflow',
    method: 'GET',
    path: '/inventories/{inventoryId}/workflows',
    group: 'inventoryWorkflow',
    isExtra: true,
    summary: 'The pairs of names and values that an external approval workflow stores with an item',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params,
    responses: {
      200: {
        description: 'The pairs in their order',
        schema: Model('InventoryWorkflow', {
          'Workflow Request Details': Model('WorkflowDetails', {
            information: Type.Array(Model('WorkflowInformation', { key: Type.String(), value: Type.String() })),
          }),
        }),
      },
      404: { description: 'No such inventory item, or it has no pairs' },
    },
    async run({ app, params }) {
      const information = await extras.workflow(app, params.inventoryId);
      return { status: 200, headers: {}, body: { 'Workflow Request Details': { information } } };
    },
  }),
  route({
    id: 'setInventoryWorkflow',
    method: 'POST',
    path: '/inventories/{inventoryId}/workflows',
    group: 'inventoryWorkflow',
    isExtra: true,
    summary: 'Replaces the pairs of an item',
    access: onProject('EDIT_INVENTORY_NOTES', inventoryIn()),
    params,
    largestBodyBytes: 16 * MIB,
    body: Type.Array(WorkflowPair, { maxItems: 1000, description: 'The pairs; an empty list removes all' }),
    responses: { 201: { description: 'Kept', schema: Message }, ...missing },
    async run({ app, caller, params, body }) {
      await extras.setWorkflow(app, caller, params.inventoryId, body);
      return { ...done('Workflow details saved successfully.'), status: 201 };
    },
  }),
];
