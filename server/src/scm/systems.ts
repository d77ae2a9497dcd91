// The source control systems; each loads its work when it is first asked.
import { valueFor } from '@assay/scanner/items';
import type { SourceType } from '../domain/scm/scm-address.ts';
import type { ScmMember, ScmSystem } from './member.ts';

const SYSTEMS: ReadonlyMap<SourceType, ScmMember> = new Map(
  (
    [
      { type: 'GIT', name: 'Git', folder: 'git', load: async () => (await import('./git/index.ts')).git },
      {
        type: 'SUBVERSION',
        name: 'Subversion',
        folder: 'svn',
        load: async () => (await import('./subversion/index.ts')).subversion,
      },
      {
        type: 'PERFORCE',
        name: 'Perforce',
        folder: 'p4',
        load: async () => (await import('./perforce/index.ts')).perforce,
      },
      {
        type: 'IMAGE',
        name: 'Container image',
        folder: 'image',
        load: async () => (await import('./image/index.ts')).image,
      },
      { type: 'PURL', name: 'Package', folder: 'purl', load: async () => (await import('./purl/index.ts')).purl },
      { type: 'TFS', name: 'TFS', folder: 'tfs', load: async () => (await import('./tfs/index.ts')).tfs },
    ] satisfies ScmMember[]
  ).map((member) => [member.type, member]),
);

/** `git.0` */
export function folderOfInstance(type: SourceType, instanceId: number): string {
  return `${valueFor(SYSTEMS, type).folder}.${instanceId}`;
}

export function systemOf(type: SourceType): Promise<ScmSystem> {
  return valueFor(SYSTEMS, type).load();
}
