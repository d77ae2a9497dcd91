// The version that a vendored folder states about itself: in its build files, a file VERSION, a header or its README. Pure.
import type { FilePackages } from './files.ts';
import { folderOf } from './folders.ts';

export interface StatedVersion {
  version: string;
  path: string;
  line: number;
  isInParts?: true;
}

/** Folders inside a library that may have the header with its version. */
const INNER = /(?:^|\/)(?:include|inc|src|source)(?:\/[^/]+)?$/i;

/** By folder: the version that the most trusted file states. A folder `include` or `src` speaks for the folder around it. */
export function versionsOfFolders(files: readonly FilePackages[]): (folder: string) => StatedVersion | undefined {
  const best = new Map<string, StatedVersion & { trust: number }>();
  for (const { path, packages } of files)
    for (const { defines } of packages) {
      if (defines?.project === undefined) continue;
      const { version, line, isInParts } = defines.project;
      const own = folderOf(path);
      const isInner = INNER.test(own);
      const folder = own.replace(INNER, '');
      const trust = trustIn(path) - (isInner ? 1 : 0);
      const known = best.get(folder);
      if (known === undefined || trust > known.trust || (trust === known.trust && path < known.path))
        best.set(folder, { version, path, line, ...(isInParts && { isInParts }), trust });
    }
  return (folder) => {
    const found = best.get(folder);
    if (found === undefined) return undefined;
    const { trust: _, ...stated } = found;
    return stated;
  };
}

/** Build files are read by programs, and READMEs by people only. */
function trustIn(path: string): number {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (name.startsWith('readme')) return 0;
  return /\.h(?:h|pp|xx)?(?:\.in)?$/.test(name) ? 2 : name.startsWith('version') ? 4 : 6;
}
