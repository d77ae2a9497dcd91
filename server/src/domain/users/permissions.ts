// Who may do what in a project: one table, and the function that reads it. Reads only its arguments.
//
// How to read the table: users with one of the places beside an action may do it; on public projects also users with
// one of `alsoOnPublic`. A place is a role in the project, one of its four named contacts, or the system
// permission System Administrator (which allows in projects only what this table lists). ANYONE is every signed-in user.
// The Project Contact stands in for named contacts without a user; the caller has replaced them already.
//
// Decided here, because the sources are silent or disagree:
// - A private project is seen by its role holders, its named contacts and System Administrators; the latter because they
//   may reassign the contact of a project if the contact has left.
// - Importing: the interface names Project Owner and Analyst for private projects, the older matrix Analyst and Project
//   Administrator; so all three may import into public projects, the first two into private ones.
// - Reviewers may create items that a scan missed, but not edit existing ones, except their priority, notes, notices texts
//   and custom fields.
// - A System Administrator who may edit the users of a project may remove its last Project Administrator, as programs that lock a
//   project do; everybody else is refused. Until somebody is Project Administrator again, System Administrators assign its users.
// - Analysts may publish; Analysts and Reviewers may recall.
import { firstOf } from '@assay/scanner/items';
import { sentItemFields } from '../inventories/inventory-fields.ts';
import type { ProjectStatus } from '../projects/project-status.ts';
import type { Refusal } from '../refusal.ts';
import { refuse } from '../refusal.ts';

export const projectRoles = ['PROJECT_ADMIN', 'ANALYST', 'REVIEWER', 'OBSERVER'] as const;
export type ProjectRole = (typeof projectRoles)[number];

export const isSystemAdmin = (who: { permissions: readonly string[] }): boolean =>
  who.permissions.includes('system_admin');

export const systemPermissions = ['system_admin', 'edit_policy', 'create_project', 'library_manager'] as const;
export type SystemPermission = (typeof systemPermissions)[number];

const placeNames = {
  ANALYST: 'Analyst',
  REVIEWER: 'Reviewer',
  OBSERVER: 'Observer',
  PROJECT_ADMIN: 'Project Administrator',
  CONTACT: 'Project Contact',
  LEGAL_CONTACT: 'Legal Contact',
  SECURITY_CONTACT: 'Security Contact',
  DEVELOPER_CONTACT: 'Developer Contact',
  SYSTEM_ADMIN: 'System Administrator',
  RESCUER: 'System Administrator of a project that has no Project Administrator',
  ASSIGNEE: 'the assignee of the task',
  ANYONE: 'any user',
} as const;

export type RightHolder = keyof typeof placeNames;

export interface Right {
  /** Completes "you cannot …" and "to … you need …". */
  deed: string;
  by: readonly RightHolder[];
  alsoOnPublic?: readonly RightHolder[];
}

const insiders = [
  'ANALYST',
  'REVIEWER',
  'OBSERVER',
  'PROJECT_ADMIN',
  'CONTACT',
  'LEGAL_CONTACT',
  'SECURITY_CONTACT',
  'DEVELOPER_CONTACT',
  'SYSTEM_ADMIN',
] as const satisfies RightHolder[];

const roleHolders = ['ANALYST', 'REVIEWER', 'OBSERVER', 'PROJECT_ADMIN', 'CONTACT'] as const satisfies RightHolder[];

