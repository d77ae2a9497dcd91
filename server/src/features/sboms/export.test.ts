// The export of a project as an SBOM: formats, signatures, the service that it is sent to, and who may do so.
import { createPublicKey } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SBOM_WRITERS, verifyDsse, verifyJsf } from '@assay/scanner/sbom';
import { faultsOfSbom, faultsOfSbomBytes } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tarGz } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let projectId: number;
let stranger: Person;

const LOCK = JSON.stringify({
  ...{ name: 'shop', version: '1.0.0', lockfileVersion: 3 },
  packages: {
    '': { name: 'shop', version: '1.0.0', dependencies: { ansi: '1.0.0' } },
    'node_modules/ansi': { version: '1.0.0', license: 'MIT' },
  },
});
const CODE_BASE = tarGz([
  {
    name: 'package.json',
    content: '{"name":"shop","version":"1.0.0","license":"MIT","dependencies":{"ansi":"1.0.0"}}',
  },
  { name: 'package-lock.json', content: LOCK },
  { name: 'node_modules/ansi/package.json', content: '{"name":"ansi","version":"1.0.0","license":"MIT"}' },
  {
    name: 'node_modules/ansi/LICENSE',
    content: 'MIT License\n\nCopyright 2020 Jane Doe\n\nPermission is hereby granted, free.\n',
  },
]);

beforeAll(async () => {
  h = await startHarness({ ASSAY_OUTGOING_ALLOW: '127.0.0.1' });
  await h.work();
  stranger = await h.person('stranger');
  projectId = (await h.call('POST', '/projects', { body: { name: 'Shop & Söhne' } })).body.id;
  await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    raw: CODE_BASE,
    headers: { 'content-type': 'application/octet-stream' },
  });
  const { body } = await h.call('POST', `/scanResource/projectScan/${projectId}`);
  await h.jobOver(body['Content: ']);
});
afterAll(() => h.close());

async function exported(query = '', id = projectId) {
  const answer = await h.call('POST', `/jobs/sbomexport/${id}${query}`);
  expect(answer.status).toBe(202);
  expect(answer.body.message.split(':')[1].trim()).toBe(String(answer.body.id));
  const job = await h.jobOver(answer.body.id);
  const { response } = await h.call('GET', `/projects/${id}/sbomExport/download`);
  return { job, bytes: response.rawPayload as Buffer };
}

it('404 before the first export', async () => {
  const { id } = (await h.call('POST', '/projects', { body: { name: 'empty' } })).body;
  expect((await h.call('GET', `/projects/${id}/sbomExport`)).status).toBe(404);
  expect((await h.call('GET', `/projects/${id}/sbomExport/download`)).status).toBe(404);
});

it.each(SBOM_WRITERS.map(({ name }) => [name]))(
  '%s is valid, has the facts of the scan, and the same bytes twice',
  async (name) => {
    const { job, bytes } = await exported(`?format=${name}&includeFiles=true&vulnerabilities=vex`);
    expect(job).toMatchObject({ status: 'Completed', error: '' });
    expect(faultsOfSbomBytes(bytes)).toEqual([]);
    for (const fact of ['ansi', 'Copyright 2020 Jane Doe', 'Permission is hereby granted, free.', 'Shop & Söhne'])
      expect(bytes.toString().replaceAll('&amp;', '&'), fact).toContain(fact);
    const again = await exported(`?format=${name}&includeFiles=true&vulnerabilities=vex`);
    expect(again.bytes.equals(bytes)).toBe(true);
    const { data } = (await h.call('GET', `/projects/${projectId}/sbomExport`)).body;
    expect(data).toMatchObject({ format: name, signature: 'none', sentTo: '', sizeBytes: bytes.length });
    expect(data.quality.standards.map(({ id }: { id: string }) => id)).toEqual(['ntia-2021', 'cisa-2025', 'bsi-2.1']);
  },
);

describe('signatures', () => {
  const key = async () => createPublicKey((await h.call('GET', '/signingKey')).body.data.publicKey);

  it('DSSE holds with the key of the site', async () => {
    const { bytes } = await exported('?format=spdx-2.3&signature=dsse');
    const payload = verifyDsse(JSON.parse(bytes.toString()), await key());
    expect(faultsOfSbom(JSON.parse(Buffer.from(payload!).toString()))).toEqual([]);
  });

  it('JSF holds with the key of the site, and the document is valid', async () => {
    const document = JSON.parse((await exported('?format=cyclonedx-1.7&signature=jsf')).bytes.toString());
    expect(verifyJsf(document, await key())).toBe(true);
    expect(faultsOfSbom(document)).toEqual([]);
  });

  it.each([['spdx-2.3'], ['cyclonedx-1.7-xml']])('400 for JSF in %s', async (format) => {
    const answer = await h.call('POST', `/jobs/sbomexport/${projectId}?format=${format}&signature=jsf`);
    expect([answer.status, answer.body.errors[0].message]).toEqual([400, expect.stringContaining('"dsse"')]);
  });
});

