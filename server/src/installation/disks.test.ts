// Folders of a running server that become read-only. `/sys` of Linux, where nobody can create files, replaces them:
// root ignores the permissions of a folder.

import { spawnSync } from 'node:child_process';
import { closeSync, openSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../../test/archives.ts';
import { type Harness, startHarness } from '../../test/harness.ts';
import { AppError } from '../errors.ts';
import { diskError } from './disks.ts';

const folders = { dataFolder: '/data', storeUrl: '' };
const systemError = (code: string, path?: string) => Object.assign(new Error(`${code}: no`), { code, path });

describe('diskError', () => {
  it.each([
    [
      'EROFS',
      '/data/temporary/upload-1/archive',
      'The temporary folder /data/temporary cannot be written: it is on a file system that is mounted read-only.',
    ],
    [
      'EACCES',
      '/data/store/segments/a.pack',
      'The store /data/store cannot be written: the server may not write there.',
    ],
    [
      'EPERM',
      '/data/keys/secrets',
      'The folder of the keys /data/keys cannot be written: the server may not write there.',
    ],
    ['EROFS', '/data', 'The data folder /data cannot be written: it is on'],
    ['EROFS', undefined, 'A folder of this server cannot be written: it is on'],
  ])('%s at %s names the folder', (code, path, sentence) => {
    const error = diskError(new Error('packing failed', { cause: systemError(code, path) }), folders);
    expect(error).toBeInstanceOf(AppError);
    expect([error!.code, error!.message]).toEqual(['unavailable', expect.stringContaining(sentence)]);
  });

  it.each([
    ['25006', 'cannot execute INSERT in a read-only transaction', 'it is a standby'],
    ['42501', 'could not extend file "base/1/2": Read-only file system', 'could not extend file'],
  ])('%s of the database', (code, message, sentence) => {
    const error = diskError(Object.assign(new Error(message), { code }), folders);
    expect([error!.code, error!.message]).toEqual(['unavailable', expect.stringContaining(sentence)]);
  });

  it('diskFull for a full disk', () => {
    const full = (code: string, config: object) => diskError(systemError(code, '/data/x'), { ...folders, ...config })!;
    const here = { dataFolder: tmpdir(), storeUrl: '' };
    expect([full('ENOSPC', here).code, full('ENOSPC', here).message]).toEqual(['diskFull', expect.stringMatching(/^There is no space left on the disk of \/.* \(\d+ MB are free now\)/)]); // biome-ignore format: one claim
    expect(full('53100', { ...here, databaseUrl: 'postgres://elsewhere/x' }).message).toContain(
      'the disk of the database',
    );
  });

  it.each([
    ['EACCES', undefined],
    ['EACCES', '/dataset/x'],
    ['EROFS', '/elsewhere/x'],
    ['ENOENT', '/data/temporary/x'],
    ['42501', undefined],
  ])('ignores %s at %s, which is another fault', (code, path) => {
    expect(diskError(systemError(code, path), folders)).toBeUndefined();
  });
});

it.skipIf(process.platform !== 'linux')('a full disk of the log does not stop the server', () => {
  const full = openSync('/dev/full', 'w');
  const log = new URL('../log.ts', import.meta.url).href;
  const program = `import { createLogger, letOutputFail } from ${JSON.stringify(log)};
    letOutputFail();
    process.stdout.write('a sentence');
    const log = createLogger({ logLevel: 'info' });
    for (let line = 0; line < 3; line++) {
      log.info({ line }, 'told to nobody');
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    process.exit(7);`;
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', full, 'pipe'],
    encoding: 'utf8',
  });
  closeSync(full);
  expect([status, stderr]).toEqual([7, '']);
});

describe.skipIf(process.platform !== 'linux')('a server whose temporary folder cannot be written', () => {
  let h: Harness;
  let projectId: number;
  const sentence = () =>
    `The temporary folder ${h.app.folder.temporary} cannot be written: the server may not write there.`;

  beforeAll(async () => {
    h = await startHarness();
    projectId = (await h.call('POST', '/projects', { body: { name: 'read-only' } })).body.id;
    expect((await upload()).status).toBe(200);
    await h.work();
    return () => h.close();
  });
  afterEach(() => {
    rmSync(h.app.folder.temporary);
    renameSync(`${h.app.folder.temporary}.aside`, h.app.folder.temporary);
  });
  const upload = () =>
    h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
      raw: tar([{ name: 'a.txt', content: 'a\n' }]),
      headers: { 'content-type': 'application/octet-stream' },
    });
  const close = () => {
    renameSync(h.app.folder.temporary, `${h.app.folder.temporary}.aside`);
    symlinkSync('/sys/kernel', h.app.folder.temporary);
  };

  it('503 for uploads, with the sentence', async () => {
    close();
    const { status, text } = await upload();
    expect([status, text]).toEqual([503, expect.stringContaining(sentence())]);
  });

  it('503 for forms and exports', async () => {
    close();
    const boundary = 'b0und';
    const raw = Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="sbomFile"; filename="a.json"\r\n\r\n{}\r\n--${boundary}--\r\n`,
    );
    const form = await h.call('POST', `/projects/${projectId}/importSbom`, {
      raw,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    });
    expect([form.status, form.text]).toEqual([503, expect.stringContaining(sentence())]);
  });

  it('503 of /readyz, which writes into each folder, until it is writable again', async () => {
    const ready = () => h.server.inject('/readyz');
    close();
    const { statusCode, body } = await ready();
    expect([statusCode, body]).toEqual([503, expect.stringContaining(sentence())]);
    rmSync(h.app.folder.temporary);
    symlinkSync(`${h.app.folder.temporary}.aside`, h.app.folder.temporary);
    expect((await ready()).statusCode).toBe(200);
  });

  it('a report fails with the sentence', async () => {
    close();
    const { taskId } = (await h.call('POST', `/projects/${projectId}/reports/1/generate`)).body.data;
    const job = await h.jobOver(taskId);
    expect(job).toMatchObject({ status: 'Failed', error: expect.stringContaining(sentence()) });
  });
});
