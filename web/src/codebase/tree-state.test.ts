// The rows of the tree, computed from open folders and loaded pages.
import { expect, it } from 'vitest';
import type { CodebaseEntry } from '../api/models.ts';
import { onlyFolderIn, rowsOf, stepsTo, type TreeFolder, withPage } from './tree-state.ts';

function entry(kind: 'folder' | 'file', path: string): CodebaseEntry {
  const name = path.slice(path.lastIndexOf('/') + 1);
  return {
    kind,
    id: path.length,
    name,
    path,
    sizeBytes: 0,
    spdx: [],
    language: '',
    isReviewed: false,
    inventoryCount: 0,
    hasEvidence: false,
    isExcluded: false,
  };
}

function folder(entries: (CodebaseEntry | undefined)[], more: Partial<TreeFolder> = {}): TreeFolder {
  return { entries, isKnown: true, isOpen: true, isLoading: false, error: '', ...more };
}

function outline(folders: [string, TreeFolder][]): string[] {
  return rowsOf(new Map(folders)).map(({ level, key }) => `${' '.repeat(level)}${key}`);
}

it('shows the children of open folders only', () => {
  const root: [string, TreeFolder] = ['', folder([entry('folder', 'a'), entry('file', 'b.c')])];
  const inner = [entry('file', 'a/x.c')];
  expect(outline([root, ['a', folder(inner)]])).toEqual(['folder:a', ' file:a/x.c', 'file:b.c']);
  expect(outline([root, ['a', folder(inner, { isOpen: false })]])).toEqual(['folder:a', 'file:b.c']);
});

it('has a row for each entry that is not loaded', () => {
  expect(outline([['', folder([entry('file', 'a'), undefined, entry('file', 'c')])]])).toEqual([
    'file:a',
    'pending::1',
    'file:c',
  ]);
});

it('puts a page in its place, and forgets other pages if the folder has another length now', () => {
  const [a, b, c] = ['a', 'b', 'c'].map((name) => entry('file', name));
  const first = withPage([], { entries: [a!], offset: 0, entryCount: 3 });
  expect(first).toEqual([a, undefined, undefined]);
  expect(withPage(first, { entries: [c!], offset: 2, entryCount: 3 })).toEqual([a, undefined, c]);
  expect(withPage(first, { entries: [b!], offset: 1, entryCount: 2 })).toEqual([undefined, b]);
  expect(withPage(first, { entries: [], offset: 0, entryCount: 0 })).toEqual([]);
});

it("shows a refusal in the place of the folder's contents", () => {
  const rows = outline([
    ['', folder([entry('folder', 'a')])],
    ['a', folder([], { isKnown: false, error: 'The server cannot be reached.' })],
  ]);
  expect(rows).toEqual(['folder:a', ' error:a']);
});

it('knows the path down to a file', () => {
  expect(stepsTo('a/b/c.ts')).toEqual([
    ['', 'a'],
    ['a', 'a/b'],
    ['a/b', 'a/b/c.ts'],
  ]);
});

it.each<[string, TreeFolder | undefined, string | undefined]>([
  ['one folder and nothing else', folder([entry('folder', 'a')]), 'a'],
  ['one folder, with more to come', folder([entry('folder', 'a'), undefined]), undefined],
  ['two folders', folder([entry('folder', 'a'), entry('folder', 'b')]), undefined],
  ['one file', folder([entry('file', 'a')]), undefined],
  ['nothing', folder([]), undefined],
  ['folders that are not loaded yet', undefined, undefined],
])('knows which folder a click on %s opens', (_, given, expected) => {
  expect(onlyFolderIn(given)).toBe(expected);
});
