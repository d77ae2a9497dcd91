// Folders that lists of third-party code name. An entry makes no component if the tree does not have its folder: no file proves that it is
// used. Pure.
import type { Issue, PackageFinding } from '../findings.ts';
import type { FilePackages } from './files.ts';
import { folderOf, joined, outwards } from './folders.ts';
import { createSimilarFolders, type MissingEntry } from './similar-folders.ts';
import { bareName, isUnplaced, withFoundFolders } from './unplaced-entries.ts';

/** Lists that describe the folder around their own folder. */
const COPYRIGHT_OF_SOURCE = /(?:^|\/)(?:debian\/copyright(?:\.[\w-]+)?|\.reuse\/dep5)$/;

/** Machine-readable copyright files of other names lie anywhere in the sources that they describe. */
const OF_SOURCES = /\.dep5$/i;

/** The folder of an entry in a list. A file of a single-file library is its own folder. A folder shared with other entries belongs to none of them. */
export function heldFolder(path: string, { folder, within }: PackageFinding): { folder: string; isOwned: boolean } {
  const own = COPYRIGHT_OF_SOURCE.test(path) ? folderOf(folderOf(path)) : folderOf(path);
  if (folder === undefined) return { folder: within === undefined ? own : joined(own, within), isOwned: false };
  // A path that leads out of the tree stays at the root.
  return { folder: joined(own, folder), isOwned: true };
}

/** Whether some list names a folder, so that the folders of the tree are needed. */
export function namesFolders(files: readonly FilePackages[]): boolean {
  return files.some(({ path, packages }) =>
    packages.some((found) => isOfFolder(path, found) || isUnplaced(path, found)),
  );
}

/** Leaves out entries whose folder is not in the tree. `folders` are all folders of the tree. */
export function withoutMissing<File extends FilePackages>(
  files: readonly File[],
  folders: Iterable<string>,
): { files: File[]; issues: Issue[] } {
  const all = [...folders];
  const { files: placed, issues } = withFoundFolders(files, all);
  const folderInTree = createFolderLookup(all);
  const exactly = (path: string, found: PackageFinding): PackageFinding | undefined => {
    const fromRoot = inOuterFolder(path, found, folderInTree);
    if (fromRoot !== undefined) return fromRoot;
    for (const place of placesOf(found)) {
      const { folder: written } = heldFolder(path, place);
      const folder = folderInTree(written);
      if (folder !== undefined) return inFolder(path, place, written, folder);
    }
    return OF_SOURCES.test(path)
      ? inOuterFolder(path, { ...found, folder: `/${found.folder ?? ''}` }, folderInTree)
      : undefined;
  };
  const similar = similarFolders(placed, all, exactly);
  let known: ReadonlySet<string> | undefined;
  const isFolder = (folder: string) => {
    known ??= new Set(all.flatMap(outwards));
    return known.has(folder);
  };
  const inTree = (path: string, found: PackageFinding): PackageFinding | undefined => {
    if (!isOfFolder(path, found)) return found;
    // Git and CMake bring it into the folder later.
    if (found.role === 'requires') return exactly(path, found) ?? { ...found, folder: undefined };
    const there = exactly(path, found) ?? (found.inNotice ? undefined : similar(missingEntry(path, found)));
    if (found.inNotice) return there !== undefined && isFolder(heldFolder(path, there).folder) ? there : undefined;
    if (there !== undefined) return there;
    if (found.folder === undefined) return { ...found, within: undefined };
    issues.push(missingIssue(path, found));
    return undefined;
  };
  const present = placed.map((file): File => {
    if (!file.packages.some((found) => isOfFolder(file.path, found))) return file;
    return { ...file, packages: file.packages.flatMap((found) => inTree(file.path, found) ?? []) };
  });
  return { files: present, issues };
}

