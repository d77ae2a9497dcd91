// What names an index file: everything it is built from.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { BUILDING_FILES } from './build-index.ts';

/** A module of this folder and all that it imports from there, but for types. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(new URL(name, import.meta.url), 'utf8');
  for (const [, path] of code.matchAll(/^(?:import|export) (?!type )[^;]*? from '\.\/([^']+\.ts)';$/gm))
    withImports(path!, found);
  return found;
}

it('counts all code that an index depends on', () => {
  const needed = new Set([...withImports('compile-index.ts'), ...withImports('rule-files.ts')]);
  expect([...BUILDING_FILES].sort()).toEqual([...needed].map((name) => basename(name)).sort());
});
