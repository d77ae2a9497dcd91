// The folders and files of installed Python packages, from the lists beside their metadata. Pure.
import type { FilePackages } from '../files.ts';
import { folderOf, joined } from '../folders.ts';

export interface InstalledPlaces {
  folders: string[];
  files: string[];
}

/** By the dist-info or egg-info. Without them, only one package can own the folder around its metadata. */
export function installedPlaces(files: readonly FilePackages[]): Map<string, InstalledPlaces> {
  const places = new Map<string, InstalledPlaces>();
  for (const { path, packages } of files) {
    for (const { defines } of packages) {
      if (defines?.installs === undefined) continue;
      const info = folderOf(path);
      const known = places.get(info) ?? { folders: [], files: [] };
      places.set(info, known);
      for (const place of defines.installs) {
        const full = joined(folderOf(info), place);
        if (place.endsWith('/')) known.folders.push(full);
        else known.files.push(full);
      }
    }
  }
  return places;
}
