// Whether a file is a manifest, so that the licenses in it belong to the packages that it names. Pure.
import type { PackageFinding } from '../findings.ts';

/** A copied file has its own license, and so has a file that only states the version of the source around it. */
export function isManifestFile(packages: readonly Pick<PackageFinding, 'role' | 'defines'>[]): boolean {
  return packages.some(({ role, defines }) => role !== 'copies' && defines?.project === undefined);
}
