// Decisions that no longer hold are confirmed in one step, each kind with the right that it needs, and lapse again with the next change.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inconsistencies } from '../../../test/consistency.ts';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';
import { scannedProjects } from '../../../test/scanned-projects.ts';

let h: Harness;
beforeAll(async () => {
  h = await startHarness();
  await h.work();
  await h.call('POST', '/policies', { body: { name: 'decides nothing', rules: { licenses: [] } } });
});
afterAll(async () => {
  expect(await inconsistencies(h.database.pool)).toEqual([]);
  await h.close();
});

const { projectWith, scan, upload } = scannedProjects(() => h, 'still');

const NAMES = ['alpha', 'beta'];
const code = (license: string, words = 'one') =>
  Object.fromEntries(
    NAMES.flatMap((name) => [
      [`node_modules/${name}/package.json`, JSON.stringify({ name, version: '1.0.0', license })],
      [`node_modules/${name}/index.js`, `module.exports = '${name} ${words}';\n`],
    ]),
  );

interface ToDecide {
  decisionId: number;
  kind: string;
  scope: string;
  inventoryId: number;
  inventoryName: string;
  filePath: string;
  why: string;
}
type Item = Record<string, unknown> & { id: number; name: string; componentId: number; componentVersionId: number };

const items = async (projectId: number): Promise<Item[]> =>
  (await h.call('GET', `/project/inventory/${projectId}?published=false`)).body.inventoryItems;
const item = async (projectId: number, name: string) =>
  (await items(projectId)).find((one) => one.name.startsWith(name))!;
