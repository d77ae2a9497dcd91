// Runs of scripts without a server: limits that would take too long with the configured values.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { findIsolation, isolationHere } from './isolation.ts';
import { ScriptOutput } from './output.ts';
import type { LeftOver } from './processes.ts';
import { runScript } from './run.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-run-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

async function run(
  text: string,
  { limits = {}, signal = new AbortController().signal, look = async () => ({ hasResult: false }) } = {},
) {
  const name = `report_${++count}`;
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'create_report.sh'), text);
  const output = new ScriptOutput('a.b.c');
  let left: LeftOver | undefined;
  const end = await runScript({
    script: { folder: join(folder, name), name, path: 'create_report.sh' },
    call: { projectId: 1, reportId: 2, token: 'a.b.c', options: {} },
    jobId: 500 + count,
    limits: { seconds: 60, memoryBytes: 2 ** 28, diskBytes: 2 ** 24, processes: 60, ...limits },
    properties: { 'core.server.url': 'http://localhost:1' },
    output,
    signal,
    look,
    onLeftBehind: (told) => {
      left = told;
    },
  });
  output.end();
  return { end, text: output.lastLines(10), left };
}

it('a script that runs too long is ended', async () => {
  const { end, text } = await run('echo begun; sleep 1000', { limits: { seconds: 1 } });
  // The shell may have told the end of its command.
  expect([end, text.split('\n')[0]]).toEqual([
    { exitCode: null, signal: null, stopped: 'it took longer than 1 second' },
    'begun',
  ]);
});

it('a script that computes too long is ended by the system or by the server', async () => {
  const { end } = await run('while :; do :; done', { limits: { seconds: 1 } });
  expect(end.exitCode).toBe(null);
});

it('an error in `look` ends the script, and is thrown', async () => {
  const look = async () => {
    throw new Error('stopped');
  };
  await expect(run('sleep 1000', { look })).rejects.toThrow('stopped');
});

it('a script that cannot be copied is not started', async () => {
  await expect(run(`#${'x'.repeat(5000)}`, { limits: { diskBytes: 1000 } })).rejects.toThrow('bytes that a report');
});

it('options that are too long for the system are refused with a sentence', async () => {
  const name = `report_${++count}`;
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, 'create_report.sh'), 'exit 0');
  const refused = runScript({
    script: { folder: join(folder, name), name, path: 'create_report.sh' },
    call: { projectId: 1, reportId: 2, token: 'a.b.c', options: { long: 'x'.repeat(300_000) } },
    jobId: 499,
    limits: { seconds: 60, memoryBytes: 2 ** 28, diskBytes: 2 ** 24, processes: 60 },
    properties: {},
    output: new ScriptOutput('a.b.c'),
    signal: new AbortController().signal,
    look: async () => ({ hasResult: false }),
  });
  await expect(refused).rejects.toThrow('its options are longer than the system allows');
});

const isSeparated = isolationHere().name !== 'none';

it.runIf(isSeparated)('a script sees no process but its own, and so no token of another run', async () => {
  const other = new AbortController();
  let isOver = false;
  const running = run('sleep 1000 a.secret.token', { signal: other.signal }).catch(() => {
    isOver = true;
  });
  const { end, text } = await run(
    'ls /proc | grep -c "^[0-9]"; cat /proc/[0-9]*/cmdline | tr "\\0" " " | grep -c "a.secret.toke[n]"; id -u',
  );
  const [seen, tokens] = text.split('\n').map(Number);
  expect(isOver).toBe(false);
  other.abort(new Error('stopped'));
  await running;
  expect(end.exitCode).toBe(0);
  expect(seen).toBeLessThan(12);
  expect(tokens).toBe(0);
});

it.runIf(isSeparated)('the code and the signal of the script arrive', async () => {
  expect((await run('exit 7')).end).toMatchObject({ exitCode: 7, signal: null });
  expect((await run('kill -KILL $$')).end).toMatchObject({ exitCode: null, signal: 'SIGKILL' });
});

it.runIf(isSeparated && process.getuid?.() === 0)('shared memory and files that a script leaves are gone', async () => {
  const python = `import ctypes
libc = ctypes.CDLL(None)
for key in (4711, 4712): print(libc.shmget(key, 1 << 20, 0o1600))
print(libc.msgget(4713, 0o1600))
open('/dev/shm/left', 'w').write('x' * 1000)
open('/tmp/left-by-script', 'w').write('x')
`;
  const { end, text, left } = await run(`python3 -c "${python}"; ls /dev/shm`);
  expect([end.exitCode, text.split('\n').some((line) => line === '-1')]).toEqual([0, false]);
  expect(left?.files).toBe(1);
  expect(existsSync('/tmp/left-by-script')).toBe(false);
  expect(existsSync('/dev/shm/left')).toBe(false);
  expect(readFileSync('/proc/sysvipc/shm', 'utf8')).not.toMatch(/^ *471[12] /m);
});

it('says why runs are not separated', () => {
  const { name, words } = findIsolation('/nowhere');
  expect([name, words]).toEqual(['none', expect.stringContaining('can see the processes of each other')]);
});
