// Reads Cartfile.resolved of Carthage.
// Format: https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md
import { carthageFindings } from '../carthage-entries.ts';
import type { ManifestReader } from '../member.ts';
import { readSafely, textOf } from '../problems.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Cartfile.resolved', (problems) => carthageFindings(textOf(bytes), 'locks', problems)),
};
