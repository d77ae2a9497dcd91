// Events during a running job: a request to stop it, damaged bytes on the disk, and other calls for the same
// project.
import { readdirSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TarEntry, tar, zip } from '../archives.ts';
import { type Harness, startHarness } from '../harness.ts';
import { manyFiles } from './many-files.ts';
import { until } from './server-process.ts';

const FILES = 600;
const FILES_AT_FULL_SPEED = 100;
const PAUSE_MS = 20;
const CALLERS = 20;

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

async function createProject(): Promise<number> {
  const { status, body } = await h.call('POST', '/projects', { body: { name: `running ${++count}` } });
  expect(status).toBe(201);
  return body.id;
}

function upload(projectId: number, entries: TarEntry[]) {
  return h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: tar(entries),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

async function projectWith(entries: TarEntry[]): Promise<number> {
  const projectId = await createProject();
  expect((await upload(projectId, entries)).status).toBe(200);
  return projectId;
}

const startScan = (projectId: number) => h.call('POST', `/scanResource/projectScan/${projectId}`);

async function scan(projectId: number) {
  const { status, body } = await startScan(projectId);
  expect(status).toBe(200);
  return { jobId: body['Content: '] as number, job: await h.jobOver(body['Content: ']) };
}

/** From here on the store reads so slowly that a scan takes at least ten seconds, until `release` is called. */
function slowScans(): { release: () => void } {
  const { readMany } = h.app.store;
  const released = new AbortController();
  h.app.store.readMany = async function* (...wanted) {
    let count = 0;
    for await (const item of readMany(...wanted)) {
      if (++count > FILES_AT_FULL_SPEED)
        await setTimeout(PAUSE_MS, null, { signal: released.signal }).catch(() => null);
      yield item;
    }
  };
  return {
    release() {
      h.app.store.readMany = readMany;
      released.abort();
    },
  };
}

/** Waits until the scan has analysed something. */
async function inTheMiddle(jobId: number): Promise<void> {
  const progress = await until(async () => {
    const { data } = (await h.call('GET', `/jobs/${jobId}/progress`)).body;
    return data.done > 0 && data;
  });
  expect(progress).toMatchObject({ isOver: false, phase: 'Analysing files' });
}

async function paths(projectId: number): Promise<string[]> {
  const { rows } = await h.database.pool.query('select path from files where project_id = $1 order by path', [
    projectId,
  ]);
  return rows.map(({ path }) => path);
}

function tally(numbers: number[]): Record<number, number> {
  return Object.fromEntries(
    Map.groupBy(numbers, (one) => one)
      .entries()
      .map(([one, all]) => [one, all.length]),
  );
}

describe('before the worker starts', () => {
  it('a queued scan refuses uploads with a sentence and keeps none of their data', async () => {
    const projectId = await projectWith([{ name: 'a.txt', content: 'a' }]);
    const jobId = (await startScan(projectId)).body['Content: '];
    const { status, body } = await upload(projectId, [{ name: 'b.txt', content: 'b' }]);
    expect(status).toBe(400);
    expect(body['Error: ']).toBe(
      `No upload while the project's Project Scan job ${jobId} is queued or running; wait for it to end.`,
    );
    expect(await paths(projectId)).toEqual(['a.txt']);
    expect((await h.call('POST', `/jobs/${jobId}/cancel`)).status).toBe(200);
    expect((await upload(projectId, [{ name: 'b.txt', content: 'b' }])).status).toBe(200);
    expect(await paths(projectId)).toEqual(['a.txt', 'b.txt']);
  });

  it('of many simultaneous scan requests one succeeds; the others get its id', async () => {
    const projectId = await projectWith([{ name: 'a.txt', content: 'a' }]);
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => startScan(projectId)));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 200: 1, 409: CALLERS - 1 });
    const jobId = answers.find(({ status }) => status === 200)!.body['Content: '];
    for (const { status, text } of answers) if (status === 409) expect(text).toContain(`task ID: ${jobId}`);
    const { rows } = await h.database.pool.query(
      'select type, count(*)::int as n from jobs where project_id = $1 group by 1 order by 1',
      [projectId],
    );
    expect(rows).toEqual([
      { type: 'Code Upload', n: 1 },
      { type: 'Project Scan', n: 1 },
    ]);
  });

  it('of many simultaneous creations of a project with one name one succeeds', async () => {
    const body = { name: 'wanted by many' };
    const answers = await Promise.all(Array.from({ length: CALLERS }, () => h.call('POST', '/projects', { body })));
    expect(tally(answers.map(({ status }) => status))).toEqual({ 201: 1, 400: CALLERS - 1 });
  });

  it('two simultaneous uploads into one project: one is accepted, the other is refused and accepted afterwards', async () => {
    const projectId = await createProject();
    const files = (name: string) =>
      Array.from({ length: 300 }, (_, index) => ({ name: `${name}/${index}.txt`, content: `${name} ${index}` }));
    const shared = { name: 'shared/same.txt', content: 'the same' };
    const answers = await Promise.all([
      upload(projectId, [...files('one'), shared]),
      upload(projectId, [...files('two'), shared]),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const refused = answers[0]!.status === 409 ? 'one' : 'two';
    expect((await upload(projectId, files(refused))).status).toBe(200);
    const expected = [...files('one'), ...files('two'), shared].map(({ name }) => name);
    expect(await paths(projectId)).toEqual(expected.sort());
    expect((await h.call('GET', `/projects/${projectId}`)).body.data.totalFiles).toBe(601);
    expect((await h.database.pool.query('select count(*)::int as n from upload_files')).rows).toEqual([{ n: 0 }]);
    expect(readdirSync(h.app.folder.temporary)).toEqual([]);
  });
});

