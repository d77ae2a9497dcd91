// Who may call what: runs the access check of every route for every kind of user and of project, on a real database.
// The results are committed as docs/access-matrix.md, which lawyers read too; `npm run matrix` writes it.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { App } from '../../src/app.ts';
import { requireRight } from '../../src/authorize/index.ts';
import { installationId } from '../../src/db/site-settings.ts';
import { uuidOf } from '../../src/domain/projects/keyed-uuids.ts';
import type { ProjectAction } from '../../src/domain/users/permissions.ts';
import { AppError, notFound } from '../../src/errors.ts';
import type { Caller } from '../../src/http/call.ts';
import type { Route } from '../../src/http/route.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import { type Harness, startHarness } from '../harness.ts';

const PLACES = ['stranger', 'observer', 'reviewer', 'analyst', 'project admin', 'contact', 'system admin'] as const;
const KINDS = ['public', 'private', 'locked'] as const;
type Place = (typeof PLACES)[number];
type Kind = (typeof KINDS)[number];

let h: Harness;
const callers = {} as Record<Place, Caller>;
const records = {} as Record<Kind, Record<string, number>>;

beforeAll(async () => {
  h = await startHarness();
  for (const place of PLACES) {
    const { id, login } = await h.person(place.replace(' ', '_'), place === 'system admin' ? ['system_admin'] : []);
    callers[place] = {
      id,
      login,
      permissions: place === 'system admin' ? ['system_admin'] : [],
      tokenId: 0,
      viaCookie: false,
      isSession: true,
      tokenAccess: 'ALL',
    };
  }
  for (const kind of KINDS) records[kind] = await makeProject(kind);
});
afterAll(() => h.close());

/** A project of each kind with one record of everything that an operation can name. */
async function makeProject(kind: Kind): Promise<Record<string, number>> {
  const one = async (sql: string, values: unknown[]) =>
    (await h.database.pool.query<{ id: number }>(sql, values)).rows[0]!.id;
  const status = kind === 'locked' ? 'Project Completed' : 'Analysis In Progress';
  const projectId = await one(
    `insert into projects (name, folder_id, contact_id, scan_profile_id, is_private, status) values ($1, 1, $2, 1, $3, $4) returning id`,
    [`${kind} project`, callers.contact.id, kind === 'private', status],
  );
  const roles: [Place, string][] = [
    ['observer', 'OBSERVER'],
    ['reviewer', 'REVIEWER'],
    ['analyst', 'ANALYST'],
    ['project admin', 'PROJECT_ADMIN'],
  ];
  for (const [place, role] of roles) {
    await h.database.pool.query('insert into project_members (project_id, role, user_id) values ($1, $2, $3)', [
      projectId,
      role,
      callers[place].id,
    ]);
  }
  const sha256 = Buffer.alloc(32, KINDS.indexOf(kind) + 1);
  await h.database.pool.query(
    `insert into blobs (sha256, md5, sha1, size_bytes, segment, block_offset, location) values ($1, $2, $3, 0, '', 0, '{}')`,
    [sha256, Buffer.alloc(16), Buffer.alloc(20)],
  );
  const folderId = await one(`insert into codebase_folders (project_id, path, name) values ($1, '', '') returning id`, [
    projectId,
  ]);
  const fileId = await one(
    `insert into files (project_id, folder_id, path, name, sha256, size_bytes) values ($1, $2, 'a', 'a', $3, 0) returning id`,
    [projectId, folderId, sha256],
  );
  const inventoryId = await one(
    `insert into inventory_items (project_id, type, identity, name, created_by) values ($1, 'LICENSE', 'x', 'x', 'x') returning id`,
    [projectId],
  );
  const taskId = await one(
    `insert into tasks (project_id, item_id, type, owner_id, created_by, updated_by) values ($1, $2, 'MISCELLANEOUS', $3, $3, $3) returning id`,
    [projectId, inventoryId, callers.analyst.id],
  );
  const jobId = await one(
    `insert into jobs (type, project_id, triggered_by, status) values ('Project Scan', $1, $2, 'Completed') returning id`,
    [projectId, callers.analyst.id],
  );
  const webhookId = await one(
    `insert into webhooks (project_id, name, url, events, secret_sealed, created_by) values ($1, 'x', 'https://x.example', '{}', '', 'x') returning id`,
    [projectId],
  );
  const hookId = await one(
    `insert into push_hooks (project_id, sender, address_key, secret_sealed, action, created_by) values ($1, 'GITEA', $2, '', 'SYNC', 'x') returning id`,
    [projectId, kind],
  );
  const alertId = await one(
    `with v as (insert into vulnerabilities (name, is_recorded) values ($1, true)
        on conflict (lower(name)) do update set is_recorded = true returning id)
     insert into vulnerability_alerts (item_id, project_id, vulnerability_id, priority) select $2, $3, v.id, 'HIGH' from v
     on conflict (item_id, vulnerability_id) do update set priority = 'HIGH' returning id`,
    ['CVE-2026-9999', inventoryId, projectId],
  );
  const installation = await installationId(h.app.db);
  const uuids = {
    uuid: uuidOf(installation, 'project', projectId),
    tokenUuid: uuidOf(installation, 'job', jobId),
  } as unknown as Record<string, number>;
  return { ...uuids, projectId, folderId, fileId, inventoryId, taskId, jobId, webhookId, hookId, alertId };
}

