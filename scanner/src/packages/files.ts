// What describePackages receives, and how its parts hand files on to each other. Types only.
import type { PackageFinding } from '../findings.ts';

/** The findings of manifest formats in one file. */
export interface FilePackages {
  path: string;
  packages: PackageFinding[];
}
