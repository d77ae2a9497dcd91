// Uploads in parts, by the protocol tus 1.0.0, over real connections.
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, readdirSync, statSync, truncateSync } from 'node:fs';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { until } from '../../../test/robustness/server-process.ts';
import { receivedFile, removeOverUploads } from '../../ingest/received.ts';
import { uploadsFolder } from '../../installation/disks.ts';

let h: Harness;
let origin: string;
let other: Person;
let projectId: number;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_MAX_UPLOAD_BYTES: String(1024 * 1024), ASSAY_BODY_PATIENCE_MS: '400' });
  origin = await h.listen();
  other = await h.person('other', ['system_admin']);
});
beforeEach(async () => {
  projectId = (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id;
});
afterAll(() => h.close());

const ARCHIVE = tar([
  { name: 'src/a.js', content: 'a\n' },
  { name: 'b.txt', content: 'b'.repeat(30_000) },
]);
const base64 = (text: string) => Buffer.from(text).toString('base64');
const sha1 = (bytes: Buffer) => `sha1 ${createHash('sha1').update(bytes).digest('base64')}`;

interface Told {
  status: number;
  headers: IncomingMessage['headers'];
  text: string;
}

interface Sending {
  headers?: Record<string, string>;
  bytes?: Buffer | string;
  as?: Person;
}

function begin(method: string, path: string, { headers = {}, as = h.admin }: Sending = {}): ClientRequest {
  const outgoing = request(`${origin}${path}`, {
    method,
    agent: new Agent(),
    headers: { authorization: `Bearer ${as.token}`, 'tus-resumable': '1.0.0', ...headers },
  });
  // A destroyed request fails; some of these tests destroy requests.
  outgoing.on('error', () => undefined);
  return outgoing;
}

async function answerTo(outgoing: ClientRequest): Promise<Told> {
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += chunk;
  return { status: response.statusCode!, headers: response.headers, text };
}

function send(method: string, path: string, sending: Sending = {}): Promise<Told> {
  const outgoing = begin(method, path, sending);
  const answer = answerTo(outgoing);
  outgoing.end(sending.bytes);
  return answer;
}

const BYTES = { 'content-type': 'application/offset+octet-stream' };
const place = () => `/api/projects/${projectId}/uploads`;

async function create(length: number, headers: Record<string, string> = {}, query = ''): Promise<string> {
  const told = await send('POST', `${place()}${query}`, { headers: { 'upload-length': String(length), ...headers } });
  expect(told.status, told.text).toBe(201);
  return told.headers.location!;
}

const patch = (path: string, offset: number, bytes: Buffer | string, headers: Record<string, string> = {}) =>
  send('PATCH', path, { headers: { ...BYTES, 'upload-offset': String(offset), ...headers }, bytes });
const offsetOf = async (path: string) => Number((await send('HEAD', path)).headers['upload-offset']);
const idOf = (path: string) => path.split('/').at(-1)!;
const fileOf = (path: string) => receivedFile(h.app.config, idOf(path));
const pathsOf = async (id: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path', [id])).rows.map(
    ({ path }) => path,
  );

describe('an archive in parts', () => {
  it('arrives, and its job makes it the code base; then nothing of it is left', async () => {
    await h.work();
    const path = await create(ARCHIVE.length, { 'upload-metadata': `filename ${base64('ü.tar')},note` });
    const first = await patch(path, 0, ARCHIVE.subarray(0, 10_000));
    expect(first).toMatchObject({ status: 204, headers: { 'upload-offset': '10000', 'tus-resumable': '1.0.0' } });
    expect(Date.parse(first.headers['upload-expires'] as string)).toBeGreaterThan(Date.now());
    expect(await send('HEAD', path)).toMatchObject({
      status: 200,
      headers: {
        'upload-offset': '10000',
        'upload-length': String(ARCHIVE.length),
        'upload-metadata': `filename ${base64('ü.tar')},note`,
        'cache-control': 'no-store',
      },
    });
    const listed = await h.call('GET', `/projects/${projectId}/uploads`);
    expect(listed.body.data).toMatchObject([
      { uploadId: idOf(path), fileName: 'ü.tar', sizeBytes: ARCHIVE.length, receivedBytes: 10_000, jobId: null },
    ]);
    const last = await patch(path, 10_000, ARCHIVE.subarray(10_000), {
      'upload-checksum': sha1(ARCHIVE.subarray(10_000)),
    });
    expect(last.status).toBe(204);
    const jobId = Number(last.headers['assay-job']);
    expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed', details: '2 files, 30 KB' });
    expect(await pathsOf(projectId)).toEqual(['b.txt', 'src/a.js']);
    expect((await h.call('GET', `/jobs/${jobId}`)).body).toMatchObject({
      jobType: 'Code Upload',
      project: { id: projectId },
    });
    await removeOverUploads(h.app);
    expect(existsSync(fileOf(path))).toBe(false);
    expect((await send('HEAD', path)).status).toBe(404);
  });

  it('comes with its creation, with options of the single request', async () => {
    await h.work();
    const upload = (archive: Buffer, query = '') =>
      send('POST', `${place()}${query}`, {
        headers: { ...BYTES, 'upload-length': String(archive.length) },
        bytes: archive,
      });
    const first = await upload(ARCHIVE);
    expect(first).toMatchObject({ status: 201, headers: { 'upload-offset': String(ARCHIVE.length) } });
    await h.jobOver(Number(first.headers['assay-job']));
    const second = await upload(tar([{ name: 'c', content: 'c' }]), '?deleteExistingFileOnServer=true');
    await h.jobOver(Number(second.headers['assay-job']));
    expect(await pathsOf(projectId)).toEqual(['c']);
    expect((await upload(ARCHIVE, '?expansionLevel=9')).status).toBe(400);
  });

  it('that is none fails in its job and changes nothing', async () => {
    await h.work();
    const path = await create(5);
    const { headers } = await patch(path, 0, 'hello');
    const job = await h.jobOver(Number(headers['assay-job']));
    expect(job.status).toBe('Failed');
    expect(job.error).toMatch(/archive/);
    await removeOverUploads(h.app);
    expect(existsSync(fileOf(path))).toBe(false);
  });
});

describe('what the protocol says', () => {
  it('OPTIONS names version, extensions and algorithms', async () => {
    const told = await send('OPTIONS', place());
    expect(told).toMatchObject({
      status: 204,
      headers: {
        'tus-version': '1.0.0',
        'tus-extension':
          'creation,creation-with-upload,creation-defer-length,expiration,termination,checksum,concatenation',
        'tus-checksum-algorithm': 'sha1,sha256',
        'tus-max-size': String(1024 * 1024),
        'want-repr-digest': 'sha-256=10, sha-512=10',
      },
    });
  });

  it('412 with another version, and without one', async () => {
    for (const version of ['0.2.2', '']) {
      const told = await send('POST', place(), { headers: { 'tus-resumable': version, 'upload-length': '5' } });
      expect(told).toMatchObject({ status: 412, headers: { 'tus-version': '1.0.0' } });
    }
  });

  it.each([
    ['no length', {}, 400],
    ['a wrong length', { 'upload-length': '1x' }, 400],
    ['a negative length', { 'upload-length': '-5' }, 400],
    ['nothing', { 'upload-length': '0' }, 400],
    ['a length that is told and is told later', { 'upload-length': '5', 'upload-defer-length': '1' }, 400],
    ['another word for a length to be told later', { 'upload-defer-length': 'yes' }, 400],
    ['an unknown kind of part', { 'upload-length': '5', 'upload-concat': 'some' }, 400],
    [
      'a digest that nobody can compare',
      { 'upload-length': '5', 'repr-digest': 'md5=:XUFAKrxLKna5cZ2REBfFkg==:' },
      400,
    ],
    ['too much', { 'upload-length': String(1024 * 1024 + 1) }, 413],
    ['wrong metadata', { 'upload-length': '5', 'upload-metadata': 'filename ü!' }, 400],
  ])('refuses to begin with %s', async (_what, headers, status) => {
    const told = await send('POST', place(), { headers: headers as Record<string, string> });
    expect(told).toMatchObject({ status, headers: { 'tus-resumable': '1.0.0' } });
    expect((await h.call('GET', `/projects/${projectId}/uploads`)).body.data).toEqual([]);
  });

  it('409 for another offset, 415 for another type, 413 for too many bytes, 400 without offset', async () => {
    const path = await create(10);
    expect(await patch(path, 3, 'abc')).toMatchObject({ status: 409 });
    expect((await send('PATCH', path, { headers: { 'upload-offset': '0' }, bytes: 'abc' })).status).toBe(415);
    expect((await patch(path, 0, 'x'.repeat(11))).status).toBe(413);
    expect((await send('PATCH', path, { headers: BYTES, bytes: 'abc' })).status).toBe(400);
    const endless = begin('PATCH', path, {
      headers: { ...BYTES, 'upload-offset': '0', 'transfer-encoding': 'chunked' },
    });
    const answer = answerTo(endless);
    endless.end('y'.repeat(50));
    expect((await answer).status).toBe(413);
    expect(await offsetOf(path)).toBe(0);
    expect((await patch(path, 0, 'abc')).headers['upload-offset']).toBe('3');
  });

  it('460 drops bytes with a wrong checksum; 400 for an unknown algorithm', async () => {
    const path = await create(10);
    expect((await patch(path, 0, 'abc', { 'upload-checksum': sha1(Buffer.from('abd')) })).status).toBe(460);
    expect(await offsetOf(path)).toBe(0);
    expect(statSync(fileOf(path)).size).toBe(0);
    expect((await patch(path, 0, 'abc', { 'upload-checksum': 'crc32 AAAA' })).status).toBe(400);
    expect((await patch(path, 0, 'abc', { 'upload-checksum': sha1(Buffer.from('abc')) })).status).toBe(204);
    expect(await offsetOf(path)).toBe(3);
  });

  it('DELETE removes it with its bytes; the method may be in a header', async () => {
    const [one, two] = [await create(10), await create(10)];
    expect((await send('DELETE', one)).status).toBe(204);
    expect(existsSync(fileOf(one))).toBe(false);
    expect((await send('HEAD', one)).status).toBe(404);
    expect((await send('POST', two, { headers: { 'x-http-method-override': 'DELETE' } })).status).toBe(204);
    expect((await patch(two, 0, 'abc')).status).toBe(404);
  });
});

describe('a broken or slow sender', () => {
  it('keeps what it sent, and goes on there', async () => {
    await h.work();
    const path = await create(ARCHIVE.length);
    const cut = begin('PATCH', path, {
      headers: { ...BYTES, 'upload-offset': '0', 'content-length': String(ARCHIVE.length) },
    });
    cut.write(ARCHIVE.subarray(0, 12_345));
    await until(() => statSync(fileOf(path)).size === 12_345);
    cut.destroy();
    await until(async () => (await offsetOf(path)) === 12_345);
    const jobId = await until(async () => {
      const told = await patch(path, 12_345, ARCHIVE.subarray(12_345));
      return told.status === 204 && String(told.headers['assay-job']);
    });
    expect(await h.jobOver(Number(jobId))).toMatchObject({ status: 'Completed' });
    expect(await pathsOf(projectId)).toEqual(['b.txt', 'src/a.js']);
  });

  it('408 for one that drips; its bytes are kept', async () => {
    const path = await create(1000);
    const drip = begin('PATCH', path, { headers: { ...BYTES, 'upload-offset': '0', 'content-length': '1000' } });
    const answer = answerTo(drip);
    drip.write('abcd');
    expect((await answer).status).toBe(408);
    expect(await offsetOf(path)).toBe(4);
  });

  it('with a checksum keeps nothing of a part that broke off', async () => {
    const path = await create(10);
    const cut = begin('PATCH', path, {
      headers: {
        ...BYTES,
        'upload-offset': '0',
        'content-length': '10',
        'upload-checksum': sha1(Buffer.from('0123456789')),
      },
    });
    cut.write('0123');
    await until(() => statSync(fileOf(path)).size === 4);
    cut.destroy();
    await until(() => statSync(fileOf(path)).size === 0);
    expect(await offsetOf(path)).toBe(0);
  });

  it('423 for a second one at the same time; the first one wins', async () => {
    const path = await create(10);
    const first = begin('PATCH', path, { headers: { ...BYTES, 'upload-offset': '0', 'content-length': '10' } });
    const answer = answerTo(first);
    first.write('01234');
    await until(() => statSync(fileOf(path)).size === 5);
    expect((await patch(path, 0, 'abcdefghij')).status).toBe(423);
    first.end('56789');
    expect((await answer).status).toBe(204);
    expect((await patch(path, 0, 'abcdefghij')).status).toBe(409);
  });

  it('what the disk has beyond the noted bytes is cut off, and missing bytes are told', async () => {
    const path = await create(10);
    await patch(path, 0, 'abc');
    truncateSync(fileOf(path), 8);
    expect((await patch(path, 3, 'de')).status).toBe(204);
    expect(statSync(fileOf(path)).size).toBe(5);
    truncateSync(fileOf(path), 2);
    expect((await send('HEAD', path)).status).toBe(404);
    expect((await patch(path, 5, 'fg')).status).toBe(404);
  });
});

describe('who may', () => {
  it('404 for another user, another project, and an id that is none', async () => {
    const path = await create(10);
    for (const method of ['HEAD', 'PATCH', 'DELETE']) {
      const headers = method === 'PATCH' ? { ...BYTES, 'upload-offset': '0' } : {};
      expect((await send(method, path, { as: other, headers })).status, method).toBeOneOf([403, 404]);
    }
    const elsewhere = (await h.call('POST', '/projects', { body: { name: `project ${++count}` } })).body.id;
    expect((await send('HEAD', path.replace(/projects\/\d+/, `projects/${elsewhere}`))).status).toBe(404);
    expect((await send('HEAD', `${place()}/..%2f..%2fkeys`)).status).toBe(404);
    expect(await offsetOf(path)).toBe(0);
  });

  it('404 once the project is deleted; its bytes are removed', async () => {
    const path = await create(10);
    await patch(path, 0, 'abc');
    await h.database.pool.query('delete from projects where id = $1', [projectId]);
    expect((await patch(path, 3, 'def')).status).toBe(404);
    await removeOverUploads(h.app);
    expect(readdirSync(uploadsFolder(h.app.config))).not.toContain(idOf(path));
  });

  it('404 after its time; its bytes are removed', async () => {
    const path = await create(10);
    await h.database.pool.query("update resumable_uploads set expires_at = now() - interval '1 second' where id = $1", [
      idOf(path),
    ]);
    expect((await patch(path, 0, 'abc')).status).toBe(404);
    await removeOverUploads(h.app);
    expect(existsSync(fileOf(path))).toBe(false);
  });

  it('an upload of a project that was locked meanwhile does not become its code base', async () => {
    const path = await create(ARCHIVE.length);
    await h.database.pool.query("update projects set status = 'Project Completed' where id = $1", [projectId]);
    expect((await patch(path, 0, ARCHIVE)).status).toBe(400);
    await h.database.pool.query("update projects set status = 'Not Started' where id = $1", [projectId]);
    expect(await offsetOf(path)).toBeLessThan(ARCHIVE.length);
  });

  it('400 with too many unfinished uploads', async () => {
    await h.database.pool.query('delete from resumable_uploads');
    for (let n = 0; n < 20; n++) await create(10);
    expect((await send('POST', place(), { headers: { 'upload-length': '10' } })).status).toBe(400);
    await h.database.pool.query('delete from resumable_uploads');
  });
});
