// Files and folders that the user has selected in the tree, to change all of them at once.
import { useCallback, useMemo, useState } from 'react';
import type { CodebaseEntry } from '../api/models.ts';

export interface Selection {
  entries: CodebaseEntry[];
  has: (entry: CodebaseEntry) => boolean;
  toggle: (entry: CodebaseEntry) => void;
  clear: () => void;
}

/** The selection in the form that operations on the files of an item take. A folder means all files below it. */
export interface Paths {
  filePaths: string[];
  folderPaths: string[];
}

const keyOf = ({ kind, path }: CodebaseEntry) => `${kind}:${path}`;

export function useSelection(): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, CodebaseEntry>>(new Map());
  const toggle = useCallback(
    (entry: CodebaseEntry) =>
      setChosen((old) => {
        const next = new Map(old);
        if (!next.delete(keyOf(entry))) next.set(keyOf(entry), entry);
        return next;
      }),
    [],
  );
  const clear = useCallback(() => setChosen(new Map()), []);
  return useMemo(
    () => ({ entries: [...chosen.values()], has: (entry) => chosen.has(keyOf(entry)), toggle, clear }),
    [chosen, toggle, clear],
  );
}

export function pathsOf(entries: readonly CodebaseEntry[]): Paths {
  const of = (kind: CodebaseEntry['kind']) => entries.filter((entry) => entry.kind === kind).map(({ path }) => path);
  return { filePaths: of('file'), folderPaths: of('folder') };
}

/** `src/a.c`, or `2 files and 1 folder`. */
export function pathsText({ filePaths, folderPaths }: Paths): string {
  const [first, ...others] = [...filePaths, ...folderPaths];
  if (first !== undefined && others.length === 0) return first;
  const part = (count: number, one: string) => (count === 0 ? '' : `${count} ${one}${count === 1 ? '' : 's'}`);
  return [part(filePaths.length, 'file'), part(folderPaths.length, 'folder')].filter(Boolean).join(' and ');
}
