// Inventory: the interface document's heading, with the lists of the project groups that show it.

import type { ItemFilter } from '../../db/inventories/item-lists.ts';
import { cpeFilter } from '../../domain/components/component-search.ts';
import { inventoryStatuses, onlyPublished, publicationFilters } from '../../domain/inventories/inventory.ts';
import { cvssChoices } from '../../domain/vulnerabilities/severity.ts';
import { alertFilters } from '../../domain/vulnerabilities/vulnerability.ts';
import { inventoryIn, onProject, projectIn } from '../../http/access.ts';
import { InventoryStatus } from '../../http/models/enumerations.ts';
import { coverageFilters, publishedFilter } from '../../http/models/item-filter-model.ts';
import {
  DataOf,
  Flag,
  Id,
  LegacyPageQuery,
  Message,
  Model,
  OneOf,
  PageOf,
  PageQuery,
  Text,
  Type,
  versioned,
} from '../../http/models/schemas.ts';
import { legacyPage, newPage } from '../../http/paging.ts';
import { data, done, streamed } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { itemEntity } from './item-entity.ts';
import * as operations from './operations.ts';
import { pathRoutes } from './paths.ts';
import { HistoryEntry, InventoryLong, InventoryParams, InventorySummary, Published } from './schemas.ts';
import { tableRoutes } from './table-routes.ts';
import { viewRoutes } from './view-routes.ts';

const group = 'Inventory';
const notFound404 = { 404: { description: 'No such inventory item' } };
const projectParams = Type.Object({ projectId: Id('Project') });

