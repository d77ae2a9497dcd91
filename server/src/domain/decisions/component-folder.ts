// Which folder the component of a file has, so that new files can be compared with decided ones of the same component. Pure; knows paths only.
//
//   The file                                                        | Its component
//   -----------------------------------------------------------------+--------------------------------------------------
//   lies in a folder with a license file, or below one              | the nearest such folder
//   lies in a package of others (node_modules, vendor) without one  | its own folder alone
//   all others                                                      | the whole code base
import { folderOf, isThirdParty, outwards } from '@assay/scanner/packages';

/** @param hasLicenseFile of a folder, in the same form as the path: with or without version strings. */
export function componentFolder(path: string, hasLicenseFile: (folder: string) => boolean): string {
  for (const folder of outwards(folderOf(path))) {
    if (hasLicenseFile(folder)) return folder;
    const name = folder.slice(folder.lastIndexOf('/') + 1);
    // What lies around it is of somebody else.
    if (isThirdParty(`${name}/`)) return folderOf(path);
  }
  return '';
}
