// What a synchronisation of git and a test of the connection say to people, against a real server on the loopback.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type GitHttp, Repository, serveGitHttp } from '../../../test/git-servers.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let root: string;
let server: GitHttp;
let count = 0;
beforeAll(async () => {
  root = mkdtempSync(join(tmpdir(), 'assay-git-told-'));
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  server = await serveGitHttp(root);
});
afterAll(async () => {
  await server.close();
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const instance = async (url: string) => {
  const { id } = (await h.call('POST', '/projects', { body: { name: `told ${++count}` } })).body;
  expect((await h.call('POST', `/scmInstances/Git?projectId=${id}`, { body: { url } })).status).toBe(201);
  return id as number;
};
const sync = async (projectId: number) => {
  const { id } = (await h.call('POST', `/scmInstances/sync?projectId=${projectId}`)).body;
  return { ...(await h.jobOver(id)), log: (await h.call('GET', `/jobs/${id}/log`)).body.data as unknown[] };
};

it('the log of a synchronisation names what was left out, each time', async () => {
  const a = new Repository(root, 'left-out');
  a.commit({ 'big.bin': `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 12345\n` });
  const link = a.gitWith('/etc/passwd', 'hash-object', '-w', '--stdin');
  a.git('update-index', '--add', '--cacheinfo', `120000,${link},link`);
  a.git('update-index', '--add', '--cacheinfo', `160000,${'1'.repeat(40)},module`);
  a.commitIndex();
  const id = await instance(`${server.address}/left-out.git`);
  await h.database.pool.query(`insert into codebase_issues (project_id, code, path, message) values ($1, 'unsafe-path', 'git.00/x', 'of an upload')`, [id]); // biome-ignore format: one query
  const left = [
    { code: 'lfs-pointer', path: 'git.0/left-out/big.bin' },
    { code: 'skipped-entry', path: 'git.0/left-out/link' },
    { code: 'submodule', path: 'git.0/left-out/module' },
  ];
  const first = await sync(id);
  expect(first.log).toMatchObject(left);
  const second = await sync(id);
  expect(second.details).toContain('nothing has changed');
  expect(second.log).toMatchObject(left);
});

it('a folder that is not there ends the synchronisation with one sentence; a test says that it was not looked for', async () => {
  const a = new Repository(root, 'parts');
  a.commit({ 'src/a.c': 'int a;\n', file: 'f' });
  for (const folder of ['none', 'file', 'src/a.c']) {
    const url = `${server.address}/parts.git`;
    const id = await instance(`${url}**${folder}`);
    const test = await h.call('POST', `/scmInstances?projectId=${id}&scmType=GIT&instanceId=0`);
    expect(test.body.message).toContain(`The synchronisation looks for the folder ${folder}.`);
    expect((await sync(id)).error).toBe(
      `git.0 could not be synchronised: ${url} has no folder ${folder}. The code base was left as it was.`,
    );
  }
});

it('the progress of a synchronisation counts the files that are stored', async () => {
  new Repository(root, 'counted').commit({ a: '1', b: '2', 'src/c': '3' });
  const id = await instance(`${server.address}/counted.git`);
  await sync(id);
  const [job] = (await h.call('GET', `/jobs?projectId=${id}`)).body.data as { id: number }[];
  const { done, phase } = (await h.call('GET', `/jobs/${job?.id}/progress`)).body.data;
  expect([done, phase]).toEqual([3, 'Moving 3 files, 3 bytes into the project']);
});
