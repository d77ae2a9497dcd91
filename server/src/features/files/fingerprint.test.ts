// Values by which other tools recognise a file.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { tar } from '../../../test/archives.ts';
import { type Harness, startHarness } from '../../../test/harness.ts';

const SOURCE = Buffer.from(
  Array.from(
    { length: 60 },
    (_, line) => `int value_${line} = compute_the_next_value(${line * 7919}, "${line}");\n`,
  ).join(''),
);
const LARGE = Buffer.alloc(9_000_000, 'int x;\n');
const FILES = {
  'src/a.c': SOURCE,
  'large.c': LARGE,
  'empty.c': Buffer.alloc(0),
  'data.bin': Buffer.from([0, 1, 2, 255]),
};

let h: Harness;
let ids: Record<string, number>;
beforeAll(async () => {
  h = await startHarness();
  const { body } = await h.call('POST', '/projects', { body: { name: 'fingerprints' } });
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${body.id}`, {
    raw: tar(Object.entries(FILES).map(([name, content]) => ({ name, content }))),
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { rows } = await h.database.pool.query('select id, path from files where project_id = $1', [body.id]);
  ids = Object.fromEntries(rows.map(({ id, path }) => [path, id]));
});
afterAll(() => h.close());

const fingerprintOf = async (path: string) => (await h.call('GET', `/files/${ids[path]}/fingerprint`)).body.data;

it.each(Object.entries(FILES))('200: %s has its id in Git, its MD5, size and path', async (path, bytes) => {
  const { gitBlob, wfp } = await fingerprintOf(path);
  expect(gitBlob).toBe(execFileSync('git', ['hash-object', '--stdin'], { input: bytes }).toString().trim());
  const md5 = createHash('md5').update(bytes).digest('hex');
  expect(wfp.split('\n')[0]).toBe(`file=${md5},${bytes.length},${path}`);
});

it('200: lines of source have fingerprints; large files and data have none', async () => {
  expect((await fingerprintOf('src/a.c')).wfp).toMatch(/\n\d+=[0-9a-f]{8}/);
  for (const path of ['large.c', 'empty.c', 'data.bin'])
    expect((await fingerprintOf(path)).wfp.split('\n')).toHaveLength(2);
});

it('404 for a missing file', async () => {
  expect((await h.call('GET', '/files/999999/fingerprint')).status).toBe(404);
});
