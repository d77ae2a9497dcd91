// Policies: operations in the style of the interface document, which does not have them.
import { countOf } from '../../domain/count-text.ts';
import { onProject, permission, projectIn, signedIn } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { entity } from '../../http/entities.ts';
import { Created, DataOf, Flag, Id, ListOf, Message, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { accepted, created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Policy, PolicyChange, PolicyInput, PolicyPreview, PolicyPreviewInput, PolicySummary } from './schemas.ts';

const group = 'Policies';
const params = Type.Object({ policyId: Id('Policy profile') });
const mayEditPolicies = permission('edit_policy');
const missing = { 404: { description: 'No such policy profile' } };

const policy = entity({
  name: 'policy profile',
  members: ['name', 'description', 'rules'],
  load: ({ app, params: { policyId } }) => operations.describePolicy(app, policyId),
});

export const policyRoutes: Route[] = [
  route({
    id: 'listPolicies',
    method: 'GET',
    path: '/policies',
    group,
    isExtra: true,
    summary: 'Policy profiles',
    access: signedIn(),
    query: Type.Object(PageQuery),
    responses: { 200: { description: 'Profiles in order of id', schema: PageOf(PolicySummary) } },
    async run({ app, query }) {
      const { policies, paging } = await operations.pageOfPolicies(app, newPage(query));
      return data(policies, paging);
    },
  }),
  route({
    id: 'getPolicy',
    method: 'GET',
    path: '/policies/{policyId}',
    group,
    isExtra: true,
    summary: 'A policy profile with its rules',
    access: signedIn(),
    params,
    shows: policy,
    responses: { 200: { description: 'The profile', schema: DataOf(Policy) }, ...missing },
    run: async ({ app, params }) => data(await operations.describePolicy(app, params.policyId)),
  }),
  route({
    id: 'createPolicy',
    method: 'POST',
    path: '/policies',
    group,
    isExtra: true,
    summary: 'Creates a policy profile',
    description:
      'Any rejecting rule wins over any number of approving ones; an item that meets no rule is not decided.',
    access: mayEditPolicies,
    largestBodyBytes: 16 * MIB,
    body: PolicyInput,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'Another profile has this name, or a version range cannot be read' },
    },
    run: async ({ app, body }) =>
      created(await operations.createPolicy(app, body), 'Policy profile created successfully.'),
  }),
  route({
    id: 'tryPolicyRules',
    method: 'POST',
    path: '/policies/preview',
    group,
    isExtra: true,
    summary: 'What rules would decide about the published items of some projects. Changes nothing',
    description:
      'As Apply Policy would decide now with these rules, whatever policy the projects have. At most 20,000 items of each project are tried.',
    access: mayEditPolicies,
    largestBodyBytes: 16 * MIB,
    body: PolicyPreviewInput,
    responses: {
      200: { description: 'By project, in the order of the request', schema: ListOf(PolicyPreview) },
      400: { description: 'A name or a version range is wrong' },
      404: { description: 'No such project' },
    },
    run: async ({ app, caller, body }) => data(await operations.previewPolicy(app, caller, body)),
  }),
  route({
    id: 'updatePolicy',
    method: 'PUT',
    path: '/policies/{policyId}',
    group,
    isExtra: true,
    summary: 'Replaces a policy profile; items that were already reviewed keep their status',
    description:
      'The new rules at once settle choices of licenses (MIT OR GPL-2.0-only) again, unless a person settled them; only items that get another license are reviewed.',
    access: mayEditPolicies,
    params,
    largestBodyBytes: 16 * MIB,
    body: PolicyChange,
    edits: policy,
    responses: {
      200: { description: 'Updated', schema: Message },
      400: {
        description: 'Another profile has this name, the name cannot be changed, or a version range cannot be read',
      },
      ...missing,
    },
    async run({ app, caller, params, body }) {
      const settled = await operations.changePolicy(app, caller, params.policyId, body);
      const told =
        settled === 0
          ? ''
          : ` ${countOf(settled, 'inventory item')} ${settled === 1 ? 'is' : 'are'} under another license by it.`;
      return done(`Policy profile updated successfully.${told}`);
    },
  }),
  route({
    id: 'deletePolicy',
    method: 'DELETE',
    path: '/policies/{policyId}',
    group,
    isExtra: true,
    summary: 'Deletes a policy profile that no project uses',
    access: mayEditPolicies,
    params,
    responses: {
      200: { description: 'Deleted', schema: Message },
      400: { description: 'The default profile, or projects use it' },
      ...missing,
    },
    async run({ app, params }) {
      await operations.removePolicy(app, params.policyId);
      return done('Policy profile deleted successfully.');
    },
  }),
  route({
    id: 'applyPolicy',
    method: 'POST',
    path: '/jobs/applyPolicy/{projectId}',
    group,
    isExtra: true,
    summary: 'Queues a review of the published inventory by the policy of the project',
    description: 'Items that meet no rule keep their status.',
    access: onProject('APPLY_POLICY', projectIn('params')),
    params: Type.Object({ projectId: Id('Project') }),
    query: Type.Object({ keepManualStatuses: Flag(false, 'Keep statuses that a person set') }),
    responses: {
      202: { description: 'Queued; the id of the job follows the colon', schema: Message },
      400: { description: 'The project has no policy profile, or is locked' },
      404: { description: 'No such project' },
      409: { description: 'A scan or another job that writes the inventory is queued or running' },
    },
    async run({ app, caller, params, query }) {
      const id = await operations.applyPolicy(app, caller, params.projectId, query.keepManualStatuses);
      return accepted(`The policy will be applied in the background with the job ID: ${id}`);
    },
  }),
];
