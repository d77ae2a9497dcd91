import { readdirSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { DEFAULT_ARCHIVE_LIMITS, readArchive } from '@assay/scanner/archives';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tar, zip } from '../../../test/archives.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let stranger: Person;
let customReport: number;
let data: Buffer;
let count = 0;
beforeAll(async () => {
  h = await startHarness({ ASSAY_MAX_UPLOAD_BYTES: String(2 * 1024 * 1024) });
  stranger = await h.person('stranger');
  const { rows } = await h.database.pool.query(
    `insert into reports (name, path, position) values ('Claimed File Report', 'claimed/create_report.sh', 9) returning id`,
  );
  customReport = rows[0].id;
  data = await zip({ 'data.json': '{}' });
});
afterAll(() => h.close());

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { body: { name: `exchange ${++count}`, ...more } })).body.id as number;

type Part = string | { content: string | Buffer; fileName?: string; type?: string };

function form(parts: Record<string, Part>, boundary = 'b0undary') {
  const chunks = Object.entries(parts).flatMap(([name, part]) => {
    const { content, fileName, type } =
      typeof part === 'string' ? { content: part, fileName: undefined, type: undefined } : part;
    const disposition = `Content-Disposition: form-data; name="${name}"${fileName ? `; filename="${fileName}"` : ''}`;
    const head = `--${boundary}\r\n${disposition}\r\n${type ? `Content-Type: ${type}\r\n` : ''}\r\n`;
    return [Buffer.from(head), Buffer.from(content), Buffer.from('\r\n')];
  });
  return {
    raw: Buffer.concat([...chunks, Buffer.from(`--${boundary}--\r\n`)]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}

const file = (content: string | Buffer, fileName: string, type?: string): Part => ({ content, fileName, type });
const nothingLeft = () => expect(readdirSync(h.app.folder.temporary)).toEqual([]);
const MODEL = { addFilesToInventory: true, markFilesAsReviewed: 'false', inventoryDirectoryDepth: 20 };

describe('POST /projects/uploadReport', () => {
  const upload = (parts: Record<string, Part>, as: Person = h.admin) =>
    h.call('POST', '/projects/uploadReport/', { as, ...form(parts) });
  const sent = (id: number, content: Buffer) => ({
    projectId: String(id),
    reportId: String(customReport),
    file: file(content, 'r.zip'),
  });

  it('200: the zip is the latest result, downloaded by the task id', async () => {
    const id = await project();
    const report = await zip({ 'report.html': '<p>', 'all.zip': await zip({ 'a.json': '{}' }) });
    const answer = await upload(sent(id, report));
    expect(answer.status).toBe(200);
    const { taskId } = answer.body.data;
    const got = await h.call('GET', `/projects/${id}/reports/${customReport}/download?taskId=${taskId}`);
    expect(got.response.rawPayload.equals(report)).toBe(true);
    const job = (await h.call('GET', `/jobs/${taskId}`)).body;
    expect(job).toMatchObject({ status: 'Completed', activatedOn: expect.stringMatching(/^\d{4}-/) });
    nothingLeft();
  });

  it('200: the result belongs to an open job that waits for it', async () => {
    const id = await project();
    const { rows } = await h.database.pool.query(
      `insert into jobs (type, project_id, status, payload) values ('Custom Report', $1, 'Active', $2) returning id`,
      [id, JSON.stringify({ reportId: customReport })],
    );
    expect((await upload(sent(id, data))).body.data.taskId).toBe(rows[0].id);
    expect((await h.call('GET', `/jobs/${rows[0].id}`)).body.status).toBe('Active');
  });

  it('200 with the file before the ids', async () => {
    const id = await project();
    const parts = { file: file(data, 'r.zip'), reportId: String(customReport), projectId: String(id) };
    expect((await upload(parts)).status).toBe(200);
  });

  it.each([
    [
      'no file',
      async (id: number) => ({ projectId: String(id), reportId: String(customReport) }),
      '"file" is required',
    ],
    [
      'no report',
      async (id: number) => ({ projectId: String(id), file: file(data, 'r.zip') }),
      '"reportId" is required',
    ],
    ['a word as project', async () => ({ ...sent(1, data), projectId: 'one' }), '"projectId" must be a whole number'],
    ['no zip', async (id: number) => sent(id, Buffer.from('plain text')), 'must be a zip'],
    [
      'a tar',
      async (id: number) => sent(id, tar([{ name: 'a', content: 'b' }])),
      'must be a zip archive; this is a tar',
    ],
    ['half a zip', async (id: number) => sent(id, data.subarray(0, data.length - 30)), 'cannot be read'],
    [
      'a zip that expands too far',
      async (id: number) => sent(id, await zip({ 'view.html': '0'.repeat(120_000_000) })),
      'expansion ratio',
    ],
    ['an empty zip', async (id: number) => sent(id, await zip({})), 'zip'],
    ['a standard report', async (id: number) => ({ ...sent(id, data), reportId: '1' }), 'standard report'],
    ['an unknown part', async (id: number) => ({ ...sent(id, data), colour: 'red' }), 'Unrecognized field "colour"'],
    [
      'an unknown file',
      async (id: number) => ({ ...sent(id, data), more: file(data, 'm.zip') }),
      'Unrecognized field "more"',
    ],
  ])('400 for %s, and nothing is stored', async (_what, parts, text) => {
    const id = await project();
    const answer = await upload((await parts(id)) as Record<string, Part>);
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(text);
    const { rows } = await h.database.pool.query('select 1 from report_results where project_id = $1', [id]);
    expect(rows).toEqual([]);
    nothingLeft();
  });

  it('400 for a form that breaks off, and for a body that is no form', async () => {
    const { raw, headers } = form(sent(await project(), data));
    const broken = await h.call('POST', '/projects/uploadReport', { raw: raw.subarray(0, raw.length - 60), headers });
    expect(broken.status).toBe(400);
    expect(broken.body.errors[0].message).toContain('cannot be read to its end');
    const json = await h.call('POST', '/projects/uploadReport', { body: { projectId: 1 } });
    expect(json.body.errors[0].message).toContain('multipart/form-data');
    nothingLeft();
  });

  it('401, 404 and 400 before the file is read', async () => {
    const id = await project({ privateProject: true });
    // The form never ends, so the answer cannot have waited for the file.
    const begun = async (texts: Record<string, string>, token: string | undefined) => {
      const { raw, headers } = form({ ...texts, file: file(Buffer.alloc(200_000), 'r.zip') });
      let asked = 0;
      const body = new Readable({
        read() {
          if (asked++ === 0) this.push(raw.subarray(0, raw.length - 1000));
        },
      });
      const answer = await h.server.inject({
        method: 'POST',
        url: '/api/projects/uploadReport',
        headers: { ...headers, ...(token ? { authorization: `Bearer ${token}` } : {}) },
        payload: body,
      });
      body.destroy();
      nothingLeft();
      return answer.statusCode;
    };
    const ids = { projectId: String(id), reportId: String(customReport) };
    expect(await begun(ids, undefined)).toBe(401);
    expect(await begun(ids, stranger.token)).toBe(404);
    expect(await begun({ ...ids, reportId: '999999' }, h.admin.token)).toBe(404);
    expect(await begun({ ...ids, reportId: '1' }, h.admin.token)).toBe(400);
    expect(await begun({ ...ids, projectId: 'one' }, h.admin.token)).toBe(400);
  });

  it('400 for a large file before the ids, because it would be kept in memory until they arrive', async () => {
    const large = await startHarness();
    const parts = { file: file(Buffer.alloc(5 * 1024 * 1024), 'r.zip'), reportId: '9', projectId: '1' };
    const answer = await large.call('POST', '/projects/uploadReport', form(parts));
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toMatch(
      /^Send the form fields "projectId" and "reportId" before "file": .* 4194304 bytes/,
    );
    expect(readdirSync(large.app.folder.temporary)).toEqual([]);
    await large.close();
  });

  it('413 above the limit', async () => {
    const answer = await upload(sent(await project(), Buffer.alloc(3 * 1024 * 1024)));
    expect(answer.status).toBe(413);
    nothingLeft();
  });

  it('404 for a private project of others, an unknown project and an unknown report', async () => {
    const id = await project({ privateProject: true });
    expect((await upload(sent(id, data), stranger)).status).toBe(404);
    expect((await upload(sent(999_999, data))).status).toBe(404);
    expect((await upload({ ...sent(id, data), reportId: '999999' })).status).toBe(404);
  });
});

describe('POST /projects/{projectId}/import', () => {
  const send = (id: number, parts: Record<string, Part>, as: Person = h.admin) =>
    h.call('POST', `/projects/${id}/import`, { as, ...form(parts) });

  it.each([
    ['as a JSON file', { projectImportModel: file(JSON.stringify(MODEL), 'model.json', 'application/json') }],
    ['as JSON text', { projectImportModel: { content: JSON.stringify(MODEL), type: 'application/json' } }],
    [
      'as form fields',
      { addFilesToInventory: 'true', markFilesAsReviewed: 'False', inventoryFileMatchingCriteria: 'md5' },
    ],
  ])('200 with the model %s', async (_how, model) => {
    const answer = await send(await project(), { importFile: file(data, 'data.zip'), ...model } as Record<
      string,
      Part
    >);
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: expect.stringContaining('task ID'), data: { taskId: expect.any(Number) } },
    ]);
    nothingLeft();
  });

  const model = (change: Record<string, unknown>) => ({ projectImportModel: JSON.stringify({ ...MODEL, ...change }) });
  it.each<[string, Record<string, Part>, string]>([
    ['no model', {}, 'addFilesToInventory'],
    ['a model that is no JSON', { projectImportModel: '{' }, 'not valid JSON'],
    ['a depth of 21', model({ inventoryDirectoryDepth: 21 }), 'inventoryDirectoryDepth'],
    ['criteria that do not exist', model({ reviewFileMatchingCriteria: 'SIZE' }), 'reviewFileMatchingCriteria'],
    ['an unknown member', model({ speed: 'fast' }), 'Unrecognized field "speed"'],
    ['both ways', { ...model({}), addFilesToInventory: 'true' }, 'not both'],
    ['no archive', { ...model({}), importFile: file('text', 'a.zip') }, 'must be a zip'],
  ])('400 for %s', async (_what, parts, text) => {
    const answer = await send(await project(), { importFile: file(data, 'data.zip'), ...parts });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(text);
  });

  it('400 for an archive without JSON', async () => {
    const importFile = file(await zip({ 'a.txt': 'a' }), 'data.zip');
    const answer = await send(await project(), { importFile, ...model({}) });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain('exactly one JSON file');
  });

  it('400 without a code base if empty inventory is deleted', async () => {
    const id = await project({ deleteEmptyInventory: true });
    const answer = await send(id, { importFile: file(data, 'data.zip'), ...model({}) });
    expect(answer.body.errors[0].message).toContain('deleteEmptyInventory');
  });

  it('403 without a role, 404 in a private project, 409 while a scan is queued', async () => {
    const parts = { importFile: file(data, 'data.zip'), ...model({}) };
    const id = await project();
    expect((await send(id, parts, stranger)).status).toBe(403);
    expect((await send(await project({ privateProject: true }), parts, stranger)).status).toBe(404);
    await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Scan', $1, 'Scheduled')`,
      [id],
    );
    expect((await send(id, parts)).status).toBe(409);
  });
});

