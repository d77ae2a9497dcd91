// The wanted inventory of a remote code base, from the facts that its agent sent, and what the merge must leave to other code bases.

import type { LicenseMatch } from '@assay/scanner';
import { commonFolder } from '@assay/scanner/licenses';
import { isManifestFile, isRootLicenseFile, namesFolders, withoutMissing } from '@assay/scanner/packages';
import type { Tx } from '../../db/postgres/connection.ts';
import {
  listRemoteLicensedFiles,
  listRemoteMatches,
  listRemotePackageFiles,
  listRemotePaths,
} from '../../db/remote-code/files.ts';
import type { StoredItem } from '../../db/scans/inventory.ts';
import type { WantedInventory } from '../../domain/derivation/inventory-findings.ts';
import type { MergeSettings } from '../../domain/derivation/inventory-merge.ts';
import type { CustomLicense } from '../../domain/licenses/custom-license.ts';
import { remotePath } from '../../domain/projects/scan-nodes.ts';
import { deriveFromFiles, type FoundInventory, lossesOf, type ScannedProject } from './wanted-inventory.ts';

/** The remote code base that a scan is about. */
export interface RemoteCode {
  id: number;
  alias: string;
  /** Paths that the agent could not read or understand. */
  unread: readonly string[];
  /** Items that had files of it before this scan. */
  itemsBefore: ReadonlySet<number>;
}

/** The findings in its files, whose paths begin with the alias. */
export async function findRemoteInventory(
  tx: Tx,
  { project, settings, resolutions }: ScannedProject,
  code: RemoteCode,
  customLicenses: readonly (CustomLicense & { name: string })[],
): Promise<FoundInventory> {
  const paths = await listRemotePaths(tx, code.id);
  const stored = await listRemotePackageFiles(tx, code.id);
  const { files: packageFiles, issues } = namesFolders(stored)
    ? withoutMissing(stored, foldersOf(paths))
    : { files: stored, issues: [] };
  // A license in a manifest or lockfile belongs to its packages, so the file itself is not a licensed file.
  const manifests = new Set(packageFiles.filter(({ packages }) => isManifestFile(packages)).map(({ path }) => path));
  const licensedFiles = (await listRemoteLicensedFiles(tx, code.id)).filter(({ path }) => !manifests.has(path));
  const ordered = await listRemoteMatches(
    tx,
    code.id,
    licensedFiles.flatMap(({ path }) => (isRootLicenseFile(path) ? [path] : [])),
  );
  const { wanted, primary: primaryLicense } = await deriveFromFiles(tx, {
    ...{ project, settings, resolutions, customLicenses, packageFiles, licensedFiles },
    placedFiles: licensedFiles.map((file) => {
      const matches = ordered.get(file.path) as LicenseMatch[] | undefined;
      return matches === undefined ? file : { ...file, matches };
    }),
    root: commonFolder(paths),
  });
  return { wanted: underAlias(wanted, code.alias), issues: [...lossesOf(stored), ...issues], primaryLicense };
}

/** All folders with files below them. */
function foldersOf(paths: readonly string[]): string[] {
  const folders = new Set(['']);
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  return [...folders];
}

/** The same inventory with the paths that people see. */
function underAlias({ items, links }: WantedInventory, alias: string): WantedInventory {
  const shown = (paths: readonly string[]) => paths.map((path) => remotePath(alias, path));
  return {
    items: items.map(({ folders, ...item }) => ({
      ...item,
      files: shown(item.files),
      licenseFiles: shown(item.licenseFiles),
      ...(folders && { folders: shown(folders) }),
    })),
    links,
  };
}

/** Files of all other code bases are files that this scan skips. Where the server's own scan has files of an item, it also has the say about it. */
export function remoteMergeSettings(
  { alias, unread, itemsBefore }: RemoteCode,
  standing: readonly StoredItem[],
): Pick<MergeSettings, 'skipped' | 'unread' | 'asksFor' | 'keepsProperties'> {
  const prefix = remotePath(alias, '');
  const own = new Set(standing.flatMap(({ remoteFiles }) => remoteFiles.filter((path) => path.startsWith(prefix))));
  const remoteFiles = new Map(standing.map((item) => [item.id, item.remoteFiles.length]));
  return {
    // New files of this code base are tied to no item yet.
    skipped: { has: (path) => !own.has(path) && !path.startsWith(prefix) },
    unread: new Set(unread.map((path) => remotePath(alias, path))),
    asksFor: ({ id, files }) => itemsBefore.has(id) || files.some((path) => own.has(path)),
    keepsProperties: ({ id, files }) => files.length > (remoteFiles.get(id) ?? 0),
  };
}