/** A folder with a slash before it is named from the root of a repository: the nearest folder around the list that has it. */
function inOuterFolder(
  path: string,
  found: PackageFinding,
  folderInTree: (folder: string) => string | undefined,
): PackageFinding | undefined {
  if (found.folder?.startsWith('/') !== true) return undefined;
  const own = folderOf(path);
  for (const outer of outwards(own)) {
    const folder = folderInTree(joined(outer, found.folder));
    if (folder === undefined) continue;
    const up = own === outer ? 0 : own.slice(outer === '' ? 0 : outer.length + 1).split('/').length;
    return { ...found, folder: `${'../'.repeat(up)}${outer === '' ? folder : folder.slice(outer.length + 1)}` };
  }
  return undefined;
}

function missingEntry(path: string, found: PackageFinding): MissingEntry {
  return { listFolder: heldFolder(path, { ...found, folder: undefined, within: undefined }).folder, found };
}

/** For entries whose folders are not there, although one with a like name may be. */
function similarFolders(
  files: readonly FilePackages[],
  folders: readonly string[],
  exactly: (path: string, found: PackageFinding) => PackageFinding | undefined,
): (entry: MissingEntry) => PackageFinding | undefined {
  const missing: MissingEntry[] = [];
  const taken = new Set<string>();
  for (const { path, packages } of files)
    for (const found of packages) {
      if (!isOfFolder(path, found)) continue;
      const there = exactly(path, found);
      if (there !== undefined) taken.add(heldFolder(path, there).folder.toLowerCase());
      else if (found.role === 'holds' && found.folder !== undefined && !found.inNotice)
        missing.push(missingEntry(path, found));
    }
  return missing.length === 0 ? () => undefined : createSimilarFolders(missing, folders, taken);
}

/** Where the folder of an entry may be: as its own heading names it, or in the folder that a heading above names. */
function placesOf(found: PackageFinding): PackageFinding[] {
  const { folder, within } = found;
  if (folder === undefined || within === undefined) return [found];
  return [found, { ...found, folder: joined(within, folder) }];
}

/** The entry with the name that its folder has in the tree, so that two lists that write it differently mean one folder. */
function inFolder(path: string, found: PackageFinding, written: string, folder: string): PackageFinding {
  const { folder: own } = heldFolder(path, { ...found, folder: undefined, within: undefined });
  if (folder === written || (own !== '' && !folder.startsWith(`${own}/`))) return found;
  const relative = own === '' ? folder : folder.slice(own.length + 1);
  return found.folder === undefined ? { ...found, within: relative } : { ...found, folder: relative };
}

/** Wrap files of Meson name the folder into which Meson downloads. The folders inside archives are not known. */
function isOfFolder(path: string, { role, folder = '', within = '' }: PackageFinding): boolean {
  return (
    (role === 'holds' || role === 'requires') &&
    folder + within !== '' &&
    !path.endsWith('.wrap') &&
    !path.includes('!/')
  );
}

function missingIssue(path: string, { name, line, folder = '' }: PackageFinding): Issue {
  const place = line === undefined ? '' : `Line ${line}: `;
  const message = `${place}The folder "${folder}" of "${name}" is not there; without its files, the entry makes no component.`;
  return { code: 'bad-manifest', path, message };
}

/**
 * Lists give the name of a library and not always that of its folder: `freetype` is in `freetype2` or `FreeType-2.13`. A file counts as there if its
 * folder is.
 */
function createFolderLookup(folders: Iterable<string>): (folder: string) => string | undefined {
  const known = new Map([['', '']]);
  const similar = new Map<string, string>();
  for (const folder of folders)
    for (let at = folder; !known.has(at.toLowerCase()); at = folderOf(at)) {
      known.set(at.toLowerCase(), at);
      const key = bareFolder(at.toLowerCase());
      const other = similar.get(key);
      if (other === undefined || at < other) similar.set(key, at);
    }
  return (written) => {
    const folder = written.toLowerCase();
    const found = known.get(folder) ?? similar.get(bareFolder(folder));
    if (found !== undefined) return found;
    return /\.[a-z0-9]{1,5}$/.test(folder) && known.has(folderOf(folder)) ? written : undefined;
  };
}

/** Without the version, and the beginning `lib`, of the last name. */
function bareFolder(folder: string): string {
  const parent = folderOf(folder);
  const name = folder.slice(parent === '' ? 0 : parent.length + 1);
  return `${parent}/${bareName(name)}`;
}
