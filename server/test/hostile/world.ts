// The installation that is attacked: a victim with a private project, an attacker with projects and rights of their own, and for each
// operation a call that should pass. Every text of the victim contains the secret word; no answer to the attacker may contain it.

import { randomUUID } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { firstOf } from '@assay/scanner/items';
import { onlyRow } from '../../src/db/postgres/rows.ts';
import { installationId } from '../../src/db/site-settings.ts';
import { uuidOf } from '../../src/domain/projects/keyed-uuids.ts';
import { hashToken } from '../../src/security/tokens.ts';
import { tar } from '../archives.ts';
import { type Harness, type Person, startHarness } from '../harness.ts';
import { TEMPLATE, type Things } from './meanings.ts';

export const SECRET = 'zqxsecret';

export interface World {
  h: Harness;
  attacker: Person;
  admin: Person;
  /** Signed in, without any right. */
  stranger: Person;
  victim: Things;
  /** Things of the attacker, of every kind that operations can name. Those that calls have named before are made anew, with what belongs to them. */
  makeThings(named?: ReadonlySet<string>): Promise<Things>;
}

/** A kind of things that are made together. */
type Maker = (h: Harness, as: Person, word: string, isPrivate: boolean) => Promise<Things>;

export async function makeWorld(): Promise<World> {
  const h = await startHarness();
  const attacker = await h.person('mallory', ['create_project', 'edit_policy', 'library_manager']);
  const owner = await h.person('victoria', ['create_project', 'edit_policy', 'library_manager']);
  const stranger = await h.person('stefan');
  await makeMail(h);
  await ok(h, h.admin, 'PUT', '/siteSettings', { dependencyTrackUploads: true });
  const library = await makeLibrary(h, attacker);
  let count = 0;
  const things = async (makers: readonly Maker[], as: Person, word: string, isPrivate: boolean) => {
    const whole = `${word} ${++count}`;
    return Promise.all(makers.map((make) => make(h, as, whole, isPrivate)));
  };
  const victim = Object.assign({}, library, ...(await things(MAKERS, owner, SECRET, true))) as Things;
  const own = new Map<Maker, Things>();
  return {
    h,
    attacker,
    admin: h.admin,
    stranger,
    victim,
    async makeThings(named = new Set()) {
      const makers = MAKERS.filter((make) => {
        const known = own.get(make);
        return known === undefined || Object.keys(known).some((name) => named.has(name));
      });
      for (const [at, made] of (await things(makers, attacker, 'own', false)).entries()) own.set(makers[at]!, made);
      return Object.assign({}, library, ...own.values()) as Things;
    },
  };
}

/** Mails are created for all events; nothing listens at the port that they would go to. */
async function makeMail(h: Harness): Promise<void> {
  await ok(h, h.admin, 'PUT', '/emailSettings', {
    host: '127.0.0.1',
    port: 9,
    fromAddress: 'assay@example.org',
    baseUrl: 'https://assay.example.org',
  });
}

/** Things that all projects share. */
async function makeLibrary(h: Harness, as: Person): Promise<Things> {
  const { rows } = await h.database.pool.query<{ id: number }>(`select id from licenses where short_name = 'MIT'`);
  const forge = await made(h, as, 'POST', '/components', {
    name: 'shared',
    title: 'shared',
    url: 'https://example.org/shared',
    encryption: 'NO',
    forgeId: 1,
  });
  const version = await made(h, as, 'POST', `/components/${forge}/versions`, {
    name: '1.0',
    licenseId: onlyRow(rows).id,
  });
  const field = { label: 'shared', scope: 'PROJECT', type: 'TEXT' };
  await ok(h, h.admin, 'PUT', `/reportTemplates/${TEMPLATE}`, { text: 'Dear reader', format: 'txt' });
  return {
    sharedComponentId: forge,
    sharedVersionId: version,
    mitLicenseId: onlyRow(rows).id,
    fieldId: await made(h, h.admin, 'POST', '/customFields', field),
  };
}

