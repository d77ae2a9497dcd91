// The relation of users to projects, from which rights are decided. `findStanding` reads it for one project. `isAllowedTo` is the same decision as an
// SQL condition for lists, made from the same table of rights.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { LOCKED_STATUS } from '../../domain/projects/project-status.ts';
import {
  isSystemAdmin,
  type ProjectAction,
  type ProjectRelation,
  type ProjectRole,
  projectRoles,
  type Right,
  type RightHolder,
  rights,
} from '../../domain/users/permissions.ts';
import type { List } from '../list-index.ts';
import type { Db } from '../postgres/connection.ts';

/** The viewer, with the system permissions that apply everywhere. */
export interface Viewer {
  id: number;
  permissions: readonly string[];
  /** For a token that works in some projects only. Its `permissions` are empty; in these projects, those of its owner apply. */
  limits?: ProjectLimits;
}

export interface ProjectLimits {
  tokenId: number;
  projectIds: readonly number[];
  permissions: readonly string[];
}

/** The viewer within the projects of the token. */
const within = ({ id, permissions, limits }: Viewer): Viewer => ({
  id,
  permissions: limits?.permissions ?? permissions,
});

/** The user in each named place of a project; the Project Contact if the place is empty. */
const contacts = {
  CONTACT: sql<number>`projects.contact_id`,
  LEGAL_CONTACT: sql<number>`coalesce(projects.legal_contact_id, projects.contact_id)`,
  SECURITY_CONTACT: sql<number>`coalesce(projects.security_contact_id, projects.contact_id)`,
  DEVELOPER_CONTACT: sql<number>`coalesce(projects.developer_contact_id, projects.contact_id)`,
} as const;

const lacksProjectAdmin = sql<boolean>`not exists (
  select from project_members m where m.project_id = projects.id and m.role = 'PROJECT_ADMIN')`;

export async function findStanding(db: Db, projectId: number, viewer: Viewer): Promise<ProjectRelation | undefined> {
  if (viewer.limits && !viewer.limits.projectIds.includes(projectId)) return undefined;
  const user = within(viewer);
  const project = await db
    .selectFrom('projects')
    .select(['is_private', 'status'])
    .select([
      contacts.CONTACT.as('contact'),
      contacts.LEGAL_CONTACT.as('legal_contact'),
      contacts.SECURITY_CONTACT.as('security_contact'),
      contacts.DEVELOPER_CONTACT.as('developer_contact'),
      lacksProjectAdmin.as('lacks_project_admin'),
    ])
    .select((eb) =>
      eb
        .selectFrom('project_members')
        .select((inner) => inner.fn<string[]>('array_agg', [inner.cast<string>('role', 'text')]).as('roles'))
        .where('project_id', '=', projectId)
        .where('user_id', '=', user.id)
        .as('roles'),
    )
    .where('id', '=', projectId)
    .executeTakeFirst();
  if (!project) return undefined;
  return {
    isPrivate: project.is_private,
    status: project.status,
    roles: (project.roles ?? []) as ProjectRole[],
    isContact: project.contact === user.id,
    isLegalContact: project.legal_contact === user.id,
    isSecurityContact: project.security_contact === user.id,
    isDeveloperContact: project.developer_contact === user.id,
    isSystemAdmin: isSystemAdmin(user),
    lacksProjectAdmin: project.lacks_project_admin,
  };
}

/** The condition "the viewer may do this", for any query with `projects` in its FROM. Ignores locks. */
export function isAllowedTo(action: ProjectAction, viewer: Viewer): RawBuilder<SqlBool> {
  if (viewer.limits)
    return sql<SqlBool>`(projects.id = any(${[...viewer.limits.projectIds]}::bigint[]) and ${isAllowedTo(action, within(viewer))})`;
  if (isAllowedEverywhere(action, viewer)) return sql<SqlBool>`true`;
  const { by, alsoOnPublic = [] }: Right = rights[action];
  const onPublic = holdsOneOf(alsoOnPublic, viewer);
  return anyOf([
    ...holdsOneOf(by, viewer),
    ...(onPublic.length > 0 ? [sql<SqlBool>`(not projects.is_private and ${anyOf(onPublic)})`] : []),
  ]);
}

/** Whether the viewer may decide about vulnerabilities of the project. In a locked project, nobody may. */
export const mayAnalyze = (viewer: Viewer): RawBuilder<boolean> =>
  sql<boolean>`(projects.status <> ${LOCKED_STATUS} and ${isAllowedTo('ANALYZE_VULNERABILITIES', viewer)})`;

/** The condition for lists: `isAllowedTo` for VIEW_PROJECT. */
export const visibleTo = (viewer: Viewer): RawBuilder<SqlBool> => isAllowedTo('VIEW_PROJECT', viewer);

/** The places as conditions, without those that this viewer cannot have anywhere. */
function holdsOneOf(places: readonly RightHolder[], viewer: Viewer): RawBuilder<SqlBool>[] {
  const conditions: RawBuilder<SqlBool>[] = [];
  if (places.includes('ANYONE')) conditions.push(sql<SqlBool>`true`);
  if (places.includes('RESCUER') && isSystemAdmin(viewer)) conditions.push(lacksProjectAdmin);
  const named = places.flatMap((place) => (place in contacts ? [contacts[place as keyof typeof contacts]] : []));
  if (named.length > 0) conditions.push(sql<SqlBool>`${viewer.id} in (${sql.join(named)})`);
  const roles = projectRoles.filter((role) => places.includes(role));
  if (roles.length > 0)
    conditions.push(sql<SqlBool>`exists (
      select from project_members m where m.project_id = projects.id and m.user_id = ${viewer.id} and m.role in (${sql.join(roles)}))`);
  return conditions;
}

const anyOf = (conditions: RawBuilder<SqlBool>[]): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql<SqlBool>`false` : sql<SqlBool>`(${sql.join(conditions, sql` or `)})`;

/** A system permission may allow the action in every project. */
function isAllowedEverywhere(action: ProjectAction, viewer: Viewer): boolean {
  const { by }: Right = rights[action];
  return by.includes('ANYONE') || (by.includes('SYSTEM_ADMIN') && isSystemAdmin(viewer));
}

/** Whether the viewer may do this in every project, so that lists need no condition. */
export const mayEverywhere = (action: ProjectAction, viewer: Viewer): boolean =>
  !viewer.limits && isAllowedEverywhere(action, viewer);

export const seesEverything = (viewer: Viewer): boolean => mayEverywhere('VIEW_PROJECT', viewer);

/** A key that differs for viewers with different lists. */
export function viewerKey(viewer: Viewer): number {
  if (viewer.limits) return -viewer.limits.tokenId;
  return seesEverything(viewer) ? 0 : viewer.id;
}

/** The changes that affect a list with rows of visible projects only. */
export function visibilityOf(viewer: Viewer): List['changesWith'] {
  return seesEverything(viewer) ? [] : [{ list: 'projects' }];
}

/** True if the user has one of these roles in any project. */
export async function holdsRoleSomewhere(db: Db, userId: number, roles: readonly ProjectRole[]): Promise<boolean> {
  const row = await db
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', userId)
    .where('role', 'in', [...roles])
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** Those of these projects, which exist, that the viewer may see. */
export async function seenProjects(db: Db, viewer: Viewer, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0 || seesEverything(viewer)) return [...ids];
  const { rows } = await sql<{ id: number }>`
    select projects.id from projects where projects.id = any(${ids}::bigint[]) and ${visibleTo(viewer)} order by 1`.execute(
    db,
  );
  return rows.map(({ id }) => id);
}