describe('while a scan runs', () => {
  beforeAll(() => h.work());

  it('it can be canceled, and the next one continues', async () => {
    const projectId = await projectWith(manyFiles(FILES, 'canceled'));
    const slow = slowScans();
    const jobId = (await startScan(projectId)).body['Content: '];
    await inTheMiddle(jobId);
    expect((await h.call('POST', `/jobs/${jobId}/cancel`)).status).toBe(200);
    slow.release();
    expect(await h.jobOver(jobId)).toMatchObject({ status: 'Terminated', error: '' });
    expect((await h.call('GET', `/project/scanStatus/${jobId}`)).body).toEqual({ 'Content: ': 'terminated' });
    expect((await h.call('GET', `/projects/${projectId}`)).body.data.projectStatus).toBe('Not Started');
    expect((await h.call('POST', `/jobs/${jobId}/cancel`)).status).toBe(400);
    const { job } = await scan(projectId);
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    expect(job.details).toContain(`${FILES} files`);
  });

  it.each([
    ['a large file', 'large.txt', async () => Buffer.alloc(9_000_000, 'a line of a large file\n')],
    ['an archive', 'a.zip', () => zip({ 'a.c': '// SPDX-License-Identifier: MIT' })],
  ])('it can be canceled in the middle of %s', async (_, name, content) => {
    const projectId = await projectWith([{ name, content: await content() }]);
    const { stream } = h.app.store;
    const asked = Promise.withResolvers<void>();
    // It begins as the file does, and never ends.
    h.app.store.stream = (location) => {
      const endless = new Readable({ read() {} });
      stream(location).on('data', (chunk) => {
        endless.push(chunk);
        asked.resolve();
      });
      return endless;
    };
    try {
      const jobId = (await startScan(projectId)).body['Content: '];
      await asked.promise;
      expect((await h.call('POST', `/jobs/${jobId}/cancel`)).status).toBe(200);
      expect(await h.jobOver(jobId)).toMatchObject({ status: 'Terminated', error: '' });
    } finally {
      h.app.store.stream = stream;
    }
    expect(readdirSync(h.app.folder.temporary)).toEqual([]);
    expect((await scan(projectId)).job).toMatchObject({ status: 'Completed', error: '' });
  });

  it('409 for the deletion of its project, and for another scan; 400 for an upload', async () => {
    const projectId = await projectWith(manyFiles(FILES, 'busy'));
    const slow = slowScans();
    const jobId = (await startScan(projectId)).body['Content: '];
    await inTheMiddle(jobId);
    const deletion = await h.call('DELETE', `/projects/${projectId}`);
    expect(deletion.status).toBe(409);
    expect(deletion.text).toContain(`a Project Scan job of the project is already running. task ID: ${jobId}`);
    expect((await startScan(projectId)).status).toBe(409);
    expect((await upload(projectId, [{ name: 'b.txt', content: 'b' }])).status).toBe(400);
    slow.release();
    expect(await h.jobOver(jobId)).toMatchObject({ status: 'Completed' });
    expect(await paths(projectId)).toHaveLength(FILES);
  });

  it('another project is scanned at the same time', async () => {
    const projects = [await projectWith(manyFiles(FILES, 'left')), await projectWith(manyFiles(FILES, 'right'))];
    const slow = slowScans();
    const jobs = await Promise.all(projects.map(async (id) => (await startScan(id)).body['Content: '] as number));
    await until(async () => {
      const { rows } = await h.database.pool.query(
        `select count(*)::int as n from jobs where id = any($1) and status = 'Active' and progress_done between 1 and $2`,
        [jobs, FILES - 1],
      );
      return rows[0].n === 2;
    });
    slow.release();
    for (const jobId of jobs) {
      const job = await h.jobOver(jobId);
      expect(job).toMatchObject({ status: 'Completed', error: '' });
      expect(job.details).toContain(`${FILES} files, ${FILES} analysed now`);
    }
  });
});