export const inventoryRoutes: Route[] = [
  route({
    id: 'listProjectInventory',
    method: 'GET',
    path: '/project/inventory/{projectId}',
    group: 'Project (deprecated)',
    family: 'legacy',
    summary: 'The inventory of a project with all details, streamed',
    access: onProject('VIEW_INVENTORY', projectIn('params', 'projectId', 'legacy')),
    params: projectParams,
    query: Type.Object({
      skipVulnerabilities: Flag(false, 'Leave vulnerabilities out'),
      published: Published(true),
      includeFiles: Flag(true, 'Fill filePaths'),
      includeCopyrights: Flag(false, 'Add `copyrights`: the distinct statements in the files of each item'),
      reviewStatus: Type.Optional(OneOf(['READY_TO_REVIEW', ...inventoryStatuses], 'Only items of this status')),
      vendor: Type.Optional(
        Text(255, 'CPE vendor: of a recognised library, or part of the namespace or address of the component'),
      ),
      product: Type.Optional(Text(255, 'CPE product: of a recognised library, or part of the name of the component')),
      alerts: Type.Optional(OneOf(alertFilters, 'Only items with open or with closed alerts; ANY does not filter')),
      ...coverageFilters,
      ...LegacyPageQuery,
    }),
    statesDataAge: true,
    responses: {
      200: {
        description: 'Project and items, without an envelope',
        schema: Model('ProjectInventory', {
          projectId: Type.Integer(),
          projectName: Type.String(),
          projectDescription: Type.String(),
          ownerName: Type.String(),
          ownerEmail: Type.String(),
          inventoryItems: Type.Array(InventoryLong),
        }),
      },
      400: { description: 'No such project' },
    },
    async run({ app, params, query }) {
      const [vendor, product] = [query.vendor?.trim(), query.product?.trim()];
      const filter: ItemFilter = {
        published: onlyPublished(query.published),
        cpe: vendor || product ? cpeFilter({ vendor, product }) : undefined,
        alerts: query.alerts === 'OPEN' || query.alerts === 'CLOSED' ? query.alerts : undefined,
        coverage: query.coverage,
        notCompared: query.notCompared,
      };
      // Nobody has to review what is gone.
      if (query.reviewStatus === 'READY_TO_REVIEW') Object.assign(filter, { status: 'DRAFT', presence: 'PRESENT' });
      else if (query.reviewStatus) filter.status = query.reviewStatus;
      const { head, rows, paging } = await operations.longList(app, params.projectId, filter, legacyPage(query), {
        skipVulnerabilities: query.skipVulnerabilities,
        includeFiles: query.includeFiles,
        includeCopyrights: query.includeCopyrights,
      });
      return streamed(`${JSON.stringify(head).slice(0, -1)},"inventoryItems":[`, rows, ']}', paging);
    },
  }),
  route({
    id: 'getInventorySummary',
    method: 'GET',
    path: '/projects/{projectId}/inventorySummary',
    group: 'Project',
    summary: 'The inventory of a project in short form',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: projectParams,
    query: Type.Object({
      vulnerabilitySummary: Flag(false, 'Adds counts of vulnerabilities by severity'),
      cvssVersion: OneOf(cvssChoices, 'CVSS version of the severities; ANY uses V3, and V2 if there is no V3', 'ANY'),
      published: OneOf([...publicationFilters, 'ANY'], 'Which items; ANY means ALL', 'PUBLISHED'),
      ...coverageFilters,
      ...PageQuery,
    }),
    statesDataAge: true,
    responses: {
      200: { description: 'Items in order of their ids', schema: PageOf(InventorySummary) },
      404: { description: 'No such project' },
    },
    async run({ app, params, query }) {
      const cvss = query.vulnerabilitySummary ? query.cvssVersion : undefined;
      const { rows, paging } = await operations.summaryList(
        app,
        params.projectId,
        { published: publishedFilter(query.published), coverage: query.coverage, notCompared: query.notCompared },
        newPage(query),
        cvss,
      );
      return streamed('{"data":[', rows, ']}', paging);
    },
  }),
  route({
    id: 'getInventory',
    method: 'GET',
    path: '/inventories/{inventoryId}',
    group,
    summary: 'An inventory item with all details',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: InventoryParams,
    query: Type.Object({ skipVulnerabilities: Flag(false, 'Leave vulnerabilities out') }),
    shows: itemEntity,
    statesDataAge: true,
    responses: { 200: { description: 'The item', schema: DataOf(InventoryLong) }, ...notFound404 },
    run: async ({ app, params, query }) =>
      data(await operations.describeItem(app, params.inventoryId, query.skipVulnerabilities)),
  }),
  route({
    id: 'getInventoryHistory',
    method: 'GET',
    path: '/inventories/{inventoryId}/history',
    group,
    summary: 'Changes of an item by revision, newest first',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: InventoryParams,
    query: Type.Object(PageQuery),
    responses: {
      200: {
        description: 'Revisions by their ids',
        schema: DataOf(Type.Record(Type.String(), Type.Array(HistoryEntry)), 'InventoryHistoryPage'),
      },
      ...notFound404,
    },
    async run({ app, params, query }) {
      const { revisions, paging } = await operations.itemHistory(app, params.inventoryId, newPage(query));
      return data(revisions, paging);
    },
  }),
  route({
    id: 'listAssociatedFiles',
    method: 'GET',
    path: '/inventories/{inventoryId}/associatedFiles',
    group,
    isExtra: true,
    summary: 'The files of an item',
    access: onProject('VIEW_INVENTORY', inventoryIn()),
    params: InventoryParams,
    query: Type.Object(PageQuery),
    responses: {
      200: {
        description: 'Files by path',
        schema: PageOf(
          Model('AssociatedFile', {
            fileId: Type.Integer(),
            filePath: Type.String(),
            remote: Type.Boolean({ description: 'Whether a scan agent reported it' }),
          }),
        ),
      },
      ...notFound404,
    },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.associatedFiles(app, params.inventoryId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'publishInventory',
    method: 'PUT',
    path: '/inventories/{inventoryId}/publish',
    group,
    summary: 'Publishes an item; the policy decides on it',
    access: onProject('PUBLISH_INVENTORY', inventoryIn()),
    params: InventoryParams,
    edits: itemEntity,
    responses: { 200: { description: 'Published', schema: Message }, ...notFound404 },
    async run({ app, caller, params }) {
      await operations.publishItem(app, caller, params.inventoryId);
      return done('Inventory published successfully.');
    },
  }),
  route({
    id: 'recallInventory',
    method: 'PUT',
    path: '/inventories/{inventoryId}/recall',
    group,
    summary: 'Recalls a published item; it keeps its status',
    access: onProject('RECALL_INVENTORY', inventoryIn()),
    params: InventoryParams,
    edits: itemEntity,
    responses: { 200: { description: 'Recalled', schema: Message }, ...notFound404 },
    async run({ app, caller, params }) {
      await operations.recallItem(app, caller, params.inventoryId);
      return done('Inventory recalled successfully.');
    },
  }),
  route({
    id: 'setInventoryStatus',
    method: 'PUT',
    path: '/inventories/{inventoryId}/status',
    group,
    summary: 'Sets the review status',
    description:
      'APPROVED closes open Manual Review tasks as approved; REJECTED closes them as rejected and opens a Remediation task.',
    access: onProject('REVIEW_INVENTORY', inventoryIn()),
    params: InventoryParams,
    query: Type.Object({ status: Type.Optional(InventoryStatus('The new status')) }),
    body: Model('InventoryStatusChange', {
      ...versioned,
      status: Type.Optional(InventoryStatus('The same, for clients that send it in the body')),
    }),
    edits: itemEntity,
    responses: { 200: { description: 'Set', schema: Message }, ...notFound404 },
    async run({ app, caller, params, query, body }) {
      await operations.setStatus(app, caller, params.inventoryId, query.status ?? body.status ?? 'DRAFT');
      return done('Inventory status updated successfully.');
    },
  }),
  ...pathRoutes,
  ...tableRoutes,
  ...viewRoutes,
];
