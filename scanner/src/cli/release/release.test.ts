// `assay release`: exit codes and sentences, with a server that answers as Assay does.
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { crc32 } from 'node:zlib';
import { afterAll, expect, it } from 'vitest';
import { dossierHead, writeDossier } from '../../dossier/index.ts';
import { releaseCommand } from '../index.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-release-'));
const token = join(root, 'token');
writeFileSync(token, 'secret');

const AT = new Date('2026-11-29T12:00:00Z');
const [manifest] = dossierHead(
  {
    ...{ project: { id: 1, name: 'Shop' }, tool: { name: 'assay', version: '1' }, origin: {} },
    ...{ release: { id: 7, name: '1.0', description: '', createdBy: 'ann' }, frozenAt: AT.toISOString() },
  },
  [],
);
const bytes = manifest!.bytes;
const head = {
  path: 'manifest.json',
  sizeBytes: bytes.length,
  sha256: '',
  crc32: crc32(bytes),
  content: () => [bytes],
};
const dossier = Buffer.concat(await Array.fromAsync(writeDossier([head], [], AT).content));

const sent: unknown[] = [];
const releases = [
  { ...{ id: 8, name: '1.1', state: 'FAILED', why: 'The disk is full.', revisions: [], items: 0 } },
  {
    ...{ id: 7, name: '1.0', state: 'READY', why: '', frozenOn: '2026-11-29 12:00:00', createdBy: 'ann', items: 3 },
    revisions: [{ folder: 'git.0/shop', asked: 'tag v1', revision: 'abc' }],
  },
];
const server = createServer(async (request, response) => {
  const { pathname } = new URL(request.url ?? '', 'http://localhost');
  const answer = (status: number, body: unknown) => response.writeHead(status).end(JSON.stringify(body));
  if (pathname === '/api/projects/1/releases/7/dossier') response.writeHead(200).end(dossier);
  else if (pathname === '/api/jobs/5') answer(200, { status: 'Failed', error: 'The disk is full.', jobDetails: '' });
  else if (request.method === 'POST') {
    sent.push(JSON.parse(await text(request)));
    answer(202, { id: 9, taskId: 5, message: '' });
  } else answer(200, { data: releases });
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
afterAll(() => {
  server.close();
  rmSync(root, { recursive: true, force: true });
});

async function run(...argv: string[]) {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()];
  const shown = Promise.all([text(stdout), text(stderr)]);
  const code = await releaseCommand(argv, { stdout, stderr });
  stdout.end();
  stderr.end();
  const [out, err] = await shown;
  return { code, out, err };
}
const onServer = (...argv: string[]) => run(...argv, '--server', address, '--project', '1', '--token-file', token);

it('create sends what was asked for, and with --wait ends as the job', async () => {
  expect(await onServer('create', '2.0', '--sign', '--offer', 'a@example.org')).toMatchObject({ code: 0 });
  expect(sent).toEqual([{ name: '2.0', description: '', offerContact: 'a@example.org', isSigned: true }]);
  await onServer('create');
  expect(sent[1]).toEqual({ description: '', offerContact: '', isSigned: false });
  const failed = await onServer('create', '2.1', '--wait');
  expect([failed.code, failed.err]).toEqual([1, expect.stringContaining('The disk is full.')]);
});

it('list tells states and commits', async () => {
  const { out } = await onServer('list');
  expect(out.split('\n')).toEqual([
    '1.1  FAILED  The disk is full.',
    '1.0  frozen on 2026-11-29 12:00:00 by ann  3 items  git.0/shop: tag v1 at abc',
    '',
  ]);
});

it('dossier writes a file, keeps an existing one, and its dossier is whole', async () => {
  const file = join(root, 'a.zip');
  expect(await onServer('dossier', '1.0', '--output', file)).toMatchObject({ code: 0 });
  expect(readFileSync(file).equals(dossier)).toBe(true);
  expect(await onServer('dossier', '1.0', '--output', file)).toMatchObject({ code: 2 });
  expect(await run('verify', file)).toMatchObject({ code: 0, out: expect.stringContaining('whole') });
  const changed = join(root, 'b.zip');
  writeFileSync(changed, dossier.subarray(0, -1));
  expect(await run('verify', changed)).toMatchObject({ code: 1, err: expect.stringContaining('is not whole') });
  expect((await onServer('dossier', '1.1', '--output', join(root, 'c.zip'))).err).toContain('The disk is full.');
  expect(existsSync(join(root, 'c.zip'))).toBe(false);
});

it.each([
  [['dossier', '9'], /no release 9/],
  [['create', 'a', 'b'], /number of arguments/],
  [['list', '--sign'], /no option --sign/],
])('2 for %j', async (argv, sentence) => {
  const { code, err } = await onServer(...argv);
  expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
});

it.each([
  [['verify'], /number of arguments/],
  [['verify', '/nothing/here.zip'], /no file/],
  [['verify', token, '--key', token], /no public key/],
  [['verify', token, '--server', 'x'], /no option --server/],
  [['other'], /no such command/],
  [['list'], /--project/],
])('2 without a server for %j', async (argv, sentence) => {
  const { code, err } = await run(...argv);
  expect([code, err]).toEqual([2, expect.stringMatching(sentence)]);
});
