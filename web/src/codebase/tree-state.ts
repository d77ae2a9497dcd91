// The state of the tree of the code base: open folders, loaded pages, and the rows to draw. Folders load page by page,
// so a folder of 10,000 files costs only what the user scrolls to.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { wordsOf } from '../api/client.ts';
import type { CodebaseEntry } from '../api/models.ts';
import { fetchFolderPage } from './queries.ts';

export interface TreeFolder {
  entries: CodebaseEntry[];
  /** Where the next page begins. Null if all pages are loaded. */
  next: string | null;
  isOpen: boolean;
  isLoading: boolean;
  error: string;
}

export type TreeRow =
  | { kind: 'entry'; key: string; level: number; entry: CodebaseEntry; isOpen: boolean; isLoading: boolean }
  | { kind: 'more'; key: string; level: number; folderPath: string }
  | { kind: 'error'; key: string; level: number; folderPath: string; message: string };

/** How much of a folder is loaded. */
type Extent = Pick<TreeFolder, 'entries' | 'next'>;
type Folders = ReadonlyMap<string, TreeFolder>;

const UNSEEN: TreeFolder = { entries: [], next: '', isOpen: false, isLoading: false, error: '' };

export interface CodebaseTree {
  rows: TreeRow[];
  root: TreeFolder;
  toggle: (folderPath: string, isOpen?: boolean) => void;
  loadMore: (folderPath: string) => void;
  /** Opens the folders above a file and fetches pages until the file is loaded. */
  reveal: (filePath: string) => Promise<void>;
  /** Fetches everything that is shown again. Open folders stay open. */
  renew: () => void;
  /** Stores that the review mark of one file has changed. */
  markReviewed: (filePath: string, isReviewed: boolean) => void;
}

export function useCodebaseTree(projectId: number): CodebaseTree {
  const [folders, setFolders] = useState<Folders>(new Map());
  // The current state, for steps that follow each other faster than the page is drawn.
  const known = useRef<Folders>(folders);
  const set = useCallback((path: string, what: Partial<TreeFolder>) => {
    const next = new Map(known.current).set(path, { ...UNSEEN, ...known.current.get(path), ...what });
    known.current = next;
    setFolders(next);
  }, []);

  /** Several loads of a folder may run at once. If the folder has changed since a request, the load is repeated. */
  const load = useCallback(
    async (path: string, fetchEntries: (folder: TreeFolder) => Promise<Extent>) => {
      for (let isDone = false; !isDone; ) {
        const folder = known.current.get(path);
        if (!folder) return;
        const { entries, next } = await fetchEntries(folder);
        isDone = known.current.get(path)?.entries === folder.entries;
        if (isDone) set(path, { entries, next });
      }
    },
    [set],
  );

  const loadMore = useCallback(
    async (path: string) => {
      const { isLoading, next } = known.current.get(path) ?? UNSEEN;
      if (isLoading || next === null) return;
      set(path, { isLoading: true, error: '' });
      try {
        await load(path, (folder) => fetchBehind(projectId, path, folder));
        set(path, { isLoading: false });
      } catch (error) {
        set(path, { isLoading: false, error: wordsOf(error) });
      }
    },
    [projectId, set, load],
  );

  const renew = useCallback(() => {
    // Closed folders are loaded when the user opens them.
    known.current = new Map([...known.current].filter(([, folder]) => folder.isOpen));
    setFolders(known.current);
    for (const path of known.current.keys())
      load(path, (folder) => fetchAgain(projectId, path, folder)).catch(() => {
        // Keeps showing the old rows during the load, as all refetches do.
      });
  }, [projectId, load]);

  const open = useCallback(
    async (path: string) => {
      for (let next: string | undefined = path; next !== undefined; ) {
        set(next, { isOpen: true });
        const isNew: boolean = (known.current.get(next)?.entries.length ?? 0) === 0;
        if (isNew) await loadMore(next);
        next = isNew ? onlyFolderIn(known.current.get(next)) : undefined;
      }
    },
    [set, loadMore],
  );

  useEffect(() => {
    known.current = new Map();
    void open('');
  }, [open]);

  const toggle = useCallback(
    (path: string, isOpen = !known.current.get(path)?.isOpen) => {
      if (isOpen) void open(path);
      else set(path, { isOpen: false });
    },
    [open, set],
  );

  const reveal = useCallback(
    async (filePath: string) => {
      for (const [folderPath, childPath] of stepsTo(filePath)) {
        await open(folderPath);
        for (;;) {
          const folder = known.current.get(folderPath);
          if (folder === undefined || folder.next === null || folder.error) break;
          if (folder.entries.some(({ path }) => path === childPath)) break;
          if (folder.isLoading) await new Promise((resolve) => setTimeout(resolve, 50));
          else await loadMore(folderPath);
        }
      }
    },
    [open, loadMore],
  );

  const markReviewed = useCallback(
    (filePath: string, isReviewed: boolean) => {
      const folderPath = parentOf(filePath);
      const folder = known.current.get(folderPath);
      if (!folder) return;
      set(folderPath, {
        entries: folder.entries.map((entry) => (entry.path === filePath ? { ...entry, isReviewed } : entry)),
      });
    },
    [set],
  );

  const rows = useMemo(() => rowsOf(folders), [folders]);
  return {
    rows,
    root: folders.get('') ?? { ...UNSEEN, isLoading: true },
    toggle,
    loadMore,
    reveal,
    renew,
    markReviewed,
  };
}

