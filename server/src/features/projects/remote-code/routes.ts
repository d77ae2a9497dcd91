// Project (under /projects): what scan agents on build machines send (docs/adr/0041).

import { REMOTE_LIMITS } from '../../../domain/projects/remote-code.ts';
import { LONGEST_ALIAS } from '../../../domain/projects/scan-nodes.ts';
import { severities } from '../../../domain/vulnerabilities/severity.ts';
import { onProject, projectIn } from '../../../http/access.ts';
import { MIB } from '../../../http/bodies.ts';
import { Created, DataOf, Id, Model, Queued, Text, Type } from '../../../http/models/schemas.ts';
import { accepted, created, data } from '../../../http/replies.ts';
import { type Route, route } from '../../../http/route.ts';
import { scanNodeMembers } from '../codebase-routes.ts';
import { describeNode } from './node.ts';
import * as operations from './operations.ts';
import { RemoteFolder, remoteFolder } from './tree.ts';

const group = 'Project';
const Alias = Text(LONGEST_ALIAS, 'Alias of the scan agent', { minLength: 1 });
const NodeParams = Type.Object({ projectId: Id('Project'), alias: Alias });
const SendParams = Type.Object({ projectId: Id('Project'), alias: Alias, sendId: Id('Send') });
const maySend = onProject('SCAN', projectIn('params'));
const Digest = Type.String({ pattern: '^[0-9a-f]{64}$', description: 'SHA-256 of the JSON of the facts, in hex' });
const noSend = {
  404: { description: 'No such project, or the send is over: a newer one of this alias has taken its place' },
  409: { description: 'The send is finished; the id of its job ends the text' },
};

const SendInput = Model('RemoteSendInput', {
  host: Text(255, 'The machine of the agent; one alias belongs to one host', { minLength: 1 }),
  analyzerVersion: Text(100, 'Version of the analyser that made the facts', { minLength: 1 }),
  root: Text(4096, 'What was scanned, as people shall see it'),
});
const FilesInput = Model('RemoteFilesInput', {
  files: Type.Array(
    Model('RemoteFileInput', { path: Text(4096, 'Path in the code base', { minLength: 1 }), facts: Digest }),
    {
      minItems: 1,
      maxItems: REMOTE_LIMITS.filesOfPart,
      description: 'Files of the list, each with the digest of its facts',
    },
  ),
});
const LackingFacts = Model('LackingFacts', {
  lacking: Type.Array(Digest, { description: 'Facts of these files that the server does not have yet' }),
});
const FactsInput = Model('RemoteFactsInput', {
  facts: Type.Array(Type.Unknown(), {
    minItems: 1,
    maxItems: REMOTE_LIMITS.filesOfPart,
    description: 'What `assay scan --format jsonl` calls the facts of a file, unchanged',
  }),
});
const StoredFacts = Model('StoredFacts', { stored: Type.Integer() });
const FinishInput = Model('RemoteFinishInput', {
  issues: Type.Array(
    Model('RemoteIssue', {
      code: Text(50, 'Code of the issue', { minLength: 1 }),
      path: Text(4096, 'Path in the code base; blank if it concerns all of it'),
      message: Text(2000, 'A sentence for people'),
    }),
    { maxItems: REMOTE_LIMITS.issues, default: [], description: 'What the agent could not read or understand' },
  ),
});
const ScanAgent = Model('ScanAgent', {
  ...scanNodeMembers,
  root: Type.String({ description: 'What was scanned' }),
  sizeBytes: Type.Integer(),
  numberOfLines: Type.Integer(),
  analyzerVersion: Type.String(),
  inventory: Model('ScanAgentInventory', {
    items: Type.Integer({ description: 'Inventory items with files of the agent' }),
    published: Type.Integer(),
    rejected: Type.Integer(),
    drafts: Type.Integer(),
    notCompared: Type.Integer({ description: 'Components that were compared with no advisories' }),
  }),
  vulnerabilities: Model(
    'ScanAgentVulnerabilities',
    Object.fromEntries(severities.map((severity) => [severity, Type.Integer()])) as Record<
      (typeof severities)[number],
      ReturnType<typeof Type.Integer>
    >,
    { description: 'Vulnerabilities that affect these items and that nobody suppressed, by severity' },
  ),
});

