// Reads Cartfile.resolved of Carthage.
// Format: https://github.com/Carthage/Carthage/blob/master/Documentation/Artifacts.md

import type { ManifestReader } from '../../member.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { carthageFindings } from '../carthage-entries.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The Cartfile.resolved', (problems) => carthageFindings(textOf(bytes), 'locks', problems)),
};
