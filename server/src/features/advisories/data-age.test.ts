// Missing data is never shown as "0": everything that shows vulnerabilities states the age of the data, in answers,
// exports, mails and webhooks.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { readZip } from '../../../test/zip-content.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';
import { NO_MAIL, writeMailSettings } from '../../mail/settings.ts';

let h: Harness;
let projectId: number;
let itemId: number;
let componentId: number;
let versionId: number;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  // Mails are queued, but no worker sends them.
  await writeMailSettings(h.app.db, { ...NO_MAIL, isEnabled: true });
  projectId = (await h.call('POST', '/projects', { body: { name: 'aged' } })).body.id;
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ('aged', 'pkg:npm/aged') returning id),
      v as (insert into component_versions (component_id, name, purl) select id, '1.0.0', 'pkg:npm/aged@1.0.0' from c returning id, component_id)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, is_published, license_expression)
     select $1, 'COMPONENT', 'pkg:npm/aged@1.0.0', 'aged 1.0.0', component_id, id, 'pkg:npm/aged@1.0.0', 'System', true, 'MIT' from v
     returning id, component_id, version_id`,
    [projectId],
  );
  itemId = Number(rows[0].id);
  componentId = Number(rows[0].component_id);
  versionId = Number(rows[0].version_id);
  await matchWaiting(h.app.db);
  await h.call('POST', '/webhooks', {
    body: { name: 'ci', url: 'https://ci.example.org/', events: ['vulnerability.found'], secret: 'a secret key' },
  });
});
afterAll(() => h.close());

const answers = () => [
  `/project/inventory/${projectId}`,
  `/projects/${projectId}/inventorySummary?vulnerabilitySummary=true`,
  `/inventories/${itemId}`,
  `/inventories/${itemId}/vulnerabilities`,
  `/inventories/${itemId}/vulnerabilities/analysis`,
  `/inventories/search?projectId=${projectId}&fileIds=1`,
  `/inventories/${itemId}/remedies`,
  `/components/${componentId}?vulnerabilitySummary=true`,
  `/components/${versionId}/vulnerabilities`,
  '/advisories',
  '/advisories/affected?by=aged',
  `/projects/${projectId}/vulnerabilities`,
  `/projects/${projectId}/maliciousFiles`,
  `/projects/${projectId}/vulnerabilityAlerts`,
  `/projects/${projectId}/remedies`,
  `/projects/${projectId}/endsOfLife`,
];

async function agesOfAnswers() {
  const ages: string[] = [];
  for (const path of answers()) {
    const { status, body, text, headers } = await h.call('GET', path);
    expect(status, `${path} ${text}`).toBe(200);
    // Bodies of the interface document stay as documented, so headers state the age.
    const isInBody = 'dataAsOf' in body;
    ages.push(
      `${path} ${isInBody ? body.dataAsOf : headers['data-as-of']} ${isInBody ? body.dataIsStale : headers['data-is-stale']}`,
    );
  }
  return ages;
}

async function exported() {
  const { response } = await h.call('GET', `/project/exportProjectData?projectId=${projectId}`);
  const [document] = Object.values(await readZip(response.rawPayload));
  return JSON.parse(String(document));
}

describe('before any advisory was imported', () => {
  it('200; every answer says that there is no data', async () => {
    expect(await agesOfAnswers()).toEqual(answers().map(() => expect.stringMatching(/ (null|none) true$/)));
  });

  it('200; so does the export', async () => {
    expect((await exported()).advisories).toMatchObject({
      dataAsOf: null,
      dataIsStale: true,
      coverage: { items: 1, notCompared: 1, words: '1 of 1 not compared: no data for npm' },
    });
  });
});

describe('after an import', () => {
  let at: string;
  beforeAll(async () => {
    const record = {
      schema_version: '1.6.0',
      id: 'GHSA-aaaa-aged-0001',
      modified: '2026-01-02T00:00:00Z',
      affected: [{ package: { ecosystem: 'npm', name: 'aged' }, versions: ['1.0.0'] }],
    };
    const zip = makeZip([{ name: '1.json', body: JSON.stringify(record) }]);
    const { body } = await h.call('POST', '/advisories/import?source=osv-npm&full=true', {
      raw: Buffer.from(zip),
      headers: { 'x-file-name': 'all.zip', 'content-type': 'application/octet-stream' },
    });
    expect(await h.jobOver(body.id)).toMatchObject({ status: 'Completed' });
    at = (await h.call('GET', '/advisories/status')).body.data.dataAsOf;
    expect(at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  });

  const stale = () => h.call('GET', '/advisories/status').then(({ body }) => body.data.dataIsStale);

  it('200; every answer states its age', async () => {
    const isStale = await stale();
    expect(await agesOfAnswers()).toEqual(answers().map((path) => `${path} ${at} ${isStale}`));
  });

  it('200; so do the export, the mail and the webhook', async () => {
    const dataIsStale = await stale();
    expect((await exported()).advisories).toMatchObject({ dataAsOf: at, dataIsStale, coverage: { notCompared: 0 } });
    const { rows: mails } = await h.database.pool.query(
      `select variables from mails where template = 'update_vulnerability_project'`,
    );
    expect(mails.map(({ variables }) => variables.texts.DATA_AGE)).toEqual([
      expect.stringMatching(new RegExp(`^The advisories( for npm)? are of ${at} UTC`)),
    ]);
    const { rows: told } = await h.database.pool.query(`select payload -> 'data' as data from webhook_deliveries`);
    expect(told.map(({ data }) => data)).toMatchObject([
      { vulnerabilities: [{ itemId, name: 'GHSA-aaaa-aged-0001' }], dataAsOf: at, dataIsStale },
    ]);
  });
});
