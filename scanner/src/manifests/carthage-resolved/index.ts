// Reads Cartfile.resolved of Carthage.
// Format: https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md
import { carthageFindings } from '../carthage-entries.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

export const carthageResolved: ManifestMember = {
  name: 'carthage-resolved',
  wants: (_path, file) => file === 'Cartfile.resolved',
  read: (bytes) =>
    readSafely('The Cartfile.resolved', (problems) => carthageFindings(textOf(bytes), 'locks', problems)),
};
