// Releases by tags: which tags make a release after a scan, and what came of the last one.
import type { App } from '../../app.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { findReleaseRule, type ReleaseRule, setReleaseRule } from '../../db/releases/rules.ts';
import { LONGEST_TAG_PATTERN, releaseRuleResults, tagPattern } from '../../domain/releases/release-rule.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { unlessRefused } from '../../errors.ts';
import { onProject, projectIn } from '../../http/access.ts';
import type { Caller } from '../../http/call.ts';
import { entity } from '../../http/entities.ts';
import {
  DataOf,
  Enumeration,
  Flag,
  Id,
  Message,
  Model,
  type Static,
  Text,
  Type,
  versioned,
} from '../../http/models/schemas.ts';
import { data, done } from '../../http/replies.ts';
import { type Route, route } from '../../http/route.ts';

const group = 'Releases';
const params = Type.Object({ projectId: Id('Project') });
const missing = { 404: { description: 'No such project' } };
const fields = {
  tagPattern: Text(
    LONGEST_TAG_PATTERN,
    'Tags that make a release after the scan of their code, such as v*; * stands for any letters, ? for one. Blank makes none',
    { default: '' },
  ),
  isSigned: Flag(false, 'Signs the manifest of the dossier with the key of the site'),
  offerContact: Text(500, 'Address in the written offer of source; blank leaves a place to fill in', { default: '' }),
};
const RuleChange = Model('ReleaseRuleChange', { ...fields, ...versioned });
const RuleShown = Model('ReleaseRule', {
  ...fields,
  lastTime: Type.Optional(
    Model('ReleaseRuleTime', {
      scanId: Type.Integer({ description: 'The scan that was looked at' }),
      settledOn: Type.String(),
      result: Enumeration(
        'ReleaseRuleResult',
        releaseRuleResults,
      )('MADE if a release was begun, NONE if there was none to make'),
      detail: Type.String({ description: 'Such as the reason why there is none' }),
      releaseId: Type.Optional(Type.Integer({ description: 'The release, while it is there' })),
    }),
  ),
  ...versioned,
});

const rule = entity({
  name: 'release rule',
  members: ['tagPattern', 'isSigned', 'offerContact'],
  load: ({ app, params: { projectId } }) => describe(app, projectId),
});

async function describe(app: App, projectId: number) {
  const found = await findReleaseRule(app.db, projectId);
  return {
    ...{ tagPattern: found?.tag_pattern ?? '', isSigned: found?.is_signed ?? false },
    offerContact: found?.offer_contact ?? '',
    ...(found?.settled_at == null ? {} : { lastTime: lastTimeOf(found, found.settled_at) }),
  };
}

function lastTimeOf({ settled_scan_id, result, detail, release_id }: ReleaseRule, settledAt: Date) {
  return {
    ...{ scanId: settled_scan_id ?? 0, settledOn: wireTimeWithTenths(settledAt), result: result ?? 'NONE', detail },
    ...(release_id === null ? {} : { releaseId: release_id }),
  };
}

async function change(app: App, caller: Caller, projectId: number, input: Static<typeof RuleChange>): Promise<void> {
  const { isSigned, offerContact } = input;
  const pattern = unlessRefused(tagPattern(input.tagPattern));
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_PROJECT');
    await setReleaseRule(tx, { projectId, tagPattern: pattern, isSigned, offerContact, setBy: caller.login });
  });
}

export const releaseRuleRoutes: Route[] = [
  route({
    id: 'getReleaseRule',
    method: 'GET',
    path: '/projects/{projectId}/releaseRule',
    group,
    isExtra: true,
    summary: 'Which tags make a release of the project after a scan, and what came of the last scan',
    access: onProject('DOWNLOAD_REPORT', projectIn('params')),
    params,
    shows: rule,
    responses: { 200: { description: 'The rule', schema: DataOf(RuleShown) }, ...missing },
    run: async ({ app, params: { projectId } }) => data(await describe(app, projectId)),
  }),
  route({
    id: 'setReleaseRule',
    method: 'PUT',
    path: '/projects/{projectId}/releaseRule',
    group,
    isExtra: true,
    summary: 'Sets which tags make a release of the project after a scan',
    description: 'It counts from the next scan on: what was scanned before is released by people only.',
    access: onProject('EDIT_PROJECT', projectIn('params')),
    params,
    body: RuleChange,
    edits: rule,
    responses: {
      200: { description: 'Set', schema: Message },
      400: { description: 'The pattern is none, or the project is locked' },
      ...missing,
    },
    async run({ app, caller, params: { projectId }, body }) {
      await change(app, caller, projectId, body);
      return done('Release rule updated successfully.');
    },
  }),
];
