// Who may call an operation: each route names one of these values. A caller who may not see an object gets 404; one who sees it but may not do this
// gets 403.

import { forbidden, requireRight } from '../authorize/index.ts';
import { findAlertProject } from '../db/advisories/alerts.ts';
import { findFileProject, findFolderProject } from '../db/files/files.ts';
import { findItemProject } from '../db/inventories/items.ts';
import { findJobProject } from '../db/jobs.ts';
import { holdsRoleSomewhere } from '../db/projects/standing.ts';
import { findRemoteFileProject } from '../db/remote-code/files.ts';
import { findPushHookProject } from '../db/scm/push-hooks.ts';
import { findTaskProject } from '../db/tasks.ts';
import { findWebhook } from '../db/webhooks/webhooks.ts';
import { maySeeSystemJob, mayStopJob } from '../domain/jobs/job.ts';
import { kindOfJob } from '../domain/jobs/job-kinds.ts';
import {
  isSystemAdmin,
  type ProjectAction,
  rolesThatAddToLibrary,
  type SystemPermission,
} from '../domain/users/permissions.ts';
import { AppError, notFound } from '../errors.ts';
import type { Call } from './call.ts';
import type { EnvelopeFamily } from './error-bodies.ts';

type AnyCall = Pick<Call<unknown, unknown, unknown>, 'app' | 'caller' | 'params' | 'query' | 'body' | 'note'>;

export interface Access {
  /** The name in the access matrix and the documentation. */
  name: string;
  needsSignIn: boolean;
  /** True if the check needs the body, so that the body is read first; otherwise `body` is undefined during the check. */
  readsBody?: boolean;
  /** True if a permission for the whole installation is needed. */
  isOfInstallation?: boolean;
  /** True if a right in one project is needed. */
  isOfProject?: boolean;
  /** Further project rights that the operation may ask for while it runs, because some inputs need more than `check` did. */
  alsoFor: readonly ProjectAction[];
  check(call: AnyCall): Promise<void>;
}

/** No token needed. */
export function anyone(): Access {
  return { name: 'anyone', needsSignIn: false, alsoFor: [], check: async () => undefined };
}

/** Signed-in callers. The operation checks further rights when it knows the project. */
export function signedIn(alsoFor: readonly ProjectAction[] = []): Access {
  return {
    name: `signed in${inWords(alsoFor)}`,
    needsSignIn: true,
    isOfProject: alsoFor.length > 0,
    alsoFor,
    check: async () => undefined,
  };
}

const inWords = (alsoFor: readonly ProjectAction[]) =>
  alsoFor.length === 0 ? '' : `; depending on the input also ${alsoFor.join(', ')}`;

/** Signed-in callers. The operation lists only rows of projects that the caller may see. */
export function visibleRows(): Access {
  return {
    name: 'signed in; lists only what the caller may see',
    needsSignIn: true,
    alsoFor: [],
    check: async () => undefined,
  };
}

export function permission(...anyOf: SystemPermission[]): Access {
  return {
    name: `permission ${anyOf.join(' or ')}`,
    needsSignIn: true,
    isOfInstallation: true,
    alsoFor: [],
    async check({ caller }) {
      if (!anyOf.some((one) => caller.permissions.includes(one)))
        throw forbidden(`it takes the permission ${anyOf.join(' or ')}.`);
    },
  };
}

/**
 * Because all projects share the library, only some users may add to it: library managers, and users who create inventory items in a project, because
 * they may need a missing component or version.
 */
export function mayAddToLibrary(): Access {
  const keeps = permission('library_manager');
  return {
    name: `${keeps.name}, or ${rolesThatAddToLibrary.join(' or ')} of some project`,
    needsSignIn: true,
    isOfInstallation: true,
    alsoFor: [],
    async check({ app, caller }) {
      if (caller.permissions.includes('library_manager')) return;
      if (await holdsRoleSomewhere(app.db, caller.id, rolesThatAddToLibrary)) return;
      throw forbidden('it takes the permission library_manager, or being Analyst or Reviewer of a project.');
    },
  };
}

/** Where an operation finds its project: in the path, the query or the body, or through another record. */
export interface ProjectSource {
  name: string;
  isInBody?: boolean;
  /** The status for a missing project: deprecated operations of the legacy group answer 400. */
  find(call: AnyCall): Promise<{ projectId: number | undefined; missing: AppError }>;
}

export function projectIn(
  part: 'params' | 'query' | 'body',
  member = 'projectId',
  family: EnvelopeFamily = 'standard',
): ProjectSource {
  return {
    name: `${part}.${member}`,
    isInBody: part === 'body',
    async find(call) {
      const id = (call[part] as Record<string, number>)[member];
      return {
        projectId: id,
        missing: family === 'legacy' ? new AppError('projectNotFound', { id }) : notFound('Project', id),
      };
    },
  };
}

const through = (
  what: string,
  member: string,
  lookUp: (call: AnyCall, id: number) => Promise<number | undefined>,
): ProjectSource => ({
  name: `${what} in ${member}`,
  async find(call) {
    const id = ((call.params as Record<string, number>)[member] ??
      (call.query as Record<string, number>)[member]) as number;
    return { projectId: await lookUp(call, id), missing: notFound(what, id) };
  },
});

export const inventoryIn = (member = 'inventoryId') =>
  through('Inventory', member, (call, id) => findItemProject(call.app.db, id));
/** With the parameter `remote`, or its other name, the id belongs to a file of a scan agent; these files are numbered separately. */
export const fileIn = (member = 'fileId') =>
  through('File', member, (call, id) =>
    (isRemote(call.query) ? findRemoteFileProject : findFileProject)(call.app.db, id),
  );