async function makeProject(h: Harness, as: Person, word: string, isPrivate: boolean): Promise<Things> {
  const projectId = await made(h, as, 'POST', '/projects', {
    name: word,
    privateProject: isPrivate,
    description: word,
  });
  for (const roleId of ['PROJECT_ADMIN', 'ANALYST', 'REVIEWER'])
    await ok(h, as, 'POST', `/projects/${projectId}/users`, { userRoles: { roleId, users: [as.login] } });
  const text = `/* Copyright 2020 ${word} */`;
  const codebase = tar([
    { name: `${word}/a.c`, content: text },
    { name: `${word}/b.txt`, content: word },
  ]);
  const uploaded = await h.call('POST', `/project/uploadProjectCodebase?projectId=${projectId}`, {
    as,
    raw: codebase,
    headers: OCTETS,
  });
  if (uploaded.status !== 200) throw new Error(`upload: ${uploaded.text}`);
  const { rows: files } = await h.database.pool.query<{ id: number; folder_id: number; path: string; sha256: Buffer }>(
    'select id, folder_id, path, sha256 from files where project_id = $1 order by id',
    [projectId],
  );
  const otherProjectId = await made(h, as, 'POST', '/projects', { name: `${word} other`, privateProject: isPrivate });
  const inventoryId = await made(h, as, 'POST', '/inventories', {
    projectId,
    inventoryModel: {
      name: `${word} item`,
      inventoryType: 'WORK_IN_PROGRESS',
      description: word,
      auditorReviewNotes: word,
    },
  });
  await ok(h, as, 'PUT', `/inventories/${inventoryId}/files`, { filePaths: [firstOf(files).path] });
  const taskId = await made(h, as, 'POST', `/tasks?inventoryId=${inventoryId}`, {
    summary: word,
    details: word,
    priority: 'LOW',
    type: 'MISCELLANEOUS',
    owner: as.login,
  });
  const webhookId = await made(h, as, 'POST', '/webhooks', {
    projectId,
    name: word,
    url: 'https://hook.invalid/told',
    events: ['project.deleted'],
  });
  const viewId = await made(h, as, 'POST', `/projects/${projectId}/inventoryViews`, {
    name: word,
    isShared: true,
    settings: { filter: {} },
  });
  const fileViewId = await made(h, as, 'POST', `/projects/${projectId}/fileViews`, {
    name: word,
    isShared: true,
    settings: { filter: {} },
  });
  const hookId = await made(h, as, 'POST', `/scmInstances/pushHooks?projectId=${projectId}`, { sender: 'GITEA' });
  const { rows: deliveries } = await h.database.pool.query<{ id: number }>(
    `insert into webhook_deliveries (webhook_id, event, payload, state, ended_at) values ($1, 'project.deleted', '{}', 'DEAD', now()) returning id`,
    [webhookId],
  );
  const { rows: scans } = await h.database.pool.query<{ id: number }>(
    `insert into jobs (type, project_id, project_name, triggered_by, status) values ('Notices Report', $1, $2, $3, 'New') returning id`,
    [otherProjectId, word, as.id],
  );
  const { rows: jobs } = await h.database.pool.query<{ id: number }>(
    `insert into jobs (type, project_id, project_name, triggered_by, status, activated_at, completed_at)
     values ('Project Scan', $1, $2, $3, 'Completed', now(), now()) returning id`,
    [projectId, word, as.id],
  );
  const { rows: alerts } = await h.database.pool.query<{ id: number }>(
    `with v as (insert into vulnerabilities (name, is_recorded) values ($1, true)
        on conflict (lower(name)) do update set is_recorded = true returning id)
     insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority) select $2, $3, v.id, 'HIGH' from v
     on conflict (item_id, vulnerability_id) do update set priority = 'HIGH' returning id`,
    ['CVE-2026-9999', inventoryId, projectId],
  );
  await h.database.pool.query(
    `insert into vulnerability_names select lower(name), id from vulnerabilities where name = 'CVE-2026-9999' on conflict do nothing`,
  );
  const documents = { projectId, jobId: onlyRow(jobs).id, sha256: firstOf(files).sha256, name: word };
  const sbomId = await makeSboms(h, documents);
  await h.database.pool.query(`insert into advisory_sources (name) values ('own') on conflict do nothing`);
  await h.database.pool.query(`insert into vex_sources (name) values ('own') on conflict do nothing`);
  await h.database.pool.query(`insert into curation_sources (name, position) values ('own', 1) on conflict do nothing`);
  const installation = await installationId(h.app.db);
  return {
    alertId: onlyRow(alerts).id,
    vulnerabilityName: 'CVE-2026-9999',
    source: 'own',
    projectId,
    projectName: word,
    uuid: uuidOf(installation, 'project', projectId),
    tokenUuid: uuidOf(installation, 'job', onlyRow(jobs).id),
    otherProjectId,
    inventoryId,
    fileId: firstOf(files).id,
    filePath: firstOf(files).path,
    codebaseFolderId: firstOf(files).folder_id,
    taskId,
    webhookId,
    viewId,
    fileViewId,
    hookId,
    deliveryId: onlyRow(deliveries).id,
    jobId: onlyRow(jobs).id,
    scanJobId: onlyRow(scans).id,
    sbomId,
    releaseId: await makeRelease(h, { ...documents, bytes: Buffer.from(text) }),
  };
}

