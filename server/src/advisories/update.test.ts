// Updates through the real job against local servers that answer correctly, wrongly, or break off.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readdir, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Harness, startHarness } from '../../test/harness.ts';
import { FINGERPRINT, PUBLIC_KEY, SIGNATURE, SIGNATURE_OF_A_STRANGER } from '../../test/openpgp.ts';

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

let h: Harness;
let server: Server;
let base = '';
let count = 0;
/** By path and query. Missing paths are answered by 404. */
const answers = new Map<string, Respond | string | Buffer>();
const asked: { path: string; headers: IncomingMessage['headers'] }[] = [];

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push({ path, headers: request.headers });
    const answer = answers.get(path);
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end();
    else response.end(answer);
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
});

/**
 * Resolves when the server has this many bytes of a download on disk. If it breaks off earlier, the bytes may be
 * lost on the way.
 */
async function onDisk(bytes: number): Promise<void> {
  for (;;) {
    const entries = await readdir(h.app.folder.temporary, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((one) => one.isFile())) {
      const { size } = await stat(join(entry.parentPath, entry.name)).catch(() => ({ size: 0 }));
      if (size >= bytes) return;
    }
    await new Promise(setImmediate);
  }
}

async function sourceAt(path: string): Promise<string> {
  const name = `source-${++count}`;
  const answer = await h.call('PUT', `/advisories/sources/${name}`, { body: { location: `${base}${path}` } });
  expect(answer.status, answer.text).toBe(200);
  return name;
}

async function update(source: string, force = false) {
  const answer = await h.call('POST', '/advisories/update', { body: { source, ...(force ? { force } : {}) } });
  expect(answer.status, answer.text).toBe(202);
  return h.jobOver(answer.body.id);
}

async function sourceRow(name: string) {
  const { rows } = await h.database.pool.query(
    `select s.last_error, s.failed_at, s.data_as_of, array(select a.name from advisories a where a.source_id = s.id order by 1) as records
     from advisory_sources s where s.name = $1`,
    [name],
  );
  return rows[0];
}

async function issuesOf(): Promise<string[]> {
  const { rows } = await h.database.pool.query('select message from job_issues order by id desc limit 20');
  return rows.map(({ message }) => message);
}

function osv(id: string, modified = '2026-01-02T00:00:00Z') {
  return {
    id,
    modified,
    summary: id,
    affected: [
      { package: { ecosystem: 'npm', name: 'pad' }, ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }] }] },
    ],
  };
}

function zipOf(...records: { id: string }[]): Buffer {
  return Buffer.from(makeZip(records.map((one) => ({ name: `${one.id}.json`, body: JSON.stringify(one) }))));
}

function csaf(id: string) {
  return JSON.stringify({
    document: {
      csaf_version: '2.0',
      publisher: { name: 'Vendor' },
      tracking: { id, current_release_date: '2026-01-01T00:00:00Z' },
    },
    product_tree: {
      full_product_names: [{ product_id: 'P', product_identification_helper: { purl: 'pkg:npm/pad' } }],
    },
    vulnerabilities: [{ cve: `CVE-2026-${id}`, product_status: { known_affected: ['P'] } }],
  });
}

/** In the notation of people, with blanks. */
const inGroups = (text: string) => text.toLowerCase().replace(/(.{4})/g, '$1 ');
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const future = () => new Date(Date.now() + 60_000).toISOString();
const METADATA = '/.well-known/csaf/provider-metadata.json';