async function fetchBehind(projectId: number, path: string, { entries, next }: Extent): Promise<Extent> {
  if (next === null) return { entries, next };
  const page = await fetchFolderPage(projectId, path, next);
  return { entries: [...entries, ...page.entries], next: page.next };
}

/** Loads a folder again from its beginning, as far as it was loaded before. */
async function fetchAgain(projectId: number, path: string, before: Extent): Promise<Extent> {
  let extent = await fetchBehind(projectId, path, UNSEEN);
  while (extent.next !== null && extent.entries.length < before.entries.length)
    extent = await fetchBehind(projectId, path, extent);
  return extent;
}

/**
 * If a folder contains one folder only, returns the path of the inner one, so that both open together. Most archives
 * have one folder at their root.
 */
export function onlyFolderIn(folder: TreeFolder | undefined): string | undefined {
  if (folder?.next !== null || folder.entries.length !== 1) return undefined;
  const [entry] = folder.entries;
  return entry?.kind === 'folder' ? entry.path : undefined;
}

/** All open rows of the tree from top to bottom. */
export function rowsOf(folders: Folders): TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(folders, '', 0, rows);
  return rows;
}

function addRows(folders: Folders, folderPath: string, level: number, rows: TreeRow[]): void {
  const folder = folders.get(folderPath);
  if (!folder) return;
  for (const entry of folder.entries) {
    const child = entry.kind === 'folder' ? folders.get(entry.path) : undefined;
    const isOpen = child?.isOpen ?? false;
    rows.push({
      kind: 'entry',
      key: `${entry.kind}:${entry.path}`,
      level,
      entry,
      isOpen,
      isLoading: child?.isLoading ?? false,
    });
    if (isOpen) addRows(folders, entry.path, level + 1, rows);
  }
  if (folder.error) rows.push({ kind: 'error', key: `error:${folderPath}`, level, folderPath, message: folder.error });
  else if (folder.next !== null && folder.entries.length > 0)
    rows.push({ kind: 'more', key: `more:${folderPath}`, level, folderPath });
}

/** For `a/b/c.ts`: in the root `a`, in `a` `a/b`, in `a/b` `a/b/c.ts`. */
export function stepsTo(filePath: string): [folderPath: string, childPath: string][] {
  const parts = filePath.split('/');
  return parts.map((_, at) => [parts.slice(0, at).join('/'), parts.slice(0, at + 1).join('/')]);
}

export function parentOf(path: string): string {
  return path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '';
}
