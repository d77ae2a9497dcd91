// `assay serve` as people start it: with the process that starts the server again. What ends by a fault comes back, what ends for good leaves no
// process behind, and Ctrl-C in a terminal, which signals the whole group of processes, is quiet.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dataFolder } from '../../src/installation/data-folder.ts';
import { processStart } from '../../src/store/process-start.ts';
import { tar } from '../archives.ts';
import { manyFiles } from './many-files.ts';
import { BIN, queryData, type ServerProcess, spawnServer, startServer, until } from './server-process.ts';

let root: string;
let supervised: ServerProcess | undefined;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-supervised-'));
});
afterEach(async () => {
  await supervised?.end('SIGINT');
  supervised = undefined;
  rmSync(root, { recursive: true, force: true });
});

const start = (env: Record<string, string> = {}) => startServer(root, env, [], { isSupervised: true });
const isAlive = (pid: number) => processStart(pid) !== undefined;
const serverPid = (): number => JSON.parse(readFileSync(join(root, 'assay.lock'), 'utf8')).pid;
const databasePid = (): number =>
  Number(readFileSync(join(dataFolder(root).postgres, 'postmaster.pid'), 'utf8').split('\n')[0]);

const filesIn = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile()).length;

/** As a terminal does it: every process of the group gets the signal. */
const pressCtrlC = ({ pid }: ServerProcess) => process.kill(-pid, 'SIGINT');

describe('a supervised server', { timeout: 240_000 }, () => {
  it('starts again after a fault, with a database of its own, and says why', async () => {
    supervised = await start();
    const [server, database] = [serverPid(), databasePid()];
    process.kill(server, 'SIGKILL');
    await until(async () => {
      const isUp = await fetch(`${supervised?.origin}/readyz`).then(
        (answer) => answer.ok,
        () => false,
      );
      return isUp && serverPid() !== server;
    });
    expect([isAlive(server), isAlive(database), isAlive(databasePid())]).toEqual([false, false, true]);
    const last = databasePid();
    const { code, stderr } = await supervised.end('SIGINT');
    expect(stderr).toBe(
      'assay: The server ended by itself (by SIGKILL). It is started again in 1 s; its last lines say why.\n',
    );
    expect([code, isAlive(last)]).toEqual([0, false]);
  });

  it('ends with its supervisor, and its database with it', async () => {
    supervised = await start();
    const [server, database] = [serverPid(), databasePid()];
    await supervised.end('SIGKILL');
    await until(() => !isAlive(server) && !isAlive(database));
  });

  it('is not started again with a wrong setting: one sentence, exit status 1', async () => {
    for (const [name, value] of [
      ['PORT', 'none'],
      ['ASSAY_DATA_DIR', '/dev/null/none'],
    ] as const) {
      const { ended } = await spawnServer(root, { [name]: value }, [], { isSupervised: true });
      const { code, stderr } = await ended;
      expect(code).toBe(1);
      expect(stderr).toMatch(/^assay: [^\n]+\n$/);
    }
  });

  it.each([
    ['serve', '--port'],
    ['worker', '--alone'],
    ['migrate', 'now'],
  ])('%s refuses the argument %s instead of ignoring it', (command, argument) => {
    const { status, stderr } = spawnSync(process.execPath, [BIN, command, argument], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({
      status: 1,
      stderr: expect.stringMatching(`^assay: ${command} does not know "${argument}"`),
    });
  });
});

describe('Ctrl-C in a terminal', { timeout: 240_000 }, () => {
  it('stops an idle server without a warning, and its database after it', async () => {
    supervised = await start();
    const database = databasePid();
    pressCtrlC(supervised);
    const { code, stdout, stderr } = await supervised.end('SIGINT');
    expect({ code, stderr, stdout: stdout.replace(/\d{4,5}/, 'PORT') }).toEqual({
      code: 0,
      stderr: '',
      stdout: 'Assay is running on http://localhost:PORT\n\nStopping …\n',
    });
    expect(isAlive(database)).toBe(false);
  });

  it('during an upload keeps the former code base, leaves nothing of the new one, and the next upload arrives', async () => {
    supervised = await start();
    const { body: project } = await supervised.api('POST', '/projects', { name: 'half uploaded' });
    const former = tar([1, 2, 3].map((at) => ({ name: `former-${at}.txt`, content: `former ${at}\n` })));
    expect((await supervised.upload(project.id, former)).status).toBe(200);
    const { temporary } = dataFolder(root);
    const whole = tar([{ name: 'new.txt', content: 'new\n'.repeat(500_000) }]);
    const gate = Promise.withResolvers<void>();
    const half = Readable.from(
      (async function* () {
        yield whole.subarray(0, whole.length / 2);
        await gate.promise;
      })(),
    );
    const uploading = supervised.upload(project.id, half).then(
      ({ status }) => status,
      () => 'broken off',
    );
    await until(async () => filesIn(temporary) > 0);
    pressCtrlC(supervised);
    const { code, stderr } = await supervised.end('SIGINT');
    gate.resolve();
    expect([code, stderr]).toEqual([0, '']);
    expect(await uploading).not.toBe(200);
    supervised = await start();
    expect(filesIn(temporary)).toBe(0);
    const files = async () =>
      Number((await queryData(root, 'select file_count as n from projects where id = $1', [project.id]))[0]?.n);
    expect(await files()).toBe(3);
    expect((await supervised.upload(project.id, whole)).status).toBe(200);
    expect(await files()).not.toBe(3);
  });

  it('loses nothing of a scan that runs: the next start continues it', async () => {
    supervised = await start();
    const { body: project } = await supervised.api('POST', '/projects', { name: 'stopped' });
    expect((await supervised.upload(project.id, tar(manyFiles(30)))).status).toBe(200);
    const job = (await supervised.api('POST', `/scanResource/projectScan/${project.id}`)).body['Content: '];
    await until(async () => (await supervised?.api('GET', `/jobs/${job}`))?.body.status === 'Active');
    pressCtrlC(supervised);
    const { code, stderr, stdout } = await supervised.end('SIGINT');
    expect([code, stderr, stdout.split('\n').filter((line) => line.startsWith('{'))]).toEqual([0, '', []]);
    supervised = await start();
    const over = await until(async () => {
      const { body } = (await supervised?.api('GET', `/jobs/${job}`)) ?? {};
      return ['Scheduled', 'Active'].includes(body.status) ? undefined : body;
    });
    expect(over).toMatchObject({ status: 'Completed', error: '' });
    expect(over.jobDetails).toContain('30 files');
  });
});