describe('POST /importer/importProjectData', () => {
  const send = (query: string, raw: Buffer) =>
    h.call('POST', `/importer/importProjectData?${query}`, {
      raw,
      headers: { 'content-type': 'application/octet-stream' },
    });

  it('200 with the flags as texts, 400 in the legacy envelope for invalid input', async () => {
    const id = await project();
    const answer = await send(
      `projectId=${id}&checkInventory=false&checkReviewed=true&overwriteInventoryNotes=True`,
      data,
    );
    expect([answer.status, answer.body['Content: ']]).toEqual([200, expect.stringContaining('task ID')]);
    const wrong = await send(`projectId=${id}`, Buffer.from('text'));
    expect(wrong.status).toBe(400);
    expect(wrong.body['Error: ']).toContain('must be a zip');
    expect((await send('projectId=999999', data)).body['Error: ']).toBe('The project id 999999 was not found');
    nothingLeft();
  });
});

describe('POST /projects/{projectId}/importSbom', () => {
  const send = (id: number, content: string) =>
    h.call('POST', `/projects/${id}/importSbom`, form({ sbomFile: file(content, 'bom.json', 'application/json') }));

  it.each([
    ['CycloneDX', '{"bomFormat":"CycloneDX","specVersion":"1.6"}', 200, 'SBOM import queued'],
    ['SPDX 2', '\ufeff{"spdxVersion":"SPDX-2.3"}', 200, 'SBOM import queued'],
    ['SPDX 3', '{"@context":"https://spdx.org/rdf/3.0.1/spdx-context.jsonld"}', 200, 'SBOM import queued'],
    ['some JSON', '{"name":"x"}', 400, 'is JSON, but no SBOM'],
    ['a JSON text', '"x"', 400, 'must be an SBOM'],
    ['other XML', '<bom/>', 400, 'is XML, but no SBOM'],
    ['half a document', '{"bomFormat":"CycloneDX"', 400, 'breaks off'],
    ['nothing', '', 400, 'is empty'],
  ])('%s', async (_what, content, status, text) => {
    const answer = await send(await project(), content);
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(text)]);
  });
});

