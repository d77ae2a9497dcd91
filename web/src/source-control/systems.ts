// The family of source control systems: the fields of an instance of each, and how it is saved. A system is an entry here.
import { api, bodyOf } from '../api/client.ts';
import type { GitInstance, ScmInstance } from '../api/models.ts';

export type ScmType = ScmInstance['scmType'];

/** What the form holds. Each system sends its own of them. */
export interface InstanceValues {
  url: string;
  user: string;
  password: string;
  branch: string;
  tag: string;
  commitId: string;
  revisionNumber: string;
  branchSpec: string;
  changeListNum: string;
  changeSet: string;
  label: string;
  expansionLevel: string;
  deleteArchiveAfterExpand: boolean;
  archiveDirSuffix: string;
  fetchLfs: boolean;
}

/** Fields for what is wanted of a repository; the latest state if they are blank. */
type WantedField =
  | 'branch'
  | 'tag'
  | 'commitId'
  | 'revisionNumber'
  | 'branchSpec'
  | 'changeListNum'
  | 'changeSet'
  | 'label';

interface Place {
  projectId: number;
  /** Undefined for a new one. */
  instanceId: number | undefined;
}

export interface ScmSystem {
  name: string;
  url: { label: string; description: string; placeholder: string; isNeeded: boolean };
  /** Whether user and password must be given, and what a blank user means otherwise. */
  user: { isNeeded: boolean; description: string };
  wanted: readonly { field: WantedField; label: string; placeholder?: string }[];
  /** Whether archives in the code can be expanded. */
  expands: boolean;
  /** Whether files may lie elsewhere, with pointers in their place. */
  hasLfs?: boolean;
  save(place: Place, values: InstanceValues): Promise<unknown>;
}

export const SCM_SYSTEMS: Readonly<Record<ScmType, ScmSystem>> = {
  GIT: {
    name: 'Git',
    url: {
      label: 'Repositories',
      description:
        'An address, or up to 50 separated by commas. Behind an address: ~~branch, ^^tag or >>commit, and then **folder.',
      placeholder: 'https://git.example.org/group/name.git~~main',
      isNeeded: true,
    },
    user: { isNeeded: false, description: 'Blank for anonymous access and ssh' },
    wanted: [
      { field: 'branch', label: 'Branch', placeholder: 'master' },
      { field: 'tag', label: 'Tag' },
      { field: 'commitId', label: 'Commit' },
    ],
    expands: true,
    hasLfs: true,
    save({ projectId, instanceId }, { url, user: userName, password, branch, commitId, tag, ...values }) {
      const { deleteArchiveAfterExpand, archiveDirSuffix, fetchLfs } = values;
      const expansionLevel = Number(values.expansionLevel) as GitInstance['expansionLevel'];
      const body = {
        ...{ url, userName, password, branch, commitId, tag },
        ...{ expansionLevel, deleteArchiveAfterExpand, archiveDirSuffix, fetchLfs },
      };
      return bodyOf(
        instanceId === undefined
          ? api.POST('/scmInstances/Git', { params: { query: { projectId } }, body })
          : api.PUT('/scmInstances/Git', { params: { query: { projectId, instanceId } }, body }),
      );
    },
  },
  SUBVERSION: {
    name: 'Subversion',
    url: {
      label: 'Address',
      description:
        'Of a repository or a folder in it, by http, https, svn, svn+ssh or file. @12 behind it is a peg revision.',
      placeholder: 'https://svn.example.org/repository/trunk',
      isNeeded: true,
    },
    user: { isNeeded: false, description: 'Blank for anonymous access and ssh' },
    wanted: [{ field: 'revisionNumber', label: 'Revision', placeholder: 'HEAD' }],
    expands: false,
    save({ projectId, instanceId }, { url, user: userName, password, revisionNumber }) {
      const body = { url, userName, password, revisionNumber };
      return bodyOf(
        instanceId === undefined
          ? api.POST('/scmInstances/Subversion', { params: { query: { projectId } }, body })
          : api.PUT('/scmInstances/Subversion', { params: { query: { projectId, instanceId } }, body }),
      );
    },
  },
  PERFORCE: {
    name: 'Perforce',
    url: {
      label: 'Address',
      description: 'Protocol (tcp or ssl), host, port and depot; blank for the server’s own address.',
      placeholder: 'ssl:perforce.example.org:1666/depot',
      isNeeded: false,
    },
    user: { isNeeded: false, description: 'Blank for the server’s own user' },
    wanted: [
      { field: 'branchSpec', label: 'Depot and path', placeholder: 'depot/project/main' },
      { field: 'changeListNum', label: 'Change list', placeholder: 'latest' },
      { field: 'label', label: 'Label' },
    ],
    expands: false,
    save({ projectId, instanceId }, { url, user: userName, password, branchSpec, changeListNum, label }) {
      const body = { url, userName, password, branchSpec, changeListNum, label };
      return bodyOf(
        instanceId === undefined
          ? api.POST('/scmInstances/Perforce', { params: { query: { projectId } }, body })
          : api.PUT('/scmInstances/Perforce', { params: { query: { projectId, instanceId } }, body }),
      );
    },
  },
  TFS: {
    name: 'TFS',
    url: {
      label: 'Address',
      description:
        'Of a project in Team Foundation Server or Azure DevOps, whose code is in TFVC: server, collection and project.',
      placeholder: 'https://tfs.example.org:8080/tfs/Collection/Project',
      isNeeded: true,
    },
    user: { isNeeded: true, description: 'With an access token, any user' },
    wanted: [
      { field: 'changeSet', label: 'Changeset', placeholder: 'latest' },
      { field: 'label', label: 'Label' },
    ],
    expands: false,
    save({ projectId, instanceId }, { url, user: username, password, changeSet, label }) {
      const body = { url, username, password, changeSet, label };
      return bodyOf(
        instanceId === undefined
          ? api.POST('/scmInstances/TFS', { params: { query: { projectId } }, body })
          : api.PUT('/scmInstances/TFS', { params: { query: { projectId, instanceId } }, body }),
      );
    },
  },
};

export function valuesOf(instance: Partial<ScmInstance> = {}): InstanceValues {
  const { url = '', userName, username, password = '', branch = '', commitId = '', tag = '' } = instance;
  const { revisionNumber = '', branchSpec = '', changeListNum = '', changeSet = '', label = '' } = instance;
  return {
    ...{ url, user: userName ?? username ?? '', password, branch, commitId, tag },
    ...{ revisionNumber, branchSpec, changeListNum, changeSet, label },
    expansionLevel: String(instance.expansionLevel ?? 1),
    deleteArchiveAfterExpand: instance.deleteArchiveAfterExpand ?? false,
    archiveDirSuffix: instance.archiveDirSuffix ?? '',
    fetchLfs: instance.fetchLfs ?? false,
  };
}
