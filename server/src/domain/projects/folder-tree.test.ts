import { expect, test } from 'vitest';
import { FolderTree, ROOT } from './folder-tree.ts';

test('each folder comes once, after its parent folders', () => {
  const tree = new FolderTree();
  const deep = tree.folderOfFile('a/b/c/file.txt');
  expect(tree.folderOfFile('file.txt')).toBe(ROOT);
  expect(tree.folderOfFile('a/b/c/other.txt')).toBe(deep);
  const beside = tree.folderOfFile('a/d/file.txt');
  expect([...tree.folders()]).toEqual([
    { number: 0, parent: undefined, name: '', path: '' },
    { number: 1, parent: 0, name: 'a', path: 'a' },
    { number: 2, parent: 1, name: 'b', path: 'a/b' },
    { number: deep, parent: 2, name: 'c', path: 'a/b/c' },
    { number: beside, parent: 1, name: 'd', path: 'a/d' },
  ]);
});

test('folders are found by their paths', () => {
  const tree = new FolderTree();
  tree.folderOfFile('a/b/file.txt');
  tree.folderOfFile('1/b/file.txt');
  expect(tree.find('')).toBe(ROOT);
  expect(tree.find('a/b')).toBe(tree.folderOfFile('a/b/x'));
  expect(tree.find('1/b')).not.toBe(tree.find('a/b'));
  expect(tree.find('b')).toBeUndefined();
  expect(tree.find('a/b/c')).toBeUndefined();
});

test('characters outside the basic plane, and lone surrogates, stay unchanged', () => {
  const tree = new FolderTree();
  tree.folderOfFile('\u{1f600}/\ud800/x');
  expect([...tree.folders()].map(({ name }) => name)).toEqual(['', '\u{1f600}', '\ud800']);
});