const isRemote = (query: unknown): boolean => {
  const { remote, isRemote: other } = (query ?? {}) as { remote?: boolean; isRemote?: boolean };
  return remote === true || other === true;
};
export const codebaseFolderIn = (member = 'folderId') =>
  through('Folder', member, (call, id) => findFolderProject(call.app.db, id));
export const alertIn = (member = 'alertId') =>
  through('Alert', member, (call, id) => findAlertProject(call.app.db, id));
export const pushHookIn = (member = 'hookId') =>
  through('Push webhook', member, (call, id) => findPushHookProject(call.app.db, id));
export const taskIn = (member = 'taskId') => through('Task', member, (call, id) => findTaskProject(call.app.db, id));

/**
 * The caller must see the project, the lock must allow the action, and a place of the caller in the project must grant it. `alsoFor` names the
 * stronger rights that some inputs need.
 */
export function onProject(
  action: ProjectAction,
  source: ProjectSource,
  alsoFor: readonly ProjectAction[] = [],
): Access {
  return {
    name: `${action} on the project (${source.name})${inWords(alsoFor)}`,
    needsSignIn: true,
    isOfProject: true,
    alsoFor,
    readsBody: source.isInBody,
    async check(call) {
      const { projectId, missing } = await source.find(call);
      if (projectId === undefined) throw missing;
      call.note({ projectId });
      await requireRight(call.app.db, call.caller, action, { projectId, missing });
    },
  };
}

/** Where an operation finds the project of an object that may also belong to the installation. */
export interface OwnerSource {
  name: string;
  isInBody?: boolean;
  /** True if callers who may not see the object get 404. */
  hidesExistence: boolean;
  /** `null`: the object belongs to the installation. Undefined: it does not exist. */
  find(call: AnyCall): Promise<{ projectId: number | null | undefined; missing: AppError }>;
}

/** A number in the path; validation has already checked that it is one. */
function idIn(call: AnyCall, member: string): number {
  const id = (call.params as Record<string, number>)[member];
  if (id === undefined) throw new Error(`the route has no path parameter "${member}"`);
  return id;
}

export const webhookIn = (): OwnerSource => ({
  name: 'of the webhook, or system_admin where it has none',
  hidesExistence: true,
  async find(call) {
    const id = idIn(call, 'webhookId');
    const webhook = await findWebhook(call.app.db, id);
    return { projectId: webhook?.project_id, missing: notFound('Webhook', id) };
  },
});

export const optionalProjectIn = (part: 'query' | 'body'): OwnerSource => ({
  name: `${part}.projectId, or system_admin without it`,
  isInBody: part === 'body',
  hidesExistence: false,
  async find(call) {
    const id = (call[part] as { projectId?: number }).projectId;
    return { projectId: id ?? null, missing: notFound('Project', id) };
  },
});

/** For an object of a project, the caller needs this right in it; objects of the installation are for system administrators. */
export function onProjectOrSystem(action: ProjectAction, source: OwnerSource): Access {
  const ofSystem = permission('system_admin');
  return {
    name: `${action} on the project (${source.name})`,
    needsSignIn: true,
    isOfProject: true,
    alsoFor: [],
    readsBody: source.isInBody,
    async check(call) {
      const { projectId, missing } = await source.find(call);
      if (projectId === undefined) throw missing;
      if (projectId !== null) {
        call.note({ projectId });
        return requireRight(call.app.db, call.caller, action, { projectId, missing });
      }
      // Answers 404, so that other callers cannot find out by number that the object exists.
      if (source.hidesExistence && !isSystemAdmin(call.caller)) throw missing;
      await ofSystem.check(call);
    },
  };
}

/**
 * A job belongs to a project. Without one, it belongs to the user who started it, to those with the permission for its kind, and to system
 * administrators.
 */
export function jobVisible(member: string, missing: (id: number) => AppError): Access {
  return {
    name: `sees the job (${member})`,
    needsSignIn: true,
    alsoFor: [],
    async check(call) {
      const id = idIn(call, member);
      const job = await findJobProject(call.app.db, id);
      if (!job) throw missing(id);
      if (job.projectId !== null) {
        call.note({ projectId: job.projectId });
        const refusal = await refusalOf(
          requireRight(call.app.db, call.caller, 'VIEW_PROJECT', { projectId: job.projectId, missing: missing(id) }),
        );
        if (!refusal) return;
        // This very job may have deleted the project between the two queries.
        const now = await findJobProject(call.app.db, id);
        if (now?.projectId !== null) throw refusal;
      }
      if (call.caller.limits || !maySeeSystemJob({ ...job, keeper: kindOfJob(job.type).mayStop }, call.caller))
        throw missing(id);
    },
  };
}

const refusalOf = (check: Promise<unknown>): Promise<unknown> =>
  check.then(
    () => undefined,
    (error: unknown) => error,
  );

/** Who may stop a job: those who may stop jobs of its project, the user who started it, and for jobs of the installation everybody who sees it. */
export function jobActionable(member: string, missing: (id: number) => AppError): Access {
  const sees = jobVisible(member, missing);
  return {
    name: `may stop the job (${member})`,
    needsSignIn: true,
    isOfProject: true,
    alsoFor: [],
    async check(call) {
      await sees.check(call);
      const id = idIn(call, member);
      const job = await findJobProject(call.app.db, id);
      if (job?.projectId != null && !mayStopJob({ ...job, keeper: null }, call.caller, false))
        await requireRight(call.app.db, call.caller, 'STOP_JOB', { projectId: job.projectId, missing: missing(id) });
    },
  };
}
