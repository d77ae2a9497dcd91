// Reads package-lock.json and npm-shrinkwrap.json of lockfile versions 1, 2 and 3.
// Format: https://docs.npmjs.com/cli/configuring-npm/package-lock-json
import type { PackageFinding } from '../../findings.ts';
import type { ManifestMember } from '../member.ts';
import { isFields, own, readSafely, textOf } from '../problems.ts';
import { readInstalled } from './installed.ts';
import { readNested } from './nested.ts';

export const npmPackageLock: ManifestMember = {
  name: 'npm-package-lock',
  // npm keeps a hidden copy of the same form in node_modules.
  wants: (_path, file) =>
    file === 'package-lock.json' || file === 'npm-shrinkwrap.json' || file === '.package-lock.json',
  read: (bytes) =>
    readSafely('The lockfile', (problems): PackageFinding[] => {
      const lock: unknown = JSON.parse(textOf(bytes));
      if (!isFields(lock)) {
        problems.add('A package-lock.json should be an object; nothing was read from it.');
        return [];
      }
      // Version 2 has both forms; `packages` is more complete.
      if (own(lock, 'packages') !== undefined) return readInstalled(own(lock, 'packages'), problems);
      return readNested(own(lock, 'dependencies'), problems);
    }),
};
