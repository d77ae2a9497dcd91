// ALM instances, the instance that a project uses, and its schedule.

import { JiraError } from '../../alm/jira.ts';
import { jiraOf, readAlmSettings, sealAlmSecret, writeAlmSettings } from '../../alm/settings.ts';
import { synchroniseIssues } from '../../alm/synchronise.ts';
import type { App } from '../../app.ts';
import {
  type AlmInstance,
  type AlmInstanceValues,
  countUses,
  deleteAlmInstance,
  deleteAlmLink,
  findAlmInstanceNamed,
  findAlmLink,
  getAlmInstance,
  insertAlmInstance,
  listAlmInstances,
  lockAlmInstance,
  nextAlmInstanceId,
  putAlmLink,
  updateAlmInstance,
} from '../../db/alm/instances.ts';
import { type AlmSync, findLastAlmSync } from '../../db/alm/issues.ts';
import type { Db, Tx } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import { countOf } from '../../domain/count-text.ts';
import { trackerUrl, unknownVariable } from '../../domain/messages/alm-issue.ts';
import { wireTime } from '../../domain/wire-times.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import { SECRET_MASK } from '../../security/secrets.ts';
import type { AlmInstanceInput, AlmLinkInput, AlmSchedule } from './schemas.ts';

export async function describeInstances(app: App) {
  const instances = await listAlmInstances(app.db);
  return Promise.all(instances.map((instance) => instanceModel(app.db, instance)));
}

async function instanceModel(db: Db, instance: AlmInstance) {
  return {
    id: instance.id,
    name: instance.name,
    url: instance.url,
    authentication: instance.authentication,
    userName: instance.user_name,
    secret: SECRET_MASK,
    projectKey: instance.project_key,
    issueType: instance.issue_type,
    priority: instance.priority,
    summaryTemplate: instance.summary_template,
    descriptionTemplate: instance.description_template,
    projects: (await countUses(db, instance.id)).projects,
  };
}

export async function createInstance(app: App, input: AlmInstanceInput): Promise<number> {
  if (input.secret === SECRET_MASK)
    throw badRequest('The field "secret" is the mask that listings show; give the secret itself.');
  return app.db.transaction().execute(async (tx) => {
    await refuseTakenName(tx, input.name);
    const id = await nextAlmInstanceId(tx);
    await insertAlmInstance(tx, id, valuesOf(input, await sealAlmSecret(app, id, input.secret)));
    return id;
  });
}

export async function changeInstance(app: App, id: number, input: AlmInstanceInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const before = await lockAlmInstance(tx, id);
    await refuseTakenName(tx, input.name, id);
    const keeps = input.secret === SECRET_MASK;
    const values = valuesOf(input, keeps ? before.secret_sealed : await sealAlmSecret(app, id, input.secret));
    // Without this check, a caller could have the stored secret sent to an address of their choice.
    const isSameLogin =
      before.url === values.url &&
      before.user_name === values.user_name &&
      before.authentication === values.authentication;
    if (keeps && !isSameLogin)
      throw badRequest('The field "secret" must be given again when the url, the authentication or the user changes.');
    // Issues are stored by the ids of their tracker. In another tracker the same ids mean other issues.
    if (new URL(before.url).host !== new URL(values.url).host && (await countUses(tx, id)).issues > 0)
      throw badRequest(
        'The field "url" names another host, but tasks have issues of this instance: create an instance for the other host.',
      );
    await updateAlmInstance(tx, id, values);
  });
}

function valuesOf(input: AlmInstanceInput, secretSealed: Buffer): AlmInstanceValues {
  const url = trackerUrl(input.url);
  if (url === undefined)
    throw badRequest(
      'The field "url" must be an address like https://example.org/jira, without user, password, query and fragment.',
    );
  const userName = input.userName.trim();
  if (input.authentication === 'BASIC' && userName === '')
    throw badRequest('The field "userName" is required for BASIC authentication.');
  if (input.authentication === 'BASIC' && userName.includes(':'))
    throw badRequest(
      'The field "userName" must not contain a colon, because BASIC authentication ends the name there.',
    );
  if (input.authentication === 'BEARER' && userName !== '')
    throw badRequest('The field "userName" must be blank for BEARER authentication: the token names the user.');
  if (/[^\x20-\x7e]/.test(input.secret) && input.authentication === 'BEARER')
    throw badRequest('The field "secret" must be a token of ASCII letters, digits and signs.');
  for (const field of ['summaryTemplate', 'descriptionTemplate'] as const) {
    const unknown = unknownVariable(input[field]);
    if (unknown !== undefined)
      throw badRequest(`The field "${field}" names the variable "${unknown}", which does not exist.`);
  }
  return {
    name: input.name.trim(),
    url,
    authentication: input.authentication,
    user_name: userName,
    secret_sealed: secretSealed,
    project_key: input.projectKey.toUpperCase(),
    issue_type: input.issueType.trim(),
    priority: input.priority.trim(),
    summary_template: input.summaryTemplate,
    description_template: input.descriptionTemplate,
  };
}