describe('CSAF providers', () => {
  function feedOf(...entries: { path: string; updated: string }[]): string {
    const entry = entries.map(({ path, updated }) => ({
      updated,
      content: { src: `${base}${path}` },
      link: [
        { rel: 'self', href: `${base}${path}` },
        { rel: 'hash', href: `${base}${path}.sha256` },
      ],
    }));
    return JSON.stringify({ feed: { entry } });
  }

  function publish(path: string, text: string, digest = sha256(text)) {
    answers.set(path, text);
    answers.set(`${path}.sha256`, `${digest}  ${path.split('/').at(-1)}\n`);
  }

  test('reads the feeds, then only newer documents; skips documents that are not public', async () => {
    const feeds = [
      { tlp_label: 'WHITE', url: `${base}/white.json` },
      { tlp_label: 'AMBER', url: `${base}/amber.json` },
    ];
    answers.set(METADATA, JSON.stringify({ role: 'csaf_trusted_provider', distributions: [{ rolie: { feeds } }] }));
    const first = { path: '/1.json', updated: '2026-01-01T00:00:00Z' };
    answers.set('/white.json', feedOf(first));
    publish('/1.json', csaf('1'));
    const source = await sourceAt(METADATA);
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect(await sourceRow(source)).toMatchObject({ records: ['1:CVE-2026-1'], last_error: '' });

    asked.length = 0;
    answers.set('/white.json', feedOf(first, { path: '/2.json', updated: future() }));
    publish('/2.json', csaf('2'));
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect(asked.map(({ path }) => path)).toEqual([METADATA, '/white.json', '/2.json', '/2.json.sha256']);
    expect((await sourceRow(source)).records).toEqual(['1:CVE-2026-1', '2:CVE-2026-2']);
  });

  test('leaves out a document with a wrong digest, imports the others, and reports the source as failed', async () => {
    const feeds = [{ tlp_label: 'CLEAR', url: 'feed.json' }];
    answers.set(METADATA, JSON.stringify({ distributions: [{ rolie: { feeds } }] }));
    answers.set(
      '/.well-known/csaf/feed.json',
      feedOf(
        { path: '/3.json', updated: '2026-01-01T00:00:00Z' },
        { path: '/4.json', updated: '2026-01-02T00:00:00Z' },
      ),
    );
    publish('/3.json', csaf('3'), sha256('another'));
    publish('/4.json', csaf('4'));
    const source = await sourceAt(METADATA);
    const job = await update(source);
    expect(job).toMatchObject({ status: 'Failed' });
    expect(job.error).toContain('/3.json: its SHA256 is');
    expect(await sourceRow(source)).toMatchObject({ records: ['4:CVE-2026-4'], data_as_of: null });
  });

  test('reads a directory by changes.csv, or by index.txt if there is none', async () => {
    answers.set(METADATA, JSON.stringify({ distributions: [{ directory_url: `${base}/docs` }] }));
    answers.set('/docs/index.txt', '2026/5.json\n2026/5.json.asc\n');
    answers.set('/docs/2026/5.json', csaf('5'));
    const source = await sourceAt(METADATA);
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    answers.set('/docs/changes.csv', `"2026/6.json","${future()}"\n"2026/5.json","2026-01-01T00:00:00Z"\n`);
    publish('/docs/2026/6.json', csaf('6'));
    asked.length = 0;
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect(asked.map(({ path }) => path)).not.toContain('/docs/2026/5.json');
    expect((await sourceRow(source)).records).toEqual(['5:CVE-2026-5', '6:CVE-2026-6']);
  });

  test('reads all pages of a feed, and stops at a feed that links to itself', async () => {
    const feeds = [{ tlp_label: 'WHITE', url: `${base}/paged.json` }];
    answers.set(METADATA, JSON.stringify({ distributions: [{ rolie: { feeds } }] }));
    const page = (path: string, id: string, rel: string, next: string) => {
      const { feed } = JSON.parse(feedOf({ path: `/${id}.json`, updated: `2026-01-01T00:00:0${id}Z` }));
      answers.set(path, JSON.stringify({ feed: { ...feed, link: [{ rel, href: next }] } }));
      publish(`/${id}.json`, csaf(id));
    };
    page('/paged.json', '1', 'next', '/paged-2.json');
    page('/paged-2.json', '2', 'prev-archive', `${base}/paged-3.json`);
    page('/paged-3.json', '3', 'next', 'paged.json');
    const source = await sourceAt(METADATA);
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect((await sourceRow(source)).records).toEqual(['1:CVE-2026-1', '2:CVE-2026-2', '3:CVE-2026-3']);
  });

  test('a crawl that broke off continues after the last document in use; a forced one starts again', async () => {
    const feeds = [{ tlp_label: 'WHITE', url: `${base}/feed.json` }];
    answers.set(METADATA, JSON.stringify({ distributions: [{ rolie: { feeds } }] }));
    const entries = [1, 2, 3].map((n) => ({ path: `/${n}.json`, updated: `2026-01-0${n}T00:00:00Z` }));
    answers.set('/feed.json', feedOf(...entries));
    for (const n of [1, 2, 3]) publish(`/${n}.json`, csaf(String(n)));
    const source = await sourceAt(METADATA);
    // The state after a server was killed after the second document.
    const left = { location: `${base}${METADATA}`, since: '', begunAt: new Date().toISOString() };
    const leave = (crawl: object) =>
      h.database.pool.query('update advisory_sources set crawl = $2 where name = $1', [source, JSON.stringify(crawl)]);
    await leave({ ...left, position: `2026-01-02T00:00:00.000Z ${base}/2.json` });
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect((await sourceRow(source)).records).toEqual(['3:CVE-2026-3']);
    const { rows } = await h.database.pool.query('select crawl from advisory_sources where name = $1', [source]);
    expect(rows).toEqual([{ crawl: null }]);
    // Positions of another address or of an old crawl are ignored.
    await leave({ ...left, position: '9', location: `${base}/elsewhere/provider-metadata.json` });
    expect(await update(source, true)).toMatchObject({ status: 'Completed' });
    expect((await sourceRow(source)).records).toEqual(['1:CVE-2026-1', '2:CVE-2026-2', '3:CVE-2026-3']);
  });

  test('a document that fails, and those after it, are read again by the next run', async () => {
    answers.set(METADATA, JSON.stringify({ distributions: [{ rolie: { feeds: [{ url: `${base}/feed.json` }] } }] }));
    const entries = [1, 2, 3].map((n) => ({ path: `/${n}.json`, updated: `2026-01-0${n}T00:00:00Z` }));
    answers.set('/feed.json', feedOf(...entries));
    for (const n of [1, 2, 3]) publish(`/${n}.json`, csaf(String(n)), n === 2 ? sha256('another') : undefined);
    const source = await sourceAt(METADATA);
    expect(await update(source)).toMatchObject({ status: 'Failed' });
    expect((await sourceRow(source)).records).toEqual(['1:CVE-2026-1', '3:CVE-2026-3']);
    asked.length = 0;
    publish('/2.json', csaf('2'));
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    // The document before it is not downloaded again.
    expect(asked.map(({ path }) => path).filter((path) => /^\/\d\.json$/.test(path))).toEqual(['/2.json', '/3.json']);
    expect((await sourceRow(source)).records).toEqual(['1:CVE-2026-1', '2:CVE-2026-2', '3:CVE-2026-3']);
  });

  const signaturesOf = async (source: string): Promise<string> => {
    const { body } = await h.call('GET', '/advisories/status');
    return body.data.sources.find(({ name }: { name: string }) => name === source).signatures;
  };

  test('a provider without keys is reported as unchecked', async () => {
    answers.set(METADATA, JSON.stringify({ distributions: [{ directory_url: `${base}/docs` }] }));
    answers.set('/docs/index.txt', '7.json\n');
    publish('/docs/7.json', csaf('7'));
    const source = await sourceAt(METADATA);
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect(await signaturesOf(source)).toBe('Not checked: the provider names no OpenPGP keys.');
  });

  const hasGpgv = spawnSync('gpgv', ['--version']).status === 0;
  type Signed = [title: string, text: string, signature: string | undefined, stated: string, problem: string];
  const signed: Signed[] = [
    ['by its provider', csaf('11'), SIGNATURE, FINGERPRINT, ''],
    ['by its provider, whose fingerprint is written in groups', csaf('11'), SIGNATURE, inGroups(FINGERPRINT), ''],
    ['and changed since', csaf('11').replace('Vendor', 'Vandal'), SIGNATURE, FINGERPRINT, 'does not match it'],
    ['by a stranger', csaf('11'), SIGNATURE_OF_A_STRANGER, FINGERPRINT, 'with a key that the provider does not name'],
    ['by a key of another fingerprint', csaf('11'), SIGNATURE, 'F'.repeat(40), 'does not state'],
    ['by something else', csaf('11'), 'no signature', FINGERPRINT, 'could not be read'],
    ['not at all', csaf('11'), undefined, FINGERPRINT, ''],
  ];
  test.skipIf(!hasGpgv).each(signed)('signed %s', async (_title, text, signature, fingerprint, problem) => {
    const keys = [{ fingerprint, url: `${base}/key.asc` }];
    const provider = { role: 'csaf_trusted_provider', public_openpgp_keys: keys };
    answers.set(METADATA, JSON.stringify({ ...provider, distributions: [{ directory_url: `${base}/docs` }] }));
    answers.set('/key.asc', PUBLIC_KEY);
    answers.set('/docs/index.txt', '11.json\n');
    publish('/docs/11.json', text);
    if (signature !== undefined) answers.set('/docs/11.json.asc', signature);
    const source = await sourceAt(METADATA);
    const job = await update(source);
    expect(await signaturesOf(source)).toBe('Checked against 1 of the 1 OpenPGP keys that the provider names.');
    if (problem === '') expect(job).toMatchObject({ status: 'Completed' });
    else expect([job.status, job.error]).toEqual(['Failed', expect.stringContaining(problem)]);
    expect((await sourceRow(source)).records).toEqual(problem === '' ? ['11:CVE-2026-11'] : []);
    if (signature === undefined)
      expect(await issuesOf()).toContainEqual(expect.stringContaining('states no signature of this document'));
  });

  test('a trusted provider without digests is reported', async () => {
    answers.set(
      METADATA,
      JSON.stringify({ role: 'csaf_trusted_provider', distributions: [{ directory_url: `${base}/docs` }] }),
    );
    answers.set('/docs/index.txt', '7.json\n');
    answers.set('/docs/7.json', csaf('7'));
    expect(await update(await sourceAt(METADATA))).toMatchObject({ status: 'Completed' });
    expect(await issuesOf()).toContainEqual(expect.stringContaining('states no digest of this document'));
  });

  test.each([
    ['{', 'JSON'],
    ['{}', '"distributions"'],
    ['{"distributions":[{"rolie":{"feeds":[{"tlp_label":"RED","url":"a"}]}}]}', '"distributions"'],
    ['{"distributions":[{"rolie":{"feeds":[{"url":"http://169.254.169.254/feed.json"}]}}]}', 'ASSAY_OUTGOING_ALLOW'],
    ['{"__proto__":{"distributions":[]},"distributions":{"a":1}}', '"distributions"'],
  ])('fails with a sentence for metadata %s', async (metadata, sentence) => {
    answers.set(METADATA, metadata);
    const source = await sourceAt(METADATA);
    expect((await update(source)).error).toContain(sentence);
    expect((await sourceRow(source)).last_error).toContain(sentence);
  });
});

