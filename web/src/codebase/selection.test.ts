// The number of selected files and folders as text.
import { expect, it } from 'vitest';
import type { CodebaseEntry } from '../api/models.ts';
import { pathsOf, pathsText } from './selection.ts';

const entry = (kind: 'file' | 'folder', path: string) => ({ kind, path }) as CodebaseEntry;

it.each([
  [[entry('file', 'a/b.c')], 'a/b.c'],
  [[entry('folder', 'a')], 'a'],
  [[entry('file', 'b'), entry('file', 'c')], '2 files'],
  [[entry('folder', 'a'), entry('file', 'b')], '1 file and 1 folder'],
  [[entry('folder', 'a'), entry('file', 'b'), entry('folder', 'c'), entry('file', 'd')], '2 files and 2 folders'],
])('%#: %o', (entries, text) => expect(pathsText(pathsOf(entries))).toBe(text));