async function refuseTakenName(tx: Tx, name: string, ownId?: number): Promise<void> {
  const holder = await findAlmInstanceNamed(tx, name.trim());
  if (holder && holder.id !== ownId) throw new AppError('alreadyExists', { what: 'ALM instance', name: holder.name });
}

export async function removeInstance(app: App, id: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    const instance = await lockAlmInstance(tx, id);
    const { projects, issues } = await countUses(tx, id);
    if (projects + issues > 0)
      throw badRequest(
        `The ALM instance "${instance.name}" is in use: ${countOf(projects, 'project is', 'projects are')} tied to it, and tasks have ${countOf(issues, 'issue')} of it.`,
      );
    await deleteAlmInstance(tx, id);
  });
}

/** Asks the tracker for the signed-in user and for the project in which issues are created. */
export async function testInstance(app: App, id: number, signal: AbortSignal) {
  const instance = await getAlmInstance(app.db, id);
  const jira = await jiraOf(app, instance, signal);
  try {
    const info = await jira.serverInfo();
    const user = await jira.myself();
    const issueTypes = await jira.issueTypes(instance.project_key);
    if (!issueTypes.some((type) => type === instance.issue_type))
      throw badRequest(
        `The project ${instance.project_key} has no issue type "${instance.issue_type}"; it has ${issueTypes.join(', ')}.`,
      );
    return { ...info, user, issueTypes };
  } catch (error) {
    if (error instanceof JiraError) throw badRequest(error.message);
    throw error;
  }
}

export async function describeSettings(app: App) {
  const { schedule } = await readAlmSettings(app.db);
  const last = await findLastAlmSync(app.db);
  return { schedule, lastSync: last ? syncModel(last) : null };
}

export async function changeSchedule(app: App, schedule: AlmSchedule): Promise<void> {
  await writeAlmSettings(app.db, { schedule, changedAt: app.now().toISOString() });
}

export async function synchroniseNow(app: App) {
  return syncModel(await synchroniseIssues(app, 'PERSON'));
}

function syncModel(sync: AlmSync) {
  const { id, trigger, refreshed, changed, gone, errors } = sync;
  const finishedOn = sync.finished_at ? wireTime(sync.finished_at) : '';
  return { id, trigger, startedOn: wireTime(sync.started_at), finishedOn, refreshed, changed, gone, errors };
}

export async function describeProjectAlm(app: App, projectId: number) {
  const instances = (await listAlmInstances(app.db)).map(({ id, name }) => ({ id, name }));
  const link = await findAlmLink(app.db, projectId);
  if (!link) return { link: null, instances };
  return {
    link: {
      instanceId: link.instance_id,
      instanceName: instances.find(({ id }) => id === link.instance_id)?.name ?? '',
      projectKey: link.project_key,
      issueType: link.issue_type,
      priority: link.priority,
    },
    instances,
  };
}

export async function linkProject(app: App, projectId: number, input: AlmLinkInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_ALM');
    const instance = await lockAlmInstance(tx, input.instanceId).catch((error) => {
      if (error instanceof AppError && error.code === 'notFound')
        throw badRequest(`The field "instanceId" names the ALM instance ${input.instanceId}, which does not exist.`);
      throw error;
    });
    await putAlmLink(tx, {
      project_id: projectId,
      instance_id: instance.id,
      project_key: input.projectKey.toUpperCase(),
      issue_type: input.issueType.trim(),
      priority: input.priority.trim(),
    });
  });
}

export async function unlinkProject(app: App, projectId: number): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_ALM');
    if (!(await deleteAlmLink(tx, projectId))) throw notFound('ALM instance of project', projectId);
  });
}
