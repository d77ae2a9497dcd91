// Finds the folders of vendored libraries with a license of their own, by the paths of licensed files. Pure.
import { isReadme, LICENSE_FOLDER, licenseFileRole } from '../licenses/primary/license-file-roles.ts';
import { commonFolder } from '../licenses/primary/primary.ts';
import { canBeLibrary, isInstalled, type VendorPlaceKind, vendorPlaceKind } from '../manifests/shared/vendor-places.ts';
import { folderOf } from './folders.ts';

/** A file with license findings. */
export interface LicensedPath {
  path: string;
  spdx: readonly string[];
}

export interface VendoredFolder {
  folder: string;
  /** The file that states its license: its license file, else its README or another file. */
  license: string;
  /** Whether that file is the license of the whole folder. */
  isLicenseAtTop: boolean;
}

interface Unit {
  folder: string;
  /** The folder with the code of others that it lies in. */
  place: string;
  kind: VendorPlaceKind;
  files: LicensedPath[];
}

/**
 * Sorted by folder, so that a folder comes before those inside it. `hasOthers` tells whether something else shows that a folder holds the code of others;
 * `listedPlaces` are folders whose libraries a list in them names.
 */
export function vendoredFolders(
  licensed: readonly LicensedPath[],
  hasOthers: (folder: string) => boolean = () => false,
  listedPlaces: ReadonlySet<string> = new Set(),
): VendoredFolder[] {
  const units = new Map<string, Unit>();
  for (const file of licensed) if (file.spdx.length > 0) addToUnits(file, units);
  if (units.size === 0) return [];
  const own = licensesOfProject(licensed);
  const all = [...units.values()].flatMap(splitUnit).sort((a, b) => (a.folder < b.folder ? -1 : 1));
  const isShown = (unit: Unit) => hasOthers(unit.folder) || licenseOf(unit, own) !== undefined;
  const isSure = surePlaces(
    all.filter(({ place }) => !listedPlaces.has(place)),
    isShown,
  );
  return all.flatMap((unit) => licenseOf(isSure(unit) ? { ...unit, kind: 'sure' } : unit, own) ?? []);
}

/** Fewer folders with the code of others say nothing about those beside them. */
const LEAST_SHOWN = 3;

/**
 * Where most folders of a likely place are shown to be the code of others, the project keeps nothing of its own there, so the others are, too: a
 * library under the project's own license, or one without a license file.
 */
function surePlaces(units: readonly Unit[], isShown: (unit: Unit) => boolean): (unit: Unit) => boolean {
  const sure = new Set<string>();
  for (const [place, inside] of Map.groupBy(units, (unit) => unit.place)) {
    const shown = inside.filter(isShown).length;
    if (shown >= LEAST_SHOWN && shown * 2 >= inside.length) sure.add(place);
  }
  return ({ place }) => sure.has(place);
}

/** A file counts for the vendored folders around it, which may lie in each other. */
function addToUnits(file: LicensedPath, units: Map<string, Unit>): void {
  if (isInstalled(file.path)) return;
  const segments = file.path.split('/');
  let before: VendorPlaceKind | undefined;
  let isVendored = false;
  for (const [at, segment] of segments.slice(0, -2).entries()) {
    const named = vendorPlaceKind(segment);
    // `external/libs/` is as sure as `external/`. What is likely in a project says nothing in the code of others.
    const kind = named === 'likely' && before !== undefined ? before : named;
    if (named === 'likely' && isVendored) continue;
    before = kind;
    isVendored ||= kind !== undefined && canBeLibrary(segments[at + 1] ?? '');
    const name = segments[at + 1] ?? '';
    if (kind === undefined || !canBeLibrary(name)) continue;
    const folder = segments.slice(0, at + 2).join('/');
    const unit = units.get(folder) ?? { folder, place: segments.slice(0, at + 1).join('/'), kind, files: [] };
    unit.files.push(file);
    units.set(folder, unit);
  }
}

/** A folder without a license of its own that has folders with licenses only groups them: `third_party/js/jquery`. */
function splitUnit(unit: Unit): Unit[] {
  const { folder, place, kind, files } = unit;
  if (files.some(({ path }) => folderOf(path) === folder)) return [unit];
  const parts = Map.groupBy(files, ({ path }) => path.slice(folder.length + 1).split('/', 1)[0] ?? '');
  const licensedParts = [...parts].filter(
    ([name, own]) => canBeLibrary(name) && own.some(({ path }) => isLicenseOf(path, `${folder}/${name}`)),
  );
  if (licensedParts.length < 2) return [unit];
  return licensedParts.map(([name, own]) => ({ folder: `${folder}/${name}`, place, kind, files: own }));
}

function licenseOf({ folder, kind, files }: Unit, own: ReadonlySet<string>): VendoredFolder | undefined {
  const sorted = files.toSorted((a, b) => depth(a) - depth(b) || (a.path < b.path ? -1 : 1));
  const atTop = sorted.find(({ path }) => isLicenseOf(path, folder));
  if (kind === 'likely') {
    const isOfOthers = own.size > 0 && atTop?.spdx.some((one) => !own.has(one)) === true;
    return atTop !== undefined && isOfOthers ? { folder, license: atTop.path, isLicenseAtTop: true } : undefined;
  }
  const stated =
    atTop ??
    sorted.find(({ path }) => licenseFileRole(baseOf(path)) !== 'none') ??
    sorted.find(({ path }) => folderOf(path) === folder && isReadme(baseOf(path))) ??
    sorted[0];
  return stated && { folder, license: stated.path, isLicenseAtTop: atTop !== undefined };
}

/** A license file directly in the folder, or in its folder of license texts. */
function isLicenseOf(path: string, folder: string): boolean {
  const relative = folderOf(path).slice(folder.length + 1);
  if (folderOf(path) !== folder && !LICENSE_FOLDER.test(`${relative}/`)) return false;
  const role = licenseFileRole(baseOf(path));
  return role === 'license' || role === 'text' || (relative !== '' && path.startsWith(`${folder}/`));
}

/** The licenses in the license files at the top of the tree. */
function licensesOfProject(licensed: readonly LicensedPath[]): Set<string> {
  const files = licensed.filter(({ path }) => licenseFileRole(baseOf(path)) !== 'none');
  const top = commonFolder(licensed.map(({ path }) => path));
  return new Set(files.filter(({ path }) => path.lastIndexOf('/') + 1 === top.length).flatMap(({ spdx }) => spdx));
}

function depth({ path }: LicensedPath): number {
  return path.split('/').length;
}

function baseOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
