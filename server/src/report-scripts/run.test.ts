// Runs of scripts without a server: limits that would take too long with the configured values.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ScriptOutput } from './output.ts';
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
  const end = await runScript({
    script: { folder: join(folder, name), name, path: 'create_report.sh' },
    call: { projectId: 1, reportId: 2, token: 'a.b.c', options: {} },
    jobId: 500 + count,
    limits: { seconds: 60, memoryBytes: 2 ** 28, diskBytes: 2 ** 24, processes: 60, ...limits },
    properties: { 'core.server.url': 'http://localhost:1' },
    output,
    signal,
    look,
  });
  output.end();
  return { end, text: output.lastLines(10) };
}

it('a script that runs too long is ended', async () => {
  const { end, text } = await run('echo begun; sleep 1000', { limits: { seconds: 1 } });
  expect([end, text]).toEqual([{ exitCode: null, signal: null, stopped: 'it took longer than 1 second' }, 'begun']);
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
