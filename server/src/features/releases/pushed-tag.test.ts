// A tag is pushed to a real repository, its host announces it, and the project has a release of it: nobody does anything else.
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitHttp, Repository, serveGitHttp } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { releaseByTags } from '../../queue/releases.ts';

const SECRET = 'a secret of the code host';
const root = mkdtempSync(join(tmpdir(), 'assay-pushed-tag-'));
let h: Harness;
let git: GitHttp;
let repository: Repository;
let projectId: number;
let address: string;

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  git = await serveGitHttp(root);
  repository = new Repository(root, 'octo/shop', { branch: 'main' });
  repository.commit({ 'a.js': '// SPDX-License-Identifier: MIT\n' });
  projectId = (await h.call('POST', '/projects', { body: { name: 'Shop' } })).body.id;
  const instance = { url: `${git.address}/octo/shop.git`, tag: 'v*' };
  expect((await h.call('POST', `/scmInstances/Git?projectId=${projectId}`, { body: instance })).status).toBe(201);
  const hook = { sender: 'GITHUB', secret: SECRET, action: 'SCAN' };
  address = (await h.call('POST', `/scmInstances/pushHooks?projectId=${projectId}`, { body: hook })).body.address;
  const rule = { tagPattern: 'v*', isSigned: true, offerContact: '' };
  expect((await h.call('PUT', `/projects/${projectId}/releaseRule`, { body: rule })).status).toBe(200);
});
afterAll(async () => {
  await git.close();
  repository.remove();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

/** As GitHub announces it. */
async function announced(ref: string): Promise<{ result: string; jobId: number }> {
  const body = JSON.stringify({
    ...{ ref, before: '0'.repeat(40), after: 'b'.repeat(40), id: ref },
    repository: { full_name: 'octo/shop', default_branch: 'main', pushed_at: Math.floor(Date.now() / 1000) },
  });
  const headers = {
    'content-type': 'application/json',
    ...{ 'x-github-event': 'push', 'x-github-delivery': ref },
    'x-hub-signature-256': `sha256=${createHmac('sha256', SECRET).update(body).digest('hex')}`,
  };
  await h.call('POST', address.replace('/api', ''), { as: null, raw: Buffer.from(body), headers });
  const [hook] = (await h.call('GET', `/scmInstances/pushHooks?projectId=${projectId}`)).body.data;
  return (await h.call('GET', `/scmInstances/pushHooks/${hook.id}/deliveries`)).body.data[0];
}

const releases = async () => (await h.call('GET', `/projects/${projectId}/releases`)).body.data;

it.each([
  ['v1.9', 'MIT'],
  // By the order of versions, not of letters.
  ['v1.10', 'Apache-2.0'],
])(
  '%s',
  async (tag, license) => {
    const commit = repository.commit({ 'a.js': `// SPDX-License-Identifier: ${license}\n` });
    repository.git('tag', '-a', tag, '-m', tag);
    repository.push();
    const { result, jobId } = await announced(`refs/tags/${tag}`);
    expect(result).toBe('QUEUED');
    expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', error: '' });
    await releaseByTags(h.app, new AbortController().signal);
    const release = (await releases()).find(({ name }: { name: string }) => name === tag);
    expect(release).toMatchObject({ isSigned: true, createdBy: 'System' });
    expect(await h.jobOver(release.taskId)).toMatchObject({ status: 'Completed', error: '' });
    const { body } = await h.call('GET', `/projects/${projectId}/releases/${release.id}`);
    expect(body.data).toMatchObject({
      name: tag,
      state: 'READY',
      revisions: [{ asked: `tag ${tag}`, revision: commit }],
    });
  },
  120_000,
);

it('neither a branch nor a tag that does not fit', async () => {
  expect(await announced('refs/heads/main')).toMatchObject({ result: 'IGNORED' });
  repository.git('tag', 'nightly');
  repository.push();
  expect(await announced('refs/tags/nightly')).toMatchObject({ result: 'IGNORED' });
  expect(await releases()).toHaveLength(2);
});
