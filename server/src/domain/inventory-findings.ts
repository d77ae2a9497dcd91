// What a scan hands to the derivation of an inventory, and what comes out of it: the words that derivation, merge and rules share.
import type { DependencyScope } from '@assay/scanner';
import type { Confidence, DependencyLevel, InventoryDependencyScope } from './inventory.ts';
import type { LicenseFact, LicenseFacts, LicenseSource, SettleChoice } from './license-facts.ts';

/** The scopes that manifests give, from what is shipped to what only its makers use. */
export const dependencyScopes = [
  'runtime',
  'optional',
  'peer',
  'build',
  'test',
  'development',
] as const satisfies readonly DependencyScope[];

/** A package of the tree, as the scanner's `describePackages` tells it. */
export interface DescribedPackage {
  /** Canonical; with its version when that is known. */
  purl: string;
  /** '' when unknown. */
  version: string;
  /** SPDX expression; '' when the package declares none, or nothing that can be understood. */
  licenseExpression: string;
  /** The declaration as written; '' when there is none. */
  declaredLicense?: string;
  /** Who says so, when it is not the package itself: a registry, and when it was asked. */
  licenseSource?: string;
  /** Who told its version, when no file of the code base does. */
  versionSource?: string;
  description?: string;
  homepageUrl?: string;
  /** Paths of the manifests and lockfiles that prove the package. */
  files: readonly string[];
  /** Lines of those files that prove it. */
  proofs?: readonly { path: string; line: number }[];
  /** How it was asked for, when its version is not known. */
  requirement?: string;
  /** The kind of place that alone names it (`test`, `example`, …), when that is no part of the product. */
  place?: string;
  /** The folder whose files belong to the package; '' is the root of the code base, undefined when it has none there. */
  ownedFolder?: string;
  /** All folders of a package that lies in several; `ownedFolder` is one of them. */
  ownedFolders?: readonly string[];
  /** Files of its own outside of such folders. */
  ownedFiles?: readonly string[];
  /** Of a library whose files were copied into the code base: the place that says so, and the recognised files. */
  copied?: { path: string; line?: number; words: string; paths: readonly string[]; agreeing: number };
  scope: DependencyScope;
  /** Whether the owner of the code base names it itself; undefined for packages that are part of the code base. */
  isDirect?: boolean;
  /** How sure the scanner is of component and version; worked out from the evidence when it does not say. */
  confidence?: Confidence;
  dependencies: readonly { purl: string }[];
  /** What it is under by its manifest, license files and headers together, and why. */
  primaryLicense?: { expression: string; reasons: readonly string[]; source?: LicenseSource };
  /** The license that curated facts conclude, with their source. */
  curatedLicense?: LicenseFact;
}

/** A file that speaks of licenses. */
export interface LicensedFile {
  path: string;
  expressions: readonly string[];
}

export interface DerivationOptions {
  /** Development, test and build dependencies become items too. */
  includesNonRuntime: boolean;
  /** Which dependencies become items: none, those the code base names itself, or all. */
  dependencies: 'none' | 'first-level' | 'all';
  /** Components are tied to all licensed files of their folders; else only to what proves them: manifests, lockfiles, license files. */
  tiesRelatedFiles: boolean;
  /** Licenses remembered for all projects, by component purl, `@` and version. */
  rememberedLicenses: ReadonlyMap<string, string>;
  /** Selects one license of a choice. Without this function choices stay open. */
  settleChoice?: SettleChoice;
}

export const DEFAULT_DERIVATION_OPTIONS: DerivationOptions = {
  includesNonRuntime: true,
  dependencies: 'all',
  tiesRelatedFiles: true,
  rememberedLicenses: new Map(),
};

export interface WantedItem {
  /** The same for the same finding in every scan, whatever its license or files are. */
  identity: string;
  type: 'COMPONENT' | 'LICENSE';
  name: string;
  description: string;
  url: string;
  /** purl without version; '' for License Only. */
  componentPurl: string;
  componentName: string;
  /** '' when unknown. */
  versionName: string;
  purl: string;
  /** The selected license; '' is "I don't know". */
  licenseExpression: string;
  /** True when the license is the one that a person chose for this component version in all projects. */
  isLicenseRemembered?: boolean;
  possibleLicenses: string[];
  licenseFacts: LicenseFacts;
  /** A package of the code base itself, not a third-party one. */
  isOwn: boolean;
  confidence: Confidence;
  dependencyScope: InventoryDependencyScope;
  dependencyLevel: DependencyLevel;
  detectionNotes: string;
  createdBy: string;
  /** Sorted paths of the files tied to the item. */
  files: string[];
  /** Those of them that hold the license's text: where an as-found license text can be read. */
  licenseFiles: string[];
}

/** Between identities; the parent depends on the child. */
export interface WantedLink {
  parent: string;
  child: string;
  type: 'DEPENDENCY';
}

export interface WantedInventory {
  items: WantedItem[];
  links: WantedLink[];
}
