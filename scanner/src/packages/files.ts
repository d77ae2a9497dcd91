// The input of describePackages, and the form in which its parts pass files to each other. Types only.
import type { PackageFinding } from '../findings.ts';

/** The findings of manifest formats in one file. */
export interface FilePackages {
  path: string;
  packages: PackageFinding[];
}
