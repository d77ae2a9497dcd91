// Operations that need something besides the server: a Jira, a directory, a running job. They are called last, so
// that the ids in the other examples are the same on all machines.

import { createHash, createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digestsOf } from '@assay/scanner/analyze';
import { firstOf } from '@assay/scanner/items';
import { putLookup } from '../../src/db/registries.ts';
import { tar } from '../archives.ts';
import { Repository, serveGitHttp } from '../git-servers.ts';
import type { Harness } from '../harness.ts';
import { JIRA_TOKEN, JIRA_USER, startJira } from '../jira-server.ts';
import { startRegistry } from '../registry-server.ts';
import { BASE, PASSWORD, READER, startSlapd } from '../slapd.ts';
import type { Recorder } from './recorder.ts';
import { tellOfFileViews, tellOfInventoryViews } from './views.ts';

/** Answers that need a directory. */
export const OF_DIRECTORY: [operation: string, status: number][] = [
  ['testLdapSettings', 200],
  ['syncLdap', 200],
];

export async function tellWithJira(h: Harness, { say }: Recorder): Promise<void> {
  const jira = await startJira();
  try {
    const { projectId, taskId } = await newTask(h);
    const login = { userName: JIRA_USER, secret: JIRA_TOKEN };
    const body = { name: 'Tracker', url: jira.url, projectKey: 'LEGAL', ...login };
    const instanceId = (await call(h, 'POST', '/almInstances', body)).id;
    await call(h, 'PUT', `/projects/${projectId}/alm`, { instanceId });
    await say('testAlmInstance', { params: { instanceId } });
    await say('assignTaskIssues', { params: { taskId }, body: { ids: [Number(jira.add('Replace lodash').id)] } });
  } finally {
    await jira.close();
  }
}

/** A repository on a server of this machine. */
export async function tellWithGit(h: Harness, { say, refuse }: Recorder): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), 'assay-git-'));
  const server = await serveGitHttp(root);
  const repository = new Repository(root, 'shop');
  try {
    repository.commit({ LICENSE: 'MIT' });
    const { projectId } = await newTask(h);
    await call(h, 'POST', `/scmInstances/Git?projectId=${projectId}`, { url: `${server.address}/shop.git` });
    await say('testScmInstance', { query: { projectId, scmType: 'GIT', instanceId: 0 } });
    await refuse('synchroniseScmInstances', { query: { projectId: 999_999 } }, 404);
    await h.jobOver((await say('synchroniseScmInstances', { query: { projectId } })).id as number);
    await tellOfPushes(h, { say, refuse }, projectId);
  } finally {
    await server.close();
    repository.remove();
    rmSync(root, { recursive: true, force: true });
  }
}

/** When the code of a project is brought without being asked for. */
async function tellOfPushes(
  h: Harness,
  { say, refuse }: Pick<Recorder, 'say' | 'refuse'>,
  projectId: number,
): Promise<void> {
  const query = { projectId };
  await say('setCodeSchedule', { query, body: { action: 'SCAN', frequency: 'WEEKLY', at: '03:30', on: 'MONDAY' } });
  await say('getCodeSchedule', { query });
  const secret = 'Shared-with-the-code-host';
  const { id: hookId, address } = (await say('createPushHook', {
    query,
    body: { sender: 'GITHUB', action: 'SCAN', secret },
  })) as { id: number; address: string };
  await say('listPushHooks', { query });
  const raw = Buffer.from('{"zen":"Keep it simple."}');
  const signature = createHmac('sha256', secret).update(raw).digest('hex');
  const headers = { 'x-github-event': 'ping', 'x-hub-signature-256': `sha256=${signature}` };
  await refuse('receivePush', { params: { addressKey: 'nobody-knows-it' }, raw, headers }, 404);
  await say('receivePush', { params: { addressKey: address.slice('/api/pushes/'.length) }, raw, headers });
  await h.database.pool.query('delete from push_deliveries where hook_id = $1', [hookId]);
  await h.database.pool.query(
    `insert into push_deliveries (hook_id, delivery_key, event, result, detail, job_id)
     values ($1, '72d3162e-cc78-11e3-81ab-4c9367dc0958', 'push', 'QUEUED', 'A scan was queued.', 471)`,
    [hookId],
  );
  await say('listPushDeliveries', { params: { hookId } });
  await say('updatePushHook', { params: { hookId }, body: { action: 'SYNC' } });
  await say('deletePushHook', { params: { hookId } });
}

