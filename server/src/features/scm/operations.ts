// Source control instances, with sealed passwords: stored, tested, and synchronised by a job.
import { readReference } from '@assay/scanner/images';
import { present } from '@assay/scanner/items';
import type { App } from '../../app.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import {
  deleteScmInstance,
  insertScmInstance,
  listScmInstances,
  nextScmInstanceId,
  type ScmInstance,
  updateScmInstance,
} from '../../db/scm/instances.ts';
import { disownScmState, isAttempted, listScmStates, type ScmState } from '../../db/scm/states.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { perforceAddress } from '../../domain/scm/perforce-address.ts';
import {
  fieldWithoutEffect,
  gitSources,
  refuseSubversionUrl,
  type ScmType,
  type SourceType,
  scmTypes,
} from '../../domain/scm/scm-address.ts';
import { tfsAddress } from '../../domain/scm/tfs-address.ts';
import { wireTimeWithTenths } from '../../domain/wire-times.ts';
import { badRequest, notFound } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { Places } from '../../places.ts';
import { queueSync } from '../../queue/code-jobs.ts';
import { ScmError } from '../../scm/member.ts';
import { type InstancePlace, secretPlace, targetOf } from '../../scm/passwords.ts';
import { folderOfInstance, systemOf } from '../../scm/systems.ts';
import { loadSecretKey, SECRET_MASK, sealSecret } from '../../security/secrets.ts';
import type { GitInput, PerforceInput, SubversionInput, TfsInput } from './schemas.ts';

/** The fields that all systems have, and `settings` with the other fields, as they are stored and shown. */
export interface ScmInput {
  url: string;
  userName: string;
  password: string;
  settings: Record<string, string | number | boolean>;
  /** A sentence about what was accepted and has no effect. */
  note?: string;
}

export function gitInput(body: GitInput, { config }: App): ScmInput {
  const { branch = '', commitId = '', tag = '' } = body;
  const fields = { url: body.url, branch, commitId, tag };
  const sources = gitSources(fields, config.scmAddresses);
  if (isRefusal(sources)) throw badRequest(sources.refusal.message);
  const { expansionLevel, deleteArchiveAfterExpand, archiveDirSuffix, fetchLfs } = body;
  const settings = {
    branch: branch.trim(),
    commitId: commitId.trim(),
    tag: tag.trim(),
    ...{ expansionLevel, deleteArchiveAfterExpand, archiveDirSuffix, fetchLfs },
  };
  return { ...loginOf(body), url: body.url.trim(), settings, note: fieldWithoutEffect(fields) };
}

/** User and password are handed on as lines. */
export function loginOf({ userName = '', password = '' }: { userName?: string; password?: string }) {
  for (const [field, value] of Object.entries({ userName, password }))
    if (/\p{Cc}/u.test(value)) throw badRequest(`The field "${field}" cannot have control characters.`);
  return { userName, password };
}

export function perforceInput(body: PerforceInput, { config }: App): ScmInput {
  const { url = '', branchSpec = '', changeListNum = '', label = '' } = body;
  const address = url.trim() === '' ? undefined : perforceAddress(url.trim(), config.scmAddresses);
  orThrow(isRefusal(address) ? address : undefined);
  return { ...loginOf(body), url: url.trim(), settings: checked({ branchSpec, changeListNum, label }) };
}

export function subversionInput(body: SubversionInput, { config }: App): ScmInput {
  const { url, revisionNumber = '' } = body;
  orThrow(refuseSubversionUrl(url.trim(), config.scmAddresses));
  return { ...loginOf(body), url: url.trim(), settings: checked({ revisionNumber }) };
}

export function tfsInput(body: TfsInput, { config }: App): ScmInput {
  const { url, username, password, changeSet = '', label = '' } = body;
  const address = tfsAddress(url.trim(), config.scmAddresses);
  orThrow(isRefusal(address) ? address : undefined);
  return { ...loginOf({ userName: username, password }), url: url.trim(), settings: checked({ changeSet, label }) };
}

/** Refuses values that a client program would read as an option. */
function checked(settings: Record<string, string>): Record<string, string> {
  for (const [field, value] of Object.entries(settings))
    if (/^-|\p{Cc}/u.test(value)) throw badRequest(`The field "${field}" cannot be "${value}".`);
  return settings;
}

function orThrow(refusal: Refusal | undefined): void {
  if (refusal) throw badRequest(refusal.refusal.message);
}

export async function createInstance(
  app: App,
  projectId: number,
  scmType: SourceType,
  input: ScmInput,
): Promise<number> {
  if (input.password === SECRET_MASK)
    throw badRequest('The field "password" is the mask that listings show; give the password itself.');
  return app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, projectId, 'EDIT_SCM');
    const instanceId = await nextScmInstanceId(tx, projectId, scmType);
    const place = { projectId, scmType, instanceId };
    await insertScmInstance(
      tx,
      { projectId, type: scmType, instanceId },
      { ...input, passwordSealed: await sealedPassword(app, place, input.password) },
    );
    return instanceId;
  });
}

export async function changeInstance(app: App, place: InstancePlace, input: ScmInput): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, place.projectId, 'EDIT_SCM');
    const before = await requireInstance(tx, place);
    const passwordSealed =
      input.password === SECRET_MASK ? keptPassword(before, input) : await sealedPassword(app, place, input.password);
    await updateScmInstance(tx, before.id, { ...input, passwordSealed });
  });
}

