// The role holders of a project and its four named contacts.

import type { App } from '../../app.ts';
import type { Authorize } from '../../authorize/index.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { deleteMembers, insertMembers, listMembers } from '../../db/projects/members.ts';
import {
  getProject,
  getProjectContact,
  getProjectNames,
  lockForChange,
  updateProject,
} from '../../db/projects/projects.ts';
import { findUserByIdOrLogin } from '../../db/users/users.ts';
import { isSystemAdmin, type ProjectRole, projectRoles } from '../../domain/users/permissions.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import type { Assignment, RoleUsers } from './schemas.ts';

export function projectUsers(app: App, projectId: number, role: ProjectRole): Promise<string[]> {
  return listMembers(app.db, projectId, role);
}

/** Role holders and contacts before and after a change, for the audit log: only those that differ. */
export interface PlacesChange {
  before: Record<string, unknown>;
  after: Record<string, unknown>;
}

async function withChange(tx: Tx, projectId: number, change: () => Promise<void>): Promise<PlacesChange> {
  const before = await places(tx, projectId);
  await change();
  const after = await places(tx, projectId);
  const differing = Object.keys(before).filter((name) => String(before[name]) !== String(after[name]));
  const pick = (from: Record<string, unknown>) => Object.fromEntries(differing.map((name) => [name, from[name]]));
  return { before: pick(before), after: pick(after) };
}

async function places(tx: Tx, projectId: number): Promise<Record<string, unknown>> {
  const names = await getProjectNames(tx, await getProject(tx, projectId));
  const { contact, legalContact, securityContact, developerContact } = names;
  const found: Record<string, unknown> = { contact, legalContact, securityContact, developerContact };
  for (const role of projectRoles) found[role] = await listMembers(tx, projectId, role);
  return found;
}

/** Checks the right for each member of the body, because more people may reassign the contact than fill the other places. */
export async function assignUsers(
  app: App,
  authorize: Authorize,
  projectId: number,
  input: Assignment,
): Promise<PlacesChange> {
  const { ownerId, legalContact, userRoles, ...rest } = input;
  const contacts = { ...rest, legalContactId: rest.legalContactId ?? legalContact };
  const needsEditUsers = userRoles !== undefined || Object.values(contacts).some((login) => login !== undefined);
  if (!needsEditUsers && ownerId === undefined)
    throw badRequest(
      'The request body must name at least one of ownerId, securityContactId, developerContactId, legalContactId, userRoles.',
    );
  if (needsEditUsers) await authorize('EDIT_USERS', { projectId, missing: notFound('Project', projectId) });
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_USERS');
    return withChange(tx, projectId, () => assign(tx, projectId, ownerId, contacts, userRoles));
  });
}

async function assign(
  tx: Tx,
  projectId: number,
  ownerId: string | undefined,
  contacts: Pick<Assignment, 'legalContactId' | 'securityContactId' | 'developerContactId'>,
  userRoles: Assignment['userRoles'],
): Promise<void> {
  const idOf = async (login: string | undefined) =>
    login === undefined ? undefined : (await requireUsers(tx, [login]))[0];
  const change = {
    contact_id: await idOf(ownerId),
    legal_contact_id: await idOf(contacts.legalContactId),
    security_contact_id: await idOf(contacts.securityContactId),
    developer_contact_id: await idOf(contacts.developerContactId),
  };
  await updateProject(tx, projectId, Object.fromEntries(Object.entries(change).filter(([, id]) => id !== undefined)));
  if (userRoles) await insertMembers(tx, projectId, userRoles.roleId, await requireUsers(tx, userRoles.users));
}

/** Refuses to remove the last Project Administrator, unless a System Administrator does it: they can name another. */
export async function unassignUsers(
  app: App,
  caller: Caller,
  projectId: number,
  { roleId, users }: RoleUsers,
): Promise<PlacesChange> {
  const mayTakeLast = isSystemAdmin(caller);
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_USERS');
    const change = await withChange(tx, projectId, async () =>
      deleteMembers(tx, projectId, roleId, await requireUsers(tx, users, { mayBeInactive: true })),
    );
    if (roleId === 'PROJECT_ADMIN' && !mayTakeLast && (await listMembers(tx, projectId, roleId)).length === 0)
      throw badRequest(
        'The last Project Administrator of a project can be removed only by a System Administrator; assign another one first.',
      );
    return change;
  });
}

export async function projectContact(app: App, projectId: number): Promise<string> {
  return (await getProjectContact(app.db, await getProject(app.db, projectId))).login;
}

export async function changeContact(app: App, projectId: number, login: string): Promise<PlacesChange> {
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'REASSIGN_CONTACT');
    const [userId] = await requireUsers(tx, [login]);
    return withChange(tx, projectId, () => updateProject(tx, projectId, { contact_id: userId }));
  });
}

/** The ids of the users with these logins or ids. All must exist and be active, unless `mayBeInactive` is set. */
export async function requireUsers(
  db: Db,
  logins: string[],
  options: { mayBeInactive: boolean } = { mayBeInactive: false },
): Promise<number[]> {
  const ids: number[] = [];
  for (const login of logins) {
    const user = await findUserByIdOrLogin(db, login.trim());
    if (!user || !(user.is_active || options.mayBeInactive))
      throw badRequest(`The user "${login}" does not exist${options.mayBeInactive ? '' : ' or is not active'}.`);
    ids.push(user.id);
  }
  return [...new Set(ids)];
}