export const remoteCodeRoutes: Route[] = [
  route({
    id: 'getScanAgent',
    method: 'GET',
    path: '/projects/{projectId}/scanNodes/{alias}',
    group,
    isExtra: true,
    summary: 'A scan agent, and what its code base brings into the inventory',
    access: onProject('VIEW_INVENTORY', projectIn('params')),
    params: NodeParams,
    statesDataAge: true,
    responses: {
      200: { description: 'The agent', schema: DataOf(ScanAgent) },
      404: { description: 'No such project, or no scan agent of this alias' },
    },
    run: async ({ app, params }) => data(await describeNode(app, params.projectId, params.alias)),
  }),
  route({
    id: 'listRemoteCodebase',
    method: 'GET',
    path: '/projects/{projectId}/scanNodes/{alias}/codebase',
    group,
    isExtra: true,
    summary: 'The direct content of a folder of a code base of a build machine, by name',
    access: onProject('VIEW_FILES', projectIn('params')),
    params: NodeParams,
    query: Type.Object({
      folderPath: Text(4096, 'Folder; empty for the root', { default: '' }),
      after: Text(4200, '`next` of the page before', { default: '' }),
      limit: Type.Integer({ minimum: 1, maximum: 1000, default: 200, description: 'Entries per page' }),
    }),
    responses: {
      200: { description: 'Entries', schema: DataOf(RemoteFolder) },
      404: { description: 'No such project, scan agent or folder' },
    },
    run: async ({ app, params, query }) => data(await remoteFolder(app, params.projectId, params.alias, query)),
  }),
  route({
    id: 'removeScanAgent',
    method: 'DELETE',
    path: '/projects/{projectId}/scanNodes/{alias}',
    group,
    isExtra: true,
    summary: 'Queues a job that removes what a scan agent sent; items that nothing else proves are then gone',
    access: maySend,
    params: NodeParams,
    responses: {
      202: { description: 'Queued', schema: Queued },
      400: { description: 'The project is locked' },
      404: { description: 'No such project, or no scan agent of this alias' },
      409: { description: 'Another job of the project is in the way; its id ends the text' },
    },
    async run({ app, caller, params }) {
      const id = await operations.removeNode(app, caller, params.projectId, params.alias);
      return accepted('The removal was queued.', { id });
    },
  }),
  route({
    id: 'beginRemoteSend',
    method: 'POST',
    path: '/projects/{projectId}/scanNodes/{alias}/sends',
    group,
    isExtra: true,
    summary: 'Begins to send a scan of a build machine; takes the place of a send of this alias that was not finished',
    access: maySend,
    params: NodeParams,
    body: SendInput,
    responses: {
      201: { description: 'Begun', schema: Created },
      400: { description: 'The alias or host is wrong, the project is locked or has too many scan agents' },
      404: { description: 'No such project' },
      409: { description: 'The alias belongs to another host, or its last send is still being worked on' },
    },
    async run({ app, params, body }) {
      const { id } = await operations.beginSend(app, params.projectId, params.alias, body);
      return created(id, 'Begun');
    },
  }),
  route({
    id: 'sendRemoteFiles',
    method: 'PUT',
    path: '/projects/{projectId}/scanNodes/{alias}/sends/{sendId}/files',
    group,
    isExtra: true,
    summary: 'Adds files to the list of a send; the answer says which facts the server lacks',
    access: maySend,
    params: SendParams,
    body: FilesInput,
    largestBodyBytes: 24 * MIB,
    responses: {
      200: { description: 'Added', schema: DataOf(LackingFacts) },
      400: { description: 'A path is wrong, or there are too many files' },
      ...noSend,
    },
    run: async ({ app, params, body }) => data({ lacking: await operations.sendFiles(app, params, body.files) }),
  }),
  route({
    id: 'sendRemoteFacts',
    method: 'PUT',
    path: '/projects/{projectId}/scanNodes/{alias}/sends/{sendId}/facts',
    group,
    isExtra: true,
    summary: 'Stores facts that files of a send have. They are used in this remote code base only',
    access: maySend,
    params: SendParams,
    body: FactsInput,
    largestBodyBytes: REMOTE_LIMITS.factsOfPartBytes,
    responses: {
      200: { description: 'Stored', schema: DataOf(StoredFacts) },
      400: { description: 'Facts are wrong, are those of no file of the send, or are too many' },
      ...noSend,
    },
    run: async ({ app, params, body }) => data({ stored: await operations.sendFacts(app, params, body.facts) }),
  }),
  route({
    id: 'finishRemoteSend',
    method: 'POST',
    path: '/projects/{projectId}/scanNodes/{alias}/sends/{sendId}/finish',
    group,
    isExtra: true,
    summary: 'Queues the job Remote Scan, which makes the send the code base of its alias',
    access: maySend,
    params: SendParams,
    body: FinishInput,
    largestBodyBytes: 24 * MIB,
    responses: {
      202: { description: 'Queued', schema: Queued },
      400: { description: 'The send has no files, or facts are lacking' },
      404: noSend[404],
      409: { description: 'The send is finished already, or another job is in the way; its id ends the text' },
    },
    async run({ app, caller, params, body }) {
      const id = await operations.finishSend(app, caller, params, body.issues);
      return accepted('The remote scan was queued.', { id });
    },
  }),
];
