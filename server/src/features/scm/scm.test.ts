import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { secretPlace } from '../../scm/passwords.ts';
import { loadSecretKey, openSecret } from '../../security/secrets.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { body: { name: `coded ${++count}`, ...more } })).body.id as number;
const list = async (projectId: number, query = '') =>
  (await h.call('GET', `/scmInstances?projectId=${projectId}${query}`)).body;
const git = (projectId: number, body: Record<string, unknown>, query = '', method = 'POST') =>
  h.call(method, `/scmInstances/Git?projectId=${projectId}${query}`, { body });

const BODIES: Record<string, Record<string, unknown>> = {
  Git: {
    url: 'https://git.example/a.git~~main',
    userName: 'u',
    password: 'secret',
    expansionLevel: '2',
    deleteArchiveAfterExpand: 'true',
    archiveDirSuffix: '_x',
  },
  Perforce: {
    url: 'ssl:p4.example:1666/depot',
    userName: 'u',
    password: 'secret',
    branchSpec: 'Depot/Path',
    changeListNum: '7',
    label: 'l',
  },
  Subversion: { url: 'https://svn.example/svn/repo', userName: 'u', password: 'secret', revisionNumber: '12' },
  TFS: {
    url: 'http:tfs.example:8080/tfs/Default/Project',
    username: 'u',
    password: 'secret',
    changeSet: 'c',
    label: 'l',
  },
};

describe.each(Object.entries(BODIES))('%s', (name, body) => {
  it('201 Created, listed with its password masked, 200 Ok when replaced and deleted', async () => {
    const id = await project();
    const path = `/scmInstances/${name}?projectId=${id}`;
    const type = name.toUpperCase();
    for (const instanceId of [0, 1]) {
      const answer = await h.call('POST', path, { body });
      expect([answer.status, answer.body.id, answer.body.message]).toEqual([201, instanceId, 'Created']);
    }
    const listed = await list(id, `&scmType=${type}`);
    expect(listed.scmtype).toBe(type);
    expect(listed.propertyList.map((one: { instanceId: number }) => one.instanceId)).toEqual([0, 1]);
    const { expansionLevel, deleteArchiveAfterExpand, ...texts } = body;
    expect(listed.propertyList[0]).toMatchObject({ ...texts, password: '********', scmType: type });
    expect(JSON.stringify(listed)).not.toContain('secret');
    const changed = { ...body, password: 'other', ...(name === 'TFS' ? { username: 'me' } : { userName: 'me' }) };
    const put = await h.call('PUT', `${path}&instanceId=1`, { body: changed });
    expect([put.status, put.body]).toEqual([200, { message: 'Ok' }]);
    const [one] = (await list(id, `&scmType=${type}&instanceId=1`)).propertyList;
    expect(one.username ?? one.userName).toBe('me');
    const gone = await h.call('DELETE', `/scmInstances?projectId=${id}&scmType=${type}&instanceId=0`);
    expect([gone.status, gone.body]).toEqual([200, { message: 'Ok' }]);
    expect((await list(id)).propertyList).toHaveLength(1);
  });

  it('keeps the password encrypted, and bound to its instance', async () => {
    const id = await project();
    await h.call('POST', `/scmInstances/${name}?projectId=${id}`, { body });
    const { rows } = await h.database.pool.query('select * from scm_instances where project_id = $1', [id]);
    expect(JSON.stringify({ ...rows[0], password_sealed: rows[0].password_sealed.toString('latin1') })).not.toContain(
      'secret',
    );
    const key = await loadSecretKey(h.app.folder.keys);
    const place = { projectId: id, scmType: rows[0].type, instanceId: 0 };
    expect(openSecret(key, rows[0].password_sealed, secretPlace(place))).toBe('secret');
    expect(() => openSecret(key, rows[0].password_sealed, secretPlace({ ...place, instanceId: 1 }))).toThrow();
  });

  it('400 for a url too long or of another form, and for an unknown member', async () => {
    const path = `/scmInstances/${name}?projectId=${await project()}`;
    const long = `https://h/${'x'.repeat(name === 'Git' ? 65_530 : 2400)}`;
    for (const url of [long, 'file:///etc/passwd', '-x'])
      expect((await h.call('POST', path, { body: { ...body, url } })).body.errors[0].message).toContain('"url"');
    expect((await h.call('POST', path, { body: { ...body, color: 1 } })).body.errors[0].message).toContain(
      'Unrecognized field "color"',
    );
  });

  it('404 for an unknown instance', async () => {
    const id = await project();
    const path = `/scmInstances?projectId=${id}&scmType=${name.toUpperCase()}&instanceId=0`;
    expect((await h.call('POST', path)).status).toBe(404);
    expect((await h.call('DELETE', path)).status).toBe(404);
    expect((await h.call('GET', path)).status).toBe(404);
    expect((await h.call('PUT', `/scmInstances/${name}?projectId=${id}&instanceId=0`, { body })).status).toBe(404);
  });
});

