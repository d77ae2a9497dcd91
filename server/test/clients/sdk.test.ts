// A Python SDK: its client object keeps the headers of the last call, it writes booleans as True and False, its models require all their
// members, and its error class requires three names.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Answer,
  type Client,
  CODE_BASE,
  connect,
  JSON_TYPE,
  newProject,
  OCTETS,
  openSite,
  type Site,
  scannedProject,
} from './client.ts';

let site: Site;
let projectId: number;
beforeAll(async () => {
  site = await openSite();
  projectId = await scannedProject(site, 'sdk');
});
afterAll(() => site.close());

describe('POST /projects', () => {
  it('201 with every optional member null; the id is inside data', async () => {
    const answer = await site.client.post('/projects', {
      name: 'all null',
      description: null,
      folderName: null,
      scanProfileName: null,
      owner: null,
      risk: null,
      folderId: null,
      customFields: null,
      markAssociatedFilesAsReviewed: null,
    });
    expect(answer.status).toBe(201);
    expect(answer.json().data.id).toBe(answer.json().id);
  });
});

/** The SDK raises its own error only if all three names are present. */
function raisesItsError(answer: Answer): boolean {
  const body = answer.json();
  return ['Arguments: ', 'Key: ', 'Error: '].every((name) => name in body);
}

it("an unknown project name raises the SDK's own error", async () => {
  const answer = await site.client.get('/project/id/?projectName=nobody');
  expect(answer.status).toBe(400);
  expect(raisesItsError(answer)).toBe(true);
  expect(answer.json()['Arguments: ']).toEqual(['', '']);
  expect(answer.text.endsWith('"Error: ":"The project name entered was not found"}')).toBe(true);
});

describe('uploads', () => {
  it('after an upload, the SDK sends JSON as octet-stream; the server understands all of it', async () => {
    const sticky: Client = connect(site.api, site.admin.token, OCTETS);
    try {
      const upload = await sticky.post(
        `/project/uploadProjectCodebase?projectId=${projectId}&deleteExistingFileOnServer=False&expansionLevel=1&deleteArchiveAfterExpand=False&archiveDirSuffix=`,
        CODE_BASE,
      );
      expect(upload.status).toBe(200);
      expect((await sticky.post('/projects', { name: 'sticky', privateProject: 'True' })).status).toBe(201);
      expect((await sticky.post(`/scanResource/projectScan/${projectId}`)).status).toBe(200);
      expect((await sticky.get('/projects')).status).toBe(200);
    } finally {
      sticky.close();
    }
    await site.h.allJobsOver();
  });

  it('400 for form-encoded data instead of the archive', async () => {
    const garbage = 'file=PK%03%04line+one&file=line+two%00';
    const answer = await site.client.post(`/project/uploadProjectCodebase?projectId=${projectId}`, garbage, {
      headers: { 'Content-Type': 'application/octet-stream' },
    });
    expect(answer.status).toBe(400);
    expect(raisesItsError(answer)).toBe(true);
  });
});

describe('inventory', () => {
  it('pages by the headers, whose names may have any case; each answer states its page', async () => {
    const items: number[] = [];
    let pages = 1;
    for (let page = 1; page <= pages; page++) {
      const answer = await site.client.get(
        `/project/inventory/${projectId}?skipVulnerabilities=True&published=True&size=1&page=${page}&includeFiles=False&pageSize=7`,
      );
      expect(answer.status).toBe(200);
      expect(answer.header('current-page')).toBe(String(page));
      pages = Number(answer.header('number-of-pages'));
      const body = answer.json();
      expect(body.projectId).toBe(projectId);
      items.push(...body.inventoryItems.map((item: { itemNumber: number }) => item.itemNumber));
    }
    expect(items.length).toBeGreaterThan(2);
    expect(items).toEqual(items.map((_, index) => index + 1));
  });

  it('reads all three headers of an empty summary', async () => {
    const empty = await newProject(site.client, 'empty');
    const answer = await site.client.get(
      `/projects/${empty}/inventorySummary?vulnerabilitySummary=True&cvssVersion=V3&published=ALL`,
    );
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"data":[]}');
    expect(['Current-page', 'Number-of-pages', 'Total-records'].map((name) => answer.header(name))).toEqual([
      '1',
      '0',
      '0',
    ]);
  });

  it.each(['V2', 'V3', 'ANY'])('counts by severity of CVSS %s, with every severity there', async (cvssVersion) => {
    const answer = await site.client.get(
      `/projects/${projectId}/inventorySummary?vulnerabilitySummary=True&cvssVersion=${cvssVersion}`,
    );
    const [summary] = answer.json().data[0].vulnerabilitySummary;
    expect(summary).toEqual(
      cvssVersion === 'V2'
        ? { CvssV2: { High: 0, Medium: 0, Low: 0, Unknown: 0 } }
        : { CvssV3: { Critical: 0, High: 0, Medium: 0, Low: 0, None: 0 } },
    );
  });

  it('the vulnerabilities of an item are a list in data', async () => {
    const { inventoryItems } = (await site.client.get(`/project/inventory/${projectId}`)).json();
    const answer = await site.client.get(`/inventories/${inventoryItems[0].id}/vulnerabilities?limit=25&offset=1`);
    expect(answer.json()).toEqual({ data: [] });
  });
});

it('each project of the list has the four members', async () => {
  const { data } = (await site.client.get('/projects')).json();
  for (const project of data)
    expect(project).toMatchObject({
      id: expect.any(Number),
      name: expect.any(String),
      owner: 'admin',
      status: expect.stringMatching(/^(Not Started|Analysis In Progress|Analysis Completed|Project Completed)$/),
    });
});

it('a list is complete without paging parameters, and paged with them', async () => {
  for (let count = 0; count < 26; count++) await newProject(site.client, `of many ${count}`);
  const whole = await site.client.get('/projects/');
  const total = whole.json().data.length;
  expect(total).toBeGreaterThan(26);
  expect(['Current-page', 'Number-of-pages', 'Total-records'].map((name) => whole.header(name))).toEqual([
    '1',
    '1',
    String(total),
  ]);
  const page = await site.client.get('/projects?offset=2');
  expect(page.json().data.length).toBe(total - 25);
  expect(['Current-page', 'Number-of-pages'].map((name) => page.header(name))).toEqual(['2', '2']);
});

it('reports have the nine members that the model requires', async () => {
  const { data } = (await site.client.get('/reports')).json();
  for (const report of data) {
    expect(report).toMatchObject({
      id: expect.any(Number),
      name: expect.any(String),
      path: expect.any(String),
      default: true,
      enabled: true,
      enableProjectPicker: false,
      order: expect.any(Number),
      createdDateTime: expect.any(String),
      updatedDateTime: expect.any(String),
    });
    expect((await site.client.get(`/reports/${report.id}`)).json()).toEqual({ data: report });
  }
});

it('GET with a body works, and the connection is reused', async () => {
  const client = connect(site.api, site.admin.token, JSON_TYPE);
  try {
    for (let count = 0; count < 3; count++)
      expect(
        (await client.send('GET', '/projects?limit=1', { body: '{}', headers: { 'Content-Length': '2' } })).status,
      ).toBe(200);
  } finally {
    client.close();
  }
});