describe('the service that the site names', () => {
  const received: { type?: string; body: string; keys: (string | undefined)[] }[] = [];
  let status = 200;
  const service = createServer(async (request, response) => {
    const body = Buffer.concat(await Array.fromAsync(request as AsyncIterable<Buffer>)).toString();
    const { authorization, 'x-api-key': key } = request.headers;
    received.push({ type: request.headers['content-type'], body, keys: [authorization, key as string | undefined] });
    response.writeHead(status).end();
  });
  let url = '';
  beforeAll(async () => {
    await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(service.address() as AddressInfo).port}/bom`;
  });
  afterAll(async () => {
    await h.call('PUT', '/siteSettings', { body: { sbomExportUrl: '' } });
    service.close();
  });

  it('gets the document; a refusal fails the job and keeps the document', async () => {
    expect((await h.call('PUT', '/siteSettings', { body: { sbomExportUrl: url } })).status).toBe(200);
    const { job, bytes } = await exported();
    const { data } = (await h.call('GET', `/projects/${projectId}/sbomExport`)).body;
    expect(job).toMatchObject({ status: 'Completed' });
    expect(received.at(-1)).toEqual({
      ...{ type: 'application/vnd.cyclonedx+json; version=1.6', body: bytes.toString(), keys: [undefined, undefined] },
    });
    expect(data.sentTo).toBe(url);
    status = 500;
    expect((await exported()).job).toMatchObject({ status: 'Failed', error: expect.stringContaining('answered 500') });
  });

  const settings = (body: object) => h.call('PUT', '/siteSettings', { body });

  it('gets its token, which nobody is shown and which stays with its address', async () => {
    status = 200;
    expect((await settings({ sbomExportUrl: url, sbomExportToken: 'geheim-1' })).status).toBe(200);
    expect((await exported()).job.status).toBe('Completed');
    expect(received.at(-1)?.keys).toEqual(['Bearer geheim-1', undefined]);
    const shown = (await h.call('GET', '/siteSettings')).body.data;
    expect([shown.sbomExportToken, JSON.stringify(shown)]).toEqual(['********', expect.not.stringContaining('Sealed')]);
    const { rows } = await h.database.pool.query("select value::text from settings where key = 'site'");
    expect(rows[0].value).not.toContain('geheim');
    for (const moved of [
      { sbomExportUrl: `${url}2` },
      { sbomExportForm: 'DEPENDENCY_TRACK', sbomExportToken: '********' },
    ])
      expect((await settings(moved)).body.errors[0].message).toMatch(/"sbomExportToken" must be given again/);
    // What the form of the page sends.
    const { version: _, ...again } = shown;
    expect((await settings({ ...again, reportName: 'Acme' })).status).toBe(200);
    expect((await exported()).job.status).toBe('Completed');
    expect(received.at(-1)?.keys).toEqual(['Bearer geheim-1', undefined]);
  });

  it('gets the form of Dependency-Track, and nothing that has no place there', async () => {
    const form = { sbomExportForm: 'DEPENDENCY_TRACK', sbomExportToken: 'odt_1' };
    expect((await settings({ sbomExportUrl: url, ...form })).status).toBe(200);
    const { job, bytes } = await exported('?format=cyclonedx-1.6');
    expect(job.details).toContain('sent to 127.0.0.1');
    const { body, keys, type } = received.at(-1)!;
    expect([keys, type]).toEqual([[undefined, 'odt_1'], expect.stringMatching(/^multipart\/form-data; boundary=/)]);
    for (const part of [
      'name="projectName"\r\n\r\nShop & Söhne\r\n',
      'name="autoCreate"\r\n\r\ntrue',
      bytes.toString(),
    ])
      expect(body).toContain(part);
    const count = received.length;
    const other = await exported('?format=spdx-2.3');
    expect([other.job.status, other.job.details]).toEqual([
      'Completed',
      expect.stringContaining('not sent: Dependency-Track'),
    ]);
    expect((await h.call('GET', `/projects/${projectId}/sbomExport`)).body.data.sentTo).toBe('');
    expect(received.length).toBe(count);
    expect((await settings({ sbomExportUrl: '' })).status).toBe(200);
    expect((await h.call('GET', '/siteSettings')).body.data.sbomExportToken).toBe('');
    await settings({ sbomExportForm: 'DOCUMENT' });
  });

  it('is called through the guard', async () => {
    await h.call('PUT', '/siteSettings', { body: { sbomExportUrl: 'http://169.254.169.254/latest' } });
    const { job, bytes } = await exported();
    expect(job).toMatchObject({
      status: 'Failed',
      error: expect.stringContaining('is kept, but it could not be sent'),
    });
    expect(bytes.length).toBeGreaterThan(100);
  });

  it('400 for an address that is none', async () => {
    expect((await h.call('PUT', '/siteSettings', { body: { sbomExportUrl: 'javascript:1' } })).status).toBe(400);
  });
});

it.each(['Project Scan', 'Project Copy', 'Export to SBOM Insights'])('409 while a job %s is queued', async (type) => {
  const { id } = (await h.call('POST', '/projects', { body: { name: `busy ${type}` } })).body;
  await h.database.pool.query(`insert into jobs (type, project_id, status) values ($2, $1, 'Scheduled')`, [id, type]);
  const answer = await h.call('POST', `/jobs/sbomexport/${id}`);
  expect(answer.status).toBe(409);
  expect(answer.body.errors[0].message).toMatch(/task ID: \d+$/);
});

it('400 for an unknown format, 403 without the role of an analyst, 404 for no project', async () => {
  expect((await h.call('POST', `/jobs/sbomexport/${projectId}?format=cyclonedx-9`)).status).toBe(400);
  expect((await h.call('POST', `/jobs/sbomexport/${projectId}`, { as: stranger })).status).toBe(403);
  expect((await h.call('POST', '/jobs/sbomexport/999999')).status).toBe(404);
});
