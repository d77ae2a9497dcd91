// The state of the tree of the code base: open folders, loaded pages, and the rows to draw. A folder has a place for each of its entries as soon as
// its length is known, and loads the pages that are looked at: any position of a folder of 50,000 entries costs one request.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { wordsOf } from '../api/client.ts';
import type { CodebaseEntry } from '../api/models.ts';
import { type FolderPage, fetchFolderPage, TREE_PAGE } from './queries.ts';

export interface TreeFolder {
  /** One for each entry of the folder; undefined for those that are not loaded. */
  entries: readonly (CodebaseEntry | undefined)[];
  /** Whether the number of entries is known. */
  isKnown: boolean;
  isOpen: boolean;
  isLoading: boolean;
  error: string;
}

export type TreeRow =
  | { kind: 'entry'; key: string; level: number; entry: CodebaseEntry; isOpen: boolean; isLoading: boolean }
  | { kind: 'pending'; key: string; level: number; folderPath: string; position: number }
  | { kind: 'error'; key: string; level: number; folderPath: string; message: string };

type Folders = ReadonlyMap<string, TreeFolder>;

const UNSEEN: TreeFolder = { entries: [], isKnown: false, isOpen: false, isLoading: false, error: '' };

export interface CodebaseTree {
  rows: TreeRow[];
  root: TreeFolder;
  toggle: (folderPath: string, isOpen?: boolean) => void;
  /** Loads the page with this position, unless an error is shown that the user has not seen. */
  need: (folderPath: string, position: number) => void;
  /** After an error. */
  tryAgain: (folderPath: string) => void;
  /** Opens the folders above a file and loads the pages with them and with the file. */
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
  /** Requests under way, by folder and what they ask for. */
  const running = useRef(new Map<string, Promise<void>>());
  const set = useCallback((path: string, what: Partial<TreeFolder>) => {
    const next = new Map(known.current).set(path, { ...UNSEEN, ...known.current.get(path), ...what });
    known.current = next;
    setFolders(next);
  }, []);

  /** If the folder has changed since a request, the answer may be older than the change: it is asked for again. */
  const fetchInto = useCallback(
    async (path: string, which: { offset: number } | { around: string }) => {
      for (let isDone = false; !isDone; ) {
        const before = known.current.get(path);
        if (!before) return;
        const page = await fetchFolderPage(projectId, path, which);
        const now = known.current.get(path);
        if (!now) return;
        isDone = now.entries === before.entries;
        if (isDone) set(path, { entries: withPage(now.entries, page), isKnown: true });
      }
    },
    [projectId, set],
  );

  const load = useCallback(
    (path: string, which: { offset: number } | { around: string }): Promise<void> => {
      const key = JSON.stringify([path, which]);
      const before = running.current.get(key);
      if (before) return before;
      set(path, { isLoading: true, error: '' });
      const request = fetchInto(path, which)
        .then(
          () => set(path, { isLoading: false }),
          (error) => set(path, { isLoading: false, error: wordsOf(error) }),
        )
        .finally(() => running.current.delete(key));
      running.current.set(key, request);
      return request;
    },
    [fetchInto, set],
  );

  const need = useCallback(
    (path: string, position: number) => {
      const folder = known.current.get(path) ?? UNSEEN;
      if (folder.error || folder.entries[position]) return;
      void load(path, { offset: position - (position % TREE_PAGE) });
    },
    [load],
  );

  const tryAgain = useCallback(
    (path: string) => {
      const missing = known.current.get(path)?.entries.indexOf(undefined) ?? 0;
      set(path, { error: '' });
      void load(path, { offset: Math.max(0, missing - (missing % TREE_PAGE)) });
    },
    [load, set],
  );

  const renew = useCallback(() => {
    // One page after the other: an answer that finds the folder changed would be asked for again.
    const fetchPages = async (path: string, offsets: number[]) => {
      for (const offset of offsets) await fetchInto(path, { offset });
    };
    // Closed folders are loaded when the user opens them.
    known.current = new Map([...known.current].filter(([, folder]) => folder.isOpen));
    setFolders(known.current);
    for (const [path, { entries }] of known.current)
      fetchPages(path, loadedPages(entries)).catch(() => {
        // Keeps showing the old rows during the load, as all refetches do.
      });
  }, [fetchInto]);

