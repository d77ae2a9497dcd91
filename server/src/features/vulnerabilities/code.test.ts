import { makeZip } from '@assay/scanner/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { recheckAbsences } from '../../advisories/accepted-absences.ts';
import { matchWaiting } from '../../advisories/match-versions.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
});
afterAll(() => h.close());

const entry = (name: string, binaries?: unknown) => ({
  package: { ecosystem: 'Ubuntu:22.04:LTS', name },
  ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.2-0ubuntu1.10' }] }],
  ...(binaries !== undefined && { ecosystem_specific: { binaries } }),
});
const recordOf = (id: string, affected: object[], modified = '2026-01-02T00:00:00Z') => ({ id, modified, affected });

async function bring(...records: { id: string }[]) {
  const { id } = (
    await h.call('POST', '/advisories/import?source=ubuntu', {
      raw: Buffer.from(makeZip(records.map((one) => ({ name: `${one.id}.json`, body: JSON.stringify(one) })))),
      headers: { 'x-file-name': 'ubuntu.zip', 'content-type': 'application/octet-stream' },
    })
  ).body;
  expect(await h.jobOver(id)).toMatchObject({ status: 'Completed', error: '' });
}

/** An installed package of Ubuntu, built from a source package. */
async function install(projectId: number, name: string, source: string): Promise<number> {
  const purl = `pkg:deb/ubuntu/${name}@3.0.2-0ubuntu1.9?arch=amd64&distro=ubuntu-22.04&upstream=${source}`;
  const { rows } = await h.database.pool.query(
    `with c as (insert into components (name, purl) values ($1, $2) returning id),
      v as (insert into component_versions (component_id, name, purl) select id, '3.0.2-0ubuntu1.9', $3 from c returning id, component_id)
     insert into inventory_items (project_id, type, identity, name, component_id, version_id, purl, created_by, is_published)
     select $4, 'COMPONENT', $3, $1, component_id, id, $3, 'System', true from v returning id`,
    [name, `pkg:deb/ubuntu/${name}`, purl, projectId],
  );
  return Number(rows[0].id);
}

