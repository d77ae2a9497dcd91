// Finds libraries whose files were copied into the tree. Combines, folder by folder, what the files state (`copies`) and what lists beside them
// state (`holds`); the most trusted version wins. Pure; linear in the findings and the depth of their folders.

import type { PackageFinding } from '../findings.ts';
import { firstOf, lastOf, valueFor } from '../items.ts';
import { libraryNames, versionInFileName } from '../libraries/index.ts';
import { addFile, addStatement, addTexts, componentOf, type Draft, newDraft } from './describe.ts';
import type { FilePackages } from './files.ts';
import { folderOf, outwards } from './folders.ts';
import { heldFolder } from './held-folders.ts';
import type { FolderPlace } from './places.ts';
import { believedLists, type Group, isFile, type ListStatement } from './rival-lists.ts';

interface CopyInput extends FilePackages {
  place: FolderPlace | undefined;
}

/** Adds a package for each library in each folder. Drafts of declared packages must exist already, because they explain their own files. */
export function addCopies(inputs: readonly CopyInput[], drafts: Map<string, Draft>): void {
  const sorted = [...inputs].sort((a, b) => (a.path < b.path ? -1 : 1));
  const groups = joined(believedLists(groupsOf(sorted), versionOf));
  const owners = ownersOf(drafts, groups);
  for (const group of groups) {
    if (owners.explains(group)) continue;
    addGroup(group, owners.isInsideOther(group), drafts);
  }
}

function groupsOf(inputs: readonly CopyInput[]): Group[] {
  const groups = new Map<string, Group>();
  for (const { path, packages, place } of inputs) {
    for (const one of packages) {
      if (one.role !== 'copies' && one.role !== 'holds') continue;
      const component = componentOf(one.purl);
      const found = named(one, component, path);
      const { folder, isOwned } = found.role === 'holds' ? heldFolder(path, found) : libraryFolder(path, component);
      const key = `${component}\n${folder}`;
      const group = groups.get(key) ?? { component, folder, isOwned: false, statements: [] };
      group.isOwned ||= isOwned;
      group.statements.push({ path, found, place });
      groups.set(key, group);
    }
  }
  return [...groups.values()];
}

/** A file without a version may have it in its name, which people change less often than the banner. */
function named(found: PackageFinding, component: string, path: string): PackageFinding {
  if (found.role !== 'copies' || found.version !== '') return found;
  const version = versionInFileName(component, baseOf(path));
  if (version === '') return found;
  return { ...found, version, purl: `${component}@${version}`, confidence: 'MEDIUM' };
}

/** Generic names of folders inside a library. */
const INNER_FOLDERS = new Set([
  'include',
  'inc',
  'includes',
  'src',
  'source',
  'sources',
  'lib',
  'library',
  'public',
  'dist',
  'js',
  'css',
]);

/** The outermost folder with the library's name contains all of it; elsewhere only the recognised files are known to belong to it. */
function libraryFolder(path: string, component: string): { folder: string; isOwned: boolean } {
  const folder = folderOf(path);
  const segments = folder === '' ? [] : folder.split('/');
  const { names } = libraryNames(component);
  const at = segments.findIndex((segment) => names.has(segment.toLowerCase()) || names.has(bareName(segment)));
  if (at >= 0) return { folder: segments.slice(0, at + 1).join('/'), isOwned: true };
  while (segments.length > 0 && INNER_FOLDERS.has(lastOf(segments).toLowerCase())) segments.pop();
  return { folder: segments.join('/'), isOwned: false };
}

/** The folder that has the name of this library and contains the file; undefined if none has. */
export function folderOfCopy(path: string, purl: string): string | undefined {
  const { folder, isOwned } = libraryFolder(path, componentOf(purl));
  return isOwned ? folder : undefined;
}

/** `libpng-1.6.37` and `libpng16` mean libpng. */
function bareName(folder: string): string {
  return folder.toLowerCase().replace(/[-_.]?v?[0-9][0-9a-z._-]*$/, '');
}

/**
 * Files without a version belong to the copy around or below them that has one. Files with the banner of the original of a derived library belong
 * to the derived library if it is there (`yieldsTo`).
 */
function joined(groups: readonly Group[]): Group[] {
  const versioned = neighbours(groups.filter((group) => versionOf(group) !== undefined));
  const heirs = new Set(groups.flatMap(({ component }) => libraryNames(component).yieldsTo));
  const inheriting = neighbours(groups.filter(({ component }) => heirs.has(component)));
  return groups.filter((group) => {
    if (versionOf(group) !== undefined) return true;
    const near = versioned(group.component, group.folder);
    if (near !== undefined) {
      near.statements.push(...group.statements);
      return false;
    }
    return !libraryNames(group.component).yieldsTo.some((heir) => inheriting(heir, group.folder) !== undefined);
  });
}