describe('ENISA’s search', () => {
  const record = (id: number) => ({ id: `EUVD-2026-${id}`, enisaUuid: `u${id}`, aliases: `CVE-2026-9${id}\n` });
  const page = (path: string, total: number, ...ids: number[]) =>
    answers.set(path, JSON.stringify({ total, items: ids.map(record) }));

  test('reads all pages, and later what was updated since the day before', async () => {
    page('/api/search?size=100&page=0', 3, 1, 2);
    page('/api/search?size=100&page=1', 3, 3);
    const source = await sourceAt('/api/search');
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect((await sourceRow(source)).records).toEqual(['EUVD-2026-1', 'EUVD-2026-2', 'EUVD-2026-3']);
    const since = new Date((await sourceRow(source)).data_as_of.getTime() - 86_400_000).toISOString().slice(0, 10);
    page(`/api/search?size=100&fromUpdatedDate=${since}&page=0`, 0);
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect((await sourceRow(source)).records).toHaveLength(3);
  });

  test('fails if a search returns fewer records than it announces', async () => {
    page('/api/search?size=100&page=0', 5, 4);
    page('/api/search?size=100&page=1', 5);
    expect((await update(await sourceAt('/api/search'))).error).toContain('has 5 records, but returned only 1');
  });
});

