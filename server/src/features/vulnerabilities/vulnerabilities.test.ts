import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';

let h: Harness;
let count = 0;
let componentId: number;
let versionIds: number[];
let projectId: number;
beforeAll(async () => {
  h = await startHarness();
  projectId = (await h.call('POST', '/projects', { body: { name: 'suppressing' } })).body.id;
});
afterAll(() => h.close());
beforeEach(async () => {
  componentId = (await h.call('POST', '/components', { body: { name: `c${++count}`, title: 'C', url: 'NA' } })).body.id;
  versionIds = [];
  for (const name of ['1.0', '2.0', '3.0'])
    versionIds.push((await h.call('POST', `/components/${componentId}/versions`, { body: { name } })).body.id);
});

const CVE = 'CVE-2021-44228';
const suppress = (more: Record<string, unknown> = {}) =>
  h.call('POST', '/vulnerability/suppress', {
    body: {
      componentId: String(componentId),
      versionIds: versionIds.slice(0, 2),
      vulnerabilityName: CVE,
      reason: 'FALSE_POSITIVE',
      remarks: 'No JNDI',
      versionScope: 'SPECIFIC_VERSIONS',
      ...more,
    },
  });
const lift = (more: Record<string, unknown> = {}) =>
  h.call('POST', '/vulnerability/unSuppress', {
    body: { componentId, vulnerabilityName: CVE, remarks: 'Wrong', ...more },
  });
const list = async (query = `componentId=${componentId}`) =>
  (await h.call('GET', `/vulnerability/suppress?${query}`)).body.data;

describe('suppressing', () => {
  it('200; listed by component and by name, with its versions', async () => {
    expect((await suppress()).status).toBe(200);
    const [one] = await list();
    expect(one).toMatchObject({
      itemNumber: 1,
      vulnerabilityName: CVE,
      componentId,
      componentName: `c${count}`,
      suppressedBy: 'admin',
      componentVersionIds: versionIds.slice(0, 2),
      suppressionScope: 'GLOBAL',
      suppressionDetails: [],
    });
    expect(one.suppressedDate).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
    expect(await list(`vulnerabilityName=cve-2021-44228&componentId=${componentId}`)).toEqual([one]);
    const details = (await h.call('GET', `/vulnerability/suppress/details?suppressId=${one.suppressId}`)).body.data;
    expect(details).toMatchObject([
      {
        suppressId: one.suppressId,
        versionId: versionIds[0],
        versionName: '1.0',
        suppressedReason: 'FALSE_POSITIVE',
        suppressedRemarks: 'No JNDI',
        suppressedBy: 'admin',
      },
      { versionId: versionIds[1], versionName: '2.0' },
    ]);
  });

  it('200 for all current versions, also if some are suppressed already', async () => {
    await suppress();
    expect(
      (await suppress({ versionIds: undefined, versionScope: 'ALL_CURRENT_VERSIONS', reason: 'OTHER', remarks: '' }))
        .status,
    ).toBe(200);
    // The version Unknown is one of them.
    expect((await list())[0].componentVersionIds).toEqual([expect.any(Number), ...versionIds]);
    const { data } = (await h.call('GET', `/vulnerability/suppress/details?componentVersionId=${versionIds[2]}`)).body;
    expect(data.map((one: { suppressedReason: string }) => one.suppressedReason)).toEqual(['OTHER']);
  });

  it('200 in one project, with its analysis, beside the suppression everywhere', async () => {
    await suppress();
    const suppressionDetails = {
      projectId,
      state: 'in_triage',
      justification: 'CODE_NOT_REACHABLE',
      response: 'UPDATE',
    };
    expect((await suppress({ suppressionScope: 'PROJECT', suppressionDetails })).status).toBe(200);
    expect(await list()).toMatchObject([
      { suppressionScope: 'GLOBAL' },
      {
        suppressionScope: 'PROJECT',
        suppressionDetails: [
          { projectId, state: 'IN_TRIAGE', justification: 'CODE_NOT_REACHABLE', response: 'UPDATE' },
        ],
      },
    ]);
  });

  it('one number for a vulnerability, in any spelling', async () => {
    await suppress();
    const first = (await list())[0].vulnerabilityId;
    await suppress({ versionIds: [versionIds[2]], vulnerabilityName: ' cve-2021-44228 ' });
    expect((await list()).map((one: { vulnerabilityId: number }) => one.vulnerabilityId)).toEqual([first]);
  });

  it.each<[string, () => Record<string, unknown>, string]>([
    ['no component', () => ({ componentId: undefined }), '"componentId"'],
    ['an unknown component', () => ({ componentId: 5 }), '"componentId"'],
    ['a version of another component', () => ({ versionIds: [5] }), '"versionIds"'],
    ['no versions', () => ({ versionIds: [] }), '"versionIds"'],
    ['no name', () => ({ vulnerabilityName: ' ' }), '"vulnerabilityName"'],
    ['another reason', () => ({ reason: 'BORED' }), '"reason"'],
    ['no remarks', () => ({ remarks: null }), '"remarks"'],
    ['long remarks', () => ({ remarks: 'x'.repeat(256) }), '"remarks"'],
    ['no scope', () => ({ versionScope: undefined }), '"versionScope"'],
    ['a project without analysis', () => ({ suppressionScope: 'PROJECT' }), '"suppressionDetails"'],
    [
      'an unknown project',
      () => ({ suppressionScope: 'PROJECT', suppressionDetails: { projectId: 9999, state: 'RESOLVED' } }),
      '"suppressionDetails.projectId"',
    ],
    [
      'an unknown state',
      () => ({ suppressionScope: 'PROJECT', suppressionDetails: { projectId, state: 'HAPPY' } }),
      '"suppressionDetails.state"',
    ],
  ])('400 for %s, naming the field', async (_what, more, field) => {
    const { status, body } = await suppress(more());
    expect([status, body.errors[0].message.includes(field)]).toEqual([400, true]);
  });

  it('400 if all of it is suppressed already, also by a simultaneous request', async () => {
    const both = await Promise.all([suppress(), suppress()]);
    expect(both.map((one) => one.status).sort()).toEqual([200, 400]);
  });
});