/** What a scan agent sends of one file. */
export async function tellOfAgent(h: Harness, { say, refuse }: Recorder): Promise<void> {
  const { projectId } = await newTask(h);
  const node = { projectId, alias: 'build' };
  const begin = { host: 'builder-1', analyzerVersion: '28 (assay 0.2.0)', root: 'shop' };
  const sendId = (await say('beginRemoteSend', { params: node, body: begin })).id as number;
  await refuse('beginRemoteSend', { params: node, body: { ...begin, host: 'builder-2' } }, 409);
  const params = { ...node, sendId };
  const digests = digestsOf(Buffer.from('x'));
  const facts = {
    ...{ sizeBytes: 1, ...digests, kind: 'text', mediaType: 'text/plain', language: 'C' },
    ...{ lines: { total: 1, code: 1, comment: 0, blank: 0 }, spdx: ['MIT'], licenses: [], licenseReferences: [] },
    ...{ copyrights: [], authors: [], emails: [], urls: [], searchTerms: [], packages: [] },
  };
  const digest = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  await say('sendRemoteFiles', { params, body: { files: [{ path: 'src/a.c', facts: digest }] } });
  await refuse('finishRemoteSend', { params, body: {} }, 400);
  await say('sendRemoteFacts', { params, body: { facts: [facts] } });
  await h.jobOver((await say('finishRemoteSend', { params, body: { issues: [] } })).id as number);
  await say('getScanAgent', { params: node });
  await say('listRemoteCodebase', { params: node });
  await refuse('listRemoteCodebase', { params: { ...node, alias: 'nobody' } }, 404);
  await h.jobOver((await say('removeScanAgent', { params: node })).id as number);
}

/** Packages of a registry as sources. */
export async function tellWithPackages(h: Harness, { say }: Recorder): Promise<void> {
  const registry = await startRegistry();
  const setRegistry = (isAsked: boolean, address: string) =>
    h.database.pool.query("update registries set is_asked = $1, base_address = $2 where name = 'npm'", [
      isAsked,
      address,
    ]);
  try {
    await setRegistry(true, registry.url);
    const dist = { tarball: `${registry.url}/left-pad-1.3.0.tgz`, shasum: digestsOf(Buffer.from('x')).sha1 };
    registry.answers.set('/left-pad', { versions: { '1.3.0': { dist } } });
    const { projectId } = await newTask(h);
    const body = { purls: ['pkg:npm/left-pad@1.3.0'] };
    await say('createPackageSource', { params: { projectId }, body });
    const params = { projectId, instanceId: 0 };
    await say('testPackageSource', { params });
    await say('updatePackageSource', { params, body });
    await say('listPackageSources', { params: { projectId } });
    await say('deletePackageSource', { params });
  } finally {
    await setRegistry(false, '');
    await registry.close();
  }
}

/** An archive that arrives in parts. */
export async function tellOfUpload(h: Harness, { say, refuse }: Recorder): Promise<void> {
  const { projectId } = await newTask(h);
  const archive = tar([{ name: 'src/a.c', content: 'int a;\n' }]);
  const tus = { 'tus-resumable': '1.0.0' };
  const bytes = { ...tus, 'content-type': 'application/offset+octet-stream' };
  const raw = Buffer.alloc(0);
  const begin = (name: string) => ({
    params: { projectId },
    raw,
    headers: {
      ...tus,
      'upload-length': String(archive.length),
      'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
    },
  });
  await refuse('createResumableUpload', { params: { projectId }, raw, headers: {} }, 412);
  await say('createResumableUpload', begin('abandoned.tar'));
  await say('createResumableUpload', begin('shop.tar'));
  await say('listResumableUploads', { params: { projectId } });
  const [upload, abandoned] = (await h.call('GET', `/projects/${projectId}/uploads`)).body.data;
  const params = { projectId, uploadId: upload.uploadId };
  await say('getResumableUpload', { params });
  const part = { params, raw: archive, headers: { ...bytes, 'upload-offset': '512' } };
  await refuse('appendResumableUpload', part, 409);
  await say('appendResumableUpload', { ...part, headers: { ...bytes, 'upload-offset': '0' } });
  await h.jobOver((await h.call('GET', `/projects/${projectId}/uploads/${upload.uploadId}`)).body.data.jobId);
  await say('terminateResumableUpload', { params: { projectId, uploadId: abandoned.uploadId }, raw, headers: tus });
}

/** An item whose evidence the last scan no longer found. */
export async function tellOfGoneItem(h: Harness, { say }: Recorder): Promise<void> {
  const { projectId } = await newTask(h);
  const inventoryModel = { name: 'lodash 4.17.20', inventoryType: 'WORK_IN_PROGRESS' };
  const { id } = await call(h, 'POST', '/inventories', { projectId, inventoryModel });
  await h.database.pool.query('update inventory_items set had_evidence = true, missing_since_scan = 1 where id = $1', [
    id,
  ]);
  const params = { inventoryId: id };
  await say('keepGoneInventory', { params, body: { why: 'It is linked into the firmware.' } });
  await say('releaseKeptInventory', { params, query: { why: 'It was replaced.' } });
}

