// What an extra, a group of dependencies or a requirements file of Python is for, by its name. The words are data: pypi-purposes.yaml.
import { readData } from '../../data-files.ts';
import type { DependencyScope } from '../../dependency-scopes.ts';

interface Purpose {
  words: readonly string[];
  /** Words that count in names of files, but not in names of extras. */
  onlyFiles: readonly string[];
  /** A name that the words find, and one that they do not find. */
  example: string;
  never: string;
}

export const PURPOSES = readData(new URL('./pypi-purposes.yaml', import.meta.url)) as Partial<
  Record<DependencyScope, Purpose>
>;

const OF_FILES = patternsOf(({ words, onlyFiles }) => [...words, ...onlyFiles]);
const OF_EXTRAS = patternsOf(({ words }) => words);

/** The scope of the requests of a requirements file, by its name without the ending. */
export function scopeOfFile(name: string): DependencyScope {
  return scopeIn(OF_FILES, name) ?? 'runtime';
}

/** The scope of the requests of an extra. Each is optional too; their marker says so. */
export function scopeOfExtra(extra: string): DependencyScope {
  return scopeIn(OF_EXTRAS, extra) ?? 'optional';
}

/** The scope of a package that several extras request: that of the first, if no extra is a feature of the product. */
export function scopeOfExtras(extras: readonly string[]): DependencyScope {
  const scopes = extras.map(scopeOfExtra);
  return scopes.includes('optional') ? 'optional' : (scopes[0] ?? 'optional');
}

/** The scope of a group of dependencies. Groups are never part of what is published. */
export function scopeOfGroup(group: string): DependencyScope {
  const scope = scopeIn(OF_EXTRAS, group);
  return scope === undefined || scope === 'optional' ? 'development' : scope;
}

function patternsOf(wordsOf: (purpose: Purpose) => readonly string[]): [RegExp, DependencyScope][] {
  return Object.entries(PURPOSES).map(([scope, purpose]) => [
    new RegExp(`(^|[-_.])(${wordsOf(purpose).join('|')})([-_.]|$)`, 'i'),
    scope as DependencyScope,
  ]);
}

function scopeIn(patterns: readonly [RegExp, DependencyScope][], name: string): DependencyScope | undefined {
  return patterns.find(([words]) => words.test(name))?.[1];
}
