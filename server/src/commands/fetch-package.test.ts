// `assay scan pkg:…` against a stand-in for registries.
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Writable } from 'node:stream';
import { type FetchPackage, scanCommand } from '@assay/scanner/cli';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { tar, tarGz } from '../../test/archives.ts';
import { type RegistryStandIn, startRegistry } from '../../test/registry-server.ts';
import { fetchPackage } from './fetch-package.ts';

let registry: RegistryStandIn;
beforeAll(async () => {
  registry = await startRegistry();
});
beforeEach(() => registry.answers.clear());
afterAll(() => registry.close());

const digest = (algorithm: string, bytes: Buffer, form: 'hex' | 'base64' = 'hex') =>
  createHash(algorithm).update(bytes).digest(form);

async function scan(...options: string[]) {
  const [out, err] = [sink(), sink()];
  const fetching: FetchPackage = (request, signal) => fetchPackage({ outgoingAllow: [] }, request, signal);
  const io = { stdout: out.stream, stderr: err.stream, fetchPackage: fetching };
  const code = await scanCommand([...options, '--threads', '1'], io);
  return { code, out: out.text(), err: err.text() };
}

function sink() {
  const chunks: string[] = [];
  const stream = new Writable({
    write(chunk, _encoding, done) {
      chunks.push(String(chunk));
      done();
    },
  });
  return { stream, text: () => chunks.join('') };
}

const MANIFEST = JSON.stringify({ name: 'left', version: '1.0.0', license: 'GPL-3.0-only', dependencies: { web: '1.2.3' } }); // biome-ignore format: one claim
const TARBALL = tarGz([
  { name: 'package/package.json', content: MANIFEST },
  { name: 'package/index.js', content: '// SPDX-License-Identifier: ISC\n' },
]);

function answerNpm(stated = TARBALL): void {
  const dist = { tarball: `${registry.url}/left-1.0.0.tgz`, integrity: `sha512-${digest('sha512', stated, 'base64')}` };
  registry.answers.set('/left', { versions: { '1.0.0': { dist } } });
  registry.answers.set('/left-1.0.0.tgz', TARBALL);
}
const left = () => ['pkg:npm/left@1.0.0', '--registry', registry.url];

it('scans the files of a package, whose document names the package', async () => {
  answerNpm();
  const { code, out, err } = await scan(...left(), '--format', 'json');
  expect([code, err]).toEqual([0, expect.stringContaining(`sha512 ${digest('sha512', TARBALL)}`)]);
  const found = JSON.parse(out);
  expect(found.source).toBe('pkg:npm/left@1.0.0');
  expect(found.files.map(({ path }: { path: string }) => path)).toEqual(['package/index.js', 'package/package.json']);
  expect(readdirSync(tmpdir()).filter((name) => name.startsWith('assay-package-'))).toEqual([]);
});

it.each(['cyclonedx', 'spdx', 'jsonl', 'table'])('writes %s as for a folder', async (format) => {
  answerNpm();
  const { code, out, err } = await scan(...left(), '--format', format);
  expect([code, out.length > 0], err).toEqual([0, true]);
});

it('3 if a gate is met, as for a folder', async () => {
  answerNpm();
  const folder = mkdtempSync(`${tmpdir()}/assay-gate-`);
  writeFileSync(`${folder}/policy.yaml`, 'deny: [GPL-*]\n');
  const { code, err } = await scan(...left(), '--fail-on', `${folder}/policy.yaml`);
  rmSync(folder, { recursive: true });
  expect([code, err]).toEqual([3, expect.stringContaining('GPL-3.0-only')]);
});

it('1 and nothing written if the bytes are not those that the registry states', async () => {
  answerNpm(Buffer.from('others'));
  const { code, out, err } = await scan(...left());
  expect([code, out]).toEqual([1, '']);
  expect(err).toContain('Nothing of it was taken.');
});

it('looks into the archive inside a gem', async () => {
  const gem = tar([{ name: 'data.tar.gz', content: tarGz([{ name: 'lib/a.rb', content: '# SPDX-License-Identifier: MIT\n' }]) }]); // biome-ignore format: one claim
  registry.answers.set('/api/v1/versions/a.json', [{ number: '1.0.0', platform: 'ruby', sha: digest('sha256', gem) }]);
  registry.answers.set('/gems/a-1.0.0.gem', gem);
  const { code, out, err } = await scan('pkg:gem/a@1.0.0', '--registry', registry.url, '--format', 'json');
  expect([code, JSON.parse(out).files.map(({ path }: { path: string }) => path)], err).toEqual([
    0,
    expect.arrayContaining([expect.stringMatching(/data\.tar\.gz.*\/lib\/a\.rb$/)]),
  ]);
});

it.each([
  [['pkg:npm/left'], 1, 'names no version'],
  [['pkg:docker/x@1'], 1, 'only those of'],
  [['pkg:npm/left@2.0.0'], 1, 'no such version. It has 1.0.0.'],
  [['pkg:npm/other@1.0.0'], 1, 'has no package of this name'],
  [['pkg:npm/left@1.0.0', 'folder'], 2, 'Name only one source'],
])('%o is refused with a sentence', async (named, status, sentence) => {
  answerNpm();
  const { code, err } = await scan(...named, '--registry', registry.url);
  expect([code, err]).toEqual([status, expect.stringContaining(sentence)]);
});

it('2 for --registry without a package', async () => {
  expect(await scan('.', '--registry', registry.url)).toMatchObject({ code: 2, err: expect.stringContaining('--registry belongs to') }); // biome-ignore format: one claim
});
