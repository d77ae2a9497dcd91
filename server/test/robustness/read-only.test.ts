// Folders on file systems that are mounted read-only, at the start and while the server runs. Each server has its own
// mounts (`unshare --mount`).
// Needs Linux, and the right to do so.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar } from '../archives.ts';
import { type ServerProcess, spawnServer, startServer } from './server-process.ts';

const ALONE = ['unshare', '--mount', '--propagation', 'private'];
const canMount = spawnSync(ALONE[0]!, [...ALONE.slice(1), 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).status === 0;
if (!canMount) console.warn('`unshare --mount` is not permitted here: folders that are read-only are not tested.');

/** The server with a separate file system at a folder. */
const withMount = (folder: string, options: string) => [
  ...ALONE,
  'sh',
  '-c',
  `mount -t tmpfs -o ${options} tmpfs "$0" && exec "$@"`,
  folder,
];

describe.skipIf(!canMount)('read-only folders', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-read-only-'));
  const data = join(root, 'data');
  const store = join(root, 'store');
  for (const folder of [data, store, join(data, 'temporary')]) mkdirSync(folder);
  const env = { ASSAY_STORE_URL: store };
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  it.each([
    ['The data folder', data],
    ['The temporary folder', join(data, 'temporary')],
    ['The store', store],
  ])('the start is refused with a sentence: %s', { timeout: 60_000 }, async (what, folder) => {
    const { code, stderr } = await (await spawnServer(data, env, withMount(folder, 'ro'))).ended;
    expect(stderr).toMatch(new RegExp(`^assay: ${what} ${folder} cannot be .*mounted read-only.*\n$`));
    expect(code).toBe(1);
  });

  describe('while the server runs', () => {
    let server: ServerProcess;
    const ready = async () => {
      const answer = await fetch(`${server.origin}/readyz`);
      return { status: answer.status, text: await answer.text() };
    };
    const remount = (how: 'ro' | 'rw') => {
      const inside = ['nsenter', '--target', String(server.pid), '--mount', 'mount', '-o', `remount,${how}`, store];
      const { status, stderr } = spawnSync(inside[0]!, inside.slice(1), { encoding: 'utf8' });
      expect([status, stderr]).toEqual([0, '']);
    };
    beforeAll(async () => {
      server = await startServer(data, env, withMount(store, 'rw'));
    }, 60_000);
    afterAll(async () => void (await server?.end('SIGKILL')));

    it('503 for an upload and /readyz with the sentence, until the folder is writable', {
      timeout: 60_000,
    }, async () => {
      const { id } = (await server.api('POST', '/projects', { name: 'read-only' })).body;
      const archive = tar([{ name: 'a.txt', content: 'a\n' }]);
      const sentence = `The store ${store} cannot be written: it is on a file system that is mounted read-only.`;
      remount('ro');
      const refused = await server.upload(id, archive);
      expect([refused.status, JSON.stringify(refused.body)]).toEqual([503, expect.stringContaining(sentence)]);
      expect(await ready()).toEqual({ status: 503, text: expect.stringContaining(sentence) });
      remount('rw');
      expect((await ready()).status).toBe(200);
      expect((await server.upload(id, archive)).status).toBe(200);
    });
  });
});