it.each([
  ['Perforce', { url: 'rsh:h:1/depot' }, 'url'],
  ['Perforce', { url: 'tcp:h:1/a@2' }, 'url'],
  ['Perforce', { branchSpec: '-o/x' }, 'branchSpec'],
  ['Perforce', { changeListNum: '-1' }, 'changeListNum'],
  ['Perforce', { label: '--x' }, 'label'],
  ['Perforce', { userName: 'a\nb' }, 'userName'],
  ['TFS', { url: 'https://me:secret@h/Coll/Proj' }, 'url'],
  ['TFS', { url: 'https://h/Coll/../Proj' }, 'url'],
  ['TFS', { changeSet: '-1' }, 'changeSet'],
  ['TFS', { label: '-x' }, 'label'],
  ['TFS', { username: 'a\nb' }, 'userName'],
  ['Subversion', { revisionNumber: '-1' }, 'revisionNumber'],
  ['Subversion', { url: 'svn://h:99999/x' }, 'url'],
])('400 for %s with %j, naming the field', async (name, body, field) => {
  const path = `/scmInstances/${name}?projectId=${await project()}`;
  const answer = await h.call('POST', path, { body: { ...BODIES[name], ...body } });
  expect([answer.status, answer.body.errors[0].message]).toEqual([400, expect.stringContaining(`"${field}"`)]);
  expect(answer.body.errors[0].message).not.toContain('secret');
});

describe('Git', () => {
  it.each([
    [{ url: 'https://h/a', branch: 'x', tag: 'y' }, 'branch'],
    [{ url: 'https://h/a', branch: '-x' }, 'branch'],
    [{ url: 'https://h/a,https://h/b', branch: '-x' }, 'branch'],
    [{ url: 'https://h/a~~y', branch: 'x', tag: 'x' }, 'branch'],
    [{ url: 'https://h/a>>0a1b', commitId: 'xyz' }, 'commitId'],
    [{ url: Array.from({ length: 51 }, (_, at) => `https://h/${at}`).join() }, 'url'],
    [{ url: 'https://h/a', userName: 'a\nb' }, 'userName'],
    [{ url: 'https://h/a', password: 'a\nb' }, 'password'],
    [{ url: 'https://h/a', commitId: 'xyz' }, 'commitId'],
    [{ url: 'https://me:secret@h/a' }, 'url'],
    [{ url: 'https://h/a~~x^^y' }, 'url'],
    [{ url: 'git://h:99999/a' }, 'url'],
    [{ url: 'ssh://me@[::1]:0/a' }, 'url'],
    [{}, 'url'],
    [{ url: 'https://h/a', expansionLevel: 4 }, 'expansionLevel'],
    [{ url: 'https://h/a', archiveDirSuffix: 'a/b' }, 'archiveDirSuffix'],
    [{ url: 'https://h/a', archiveDirSuffix: 'x'.repeat(21) }, 'archiveDirSuffix'],
    [{ url: 'https://h/a', userName: 'x'.repeat(256) }, 'userName'],
    [{ url: 'https://h/a', password: '********' }, 'password'],
  ])('400 for %j, naming the field', async (body, field) => {
    const { status, body: answer } = await git(await project(), body);
    expect([status, answer.errors[0].message.includes(`"${field}"`)]).toEqual([400, true]);
  });

  it('201 with a request of an older client, several urls, and no password', async () => {
    const id = await project();
    expect((await git(id, { url: 'https://h/a.git', tag: 'v1.0' })).status).toBe(201);
    expect((await git(id, { url: 'https://h/a~~x**src, git@h:b/c.git>>0123abcd' })).status).toBe(201);
    expect((await list(id)).propertyList[0]).toMatchObject({
      tag: 'v1.0',
      userName: '',
      password: '',
      expansionLevel: 1,
      deleteArchiveAfterExpand: false,
    });
  });

  it.each([
    [{ url: 'https://h/a,https://h/b', branch: 'x' }, 'The field "branch" has no effect with several urls: write ~~x'],
    [{ url: 'https://h/a~~y', tag: 'x' }, 'The field "tag" has no effect, because the url says itself'],
    [{ url: 'https://h/a>>0a1b', commitId: '0a1b' }, 'The field "commitId" has no effect'],
  ])('%j is accepted; the answers say that the field is not honoured', async (body, note) => {
    const id = await project();
    const made = await git(id, body);
    expect([made.status, made.body.message]).toEqual([201, expect.stringContaining(`Created. ${note}`)]);
    expect((await list(id)).propertyList[0]).toMatchObject(body);
    const path = `/scmInstances/Git?projectId=${id}&instanceId=0`;
    expect((await h.call('PUT', path, { body })).body.message).toContain(`Ok. ${note}`);
    expect((await h.call('PUT', path, { body: { ...body, url: 'https://h/a' } })).body).toEqual({ message: 'Ok' });
  });

  it('200: the mask keeps the password, but not for another address or user', async () => {
    const id = await project();
    await git(id, { url: 'https://h/a', userName: 'u', password: 'secret' });
    const change = (body: Record<string, unknown>) =>
      git(id, { password: '********', userName: 'u', url: 'https://h/a', ...body }, '&instanceId=0', 'PUT');
    expect((await change({ branch: 'main' })).status).toBe(200);
    expect((await list(id)).propertyList[0]).toMatchObject({ branch: 'main', password: '********' });
    expect((await change({ url: 'https://evil.example/a' })).status).toBe(400);
    expect((await change({ userName: 'x' })).status).toBe(400);
    expect((await change({ password: '' })).status).toBe(200);
    expect((await list(id)).propertyList[0].password).toBe('');
  });

  it('201 for two simultaneous requests: two numbers', async () => {
    const id = await project();
    const both = await Promise.all([git(id, { url: 'https://h/a' }), git(id, { url: 'https://h/b' })]);
    expect(both.map((one) => one.body.id).sort()).toEqual([0, 1]);
  });
});