export const rights = {
  // Viewing. Reports count as viewing, because they show only what can be viewed anyway.
  VIEW_PROJECT: { deed: 'view the project', by: insiders, alsoOnPublic: ['ANYONE'] },
  VIEW_INVENTORY: { deed: 'view its inventory', by: insiders, alsoOnPublic: ['ANYONE'] },
  VIEW_FILES: { deed: 'view its files', by: insiders, alsoOnPublic: ['ANYONE'] },
  VIEW_TASKS: { deed: 'view its tasks', by: insiders, alsoOnPublic: ['ANYONE'] },
  GENERATE_REPORT: { deed: 'generate its reports', by: insiders, alsoOnPublic: ['ANYONE'] },
  DOWNLOAD_REPORT: { deed: 'download its reports', by: insiders, alsoOnPublic: ['ANYONE'] },
  MAKE_RELEASE: { deed: 'make a release of it', by: ['ANALYST', 'PROJECT_ADMIN'] },
  DELETE_RELEASE: { deed: 'delete its releases', by: ['PROJECT_ADMIN'] },
  UPLOAD_REPORT: { deed: 'upload a report of it', by: insiders, alsoOnPublic: ['ANYONE'] },

  // The project itself.
  EDIT_PROJECT: { deed: 'edit its settings', by: ['PROJECT_ADMIN'] },
  CHANGE_STATUS: { deed: 'change its status', by: ['PROJECT_ADMIN'] },
  UNLOCK_PROJECT: { deed: 'unlock it', by: ['PROJECT_ADMIN', 'SYSTEM_ADMIN'] },
  REASSIGN_CONTACT: { deed: 'reassign its contact', by: ['CONTACT', 'PROJECT_ADMIN', 'SYSTEM_ADMIN'] },
  EDIT_USERS: { deed: 'assign or remove its users', by: ['PROJECT_ADMIN', 'RESCUER'] },
  EDIT_CHILDREN: { deed: 'change its child projects', by: ['PROJECT_ADMIN'] },
  /** Not everybody who may see the project may see addresses and user names of other systems. */
  VIEW_SCM: { deed: 'view its source control instances', by: ['PROJECT_ADMIN', 'ANALYST', 'SYSTEM_ADMIN'] },
  EDIT_SCM: { deed: 'manage its source control instances', by: ['PROJECT_ADMIN'] },
  VIEW_ALM: { deed: 'view its ALM settings', by: ['PROJECT_ADMIN', 'ANALYST', 'SYSTEM_ADMIN'] },
  EDIT_ALM: { deed: 'tie it to an ALM instance', by: ['PROJECT_ADMIN'] },
  DELETE_PROJECT: { deed: 'delete it', by: ['PROJECT_ADMIN'] },
  COPY_PROJECT: { deed: 'copy it', by: ['PROJECT_ADMIN'] },
  BRANCH_PROJECT: { deed: 'branch it', by: ['PROJECT_ADMIN'] },

  // Uploads, imports and exports.
  UPLOAD_CODEBASE: { deed: 'upload a code base to it', by: ['ANALYST', 'PROJECT_ADMIN'] },
  SCAN: { deed: 'scan it', by: ['ANALYST', 'PROJECT_ADMIN'] },
  STOP_JOB: { deed: 'stop its jobs', by: ['ANALYST', 'PROJECT_ADMIN'] },
  EXPORT_DATA: { deed: 'export its data', by: ['ANALYST', 'PROJECT_ADMIN'] },
  IMPORT_DATA: { deed: 'import into it', by: ['ANALYST', 'CONTACT'], alsoOnPublic: ['PROJECT_ADMIN'] },
  EXPORT_SBOM: { deed: 'export it to an SBOM service', by: ['ANALYST'] },

  // Inventory.
  CREATE_INVENTORY: { deed: 'create inventory in it', by: ['ANALYST', 'REVIEWER'] },
  EDIT_INVENTORY: { deed: 'edit its inventory', by: ['ANALYST'] },
  DELETE_INVENTORY: { deed: 'delete its inventory', by: ['ANALYST'] },
  EDIT_INVENTORY_NOTES: { deed: 'edit notes of its inventory', by: ['ANALYST', 'REVIEWER'] },
  EDIT_NOTICES: { deed: 'edit notices texts of its inventory', by: ['ANALYST', 'REVIEWER'] },
  UPDATE_NOTICES: { deed: 'update its notices texts', by: ['ANALYST', 'REVIEWER'] },
  SET_PRIORITY: { deed: 'set the priority of its inventory', by: ['REVIEWER'] },
  PUBLISH_INVENTORY: { deed: 'publish its inventory', by: ['ANALYST'] },
  RECALL_INVENTORY: { deed: 'recall its inventory', by: ['ANALYST', 'REVIEWER'] },
  REVIEW_INVENTORY: { deed: 'approve or reject its inventory', by: ['REVIEWER'] },
  APPLY_POLICY: { deed: 'apply its policy', by: ['REVIEWER'] },
  REVIEW_FILES: { deed: 'mark its files as reviewed', by: ['ANALYST'] },
  ANALYZE_VULNERABILITIES: {
    deed: 'analyse or suppress its vulnerabilities',
    by: ['SECURITY_CONTACT', 'DEVELOPER_CONTACT', 'SYSTEM_ADMIN'],
  },

  // Tasks. The right to close a task depends on its type: `closingRight` in review-task.ts.
  CREATE_TASK: { deed: 'create tasks in it', by: roleHolders },
  EDIT_TASK: { deed: 'edit its tasks', by: roleHolders },
  /** The lowest right to close, re-open or reassign a task: the assignee needs no role. */
  HANDLE_TASK: { deed: 'handle its tasks', by: insiders, alsoOnPublic: ['ANYONE'] },
  CLOSE_REVIEW_TASK: { deed: 'close or re-open a Manual Review task', by: ['REVIEWER'] },
  CLOSE_REMEDIATION_TASK: { deed: 'close or re-open a Remediation task', by: ['ASSIGNEE', 'PROJECT_ADMIN'] },
  CLOSE_OTHER_TASK: { deed: 'close or re-open a Miscellaneous task', by: roleHolders },
  REASSIGN_TASK: { deed: 'reassign a task', by: ['ASSIGNEE', 'PROJECT_ADMIN'] },
} as const satisfies Record<string, Right>;

