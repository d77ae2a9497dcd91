// Reads package-lock.json and npm-shrinkwrap.json of lockfile versions 1, 2 and 3.
// Format: https://docs.npmjs.com/cli/configuring-npm/package-lock-json
import type { PackageFinding } from '../../findings.ts';
import { visitJsonLines } from '../lines.ts';
import type { ManifestMember } from '../member.ts';
import { createProblems, isFields, own, readSafely, textOf } from '../problems.ts';
import { readInstalled } from './installed.ts';
import { readNested } from './nested.ts';

export const npmPackageLock: ManifestMember = {
  name: 'npm-package-lock',
  // npm keeps a hidden copy of the same form in node_modules.
  wants: (_path, file) =>
    file === 'package-lock.json' || file === 'npm-shrinkwrap.json' || file === '.package-lock.json',
  read: (bytes) =>
    readSafely('The lockfile', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      const lock: unknown = JSON.parse(text);
      if (!isFields(lock)) {
        problems.add('A package-lock.json should be an object; nothing was read from it.');
        return [];
      }
      const [packages, dependencies] = [own(lock, 'packages'), own(lock, 'dependencies')];
      if (packages === undefined) return readNested(dependencies, linesBelow('dependencies', text), problems);
      const installed = readInstalled(packages, linesBelow('packages', text), problems);
      if (dependencies === undefined) return installed;
      // Version 2 has both forms. `packages` tells more of each package; one that only the other form has still counts.
      const known = new Set(installed.map(({ purl }) => purl));
      const nested = readNested(dependencies, linesBelow('dependencies', text), createProblems());
      return [...installed, ...nested.filter(({ purl, version }) => version !== '' && !known.has(purl))];
    }),
};

/** The lines of the entries of one section, by key. */
function linesBelow(section: string, text: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  visitJsonLines(text, 2, ([first, key], line) => {
    if (first === section && key !== undefined) lines.set(key, line);
  });
  return lines;
}
