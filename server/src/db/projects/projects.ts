// Projects: their record, their folder, and which of them a caller may see.

import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import type { ProjectStatus } from '../../domain/projects/project-status.ts';
import type { ProjectAction } from '../../domain/users/permissions.ts';
import { refuseWhenLocked } from '../../domain/users/project-lock.ts';
import type { CoverageState } from '../../domain/vulnerabilities/coverage.ts';
import { AppError, notFound } from '../../errors.ts';
import { present } from '../inventories/present.ts';
import { among, type List, pageOfList, rowsOf } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';
import { anywhere } from '../postgres/like.ts';
import { type Viewer, viewerKey, visibleTo } from './standing.ts';
import type { ProjectsTable } from './tables.ts';

export type Project = Selectable<ProjectsTable>;

export function findProject(db: Db, id: number): Promise<Project | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function getProject(db: Db, id: number): Promise<Project> {
  const project = await findProject(db, id);
  if (!project) throw notFound('Project', id);
  return project;
}

/**
 * Locks the row if the project exists, so that changes of one project run one after the other. Rows that only refer to the project can still be
 * written: matching of advisories does so in its own order, and would otherwise wait for a change that waits for it.
 */
export function tryLockProject(db: Db, id: number): Promise<Project | undefined> {
  return db.selectFrom('projects').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Locks the row of a project that must exist. */
export async function lockProject(db: Db, id: number): Promise<Project> {
  const project = await tryLockProject(db, id);
  if (!project) throw notFound('Project', id);
  return project;
}

/**
 * Locks the row for an action that a locked project refuses. Rights are checked before an operation begins. The status is checked again here, because
 * somebody may have locked the project since then, for instance during an upload.
 */
export async function lockForChange(db: Db, id: number, action: ProjectAction): Promise<Project> {
  const project = await lockProject(db, id);
  requireUnlocked(project.status, action);
  return project;
}

/** For callers that hold the lock of the project's row: its status can no longer change. */
export function requireUnlocked(status: ProjectStatus, action: ProjectAction): void {
  const locked = refuseWhenLocked(action, status);
  if (locked) throw new AppError('projectLocked', { message: locked.refusal.message });
}

/** Of these projects, those that the viewer may see. */
export async function listVisibleAmong(db: Db, ids: readonly number[], viewer: Viewer): Promise<Set<number>> {
  const rows = await db
    .selectFrom('projects')
    .select('id')
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .where(visibleTo(viewer))
    .execute();
  return new Set(rows.map(({ id }) => Number(id)));
}

export function findProjectByName(db: Db, name: string): Promise<Project | undefined> {
  return db
    .selectFrom('projects')
    .selectAll()
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .executeTakeFirst();
}

export async function findVisibleProjectByName(
  db: Db,
  name: string,
  viewer: Viewer,
): Promise<{ id: number } | undefined> {
  return db
    .selectFrom('projects')
    .select('id')
    .where(sql`lower(name)`, '=', sql<string>`lower(${name})`)
    .where(visibleTo(viewer))
    .executeTakeFirst();
}

export interface ProjectRow {
  id: number;
  name: string;
  owner: string;
  status: string;
  folderId: number;
  isPrivate: boolean;
}

export interface ProjectFilter {
  folderId?: number;
  /** Part of the name. */
  name?: string;
  /** Each text must be a part of the name, of the contact's login or of the id. */
  words?: string[];
  /** Only projects with items that were not compared with advisories, or with items that all were. */
  coverage?: CoverageState;
}

export async function listProjects(
  db: Db,
  viewer: Viewer,
  page: { limit: number; offset: number },
  filter: ProjectFilter = {},
): Promise<{ rows: AsyncGenerator<ProjectRow>; total: number }> {
  const { ids, total } = await pageOfList(db, projectList(db, viewer, filter), page);
  const read = (batch: number[]) =>
    db
      .selectFrom('projects')
      .innerJoin('users', 'users.id', 'projects.contact_id')
      .select([
        'projects.id',
        'projects.name',
        'users.login as owner',
        'projects.status',
        'folder_id as folderId',
        'is_private as isPrivate',
      ])
      .where('projects.id', '=', among(batch))
      .execute();
  return { rows: rowsOf(ids, read), total };
}

function projectList(db: Db, viewer: Viewer, { folderId, name, words = [], coverage }: ProjectFilter): List {
  let ids = db.selectFrom('projects').select('projects.id').where(visibleTo(viewer)).orderBy('projects.id');
  if (folderId !== undefined) ids = ids.where('folder_id', '=', folderId);
  if (name) ids = ids.where(sql<SqlBool>`lower(projects.name) like lower(${anywhere(name)})`);
  for (const word of words)
    ids = ids.where(
      sql<SqlBool>`lower(concat_ws(' ', projects.id, projects.name, (select u.login from users u where u.id = projects.contact_id))) like lower(${anywhere(word)})`,
    );
  if (coverage !== undefined) {
    const lacks = sql<SqlBool>`exists (select from item_coverage c where c.project_id = projects.id and c.reason <> '' and ${present('c')})`;
    const has = sql<SqlBool>`exists (select from item_coverage c where c.project_id = projects.id and ${present('c')})`;
    ids = ids.where(coverage === 'not-compared' ? lacks : sql<SqlBool>`${has} and not ${lacks}`);
  }
  return {
    ids,
    // Nothing tells a cached list that an import of advisories has changed the coverage.
    key: coverage === undefined ? JSON.stringify(['projects', viewerKey(viewer), folderId, name, words]) : undefined,
    changesWith: [{ list: 'projects' }],
  };
}

export async function insertProject(db: Db, values: Insertable<ProjectsTable>): Promise<number> {
  const { id } = await db.insertInto('projects').values(values).returning('id').executeTakeFirstOrThrow();
  return id;
}

export async function updateProject(db: Db, id: number, change: Updateable<ProjectsTable>): Promise<void> {
  await db
    .updateTable('projects')
    .set({ ...change, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();
}

/** Records the analyser version of a project's evidence; this is not a change of the project. */
export async function setEvidenceVersion(db: Db, id: number, version: string): Promise<void> {
  await db.updateTable('projects').set({ evidence_version: version }).where('id', '=', id).execute();
}

export async function moveProjects(db: Db, fromFolders: number[], toFolder: number): Promise<void> {
  await db.updateTable('projects').set({ folder_id: toFolder }).where('folder_id', 'in', fromFolders).execute();
}

export async function deleteProject(db: Db, id: number): Promise<void> {
  await db.deleteFrom('projects').where('id', '=', id).execute();
}

export function findScanProfile(db: Db, name: string) {
  return db.selectFrom('scan_profiles').select(['id', 'name', 'settings']).where('name', '=', name).executeTakeFirst();
}

export function getScanProfile(db: Db, id: number) {
  return db
    .selectFrom('scan_profiles')
    .select(['id', 'name', 'settings'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

export function findPolicyProfile(db: Db, name: string) {
  return db.selectFrom('policy_profiles').select(['id', 'name', 'rules']).where('name', '=', name).executeTakeFirst();
}

export interface ProjectNames {
  contact: string;
  legalContact: string;
  securityContact: string;
  developerContact: string;
  scanProfile: string;
  policyProfile: string;
}

/** The logins and profile names for a project's ids. An empty contact is replaced by the Project Contact. */
export async function getProjectNames(db: Db, project: Project): Promise<ProjectNames> {
  const ids = [project.contact_id, project.legal_contact_id, project.security_contact_id, project.developer_contact_id];
  const wanted = ids.filter((id): id is number => id !== null);
  const users = await db.selectFrom('users').select(['id', 'login']).where('id', 'in', wanted).execute();
  const logins = new Map(users.map((user) => [user.id, user.login]));
  const loginOf = (id: number | null) => logins.get(id ?? project.contact_id) ?? '';
  const scanProfile = await getScanProfile(db, project.scan_profile_id);
  const policyProfile = project.policy_profile_id
    ? await db
        .selectFrom('policy_profiles')
        .select('name')
        .where('id', '=', project.policy_profile_id)
        .executeTakeFirst()
    : undefined;
  return {
    contact: loginOf(project.contact_id),
    legalContact: loginOf(project.legal_contact_id),
    securityContact: loginOf(project.security_contact_id),
    developerContact: loginOf(project.developer_contact_id),
    scanProfile: scanProfile.name,
    policyProfile: policyProfile?.name ?? 'N/A',
  };
}

export function getProjectContact(db: Db, project: Project) {
  return db
    .selectFrom('users')
    .select(['login', 'email'])
    .where('id', '=', project.contact_id)
    .executeTakeFirstOrThrow();
}

export async function findProjectPolicy(db: Db, projectId: number) {
  return db
    .selectFrom('projects')
    .innerJoin('policy_profiles', 'policy_profiles.id', 'projects.policy_profile_id')
    .select(['policy_profiles.rules', 'policy_profiles.name'])
    .where('projects.id', '=', projectId)
    .executeTakeFirst();
}

/** Those of these projects that have not been deleted. */
export async function existingProjects(db: Db, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ id: number }>`select id from projects where id = any(${ids}::bigint[])`.execute(db);
  return rows.map(({ id }) => id);
}