describe('bytes damaged on the disk', () => {
  const SIZE = 600 * 1024;
  const DAMAGED = `${'a line that belongs to the damaged file\n'.repeat(SIZE / 40)}`;

  it('the damaged file gets an issue; the scan completes, and the next one tries the file again', async () => {
    const projectId = await projectWith([
      { name: 'good.c', content: '/* SPDX-License-Identifier: MIT */\nint good;\n' },
      { name: 'bad.txt', content: DAMAGED },
    ]);
    const whole = await flipByte(projectId, 'bad.txt');
    const { jobId, job } = await scan(projectId);
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    expect(job.details).toContain('2 files, 1 analysed now');
    const log = (await h.call('GET', `/jobs/${jobId}/log`)).body.data;
    expect(log.map(({ code, path }: { code: string; path: string }) => [code, path])).toEqual([
      ['nothing-found', ''],
      ['unreadable', 'bad.txt'],
    ]);
    expect(log[1].message).toContain('The stored bytes of this file are damaged, so it was not analysed');
    await whole();
    const again = await scan(projectId);
    expect(again.job.details).toContain('2 files, 1 analysed now');
    expect((await h.call('GET', `/jobs/${again.jobId}/log`)).body.data).toMatchObject([{ code: 'nothing-found' }]);
  });

  it('a damaged block of many files gives an issue for each of them, and none for the others', async () => {
    const shared = Array.from({ length: 5 }, (_, index) => ({
      name: `shared/${index}.txt`,
      content: `shared ${index}`,
    }));
    const projectId = await projectWith(shared);
    expect((await upload(projectId, [{ name: 'apart.txt', content: 'of another upload' }])).status).toBe(200);
    await flipByte(projectId, 'shared/0.txt');
    const { jobId, job } = await scan(projectId);
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    const log: { code: string; path: string }[] = (await h.call('GET', `/jobs/${jobId}/log`)).body.data;
    expect(log.map(({ code, path }) => `${code} ${path}`).sort()).toEqual([
      'nothing-found ',
      ...shared.map(({ name }) => `unreadable ${name}`),
    ]);
  });

  /** Flips a byte of the block in which the file begins. The returned function flips it back. */
  async function flipByte(projectId: number, path: string): Promise<() => Promise<void>> {
    const { rows } = await h.database.pool.query(
      'select b.location from files f join blobs b on b.sha256 = f.sha256 where f.project_id = $1 and f.path = $2',
      [projectId, path],
    );
    const { segment, blockOffset, blockLength } = rows[0].location;
    const position = blockOffset + blockLength - 3;
    const flip = async () => {
      const file = await open(join(h.app.folder.store, 'segments', `${segment}.pack`), 'r+');
      const byte = Buffer.alloc(1);
      await file.read(byte, 0, 1, position);
      await file.write(Buffer.from([byte[0]! ^ 0xff]), 0, 1, position);
      await file.close();
    };
    await flip();
    return flip;
  }
});
