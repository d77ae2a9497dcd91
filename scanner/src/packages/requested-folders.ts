// The folders into which manifests say that their requests are put: submodules of git, and sources that CMake takes from a folder. Pure.

import type { Draft } from './describe.ts';
import type { FilePackages } from './files.ts';
import { heldFolder } from './held-folders.ts';

/** The drafts of such requests by folder. The folders must have been compared with the tree (`withoutMissing`). */
export function foldersOfRequests(
  files: readonly FilePackages[],
  drafts: ReadonlyMap<string, Draft>,
): Map<string, Draft> {
  const folders = new Map<string, Draft>();
  for (const { path, packages } of files)
    for (const found of packages) {
      if (found.role !== 'requires' || found.folder === undefined) continue;
      const { folder } = heldFolder(path, found);
      const draft = drafts.get(found.purl);
      if (draft !== undefined && folder !== '' && !folders.has(folder)) folders.set(folder, draft);
    }
  return folders;
}