const again = async (projectId: number): Promise<ToDecide[]> =>
  (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain`)).body.data;
const confirm = (
  projectId: number,
  decisions: Pick<ToDecide, 'decisionId' | 'why'>[],
  words?: string,
  as: Person = h.admin,
) =>
  h.call('POST', `/projects/${projectId}/stillHolds`, {
    as,
    body: {
      decisions: decisions.map(({ decisionId, why }) => ({ decisionId, why })),
      ...(words !== undefined && { words }),
    },
  });
const licenseId = async (name: string) => (await h.call('GET', `/licenses/${name}`)).body.data.id as number;

async function projectOf(files: Record<string, string>): Promise<number> {
  const projectId = await projectWith(files);
  await h.call('PUT', `/projects/${projectId}`, { body: { policyProfileName: 'decides nothing' } });
  await scan(projectId);
  return projectId;
}
async function rescan(projectId: number, files: Record<string, string>): Promise<void> {
  await upload(projectId, files);
  await scan(projectId);
}

describe('reviews', () => {
  let projectId: number;
  beforeAll(async () => {
    projectId = await projectOf(code('Apache-2.0'));
    await h.call('PUT', `/inventories/${(await item(projectId, 'alpha')).id}/status?status=APPROVED`);
    await h.call('PUT', `/inventories/${(await item(projectId, 'beta')).id}/status?status=REJECTED`);
    await rescan(projectId, code('GPL-3.0-only'));
  }, 120_000);

  it('409 if something else has changed since the caller read the list, and nothing is confirmed', async () => {
    const lapsed = await again(projectId);
    expect(lapsed.map(({ kind }) => kind)).toEqual(['review', 'review']);
    await rescan(projectId, { ...code('GPL-3.0-only'), ...withLicense('alpha', 'AGPL-3.0-only') });
    const answer = await confirm(projectId, lapsed);
    expect(answer.status).toBe(409);
    expect(answer.text).toContain('the license is now AGPL-3.0-only');
    expect(await again(projectId)).toHaveLength(2);
    expect((await item(projectId, 'beta')).inventoryReviewStatus).toBe('Draft');
  }, 120_000);

  it('403 without the right to review, 404 for strangers, 400 for what the operation does not know', async () => {
    const lapsed = await again(projectId);
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: true } });
    expect((await confirm(projectId, lapsed, '', await h.person('stranger to it'))).status).toBe(404);
    await h.call('PUT', `/projects/${projectId}`, { body: { privateProject: false } });
    expect((await confirm(projectId, lapsed, '', await h.person('somebody'))).status).toBe(403);
    const body = { decisions: lapsed.map(({ decisionId, why }) => ({ decisionId, why })) };
    expect((await h.call('POST', `/projects/${projectId}/stillHolds?keep=true`, { body })).status).toBe(400);
    expect((await h.call('POST', `/projects/${projectId}/stillHolds`, { body: { ...body, keep: true } })).status).toBe(
      400,
    );
    expect((await h.call('POST', `/projects/${projectId}/stillHolds`, { body: { decisions: [] } })).status).toBe(400);
    expect((await confirm(projectId, [{ decisionId: 999_999, why: 'x' }])).status).toBe(409);
    expect(await again(projectId)).toHaveLength(2);
  });

  it('hold again as they were decided, in one step, with a row and a line of history', async () => {
    const lapsed = await again(projectId);
    const tasks = await openRemediations(projectId);
    const answer = await confirm(projectId, lapsed, 'The text has not changed.');
    expect(answer).toMatchObject({ status: 200, body: { data: { confirmed: 2 } } });
    expect(await again(projectId)).toEqual([]);
    expect(await item(projectId, 'alpha')).toMatchObject({ inventoryReviewStatus: 'Approved' });
    expect(await item(projectId, 'beta')).toMatchObject({ inventoryReviewStatus: 'Rejected' });
    expect(await item(projectId, 'beta')).not.toHaveProperty('toBeDecidedAgain');
    // The task of the first rejection is still open.
    expect(await openRemediations(projectId)).toBe(tasks);
    const { id } = await item(projectId, 'alpha');
    const [decision] = (await h.call('GET', `/inventories/${id}/decisions`)).body.data;
    expect(decision).toMatchObject({
      kind: 'review',
      standing: 'holds',
      ground: { by: 'person', words: 'The text has not changed.', licenseExpression: 'AGPL-3.0-only' },
    });
    const history = Object.values((await h.call('GET', `/inventories/${id}/history`)).body.data).flat();
    expect(history).toContainEqual(
      expect.objectContaining({
        field: 'Confirmed decision',
        oldValue: expect.stringContaining('the license is now AGPL-3.0-only'),
        newValue: 'Still holds: The text has not changed.',
      }),
    );
  });

  it('rest on what the item has now: they hold for the next scan, and lapse with the next change', async () => {
    await scan(projectId);
    expect(await again(projectId)).toEqual([]);
    await rescan(projectId, code('MIT'));
    expect((await again(projectId)).map(({ why }) => why)).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^Approved under AGPL-3\.0-only by admin .*; the license is now MIT\.$/),
      ]),
    );
  }, 120_000);
});

const withLicense = (name: string, license: string) => ({
  [`node_modules/${name}/package.json`]: JSON.stringify({ name, version: '1.0.0', license }),
});

async function openRemediations(projectId: number): Promise<number> {
  const { rows } = await h.database.pool.query(
    `select count(*)::int as count from tasks where project_id = $1 and type = 'REMEDIATE_INVENTORY' and not is_closed`,
    [projectId],
  );
  return rows[0].count;
}

describe('decisions of the other kinds', () => {
  let projectId: number;
  beforeAll(async () => {
    projectId = await projectOf(code('MIT OR Apache-2.0'));
    const [alpha, beta] = await Promise.all([item(projectId, 'alpha'), item(projectId, 'beta')]);
    await h.call('PUT', `/inventories/${alpha.id}`, { body: { licenseId: await licenseId('MIT') } });
    await h.call('PUT', `/inventories/${beta.id}`, { body: { licenseId: await licenseId('ISC') } });
    await h.call('PUT', `/inventories/${alpha.id}/files`, { body: { filePaths: ['node_modules/beta/index.js'] } });
    const { fileId } = (
      await h.call(
        'GET',
        `/projects/${projectId}/files?filePath=assay:node_modules/alpha/index.js&folderPath=node_modules`,
      )
    ).body.data;
    await h.call('PUT', `/files/${fileId}/review?markAsReviewed=true`);
    await rescan(projectId, code('GPL-2.0-only', 'two'));
  }, 120_000);

  it('are in the list with what changed, and hold again when a person says so', async () => {
    const lapsed = await again(projectId);
    // Those of one item are what its page shows.
    const beta = (await item(projectId, 'beta')).id;
    const ofItem = (await h.call('GET', `/projects/${projectId}/toBeDecidedAgain?inventoryId=${beta}`)).body.data;
    expect(ofItem).toEqual(lapsed.filter(({ inventoryId }) => inventoryId === beta));
    expect(ofItem).not.toEqual([]);
    expect(lapsed.map(({ kind }) => kind).toSorted()).toEqual([
      'concluded-license',
      'file-reviewed',
      'file-tied',
      'license-choice',
    ]);
    expect((await confirm(projectId, lapsed, 'Asked the author.')).status).toBe(200);
    expect(await again(projectId)).toEqual([]);
    await scan(projectId);
    expect(await again(projectId)).toEqual([]);
    expect((await item(projectId, 'beta')).selectedLicenseSPDXIdentifier).toBe('ISC');
    await rescan(projectId, code('GPL-3.0-only', 'three'));
    expect((await again(projectId)).map(({ kind }) => kind).toSorted()).toEqual(
      lapsed.map(({ kind }) => kind).toSorted(),
    );
  }, 180_000);

  it('tell the change of today, not that of an earlier scan', async () => {
    const license = (await again(projectId)).find(({ kind }) => kind === 'concluded-license')!;
    expect(license.why).toBe('The evidence was GPL-2.0-only and is now GPL-3.0-only.');
    await rescan(projectId, code('AGPL-3.0-only', 'three'));
    const now = (await again(projectId)).find(({ kind }) => kind === 'concluded-license')!;
    expect(now.why).toBe('The evidence was GPL-2.0-only and is now AGPL-3.0-only.');
  }, 120_000);

  it('403 for each kind without the right that it needs', async () => {
    const reviewer = await h.person('reviewer');
    const users = { userRoles: { roleId: 'REVIEWER', users: [reviewer.login] } };
    expect((await h.call('POST', `/projects/${projectId}/users`, { body: users })).status).toBe(200);
    const license = (await again(projectId)).filter(({ kind }) => kind === 'concluded-license');
    expect((await confirm(projectId, license, '', reviewer)).status).toBe(403);
  });
});

describe('a license that is remembered for all projects', () => {
  let first: number;
  let second: number;
  let older: number;
  beforeAll(async () => {
    first = await projectOf(code('MIT'));
    older = await projectOf(code('MIT'));
    await h.call('PUT', `/inventories/${(await item(older, 'alpha')).id}/status?status=APPROVED`);
    const body = { licenseId: await licenseId('BSD-2-Clause'), rememberLicense: 'GLOBAL' };
    expect((await h.call('PUT', `/inventories/${(await item(first, 'alpha')).id}`, { body })).status).toBe(200);
    second = await projectOf(code('MIT'));
  }, 120_000);

  it('is in the list of each project whose evidence changed, until somebody there says that it holds', async () => {
    expect((await item(second, 'alpha')).selectedLicenseSPDXIdentifier).toBe('BSD-2-Clause');
    expect(await again(second)).toEqual([]);
    await rescan(second, code('GPL-3.0-only'));
    const [lapsed, ...others] = await again(second);
    expect(others).toEqual([]);
    expect(lapsed).toMatchObject({
      kind: 'concluded-license',
      scope: 'site',
      inventoryName: expect.stringMatching(/^alpha/),
      why: 'The evidence was MIT and is now GPL-3.0-only.',
    });
    expect(await again(first)).toEqual([]);
    expect((await confirm(first, [lapsed!])).status).toBe(409);
    expect((await confirm(second, [lapsed!], 'It is dual.')).status).toBe(200);
    expect(await again(second)).toEqual([]);
    await scan(second);
    expect(await again(second)).toEqual([]);
    await rescan(second, code('AGPL-3.0-only'));
    expect((await again(second)).map(({ why }) => why)).toEqual([
      'The evidence was GPL-3.0-only and is now AGPL-3.0-only.',
    ]);
    // A person who chooses another license for the item has decided.
    const isc = { licenseId: await licenseId('ISC') };
    expect((await h.call('PUT', `/inventories/${(await item(second, 'alpha')).id}`, { body: isc })).status).toBe(200);
    expect(await again(second)).toEqual([]);
  }, 240_000);

  it('does not hide a change of evidence from the review of an item that was found before', async () => {
    const { id } = await item(older, 'alpha');
    await scan(older);
    expect((await items(older)).find((one) => one.id === id)).toMatchObject({ inventoryReviewStatus: 'Approved' });
    await rescan(older, code('GPL-3.0-only'));
    expect((await items(older)).find((one) => one.id === id)).toMatchObject({
      inventoryReviewStatus: 'Draft',
      toBeDecidedAgain: { changes: [{ what: 'evidence', from: 'MIT', to: 'GPL-3.0-only' }] },
    });
  }, 120_000);
});
