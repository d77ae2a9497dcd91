// Members that existing programs read without checking: they are present, never null, and of the right type, in
// scanned data and in empty data.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newProject, openSite, type Site, scannedProject } from './client.ts';

let site: Site;
let scanned: number;
let empty: number;
beforeAll(async () => {
  site = await openSite();
  scanned = await scannedProject(site, 'scanned');
  empty = await newProject(site.client, 'empty');
  await fillWithNothing(empty);
});
afterAll(() => site.close());

/** Items with as little data as possible, one of each kind, and a contact without names and address. */
async function fillWithNothing(projectId: number): Promise<void> {
  const { pool } = site.h.database;
  const { rows } = await pool.query<{ id: number }>(
    `insert into users (login, first_name, last_name, email) values ('nameless', '', '', '') returning id`,
  );
  await pool.query('update projects set contact_id = $1, policy_profile_id = null where id = $2', [
    rows[0]!.id,
    projectId,
  ]);
  const component = (await site.client.post('/components', { name: 'bare', title: 'bare', url: 'NA' })).json().id;
  const version = (await site.client.post(`/components/${component}/versions`, { name: '0' })).json().id;
  const license = (await site.client.post('/licenses', { name: 'Gone', shortName: 'Gone', licenseText: 'x' })).json()
    .id;
  const models = [
    { name: 'w', inventoryType: 'WORK_IN_PROGRESS' },
    { name: 'l', inventoryType: 'LICENSE', licenseId: String(license) },
    { name: 'c', inventoryType: 'COMPONENT', component: { id: component, versionId: version, licenseId: -1 } },
  ];
  for (const inventoryModel of models) {
    const made = await site.client.post('/inventories', { projectId, inventoryModel });
    expect([made.status, made.text]).toEqual([201, expect.any(String)]);
    expect((await site.client.put(`/inventories/${made.json().id}/publish`)).status).toBe(200);
  }
  // Its item has no license and no possible licenses.
  expect((await site.client.del(`/licenses/${license}`)).status).toBe(200);
}