describe('an all.zip that fails leaves the data in use', () => {
  const many = Array.from({ length: 250 }, (_, i) => osv(`GHSA-aaaa-${String(i).padStart(4, '0')}`));
  const whole = zipOf(...many);
  const cases: [title: string, answer: Respond, sentence: string][] = [
    [
      'ends early',
      (_, response) => {
        response.writeHead(200, { 'content-length': whole.length });
        response.write(whole.subarray(0, whole.length >> 1), () => response.destroy());
      },
      '127.0.0.1',
    ],
    [
      'says more bytes than it sends',
      (_, response) => {
        response.writeHead(200, { 'content-length': whole.length + 10 });
        response.write(whole, () => response.socket?.end());
      },
      // The client may learn of the end before it has read the headers.
      'broke off the',
    ],
    ['is cut off, with the length it says', (_, response) => void response.end(whole.subarray(0, 300)), 'not read'],
    [
      'redirects inward',
      (_, response) => void response.writeHead(302, { location: 'http://169.254.169.254/all.zip' }).end(),
      'ASSAY_OUTGOING_ALLOW',
    ],
    [
      'redirects to a file',
      (_, response) => void response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      'http',
    ],
    ['is refused', (_, response) => void response.writeHead(503).end(), 'status 503'],
    ['is a page of HTML', (_, response) => void response.end('<html></html>'), 'no zip archive'],
    ['is empty', (_, response) => void response.end(), 'no zip archive'],
    [
      'has lost most records',
      (_, response) => void response.end(zipOf(...many.slice(0, 20))),
      'has only 20 of its 250 records left',
    ],
    [
      'are older than the records in use',
      (_, response) => void response.end(zipOf(...many.map((one) => ({ ...one, modified: '2025-01-01T00:00:00Z' })))),
      '250 of the 250 records',
    ],
  ];
  test.each(cases)('%s', async (_, answer, sentence) => {
    answers.set('/all.zip', whole);
    const source = await sourceAt('/all.zip');
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    const before = await sourceRow(source);
    answers.set('/all.zip', answer);
    const job = await update(source);
    expect(job.status).toBe('Failed');
    expect(job.error).toContain(sentence);
    const after = await sourceRow(source);
    expect(after).toMatchObject({ records: before.records, data_as_of: before.data_as_of });
    expect(after.last_error).toContain(sentence);
    expect(after.failed_at).not.toBeNull();
  });

  test('records older than those in use are left out, and the job reports their number', async () => {
    answers.set('/all.zip', zipOf(...many.slice(0, 3)));
    const source = await sourceAt('/all.zip');
    await update(source);
    const old = many.slice(0, 3).map((one, at) => (at === 0 ? { ...one, modified: '2025-01-01T00:00:00Z' } : one));
    answers.set('/all.zip', zipOf(...old));
    const job = await update(source);
    expect(job).toMatchObject({ status: 'Completed', details: expect.stringContaining('1 older than in use') });
    expect(await issuesOf()).toContainEqual(expect.stringContaining('are older than the records in use'));
    const { rows } = await h.database.pool.query(
      `select distinct a.modified_at as modified from advisories a join advisory_sources s on s.id = a.source_id where s.name = $1`,
      [source],
    );
    expect(rows).toEqual([{ modified: new Date('2026-01-02T00:00:00Z') }]);
  });
});