/**
 * yes: allowed. 403: the user sees it but may not do this. 404: the user must not know of it. locked: the project's
 * lock refuses it.
 */
async function cell(route: Route, place: Place, kind: Kind, also?: ProjectAction): Promise<string> {
  const ids = records[kind];
  // Scans are jobs. If a route names the id of a job taskId, it gets the id of the job.
  const params = { ...ids, ...(route.path.includes('scanStatus') ? { taskId: ids.jobId } : {}) };
  const call = { app: h.app as App, caller: callers[place], params, query: { ...ids }, body: { ...ids }, note() {} };
  try {
    await route.access.check(call as never);
    if (also) {
      const subject = { projectId: ids.projectId!, missing: notFound('Project', ids.projectId!) };
      await requireRight(h.app.db, callers[place]!, also, subject);
    }
    return 'yes';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    if (error.code === 'projectLocked') return 'locked';
    return error.code === 'forbidden' ? '403' : '404';
  }
}

/** Some operations need another right for some inputs. Those rights have rows of their own. */
async function rows(route: Route): Promise<string[]> {
  const lines = [await row(route)];
  for (const also of route.access.alsoFor) lines.push(await row(route, also));
  return lines;
}

async function row(route: Route, also?: ProjectAction): Promise<string> {
  const cells: string[] = [];
  for (const kind of KINDS)
    for (const place of PLACES) cells.push(route.access.needsSignIn ? await cell(route, place, kind, also) : 'yes');
  return `| ${route.method} ${route.path}${also ? `, *${also}*` : ''} | ${cells.join(' | ')} |`;
}

const HEAD = `# Who may call what

Written by \`npm run matrix\` from the routes; a test walks every cell. Kinds of project: public, private, locked (public, with the status
Project Completed). \`yes\`: allowed. \`403\`: sees it, but may not do this. \`404\`: must not know that it exists (the older operations say 400).
\`locked\`: allowed but for the lock. Without a token every operation answers 401, but those marked *open*. A right in italics behind an operation is what it
takes for some inputs only: which type a task has, which fields are named. Who is assigned to a task may close it, if it is for remediation, and reassign it.
A job of no project is seen, and stopped, by who started it and by system administrators; an import of license rules also by library managers.
Operations that take a permission of the installation instead of a role are listed with it at the end.
`;

it('docs/access-matrix.md matches the routes', async () => {
  const ofProjects = ALL_ROUTES.filter((route) => / project |the job/.test(`${route.access.name} `));
  const others = ALL_ROUTES.filter((route) => !ofProjects.includes(route));
  const columns = KINDS.flatMap((kind) => PLACES.map((place) => `${kind}: ${place}`));
  const lines = [`| Operation | ${columns.join(' | ')} |`, `|${'---|'.repeat(columns.length + 1)}`];
  for (const route of ofProjects) lines.push(...(await rows(route)));
  const rest = others.map(
    (route) => `| ${route.method} ${route.path} | ${route.access.needsSignIn ? route.access.name : '*open*'} |`,
  );
  const text = [
    HEAD,
    '## Operations on a project',
    '',
    ...lines,
    '',
    '## Other operations',
    '',
    '| Operation | Access |',
    '|---|---|',
    ...rest,
    '',
  ].join('\n');
  await expect(text).toMatchFileSnapshot('../../../docs/access-matrix.md');
});

it('a user without rights sees nothing of a private project, whatever the operation', async () => {
  for (const route of ALL_ROUTES.filter((one) => / on the project /.test(one.access.name))) {
    expect(`${route.id} ${await cell(route, 'stranger', 'private')}`).toBe(`${route.id} 404`);
  }
});
