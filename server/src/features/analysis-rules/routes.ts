// Rules that decide about vulnerabilities. The interface document has no such operations; these are in its style.
import { ruleKinds, ruleStates } from '../../domain/analysis-rules/rule.ts';
import { vexEffects } from '../../domain/vulnerabilities/vex.ts';
import { signedIn, visibleRows } from '../../http/access.ts';
import { MIB } from '../../http/bodies.ts';
import { entity } from '../../http/entities.ts';
import { Created, DataOf, Id, OneOf, PageOf, PageQuery, Text, Type } from '../../http/models/schemas.ts';
import { newPage } from '../../http/paging.ts';
import { created, data } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';
import * as operations from './operations.ts';
import {
  AnalysisRule,
  AnalysisRuleChange,
  AnalysisRuleChanged,
  AnalysisRuleInput,
  AnalysisRulePreview,
  AnalysisRulePreviewInput,
  AnalysisRuleSwitch,
  DecidedByRule,
} from './schemas.ts';

const group = 'Analysis rules';
const params = Type.Object({ ruleId: Id('Rule') });
/** A rule for certain projects needs the right in each of them; any other one needs the permission system_admin. */
const changes = signedIn(['ANALYZE_VULNERABILITIES']);
const missing = { 404: { description: 'No such rule, or no such project in its condition' } };
const wrong = { 400: { description: 'A field is wrong, or another rule has this name' } };

const rule = entity({
  name: 'analysis rule',
  members: ['name', 'condition', 'state', 'justification', 'response', 'ground', 'suppress', 'expiresOn', 'isEnabled'],
  load: ({ app, caller, params: { ruleId } }) => operations.describeRule(app, caller, ruleId),
});

export const analysisRuleRoutes: Route[] = [
  route({
    id: 'listAnalysisRules',
    method: 'GET',
    path: '/analysisRules',
    group,
    isExtra: true,
    summary: 'Rules that decide about vulnerabilities of items, in the order of their names',
    description: 'A rule for certain projects is listed if you may see all of them.',
    access: visibleRows(),
    query: Type.Object({
      search: Type.Optional(Text(255, 'Part of the name, of the ground, or of a vulnerability in the condition')),
      state: Type.Optional(OneOf(ruleStates, 'Only rules in this state')),
      kind: Type.Optional(OneOf(ruleKinds, 'Only rules of this kind')),
      projectId: Type.Optional(Id('Only rules that name this project')),
      ...PageQuery,
    }),
    shows: rule,
    responses: { 200: { description: 'Rules', schema: PageOf(AnalysisRule) } },
    async run({ app, caller, query: { offset, limit, ...filter } }) {
      const { rules, paging } = await operations.pageOfAnalysisRules(app, caller, filter, newPage({ offset, limit }));
      return data(rules, paging);
    },
  }),
  route({
    id: 'createAnalysisRule',
    method: 'POST',
    path: '/analysisRules',
    group,
    isExtra: true,
    summary: 'Creates a rule that decides about vulnerabilities of items, now and whenever one is found',
    description:
      'Analyses of people count before rules, and rules before sources of VEX. It takes the right ANALYZE_VULNERABILITIES in each project of condition.projectIds; a rule without them takes the permission system_admin.',
    access: changes,
    largestBodyBytes: 4 * MIB,
    body: AnalysisRuleInput,
    responses: { 201: { description: 'Created', schema: Created }, ...wrong, ...missing },
    async run({ app, caller, body }) {
      const { id, ...settled } = await operations.createAnalysisRule(app, caller, body);
      return created(id, 'Analysis rule created successfully.', settled);
    },
  }),
  route({
    id: 'previewAnalysisRule',
    method: 'POST',
    path: '/analysisRules/preview',
    group,
    isExtra: true,
    summary: 'Counts what a rule would decide, and what it would leave out and why. Changes nothing',
    access: changes,
    largestBodyBytes: 4 * MIB,
    body: AnalysisRulePreviewInput,
    responses: {
      200: { description: 'What it would decide', schema: DataOf(AnalysisRulePreview) },
      ...wrong,
      ...missing,
    },
    run: async ({ app, caller, body }) => data(await operations.previewAnalysisRule(app, caller, body)),
  }),
  route({
    id: 'getAnalysisRule',
    method: 'GET',
    path: '/analysisRules/{ruleId}',
    group,
    isExtra: true,
    summary: 'A rule that decides about vulnerabilities',
    access: visibleRows(),
    params,
    shows: rule,
    responses: { 200: { description: 'The rule', schema: DataOf(AnalysisRule) }, ...missing },
    run: async ({ app, caller, params }) => data(await operations.describeRule(app, caller, params.ruleId)),
  }),
  route({
    id: 'updateAnalysisRule',
    method: 'PUT',
    path: '/analysisRules/{ruleId}',
    group,
    isExtra: true,
    summary: 'Replaces a rule. What it no longer decides is open again',
    access: changes,
    params,
    largestBodyBytes: 4 * MIB,
    body: AnalysisRuleChange,
    edits: rule,
    responses: { 200: { description: 'What has changed', schema: DataOf(AnalysisRuleChanged) }, ...wrong, ...missing },
    run: async ({ app, caller, params, body }) =>
      data(await operations.updateAnalysisRule(app, caller, params.ruleId, body)),
  }),
  route({
    id: 'deleteAnalysisRule',
    method: 'DELETE',
    path: '/analysisRules/{ruleId}',
    group,
    isExtra: true,
    summary: 'Deletes a rule; all that it decided is open again',
    access: changes,
    params,
    responses: { 200: { description: 'What has changed', schema: DataOf(AnalysisRuleChanged) }, ...missing },
    run: async ({ app, caller, params }) => data(await operations.deleteAnalysisRule(app, caller, params.ruleId)),
  }),
  route({
    id: 'switchAnalysisRule',
    method: 'PUT',
    path: '/analysisRules/{ruleId}/isEnabled',
    group,
    isExtra: true,
    summary: 'Switches a rule on or off. Off: all that it decided is open again',
    access: changes,
    params,
    body: AnalysisRuleSwitch,
    responses: {
      200: { description: 'What has changed', schema: DataOf(AnalysisRuleChanged) },
      400: { description: 'The rule has ended' },
      ...missing,
    },
    run: async ({ app, caller, params, body }) =>
      data(await operations.switchAnalysisRule(app, caller, params.ruleId, body.isEnabled)),
  }),
  route({
    id: 'listDecidedByAnalysisRule',
    method: 'GET',
    path: '/analysisRules/{ruleId}/decisions',
    group,
    isExtra: true,
    summary: 'What a rule decides in the projects that you may see, and where people have decided otherwise',
    access: visibleRows(),
    params,
    query: Type.Object({ effect: Type.Optional(OneOf(vexEffects, 'Only such decisions')), ...PageQuery }),
    responses: { 200: { description: 'Vulnerabilities of items', schema: PageOf(DecidedByRule) }, ...missing },
    async run({ app, caller, params, query: { effect, ...query } }) {
      const { decided, paging } = await operations.pageOfDecided(app, caller, params.ruleId, effect, newPage(query));
      return data(decided, paging);
    },
  }),
];