test('a time in the future does not make data fresh, and does not block later versions', async () => {
  const [slip, cure] = [osv('GHSA-ffff-0001', '2999-01-01T00:00:00Z'), osv('GHSA-ffff-0001', '2026-01-03T00:00:00Z')];
  answers.set('/future.json', JSON.stringify(slip));
  const source = await sourceAt('/future.json');
  await update(source);
  expect((await sourceRow(source)).data_as_of.getTime()).toBeLessThanOrEqual(Date.now());
  answers.set('/future.json', JSON.stringify(cure));
  expect((await update(source)).details).toContain('1 changed');
});

test('names with ".." in an archive are reported, and damaged entries do not affect others', async () => {
  const sound = JSON.stringify(osv('GHSA-gggg-0001'));
  const entries: [name: string, body: string | Buffer][] = [
    ['../../climbs.json', sound],
    ['cut.json', sound.slice(0, 40)],
    ['latin.json', Buffer.from('{"id":"GHSA-gggg-0002","summary":"\xe9"}', 'latin1')],
    ['deep.json', '['.repeat(100_000)],
    ['sound.json', sound],
  ];
  answers.set('/mixed/all.zip', Buffer.from(makeZip(entries.map(([name, body]) => ({ name, body })))));
  const source = await sourceAt('/mixed/all.zip');
  expect(await update(source)).toMatchObject({ status: 'Completed' });
  expect((await sourceRow(source)).records).toEqual(['GHSA-gggg-0001']);
  const told = (await issuesOf()).join(' ');
  for (const sentence of ['climbs out', 'not valid JSON', 'not UTF-8']) expect(told).toContain(sentence);
});

