// Schemas of source control instances.
import { scmTypes } from '../../domain/scm/scm-address.ts';
import { Enumeration, Id, Model, type Static, Text, Type } from '../../http/models/schemas.ts';

const ScmType = Enumeration('ScmType', scmTypes);
const optional = (most: number, description: string) => Type.Optional(Text(most, description));
const LONGEST_URL = 2400;

export const ProjectQuery = Type.Object({ projectId: Id('Project') });

const InstanceId = Type.Integer({
  minimum: 0,
  maximum: 2_147_483_647,
  description: 'Instance, counted from 0 within its type',
});
export const InstanceQuery = Type.Object({ projectId: Id('Project'), instanceId: InstanceId });
export const TypedInstanceQuery = Type.Object({
  projectId: Id('Project'),
  scmType: ScmType('Kind of system', 'GIT'),
  instanceId: InstanceId,
});
export const ListQuery = Type.Object({
  projectId: Id('Project'),
  scmType: Type.Optional(ScmType('Only instances of this kind')),
  instanceId: Type.Optional(InstanceId),
});

const login = {
  userName: optional(255, 'User; blank for anonymous or SSH access'),
  password: optional(255, 'Password; the mask of a listing keeps the stored one while url and user stay the same'),
};

export const GitInput = Model('GitInstance', {
  url: Text(
    65_535,
    'Repository, or several separated by commas; each may end in ~~branch, >>commit or ^^tag, and then **folder',
    { minLength: 1 },
  ),
  ...login,
  branch: optional(
    255,
    'Branch; honoured only with a single url that names no branch, commit or tag itself. Elsewhere it has no effect, and the message of the answer says so',
  ),
  commitId: optional(255, 'Commit; used like branch. Only one of branch, commitId and tag may be given'),
  tag: optional(
    255,
    'Tag; used like branch. A pattern such as v* means the latest tag that fits, by the order of versions',
  ),
  expansionLevel: Type.Integer({
    minimum: 1,
    maximum: 3,
    default: 1,
    description: '1 expands no archives, 2 top-level ones, 3 also those inside archives',
  }),
  deleteArchiveAfterExpand: Type.Boolean({ default: false, description: 'For levels 2 and 3' }),
  archiveDirSuffix: Text(20, 'Suffix of the folder into which an archive is expanded; for levels 2 and 3', {
    default: '',
    pattern: '^[^\\\\/:*?"<>|\\u0000]*$',
    patternText: 'must not contain any of \\ / : * ? " < > | or NUL',
  }),
  fetchLfs: Type.Boolean({
    default: false,
    description:
      'Fetches the files that pointers of Git LFS stand for, by http and https (a server of ssh says where); without it they are only named',
  }),
});
export type GitInput = Static<typeof GitInput>;

export const PerforceInput = Model('PerforceInstance', {
  url: optional(LONGEST_URL, '<protocol>:<host>:<port>/<depot>; by default the configured address of the server'),
  ...login,
  branchSpec: optional(255, '<Depot>/<ProjectPath>'),
  changeListNum: optional(255, 'Change list; if label is blank too, the head'),
  label: optional(255, 'Label'),
});
export type PerforceInput = Static<typeof PerforceInput>;

export const SubversionInput = Model('SubversionInstance', {
  url: Text(LONGEST_URL, '<protocol>://<host>/<svnroot>/<repository>; @N at its end is a peg revision', {
    minLength: 1,
  }),
  ...login,
  revisionNumber: optional(255, 'Revision'),
});
export type SubversionInput = Static<typeof SubversionInput>;

export const TfsInput = Model('TfsInstance', {
  url: Text(LONGEST_URL, '<protocol>:<host>:<port>/<collection>/<project>', { minLength: 1 }),
  username: Text(255, 'User', { minLength: 1 }),
  password: Text(255, 'Password; the mask of a listing keeps the stored one while url and user stay the same', {
    minLength: 1,
  }),
  changeSet: optional(255, 'Change set; if label is absent too, the latest'),
  label: optional(255, 'Label'),
});
export type TfsInput = Static<typeof TfsInput>;

const shown = Type.Optional(Type.String());
export const LastSync = Model('ScmLastSync', {
  isGood: Type.Boolean({ description: 'Whether the last attempt succeeded' }),
  attemptedOn: Type.String(),
  synchronisedOn: Type.String({ description: 'The last good one; blank if there was none' }),
  jobId: Type.Optional(Type.Integer({ description: 'The job of the last attempt' })),
  error: Type.String({ description: 'Why it failed' }),
  sources: Type.Array(
    Model('ScmSource', {
      folder: Type.String({ description: 'The folder of the code base' }),
      url: Type.String(),
      asked: Type.String({ description: 'branch main, tag v1, commit 1234, HEAD, submodule' }),
      revision: Type.String({ description: 'The commit' }),
      part: Type.Optional(Type.String({ description: 'The folder of the repository, if only that is taken' })),
      attached: Type.Optional(
        Type.String({ description: 'Of an image: another text means that something else is attached to it' }),
      ),
    }),
    { description: 'What the last good one brought' },
  ),
});
export const ScmList = Model('ScmInstances', {
  propertyList: Type.Array(
    Model('ScmInstance', {
      instanceId: Type.Integer(),
      scmType: ScmType('Kind of system'),
      url: Type.String(),
      userName: shown,
      username: Type.Optional(Type.String({ description: 'The name in TFS instances' })),
      password: Type.String({ description: 'A mask, or blank if no password is stored' }),
      branch: shown,
      commitId: shown,
      tag: shown,
      expansionLevel: Type.Optional(Type.Integer()),
      deleteArchiveAfterExpand: Type.Optional(Type.Boolean()),
      archiveDirSuffix: shown,
      fetchLfs: Type.Optional(Type.Boolean()),
      branchSpec: shown,
      changeListNum: shown,
      revisionNumber: shown,
      changeSet: shown,
      label: shown,
      folder: Type.String({ description: 'The folder of its code in the code base' }),
      lastSync: Type.Optional(LastSync),
    }),
  ),
  scmtype: Type.String({ description: 'Kind asked for, or ALL' }),
  removedFolders: Type.Optional(
    Type.Array(Type.String(), {
      description: 'Folders of deleted instances whose code is in the project until the next synchronisation',
    }),
  ),
});

export const SyncQueued = Model('ScmSyncQueued', {
  message: Type.String(),
  id: Type.Integer({ description: 'The job' }),
});
