// Whether a file is a manifest, so that the licenses in it belong to the packages that it names. Pure.
import type { PackageFinding } from '../findings.ts';

/** A copied file has its own license, and so have a file that only states the version of the source around it, and a license file that names folders. */
export function isManifestFile(packages: readonly Pick<PackageFinding, 'role' | 'defines' | 'inNotice'>[]): boolean {
  return packages.some(
    ({ role, defines, inNotice }) => role !== 'copies' && defines?.project === undefined && inNotice !== true,
  );
}
