// Which files may state the version of a vendored library.
import { isInVendoredFolder } from '../../shared/vendor-places.ts';

const NAMES = /^(?:configure\.(?:ac|in)|meson\.build|VERSION(?:\.txt)?|version\.txt|README(?:\.(?:md|txt|rst))?)$/;
/** `version.h`, `libraw_version.h`; also a header that has the name of a folder around it. */
const VERSION_HEADER = /(?:^|[-_])version\.h(?:pp|xx|h)?$/i;
const HEADER = /\.h(?:pp|xx|h)?$/i;

export function projectVersionWants(path: string, file: string): boolean {
  return isInVendoredFolder(path) && (NAMES.test(file) || VERSION_HEADER.test(file) || isNamedAsFolder(path, file));
}

/** `squirrel/include/squirrel.h`, `libyaml/include/yaml.h` */
function isNamedAsFolder(path: string, file: string): boolean {
  if (!HEADER.test(file)) return false;
  const stem = bare(file.replace(HEADER, ''));
  return path
    .split('/')
    .slice(-4, -1)
    .some((folder) => bare(folder) === stem);
}

const bare = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[-_.]?v?[0-9]+(?:\.[0-9]+)*$/, '')
    .replace(/^lib/, '');
