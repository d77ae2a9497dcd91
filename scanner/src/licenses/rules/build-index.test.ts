// The inputs that name an index file.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';
import { BUILDING_FILES } from './index-file.ts';

const LICENSES = new URL('../', import.meta.url);

/** A module of `licenses/` and its imports from there, except types; paths below that folder. */
function withImports(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const code = readFileSync(new URL(name, LICENSES), 'utf8');
  for (const [, path] of code.matchAll(/^(?:import|export) (?!type )[^;]*? from '(\.[^']+\.ts)';$/gm))
    withImports(relative('.', join(dirname(name), path!)), found);
  return found;
}

it('lists all code that an index depends on', () => {
  const needed = new Set([...withImports('engine/compile-index.ts'), ...withImports('rules/rule-files.ts')]);
  expect([...BUILDING_FILES].sort()).toEqual([...needed].sort());
});