describe('unchanged data', () => {
  test.each([
    ['an etag', { etag: '"v1"' }, 'if-none-match', '"v1"'],
    [
      'a time',
      { 'last-modified': 'Thu, 01 Jan 2026 00:00:00 GMT' },
      'if-modified-since',
      'Thu, 01 Jan 2026 00:00:00 GMT',
    ],
  ] as const)('is not downloaded again: %s', async (_, headers, name, value) => {
    const path = `/table-${count}.json`;
    answers.set(path, (request, response) => {
      if (request.headers[name] === value) response.writeHead(304).end();
      else response.writeHead(200, headers).end(JSON.stringify(osv(`GHSA-bbbb-${name}`)));
    });
    const source = await sourceAt(path);
    await update(source);
    const before = await sourceRow(source);
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect(asked.at(-1)?.headers[name]).toBe(value);
    const after = await sourceRow(source);
    expect(after.records).toEqual(before.records);
    expect(after.data_as_of.getTime()).toBeGreaterThan(before.data_as_of.getTime());
  });

  test('a list of changes that is older than a record in use leads to the whole archive, which is refused', async () => {
    answers.set('/r/all.zip', zipOf(osv('GHSA-rrrr-0001', '2026-01-04T00:00:00Z'), osv('GHSA-rrrr-0002')));
    const source = await sourceAt('/r/all.zip');
    await update(source);
    const before = await sourceRow(source);
    answers.set('/r/modified_id.csv', '2026-01-03T00:00:00Z,GHSA-rrrr-0001\n2026-01-01T00:00:00Z,GHSA-rrrr-0002\n');
    const old = [osv('GHSA-rrrr-0001', '2026-01-03T00:00:00Z'), osv('GHSA-rrrr-0002', '2026-01-01T00:00:00Z')];
    answers.set('/r/all.zip', zipOf(...old));
    expect(await update(source)).toMatchObject({ status: 'Failed', error: expect.stringContaining('older than the') });
    expect((await sourceRow(source)).data_as_of).toEqual(before.data_as_of);
    // Most records are as they were: the source is behind, which its age tells.
    answers.set('/r/all.zip', zipOf(osv('GHSA-rrrr-0001', '2026-01-03T00:00:00Z'), osv('GHSA-rrrr-0002')));
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect((await sourceRow(source)).data_as_of).toEqual(before.data_as_of);
  });

  test('downloads only the records of OSV that modified_id.csv names', async () => {
    answers.set('/d/all.zip', zipOf(osv('GHSA-cccc-0001')));
    const source = await sourceAt('/d/all.zip');
    await update(source);
    answers.set('/d/modified_id.csv', `${future()},GHSA-cccc-0002\n2026-01-01T00:00:00Z,GHSA-cccc-0001\n`);
    answers.set('/d/GHSA-cccc-0002.json', JSON.stringify(osv('GHSA-cccc-0002')));
    asked.length = 0;
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect(asked.map(({ path }) => path)).toEqual(['/d/modified_id.csv', '/d/GHSA-cccc-0002.json']);
    expect((await sourceRow(source)).records).toEqual(['GHSA-cccc-0001', 'GHSA-cccc-0002']);
  });
});

describe('a download that breaks off', () => {
  test('continues if the server says that the file is the same', async () => {
    const whole = zipOf(osv('GHSA-dddd-0001'), osv('GHSA-dddd-0002'));
    const half = whole.length >> 1;
    answers.set('/r/all.zip', (request, response) => {
      const headers = { etag: '"whole"', 'accept-ranges': 'bytes' };
      if (request.headers.range === undefined) {
        response.writeHead(200, { ...headers, 'content-length': whole.length });
        response.write(whole.subarray(0, half));
        void onDisk(half).then(() => response.destroy());
        return;
      }
      const from = Number(/^bytes=(\d+)-$/.exec(request.headers.range)?.[1]);
      const range = `bytes ${from}-${whole.length - 1}/${whole.length}`;
      response.writeHead(206, { ...headers, 'content-range': range }).end(whole.subarray(from));
    });
    const source = await sourceAt('/r/all.zip');
    const job = await update(source);
    expect(job, job.error).toMatchObject({ status: 'Completed' });
    expect(asked.some(({ headers }) => headers['if-range'] === '"whole"' && headers.range !== undefined)).toBe(true);
    expect((await sourceRow(source)).records).toEqual(['GHSA-dddd-0001', 'GHSA-dddd-0002']);
  });

  test('starts again if the file has changed meanwhile', async () => {
    const first = zipOf(osv('GHSA-eeee-0001'));
    const second = zipOf(osv('GHSA-eeee-0002'));
    answers.set('/s/all.zip', (request, response) => {
      if (request.headers.range !== undefined) {
        response.writeHead(200, { etag: '"2"' }).end(second);
        return;
      }
      response.writeHead(200, { etag: '"1"', 'content-length': first.length });
      response.write(first.subarray(0, 100));
      void onDisk(100).then(() => response.destroy());
    });
    const source = await sourceAt('/s/all.zip');
    expect(await update(source)).toMatchObject({ status: 'Completed' });
    expect((await sourceRow(source)).records).toEqual(['GHSA-eeee-0002']);
  });
});