describe('lifting', () => {
  it('200 for each version, then removed from the lists; the record stays', async () => {
    await suppress();
    const { suppressId } = (await list())[0];
    expect((await lift({ versionIds: [versionIds[0]] })).status).toBe(200);
    expect((await list())[0].componentVersionIds).toEqual([versionIds[1]]);
    expect((await lift()).status).toBe(200);
    expect(await list()).toEqual([]);
    const { rows } = await h.database.pool.query(
      'select lifted_by, lifted_remarks from suppressed_versions where suppression_id = $1',
      [suppressId],
    );
    expect(rows).toEqual([
      { lifted_by: 'admin', lifted_remarks: 'Wrong' },
      { lifted_by: 'admin', lifted_remarks: 'Wrong' },
    ]);
    expect((await suppress()).status).toBe(200);
  });

  it('200 in a project: its analysis is removed, the suppression in all projects stays', async () => {
    await suppress();
    await suppress({ suppressionScope: 'PROJECT', suppressionDetails: { projectId, state: 'RESOLVED' } });
    expect((await lift({ suppressionScope: 'PROJECT', suppressionDetails: { projectId } })).status).toBe(200);
    expect(await list()).toMatchObject([{ suppressionScope: 'GLOBAL' }]);
    const { rows } = await h.database.pool.query(
      'select analysis from suppressions where project_id = $1 and component_id = $2',
      [projectId, componentId],
    );
    expect(rows).toEqual([{ analysis: {} }]);
  });

  it('404 if it is not suppressed, 400 for a version of another component', async () => {
    expect((await lift()).status).toBe(404);
    expect((await lift({ vulnerabilityName: 'CVE-0000-0000' })).status).toBe(404);
    await suppress();
    expect((await lift({ versionIds: [versionIds[2]] })).status).toBe(404);
    expect((await lift({ versionIds: [5] })).status).toBe(400);
    expect((await lift({ remarks: undefined })).status).toBe(400);
  });
});

describe('lists', () => {
  it('200 in pages', async () => {
    for (const name of ['CVE-1', 'CVE-2', 'CVE-3']) await suppress({ vulnerabilityName: name });
    const { body, headers } = await h.call(
      'GET',
      `/vulnerability/suppress?componentId=${componentId}&limit=2&offset=2`,
    );
    expect(
      body.data.map((one: { itemNumber: number; vulnerabilityName: string }) => [
        one.itemNumber,
        one.vulnerabilityName,
      ]),
    ).toEqual([[3, 'CVE-3']]);
    expect(headers).toMatchObject({ 'current-page': '2', 'number-of-pages': '2', 'total-records': '3' });
  });

  it('200 empty with headers, 400 without a filter', async () => {
    const { body, headers } = await h.call('GET', '/vulnerability/suppress/details?suppressId=99999');
    expect([body.data, headers['total-records']]).toEqual([[], '0']);
    for (const path of [
      '/vulnerability/suppress',
      '/vulnerability/suppress?vulnerabilityName=',
      '/vulnerability/suppress/details',
    ])
      expect((await h.call('GET', path)).status).toBe(400);
  });
});

it('403 for everybody but system administrators', async () => {
  const as = await h.person('manager', ['library_manager', 'edit_policy', 'create_project']);
  for (const [method, path] of [
    ['POST', '/vulnerability/suppress'],
    ['GET', '/vulnerability/suppress?componentId=1'],
    ['GET', '/vulnerability/suppress/details?suppressId=1'],
    ['POST', '/vulnerability/unSuppress'],
  ]) {
    const body = {
      componentId: 1,
      vulnerabilityName: 'x',
      remarks: 'x',
      reason: 'OTHER',
      versionScope: 'ALL_CURRENT_VERSIONS',
    };
    const { reason: _, versionScope: __, ...less } = body;
    const answer = await h.call(method!, path!, {
      as,
      body: method === 'GET' ? undefined : path!.endsWith('unSuppress') ? less : body,
    });
    expect(answer.status).toBe(403);
  }
});
