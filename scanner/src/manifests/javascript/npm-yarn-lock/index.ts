// Reads yarn.lock, in the format of Yarn 1 and in that of Yarn 2 and later.
// Formats: https://classic.yarnpkg.com/lang/en/docs/yarn-lock/ and the `__metadata` form of https://yarnpkg.com.
import type { PackageFinding } from '../../../findings.ts';
import type { ManifestReader } from '../../member.ts';
import { readSafely, textOf } from '../../shared/problems.ts';
import { readBerry } from './berry.ts';
import { readClassic } from './classic.ts';

export const reader: ManifestReader = {
  read: (bytes) =>
    readSafely('The yarn.lock', (problems): PackageFinding[] => {
      const text = textOf(bytes);
      return /^__metadata:/m.test(text) ? readBerry(text, problems) : readClassic(text, problems);
    }),
};