it('201 for Perforce without any value: the server knows the address', async () => {
  expect((await h.call('POST', `/scmInstances/Perforce?projectId=${await project()}`, { body: {} })).status).toBe(201);
});

it('200 with instances of several kinds, or of none', async () => {
  const id = await project();
  expect(await list(id)).toEqual({ propertyList: [], scmtype: 'ALL' });
  await git(id, { url: 'https://h/a' });
  expect((await list(id)).scmtype).toBe('GIT');
  await h.call('POST', `/scmInstances/Perforce?projectId=${id}`, { body: {} });
  expect((await list(id)).scmtype).toBe('ALL');
});

it('200 with the folders of deleted instances, while their code is in the project', async () => {
  const id = await project();
  await git(id, { url: 'https://h/a' });
  await git(id, { url: 'https://h/b' });
  for (const instanceId of [0, 1]) {
    await h.database.pool.query(`insert into scm_states (project_id, type, instance_id) values ($1, 'GIT', $2)`, [id, instanceId]); // biome-ignore format: one query
  }
  expect(await list(id)).not.toHaveProperty('removedFolders');
  for (const instanceId of [0, 1])
    await h.call('DELETE', `/scmInstances?projectId=${id}&scmType=GIT&instanceId=${instanceId}`);
  expect(await list(id)).toEqual({ propertyList: [], scmtype: 'ALL', removedFolders: ['git.0', 'git.1'] });
});

it('200: an instance with the number of a deleted one has not been synchronised', async () => {
  const id = await project();
  await git(id, { url: 'https://h/a' });
  const revisions = JSON.stringify([{ folder: 'git.0/a', url: 'https://h/a', asked: 'branch master', revision: 'ab' }]);
  await h.database.pool.query(`insert into scm_states (project_id, type, instance_id, revisions, synchronised_at) values ($1, 'GIT', 0, $2, now())`, [id, revisions]); // biome-ignore format: one query
  expect((await list(id)).propertyList[0].lastSync.sources).toHaveLength(1);
  await h.call('DELETE', `/scmInstances?projectId=${id}&scmType=GIT&instanceId=0`);
  expect((await list(id)).removedFolders).toEqual(['git.0']);
  await git(id, { url: 'https://h/b' });
  expect((await list(id)).propertyList).toMatchObject([{ instanceId: 0, url: 'https://h/b' }]);
  expect((await list(id)).propertyList[0]).not.toHaveProperty('lastSync');
  await h.database.pool.query(`update scm_states set error = 'It failed.' where project_id = $1`, [id]);
  expect((await list(id)).propertyList[0].lastSync).toMatchObject({ isGood: false, synchronisedOn: '', sources: [] });
});

describe('rights', () => {
  it('404 in a private project of others, 403 in a public one, 400 without a project', async () => {
    const as = await h.person('stranger');
    const [hidden, open] = [await project({ privateProject: true }), await project()];
    const body = { url: 'https://h/a' };
    for (const [method, path] of [
      ['POST', '/scmInstances/Git?projectId='],
      ['GET', '/scmInstances?projectId='],
    ]) {
      expect((await h.call(method!, `${path}${hidden}`, { as, body })).status).toBe(404);
      expect((await h.call(method!, `${path}${open}`, { as, body })).status).toBe(403);
      expect((await h.call(method!, `${path}0`, { body })).status).toBe(400);
      expect((await h.call(method!, `${path}999999`, { body })).status).toBe(404);
    }
  });

  it('400 in a locked project; listing still works', async () => {
    const id = await project();
    await git(id, { url: 'https://h/a' });
    await h.database.pool.query(`update projects set status = 'Project Completed' where id = $1`, [id]);
    const { status, body } = await git(id, { url: 'https://h/b' });
    expect([status, body.errors[0].message.includes('locked')]).toEqual([400, true]);
    expect((await list(id)).propertyList).toHaveLength(1);
  });
});