/** An item whose license has changed since a person approved it. */
export async function tellOfLapsedDecision(h: Harness, { say, refuse }: Recorder): Promise<void> {
  const { projectId } = await newTask(h);
  const inventoryModel = { name: 'zlib 1.3.1', inventoryType: 'WORK_IN_PROGRESS' };
  const { id } = await call(h, 'POST', '/inventories', { projectId, inventoryModel });
  await h.call('PUT', `/inventories/${id}/status?status=APPROVED`);
  const why = 'Approved under Zlib by admin on 2026-07-01; the license is now GPL-2.0-only.';
  const who = { status: 'APPROVED', isByPerson: true, by: 'admin', decidedAt: '2026-07-01', lapsedAt: '2026-07-02' };
  const changes = [{ what: 'license', from: 'Zlib', to: 'GPL-2.0-only' }];
  await h.database.pool.query(`update inventory_items set status = 'DRAFT', review_lapse = $2 where id = $1`, [
    id,
    { ...who, changes, why },
  ]);
  const { rows } = await h.database.pool.query(
    `update decisions set lapsed_at = now(), lapse = $2 where item_id = $1 and kind = 'review' returning id`,
    [id, why],
  );
  await say('getChangedWords', { params: { projectId, decisionId: Number(rows[0].id) } });
  await refuse('getChangedWords', { params: { projectId, decisionId: 999_999 } }, 404);
  await say('confirmDecisions', {
    params: { projectId },
    body: { decisions: [{ decisionId: Number(rows[0].id), why }], words: 'The headers are not shipped.' },
  });
}

/** Items and files that are decided about at once, and a decision that is undone. */
export async function tellOfBulkDecisions(h: Harness, recorder: Recorder): Promise<void> {
  const { say, refuse } = recorder;
  const { projectId } = await newTask(h);
  const inventoryModel = { name: 'left-pad 1.3.0', inventoryType: 'WORK_IN_PROGRESS' };
  const { id } = await call(h, 'POST', '/inventories', { projectId, inventoryModel });
  await h.call('PUT', `/inventories/${id}/status?status=APPROVED`);
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: tar([{ name: 'src/a.c', content: 'int a;\n' }]),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const params = { projectId };
  await say('listFiles', { params });
  await say('listFileGroups', { params, query: { by: 'LANGUAGE' } });
  await tellOfFileViews(projectId, recorder);
  await say('getCodebaseMap', { params });
  await refuse('getCodebaseMap', { params, query: { folderPath: 'nowhere' } }, 404);
  await say('listInventoryPaths', { params: { inventoryId: id } });
  await refuse('listInventoryPaths', { params: { inventoryId: 999_999 } }, 404);
  await say('listInventoryItemGroups', { params, query: { by: 'LICENSE' } });
  await say('listInventoryItemIds', { params, query: { groupBy: 'GROUND', group: 'UNDECIDED' } });
  await tellOfInventoryViews(projectId, recorder);
  const filter = { reviewStatus: 'DRAFT' };
  await say('decideItems', { params, body: { action: 'APPROVE', filter, dryRun: true } });
  await refuse(
    'decideItems',
    { params, body: { action: 'APPROVE', filter, dryRun: false, setVersion: 'of another set' } },
    409,
  );
  const reason = 'Used in all our products.';
  const decided = await say('decideItems', { params, body: { action: 'APPROVE', filter, dryRun: false, reason } });
  await say('decideFiles', { params, body: { action: 'MARK_REVIEWED', filter: { search: '.c' }, dryRun: false } });
  await say('decideTasks', {
    params,
    body: { action: 'PRIORITIZE_TASKS', filter: { status: 'OPEN' }, priority: 'HIGH' },
  });
  await say('listBulkDecisions', { params });
  const { undoToken } = decided.data as { undoToken: string };
  await say('undoBulkDecision', { params: { projectId, undoToken } });
  await refuse('undoBulkDecision', { params: { projectId, undoToken } }, 409);
}