export type ProjectAction = keyof typeof rights;

export const allProjectActions = Object.keys(rights) as ProjectAction[];

/** The relation of a user to a project. */
export interface ProjectRelation {
  isPrivate: boolean;
  status: ProjectStatus;
  roles: readonly ProjectRole[];
  isContact: boolean;
  isLegalContact: boolean;
  isSecurityContact: boolean;
  isDeveloperContact: boolean;
  isSystemAdmin: boolean;
  /** True if nobody is Project Administrator: a System Administrator may remove the last one and then name the next. */
  lacksProjectAdmin?: boolean;
  /** Assignee of the task in question. */
  isAssignee?: boolean;
}

/** Clients compare this text. */
export const FORBIDDEN_MESSAGE = 'User does not have permission to perform this operation';

export interface PermissionRefusal extends Refusal {
  refusal: Refusal['refusal'] & { needs: string };
}

/** True, or a refusal: not-found for users who may not see the project, forbidden for users who may not do this. */
export function may(action: ProjectAction, who: ProjectRelation): true | PermissionRefusal {
  if (isAllowed(action, who)) return true;
  const needs = needsOf(action, who.isPrivate);
  if (!isVisible(who)) return { refusal: { code: 'not-found', message: 'The project was not found.', needs } };
  const { refusal } = refuse('forbidden', `${FORBIDDEN_MESSAGE}: to ${rights[action].deed} takes ${needs}.`);
  return { refusal: { ...refusal, needs } };
}

/** Every signed-in user sees public projects; only users with a place in a private project see it. */
export function isVisible(who: ProjectRelation): boolean {
  return isAllowed('VIEW_PROJECT', who);
}

/** All actions that the user may do; the page shows buttons for these. */
export function allowedActions(who: ProjectRelation): ProjectAction[] {
  return allProjectActions.filter((action) => isAllowed(action, who));
}

/** Users with one of these roles in any project may add components and versions to the library, because they create items of them. */
export const rolesThatAddToLibrary: readonly ProjectRole[] = rights.CREATE_INVENTORY.by;

/** The right that a change of an inventory member needs; members not listed need EDIT_INVENTORY. */
const rightOfMember: Record<string, ProjectAction> = {
  ...Object.fromEntries(sentItemFields.flatMap(({ name, right }) => (right ? [[name, right]] : []))),
  customFields: 'EDIT_INVENTORY_NOTES',
};

/** All rights that an edit of an inventory item may need. */
export const inventoryEditRights: readonly ProjectAction[] = [
  'EDIT_INVENTORY',
  ...new Set(Object.values(rightOfMember)),
];

/** The rights that a PUT of an inventory item needs for the members of its body; the caller must have all of them. */
export function actionsForInventoryEdit(members: readonly string[]): ProjectAction[] {
  const needed = members.map((member) => rightOfMember[member] ?? 'EDIT_INVENTORY');
  return [...new Set(needed.length === 0 ? (['EDIT_INVENTORY'] as const) : needed)];
}

function isAllowed(action: ProjectAction, who: ProjectRelation): boolean {
  const held = placesOf(who);
  const right: Right = rights[action];
  const byPublic = who.isPrivate ? [] : (right.alsoOnPublic ?? []);
  return [...right.by, ...byPublic].some((place) => held.has(place));
}

function placesOf(who: ProjectRelation): Set<RightHolder> {
  const held = new Set<RightHolder>(['ANYONE', ...who.roles]);
  if (who.isContact) held.add('CONTACT');
  if (who.isLegalContact) held.add('LEGAL_CONTACT');
  if (who.isSecurityContact) held.add('SECURITY_CONTACT');
  if (who.isDeveloperContact) held.add('DEVELOPER_CONTACT');
  if (who.isSystemAdmin) held.add('SYSTEM_ADMIN');
  if (who.isSystemAdmin && who.lacksProjectAdmin) held.add('RESCUER');
  if (who.isAssignee) held.add('ASSIGNEE');
  return held;
}

function needsOf(action: ProjectAction, isPrivate: boolean): string {
  const right: Right = rights[action];
  const places = [...right.by, ...(isPrivate ? [] : (right.alsoOnPublic ?? []))];
  const names = places.map((place) => placeNames[place]);
  return names.length === 1 ? firstOf(names) : `${names.slice(0, -1).join(', ')} or ${names.at(-1)}`;
}
