// Perforce as a source, with a stand-in for the program p4 that answers as Perforce documents it: what lands in the code base, what is read again, what
// the program is told, and what is told when it fails. No real server and no real p4 were at hand.
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import type { P4Depot } from '../../../test/p4-program.ts';

const PASSWORD = 's3cret wörd';
const FINGERPRINT = Array.from({ length: 20 }, (_, at) => (at + 16).toString(16).toUpperCase()).join(':');
let h: Harness;
let folder: string;
let depot: P4Depot;
let count = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'assay-p4-'));
  const program = join(folder, 'p4');
  const script = join(import.meta.dirname, '../../../test/p4-program.ts');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${script}' '${join(folder, 'depot.json')}' "$@"\n`);
  chmodSync(program, 0o755);
  h = await startHarness({
    ASSAY_OUTGOING_ALLOW: '127.0.0.1:1666',
    ASSAY_SCM_P4_PROGRAM: program,
    ASSAY_SCM_P4_ADDRESS: 'tcp:127.0.0.1:1700/depot/main',
    ASSAY_SCM_P4_USER: 'own',
    ASSAY_SCM_P4_PASSWORD: PASSWORD,
    ASSAY_SCM_P4_FINGERPRINTS: `127.0.0.1:1666=${FINGERPRINT}`,
  });
  await h.work();
});
afterAll(async () => {
  await h.close();
  rmSync(folder, { recursive: true, force: true });
});
const save = (more: Partial<P4Depot> = {}) => {
  depot = { ...depot, ...more };
  writeFileSync(join(folder, 'depot.json'), JSON.stringify(depot));
};
beforeEach(() => {
  depot = { users: { ann: PASSWORD, own: PASSWORD }, serverId: `server ${count}`, files: {}, labels: {}, log: join(folder, 'log') }; // biome-ignore format: one claim
  rmSync(depot.log, { force: true });
});
/** The calls since the last time. */
const calls = () => {
  const lines = existsSync(depot.log)
    ? readFileSync(depot.log, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
    : [];
  rmSync(depot.log, { force: true });
  return lines.map((line) => JSON.parse(line) as { command: string; args: string[]; env: Record<string, string> });
};
const commands = () => calls().map(({ command }) => command);

const URL = 'tcp:127.0.0.1:1666/depot/main';
const project = async () =>
  (await h.call('POST', '/projects', { body: { name: `from p4 ${++count}` } })).body.id as number;
const instance = async (projectId: number, body: Record<string, unknown>) => {
  const whole = { url: URL, userName: 'ann', password: PASSWORD, ...body };
  expect((await h.call('POST', `/scmInstances/Perforce?projectId=${projectId}`, { body: whole })).status).toBe(201);
};
const sync = async (projectId: number) => {
  const answer = await h.call('POST', `/scmInstances/sync?projectId=${projectId}`);
  expect(answer.status).toBe(202);
  return h.jobOver(answer.body.id);
};
const test = async (body: Record<string, unknown>) => {
  const id = await project();
  await instance(id, body);
  const answer = await h.call('POST', `/scmInstances?projectId=${id}&scmType=PERFORCE&instanceId=0`);
  return [answer.status, answer.status === 200 ? answer.body.message : answer.body.errors[0].message] as [
    number,
    string,
  ];
};
const paths = async (projectId: number) =>
  (await h.database.pool.query('select path from files where project_id = $1 order by path collate "C"', [projectId])).rows.map((row) => row.path as string); // biome-ignore format: one query
const sizes = async (projectId: number) =>
  (await h.database.pool.query('select size_bytes from files where project_id = $1 order by path collate "C"', [projectId])).rows.map((row) => Number(row.size_bytes)); // biome-ignore format: one query
const lastSync = async (projectId: number) =>
  (await h.call('GET', `/scmInstances?projectId=${projectId}`)).body.propertyList[0].lastSync;
const brought = async (body: Record<string, unknown> = {}) => {
  const id = await project();
  await instance(id, body);
  const job = await sync(id);
  expect([job.status, job.error]).toEqual(['Completed', '']);
  return id;
};
const file = (change: number, content: string, more: Partial<P4Depot['files'][string][number]> = {}) => ({ change, content, ...more }); // biome-ignore format: one claim

describe('Perforce', () => {
  it('brings the head, and after that only what changed', async () => {
    const binary = Buffer.from(Array.from({ length: 256 }, (_, at) => at)).toString('latin1').repeat(100); // biome-ignore format: one value
    save({
      files: {
        '//depot/main/a.c': [file(1, 'int a;\n')],
        '//depot/main/dir/i%402x.png': [file(2, binary, { type: 'binary' })],
        '//depot/main/gone': [file(1, 'x'), file(2, '', { isDeleted: true })],
        '//depot/main/link': [file(2, '/etc/passwd', { type: 'symlink' })],
        '//depot/other/o': [file(3, 'o')],
      },
    });
    const id = await brought();
    expect(await paths(id)).toEqual(['p4.0/a.c', 'p4.0/dir/i@2x.png']);
    expect(await sizes(id)).toEqual([7, 25_600]);
    const { sources } = await lastSync(id);
    expect(sources).toMatchObject([{ folder: 'p4.0', asked: 'head', revision: '2', part: '//depot/main' }]);
    const asked = calls();
    expect(asked.map(({ command }) => command)).toEqual([
      'info',
      'login',
      'changes',
      'info',
      'login',
      'files',
      'print',
    ]);
    expect(asked.filter(({ args, env }) => JSON.stringify([args, env]).includes(PASSWORD))).toEqual([]);
    expect(asked[0]?.env).toMatchObject({ P4PORT: 'tcp:127.0.0.1:1666', P4USER: 'ann', P4CHARSET: 'none' });
    expect(readdirSync(h.app.folder.temporary).filter((name) => name.startsWith('p4-'))).toEqual([]);

    depot.files['//depot/other/o']?.push(file(4, 'elsewhere'));
    save();
    expect((await sync(id)).details).toContain('nothing has changed');
    expect(commands()).toEqual(['info', 'login', 'changes']);

    depot.files['//depot/main/a.c']?.push(file(5, 'int b;\n'));
    depot.files['//depot/main/new'] = [file(5, 'new')];
    save();
    await sync(id);
    expect(await paths(id)).toEqual(['p4.0/a.c', 'p4.0/dir/i@2x.png', 'p4.0/new']);
    expect(commands().filter((command) => command === 'print')).toEqual(['print']);
  });

  it('brings a change list, a label that moves, and large contents', async () => {
    const large = 'large '.repeat(2 << 20);
    save({
      files: {
        '//depot/main/a': [file(1, 'one'), file(5, large)],
        '//depot/main/b': [file(2, 'b')],
        '//depot/other/o': [file(3, 'o')],
      },
      labels: { 'rel-1': { '//depot/main/a': 2 } },
    });
    const id = await brought({ changeListNum: '3' });
    expect([await paths(id), await sizes(id)]).toEqual([
      ['p4.0/a', 'p4.0/b'],
      [3, 1],
    ]);
    const labelled = await brought({ label: 'rel-1' });
    expect([await paths(labelled), await sizes(labelled)]).toEqual([['p4.0/a'], [large.length]]);
    expect((await sync(labelled)).details).toContain('nothing has changed');
    save({ labels: { 'rel-1': { '//depot/main/a': 1, '//depot/main/b': 1 } } });
    await sync(labelled);
    expect([await paths(labelled), await sizes(labelled)]).toEqual([
      ['p4.0/a', 'p4.0/b'],
      [3, 1],
    ]);
  });

  it('speaks Unicode where the server does, and asks an encrypted server whose key is trusted', async () => {
    save({ unicode: true, fingerprint: FINGERPRINT, files: { '//depot/main/ä.txt': [file(1, 'x')] } });
    const id = await brought({ url: URL.replace('tcp', 'ssl') });
    expect(await paths(id)).toEqual(['p4.0/ä.txt']);
    const asked = calls();
    expect(asked[0]).toMatchObject({ command: 'trust', args: ['-i', FINGERPRINT] });
    expect(asked.map(({ env }) => env.P4CHARSET)).toContain('utf8');
    save({ fingerprint: FINGERPRINT.replace('10', 'AA') });
    expect(await test({ url: URL.replace('tcp', 'ssl') })).toEqual([400, expect.stringContaining('does not match')]);
  });

  it('uses the server’s own address, user and password where the instance says none, and nowhere else', async () => {
    save({ files: { '//depot/main/a': [file(1, 'a')] } });
    const id = await brought({ url: '', userName: '', password: '' });
    expect(await paths(id)).toEqual(['p4.0/a']);
    expect(calls()[0]?.env).toMatchObject({ P4PORT: 'tcp:127.0.0.1:1700', P4USER: 'own' });
    const login = { userName: '', password: '' };
    expect(await test({ ...login })).toEqual([400, expect.stringContaining('needs a user')]);
    expect(await test({ userName: 'own', password: '' })).toEqual([400, expect.stringContaining('does not accept these credentials')]); // biome-ignore format: one claim
    expect(commands()).not.toContain('login');
  });

  it('is what a scan begins with', async () => {
    save({ files: { '//depot/main/LICENSE': [file(1, 'Permission is hereby granted, free of charge')] } });
    const id = await project();
    await instance(id, {});
    const scan = await h.call('POST', `/scanResource/projectScan/${id}`);
    const job = await h.jobOver(Number(/\d+/.exec(JSON.stringify(scan.body))?.[0]));
    expect([job.status, job.error]).toEqual(['Completed', '']);
    expect(job.details).toContain('p4.0 at 1 (head)');
  });
});

describe('a test of the connection', () => {
  it('tells a good address from a wrong one, wrong credentials, and a missing depot, change list and label', async () => {
    save({ fingerprint: 'AB:'.repeat(19).concat('CD'), files: { '//depot/main/a': [file(3, 'a')] } });
    const cases: [Record<string, string>, number, string][] = [
      [{}, 200, 'the last change there is change list 3.'],
      [{ branchSpec: 'depot/main' }, 200, '//depot/main at head'],
      [{ branchSpec: 'none/main' }, 400, 'no such depot or path'],
      [{ branchSpec: 'depot/none' }, 400, 'has no file in //depot/none'],
      [{ changeListNum: '3' }, 200, 'at change list 3'],
      [{ changeListNum: '2' }, 400, 'has no submitted change list 2'],
      [{ changeListNum: 'x' }, 400, 'must be a number'],
      [{ label: 'none' }, 400, 'has no label none'],
      [{ password: 'wrong' }, 400, 'does not accept these credentials (Password invalid)'],
      [{ userName: 'bob' }, 400, "does not accept these credentials (User bob doesn't exist)"],
      [{ password: '' }, 400, 'does not accept these credentials'],
      [{ url: 'ssl:127.0.0.1:1700/depot' }, 400, 'ASSAY_OUTGOING_ALLOW'],
      [{ url: 'tcp:127.0.0.2:1666/depot' }, 400, 'ASSAY_OUTGOING_ALLOW'],
      [{ url: 'tcp:127.0.0.1:1666' }, 400, 'names no depot'],
    ];
    for (const [body, status, words] of cases) {
      const found = await test(body);
      expect([body, ...found]).toEqual([body, status, expect.stringContaining(words)]);
      expect(found[1]).not.toContain(PASSWORD);
    }
  });

  it('answers in time, and hides the password and inner address in what p4 says', async () => {
    save({ instead: { command: 'info', does: 'silent' } });
    expect(await test({})).toEqual([400, expect.stringContaining('5 seconds')]);
    save({ instead: { command: 'changes', does: 'says', text: `odd ${PASSWORD} at tcp:127.0.0.1` } });
    expect(await test({})).toEqual([
      400,
      expect.stringMatching(/p4 could not read .*\(odd \*{8} at tcp:127\.0\.0\.1\)\.$/),
    ]);
    save({ instead: { command: 'changes', does: 'says', text: 'Connect to server failed; check $P4PORT.' } });
    expect(await test({})).toEqual([400, expect.stringContaining('cannot be reached')]);
  });

  it('says that a key is not trusted, with its fingerprint', async () => {
    save({ fingerprint: FINGERPRINT });
    h.app.config.scmP4Fingerprints = new Map();
    try {
      expect(await test({ url: URL.replace('tcp', 'ssl') })).toEqual([400, expect.stringContaining(`the fingerprint ${FINGERPRINT}. If that is right`)]); // biome-ignore format: one claim
    } finally {
      h.app.config.scmP4Fingerprints = new Map([['127.0.0.1:1666', FINGERPRINT]]);
    }
  });

  it('says that the program is not installed', async () => {
    const { scmP4Program } = h.app.config;
    h.app.config.scmP4Program = join(folder, 'none');
    try {
      expect(await test({})).toEqual([400, expect.stringContaining('is not installed on this server')]);
    } finally {
      h.app.config.scmP4Program = scmP4Program;
    }
  });
});

describe('a server that lies', () => {
  it.each([
    ['changes', 'garbage', 'not what Perforce documents'],
    ['print', 'short', 'stopped with status 1'],
    ['print', 'says', 'access denied'],
    ['files', 'endless', ''],
  ] as const)('%s %s ends the synchronisation, and the code stays', async (command, does, words) => {
    save({ files: { '//depot/main/a': [file(1, 'a'.repeat(10_000))] } });
    const id = await brought();
    depot.files['//depot/main/a']?.push(file(2, 'b'.repeat(10_000)));
    save({ instead: { command, does, text: '//depot/main/a - protected namespace - access denied.' } });
    if (does === 'endless') {
      const answer = await h.call('POST', `/scmInstances/sync?projectId=${id}`);
      await expect.poll(() => commands().includes('files'), { timeout: 30_000 }).toBe(true);
      await h.call('POST', `/jobs/${answer.body.id}/cancel`);
      expect((await h.jobOver(answer.body.id)).status).not.toBe('Completed');
    } else expect(await sync(id)).toMatchObject({ status: 'Failed', error: expect.stringContaining(words) });
    expect([await paths(id), await sizes(id)]).toEqual([['p4.0/a'], [10_000]]);
    expect(readdirSync(h.app.folder.temporary).filter((name) => name.startsWith('p4-'))).toEqual([]);
  });
});
