// The source control systems as `assay scm add` offers them: the options of each, and the member of the server's operation that each option fills.
export interface ScmOption {
  member: string;
  type: 'string' | 'boolean';
  /** Shown in the help. */
  value: string;
  about: string;
}

export interface ScmSystem {
  /** As the server's operation is named. */
  name: 'Git' | 'Subversion' | 'Perforce' | 'TFS';
  type: 'GIT' | 'SUBVERSION' | 'PERFORCE' | 'TFS';
  userMember: string;
  /** False if the server has an address of its own. */
  needsUrl: boolean;
  options: Readonly<Record<string, ScmOption>>;
}

const text = (member: string, value: string, about: string): ScmOption => ({ member, type: 'string', value, about });

/** By the first part of the names of their folders: `git` of `git.0`. */
export const SCM_SYSTEMS: ReadonlyMap<string, ScmSystem> = new Map<string, ScmSystem>([
  [
    'git',
    {
      ...{ name: 'Git', type: 'GIT', userMember: 'userName', needsUrl: true },
      options: {
        branch: text('branch', 'NAME', 'branch; without branch, tag and commit: master, or else the default'),
        tag: text('tag', 'NAME', 'tag'),
        commit: text('commitId', 'ID', 'commit'),
        'expansion-level': text('expansionLevel', '1|2|3', 'archives: keep them, expand them, also those inside them'),
        'archive-suffix': text('archiveDirSuffix', 'TEXT', 'suffix of the folders of expanded archives'),
        'delete-archives': {
          member: 'deleteArchiveAfterExpand',
          type: 'boolean',
          value: '',
          about: 'leave out archives that were expanded',
        },
      },
    },
  ],
  [
    'svn',
    {
      ...{ name: 'Subversion', type: 'SUBVERSION', userMember: 'userName', needsUrl: true },
      options: { revision: text('revisionNumber', 'N', 'revision; the newest without it') },
    },
  ],
  [
    'p4',
    {
      ...{ name: 'Perforce', type: 'PERFORCE', userMember: 'userName', needsUrl: false },
      options: {
        'branch-spec': text('branchSpec', 'PATH', 'depot and path'),
        'change-list': text('changeListNum', 'N', 'change list; the newest without it'),
        label: text('label', 'NAME', 'label'),
      },
    },
  ],
  [
    'tfs',
    {
      ...{ name: 'TFS', type: 'TFS', userMember: 'username', needsUrl: true },
      options: {
        'change-set': text('changeSet', 'N', 'changeset; the newest without it'),
        label: text('label', 'NAME', 'label'),
      },
    },
  ],
]);

/** The options of all systems; `label` is one of two. */
export const ALL_SCM_OPTIONS: Readonly<Record<string, ScmOption>> = Object.assign(
  {},
  ...[...SCM_SYSTEMS.values()].map((system) => system.options),
);
