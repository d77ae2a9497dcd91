// Which texts may say in which folders of the tree the code of others lies, by their paths. parts-in-notices.ts reads them.
import { isPartList, isReadme, licenseFileRole } from '../licenses/primary/license-file-roles.ts';
import type { ListOfParts } from '../manifests/native/parts-in-notices.ts';
import { isInstalled, isInVendorPlace } from '../manifests/shared/vendor-places.ts';

/** An upload has often one folder around the tree. */
const MOST_FOLDERS_AROUND_README = 1;

export function listOfParts(path: string): ListOfParts | undefined {
  // Packages that tools installed have such texts about themselves.
  if (isInstalled(path)) return undefined;
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  const role = licenseFileRole(name);
  if (isPartList(name) || role === 'notice' || role === 'aside') return 'list';
  const isAtRoot = segments.length - 1 <= MOST_FOLDERS_AROUND_README && !isInVendorPlace(path);
  return isAtRoot && isReadme(name) ? 'readme' : undefined;
}
