// Reads Cartfile of Carthage.
// Format: https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md
import { carthageFindings } from '../carthage-entries.ts';
import type { ManifestMember } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

export const carthageCartfile: ManifestMember = {
  name: 'carthage-cartfile',
  wants: (_path, file) => file === 'Cartfile' || file === 'Cartfile.private',
  read: (bytes) => readSafely('The Cartfile', (problems) => carthageFindings(textOf(bytes), 'requires', problems)),
};