/** Finds a group of a component in a folder, in folders around it or below it. */
function neighbours(groups: readonly Group[]): (component: string, folder: string) => Group | undefined {
  const at = new Map<string, Group>();
  const below = new Map<string, Group>();
  const put = (map: Map<string, Group>, folder: string, group: Group) => {
    const key = `${group.component}\n${folder}`;
    if (!map.has(key)) map.set(key, group);
  };
  for (const group of groups) {
    put(at, group.folder, group);
    for (const outer of outwards(group.folder)) put(below, outer, group);
  }
  return (component, folder) => {
    for (const outer of outwards(folder)) {
      const group = at.get(`${component}\n${outer}`);
      if (group !== undefined) return group;
    }
    return below.get(`${component}\n${folder}`);
  };
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

const WEIGHTS = { HIGH: 4, MEDIUM: 2, LOW: 1 } as const;
/** The file that users include has the current version; other files may contain code of earlier versions. */
const MAIN = 100;
/** A list may be older than the code beside it. */
const WEIGHT_OF_LISTS = 3;

/** The version with the most trusted votes, and the first of equals; undefined if none is named. */
function versionOf({ component, statements }: Group): string | undefined {
  const votes = new Map<string, number>();
  for (const { path, found } of statements) {
    if (found.version === '') continue;
    const isMain = libraryNames(component).mainFiles.has(baseOf(path));
    const weight = found.role === 'holds' ? WEIGHT_OF_LISTS : WEIGHTS[found.confidence ?? 'HIGH'] * (isMain ? MAIN : 1);
    votes.set(found.version, (votes.get(found.version) ?? 0) + weight);
  }
  let best: string | undefined;
  for (const [version, weight] of votes) if (best === undefined || weight > valueFor(votes, best)) best = version;
  return best;
}

function addGroup(group: Group, isInsideOther: boolean, drafts: Map<string, Draft>): void {
  const version = versionOf(group) ?? '';
  const speaking = group.statements.filter(({ found }) => found.version === version);
  const first = firstOf(speaking);
  const draft = draftOf(first.found, version, drafts);
  for (const { path, found, place } of group.statements) {
    addFile(draft, path, found, place?.name ?? '');
    addTexts(draft, found, path);
    addStatement(draft, place?.scope ?? 'runtime', !isInsideOther);
  }
  if (group.isOwned) {
    draft.folders.push(group.folder);
    if (isFile(group.folder)) draft.ownedFiles.push(group.folder);
  }
  if (!group.isOwned)
    for (const { path, found } of group.statements) if (found.role === 'copies') draft.ownedFiles.push(path);
  const copies = speaking.filter(({ found }) => found.role === 'copies');
  const { mainFiles } = libraryNames(group.component);
  // If only a list names the version, the files still show what they are.
  const shown = copies.length > 0 ? copies : group.statements.filter(({ found }) => found.role === 'copies');
  const proving = shown.find(({ path }) => mainFiles.has(baseOf(path))) ?? shown[0] ?? first;
  // A list may be older than the code and is seldom compared with it.
  const isKnown = version !== '' && copies.some(({ found }) => (found.confidence ?? 'HIGH') === 'HIGH');
  draft.about.confidence ??= isKnown ? 'HIGH' : speaking.length > 1 || version !== '' ? 'MEDIUM' : 'LOW';
  draft.copiedPaths.push(...copiedPaths(group.statements));
  draft.about.copied ??= {
    path: proving.path,
    ...lineOf(proving.found),
    words: proving.found.proof ?? '',
    paths: [],
    agreeing: 0,
  };
  draft.about.copied.agreeing += new Set(copies.map(({ path }) => path)).size;
}

function lineOf({ line }: { line?: number }): { line?: number } {
  return line === undefined ? {} : { line };
}

function copiedPaths(statements: readonly ListStatement[]): string[] {
  return statements.flatMap(({ path, found }) => (found.role === 'copies' ? [path] : []));
}

function draftOf(found: PackageFinding, version: string, drafts: Map<string, Draft>): Draft {
  const known = drafts.get(found.purl);
  if (known !== undefined) return known;
  const draft = newDraft({ ...found, version });
  drafts.set(found.purl, draft);
  return draft;
}

interface Owners {
  /** Whether a declared package is this library: then its files need no other explanation. */
  explains(group: Group): boolean;
  isInsideOther(group: Group): boolean;
}

function ownersOf(drafts: ReadonlyMap<string, Draft>, groups: readonly Group[]): Owners {
  const byFolder = new Map<string, { folder: string; component: string; name: string; isOwn: boolean }[]>();
  const add = (folder: string, component: string, name: string, isOwn: boolean) => {
    const some = byFolder.get(folder) ?? [];
    some.push({ folder, component, name, isOwn });
    byFolder.set(folder, some);
  };
  for (const { folders, about, isOwn } of drafts.values())
    for (const folder of folders) add(folder, componentOf(about.purl), about.name.toLowerCase(), isOwn);
  const declared = new Map(byFolder);
  for (const { folder, isOwned, component } of groups)
    if (isOwned) byFolder.set(folder, [...(byFolder.get(folder) ?? []), { folder, component, name: '', isOwn: false }]);
  return {
    explains: ({ folder, component }) => {
      const { names, isPublishedAs } = libraryNames(component);
      return around(declared, folder).some(
        (one) => one.component === component || names.has(one.name) || isPublishedAs(one.component),
      );
    },
    isInsideOther: ({ folder: own, sharedFolder: folder = own, component, isOwned }) =>
      // Two libraries of one folder do not belong to each other.
      around(byFolder, folder).some(
        (one) => !one.isOwn && one.component !== component && (!isOwned || one.folder !== folder),
      ),
  };
}

function around<Item>(byFolder: ReadonlyMap<string, Item[]>, from: string): Item[] {
  return outwards(from).flatMap((folder) => byFolder.get(folder) ?? []);
}