/** Without this check, a caller who may not read the password could have it sent to an address of their choice. */
function keptPassword(before: ScmInstance, input: ScmInput): Buffer | null {
  const isSame = before.url === input.url || (before.type === 'IMAGE' && isSameRegistry(before.url, input.url));
  if (!isSame || before.user_name !== input.userName)
    throw badRequest('The field "password" must be given again when the url or the user changes.');
  return before.password_sealed;
}

/** Images of one registry share a password: people change the tag. */
function isSameRegistry(before: string, now: string): boolean {
  const [a, b] = [readReference(before), readReference(now)];
  return !('refusal' in a || 'refusal' in b) && a.registry === b.registry;
}

async function sealedPassword(app: App, place: InstancePlace, password: string): Promise<Buffer | null> {
  if (password === '') return null;
  return sealSecret(await loadSecretKey(app.folder.keys), password, secretPlace(place));
}

export async function removeInstance(app: App, place: InstancePlace): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, place.projectId, 'EDIT_SCM');
    await deleteScmInstance(tx, (await requireInstance(tx, place)).id);
    await disownScmState(tx, { ...place, type: place.scmType });
  });
}

/** Each runs a program or more for up to five seconds. */
const TESTS_AT_ONCE = 3;
const tests = new Places(TESTS_AT_ONCE);

/** A round trip to the other server; refused with a sentence that says what is wrong. */
export async function testConnection(app: App, place: InstancePlace, signal: AbortSignal): Promise<string> {
  const instance = await requireInstance(app.db, place);
  try {
    const system = await systemOf(instance.type);
    const target = await targetOf(app, instance);
    return `Ok. ${await tests.run(signal, () => system.test({ app, target, signal }))}`;
  } catch (error) {
    if (error instanceof ScmError) throw badRequest(error.message);
    throw error;
  }
}

/** Queues the synchronisation of all instances of the project, and returns the id of the job. */
export function startSynchronisation(app: App, caller: Caller, projectId: number): Promise<number> {
  return app.db.transaction().execute((tx) => queueSync(app, tx, { projectId, triggeredBy: caller.id }));
}

export async function listInstances(app: App, query: { projectId: number; scmType?: ScmType; instanceId?: number }) {
  const { projectId, scmType, instanceId } = query;
  const all = await listScmInstances(app.db, projectId, { type: scmType, instanceId });
  // Container images have operations of their own.
  const instances = all.filter(({ type }) => isScm(type));
  if (instanceId !== undefined && instances.length === 0)
    throw notFound(`Source control instance of project ${projectId}`, instanceId);
  const states = await listScmStates(app.db, projectId);
  const types = [...new Set(instances.map((one) => one.type))];
  const removedFolders = await leftFolders(app, projectId, states);
  return {
    ...(removedFolders.length === 0 ? {} : { removedFolders }),
    propertyList: instances.map((instance) => instanceModel(instance, states)),
    scmtype: scmType ?? (types.length === 1 ? types[0] : 'ALL'),
  };
}

/** Of instances that were deleted, while their code is still in the project. */
async function leftFolders(app: App, projectId: number, states: readonly ScmState[]): Promise<string[]> {
  if (states.length === 0) return [];
  const all = await listScmInstances(app.db, projectId);
  return states
    .filter(
      (state) =>
        isScm(state.type) && !all.some((one) => one.type === state.type && one.instance_id === state.instance_id),
    )
    .map((state) => folderOfInstance(state.type, state.instance_id));
}

const isScm = (type: SourceType): type is ScmType => scmTypes.some((one) => one === type);

function instanceModel(instance: ScmInstance, states: readonly ScmState[]) {
  const state = states.find((one) => one.type === instance.type && one.instance_id === instance.instance_id);
  const user = instance.type === 'TFS' ? { username: instance.user_name } : { userName: instance.user_name };
  return {
    instanceId: instance.instance_id,
    scmType: present(
      scmTypes.find((type) => type === instance.type),
      'type of an instance',
    ),
    url: instance.url,
    ...user,
    password: instance.password_sealed === null ? '' : SECRET_MASK,
    ...instance.settings,
    folder: folderOfInstance(instance.type, instance.instance_id),
    ...lastSyncOf(state),
  };
}

/** Nothing for what was never tried. */
export const lastSyncOf = (state: ScmState | undefined) =>
  state === undefined || !isAttempted(state) ? {} : { lastSync: lastSyncModel(state) };

function lastSyncModel({ synchronised_at, attempted_at, job_id, error, revisions }: ScmState) {
  return {
    isGood: error === '',
    attemptedOn: wireTimeWithTenths(attempted_at),
    synchronisedOn: synchronised_at === null ? '' : wireTimeWithTenths(synchronised_at),
    ...(job_id === null ? {} : { jobId: job_id }),
    error,
    sources: synchronised_at === null ? [] : revisions,
  };
}

async function requireInstance(tx: Db, { projectId, scmType, instanceId }: InstancePlace): Promise<ScmInstance> {
  const [instance] = await listScmInstances(tx, projectId, { type: scmType, instanceId });
  if (!instance) throw notFound(`${scmType} instance of project ${projectId}`, instanceId);
  return instance;
}
