// Finds the folders of entries in lists of third-party code whose names differ from those of the folders: `ngx-http-parser` is in `http-parser`,
// `function2` in `fu2/include/function2`, and `ankerl/svector` is a part of `ankerl`. Pure; linear in folders and their depth.
import type { PackageFinding } from '../findings.ts';
import { libraryCalled } from '../libraries/index.ts';
import { formatPurl, parsePurl } from '../purl/purl.ts';
import { folderOf, joined } from './folders.ts';
import { bareName, createFolderSearch } from './unplaced-entries.ts';

/** An entry that names a folder that is not there. */
export interface MissingEntry {
  /** The folder of its list. */
  listFolder: string;
  found: PackageFinding;
}

/** Folders in which libraries keep their headers or sources. */
const INNER = /^(?:include|inc|src|source|lib)$/i;

/** Returns the entry with the folder that it means; undefined if none is like it. `taken` are the folders that other entries name exactly. */
export function createSimilarFolders(
  missing: readonly MissingEntry[],
  folders: readonly string[],
  taken: ReadonlySet<string>,
): (entry: MissingEntry) => PackageFinding | undefined {
  const entries = missing.map(({ found }) => found);
  const byName = createFolderSearch(entries, folders, (entry) => [bareName(entry.name)]);
  const byPart = createFolderSearch(entries, folders, partsOf);
  const known = new Set(folders.map((folder) => folder.toLowerCase()));
  return ({ listFolder, found }) => {
    const inside = byName(listFolder, found)?.split('/') ?? [];
    while (inside.length > 1 && INNER.test(inside.at(-2) ?? '')) inside.splice(-2, 1);
    // `fu2/function2` after `include` was left out.
    const outer = inside.length === 2 && byName(listFolder, found)?.split('/').length !== 2 ? inside[0] : undefined;
    const part = byPart(listFolder, found);
    const like = outer ?? (part === undefined || part.includes('/') ? undefined : part);
    if (like !== undefined && like !== '' && !taken.has(joined(listFolder, like).toLowerCase()))
      return calledAs(found, like);
    const shared = folderOf(found.folder ?? '');
    if (shared === '' || !known.has(joined(listFolder, shared).toLowerCase())) return undefined;
    const { folder: _, ...rest } = found;
    return { ...rest, within: shared };
  };
}

/** The name without its first word, or without its last: a prefix or suffix of the project that keeps the code. */
function partsOf({ name }: PackageFinding): string[] {
  const words = name.split(/[-_ ]/).filter((word) => word !== '');
  if (words.length < 2) return [];
  return [words.slice(1), words.slice(0, -1)].map((some) => bareName(some.join('-'))).filter((key) => key.length > 2);
}

/** A library that is recognised by the name of its folder keeps the name by which it is recognised. */
function calledAs(found: PackageFinding, folder: string): PackageFinding {
  const library = libraryCalled(folder);
  const parts = library === undefined ? undefined : parsePurl(library.purl);
  if (parts === undefined || 'problem' in parts) return { ...found, folder };
  const { type, namespace, name } = parts.value;
  const purl = formatPurl({ type, namespace, name, version: found.version });
  if (!('value' in purl)) return { ...found, folder };
  return { ...found, purl: purl.value, type, namespace: namespace ?? '', name, folder };
}
