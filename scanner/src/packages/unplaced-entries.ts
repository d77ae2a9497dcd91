// Finds the code of entries of cgmanifest.json, which names no folders: a folder with the entry's name, or files that a recogniser knows. An entry
// without either makes no component, because no file proves that it is used. Pure; linear in folders and their depth.

import type { Issue, PackageFinding } from '../findings.ts';
import { libraryNames } from '../libraries/index.ts';
import { isBelowVendorPlace } from '../manifests/shared/vendor-places.ts';
import { componentOf } from './describe.ts';
import type { FilePackages } from './files.ts';
import { folderOf, outwards } from './folders.ts';

/** Entries with their folders, and issues for those that were left out. */
export interface PlacedEntries<File> {
  files: File[];
  issues: Issue[];
}

/** Headings of other lists may be titles (`Noto Sans`), which no folder has as its name. The folders inside archives are not known. */
export function isUnplaced(path: string, { role, folder, inNotice }: PackageFinding): boolean {
  if (role !== 'holds' || folder !== undefined || path.includes('!/')) return false;
  return inNotice === true || LIST_WITHOUT_FOLDERS.test(path);
}

const LIST_WITHOUT_FOLDERS = /(?:^|\/)cgmanifest(?:\.[^/]+)?\.json$/i;

/** `folders` are all folders of the tree; the folders around them need not be among them. */
export function withFoundFolders<File extends FilePackages>(
  files: readonly File[],
  folders: Iterable<string>,
): PlacedEntries<File> {
  const unplaced = files.filter(({ path, packages }) => packages.some((found) => isUnplaced(path, found)));
  if (unplaced.length === 0) return { files: [...files], issues: [] };
  const entries = unplaced.flatMap(({ path, packages }) => packages.filter((found) => isUnplaced(path, found)));
  const folderNamed = createFolderSearch(entries, folders);
  const recognised = createCopySearch(entries, files);
  const issues: Issue[] = [];
  const place = (path: string, found: PackageFinding): PackageFinding | undefined => {
    if (!isUnplaced(path, found)) return found;
    const folder = folderNamed(folderOf(path), found);
    // A text for people names much that is elsewhere; what it names is here only in a place for the code of others.
    if (found.inNotice) return folder !== undefined && isBelowVendorPlace(folder) ? { ...found, folder } : undefined;
    if (folder !== undefined) return { ...found, folder };
    const copies = recognised(folderOf(path), componentOf(found.purl));
    // Where the files themselves state the version, they need no list.
    if (copies === 'with a version' && found.version !== '') return undefined;
    if (copies !== undefined) return found;
    issues.push(notFoundIssue(path, found));
    return undefined;
  };
  const changed = new Set(unplaced);
  const placed = files.map((file): File => {
    if (!changed.has(file)) return file;
    return { ...file, packages: file.packages.flatMap((found) => place(file.path, found) ?? []) };
  });
  return { files: placed, issues };
}

function notFoundIssue(path: string, { name, line }: PackageFinding): Issue {
  const place = line === undefined ? '' : `Line ${line}: `;
  const message = `${place}No folder beside or below this list has the name of "${name}"; without its files, the entry makes no component.`;
  return { code: 'bad-manifest', path, message };
}

/** The folder of an entry relative to its list: the list's own, or the outermost one below it. */
export function createFolderSearch(
  entries: readonly PackageFinding[],
  folders: Iterable<string>,
  keysOf: (entry: PackageFinding) => string[] = namesOf,
) {
  const wanted = new Set(entries.flatMap(keysOf));
  /** By outer folder and key: the outermost folder below it that has this key, and the first of equals. */
  const outermost = new Map<string, string>();
  const seen = new Set(['']);
  for (const deepest of folders)
    for (let folder = deepest; !seen.has(folder); folder = folderOf(folder)) {
      seen.add(folder);
      const key = bareName(baseOf(folder));
      if (!wanted.has(key)) continue;
      for (const outer of outwards(folderOf(folder))) {
        const at = `${outer}\n${key}`;
        const known = outermost.get(at);
        if (known === undefined || isFurtherOut(folder, known)) outermost.set(at, folder);
      }
    }
  return (listFolder: string, entry: PackageFinding): string | undefined => {
    const keys = keysOf(entry);
    if (listFolder !== '' && keys.includes(bareName(baseOf(listFolder)))) return '';
    for (const key of keys) {
      const folder = outermost.get(`${listFolder}\n${key}`);
      if (folder !== undefined) return listFolder === '' ? folder : folder.slice(listFolder.length + 1);
    }
    return undefined;
  };
}

type Recognised = 'with a version' | 'without a version';

/** Whether recognisers found files of a component in a folder or below it. */
function createCopySearch(entries: readonly PackageFinding[], files: readonly FilePackages[]) {
  const wanted = new Set(entries.map(({ purl }) => componentOf(purl)));
  const below = new Map<string, Recognised>();
  for (const { path, packages } of files)
    for (const { role, purl, version } of packages) {
      if (role !== 'copies' || !wanted.has(componentOf(purl))) continue;
      for (const outer of outwards(folderOf(path))) {
        const at = `${outer}\n${componentOf(purl)}`;
        if (version !== '' || !below.has(at)) below.set(at, version === '' ? 'without a version' : 'with a version');
      }
    }
  return (listFolder: string, component: string) => below.get(`${listFolder}\n${component}`);
}

/** The names that the folder of an entry may have. */
function namesOf({ name, purl }: PackageFinding): string[] {
  const names = [name, ...libraryNames(componentOf(purl)).names].map(bareName);
  return [...new Set(names)].filter((key) => key !== '');
}

/** `libpng-1.6.43` is `png`; a name that begins with its numbers stays whole, such as `7zip`. */
export function bareName(name: string): string {
  const lower = name.toLowerCase();
  const bare = plain(lower.replace(/[-_.]?v?\d.*$/, '').replace(/^lib/, ''));
  return bare === '' ? plain(lower) : bare;
}

function plain(name: string): string {
  return name.replace(/[^\p{L}\p{N}]/gu, '');
}

function isFurtherOut(folder: string, known: string): boolean {
  const depths = [folder, known].map((one) => one.split('/').length);
  return depths[0] !== depths[1] ? Number(depths[0]) < Number(depths[1]) : folder < known;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
