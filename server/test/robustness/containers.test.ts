// Two servers on one data folder that cannot see each other's processes, as in two containers on one volume:
// `unshare` gives each its own process table. Needs Linux, and the right to do so.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { killKeepers, type ServerProcess, spawnServer, startServer, until } from './server-process.ts';

const ALONE = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'];
const canBeAlone = spawnSync(ALONE[0]!, [...ALONE.slice(1), 'true']).status === 0;
if (!canBeAlone) console.warn('`unshare --pid` is not permitted here: servers in two containers are not tested.');

describe.skipIf(!canBeAlone)('servers in separate containers', () => {
  const root = mkdtempSync(join(tmpdir(), 'assay-containers-'));
  let first: ServerProcess;

  beforeAll(async () => {
    first = await startServer(root, {}, ALONE);
  });
  afterAll(async () => {
    await first?.end('SIGKILL');
    rmSync(root, { recursive: true, force: true });
  });

  it('the second server is refused, and the first one continues', { timeout: 240_000 }, async () => {
    for (const how of [ALONE, []]) {
      const { code, stderr } = await (await spawnServer(root, {}, how)).ended;
      expect(stderr).toContain(`The data folder ${root} is in use by another Assay server (process `);
      expect(code).toBe(1);
    }
    expect((await first.api('GET', '/projects')).status).toBe(200);
  });

  it('the lock ends with the container, and the next server starts', { timeout: 240_000 }, async () => {
    await first.end('SIGKILL');
    expect(existsSync(join(root, 'assay.lock'))).toBe(true);
    first = await startServer(root, {}, ALONE);
    expect((await first.api('GET', '/projects')).status).toBe(200);
  });

  it('a database that still runs in another container is not used by a second server', {
    timeout: 240_000,
  }, async () => {
    await first.end('SIGKILL');
    // The server is not the first process of this container, so its database can outlive it.
    const init = [...ALONE, 'sh', '-c', '"$@" & echo "$!" > "$0"; wait; exec sleep 600', join(root, 'server.pid')];
    const container = await startServer(root, {}, init);
    const table = spawnSync('pgrep', ['--parent', String(container.pid)], { encoding: 'utf8' }).stdout.trim();
    expect(table).toMatch(/^\d+$/);
    const inside = ['nsenter', '--target', table, '--pid', '--mount'];
    const pid = readFileSync(join(root, 'server.pid'), 'utf8').trim();
    const kill = (signal: string) => spawnSync(inside[0]!, [...inside.slice(1), 'kill', signal, pid]).status;
    expect(kill('-STOP')).toBe(0);
    killKeepers(dataFolder(root).postgres);
    expect(kill('-9')).toBe(0);
    await until(() =>
      container.api('GET', '/projects').then(
        () => false,
        () => true,
      ),
    );
    const postmaster = join(dataFolder(root).postgres, 'postmaster.pid');
    expect(existsSync(postmaster)).toBe(true);
    const { code, stderr } = await (await spawnServer(root, {}, ALONE)).ended;
    expect(stderr).toContain('A database of an earlier server still runs on');
    expect(code).toBe(1);
    expect(existsSync(postmaster)).toBe(true);
    await container.end('SIGKILL');
    first = await startServer(root, {}, ALONE);
    expect((await first.api('GET', '/projects')).status).toBe(200);
  });
});
