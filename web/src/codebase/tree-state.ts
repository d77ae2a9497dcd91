// The code base as the tree shows it: which folders are open, what of them has come, and the rows that follow from it.
// Folders come page by page; a folder of 10,000 files costs what is scrolled to.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { wordsOf } from '../api/client.ts';
import type { CodebaseEntry } from '../api/models.ts';
import { fetchFolderPage } from './queries.ts';

export interface TreeFolder {
  entries: CodebaseEntry[];
  /** Where the next page begins; null when all has come. */
  next: string | null;
  isOpen: boolean;
  isLoading: boolean;
  error: string;
}

export type TreeRow =
  | { kind: 'entry'; key: string; level: number; entry: CodebaseEntry; isOpen: boolean; isLoading: boolean }
  | { kind: 'more'; key: string; level: number; folderPath: string }
  | { kind: 'error'; key: string; level: number; folderPath: string; message: string };

/** How far a folder has come. */
type Extent = Pick<TreeFolder, 'entries' | 'next'>;
type Folders = ReadonlyMap<string, TreeFolder>;

const UNSEEN: TreeFolder = { entries: [], next: '', isOpen: false, isLoading: false, error: '' };

export interface CodebaseTree {
  rows: TreeRow[];
  root: TreeFolder;
  toggle: (folderPath: string, isOpen?: boolean) => void;
  loadMore: (folderPath: string) => void;
  /** Opens the folders above a file, fetching pages until the file is there. */
  reveal: (filePath: string) => Promise<void>;
  /** Asks for all that is shown again; what is open stays open. */
  renew: () => void;
  /** Says of one file that its mark changed. */
  markReviewed: (filePath: string, isReviewed: boolean) => void;
}

export function useCodebaseTree(projectId: number): CodebaseTree {
  const [folders, setFolders] = useState<Folders>(new Map());
  // What has come so far, for steps that follow each other faster than the page is drawn.
  const known = useRef<Folders>(folders);
  const set = useCallback((path: string, what: Partial<TreeFolder>) => {
    const next = new Map(known.current).set(path, { ...UNSEEN, ...known.current.get(path), ...what });
    known.current = next;
    setFolders(next);
  }, []);

  /** Several loads of a folder may be under way: whose folder has changed since it was asked asks again. */
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
    // What lies in closed folders comes when they are opened.
    known.current = new Map([...known.current].filter(([, folder]) => folder.isOpen));
    setFolders(known.current);
    for (const path of known.current.keys())
      load(path, (folder) => fetchAgain(projectId, path, folder)).catch(() => {
        // What is shown stays, as with all that is asked for again.
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

/** From the beginning, as far as it has come before. */
async function fetchAgain(projectId: number, path: string, before: Extent): Promise<Extent> {
  let extent = await fetchBehind(projectId, path, UNSEEN);
  while (extent.next !== null && extent.entries.length < before.entries.length)
    extent = await fetchBehind(projectId, path, extent);
  return extent;
}

/** Path of the folder that is all there is in another one, which is opened with it: archives mostly have one folder at their root. */
export function onlyFolderIn(folder: TreeFolder | undefined): string | undefined {
  if (folder?.next !== null || folder.entries.length !== 1) return undefined;
  const [entry] = folder.entries;
  return entry?.kind === 'folder' ? entry.path : undefined;
}

/** The open part of the tree from top to bottom. */
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