describe('GET /project/exportProjectData', () => {
  const exported = (id: number, as: Person = h.admin) =>
    h.call('GET', `/project/exportProjectData?projectId=${id}`, { as });

  it('200: a zip with one JSON document of project, inventory, files, tasks, notes and decisions', async () => {
    const id = await project({ name: 'Ünder wäter' });
    await h.call('POST', `/project/uploadProjectCodebase?projectId=${id}`, {
      raw: tar([
        { name: 'a.txt', content: 'a' },
        { name: 'b.txt', content: 'b' },
      ]),
      headers: { 'content-type': 'application/octet-stream' },
    });
    const model = { name: 'thing', inventoryType: 'WORK_IN_PROGRESS', auditorReviewNotes: 'seen' };
    const item = (await h.call('POST', '/inventories', { body: { projectId: id, inventoryModel: model } })).body.id;
    await h.call('PUT', `/inventories/${item}/files`, {
      body: { folderPaths: ['/'], markAssociatedFilesAsReviewed: true },
    });
    await h.call('DELETE', `/inventories/${item}/files`, { body: { filePaths: ['b.txt'] } });
    await h.call('PUT', `/inventories/${item}/status?status=REJECTED`);
    const answer = await exported(id);
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers['content-disposition']).toMatch(/^attachment; .*filename=[\w.-]+-export\.zip$/);
    const document = await onlyDocument(answer.response.rawPayload);
    expect(document).toMatchObject({
      format: 'assay-project-data',
      advisories: { dataAsOf: null, dataIsStale: true },
      project: { name: 'Ünder wäter', owner: 'admin' },
      inventory: [
        {
          name: 'thing',
          files: ['a.txt'],
          excludedFiles: ['b.txt'],
          notes: { auditorReviewNotes: 'seen' },
          decisions: { status: 'REJECTED', isStatusSetByPerson: true, isEdited: true },
        },
      ],
      files: [{ path: 'a.txt', reviewed: true, md5: '0cc175b9c0f1b6a831c399e269772661' }, { path: 'b.txt' }],
      tasks: [{ type: 'REMEDIATE_INVENTORY', closed: false }],
    });
  });

  it('200 for an empty project', async () => {
    const document = await onlyDocument((await exported(await project())).response.rawPayload);
    expect(document).toMatchObject({ inventory: [], files: [], tasks: [] });
  });

  it('400 (not found) without the right to see it, 403 without a role, 409 while it is being deleted, 400 when locked', async () => {
    const [open, hidden] = [await project(), await project({ privateProject: true })];
    expect((await exported(999_999)).status).toBe(400);
    expect((await exported(hidden, stranger)).status).toBe(400);
    expect((await exported(open, stranger)).status).toBe(403);
    await h.call('PUT', `/projects/${hidden}/status?status=COMPLETED`);
    expect((await exported(hidden)).body['Error: ']).toContain('locked');
    await h.database.pool.query(
      `insert into jobs (type, project_id, status) values ('Project Deletion', $1, 'Active')`,
      [open],
    );
    expect((await exported(open)).status).toBe(409);
  });
});

async function onlyDocument(bytes: Buffer): Promise<unknown> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-export-'));
  try {
    const path = join(folder, 'export.zip');
    await writeFile(path, bytes);
    const documents: unknown[] = [];
    const options = { limits: DEFAULT_ARCHIVE_LIMITS, expansion: 'none', archiveDirSuffix: '' } as const;
    for await (const part of readArchive(path, {
      ...options,
      deleteArchiveAfterExpand: false,
      temporaryFolder: folder,
    }))
      if (part.type === 'file') documents.push(JSON.parse(Buffer.from(part.bytes).toString('utf8')));
    expect(documents).toHaveLength(1);
    return documents[0];
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
