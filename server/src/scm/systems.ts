// The source control systems. A system without `load` has its instances stored and listed; asking it is refused in a sentence that names it.
import { valueFor } from '@assay/scanner/items';
import type { ScmType } from '../domain/scm-address.ts';
import { ScmError, type ScmMember, type ScmSystem } from './member.ts';

const SYSTEMS: ReadonlyMap<ScmType, ScmMember> = new Map(
  (
    [
      { type: 'GIT', name: 'Git', folder: 'git', load: async () => (await import('./git/index.ts')).git },
      {
        type: 'SUBVERSION',
        name: 'Subversion',
        folder: 'svn',
        load: async () => (await import('./subversion/index.ts')).subversion,
      },
      { type: 'PERFORCE', name: 'Perforce', folder: 'p4' },
      { type: 'TFS', name: 'TFS', folder: 'tfs', load: async () => (await import('./tfs/index.ts')).tfs },
    ] satisfies ScmMember[]
  ).map((member) => [member.type, member]),
);

/** `git.0` */
export function folderOfInstance(type: ScmType, instanceId: number): string {
  return `${valueFor(SYSTEMS, type).folder}.${instanceId}`;
}

export async function systemOf(type: ScmType): Promise<ScmSystem> {
  const { name, load } = valueFor(SYSTEMS, type);
  if (load) return load();
  throw new ScmError(
    'program',
    `Assay cannot fetch from ${name} yet: instances of the type ${type} are stored, but not built to be tested or synchronised. Delete the instance to scan without it.`,
  );
}
