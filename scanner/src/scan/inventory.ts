// The sum of a scan: the packages of the tree, the licensed files that belong to none of them, and how often each license was found. Its
// size grows with packages, licensed files and folders, not with files.

import type { FileFacts, Issue } from '../findings.ts';
import { valueFor } from '../items.ts';
import { commonFolder, type PrimaryLicense } from '../licenses/primary/primary.ts';
import { folderOf } from '../packages/folders.ts';
import {
  type DescribedPackage,
  describePackages,
  type FilePackages,
  isManifestFile,
  withoutMissing,
} from '../packages/index.ts';
import { isRootLicenseFile, type LicensedTreeFile, primaryLicenses } from '../packages/primary-licenses.ts';

/** A package with its license, as far as its manifest, license files and headers state it. */
export type InventoryComponent = DescribedPackage & { primaryLicense: PrimaryLicense };

/** Licensed files that belong to no package, one item per license expression. */
interface LicenseOnlyItem {
  expression: string;
  files: string[];
}

export interface Inventory {
  components: InventoryComponent[];
  /** The license of the source as a whole. */
  primaryLicense: PrimaryLicense;
  licenseOnly: LicenseOnlyItem[];
  /** Every license expression found in the source, with the number of files it was found in, the most frequent first. */
  licenses: { expression: string; files: number }[];
  files: number;
  sizeBytes: number;
}

export interface InventoryBuilder {
  add(path: string, facts: FileFacts): void;
  /** The issues are those of several files together. */
  finish(): { inventory: Inventory; issues: Issue[] };
}

export function createInventory(): InventoryBuilder {
  const manifests: FilePackages[] = [];
  const byExpression = new Map<string, string[]>();
  const licensed: LicensedTreeFile[] = [];
  const folders = new Set<string>();
  let files = 0;
  let sizeBytes = 0;
  // The first and last path in order: a prefix of both is a prefix of all.
  let first = '';
  let last = '';
  return {
    add(path, facts) {
      files++;
      sizeBytes += facts.sizeBytes;
      folders.add(folderOf(path));
      if (facts.packages.length > 0) manifests.push({ path, packages: facts.packages });
      if (files === 1 || path < first) first = path;
      if (path > last) last = path;
      if (facts.spdx.length > 0) {
        const matches = isRootLicenseFile(path) ? { matches: facts.licenses } : {};
        licensed.push({ path, spdx: facts.spdx, isSource: facts.language !== '', ...matches });
      }
      for (const expression of facts.spdx) {
        const paths = byExpression.get(expression);
        if (paths) paths.push(path);
        else byExpression.set(expression, [path]);
      }
    },
    finish() {
      const { files: present, issues } = withoutMissing(manifests, folders);
      // Licenses in a manifest apply to its packages; a copied file has its own license.
      const declaring = new Set(
        manifests.filter(({ packages: found }) => isManifestFile(found)).map(({ path }) => path),
      );
      // Licenses in a list apply to the packages that the list names.
      const listing = new Set(
        manifests
          .filter(({ packages: found }) => found.some(({ role, inNotice }) => role === 'holds' && !inNotice))
          .map(({ path }) => path),
      );
      const speaking = licensed.filter(({ path }) => !declaring.has(path));
      const packages = describePackages(present, undefined, undefined, speaking);
      const primary = primaryLicenses(packages, speaking, commonFolder([first, last]));
      const components = packages.map((one) => ({ ...one, primaryLicense: valueFor(primary.packages, one.purl) }));
      const isOwned = ownership(components);
      const licenseOnly = [...byExpression]
        .map(([expression, paths]) => ({
          expression,
          files: paths.filter((path) => !isOwned(path) && !listing.has(path)),
        }))
        .filter((item) => item.files.length > 0)
        .sort((a, b) => compare(a.expression, b.expression));
      const licenses = [...byExpression]
        .map(([expression, paths]) => ({ expression, files: paths.length }))
        .sort((a, b) => b.files - a.files || compare(a.expression, b.expression));
      const inventory = { components, primaryLicense: primary.project, licenseOnly, licenses, files, sizeBytes };
      return { inventory, issues };
    },
  };
}

/** Whether a path belongs to a package, or is below one of its folders. */
function ownership(components: readonly DescribedPackage[]): (path: string) => boolean {
  const folders = new Set<string>();
  for (const { ownedFolders } of components) for (const folder of ownedFolders) folders.add(folder);
  const files = new Set(components.flatMap(({ ownedFiles = [] }) => ownedFiles));
  return (path) => {
    if (files.has(path)) return true;
    for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      if (folders.has(path.slice(0, end))) return true;
      if (end === 0) break;
    }
    return folders.has('');
  };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
