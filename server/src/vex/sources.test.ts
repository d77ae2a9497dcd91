// Sources of VEX are updated from real local servers: a document, and a CSAF provider with a ROLIE feed or directories.
import { createHash } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';

let h: Harness;
let server: Server;
let base = '';
let count = 0;
let source = '';
const answers = new Map<string, { body: string | Buffer; etag?: string }>();
const asked: string[] = [];

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    const answer = answers.get(path);
    if (answer === undefined) response.writeHead(404).end();
    else if (answer.etag !== undefined && request.headers['if-none-match'] === answer.etag)
      response.writeHead(304).end();
    else response.writeHead(200, answer.etag ? { etag: answer.etag } : {}).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await h.close();
});
beforeEach(() => {
  answers.clear();
  asked.length = 0;
  source = `house-${++count}`;
});

function csaf(id: string, { date = '2026-01-02T00:00:00Z', version = '1' } = {}) {
  return JSON.stringify({
    document: {
      category: 'csaf_vex',
      csaf_version: '2.0',
      title: id,
      publisher: { name: 'Example House', category: 'vendor', namespace: 'https://example.org' },
      tracking: { id, version, status: 'final', current_release_date: date, initial_release_date: date },
    },
    product_tree: {
      full_product_names: [{ product_id: 'a', name: 'a', product_identification_helper: { purl: 'pkg:npm/a@1.0.0' } }],
    },
    vulnerabilities: [{ cve: 'CVE-2026-1', product_status: { known_not_affected: ['a'] } }],
  });
}

function publish(path: string, body: string | Buffer, digest = createHash('sha256').update(body).digest('hex')) {
  answers.set(path, { body });
  answers.set(`${path}.sha256`, { body: `${digest}  ${path.slice(path.lastIndexOf('/') + 1)}` });
}

const METADATA = '/.well-known/csaf/provider-metadata.json';
const distributing = (distribution: object) =>
  answers.set(METADATA, { body: JSON.stringify({ role: 'csaf_provider', distributions: [distribution] }) });
function feed(entries: { path: string; updated: string }[]): void {
  const entry = entries.map(({ path, updated }) => ({
    id: path,
    updated,
    link: [
      { rel: 'self', href: `${base}${path}` },
      { rel: 'hash', href: `${base}${path}.sha256` },
    ],
    content: { src: `${base}${path}`, type: 'application/json' },
  }));
  answers.set('/feed.json', { body: JSON.stringify({ feed: { entry } }) });
}

async function update(path: string) {
  await h.call('PUT', `/advisories/vex/${source}`, { body: { location: `${base}${path}` } });
  const answer = await h.call('POST', `/advisories/vex/${source}/update`);
  expect(answer.status).toBe(202);
  return h.jobOver(answer.body.id);
}
const documents = async () => {
  const { data } = (await h.call('GET', `/advisories/vex/${source}/documents`)).body;
  return data.map(({ document, revision }: Record<string, string>) => `${document} ${revision}`).sort();
};
const row = async () =>
  (await h.call('GET', '/advisories/vex')).body.data.find(({ name }: { name: string }) => name === source);

it('a document at an address is taken, and not fetched again while it is the same', async () => {
  answers.set('/vex.json', { body: csaf('EX-1'), etag: '"one"' });
  expect(await update('/vex.json')).toMatchObject({ status: 'Completed' });
  expect(await update('/vex.json')).toMatchObject({ status: 'Completed' });
  expect(await documents()).toEqual(['EX-1 1']);
  answers.set('/vex.json', { body: csaf('EX-1', { date: '2026-03-01T00:00:00Z', version: '2' }), etag: '"two"' });
  await update('/vex.json');
  expect(await documents()).toEqual(['EX-1 2']);
});

it('a packed document is taken; a page that is none leaves the documents, and the source says why', async () => {
  answers.set('/vex.json.gz', { body: gzipSync(csaf('EX-2')) });
  expect(await update('/vex.json.gz')).toMatchObject({ status: 'Completed' });
  expect(await documents()).toEqual(['EX-2 1']);
  answers.delete('/vex.json.gz');
  expect(await update('/vex.json.gz')).toMatchObject({ status: expect.stringMatching(/^(?!Completed)/) });
  expect(await documents()).toEqual(['EX-2 1']);
  expect((await row()).lastError).not.toBe('');
});

it('a CSAF provider with a ROLIE feed: later revisions replace, older ones and documents with another digest do not', async () => {
  distributing({ rolie: { feeds: [{ url: `${base}/feed.json`, tlp_label: 'WHITE' }] } });
  publish('/1.json', csaf('P-1'));
  publish('/2.json', csaf('P-2', { date: '2026-02-02T00:00:00Z', version: '3' }));
  feed([
    { path: '/1.json', updated: '2026-01-02T00:00:00Z' },
    { path: '/2.json', updated: '2026-02-02T00:00:00Z' },
  ]);
  expect(await update(METADATA)).toMatchObject({ status: 'Completed' });
  expect(await documents()).toEqual(['P-1 1', 'P-2 3']);
  publish('/2.json', csaf('P-2', { date: '2026-01-01T00:00:00Z', version: '2' }));
  publish('/3.json', csaf('P-3'), 'f'.repeat(64));
  const later = new Date(Date.now() + 60_000).toISOString();
  feed([
    { path: '/2.json', updated: later },
    { path: '/3.json', updated: later },
  ]);
  expect(await update(METADATA)).toMatchObject({ status: expect.stringMatching(/^(?!Completed)/) });
  expect(await documents()).toEqual(['P-1 1', 'P-2 3']);
  expect((await row()).lastError).toContain('/3.json: its SHA256 is');
});

it('a CSAF provider with directories: changes.csv says which documents there are', async () => {
  distributing({ directory_url: `${base}/docs` });
  answers.set('/docs/changes.csv', {
    body: '"2026/4.json","2026-01-02T00:00:00Z"\n"2026/5.json","2026-01-03T00:00:00Z"\n',
  });
  answers.set('/docs/index.txt', { body: '2026/4.json\n2026/5.json\n' });
  publish('/docs/2026/4.json', csaf('D-4'));
  publish('/docs/2026/5.json', csaf('D-5'));
  expect(await update(METADATA)).toMatchObject({ status: 'Completed' });
  expect(await documents()).toEqual(['D-4 1', 'D-5 1']);
  asked.length = 0;
  expect(await update(METADATA)).toMatchObject({ status: 'Completed' });
  expect(asked.filter((path) => path.endsWith('.json') && path.startsWith('/docs'))).toEqual([]);
});

it('a provider that names nothing, or is no JSON, is told as what it is', async () => {
  distributing({});
  expect(await update(METADATA)).toMatchObject({ error: expect.stringContaining('names no public feed') });
  answers.set(METADATA, { body: '<html>' });
  expect((await update(METADATA)).status).not.toBe('Completed');
  expect(await documents()).toEqual([]);
});
