// Which texts may say in which folders of the tree the code of others lies, by their paths. parts-in-notices.ts reads them.
import { isReadme, licenseFileRole } from '../licenses/primary/license-file-roles.ts';
import type { ListOfParts } from '../manifests/parts-in-notices.ts';
import { isInVendorPlace } from '../manifests/vendor-places.ts';

const ENDING = '(?:\\.(?:txt|md|markdown|rst|adoc|html?))?';
const LIST = new RegExp(
  `^(?:credits?|attributions?|acknowledge?ments?|vendored|libraries|dependencies|(?:third|3rd)[-_. ]?party(?:[-_. ]?(?:libs|libraries|software|code|notices?|licen[cs]es?|credits))?)${ENDING}$`,
  'i',
);
/** Packages that tools installed have such texts about themselves. */
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|site-packages|dist-packages|Pods)\/|!\//;
/** An upload has often one folder around the tree. */
const MOST_FOLDERS_AROUND_README = 1;

export function listOfParts(path: string): ListOfParts | undefined {
  if (INSTALLED.test(path)) return undefined;
  const segments = path.split('/');
  const name = segments.at(-1) ?? '';
  const role = licenseFileRole(name);
  if (LIST.test(name) || role === 'notice' || role === 'aside') return 'list';
  const isAtRoot = segments.length - 1 <= MOST_FOLDERS_AROUND_README && !isInVendorPlace(path);
  return isAtRoot && isReadme(name) ? 'readme' : undefined;
}
