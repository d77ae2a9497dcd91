// Source control instances, with sealed passwords. The server does not connect to these systems yet.
import type { App } from '../../app.ts';
import type { Tx } from '../../db/postgres/connection.ts';
import { lockForChange } from '../../db/projects/projects.ts';
import {
  deleteScmInstance,
  insertScmInstance,
  listScmInstances,
  nextScmInstanceId,
  type ScmInstance,
  updateScmInstance,
} from '../../db/scm.ts';
import type { Refusal } from '../../domain/refusal.ts';
import { isRefusal } from '../../domain/refusal.ts';
import {
  isCommitId,
  isGitReference,
  parseGitUrls,
  refusePerforceUrl,
  refuseSubversionUrl,
  refuseTfsUrl,
  type ScmType,
} from '../../domain/scm-address.ts';
import { AppError, badRequest, notFound } from '../../errors.ts';
import { loadSecretKey, SECRET_MASK, sealSecret } from '../../security/secrets.ts';
import type { GitInput, PerforceInput, SubversionInput, TfsInput } from './schemas.ts';

/** The fields that all systems have, and `settings` with the other fields, as they are stored and shown. */
export interface ScmInput {
  url: string;
  userName: string;
  password: string;
  settings: Record<string, string | number | boolean>;
}

export interface InstancePlace {
  projectId: number;
  scmType: ScmType;
  instanceId: number;
}

export function gitInput(body: GitInput): ScmInput {
  const sources = parseGitUrls(body.url);
  if (isRefusal(sources)) throw badRequest(sources.refusal.message);
  const { branch = '', commitId = '', tag = '' } = body;
  if ([branch, commitId, tag].filter((one) => one.trim() !== '').length > 1)
    throw badRequest('Only one of the fields "branch", "commitId" and "tag" can be given.');
  for (const [field, value] of Object.entries({ branch, tag }))
    if (value !== '' && !isGitReference(value)) throw badRequest(`The field "${field}" cannot be "${value}".`);
  if (commitId !== '' && !isCommitId(commitId))
    throw badRequest('The field "commitId" must be a commit id in hexadecimal digits.');
  const { expansionLevel, deleteArchiveAfterExpand, archiveDirSuffix } = body;
  const settings = { branch, commitId, tag, expansionLevel, deleteArchiveAfterExpand, archiveDirSuffix };
  return { url: body.url.trim(), userName: body.userName ?? '', password: body.password ?? '', settings };
}

export function perforceInput(body: PerforceInput): ScmInput {
  const { url = '', userName = '', password = '', branchSpec = '', changeListNum = '', label = '' } = body;
  if (url.trim() !== '') orThrow(refusePerforceUrl(url.trim()));
  return { url: url.trim(), userName, password, settings: checked({ branchSpec, changeListNum, label }) };
}

export function subversionInput(body: SubversionInput): ScmInput {
  const { url, userName = '', password = '', revisionNumber = '' } = body;
  orThrow(refuseSubversionUrl(url.trim()));
  return { url: url.trim(), userName, password, settings: checked({ revisionNumber }) };
}

export function tfsInput(body: TfsInput): ScmInput {
  const { url, username, password, changeSet = '', label = '' } = body;
  orThrow(refuseTfsUrl(url.trim()));
  return { url: url.trim(), userName: username, password, settings: checked({ changeSet, label }) };
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

export async function createInstance(app: App, projectId: number, scmType: ScmType, input: ScmInput): Promise<number> {
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
  if (before.url !== input.url || before.user_name !== input.userName)
    throw badRequest('The field "password" must be given again when the url or the user changes.');
  return before.password_sealed;
}

async function sealedPassword(app: App, place: InstancePlace, password: string): Promise<Buffer | null> {
  if (password === '') return null;
  return sealSecret(await loadSecretKey(app.folder.keys), password, secretPlace(place));
}

/** Binds a sealed password to its instance. */
export function secretPlace({ projectId, scmType, instanceId }: InstancePlace): string {
  return `scm-instance ${projectId}/${scmType}/${instanceId} password`;
}

export async function removeInstance(app: App, place: InstancePlace): Promise<void> {
  await app.db.transaction().execute(async (tx) => {
    await lockForChange(tx, place.projectId, 'EDIT_SCM');
    await deleteScmInstance(tx, (await requireInstance(tx, place)).id);
  });
}

export async function testConnection(app: App, place: InstancePlace): Promise<never> {
  await requireInstance(app.db as unknown as Tx, place);
  throw new AppError('notBuilt', {
    message: 'Connecting to source control systems does not exist yet: the instance is stored, but cannot be tested.',
  });
}

export async function listInstances(app: App, query: { projectId: number; scmType?: ScmType; instanceId?: number }) {
  const { projectId, scmType, instanceId } = query;
  const instances = await listScmInstances(app.db, projectId, { type: scmType, instanceId });
  if (instanceId !== undefined && instances.length === 0)
    throw notFound(`Source control instance of project ${projectId}`, instanceId);
  const types = [...new Set(instances.map((one) => one.type))];
  return {
    propertyList: instances.map(instanceModel),
    scmtype: scmType ?? (types.length === 1 ? types[0] : 'ALL'),
  };
}

function instanceModel(instance: ScmInstance) {
  const user = instance.type === 'TFS' ? { username: instance.user_name } : { userName: instance.user_name };
  return {
    instanceId: instance.instance_id,
    scmType: instance.type,
    url: instance.url,
    ...user,
    password: instance.password_sealed === null ? '' : SECRET_MASK,
    ...instance.settings,
  };
}

async function requireInstance(tx: Tx, { projectId, scmType, instanceId }: InstancePlace): Promise<ScmInstance> {
  const [instance] = await listScmInstances(tx, projectId, { type: scmType, instanceId });
  if (!instance) throw notFound(`${scmType} instance of project ${projectId}`, instanceId);
  return instance;
}
