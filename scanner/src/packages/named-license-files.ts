// License files in a place for the code of others that are called after a library and its version: `lib/oak-1.7.2.LICENSE.txt` beside oak's archive or
// script. Pure; knows paths only.
import { FILE_NAMES } from '../licenses/primary/license-file-roles.ts';
import { vendorPlaceKind } from '../manifests/shared/vendor-places.ts';
import { folderOf } from './folders.ts';
import type { LicensedPath } from './vendored-folders.ts';

export interface NamedLicenseFile {
  path: string;
  name: string;
  version: string;
}

const NAMED =
  /^(?<name>[A-Za-z][\w+-]*?(?:\.[A-Za-z][\w+-]*)?)[-_.]v?(?<version>[0-9]+(?:\.[0-9]+)+(?:[-.]?(?:alpha|beta|rc|final|ga|m)[-.]?[0-9]*)?)(?:\.(?:jar|js|min\.js|dll|zip|tar\.gz))?[-._](?:licen[cs]e|copying|copyright|notice)(?:[-._][\w.-]+)?$/i;

/** `gpl-3.0.LICENSE` is called after a license. */
const LICENSES = new Set(['versioned_texts', 'texts'].flatMap((list) => FILE_NAMES[list]?.words ?? []));

/** One for each library; the first in order of the paths. */
export function namedLicenseFiles(licensed: readonly LicensedPath[]): NamedLicenseFile[] {
  const found = new Map<string, NamedLicenseFile>();
  for (const { path, spdx } of licensed) {
    if (spdx.length === 0) continue;
    const folder = folderOf(path);
    if (vendorPlaceKind(folder.slice(folder.lastIndexOf('/') + 1)) === undefined) continue;
    const { name = '', version = '' } =
      NAMED.exec(path.slice(folder.length === 0 ? 0 : folder.length + 1))?.groups ?? {};
    const key = `${folder}\n${name.toLowerCase()}\n${version}`;
    if (name === '' || LICENSES.has(name.toLowerCase())) continue;
    const known = found.get(key);
    if (known === undefined || path < known.path) found.set(key, { path, name, version });
  }
  return [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1));
}
