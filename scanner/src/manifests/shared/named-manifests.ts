// Paths of manifests that other manifests name. Knows paths only; analyze/named-manifests.ts finds the files in a tree.
import type { NamedManifest } from '../../definitions.ts';
import type { Found } from '../../findings.ts';

/** No project names more; a hostile file may. */
const MOST_NAMES = 20_000;
const LONGEST_PATH = 1000;

/** Each named file once, with the line that names it first. Addresses and names with variables are no paths in the code base. */
export function withinBounds(named: readonly NamedManifest[]): Found<NamedManifest[]> {
  const distinct = new Map<string, NamedManifest>();
  for (const one of named) {
    if (!isPlainPath(one.path)) continue;
    const key = `${one.manifest} ${one.path}`;
    if (!distinct.has(key)) distinct.set(key, one);
  }
  const findings = [...distinct.values()];
  if (findings.length <= MOST_NAMES) return { findings, issues: [] };
  const message = `The file names ${findings.length} other manifests; only the first ${MOST_NAMES} of them are read.`;
  return { findings: findings.slice(0, MOST_NAMES), issues: [{ code: 'bad-manifest', path: '', message }] };
}

function isPlainPath(path: string): boolean {
  return path !== '' && path.length <= LONGEST_PATH && !/^[\w+.@-]+:|[$*?{}<>|\u0000-\u001f]/.test(path);
}

/** The paths at which the named file may be, the likeliest first; none if it is outside of the code base. */
export function candidatePaths(from: string, { path, isFromOuterFolder }: NamedManifest): string[] {
  const folder = from.slice(0, Math.max(0, from.lastIndexOf('/')));
  if (isFromOuterFolder !== true) {
    const one = resolvedPath(folder, path);
    return one === undefined ? [] : [one];
  }
  const relative = path.replace(/^\/+/, '');
  return outerFolders(folder).flatMap((outer) => resolvedPath(outer, relative) ?? []);
}

/** The path below the root of the code base; undefined if it leads out of it. */
export function resolvedPath(folder: string, relative: string): string | undefined {
  if (relative.startsWith('/')) return undefined;
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '..') {
      if (parts.pop() === undefined) return undefined;
    } else if (part !== '.' && part !== '') parts.push(part);
  }
  return parts.length === 0 ? undefined : parts.join('/');
}

/** A hostile path has thousands of folders; a file is looked for in the nearest ones. */
const MOST_OUTER_FOLDERS = 32;

/** The folder and those around it, to the root. */
function outerFolders(folder: string): string[] {
  const folders = [folder];
  for (let at = folder; at !== '' && folders.length < MOST_OUTER_FOLDERS; ) {
    at = at.slice(0, Math.max(0, at.lastIndexOf('/')));
    folders.push(at);
  }
  return folders;
}
