// To which items a text file inside an archive belongs. Pure. In this order:
//
//   1. the documentation of a package of the system (`usr/share/doc/bash/copyright`): the package of that name, and nobody else
//   2. a folder with the manifest of a package (`node_modules/a/LICENSE`, `a-1.0.dist-info/licenses/LICENSE`): that package
//   3. the packages that the innermost archive declares (a jar in a war), then those of the archive around it
//   4. all items that the outermost archive proves, unless it is a whole file system: of a stray file in an image nobody knows the owner
//
// A License Only item has the files in which its license was found.

import type { ArchiveOfItems } from '../../db/files/archive-findings.ts';
import { parentOf } from '../../domain/paths.ts';

type Owned = Pick<ArchiveOfItems, 'tiedTo' | 'declared' | 'licensed'>;

export function ownersInside({ tiedTo, declared, licensed }: Owned): (path: string) => number[] {
  const packages = tiedTo.filter(({ name }) => name !== '');
  const byName = Map.groupBy(packages, ({ name }) => name);
  const { ofFolders, ofArchives } = declaredPlaces(declared, (name) =>
    (byName.get(name) ?? []).map(({ itemId }) => itemId),
  );
  const systemPackage = packagesOfSystem(packages);
  const isFileSystem = packages.some(({ type }) => SYSTEM_TYPES.has(type));
  const ofLicenses = filesOfLicenses(tiedTo, licensed);
  const ownersOf = (path: string): number[] => {
    const documented = systemPackage(path);
    if (documented !== undefined) return documented;
    const inner = ofFolders(path);
    if (inner !== undefined) return inner;
    for (let inside = archiveAround(path); ; inside = archiveAround(inside)) {
      if (inside === '' && isFileSystem) return [];
      const owners = ofArchives.get(inside);
      if (owners) return [...owners];
      if (inside === '') return tiedTo.map(({ itemId }) => itemId);
    }
  };
  return (path) => [...new Set([...ownersOf(path), ...(ofLicenses.get(path) ?? [])])];
}

/** Packages of systems, whose packages own single files of a whole file system. */
const SYSTEM_TYPES: ReadonlySet<string> = new Set(['deb', 'rpm', 'apk', 'alpm', 'opkg']);
const DOCUMENTATION = /(?:^|\/)usr\/share\/(?:doc(?:\/packages)?|licenses)\/([^/]+)\/[^!]*$/;

/** The owners of documentation in the folder of a package; undefined for other paths. */
function packagesOfSystem(packages: ArchiveOfItems['tiedTo']): (path: string) => number[] | undefined {
  const ofSystem = Map.groupBy(
    packages.filter(({ type }) => SYSTEM_TYPES.has(type)),
    ({ name }) => name,
  );
  return (path) => {
    const folder = DOCUMENTATION.exec(path)?.[1]?.toLowerCase();
    if (folder === undefined || ofSystem.size === 0) return undefined;
    // RPM has folders such as `bash-5.1`.
    const found = ofSystem.get(folder) ?? ofSystem.get(folder.replace(/-[0-9][^-]*(?:-[^-]+)?$/, '')) ?? [];
    return found.map(({ itemId }) => itemId);
  };
}

/** The places that manifests speak for: an archive of one package, or the folder of the manifest. */
function declaredPlaces(declared: ArchiveOfItems['declared'], idsOf: (name: string) => number[]) {
  const folders = new Map<string, Set<number>>();
  const ofArchives = new Map<string, Set<number>>();
  for (const { path, name } of declared) {
    const archive = archiveAround(path);
    const inArchive = archive === '' ? path : path.slice(archive.length + '!/'.length);
    const folder = parentOf(path);
    const isOfArchive = WHOLE_ARCHIVE.test(inArchive);
    const isInFolder = !isOfArchive || inArchive.includes('/');
    for (const id of idsOf(name)) {
      if (isOfArchive) ofArchives.set(archive, (ofArchives.get(archive) ?? new Set()).add(id));
      if (isInFolder && !/(?:^|\/)META-INF(?:\/|$)/.test(folder))
        folders.set(folder, (folders.get(folder) ?? new Set()).add(id));
    }
  }
  const ofFolders = (path: string): number[] | undefined => {
    for (let folder = parentOf(path); folder !== '' && !folder.endsWith('!'); folder = parentOf(folder)) {
      const found = folders.get(folder);
      if (found) return [...found];
    }
    return undefined;
  };
  return { ofFolders, ofArchives };
}

/** A manifest directly in an archive, in its only folder, or among the facts of a jar or wheel speaks for the archive. */
const WHOLE_ARCHIVE = /^(?:META-INF\/.*|[^/]+\/[^/]+|[^/]+)$/;

function filesOfLicenses(
  tiedTo: ArchiveOfItems['tiedTo'],
  licensed: ArchiveOfItems['licensed'],
): ReadonlyMap<string, number[]> {
  const byLicense = Map.groupBy(
    tiedTo.filter(({ name, license }) => name === '' && license !== ''),
    ({ license }) => license,
  );
  const files = new Map<string, number[]>();
  if (byLicense.size === 0) return files;
  for (const { path, spdx } of licensed)
    for (const { itemId } of spdx.flatMap((one) => byLicense.get(one) ?? []))
      files.set(path, [...(files.get(path) ?? []), itemId]);
  return files;
}

/** `WEB-INF/lib/a.jar` in `WEB-INF/lib/a.jar!/META-INF/NOTICE`; '' for a file directly in the outermost archive. */
function archiveAround(path: string): string {
  const at = path.lastIndexOf('!/');
  return at < 0 ? '' : path.slice(0, at);
}
