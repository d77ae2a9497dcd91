// What no longer stands (not in the interface document): items that are gone, decisions to take again, decisions that a policy would overturn.

import { inventoryIn, onProject, projectIn, visibleRows } from '../../http/access.ts';
import { DataOf, Id, Message, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import { confirmationRights } from '../../reviews/confirmation.ts';
import { changedWords } from './changed-words.ts';
import * as operations from './operations.ts';
import {
  ChangedWords,
  Confirmation,
  Confirmed,
  GoneInventory,
  KeepReason,
  OverturnedDecision,
  ReleaseReason,
  ToDecideAgain,
} from './schemas.ts';

const group = 'Decisions';
const ofProject = Type.Object({ projectId: Id('Project') });
const ofItem = Type.Object({ inventoryId: Id('Inventory item') });
const query = Type.Object(PageQuery);
const noProject = { 404: { description: 'No such project' } };
const noItem = { 404: { description: 'No such inventory item' } };

export const standingRoutes: Route[] = [
  route({
    id: 'listGoneInventory',
    method: 'GET',
    path: '/projects/{projectId}/goneInventories',
    group,
    isExtra: true,
    summary: 'Items whose evidence is no longer in the code, those that nobody keeps first',
    description:
      'Items that are gone count nowhere: not in figures, vulnerabilities, alerts, notices, reports, SBOMs or policies. Lists of items show them with `goneSinceScan`.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: ofProject,
    query,
    responses: { 200: { description: 'Items', schema: PageOf(GoneInventory) }, ...noProject },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.goneItems(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'keepGoneInventory',
    method: 'PUT',
    path: '/inventories/{inventoryId}/kept',
    group,
    isExtra: true,
    summary: 'Keeps an item whose evidence is gone: it counts again until somebody withdraws this',
    access: onProject('REVIEW_INVENTORY', inventoryIn()),
    params: ofItem,
    body: KeepReason,
    responses: {
      200: { description: 'Kept', schema: Message },
      409: { description: 'The item is not gone' },
      ...noItem,
    },
    async run({ app, caller, params, body }) {
      await operations.keepItem(app, caller, params.inventoryId, { isKept: true, why: body.why });
      return done('The inventory item counts without evidence from now on.');
    },
  }),
  route({
    id: 'releaseKeptInventory',
    method: 'DELETE',
    path: '/inventories/{inventoryId}/kept',
    group,
    isExtra: true,
    summary: 'Withdraws the decision to keep an item without evidence',
    access: onProject('REVIEW_INVENTORY', inventoryIn()),
    params: ofItem,
    query: ReleaseReason,
    responses: {
      200: { description: 'Withdrawn', schema: Message },
      409: { description: 'Nobody keeps it' },
      ...noItem,
    },
    async run({ app, caller, params, query }) {
      await operations.keepItem(app, caller, params.inventoryId, { isKept: false, why: query.why ?? '' });
      return done('The inventory item is no longer kept.');
    },
  }),
  route({
    id: 'listProjectDecisionsToTakeAgain',
    method: 'GET',
    path: '/projects/{projectId}/toBeDecidedAgain',
    group,
    isExtra: true,
    summary: 'Reviews and other decisions of a project that no longer hold, with what changed',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: ofProject,
    query: Type.Object({ ...query.properties, inventoryId: Type.Optional(Id('Only decisions about this item')) }),
    responses: { 200: { description: 'Decisions', schema: PageOf(ToDecideAgain) }, ...noProject },
    async run({ app, caller, params, query }) {
      const of = { projectId: params.projectId, itemId: query.inventoryId };
      const { rows, paging } = await operations.toDecideAgain(app, caller, of, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'getChangedWords',
    method: 'GET',
    path: '/projects/{projectId}/toBeDecidedAgain/{decisionId}/words',
    group,
    isExtra: true,
    summary: 'In which words a file, or the license texts of an item, differ from those that were decided on',
    description:
      'Of decisions about files and reviews that are to be taken again. What was decided on is kept for it until somebody decides again.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: Type.Object({ ...ofProject.properties, decisionId: Id('Decision that is to be taken again') }),
    responses: {
      200: { description: 'The words', schema: DataOf(ChangedWords) },
      404: { description: 'No such project, or no such decision that is to be taken again in it' },
    },
    run: async ({ app, params }) => data(await changedWords(app, params.projectId, params.decisionId)),
  }),
  route({
    id: 'confirmDecisions',
    method: 'POST',
    path: '/projects/{projectId}/stillHolds',
    group,
    isExtra: true,
    summary: 'Confirms decisions that are to be taken again: they still hold, on what their subjects have now',
    description:
      'Each needs the right that the decision itself needs. All are confirmed or none: 409 if one is not to be decided again, or if something else has changed since the caller read `why`.',
    access: onProject('EDIT_INVENTORY_NOTES', projectIn('params'), confirmationRights),
    params: ofProject,
    body: Confirmation,
    responses: {
      200: { description: 'Confirmed', schema: DataOf(Confirmed) },
      409: { description: 'One of them is not to be decided again, or something else has changed' },
      ...noProject,
    },
    async run({ app, caller, authorize, params, body }) {
      const confirmed = await operations.confirmAgain(app, { caller, authorize }, params.projectId, body);
      return data({ confirmed });
    },
  }),
  route({
    id: 'listDecisionsToTakeAgain',
    method: 'GET',
    path: '/toBeDecidedAgain',
    group,
    isExtra: true,
    summary: 'The same in all projects whose inventory the caller may see',
    access: visibleRows(),
    query,
    responses: { 200: { description: 'Decisions', schema: PageOf(ToDecideAgain) } },
    async run({ app, caller, query }) {
      const { rows, paging } = await operations.toDecideAgain(app, caller, {}, newPage(query));
      return data(rows, paging);
    },
  }),
  route({
    id: 'previewPolicy',
    method: 'GET',
    path: '/projects/{projectId}/policyPreview',
    group: 'Policies',
    isExtra: true,
    summary: 'Decisions of people that the policy of the project would overturn now, if it did not keep them',
    description: 'Changes nothing.',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: ofProject,
    query,
    responses: { 200: { description: 'Decisions', schema: PageOf(OverturnedDecision) }, ...noProject },
    async run({ app, params, query }) {
      const { rows, paging } = await operations.policyPreview(app, params.projectId, newPage(query));
      return data(rows, paging);
    },
  }),
];