type Check = (value: unknown) => boolean;
const text: Check = (value) => typeof value === 'string';
const words: Check = (value) => typeof value === 'string' && value !== '';
const whole: Check = (value) => Number.isInteger(value);
const flag: Check = (value) => typeof value === 'boolean';
const list: Check = (value) => Array.isArray(value);
const texts: Check = (value) => Array.isArray(value) && value.every(text);
const oneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);
const wholeOrNone: Check = (value) => whole(value) || value === 'N/A';
const digitsOrNone: Check = (value) => typeof value === 'string' && /^(-?\d+|N\/A)$/.test(value);
const time: Check = (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(\.\d)?$/.test(value);
const counts =
  (...names: string[]): Check =>
  (value) =>
    names.every((name) => whole((value as Record<string, unknown>)?.[name]));

/** The members with a wrong value, and the value. */
function broken(what: Record<string, unknown>, promised: Record<string, Check>): string[] {
  return Object.entries(promised)
    .filter(([name, check]) => !check(what[name]))
    .map(([name]) => `${name}: ${JSON.stringify(what[name])}`);
}

const LONG_FORM: Record<string, Check> = {
  itemNumber: whole,
  id: whole,
  name: words,
  type: oneOf('Component', 'Work in Progress', 'License Only'),
  priority: oneOf('High', 'Medium', 'Low', 'Other'),
  createdBy: words,
  createdOn: time,
  updatedOn: time,
  url: text,
  componentId: wholeOrNone,
  componentName: words,
  componentVersionId: wholeOrNone,
  componentVersionName: words,
  componentUrl: text,
  componentDescription: text,
  description: text,
  componentForgeName: words,
  selectedLicenseId: wholeOrNone,
  selectedLicenseName: words,
  selectedLicenseSPDXIdentifier: words,
  selectedLicensePriority: oneOf(1, 2, 3),
  selectedLicenseUrl: text,
  possibleLicenses: (value) =>
    list(value) && (value as { licenseName: unknown }[]).every((one) => words(one.licenseName)),
  inventoryReviewStatus: oneOf('Approved', 'Rejected', 'Draft'),
  noticesText: words,
  auditNotes: text,
  asFoundLicenseText: text,
  usageGuidance: text,
  detectionNotes: text,
  remediationNotes: text,
  dependencyScope: words,
  purl: words,
  filePaths: texts,
  parentInventoryItem: words,
  parentInventoryID: wholeOrNone,
  provenanceInventoryId: wholeOrNone,
  customFields: list,
  vulnerabilities: list,
  disclosed: flag,
  workflowURL: words,
};

const SUMMARY: Record<string, Check> = {
  itemNumber: whole,
  id: whole,
  name: words,
  type: words,
  priority: words,
  createdBy: words,
  url: text,
  confidence: oneOf('HIGHEST', 'HIGH', 'MEDIUM', 'LOW'),
  componentId: digitsOrNone,
  componentName: words,
  componentVersionId: digitsOrNone,
  componentVersionName: words,
  reviewStatus: oneOf('Approved', 'Rejected', 'Draft'),
  selectedLicenseId: digitsOrNone,
  selectedLicenseSPDXIdentifier: words,
  purl: words,
};

const PROJECT: Record<string, Check> = {
  id: whole,
  name: words,
  description: text,
  owner: words,
  dateCreated: time,
  scanPaths: (value) => ['[]', '[{"alias":"assay","path":"/"}]'].includes(JSON.stringify(value)),
  scanProfileName: words,
  policyProfileName: words,
  type: oneOf('STANDARD', 'INVENTORY_ONLY'),
  risk: oneOf('HIGH', 'MEDIUM', 'LOW'),
  projectVisibiity: oneOf('Public', 'Private'),
  legalContactName: words,
  securityContactName: words,
  devContactName: words,
  projectStatus: words,
  scanServerAlias: words,
  totalFiles: whole,
  codebaseSize: words,
  numberOfLines: whole,
  projectPath: words,
  childProjects: list,
  parentProjects: list,
  licenses: counts('P1', 'P2', 'P3', 'Unknown'),
  vulnerabilities: (value) => {
    const { CvssV2, CvssV3 } = value as Record<string, unknown>;
    return (
      counts('High', 'Medium', 'Low', 'Unknown')(CvssV2) &&
      counts('Critical', 'High', 'Medium', 'Low', 'None', 'Unknown')(CvssV3)
    );
  },
  customFields: list,
  deleteEmptyInventory: flag,
};

describe.each(['scanned', 'empty'] as const)('the %s project', (kind) => {
  const id = () => (kind === 'scanned' ? scanned : empty);

  it('the project', async () => {
    expect(broken((await site.client.get(`/projects/${id()}`)).json().data, PROJECT)).toEqual([]);
  });

  it.each(['', '&includeFiles=false&skipVulnerabilities=true', '&includeCopyrights=true'])(
    'items in the long form%s, and each item alone',
    async (query) => {
      const body = (await site.client.get(`/project/inventory/${id()}?size=1000&published=false${query}`)).json();
      expect(
        broken(body, {
          projectId: whole,
          projectName: words,
          projectDescription: text,
          ownerName: words,
          ownerEmail: text,
        }),
      ).toEqual([]);
      expect(body.inventoryItems.length).toBeGreaterThan(2);
      for (const item of body.inventoryItems) {
        expect([item.name, broken(item, LONG_FORM)]).toEqual([item.name, []]);
        expect(Object.keys(item).slice(0, 3)).toEqual(['itemNumber', 'id', 'name']);
        expect('copyrights' in item).toBe(query.includes('includeCopyrights'));
        expect(broken((await site.client.get(`/inventories/${item.id}`)).json().data, LONG_FORM)).toEqual([]);
      }
    },
  );

  it('items in the summary', async () => {
    const { data } = (await site.client.get(`/projects/${id()}/inventorySummary?published=ALL&limit=1000`)).json();
    expect(data.length).toBeGreaterThan(2);
    for (const item of data) expect([item.name, broken(item, SUMMARY)]).toEqual([item.name, []]);
  });

  it('components and versions of the items', async () => {
    const { inventoryItems } = (await site.client.get(`/project/inventory/${id()}?published=false`)).json();
    for (const item of inventoryItems) {
      if (item.componentId === 'N/A') continue;
      const component = (await site.client.get(`/components/${item.componentId}`)).json().data;
      const promised = {
        id: whole,
        name: words,
        title: words,
        url: text,
        description: text,
        encryption: words,
        forge: words,
      };
      expect(
        broken(component, {
          ...promised,
          forgeId: whole,
          versionList: list,
          licenseList: list,
          componentCPEList: list,
        }),
      ).toEqual([]);
      const version = (await site.client.get(`/components/versions/${item.componentVersionId}`)).json().data;
      expect(broken(version, { id: whole, name: words, componentId: whole, purl: words, licenses: list })).toEqual([]);
    }
  });

  it('people', async () => {
    const { owner } = (await site.client.get(`/projects/${id()}`)).json().data;
    const [user] = (await site.client.get(`/users/search?login=${owner}`)).json().data;
    expect(broken(user, { id: whole, login: words, firstName: text, lastName: text, email: text })).toEqual([]);
  });

  it('histories', async () => {
    const { inventoryItems } = (await site.client.get(`/project/inventory/${id()}?published=false`)).json();
    for (const item of inventoryItems) {
      const revisions = Object.values((await site.client.get(`/inventories/${item.id}/history`)).json().data).flat();
      expect(revisions.length).toBeGreaterThan(0);
      const promised = {
        date: time,
        user: words,
        userEmail: text,
        field: text,
        oldValue: text,
        newValue: text,
        event: words,
      };
      for (const change of revisions) expect(broken(change as Record<string, unknown>, promised)).toEqual([]);
    }
  });
});

it('tasks and jobs', async () => {
  const { inventoryItems } = (await site.client.get(`/project/inventory/${empty}`)).json();
  const id = (await site.client.post(`/tasks?inventoryId=${inventoryItems[0].id}`, { summary: 's' })).json().id;
  expect(
    broken((await site.client.get(`/tasks/${id}`)).json().data, {
      id: whole,
      inventoryId: whole,
      ownerId: whole,
      createdById: whole,
      lastUpdatedById: whole,
      createdDate: time,
      closed: flag,
      taskName: words,
      summary: words,
      priority: oneOf('LOW', 'MEDIUM', 'HIGH'),
      details: text,
      almIssues: list,
    }),
  ).toEqual([]);
  const { data } = (await site.client.get('/jobs?limit=1000')).json();
  expect(data.length).toBeGreaterThan(0);
  for (const job of data)
    expect(
      broken(job, {
        id: whole,
        jobType: words,
        status: words,
        queuedOn: time,
        activatedOn: text,
        completedOn: text,
        error: text,
        server: (value) => (value as { name: string }).name === 'assay',
      }),
    ).toEqual([]);
});
