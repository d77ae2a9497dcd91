// Against a real slapd. Without one, or without openssl for its certificate, these tests are skipped, which `.ci/run` counts as failed.
import { connect, createServer, type Server } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Harness, startHarness } from '../../../test/harness.ts';
import {
  BASE,
  MISSING_PROGRAMS,
  PASSWORD,
  type Person,
  personDn,
  personLdif,
  READER,
  type Slapd,
  startSlapd,
} from '../../../test/slapd.ts';
import { LDAP_SYNC_LOCK } from '../../db/postgres/advisory-locks.ts';
import { insertUser } from '../../db/users/users.ts';
import { acceptsPassword } from '../../ldap/directory.ts';
import { syncDirectoryWhenDue } from '../../ldap/scheduled.ts';
import { readLdapSettings } from '../../ldap/settings.ts';
import { hashPassword } from '../../security/passwords.ts';

if (MISSING_PROGRAMS.length > 0)
  console.warn(`LDAP tests are skipped: ${MISSING_PROGRAMS.join(' and ')} is not installed.`);

const ADA: Person = { uid: 'ada', givenName: 'Ada', sn: 'Lovelace', mail: 'ada@example.org', password: 'Engine1843' };
const PEOPLE: Person[] = [
  ADA,
  { uid: 'søren', givenName: 'Søren Åbye', sn: 'Kierkegård', mail: 'soren@example.org', password: 'Æblegrød1' },
  { uid: 'mononym', mail: 'one@example.org' },
  { uid: 'nomail', givenName: 'No', sn: 'Mail' },
  { uid: 'twin1', mail: 'shared@example.org' },
  { uid: 'twin2', mail: 'shared@example.org' },
  { uid: 'two words', mail: 'words@example.org' },
  { uid: 'localuser', mail: 'local@example.org', password: 'Engine1843' },
  { uid: 'boss', mail: 'boss@example.org', memberOf: 'admins', password: 'Engine1843' },
];
const REFERRAL = `dn: ou=elsewhere,${BASE}
objectClass: referral
objectClass: extensibleObject
ou: elsewhere
ref: ldap://127.0.0.1:1/ou=elsewhere,dc=example,dc=net
`;

