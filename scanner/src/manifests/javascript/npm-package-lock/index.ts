// Reads package-lock.json and npm-shrinkwrap.json of lockfile versions 1, 2 and 3.
// Format: https://docs.npmjs.com/cli/configuring-npm/package-lock-json
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { jsonSectionLines } from '../../shared/formats/lines.ts';
import { createProblems, isFields, own, readSafely, textOf } from '../../shared/problems.ts';
import { readInstalled } from './installed.ts';
import { readNested } from './nested.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The lockfile', (problems): PackageFinding[] => {
      const { lock, packageLines, dependencyLines } = parsed(bytes);
      if (!isFields(lock)) {
        problems.add('A package-lock.json should be an object; nothing was read from it.');
        return [];
      }
      const [packages, dependencies] = [own(lock, 'packages'), own(lock, 'dependencies')];
      if (packages === undefined) return readNested(dependencies, dependencyLines, problems);
      const installed = readInstalled(packages, packageLines, problems);
      if (dependencies === undefined) return installed;
      // Version 2 has both sections. `packages` has more details; a package that is only in `dependencies` still
      // counts.
      const known = new Set(installed.map(({ purl }) => purl));
      const nested = readNested(dependencies, dependencyLines, createProblems());
      return [...installed, ...nested.filter(({ purl, version }) => version !== '' && !known.has(purl))];
    }),
};

/** Returns the needed parts of the text, so that the text itself can be freed before the findings are made. */
function parsed(bytes: Uint8Array) {
  const text = textOf(bytes);
  const lock: unknown = JSON.parse(text);
  const linesOf = (section: string) =>
    jsonSectionLines(isFields(lock) && own(lock, section) !== undefined ? text : '', section);
  return { lock, packageLines: linesOf('packages'), dependencyLines: linesOf('dependencies') };
}
