import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import { DEFAULT_SEARCH_TERMS } from '../../domain/derivation/scan-profile.ts';

let h: Harness;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
});
afterAll(() => h.close());

const make = async (input: Record<string, unknown> = {}) =>
  h.call('POST', '/scanProfiles', { body: { name: `Profile ${++count}`, ...input } });

describe('GET /profiles/{projectId}', () => {
  it('200 with the standard profile of a new project, then its own', async () => {
    const projectId = (await h.call('POST', '/projects', { body: { name: 'profiled' } })).body.id;
    expect((await h.call('GET', `/profiles/${projectId}`)).body.data).toMatchObject({
      name: 'Standard Scan Profile',
      standard: true,
      settings: { exactMatches: true, dependencySupport: 'ALL_TRANSITIVE' },
    });
    const { id } = (await make({ name: 'Ours', settings: { dependencySupport: 'none' } })).body;
    await h.call('PUT', `/projects/${projectId}`, { body: { scanProfileName: 'Ours' } });
    expect((await h.call('GET', `/profiles/${projectId}`)).body.data).toMatchObject({
      id,
      standard: false,
      settings: { dependencySupport: 'NONE', reportNonRuntimeDependencies: true },
    });
    expect((await h.call('DELETE', `/scanProfiles/${id}`)).status).toBe(400);
  });

  it('404 for a private project of others', async () => {
    const { id } = (await h.call('POST', '/projects', { body: { name: 'hidden', privateProject: true } })).body;
    expect((await h.call('GET', `/profiles/${id}`, { as: await h.person('stranger') })).status).toBe(404);
  });
});

describe('own profiles', () => {
  it('200 listed with the standard ones, changed, deleted', async () => {
    const { id } = (await make({ description: 'd', settings: { searchTerms: ['a'], rescanSkips: 'ALL' } })).body;
    const { body, headers } = await h.call('GET', '/scanProfiles?limit=100');
    expect(Number(headers['total-records'])).toBe(body.data.length);
    expect(body.data.filter((one: { standard: boolean }) => one.standard)).toHaveLength(3);
    expect((await h.call('PUT', `/scanProfiles/${id}`, { body: { name: 'Renamed' } })).status).toBe(200);
    expect((await h.call('GET', `/scanProfiles/${id}`)).body.data).toMatchObject({
      name: 'Renamed',
      description: '',
      settings: { searchTerms: [...DEFAULT_SEARCH_TERMS] },
    });
    expect((await h.call('DELETE', `/scanProfiles/${id}`)).status).toBe(200);
    expect((await h.call('GET', `/scanProfiles/${id}`)).status).toBe(404);
  });

  it('400 for blank entries of %s and those with a line break', async () => {
    expect((await make({ name: 'standard scan profile' })).status).toBe(400);
    const { id } = (await make()).body;
    expect((await h.call('PUT', `/scanProfiles/${id}`, { body: { name: 'Standard Scan Profile' } })).status).toBe(400);
    expect((await h.call('PUT', '/scanProfiles/1', { body: { name: 'x' } })).status).toBe(400);
    expect((await h.call('DELETE', '/scanProfiles/1')).status).toBe(400);
    expect((await make({ settings: { color: 1 } })).body.errors[0].message).toContain(
      'Unrecognized field "settings.color"',
    );
    expect((await make({ settings: { dependencySupport: 'SOME' } })).status).toBe(400);
    expect((await make({ name: ' ' })).status).toBe(400);
  });

  it.each(['searchTerms', 'exclusions'])('400 for entries of %s that are blank or hold a line break', async (field) => {
    for (const entry of ['', ' ', '\t', '\u00a0', 'a\nb', 'a\r', '\na', '\r\n'])
      expect((await make({ settings: { [field]: ['ok', entry] } })).body.errors?.[0].message).toContain(
        `"settings.${field}.1" must be one line of text that is not blank`,
      );
    expect((await make({ settings: { [field]: [' a b ', '\\ ', '#'] } })).status).toBe(201);
  });

  it('403 without the permission', async () => {
    const as = await h.person('manager', ['library_manager', 'create_project', 'edit_policy']);
    expect((await h.call('POST', '/scanProfiles', { as, body: { name: 'x' } })).status).toBe(403);
    expect((await h.call('DELETE', '/scanProfiles/1', { as })).status).toBe(403);
    expect((await h.call('GET', '/scanProfiles', { as })).status).toBe(200);
  });
});