/** A file that was reviewed in another project. */
export async function tellOfProposals(h: Harness, { say, refuse }: Recorder): Promise<void> {
  const code = tar([{ name: 'src/parse.c', content: '/* Copyright (c) 2024 Ann Example */\nint parse(void);\n' }]);
  const projectIds: number[] = [];
  for (const name of ['Decided before', 'Begun after']) {
    const { id } = await call(h, 'POST', '/projects', { name });
    const headers = { 'content-type': 'application/octet-stream' };
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, { raw: code, headers });
    projectIds.push(id);
  }
  const [, projectId = 0] = projectIds;
  const { rows } = await h.database.pool.query('select id from files where project_id = $1', [projectIds[0]]);
  await h.call('PUT', `/files/${rows[0].id}/review?markAsReviewed=true`);
  const groups = (await say('listCarriedProposals', { params: { projectId } })).data as {
    group: string;
    seen: string;
  }[];
  const { group, seen } = firstOf(groups);
  const none = { projectId, group: '0123456789abcdef01234567' };
  await refuse('listCarriedProposalsOfGroup', { params: none }, 404);
  await say('listCarriedProposalsOfGroup', { params: { projectId, group } });
  const body = { decision: 'ACCEPT', seen, words: 'Reviewed with the other project.' };
  await refuse('answerCarriedProposals', { params: none, body }, 404);
  await say('answerCarriedProposals', { params: { projectId, group }, body });
}

/** Comes first, so that nothing calls a real registry. */
export async function tellWithRegistry(h: Harness, { say, refuse }: Recorder): Promise<void> {
  const registry = await startRegistry();
  const params = { registryName: 'npm' };
  try {
    registry.answers.set('/semver', {
      description: 'The semantic version parser used by npm.',
      versions: { '7.8.6': { license: 'ISC' } },
    });
    await call(h, 'PUT', '/registries/npm', { isAsked: false, baseAddress: registry.url });
    await say('testRegistry', { params });
    await call(h, 'PUT', '/registries/npm', { isAsked: false });
    await putLookup(h.app.db, {
      purl: 'pkg:npm/semver',
      registry: 'npm',
      host: 'registry.npmjs.org',
      askedAt: new Date('2026-01-02T03:04:05Z'),
      outcome: 'FOUND',
      problem: '',
      facts: {
        description: 'The semantic version parser used by npm.',
        homepageUrl: 'https://github.com/npm/node-semver',
        versions: [
          {
            version: '7.8.6',
            license: 'ISC',
            releasedOn: '2026-01-01T00:00:00.000Z',
            isWithdrawn: false,
            requirements: [],
          },
        ],
      },
    });
    await say('getPackageLookup', { query: { purl: 'pkg:npm/semver' } });
    await refuse('getPackageLookup', { query: { purl: 'pkg:npm/lodash' } }, 404);
  } finally {
    await registry.close();
  }
}

export async function tellWithDirectory(h: Harness, { say }: Recorder): Promise<void> {
  const slapd = await startSlapd([
    { uid: 'marie', givenName: 'Marie', sn: 'Curie', mail: 'marie@example.org' },
    { uid: 'nomail', givenName: 'No', sn: 'Mail' },
  ]);
  try {
    const settings = { urls: [slapd.url], bindDn: READER, bindPassword: PASSWORD, base: BASE };
    await call(h, 'PUT', '/ldapSettings', settings);
    await say('testLdapSettings', {});
    await say('syncLdap', {});
  } finally {
    await slapd.close();
  }
}

/** No worker of the harness knows the job, so it stays unchanged. */
export async function tellOfRunningJob(h: Harness, { say }: Recorder): Promise<void> {
  const { projectId } = await newTask(h);
  const { rows } = await h.database.pool.query(
    `insert into jobs (type, project_id, project_name, triggered_by, status, payload)
     values ('Audit Report', $1, '', $2, 'Active', '{"reportId": 1}') returning id`,
    [projectId, h.admin.id],
  );
  await say('downloadReport', { params: { projectId, reportId: 1 }, query: { taskId: rows[0].id } });
  await h.database.pool.query('delete from jobs where id = $1', [rows[0].id]);
}

let count = 0;

export async function newTask(h: Harness): Promise<{ projectId: number; taskId: number }> {
  const projectId = (await call(h, 'POST', '/projects', { name: `Beside ${++count}` })).id;
  const inventoryModel = { name: 'lodash 4.17.21', inventoryType: 'WORK_IN_PROGRESS' };
  const itemId = (await call(h, 'POST', '/inventories', { projectId, inventoryModel })).id;
  const taskId = (await call(h, 'POST', `/tasks?inventoryId=${itemId}`, { type: 'REMEDIATE_INVENTORY' })).id;
  return { projectId, taskId };
}

async function call(h: Harness, method: string, path: string, body: unknown): Promise<{ id: number }> {
  const answer = await h.call(method, path, { body });
  if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.text}`);
  return answer.body;
}

/** Days of a month in which nobody recorded anything: those of today would be others tomorrow. */
export async function tellOfTrend({ projectId }: { projectId?: unknown }, { say, refuse }: Recorder): Promise<void> {
  const query = { from: '2026-01-01', to: '2026-01-31' };
  await refuse('getProjectTrend', { params: { projectId: 999_999 }, query }, 404);
  await say('getProjectTrend', { params: { projectId }, query });
  await say('getPortfolioTrend', { query });
}
