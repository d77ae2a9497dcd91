// The rows of the tree, computed from open folders and loaded pages.
import { expect, it } from 'vitest';
import type { CodebaseEntry } from '../api/models.ts';
import { onlyFolderIn, parentOf, rowsOf, stepsTo, type TreeFolder } from './tree-state.ts';

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

function folder(entries: CodebaseEntry[], more: Partial<TreeFolder> = {}): TreeFolder {
  return { entries, next: null, isOpen: true, isLoading: false, error: '', ...more };
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

it('ends a partly loaded folder with a row that says so', () => {
  expect(outline([['', folder([entry('file', 'a')], { next: 'file:a' })]])).toEqual(['file:a', 'more:']);
});

it("shows a refusal in the place of the folder's contents", () => {
  const rows = outline([
    ['', folder([entry('folder', 'a')])],
    ['a', folder([], { next: '', error: 'The server cannot be reached.' })],
  ]);
  expect(rows).toEqual(['folder:a', ' error:a']);
});

it('knows the path down to a file', () => {
  expect(stepsTo('a/b/c.ts')).toEqual([
    ['', 'a'],
    ['a', 'a/b'],
    ['a/b', 'a/b/c.ts'],
  ]);
  expect([parentOf('a/b/c.ts'), parentOf('c.ts')]).toEqual(['a/b', '']);
});

it.each<[string, TreeFolder | undefined, string | undefined]>([
  ['one folder and nothing else', folder([entry('folder', 'a')]), 'a'],
  ['one folder, with more to come', folder([entry('folder', 'a')], { next: 'folder:a' }), undefined],
  ['two folders', folder([entry('folder', 'a'), entry('folder', 'b')]), undefined],
  ['one file', folder([entry('file', 'a')]), undefined],
  ['nothing', folder([]), undefined],
  ['folders that are not loaded yet', undefined, undefined],
])('knows which folder a click on %s opens', (_, given, expected) => {
  expect(onlyFolderIn(given)).toBe(expected);
});
