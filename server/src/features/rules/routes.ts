// Rules: the interface document only names the group, so all are extras. Schemas follow the wire format, section 17.2.
import { permission, signedIn } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { entity } from '../../http/entities.ts';
import { Created, DataOf, Id, Message, PageOf, PageQuery, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { created, data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import { Rule, RuleChange, RuleInput } from './schemas.ts';

const group = 'Rules';
const params = Type.Object({ ruleId: Id('Rule') });
/** Only those who may edit the library may edit rules, because both affect the scans of every project. */
const mayKeepRules = permission('library_manager', 'system_admin');

const rule = entity({
  name: 'rule',
  members: Object.keys(RuleInput.properties),
  load: ({ app, body }) => operations.ruleToReplace(app, body.id),
});

export const ruleRoutes: Route[] = [
  route({
    id: 'listRules',
    method: 'GET',
    path: '/rules',
    group,
    isExtra: true,
    summary: 'Detection rules',
    access: signedIn(),
    query: Type.Object(PageQuery),
    shows: rule,
    responses: { 200: { description: 'Rules in order of id', schema: PageOf(Rule) } },
    async run({ app, query }) {
      const { rules, paging } = await operations.pageOfRules(app, newPage(query));
      return data(rules, paging);
    },
  }),
  route({
    id: 'createRule',
    method: 'POST',
    path: '/rules',
    group,
    isExtra: true,
    summary: 'Creates a detection rule; the next scan of each project uses it',
    description:
      'Matching files become an inventory item of the component, version and license. Patterns: * within a name, ** across folders, ? one character; a pattern without a slash matches names in any folder.',
    access: mayKeepRules,
    largestBodyBytes: 16 * MIB,
    body: RuleInput,
    responses: {
      201: { description: 'Created', schema: Created },
      400: { description: 'A component, version or license does not exist, or both kinds of criteria are given' },
    },
    run: async ({ app, caller, body }) =>
      created(await operations.createRule(app, caller, body), 'Rule created successfully.'),
  }),
  route({
    id: 'updateRule',
    method: 'PUT',
    path: '/rules',
    group,
    isExtra: true,
    summary: 'Replaces a detection rule',
    access: mayKeepRules,
    largestBodyBytes: 16 * MIB,
    body: RuleChange,
    edits: rule,
    responses: { 200: { description: 'Updated', schema: Message }, 400: { description: 'No such rule' } },
    async run({ app, body: { id, ...input } }) {
      await operations.changeRule(app, id, input);
      return done('Rule updated successfully.');
    },
  }),
  route({
    id: 'getRule',
    method: 'GET',
    path: '/rules/{ruleId}',
    group,
    isExtra: true,
    summary: 'A detection rule',
    access: signedIn(),
    params,
    shows: rule,
    responses: { 200: { description: 'The rule', schema: DataOf(Rule) }, 404: { description: 'No such rule' } },
    run: async ({ app, params }) => data(await operations.describeRule(app, params.ruleId)),
  }),
  route({
    id: 'deleteRule',
    method: 'DELETE',
    path: '/rules/{ruleId}',
    group,
    isExtra: true,
    summary: 'Deletes a detection rule; the next scan of each project does not use it',
    access: mayKeepRules,
    params,
    responses: { 200: { description: 'Deleted', schema: Message }, 404: { description: 'No such rule' } },
    async run({ app, params }) {
      await operations.removeRule(app, params.ruleId);
      return done('Rule deleted successfully.');
    },
  }),
];