describe.skipIf(MISSING_PROGRAMS.length > 0)('LDAP', () => {
  let h: Harness;
  let slapd: Slapd;
  let shared: Harness;
  beforeAll(async () => {
    slapd = await startSlapd(PEOPLE, REFERRAL);
    shared = await startHarness();
    h = shared;
  });
  afterAll(async () => {
    await shared?.close();
    await slapd?.close();
  });
  beforeEach(async () => {
    await h.database.pool.query(`delete from users where login <> 'admin'`);
    await h.database.pool.query(`delete from settings where key = 'ldap'`);
    await h.database.pool.query('delete from ldap_syncs');
  });

  const settings = (more: Record<string, unknown> = {}) => ({
    urls: [slapd.url],
    bindDn: READER,
    bindPassword: PASSWORD,
    base: BASE,
    pageSize: 10,
    ...more,
  });
  const set = async (more: Record<string, unknown> = {}) => {
    const { status, body } = await h.call('PUT', '/ldapSettings', { body: settings(more) });
    expect([status, body]).toEqual([200, { message: 'LDAP settings updated successfully.' }]);
  };
  const sync = async () => {
    const { status, body } = await h.call('POST', '/ldap/sync');
    expect([status, body.errors]).toEqual([200, undefined]);
    return body.data;
  };
  const user = async (login: string) =>
    (await h.call('GET', `/users/search?login=${encodeURIComponent(login)}`)).body.data?.[0];
  const signIn = (username: string, password: string) =>
    h.call('POST', '/login', { as: null, body: { username, password } });
  const reasonOf = (summary: { skipped: { login: string; reason: string }[] }, login: string) =>
    summary.skipped.find((one) => one.login === login)?.reason;

  describe('POST /ldap/sync', () => {
    it('501 with an error body while no directory is set up, or it is switched off', async () => {
      expect(await h.call('POST', '/ldap/sync')).toMatchObject({ status: 501, body: { errors: [{}] } });
      await set({ enabled: false });
      expect((await h.call('POST', '/ldap/sync')).status).toBe(501);
    });

    it('403 for others than system administrators', async () => {
      expect((await h.call('POST', '/ldap/sync', { as: await h.person('plain') })).status).toBe(403);
    });

    it('200: creates users, skips entries with a reason, changes nothing the second time', async () => {
      await insertUser(h.app.db, { login: 'LocalUser', passwordHash: await hashPassword('Local1843x') });
      await set();
      const first = await sync();
      expect(first).toMatchObject({ trigger: 'PERSON', status: 'Completed', created: 6, updated: 0, deactivated: 0 });
      expect(first.skippedCount).toBe(4);
      expect(reasonOf(first, 'nomail')).toContain('no mail address');
      expect(reasonOf(first, 'two words')).toContain('blanks');
      expect(reasonOf(first, 'localuser')).toContain('a local user has the login "LocalUser"');
      expect(first.skipped.find((one: { dn: string }) => one.dn.startsWith('ldap://')).reason).toContain('referral');
      expect(await user('ada')).toMatchObject({ firstName: 'Ada', lastName: 'Lovelace', source: 'LDAP', active: true });
      expect(await user('søren')).toMatchObject({ firstName: 'Søren Åbye', lastName: 'Kierkegård' });
      expect((await user('mononym')).firstName).toBe('');
      expect([(await user('twin1')).email, (await user('twin2')).email]).toEqual([
        'shared@example.org',
        'shared@example.org',
      ]);
      expect(await user('localuser')).toMatchObject({ source: 'LOCAL', email: '' });
      expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: 6, deactivated: 0, skippedCount: 4 });
      expect((await h.call('GET', '/ldapSettings')).body.data.lastSync).toMatchObject({ unchanged: 6, error: '' });
    });

    it('503 while one is running; the lock ends with it', async () => {
      await set();
      const other = await h.app.pool.connect();
      await other.query('select pg_advisory_lock($1)', [LDAP_SYNC_LOCK]);
      expect(await h.call('POST', '/ldap/sync')).toMatchObject({ status: 503, body: { errors: [{}] } });
      other.release(true);
      // The lock ends when the database notices the closed connection.
      while ((await h.call('POST', '/ldap/sync')).status === 503);
      expect(await user('ada')).toBeDefined();
    });

    it('of several simultaneous ones some answer 503, and all users are imported exactly once', async () => {
      await set();
      const answers = await Promise.all(Array.from({ length: 4 }, () => h.call('POST', '/ldap/sync')));
      const done = answers.filter((one) => one.status === 200);
      expect(answers.every((one) => one.status === 200 || one.status === 503)).toBe(true);
      expect(done.map((one) => one.body.data.created).reduce((sum, one) => sum + one, 0)).toBe(7);
    });

    it('503 with the reason when the directory is down, and nobody is deactivated', async () => {
      await set();
      await sync();
      await slapd.stop();
      try {
        const { status, body } = await h.call('POST', '/ldap/sync');
        expect([status, body.errors[0].message]).toEqual([503, expect.stringContaining('nobody listens there')]);
      } finally {
        await slapd.start();
      }
      expect((await h.call('GET', '/ldapSettings')).body.data.lastSync).toMatchObject({ status: 'Failed' });
      expect((await user('ada')).active).toBe(true);
      expect(await sync()).toMatchObject({ unchanged: 7 });
    });

    it('503 when the directory breaks off in the middle; users not yet read stay active', async () => {
      await set({ pageSize: 10 });
      await sync();
      const proxy = await breakingProxy(Number(new URL(slapd.url).port));
      await set({ urls: [`ldap://127.0.0.1:${proxy.port}`], bindPassword: PASSWORD });
      proxy.isBreaking = true;
      const { status } = await h.call('POST', '/ldap/sync');
      await proxy.close();
      expect(status).toBe(503);
      expect((await user('twin2')).active).toBe(true);
    });

    it('an answer without users deactivates nobody and says so', async () => {
      await set();
      await sync();
      await set({ userFilter: '(objectClass=device)' });
      const summary = await sync();
      expect(summary).toMatchObject({ created: 0, deactivated: 0 });
      expect(summary.warnings).toEqual([expect.stringContaining('no user at all')]);
      expect((await user('ada')).active).toBe(true);
    });

    it('marks the synchronisation of a killed server as failed', async () => {
      await set();
      await h.database.pool.query(`insert into ldap_syncs (trigger) values ('SCHEDULE')`);
      await sync();
      const { rows } = await h.database.pool.query('select status, error from ldap_syncs order by id');
      expect(rows.map((row) => row.status)).toEqual(['Failed', 'Completed']);
    });

    it('users are identified by their permanent id, so a renamed one stays the same user', async () => {
      const late = { uid: 'late', sn: 'Comer', mail: 'late@example.org' };
      slapd.modify(`dn: ${personDn(late)}\nchangetype: add\n${withoutDn(personLdif(late))}`);
      await set();
      await sync();
      const { id } = await user('late');
      slapd.modify(`dn: ${personDn(late)}\nchangetype: modrdn\nnewrdn: uid=later\ndeleteoldrdn: 1\n`);
      expect(await sync()).toMatchObject({ created: 0, updated: 1, deactivated: 0 });
      expect((await user('later')).id).toBe(id);
      // Another person gets the old login; the existing user must not pass to them.
      const again = { ...late, mail: 'other@example.org' };
      slapd.modify(`dn: ${personDn({ ...late, uid: 'later' })}\nchangetype: delete\n`);
      slapd.modify(
        `dn: ${personDn({ ...again, uid: 'later' })}\nchangetype: add\n${withoutDn(personLdif({ ...again, uid: 'later' }))}`,
      );
      const summary = await sync();
      expect(summary).toMatchObject({ created: 0, deactivated: 1 });
      expect(reasonOf(summary, 'later')).toContain('belongs to the user of another entry');
      expect(await user('later')).toMatchObject({ id, email: 'late@example.org', active: false });
      // Unless an administrator says that it is the same person.
      expect((await h.call('PUT', '/users/later/source', { body: { source: 'LDAP' } })).status).toBe(200);
      expect(await sync()).toMatchObject({ updated: 1 });
      expect(await user('later')).toMatchObject({ id, email: 'other@example.org', active: true });
      slapd.modify(`dn: ${personDn({ ...late, uid: 'later' })}\nchangetype: delete\n`);
    });

    it('two entries with one login: the first becomes the user', async () => {
      const twin = { ...ADA, uid: 'ADA', ou: 'others', password: 'Another1843' };
      slapd.modify(`dn: ${personDn(twin)}\nchangetype: add\n${withoutDn(personLdif(twin))}`);
      try {
        for (const pageSize of [10, 100]) {
          await set({ pageSize });
          const summary = await sync();
          expect(summary.skipped.find((one: { dn: string }) => one.dn.includes('ou=others')).reason).toMatch(
            /same login|another entry/,
          );
        }
        expect((await signIn('ada', 'Engine1843')).status).toBe(200);
        expect((await signIn('ada', 'Another1843')).status).toBe(401);
      } finally {
        slapd.modify(`dn: ${personDn(twin)}\nchangetype: delete\n`);
      }
    });

    it('deactivates missing users, keeps their roles, ends their tokens, and activates them when they are back', async () => {
      const leaver = { uid: 'leaver', mail: 'leaver@example.org', password: 'Engine1843' };
      const add = () => slapd.modify(`dn: ${personDn(leaver)}\nchangetype: add\n${withoutDn(personLdif(leaver))}`);
      add();
      await set({ attributes: { id: 'uid' } });
      await sync();
      const { token } = (await signIn('leaver', 'Engine1843')).body;
      const as = { id: 0, login: 'leaver', token };
      const project = (await h.call('POST', '/projects', { body: { name: 'p' } })).body.id;
      const { id } = await user('leaver');
      await h.database.pool.query(
        `insert into project_members (project_id, role, user_id) values ($1, 'ANALYST', $2)`,
        [project, id],
      );
      slapd.modify(`dn: ${personDn(leaver)}\nchangetype: delete\n`);
      expect(await sync()).toMatchObject({ deactivated: 1 });
      expect((await h.call('GET', '/projects', { as })).status).toBe(401);
      expect((await signIn('leaver', 'Engine1843')).status).toBe(401);
      const roles = await h.database.pool.query('select role from project_members where user_id = $1', [id]);
      expect(roles.rows).toEqual([{ role: 'ANALYST' }]);
      add();
      expect(await sync()).toMatchObject({ updated: 1, created: 0 });
      expect((await signIn('leaver', 'Engine1843')).status).toBe(200);
      // The decision of a person stays.
      await h.call('PUT', '/users/leaver/deactivate');
      await sync();
      expect((await user('leaver')).active).toBe(false);
      slapd.modify(`dn: ${personDn(leaver)}\nchangetype: delete\n`);
    });

    it('permission filters give and remove the permissions that they name, but never the last administrator', async () => {
      const filters = [{ filter: '(departmentNumber=admins)', permissions: ['system_admin', 'create_project'] }];
      await set({ permissionFilters: filters });
      await sync();
      expect((await user('boss')).permissions).toEqual(['system_admin', 'create_project']);
      expect((await user('ada')).permissions).toEqual([]);
      await h.call('PUT', '/users/boss/permission', { body: { permissions: ['edit_policy', 'system_admin'] } });
      await sync();
      expect((await user('boss')).permissions).toEqual(['edit_policy', 'system_admin', 'create_project']);
      await set({ permissionFilters: [{ ...filters[0], filter: '(departmentNumber=nobody)' }] });
      await h.database.pool.query(`update users set is_active = false where login = 'admin'`);
      const boss = (await signIn('boss', 'Engine1843')).body.token;
      const { body } = await h.call('POST', '/ldap/sync', { as: { id: 0, login: 'boss', token: boss } });
      expect(reasonOf(body.data, 'boss')).toContain('no active system administrator');
      await h.database.pool.query(`update users set is_active = true where login = 'admin'`);
      await sync();
      expect((await user('boss')).permissions).toEqual(['edit_policy']);
    });
  });

  describe('groups that list their members', () => {
    const GROUPS = `ou=groups,${BASE}`;
    const dn = (group: string) => `cn=${group},${GROUPS}`;
    const group = (name: string, ...lines: string[]) =>
      `dn: ${dn(name)}\nchangetype: add\ncn: ${name}\n${lines.join('\n')}\n`;
    beforeAll(() => {
      slapd.modify(
        [
          `dn: ${GROUPS}\nchangetype: add\nobjectClass: organizationalUnit\nou: groups\n`,
          group('makers', 'objectClass: groupOfNames', `member: UID=Ada, OU=People, ${BASE}`, `member: ${dn('inner')}`),
          group('inner', 'objectClass: groupOfNames', `member: ${personDn({ uid: 'twin1' })}`),
          group('keepers', 'objectClass: groupOfUniqueNames', `uniqueMember: ${personDn({ uid: 'boss' })}#'01'B`),
          group('rulers', 'objectClass: posixGroup', 'gidNumber: 7', 'memberUid: ada', 'memberUid: nobody'),
        ].join('\n'),
      );
    });
    const permissionGroups = [
      { group: dn('makers'), permissions: ['create_project'] },
      { group: dn('keepers'), permissions: ['library_manager', 'create_project'] },
      { group: dn('rulers').toUpperCase(), permissions: ['edit_policy'] },
    ];
    const permissionsOf = async (...logins: string[]) =>
      Promise.all(logins.map(async (login) => (await user(login)).permissions.sort()));

    it('give and remove permissions by member, uniqueMember and memberUid; nested groups do not', async () => {
      await set({ permissionGroups });
      await sync();
      const known = await permissionsOf('ada', 'boss', 'twin1');
      expect(known).toEqual([['create_project', 'edit_policy'], ['create_project', 'library_manager'], []]);
      expect(await sync()).toMatchObject({ updated: 0, unchanged: 7 });
      slapd.modify(`dn: ${dn('rulers')}\nchangetype: modify\ndelete: memberUid\nmemberUid: ada\n`);
      expect(await sync()).toMatchObject({ updated: 1 });
      expect(await permissionsOf('ada')).toEqual([['create_project']]);
      expect((await h.call('GET', '/ldapSettings')).body.data.permissionGroups).toEqual(permissionGroups);
    });

    it('that are missing or unreadable remove nothing: 503, and the test reports it', async () => {
      await set({ permissionGroups });
      await sync();
      await set({ permissionGroups: [...permissionGroups, { group: dn('nosuch'), permissions: ['system_admin'] }] });
      const failed = await h.call('POST', '/ldap/sync');
      expect(failed.status).toBe(503);
      expect(failed.body.errors[0].message).toContain(
        `the search for the group "${dn('nosuch')}" failed: there is no such entry`,
      );
      const trial = await h.call('POST', '/ldapSettings/test');
      expect([trial.status, trial.body.errors?.[0].message]).toEqual([400, expect.stringContaining('nosuch')]);
      expect(await permissionsOf('boss')).toEqual([['create_project', 'library_manager']]);
    });

    it('400 for a group that is no distinguished name', async () => {
      const body = settings({ permissionGroups: [{ group: 'makers', permissions: ['create_project'] }] });
      const { status, body: answer } = await h.call('PUT', '/ldapSettings', { body });
      expect([status, answer.errors[0].message]).toEqual([
        400,
        expect.stringContaining('The field "permissionGroups[0].group" must be a distinguished name like cn='),
      ]);
    });
  });

  it('the schedule imports users when they are due, once', async () => {
    await set({ schedule: { frequency: 'HOURLY', everyHours: 2 } });
    const { now } = h.app;
    const later = async (minutes: number) => {
      h.app.now = () => new Date(now().getTime() + minutes * 60_000);
      await syncDirectoryWhenDue(h.app);
      h.app.now = now;
      return (await h.call('GET', '/ldapSettings')).body.data.lastSync;
    };
    expect(await later(119)).toBeNull();
    const first = await later(121);
    expect(first).toMatchObject({ trigger: 'SCHEDULE', status: 'Completed', created: 7 });
    expect((await later(60)).id).toBe(first.id);
    expect((await later(121)).id).toBe(first.id + 1);
    await set({ schedule: { frequency: 'NEVER' } });
    expect((await later(1_000_000)).id).toBe(first.id + 1);
  });

  describe('the audit log', () => {
    const lines = async (query: string) =>
      (await h.call('GET', `/auditLog?limit=100&operation=syncLdap&${query}`)).body.data.map(
        ({ via, login, status, ids, details }: Record<string, unknown>) => ({ via, login, status, ids, details }),
      );
    const newest = async () => (await h.call('GET', '/ldapSettings')).body.data.lastSync.id;

    it('records on whose behalf each user was created, changed and deactivated', async () => {
      const leaver: Person = { uid: 'shortstay', mail: 'shortstay@example.org' };
      slapd.modify(`${personLdif(leaver).replace('\n', '\nchangetype: add\n')}`);
      await set();
      await sync();
      const made = (await lines('user=admin')).find(
        (one: { ids: { syncId?: number }; details: { created?: unknown } }) => Array.isArray(one.details.created),
      );
      expect(made).toMatchObject({ via: 'token', login: 'admin', status: 'Completed' });
      expect(made.details.created).toEqual(expect.arrayContaining(['ada', 'shortstay']));
      slapd.modify(`dn: ${personDn(leaver)}\nchangetype: delete\n`);
      await set({ permissionFilters: [{ filter: '(departmentNumber=admins)', permissions: ['edit_policy'] }] });
      await sync();
      const syncId = await newest();
      const told = (await lines('user=admin')).filter((one: { ids: { syncId?: number } }) => one.ids.syncId === syncId);
      expect(told.map((one: { details: unknown }) => one.details)).toEqual([
        { deactivated: ['shortstay'] },
        {
          updated: [
            {
              login: 'boss',
              fields: ['permissions'],
              before: { permissions: [] },
              after: { permissions: ['edit_policy'] },
            },
          ],
        },
      ]);
      await sync();
      expect(
        (await lines('user=admin')).filter((one: { ids: { syncId?: number } }) => one.ids.syncId === syncId + 1),
      ).toEqual([]);
    });

    it('has a line of the system for scheduled synchronisations, also for failed ones', async () => {
      await set({ schedule: { frequency: 'HOURLY', everyHours: 1 } });
      const { now } = h.app;
      const hoursLater = async (hours: number) => {
        h.app.now = () => new Date(now().getTime() + hours * 3_600_000);
        await syncDirectoryWhenDue(h.app).finally(() => {
          h.app.now = now;
        });
      };
      const before = (await lines('user=System')).length;
      await hoursLater(2);
      const syncId = await newest();
      expect((await lines('user=System')).slice(0, -before || undefined)).toEqual([
        {
          via: 'system',
          login: 'System',
          status: 'Completed',
          ids: { syncId },
          details: { created: expect.any(Array) },
        },
        {
          via: 'system',
          login: 'System',
          status: 'Completed',
          ids: {},
          details: { syncId, created: 7, updated: 0, unchanged: 0, deactivated: 0, skippedCount: 3 },
        },
      ]);
      await slapd.stop();
      try {
        await hoursLater(4);
      } finally {
        await slapd.start();
      }
      expect((await lines('user=System'))[0]).toMatchObject({ status: 'Failed', details: { error: 'unavailable' } });
    });
  });

  it('10,000 users are read in pages of 500, each in its own transaction, and the second time nothing changes', async () => {
    const many = Array.from({ length: 10_000 }, (_, at) => ({
      uid: `u${at}`,
      ou: 'others',
      mail: `u${at}@example.org`,
    }));
    const large = await startSlapd(many);
    try {
      await set({ urls: [large.url], pageSize: 500, searchBase: 'ou=others' });
      expect(await sync()).toMatchObject({ created: 10_000, skippedCount: 0 });
      const transactions = await h.database.pool.query(
        `select count(distinct xmin::text) from users where source = 'LDAP'`,
      );
      expect(Number(transactions.rows[0].count)).toBe(20);
      expect(await sync()).toMatchObject({ created: 0, updated: 0, unchanged: 10_000 });
      // All hundred missing users are deactivated, and nobody else.
      await set({ urls: [large.url], userFilter: '(&(objectClass=person)(!(uid=u99*)))' });
      expect(await sync()).toMatchObject({ unchanged: 9889, deactivated: 111 });
    } finally {
      await large.close();
    }
  });

  describe('signing in', () => {
    // A separate server for each, because one allows only twenty logins a minute.
    beforeEach(async () => {
      h = await startHarness();
      await set();
      await sync();
      return async () => {
        await h.close();
        h = shared;
      };
    });

    it('200 with the password of the directory, also in another script and case; 401 with another one', async () => {
      expect((await signIn('ada', 'Engine1843')).status).toBe(200);
      expect((await signIn('ADA', 'Engine1843')).status).toBe(200);
      expect((await signIn('søren', 'Æblegrød1')).status).toBe(200);
      expect(
        (await h.call('POST', '/session', { as: null, body: { username: 'ada', password: 'Engine1843' } })).status,
      ).toBe(200);
      expect((await signIn('ada', 'engine1843')).status).toBe(401);
      expect((await signIn('twin1', 'anything')).status).toBe(401);
    });

    it('an empty password never binds, although the directory would treat it as anonymous', async () => {
      expect((await signIn('ada', '')).status).toBe(400);
      const stored = await readLdapSettings(h.app.db);
      expect(await acceptsPassword(h.app.outgoing, stored, personDn(ADA), '')).toBe(false);
      expect(await acceptsPassword(h.app.outgoing, stored, '', 'Engine1843')).toBe(false);
    });

    it.each(['*', 'ada)(uid=*', 'ad*', '\\61da', 'ada\\2a', '(|(uid=ada))'])(
      '401 for the login %s, which is escaped in the filter',
      async (login) => {
        expect((await signIn(login, 'Engine1843')).status).toBe(401);
        // The same if a user of that login exists and is linked to the entry.
        await h.database.pool.query(`update users set login = $1 where login = 'ada'`, [login]);
        expect((await signIn(login, 'Engine1843')).status).toBe(401);
      },
    );

    it('429 after five failures, without calling the directory', async () => {
      for (let attempt = 0; attempt < 5; attempt++) expect((await signIn('ada', 'wrong')).status).toBe(401);
      await slapd.stop();
      try {
        const { status, body } = await signIn('ada', 'Engine1843');
        expect([status, body.errors[0].message]).toEqual([429, expect.stringContaining('Wait 2 seconds')]);
      } finally {
        await slapd.start();
      }
    });

    it('503 while the directory is down, which does not count as a failure and reveals no address; local users can sign in', async () => {
      await insertUser(h.app.db, { login: 'root', passwordHash: await hashPassword('Local1843x') });
      await slapd.stop();
      try {
        for (let attempt = 0; attempt < 6; attempt++) {
          const { status, text } = await signIn('ada', 'Engine1843');
          expect([status, text.includes('127.0.0.1')]).toEqual([503, false]);
        }
        expect((await signIn('root', 'Local1843x')).status).toBe(200);
      } finally {
        await slapd.start();
      }
      expect((await signIn('ada', 'Engine1843')).status).toBe(200);
    });

    it('401 at once for users who no longer match the filter', async () => {
      await set({ userFilter: '(&(objectClass=person)(!(uid=ada)))' });
      expect((await signIn('ada', 'Engine1843')).status).toBe(401);
      expect((await signIn('boss', 'Engine1843')).status).toBe(200);
    });
  });

  describe('PUT /users/{loginId}/source', () => {
    it('a local user who is handed over is linked at the next synchronisation and keeps rights', async () => {
      await insertUser(h.app.db, {
        login: 'localuser',
        passwordHash: await hashPassword('Local1843x'),
        permissions: ['edit_policy'],
      });
      await set();
      await sync();
      expect((await signIn('localuser', 'Local1843x')).status).toBe(200);
      expect((await h.call('PUT', '/users/localuser/source', { body: { source: 'LDAP' } })).status).toBe(200);
      expect((await signIn('localuser', 'Local1843x')).status).toBe(401);
      expect(await sync()).toMatchObject({ updated: 1 });
      expect(await user('localuser')).toMatchObject({
        source: 'LDAP',
        email: 'local@example.org',
        permissions: ['edit_policy'],
      });
      expect((await signIn('localuser', 'Engine1843')).status).toBe(200);
    });

    it('a user who is detached gets a password of this server and is not linked again', async () => {
      await set();
      await sync();
      expect((await h.call('PUT', '/users/ada/source', { body: { source: 'LOCAL' } })).status).toBe(400);
      expect(
        (await h.call('PUT', '/users/ada/source', { body: { source: 'LOCAL', password: 'Local1843x' } })).status,
      ).toBe(200);
      expect((await signIn('ada', 'Local1843x')).status).toBe(200);
      expect(reasonOf(await sync(), 'ada')).toContain('a local user');
    });

    it('400 if nobody could sign in as administrator without the directory; 403, 404', async () => {
      const { status, body } = await h.call('PUT', '/users/admin/source', { body: { source: 'LDAP' } });
      expect([status, body.errors[0].message]).toEqual([
        400,
        expect.stringContaining('when the directory does not answer'),
      ]);
      expect((await h.call('PUT', '/users/nobody/source', { body: { source: 'LDAP' } })).status).toBe(404);
      expect(
        (await h.call('PUT', '/users/admin/source', { as: await h.person('plain'), body: { source: 'LDAP' } })).status,
      ).toBe(403);
      expect((await h.call('GET', '/projects')).status).toBe(200);
    });
  });

  describe('settings', () => {
    it('the password is encrypted in the database and masked when read; the mask keeps it', async () => {
      await set();
      const { rows } = await h.database.pool.query(`select value::text as value from settings where key = 'ldap'`);
      expect(rows[0].value).not.toContain(PASSWORD);
      const { body } = await h.call('GET', '/ldapSettings');
      expect(body.data).toMatchObject({ enabled: true, bindPassword: '********', configured: true, lastSync: null });
      expect(JSON.stringify(body)).not.toContain('Sealed');
      await set({ bindPassword: '********', userFilter: '(uid=ada)' });
      expect(await sync()).toMatchObject({ created: 1 });
      for (const change of [{ urls: ['ldap://evil.example.org'] }, { bindDn: `cn=other,${BASE}` }, { startTls: true }])
        expect(
          (await h.call('PUT', '/ldapSettings', { body: settings({ bindPassword: '********', ...change }) })).status,
        ).toBe(400);
    });

    it('nothing is set by default', async () => {
      const { body } = await h.call('GET', '/ldapSettings');
      expect(body.data).toMatchObject({ configured: false, enabled: false, urls: [], lastSync: null });
      expect((await h.call('POST', '/ldapSettings/test')).status).toBe(400);
    });

    it.each<[string, Record<string, unknown>]>([
      ['urls', { urls: [] }],
      ['urls', { urls: ['http://example.org'] }],
      ['urls', { urls: ['ldap://u:p@example.org'] }],
      ['urls', { urls: ['ldap://example.org/dc=x?uid'] }],
      ['startTls', { urls: ['ldaps://example.org'], startTls: true }],
      ['bindDn', { bindDn: 'EXTERNAL' }],
      ['bindDn', { bindDn: '' }],
      ['bindPassword', { bindPassword: '' }],
      ['bindPassword', { bindPassword: '********' }],
      ['base', { base: 'example.org' }],
      ['searchBase', { searchBase: 'people' }],
      ['userFilter', { userFilter: '(&(uid=*)' }],
      ['userFilter', { userFilter: 'uid=*' }],
      ['userFilter', { userFilter: '(uid)' }],
      ['permissionFilters[0].filter', { permissionFilters: [{ filter: '((', permissions: ['edit_policy'] }] }],
      ['permissionFilters.0.permissions', { permissionFilters: [{ filter: '(a=b)', permissions: [] }] }],
      ['attributes.login', { attributes: { login: 'uid=*' } }],
      ['caCertificate', { caCertificate: 'no certificate' }],
      ['caCertificate', { caCertificate: '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----' }],
      ['pageSize', { pageSize: 0 }],
      ['schedule.at', { schedule: { frequency: 'DAILY', at: '25:00' } }],
      ['schedule.frequency', { schedule: { frequency: 'SOMETIMES' } }],
    ])('400 naming %s for %j', async (field, change) => {
      const { status, body } = await h.call('PUT', '/ldapSettings', { body: settings(change) });
      expect([status, body.errors?.[0].message]).toEqual([400, expect.stringContaining(`"${field}"`)]);
    });

    it("POST /ldapSettings/test shows the first users, or the directory's error", async () => {
      await set();
      const { status, body } = await h.call('POST', '/ldapSettings/test');
      expect([status, body.data.url]).toEqual([200, slapd.url]);
      expect(body.data.users.find((one: { login: string }) => one.login === 'nomail').usable).toContain('no mail');
      const said = async (change: Record<string, unknown>) => {
        await set(change);
        const answer = await h.call('POST', '/ldapSettings/test');
        return [answer.status, answer.body.errors?.[0].message];
      };
      expect(await said({ bindPassword: 'wrong' })).toEqual([400, expect.stringContaining('password is wrong')]);
      expect(await said({ base: 'dc=elsewhere' })).toEqual([400, expect.stringContaining('no such entry')]);
      expect(await said({ urls: ['ldap://169.254.169.254'] })).toEqual([
        400,
        expect.stringContaining('cloud metadata'),
      ]);
      expect(await said({ urls: ['ldap://127.0.0.1:1'] })).toEqual([400, expect.stringContaining('nobody listens')]);
      expect(await h.call('POST', '/ldapSettings/test', { as: await h.person('plain') })).toMatchObject({
        status: 403,
      });
    });

    it('ldaps and STARTTLS check the certificate; the second address is used when the first is down', async () => {
      const localhost = slapd.url.replace('127.0.0.1', 'localhost');
      const works = async (change: Record<string, unknown>) => {
        await set(change);
        return (await h.call('POST', '/ldapSettings/test')).status;
      };
      expect(await works({ urls: [slapd.tlsUrl] })).toBe(400);
      expect(await works({ urls: [slapd.tlsUrl], caCertificate: slapd.ca })).toBe(200);
      expect(await works({ urls: [localhost], startTls: true })).toBe(400);
      expect(await works({ urls: [localhost], startTls: true, caCertificate: slapd.ca })).toBe(200);
      // The certificate is valid for localhost only.
      expect(await works({ urls: [slapd.url], startTls: true, caCertificate: slapd.ca })).toBe(400);
      expect(await works({ urls: ['ldap://127.0.0.1:1', slapd.url] })).toBe(200);
    });

    it('401 and 403 for others', async () => {
      for (const [method, path] of [
        ['GET', '/ldapSettings'],
        ['PUT', '/ldapSettings'],
      ]) {
        expect((await h.call(method!, path!, { as: null, body: settings() })).status).toBe(401);
        expect((await h.call(method!, path!, { as: await h.person(`plain${method}`), body: settings() })).status).toBe(
          403,
        );
      }
    });
  });
});

function withoutDn(ldif: string): string {
  return ldif.slice(ldif.indexOf('\n') + 1);
}

/** Forwards bytes to slapd, and breaks off before the first page of entries. */
async function breakingProxy(port: number): Promise<{ port: number; isBreaking: boolean; close(): Promise<void> }> {
  const control = { port: 0, isBreaking: false, close: () => Promise.resolve() };
  const server: Server = createServer((client) => {
    const upstream = connect(port, '127.0.0.1');
    client.on('error', () => upstream.destroy()).on('close', () => upstream.destroy());
    upstream.on('error', () => client.destroy()).on('close', () => client.destroy());
    client.on('data', (bytes) => upstream.write(bytes));
    upstream.on('data', (bytes) => {
      if (control.isBreaking && bytes.includes('uid=ada')) client.destroy();
      else client.write(bytes);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  control.port = (server.address() as { port: number }).port;
  control.close = () => new Promise((resolve) => server.close(() => resolve()));
  return control;
}