/** An SBOM that was imported, and one that was exported; the bytes of both are those of a file. */
async function makeSboms(
  h: Harness,
  { projectId, jobId, sha256, name }: { projectId: number; jobId: number; sha256: Buffer; name: string },
): Promise<number> {
  const names = ['elements', 'made', 'joined', 'same', 'leftOut', 'gone', 'added', 'changed', 'unchanged', 'issues'];
  const { rows } = await h.database.pool.query<{ id: number }>(
    `insert into sboms (project_id, job_id, sha256, file_name, format, spec_version, encoding, serial, subject, subject_version, stated_at, series, is_strict, imported_by, counts)
     values ($1, $2, $3, $4, 'SPDX', '2.3', 'JSON', '', $4, '1', '', $4, false, 'somebody', $5) returning id`,
    [projectId, jobId, sha256, name, Object.fromEntries(names.map((count) => [count, 0]))],
  );
  await h.database.pool.query(
    `insert into sbom_exports (project_id, job_id, file_name, media_type, format, signature, sha256, quality)
     values ($1, $2, $4, 'application/json', 'spdx-2.3', 'none', $3, $5)`,
    [projectId, jobId, sha256, name, { format: 'SPDX', version: '2.3', components: 0, standards: [] }],
  );
  return onlyRow(rows).id;
}

/** A release with one document, whose bytes are those of a file. */
async function makeRelease(
  h: Harness,
  {
    projectId,
    jobId,
    sha256,
    name,
    bytes,
  }: { projectId: number; jobId: number; sha256: Buffer; name: string; bytes: Buffer },
): Promise<number> {
  const { rows } = await h.database.pool.query<{ id: number }>(
    `insert into releases (project_id, name, description, is_signed, created_by, job_id, frozen_at)
     values ($1, $2, $2, false, 'somebody', $3, now()) returning id`,
    [projectId, name, jobId],
  );
  const { id } = onlyRow(rows);
  await h.database.pool.query(
    `insert into release_files (release_id, path, kind, size_bytes, sha256, crc32)
     values ($1, 'release.json', 'document', $2, $3, $4)`,
    [id, bytes.length, sha256, crc32(bytes)],
  );
  return id;
}

/** A license that may be changed and deleted. It is made anew only when it is gone, because each new one has the next scan extend the license index. */
async function ownLicense(h: Harness, as: Person): Promise<number> {
  const { rows } = await h.database.pool.query<{ id: number }>(
    `select id from licenses where short_name like 'own-%' order by id limit 1`,
  );
  if (rows[0]) return rows[0].id;
  const name = `own-${randomUUID()}`;
  return made(h, as, 'POST', '/licenses', { name, shortName: name, licenseText: 'text', priority: 'P3' });
}

