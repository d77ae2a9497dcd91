// Uploads whose length is told later, that are put together from parts, and that come with the digest of the whole archive (tus 1.0.0, RFC 9530).
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { receivedFile, removeOverUploads } from '../../ingest/received.ts';

let h: Harness;
let origin: string;
let projectId: number;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_MAX_UPLOAD_BYTES: String(1024 * 1024) });
  origin = await h.listen();
});
beforeEach(async () => {
  projectId = (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id;
});
afterAll(() => h.close());

const ARCHIVE = tar([
  { name: 'src/a.js', content: 'a\n' },
  { name: 'b.txt', content: 'b'.repeat(30_000) },
]);
const digest = (algorithm: string, bytes: Buffer = ARCHIVE) => createHash(algorithm).update(bytes).digest('base64');
const TYPE = { 'content-type': 'application/offset+octet-stream' };
const place = () => `/api/projects/${projectId}/uploads`;
const idOf = (path: string) => path.split('/').at(-1)!;

function send(method: string, path: string, headers: Record<string, string> = {}, bytes?: Buffer): Promise<Response> {
  return fetch(`${origin}${path}`, {
    method,
    headers: { authorization: `Bearer ${h.admin.token}`, 'tus-resumable': '1.0.0', ...headers },
    body: bytes as Buffer<ArrayBuffer> | undefined,
  });
}

async function create(headers: Record<string, string>): Promise<string> {
  const told = await send('POST', place(), headers);
  expect(told.status, await told.text()).toBe(201);
  return told.headers.get('location')!;
}

const patch = (path: string, offset: number, bytes: Buffer, headers: Record<string, string> = {}) =>
  send('PATCH', path, { ...TYPE, 'upload-offset': String(offset), ...headers }, bytes);
const jobOf = async (told: Response) => h.jobOver(Number(told.headers.get('assay-job')));
const messageOf = async (told: Response) => JSON.stringify(await told.json());
const pathsOf = async (id: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path', [id])).rows.map(
    ({ path }) => path,
  );

/** No worker is there yet. */
it('an upload of parts takes no bytes, and its parts are not removed before its job has ended', async () => {
  const path = await create({ 'upload-concat': 'partial', 'upload-length': String(ARCHIVE.length) });
  await patch(path, 0, ARCHIVE);
  const told = await send('POST', place(), { 'upload-concat': `final;${path}` });
  const whole = told.headers.get('location')!;
  expect(told.headers.get('upload-offset')).toBeNull();
  expect((await patch(whole, 0, Buffer.from('abc'))).status).toBe(403);
  expect((await send('DELETE', path)).status).toBe(409);
  expect((await patch(path, ARCHIVE.length, Buffer.from('abc'))).status).toBe(409);
  await removeOverUploads(h.app);
  await h.work();
  expect(await jobOf(told)).toMatchObject({ status: 'Completed' });
});

describe('a length that is told later', () => {
  it('comes with the last bytes', async () => {
    const path = await create({ 'upload-defer-length': '1' });
    expect((await patch(path, 0, ARCHIVE.subarray(0, 1000))).status).toBe(204);
    const state = await send('HEAD', path);
    expect(state.headers.get('upload-defer-length')).toBe('1');
    expect(state.headers.get('upload-length')).toBeNull();
    const listed = await h.call('GET', `/projects/${projectId}/uploads`);
    expect(listed.body.data).toMatchObject([{ sizeBytes: null, receivedBytes: 1000 }]);
    const last = await patch(path, 1000, ARCHIVE.subarray(1000), { 'upload-length': String(ARCHIVE.length) });
    expect(await jobOf(last)).toMatchObject({ status: 'Completed' });
    expect(await pathsOf(projectId)).toEqual(['b.txt', 'src/a.js']);
  });

  it('comes after the last bytes, in a request without any', async () => {
    const path = await create({ 'upload-defer-length': '1' });
    await patch(path, 0, ARCHIVE);
    const told = await patch(path, ARCHIVE.length, Buffer.alloc(0), { 'upload-length': String(ARCHIVE.length) });
    expect(await jobOf(told)).toMatchObject({ status: 'Completed' });
  });

  it('before the bytes holds from then on, and does not change', async () => {
    const path = await create({ 'upload-defer-length': '1' });
    expect((await patch(path, 0, Buffer.from('abc'), { 'upload-length': '10' })).status).toBe(204);
    expect((await send('HEAD', path)).headers.get('upload-length')).toBe('10');
    expect(await messageOf(await patch(path, 3, Buffer.from('d'), { 'upload-length': '11' }))).toContain(
      'announced with 10',
    );
    expect((await patch(path, 3, Buffer.alloc(8))).status).toBe(413);
  });

  it('is refused if fewer bytes than came, or too many', async () => {
    const path = await create({ 'upload-defer-length': '1' });
    await patch(path, 0, Buffer.from('abc'));
    expect(await messageOf(await patch(path, 3, Buffer.alloc(0), { 'upload-length': '2' }))).toContain('3 bytes');
    expect((await patch(path, 3, Buffer.alloc(0), { 'upload-length': String(1024 * 1024 + 1) })).status).toBe(413);
    expect((await patch(path, 3, Buffer.alloc(1024 * 1024))).status).toBe(413);
    expect((await send('HEAD', path)).headers.get('upload-offset')).toBe('3');
  });

  it('stays untold if the project is locked when it would be complete', async () => {
    const path = await create({ 'upload-defer-length': '1' });
    await patch(path, 0, ARCHIVE);
    await h.database.pool.query("update projects set status = 'Project Completed' where id = $1", [projectId]);
    const tell = () => patch(path, ARCHIVE.length, Buffer.alloc(0), { 'upload-length': String(ARCHIVE.length) });
    expect((await tell()).status).toBe(400);
    await h.database.pool.query("update projects set status = 'Not Started' where id = $1", [projectId]);
    expect((await send('HEAD', path)).headers.get('upload-defer-length')).toBe('1');
    expect(await jobOf(await tell())).toMatchObject({ status: 'Completed' });
  });
});

describe('parts', () => {
  async function part(bytes: Buffer): Promise<string> {
    const path = await create({ 'upload-concat': 'partial', 'upload-length': String(bytes.length) });
    const told = await patch(path, 0, bytes);
    expect(told.headers.get('assay-job')).toBeNull();
    return path;
  }
  const final = (paths: string[], headers: Record<string, string> = {}) =>
    send('POST', place(), { 'upload-concat': `final;${paths.join(' ')}`, ...headers });

  it('are put together in the order of the last request, whichever came first; then nothing of them is left', async () => {
    const second = await part(ARCHIVE.subarray(9000));
    const first = await part(ARCHIVE.subarray(0, 9000));
    expect((await send('HEAD', first)).headers.get('upload-concat')).toBe('partial');
    expect(await pathsOf(projectId)).toEqual([]);
    const told = await final([first, `${origin}${second}`], { 'repr-digest': `sha-512=:${digest('sha512')}:` });
    expect(told.status).toBe(201);
    expect(told.headers.get('upload-length')).toBe(String(ARCHIVE.length));
    expect(told.headers.get('upload-concat')).toBe(`final;${first} ${second}`);
    expect(await jobOf(told)).toMatchObject({ status: 'Completed', details: '2 files, 30 KB' });
    expect(await pathsOf(projectId)).toEqual(['b.txt', 'src/a.js']);
    await removeOverUploads(h.app);
    for (const path of [first, second, told.headers.get('location')!]) {
      expect(existsSync(receivedFile(h.app.config, idOf(path)))).toBe(false);
      expect((await send('HEAD', path)).status).toBe(404);
    }
  });

  it('count once: taken, missing, unfinished, repeated and foreign ones are refused by name', async () => {
    const [first, second] = [await part(ARCHIVE.subarray(0, 9000)), await part(ARCHIVE.subarray(9000))];
    const unfinished = await create({ 'upload-concat': 'partial', 'upload-length': '5' });
    const whole = await create({ 'upload-length': '5' });
    for (const paths of [
      [first, unfinished],
      [first, whole],
      [first, `${place()}/../../keys`],
      [`${place()}/${idOf(first)}0`],
    ])
      expect(await messageOf(await final(paths)), paths.join()).toContain(idOf(paths.at(-1)!));
    expect(await messageOf(await final([first, first]))).toContain('twice');
    expect(await messageOf(await final([]))).toContain('Upload-Concat');
    expect(await messageOf(await final([first], { 'upload-length': '9000' }))).toContain('Upload-Length');
    const told = await final([first, second]);
    await jobOf(told);
    expect((await final([first, second])).status).toBe(400);
  });

  it('of one user and project cannot be taken by another', async () => {
    const path = await part(ARCHIVE);
    const other = await h.person(`other${count}`, ['system_admin']);
    const elsewhere = (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id;
    const headers = { 'upload-concat': `final;${path}` };
    const asOther = await send('POST', place(), { ...headers, authorization: `Bearer ${other.token}` });
    expect([400, 403]).toContain(asOther.status);
    expect((await send('POST', `/api/projects/${elsewhere}/uploads`, headers)).status).toBe(400);
  });
});

describe('the digest of the whole archive', () => {
  it.each([
    ['with the creation', true],
    ['with the last bytes', false],
  ])('of an upload in parts is compared by its job: stated %s', async (_when, atOnce) => {
    const upload = async (stated: string) => {
      const header = { 'repr-digest': `sha-256=:${stated}:` };
      const path = await create({ 'upload-length': String(ARCHIVE.length), ...(atOnce ? header : {}) });
      return jobOf(await patch(path, 0, ARCHIVE, atOnce ? {} : header));
    };
    const failed = await upload(digest('sha256', Buffer.from('another')));
    expect(failed).toMatchObject({ status: 'Failed' });
    expect(failed.error).toContain(`has the sha-256 ${digest('sha256')}`);
    expect(await pathsOf(projectId)).toEqual([]);
    expect(await upload(digest('sha256'))).toMatchObject({ status: 'Completed' });
  });

  it('of the single request is compared before anything is unpacked', async () => {
    const upload = (headers: Record<string, string>) =>
      send('POST', `/api/project/uploadProjectCodebase?projectId=${projectId}`, { 'content-type': 'application/octet-stream', ...headers }, ARCHIVE); // biome-ignore format: one claim
    const wrong = digest('sha256', Buffer.from('another'));
    for (const [header, value] of [
      ['repr-digest', `sha-256=:${wrong}:`],
      ['digest', `sha-256=${wrong}`],
    ] as const) {
      const told = await upload({ [header]: value });
      expect(told.status).toBe(400);
      expect(await messageOf(told)).toContain(digest('sha256'));
    }
    expect(await pathsOf(projectId)).toEqual([]);
    expect((await upload({ 'content-digest': `sha-512=:${digest('sha512')}:` })).status).toBe(200);
    expect(await pathsOf(projectId)).toEqual(['b.txt', 'src/a.js']);
  });
});
