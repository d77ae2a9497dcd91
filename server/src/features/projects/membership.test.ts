import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Harness, type Person, startHarness } from '../../../test/harness.ts';

let h: Harness;
let owner: Person;
let count = 0;
beforeAll(async () => {
  h = await startHarness();
  owner = await h.person('owner', ['create_project']);
});
afterAll(() => h.close());

const project = async (more: Record<string, unknown> = {}) =>
  (await h.call('POST', '/projects', { as: owner, body: { name: `members ${++count}`, ...more } })).body.id as number;
const users = async (id: number, role: string) =>
  (await h.call('GET', `/projects/${id}/users?roleId=${role}`, { as: owner })).body.data.users as string[];
const details = async (id: number) => (await h.call('GET', `/projects/${id}`, { as: owner })).body.data;

describe('project users', () => {
  it('200 for a role given by login or id, with only data.users', async () => {
    const id = await project();
    const ann = await h.person(`ann${id}`);
    const bob = await h.person(`bob${id}`);
    const body = { userRoles: { roleId: 'OBSERVER', users: [ann.login.toUpperCase(), String(bob.id)] } };
    expect((await h.call('POST', `/projects/${id}/users`, { as: owner, body })).status).toBe(200);
    const answer = await h.call('GET', `/projects/${id}/users?roleId=observer`, { as: owner });
    expect(answer.body).toEqual({ data: { users: [ann.login, bob.login] } });
  });

  it('200 with ANALYST as the default role', async () => {
    const id = await project();
    expect((await h.call('GET', `/projects/${id}/users`, { as: owner })).body.data.users).toEqual(['owner']);
  });

  it('200 for two contacts without roles', async () => {
    const id = await project();
    const ann = await h.person(`legal${id}`);
    const body = { legalContactId: ann.login, securityContactId: ann.login };
    expect((await h.call('POST', `/projects/${id}/users`, { as: owner, body })).status).toBe(200);
    expect(await details(id)).toMatchObject({
      legalContactName: ann.login,
      securityContactName: ann.login,
      devContactName: 'owner',
      owner: 'owner',
    });
  });

  it('200 when roles are removed by DELETE with a body', async () => {
    const id = await project();
    const body = { roleId: 'ANALYST', users: ['owner'] };
    expect((await h.call('DELETE', `/projects/${id}/users`, { as: owner, body })).status).toBe(200);
    expect(await users(id, 'ANALYST')).toEqual([]);
  });

  it('400 for removing the last Project Administrator', async () => {
    const id = await project();
    const body = { roleId: 'PROJECT_ADMIN', users: ['owner'] };
    const answer = await h.call('DELETE', `/projects/${id}/users`, { as: owner, body });
    expect(answer.status).toBe(400);
    expect(await users(id, 'PROJECT_ADMIN')).toEqual(['owner']);
  });

  it('200 for the last Project Administrator if he is a system administrator; system administrators assign the next one', async () => {
    const id = (await h.call('POST', '/projects', { body: { name: `members ${++count}`, privateProject: true } })).body
      .id;
    const other = await h.person(`rescuer${id}`, ['system_admin']);
    const change = { roleId: 'PROJECT_ADMIN', users: ['owner'] };
    const assign = { body: { userRoles: change } };
    expect((await h.call('POST', `/projects/${id}/users`, { as: other, ...assign })).status).toBe(403);
    const remove = { body: { roleId: 'PROJECT_ADMIN', users: [h.admin.login] } };
    expect((await h.call('DELETE', `/projects/${id}/users`, remove)).status).toBe(200);
    expect((await h.call('POST', `/projects/${id}/users`, { as: owner, ...assign })).status).toBe(404);
    expect((await h.call('POST', `/projects/${id}/users`, { as: other, ...assign })).status).toBe(200);
    expect(await users(id, 'PROJECT_ADMIN')).toEqual(['owner']);
    expect((await h.call('POST', `/projects/${id}/users`, { as: other, ...assign })).status).toBe(403);
  });

  it.each([
    ['an unknown user', { userRoles: { roleId: 'ANALYST', users: ['nobody'] } }, 'nobody'],
    ['an unknown role', { userRoles: { roleId: 'KING', users: ['owner'] } }, 'userRoles.roleId'],
    ['no users', { userRoles: { roleId: 'ANALYST', users: [] } }, 'userRoles.users'],
    ['nothing at all', {}, 'at least one'],
    ['an unknown contact', { ownerId: 'nobody' }, 'nobody'],
    ['an unknown member', { owner: 'owner' }, 'Unrecognized field "owner"'],
  ])('400 for %s, and nothing is assigned', async (_what, body, text) => {
    const id = await project();
    const answer = await h.call('POST', `/projects/${id}/users`, { as: owner, body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(text);
    expect(await users(id, 'ANALYST')).toEqual(['owner']);
  });

  it('403 for a contact who gives roles, 200 when the contact names another contact', async () => {
    const id = await project();
    const contact = await h.person(`contact${id}`);
    await h.call('PUT', `/projects/${id}/contact`, { as: owner, body: { contact: contact.login } });
    const roles = { userRoles: { roleId: 'ANALYST', users: [contact.login] } };
    const refused = await h.call('POST', `/projects/${id}/users`, { as: contact, body: roles });
    expect(refused.status).toBe(403);
    expect(refused.body.errors[0].message).toContain('User does not have permission to perform this operation');
    const handed = await h.call('POST', `/projects/${id}/users`, { as: contact, body: { ownerId: 'owner' } });
    expect(handed.status).toBe(200);
    expect((await details(id)).owner).toBe('owner');
  });

  it('404 in a private project of others, for reading and writing', async () => {
    const id = await project({ privateProject: true });
    const stranger = await h.person(`stranger${id}`);
    expect((await h.call('GET', `/projects/${id}/users`, { as: stranger })).status).toBe(404);
    const body = { userRoles: { roleId: 'ANALYST', users: [stranger.login] } };
    expect((await h.call('POST', `/projects/${id}/users`, { as: stranger, body })).status).toBe(404);
  });

  it('a role in a private project opens it', async () => {
    const id = await project({ privateProject: true });
    const guest = await h.person(`guest${id}`);
    const body = { userRoles: { roleId: 'OBSERVER', users: [guest.login] } };
    await h.call('POST', `/projects/${id}/users`, { as: owner, body });
    expect((await h.call('GET', `/projects/${id}`, { as: guest })).status).toBe(200);
  });
});

describe('project contact', () => {
  it('200 with the contact at top level and in data', async () => {
    const id = await project();
    expect((await h.call('GET', `/projects/${id}/contact`, { as: owner })).body).toEqual({
      contact: 'owner',
      data: { contact: 'owner' },
    });
  });

  it('200 for a system administrator, 403 for a user without rights', async () => {
    const id = await project();
    const other = await h.person(`other${id}`);
    const body = { contact: other.login };
    expect((await h.call('PUT', `/projects/${id}/contact`, { as: other, body })).status).toBe(403);
    expect((await h.call('PUT', `/projects/${id}/contact`, { body })).status).toBe(200);
    expect((await details(id)).owner).toBe(other.login);
  });

  it('400 for an unknown login', async () => {
    const id = await project();
    const answer = await h.call('PUT', `/projects/${id}/contact`, { as: owner, body: { contact: 'nobody' } });
    expect(answer.status).toBe(400);
  });
});

describe('project defaults', () => {
  it('403 without system_admin', async () => {
    expect((await h.call('GET', '/projectDefaults', { as: owner })).status).toBe(403);
    expect((await h.call('PUT', '/projectDefaults', { as: owner, body: {} })).status).toBe(403);
  });

  it('200: new projects get them, values of the creator win, existing projects do not change', async () => {
    const before = await project();
    const ann = await h.person('ann');
    const body = {
      privateProject: true,
      risk: 'HIGH',
      deleteEmptyInventory: 'true',
      minimumConfidence: 'MEDIUM',
      analysts: ['ANN'],
      observers: ['ann'],
      legalContact: 'ann',
      scanProfileName: 'Basic Scan Profile (Without CL)',
      reviewSettings: { createReviewTaskWhenUndecided: true, reviewTaskOwner: 'LEGAL_CONTACT' },
    };
    expect((await h.call('PUT', '/projectDefaults', { body })).status).toBe(200);
    const stored = (await h.call('GET', '/projectDefaults')).body.data;
    expect(stored).toMatchObject({ risk: 'HIGH', analysts: ['ann'], legalContact: 'ann', reviewers: [] });
    const id = await project({ risk: 'LOW', reviewSettings: { createReviewTaskWhenUndecided: false } });
    expect(await details(id)).toMatchObject({
      projectVisibiity: 'Private',
      risk: 'LOW',
      deleteEmptyInventory: true,
      minimumConfidence: 'MEDIUM',
      legalContactName: 'ann',
      scanProfileName: 'Basic Scan Profile (Without CL)',
      reviewSettings: { createReviewTaskWhenUndecided: false, reviewTaskOwner: 'LEGAL_CONTACT' },
    });
    expect(await users(id, 'ANALYST')).toEqual(['ann']);
    expect(await users(id, 'REVIEWER')).toEqual(['owner']);
    expect(await users(id, 'OBSERVER')).toEqual(['ann']);
    expect(await users(id, 'PROJECT_ADMIN')).toEqual(['owner']);
    expect(await details(before)).toMatchObject({ projectVisibiity: 'Public', risk: 'MEDIUM' });
    const back = { privateProject: false, analysts: [], observers: [], legalContact: '', risk: 'MEDIUM' };
    expect((await h.call('PUT', '/projectDefaults', { body: back })).status).toBe(200);
    expect(ann.login).toBe('ann');
  });

  it.each([
    ['a profile that does not exist', { scanProfileName: 'mine' }, 'scanProfileName'],
    ['a user who does not exist', { analysts: ['nobody'] }, 'nobody'],
    ['a risk that does not exist', { risk: 'EXTREME' }, 'risk'],
  ])('400 for %s', async (_what, body, text) => {
    const answer = await h.call('PUT', '/projectDefaults', { body });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].message).toContain(text);
  });
});