it('200, 409; installed packages are compared with the binary packages that an advisory lists', async () => {
  const projectId = (await h.call('POST', '/projects', { body: { name: 'installed' } })).body.id;
  const items = {
    doc: await install(projectId, 'libssl-doc', 'openssl'),
    library: await install(projectId, 'libssl3', 'openssl'),
    kernel: await install(projectId, 'linux-image-5.15.0-88-generic', 'linux'),
    other: await install(projectId, 'libz', 'zlib'),
  };
  const listed = [
    { binary_name: 'libssl3', binary_version: '3.0.2-0ubuntu1.10' },
    { binary_name: 'openssl', binary_version: '3.0.2-0ubuntu1.10' },
  ];
  await bring(
    recordOf('UBUNTU-CVE-2026-0001', [entry('openssl', listed)]),
    recordOf('UBUNTU-CVE-2026-0002', [entry('linux', [{ 'linux-image-5.15.0-91-generic': '5.15.0-91.101' }])]),
    recordOf('UBUNTU-CVE-2026-0003', [entry('zlib')]),
  );
  await matchWaiting(h.app.db);
  const code = (item: number, number: number) =>
    `/inventories/${item}/vulnerabilities/UBUNTU-CVE-2026-000${number}/code`;
  const answers = async (item: number, number: number) => (await h.call('GET', code(item, number))).body.data;

  expect(await answers(items.doc, 1)).toMatchObject({
    presence: 'ABSENT',
    words:
      'libssl-doc is not among the binary packages of openssl that UBUNTU-CVE-2026-0001 lists as affected: libssl3, openssl.',
    records: ['UBUNTU-CVE-2026-0001'],
    parts: [{ path: 'openssl', symbols: ['libssl3', 'openssl'] }],
    searchedFiles: 0,
  });
  expect(await answers(items.library, 1)).toMatchObject({
    presence: 'PRESENT',
    words: 'UBUNTU-CVE-2026-0001 lists libssl3 among the binary packages of openssl that are affected.',
  });
  expect(await answers(items.kernel, 2)).toMatchObject({
    presence: 'UNDETERMINED',
    words: expect.stringContaining('linux-image-5.15.0-91-generic'),
  });
  expect(await answers(items.other, 3)).toMatchObject({ presence: 'UNDETERMINED', records: [] });
  for (const [item, number] of [
    [items.library, 1],
    [items.kernel, 2],
    [items.other, 3],
  ] as const)
    expect((await h.call('POST', code(item, number), { body: {} })).status).toBe(409);

  const accepted = await h.call('POST', code(items.doc, 1), { body: { detail: 'Only documentation' } });
  expect(accepted.body.data).toMatchObject({ total: 1, changes: [{ change: 'NEW' }] });
  expect((await h.call('GET', `/inventories/${items.doc}/decisions`)).body.data[0].ground).toMatchObject({
    evidence: 'code-not-present',
    records: 'UBUNTU-CVE-2026-0001',
    parts: 'openssl libssl3 openssl',
  });
  const decisions = async () => (await h.call('GET', `/inventories/${items.doc}/decisions`)).body.data;
  await recheckAbsences(h.app, null);
  expect(await decisions()).toHaveLength(1);

  // The list has one more package, and the code is still absent: the update keeps the decision with the new proof.
  const more = [...listed, { binary_name: 'libssl-dev', binary_version: '3.0.2-0ubuntu1.10' }];
  await bring(recordOf('UBUNTU-CVE-2026-0001', [entry('openssl', more)], '2026-02-01T00:00:00Z'));
  const open = async () =>
    (await h.call('GET', `/inventories/${items.doc}/vulnerabilities`)).body.data.map(
      (one: { vulnerabilityName: string }) => one.vulnerabilityName,
    );
  expect(await open()).toEqual([]);
  const [kept, first] = await decisions();
  expect([kept, first]).toMatchObject([
    {
      standing: 'holds',
      author: 'System',
      value: { state: 'NOT_AFFECTED', justification: 'CODE_NOT_PRESENT', isSuppressed: true },
      ground: {
        by: 'scan',
        decidedBy: 'admin',
        evidence: 'code-not-present',
        parts: 'openssl libssl3 openssl libssl-dev',
        words: expect.stringContaining('have changed. The vulnerable code is still absent.'),
      },
    },
    { standing: 'superseded', author: 'admin' },
  ]);
  await recheckAbsences(h.app, null);
  expect(await decisions()).toHaveLength(2);

  // The list names the package now: the update ends the decision, and a task says who had accepted it.
  const all = [...more, { binary_name: 'libssl-doc', binary_version: '3.0.2-0ubuntu1.10' }];
  await bring(recordOf('UBUNTU-CVE-2026-0001', [entry('openssl', all)], '2026-02-02T00:00:00Z'));
  expect(await answers(items.doc, 1)).toMatchObject({ presence: 'PRESENT' });
  expect(await open()).toEqual(['UBUNTU-CVE-2026-0001']);
  expect((await decisions())[0]).toMatchObject({ author: 'System', value: { isLifted: true } });
  const { rows: tasks } = await h.database.pool.query('select details from tasks where project_id = $1', [projectId]);
  expect(tasks).toEqual([
    { details: expect.stringMatching(/libssl-doc: admin accepted on .* contains the vulnerable code\./) },
  ]);
});

it('400 for a ground that pretends to be evidence of Assay', async () => {
  const projectId = (await h.call('POST', '/projects', { body: { name: 'forged' } })).body.id;
  for (const ground of [{ evidence: 'code-not-present' }, { by: 'policy' }])
    expect(
      await h.call('POST', `/projects/${projectId}/vulnerabilityAnalyses`, {
        body: { vulnerabilityNames: ['CVE-2026-0001'], state: 'NOT_AFFECTED', ground },
      }),
    ).toMatchObject({ status: 400 });
});