// Things that a person owns outside of projects. What other people may see of the victim's does not contain the secret word.

const makeUser: Maker = async (h, _as, word) => {
  const login = `user-${word.replaceAll(' ', '-').replace(SECRET, 'v')}`;
  const user = await h.person(login);
  return {
    ...(await makeMailed(h, user)),
    loginId: login,
    userId: user.id,
    userTokenId: await made(h, user, 'POST', '/tokens', { name: word.replace(SECRET, 'v') }),
  };
};

const makeComponent: Maker = async (h, as, word) => {
  const componentId = await made(h, as, 'POST', '/components', {
    name: `component-${word.replaceAll(' ', '-')}`.replace(SECRET, 'v'),
    title: 'component',
    url: 'https://example.org/component',
    encryption: 'NO',
    forgeId: 1,
  });
  const { rows } = await h.database.pool.query<{ id: number }>(`select id from licenses where short_name = 'MIT'`);
  const licenseId = onlyRow(rows).id;
  const versionId = await made(h, as, 'POST', `/components/${componentId}/versions`, { name: '1.0', licenseId });
  // For the operation that anonymises a user.
  await h.database.pool.query('insert into remembered_licenses (version_id, license_id) values ($1, $2)', [
    versionId,
    licenseId,
  ]);
  const ruleInfo = [{ detectionType: 'filePath', detectionCriteria: ['**/*.c'] }];
  return {
    componentId,
    versionId,
    ruleId: await made(h, as, 'POST', '/rules', { componentId, versionId, licenseId, ruleInfo }),
  };
};

const makeTracker: Maker = async (h, _as, word) => ({
  almInstanceId: await made(h, h.admin, 'POST', '/almInstances', {
    name: `tracker ${word}`.replace(SECRET, 'v'),
    url: 'http://127.0.0.1:1',
    userName: 'robot',
    secret: 'word',
    projectKey: 'KEY',
  }),
});

/** A thing that has only a name. */
const makeNamed =
  (kind: string, path: string, member: string, maker: 'admin' | 'owner' = 'owner'): Maker =>
  async (h, as, word) => ({
    [member]: await made(h, maker === 'admin' ? h.admin : as, 'POST', path, {
      name: `${kind} ${word}`.replace(SECRET, 'v'),
    }),
  });

const MAKERS: readonly Maker[] = [
  async (h, as, word, isPrivate) => ({ ...(await makeProject(h, as, word, isPrivate)), reportId: 1 }),
  makeUser,
  makeComponent,
  makeTracker,
  async (h, as) => ({ licenseId: await ownLicense(h, as) }),
  makeNamed('policy', '/policies', 'policyId'),
  makeNamed('profile', '/scanProfiles', 'profileId', 'admin'),
  makeNamed('folder', '/folders', 'folderId'),
  async (h, as, word) => ({ tokenId: await made(h, as, 'POST', '/tokens', { name: word }) }),
];

/** A mail that failed, and a link that sets a new password. */
async function makeMailed(h: Harness, user: Person): Promise<Things> {
  const { rows } = await h.database.pool.query<{ id: number }>(
    `insert into mails (template, recipient_id, state) values ('task_created', $1, 'FAILED') returning id`,
    [user.id],
  );
  const resetToken = `token-${user.id}`;
  await h.database.pool.query(`update users set password_hash = 'none that fits' where id = $1`, [user.id]);
  await h.database.pool.query(
    `insert into password_resets (token_hash, user_id, expires_at) values ($1, $2, now() + interval '1 hour')`,
    [hashToken(resetToken), user.id],
  );
  return { mailId: onlyRow(rows).id, token: resetToken };
}

const OCTETS = { 'content-type': 'application/octet-stream' };

async function ok(
  h: Harness,
  as: Person,
  method: string,
  path: string,
  body: unknown,
): Promise<Record<string, unknown>> {
  const answer = await h.call(method, path, { as, body });
  if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
  return answer.body;
}

async function made(h: Harness, as: Person, method: string, path: string, body: unknown): Promise<number> {
  return (await ok(h, as, method, path, body)).id as number;
}
