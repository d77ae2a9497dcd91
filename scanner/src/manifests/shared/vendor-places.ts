// Knows the folders in which projects keep the code of others, by their names. The names are data: vendor-places.yaml.
import { readData } from '../../data-files.ts';

const names = readData(new URL('./vendor-places.yaml', import.meta.url)) as Readonly<
  Record<VendorPlaceKind | 'noLibrary', readonly string[]>
>;

/** `sure`: everything inside is the code of others; `likely`: projects also keep parts of their own there. */
export type VendorPlaceKind = 'sure' | 'likely';

const KINDS = new Map<string, VendorPlaceKind>([
  ...names.likely.map((name) => [plain(name), 'likely'] as const),
  ...names.sure.map((name) => [plain(name), 'sure'] as const),
]);

/** Whether a folder of this name, without its path, is a place for the code of others. */
export function vendorPlaceKind(folder: string): VendorPlaceKind | undefined {
  return KINDS.get(plain(folder));
}

const NO_LIBRARY = new Set(names.noLibrary);

/** Whether a folder in such a place can be one library. Go and others keep modules in folders named after hosts. */
export function canBeLibrary(folder: string): boolean {
  return !NO_LIBRARY.has(folder.toLowerCase()) && !HOST.test(folder) && vendorPlaceKind(folder) === undefined;
}

const HOST = /^(?:[a-z0-9-]+\.)+(?:com|org|net|io|dev|in|de|edu|sh)$/;

/** Whether a folder is somewhere below a place for the code of others, of this kind if one is named. */
export function isBelowVendorPlace(folder: string, wanted?: VendorPlaceKind): boolean {
  return folder
    .split('/')
    .slice(0, -1)
    .some((segment) => {
      const kind = vendorPlaceKind(segment);
      return kind !== undefined && (wanted === undefined || kind === wanted);
    });
}

/** Whether a file is somewhere below a folder that is such a place, and not directly in it. */
export function isInVendoredFolder(path: string): boolean {
  return isBelowVendorPlace(path.slice(0, Math.max(0, path.lastIndexOf('/'))));
}

/** Folders of packages that tools installed, and the inside of archives: these have manifests. */
const INSTALLED = /(?:^|\/)(?:node_modules|bower_components|site-packages|dist-packages|Pods)\/|!\//;

export const isInstalled = (path: string): boolean => INSTALLED.test(path);

/** Whether a file is directly in such a place, as a list of what lies there is. */
export function isInVendorPlace(path: string): boolean {
  const folder = path.split('/').at(-2);
  return folder !== undefined && vendorPlaceKind(folder) !== undefined;
}

function plain(folder: string): string {
  return folder.toLowerCase().replace(/[-_]/g, '');
}
