// What a synchronisation brought: one revision of one repository, for people and programs. Pure.

export interface ScmRevision {
  /** The folder of the code base: `git.0/name`. */
  folder: string;
  /** Without user and password. */
  url: string;
  /** As it was asked for: `branch main`, `tag v1`, `commit 1234`, or what the server chose. */
  asked: string;
  /** Commit id, revision or change list. */
  revision: string;
  /** If only a folder of the repository was asked for. */
  part?: string;
  /** What the system calls the repository, where an address alone does not tell that another one took its place. */
  repository?: string;
  /** Of an image: the digest of what is attached to it, and of what was found about its signatures; absent if there is nothing. */
  attached?: string;
}

/** What a submodule is asked for: the commit around it names its own, so it changes with that alone. */
export const SUBMODULE = 'submodule';

const SHOWN_DIGITS = 12;

/** `git.0/name at 1234567890ab (branch main)` */
export function revisionWords({ folder, revision, asked }: ScmRevision): string {
  const shown = /^[0-9a-f]{40,}$/.test(revision) ? revision.slice(0, SHOWN_DIGITS) : revision;
  return `${folder} at ${shown} (${asked})`;
}

/** Two synchronisations with the same text bring the same files. */
export function sourceDigestText(settings: Record<string, unknown>, revisions: readonly ScmRevision[]): string {
  const { expansionLevel = 1, archiveDirSuffix = '', deleteArchiveAfterExpand = false, fetchLfs = false } = settings;
  const isExpanded = Number(expansionLevel) > 1;
  return JSON.stringify([
    'Version 1',
    isExpanded ? [expansionLevel, archiveDirSuffix, deleteArchiveAfterExpand] : [],
    revisions
      .filter(({ asked }) => asked !== SUBMODULE)
      .map(({ folder, url, part, revision, repository, attached }) => [
        ...[folder, url, part ?? '', revision],
        ...(repository === undefined ? [] : [repository]),
        ...(attached === undefined ? [] : ['attached', attached]),
      ]),
    ...(fetchLfs === true ? ['with files of Git LFS'] : []),
  ]);
}
