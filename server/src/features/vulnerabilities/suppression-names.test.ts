// A vulnerability is suppressed under one of its names, and the suppression is found and lifted under each of them.
import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';

const RECORD = {
  id: 'GHSA-aaaa-bbbb-cccc',
  aliases: ['CVE-2026-0001'],
  modified: '2026-01-02T00:00:00Z',
  affected: [{ package: { ecosystem: 'npm', name: 'left' }, versions: ['1.0.0'] }],
};

let h: Harness;
let place: { projectId: number; itemId: number; componentId: number };
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  const { id } = (
    await h.call('POST', '/advisories/import?source=npm', {
      raw: Buffer.from(makeZip([{ name: 'a.json', body: JSON.stringify(RECORD) }])),
      headers: { 'x-file-name': 'a.zip', 'content-type': 'application/octet-stream' },
    })
  ).body;
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed', error: '' });
  const projectId = (await h.call('POST', '/projects', { body: { name: 'names' } })).body.id;
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ('left', 'pkg:npm/left') returning id),
      v as (insert into component_versions (component_id, name, purl) select id, '1.0.0', 'pkg:npm/left@1.0.0' from c returning id, component_id)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, is_published)
     select $1, 'COMPONENT', 'left', 'left 1.0.0', component_id, id, 'pkg:npm/left@1.0.0', 'System', true from v returning id, component_id`,
    [projectId],
  );
  place = { projectId, itemId: Number(rows[0].id), componentId: Number(rows[0].component_id) };
  await matchWaiting(h.app.db);
});
afterAll(() => h.close());

const scopes = () =>
  [
    ['GLOBAL', {}],
    ['PROJECT', { suppressionDetails: { projectId: place.projectId, state: 'FALSE_POSITIVE' } }],
  ] as const;
const suppress = (vulnerabilityName: string, more: object) =>
  h.call('POST', '/vulnerability/suppress', {
    body: {
      componentId: place.componentId,
      vulnerabilityName,
      reason: 'OTHER',
      remarks: 'Not reached',
      versionScope: 'ALL_CURRENT_VERSIONS',
      ...more,
    },
  });
const unsuppress = (vulnerabilityName: string, suppressionScope: 'GLOBAL' | 'PROJECT') =>
  h.call('POST', '/vulnerability/unSuppress', {
    body: {
      componentId: place.componentId,
      vulnerabilityName,
      remarks: 'Reached',
      suppressionScope,
      ...(suppressionScope === 'PROJECT' && { suppressionDetails: { projectId: place.projectId } }),
    },
  });
const counted = async () => (await h.call('GET', `/inventories/${place.itemId}/vulnerabilities`)).body.data.length;
const decisions = async () => (await h.call('GET', `/inventories/${place.itemId}/decisions`)).body.data;

it('200; suppressed under an alias, found and lifted under the main name', async () => {
  for (const [suppressionScope, details] of scopes()) {
    expect(await counted()).toBe(1);
    expect((await suppress('ghsa-AAAA-bbbb-cccc', { suppressionScope, ...details })).status).toBe(200);
    expect(await counted()).toBe(0);
    const listed = (await h.call('GET', '/vulnerability/suppress?vulnerabilityName=cve-2026-0001')).body.data;
    expect(listed).toMatchObject([{ vulnerabilityName: 'GHSA-aaaa-bbbb-cccc', suppressionScope }]);
    expect((await unsuppress('CVE-2026-0001', suppressionScope)).status).toBe(200);
    expect(await counted()).toBe(1);
    expect((await unsuppress('CVE-2026-0001', suppressionScope)).status).toBe(404);
  }
});

it('the decisions of an item include those for its version in the project and in all projects', async () => {
  const ofProject = (await decisions()).filter(({ scope }: { scope: string }) => scope === 'project');
  expect(ofProject).toMatchObject([
    { kind: 'analysis', value: { isLifted: true, versions: ['1.0.0'] }, standing: 'holds' },
    { kind: 'suppression', value: { isSuppressed: false, versions: ['1.0.0'] }, ground: { words: 'Reached' } },
    { kind: 'analysis', value: { state: 'FALSE_POSITIVE', versions: ['1.0.0'] }, standing: 'superseded' },
    { kind: 'suppression', value: { isSuppressed: true, versions: ['1.0.0'] }, standing: 'superseded' },
  ]);
  expect((await decisions()).map(({ scope }: { scope: string }) => scope)).toContain('site');
});

it('200; what was suppressed under an alias is withdrawn with the other decisions', async () => {
  const [, [suppressionScope, details]] = scopes();
  await suppress('GHSA-aaaa-bbbb-cccc', { suppressionScope, ...details });
  expect(await counted()).toBe(0);
  const withdrawn = await h.call('POST', `/projects/${place.projectId}/vulnerabilityAnalyses/lift`, {
    body: { vulnerabilityNames: ['CVE-2026-0001'], remarks: 'Reached after all' },
  });
  expect(withdrawn.body.data).toMatchObject({ total: 1 });
  expect(await counted()).toBe(1);
});
