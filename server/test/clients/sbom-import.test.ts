// `assay sbom import` against a real server: the receipt that it prints, and how it ends.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { sbomCommand } from '@assay/scanner/cli';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../harness.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-sbom-import-'));
const file = (name: string, content: string) => {
  writeFileSync(join(root, name), content);
  return join(root, name);
};
const bom = file(
  'bom.json',
  JSON.stringify({
    ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
    components: [
      { type: 'library', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0' },
      { type: 'library', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0' },
      { type: 'library', version: '7' },
    ],
  }),
);

let h: Harness;
let address: string;
let token: string;
let projectId: number;

beforeAll(async () => {
  h = await startHarness();
  await h.work();
  address = await h.listen();
  token = file('token', `Bearer ${h.admin.token}\n`);
  projectId = (await h.call('POST', '/projects', { body: { name: 'Shop & Söhne' } })).body.id;
  await h.call('POST', '/projects', { body: { name: 'Shop & Söhne 2' } });
});
afterAll(async () => {
  await h.close();
  rmSync(root, { recursive: true, force: true });
});

const run = (...argv: string[]) => runWith(undefined, ...argv);

async function runWith(apiToken: string | undefined, ...argv: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const shown = Promise.all([text(stdout), text(stderr)]);
  const code = await sbomCommand(['import', ...argv], { stdout, stderr, apiToken });
  stdout.end();
  stderr.end();
  const [out, err] = await shown;
  return { code, out, err };
}

it('0 with the counts of the receipt, to a project by its whole name', async () => {
  const { code, out, err } = await run(
    ...[bom, '--server', `${address}/`, '--project', 'Shop & Söhne', '--token-file', token, '--wait'],
  );
  expect([code, err]).toEqual([0, '']);
  expect(out).toMatch(
    new RegExp(`^Sent to project ${projectId}, job \\d+\\.\nbom\\.json: CycloneDX 1\\.6, 3 elements\n`),
  );
  for (const line of ['1 new items', '1 named again in the document', '1 left out'])
    expect(out).toContain(` ${line}\n`);
  const receipts = (await h.call('GET', `/projects/${projectId}/sboms`)).body.data;
  expect(receipts).toMatchObject([{ fileName: 'bom.json', isStrict: false, counts: { elements: 3, made: 1 } }]);
});

it('0 as soon as it is sent without --wait, with the token of the environment', async () => {
  const { code, out } = await runWith(h.admin.token, bom, '--server', address, '--project', String(projectId));
  expect([code, out]).toEqual([0, expect.stringMatching(/^Sent to project \d+, job \d+\.\n$/)]);
  await h.allJobsOver();
});

it('1 with the reason when the server refuses the document, the token or the project', async () => {
  const to = ['--server', address, '--token-file', token];
  const other = await run(file('other.json', '{}'), ...to, '--project', String(projectId));
  expect([other.code, other.err]).toEqual([1, expect.stringMatching(/refuses \(400\): .*must be an SBOM/)]);
  const strict = await run(bom, ...to, '--project', String(projectId), '--strict');
  expect([strict.code, strict.err]).toEqual([1, expect.stringContaining('(400)')]);
  const missing = await run(bom, ...to, '--project', '999999');
  expect([missing.code, missing.err]).toEqual([1, expect.stringContaining('Project 999999 was not found')]);
  const wrong = await run(bom, '--server', address, '--project', '1', '--token-file', file('wrong', 'abc'));
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('does not accept the token (401)')]);
});

it('1 with the reason when the job fails', async () => {
  // Its beginning is an SBOM, and it is too large for the request to be read to its end.
  const long = `{"bomFormat":"CycloneDX","specVersion":"1.6","version":1,"x":"${randomBytes(4_000_000).toString('hex')}"}`;
  const gz = join(root, 'broken.json.gz');
  writeFileSync(gz, gzipSync(long).subarray(0, -1000));
  const to = ['--server', address, '--token-file', token, '--project', String(projectId)];
  const { code, err } = await run(gz, ...to, '--wait');
  expect([code, err]).toEqual([1, expect.stringMatching(/Job \d+ is Failed: ./)]);
});

it('1 when the server redirects, and the token goes nowhere else', async () => {
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(302, { location: 'http://elsewhere.example/' }).end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const at = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { code, err } = await run(bom, '--server', at, '--project', '1', '--token-file', token);
  server.close();
  expect([code, err]).toEqual([1, expect.stringContaining('redirects to http://elsewhere.example/')]);
  const gone = await run(bom, '--server', at, '--project', '1', '--token-file', token);
  expect([gone.code, gone.err]).toEqual([1, expect.stringContaining('cannot be reached')]);
});

it.each([
  [[], /Name the SBOM to import/],
  [[bom], /Name the server with --server/],
  [[bom, '--server', 'ftp://x', '--project', 'p'], /--server must be the address/],
  [[bom, '--server', 'https://a:b@x', '--project', 'p'], /must not have a name or password/],
  [[bom, '--server', 'http://x'], /Name the project/],
  [[bom, '--server', 'http://x', '--project', 'p'], /Give an API token/],
  [[bom, '--server', 'http://x', '--project', 'p', '--token', 'secret'], /can be read by other users/],
  [[bom, '--server', 'http://x', '--project', 'p', '--token-file', join(root, 'none')], /cannot be read/],
  [[join(root, 'none.json'), '--server', 'http://x', '--project', 'p'], /There is no file/],
])('2 for %j', async (argv, sentence) => {
  const { code, err } = await run(...argv);
  expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
  expect(err).not.toContain('secret');
});

it('2 for a project of which only a part of the name is given', async () => {
  const { code, err } = await run(bom, '--server', address, '--project', 'Shop', '--token-file', token);
  expect([code, err]).toEqual([2, expect.stringContaining('There is no project Shop that you may see')]);
});

it('0 for a dry run, with what the import would do; the server stores nothing', async () => {
  const { id } = (await h.call('POST', '/projects', { body: { name: 'Tried' } })).body;
  const { code, out } = await run(bom, '--server', address, '--project', 'Tried', '--token-file', token, '--dry-run');
  expect([code, out]).toEqual([0, expect.stringMatching(/^Dry run: nothing was stored\.\n/)]);
  expect(out).toMatch(/bom\.json: CycloneDX 1\.6, 3 elements\n +1 new items\n/);
  expect((await h.call('GET', `/projects/${id}/sboms`)).body.data).toEqual([]);
  expect((await h.call('GET', `/jobs?projectId=${id}`)).text).not.toContain('Project Import');
});