  const open = useCallback(
    async (path: string) => {
      for (let next: string | undefined = path; next !== undefined; ) {
        set(next, { isOpen: true });
        const isNew: boolean = !known.current.get(next)?.isKnown;
        if (isNew) await load(next, { offset: 0 });
        next = isNew ? onlyFolderIn(known.current.get(next)) : undefined;
      }
    },
    [set, load],
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
        set(folderPath, { isOpen: true });
        if (known.current.get(folderPath)?.entries.some((entry) => entry?.path === childPath)) continue;
        const name = childPath.slice(folderPath === '' ? 0 : folderPath.length + 1);
        await load(folderPath, { around: `${childPath === filePath ? 'file' : 'folder'}:${name}` });
      }
    },
    [load, set],
  );

  const markReviewed = useCallback(
    (filePath: string, isReviewed: boolean) => {
      for (const [folderPath, childPath] of stepsTo(filePath)) {
        const folder = known.current.get(folderPath);
        if (!folder) continue;
        set(folderPath, {
          entries: folder.entries.map((entry) => (entry?.path === childPath ? withMark(entry, isReviewed) : entry)),
        });
      }
    },
    [set],
  );

  const rows = useMemo(() => rowsOf(folders), [folders]);
  return {
    rows,
    root: folders.get('') ?? { ...UNSEEN, isLoading: true },
    toggle,
    need,
    tryAgain,
    reveal,
    renew,
    markReviewed,
  };
}

/** The entries with those of a page in their places. If the folder has another length now, pages that were loaded before no longer fit. */
export function withPage(
  entries: TreeFolder['entries'],
  { entries: loaded, offset = 0, entryCount = loaded.length }: Pick<FolderPage, 'entries' | 'offset' | 'entryCount'>,
): TreeFolder['entries'] {
  const next: (CodebaseEntry | undefined)[] =
    entries.length === entryCount ? [...entries] : new Array(entryCount).fill(undefined);
  for (const [at, entry] of loaded.entries()) next[offset + at] = entry;
  return next;
}

/** Where the pages begin of which entries are loaded; an empty folder has one. */
function loadedPages(entries: TreeFolder['entries']): number[] {
  const begins = new Set<number>();
  for (const [at, entry] of entries.entries()) if (entry !== undefined) begins.add(at - (at % TREE_PAGE));
  return begins.size === 0 ? [0] : [...begins];
}

/** The mark of a file; of a folder, the totals with one file more or less that is reviewed. A file that was open may have no evidence: then a reload corrects it. */
function withMark(entry: CodebaseEntry, isReviewed: boolean): CodebaseEntry {
  if (entry.kind === 'file') return { ...entry, isReviewed };
  if (entry.totals === undefined) return entry;
  const { reviewed, open, ...others } = entry.totals;
  const change = isReviewed ? 1 : -1;
  return { ...entry, totals: { ...others, reviewed: reviewed + change, open: Math.max(0, open - change) } };
}

/**
 * If a folder contains one folder only, returns the path of the inner one, so that both open together. Most archives
 * have one folder at their root.
 */
export function onlyFolderIn(folder: TreeFolder | undefined): string | undefined {
  if (!folder?.isKnown || folder.entries.length !== 1) return undefined;
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
  for (const [position, entry] of folder.entries.entries()) {
    if (entry === undefined) {
      rows.push({ kind: 'pending', key: `pending:${folderPath}:${position}`, level, folderPath, position });
      continue;
    }
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
}

/** For `a/b/c.ts`: in the root `a`, in `a` `a/b`, in `a/b` `a/b/c.ts`. */
export function stepsTo(filePath: string): [folderPath: string, childPath: string][] {
  const parts = filePath.split('/');
  return parts.map((_, at) => [parts.slice(0, at).join('/'), parts.slice(0, at + 1).join('/')]);
}
