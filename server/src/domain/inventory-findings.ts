// The findings of a scan and the wanted items that are derived from them: shared types of derivation, merge and rules.
import type { DependencyScope } from '@assay/scanner';
import type { DistributionLike } from '@assay/scanner/advisories';
import type { Proof, VendoredEvidence } from '@assay/scanner/packages';
import type { Confidence, DependencyLevel, InventoryDependencyScope } from './inventory.ts';
import type { LicenseFact, LicenseFacts, LicenseSource, SettleChoice } from './license-facts.ts';

/** A package of the code base, from the scanner's `describePackages`. */
export interface DescribedPackage {
  /** Canonical; with the version if it is known. */
  purl: string;
  /** '' when unknown. */
  version: string;
  /** SPDX expression; '' when the package declares none, or nothing that can be understood. */
  licenseExpression: string;
  /** The declaration as written; '' when there is none. */
  declaredLicense?: string;
  /** The file of the code base that states it. */
  licensePath?: string;
  /** Who states it, if the package itself does not: a registry, and when it was asked. */
  licenseSource?: string;
  /** Who states the version, if no file of the code base does. */
  versionSource?: string;
  description?: string;
  homepageUrl?: string;
  /** Paths of the manifests and lockfiles that prove the package. */
  files: readonly string[];
  /** What each of those files states about it. */
  proofs?: readonly Proof[];
  /** The requested range, if the version is unknown. */
  requirement?: string;
  /** If only tests, examples or the like use the package: the kind of their folder (`test`, `example`, …). */
  place?: string;
  /** The folder with the files of the package; '' is the root of the code base, undefined if it has no folder there. */
  ownedFolder?: string;
  /** All folders of a package that has several, including `ownedFolder`. */
  ownedFolders?: readonly string[];
  /** Its files outside these folders. */
  ownedFiles?: readonly string[];
  /** For a library with copied files in the code base: the place that states this, and the recognised files. */
  copied?: { path: string; line?: number; words: string; paths: readonly string[]; agreeing: number };
  /** For a folder of third-party code that only its place and its license show. */
  vendored?: VendoredEvidence;
  scope: DependencyScope;
  /** Whether the owner of the code base asks for it directly; undefined for packages of the code base itself. */
  isDirect?: boolean;
  /** How sure the scanner is of component and version; if absent, it is computed from the evidence. */
  confidence?: Confidence;
  /** Distributions from which that of the package says that it is made, the nearest first; absent for none. */
  like?: readonly DistributionLike[];
  dependencies: readonly { purl: string }[];
  /** The license that follows from manifest, license files and headers together, with the reasons. */
  primaryLicense?: { expression: string; reasons: readonly string[]; source?: LicenseSource };
  /** The license that curated facts conclude, with their source. */
  curatedLicense?: LicenseFact;
}

/** A file with a license statement. */
export interface LicensedFile {
  path: string;
  expressions: readonly string[];
  /** The folder of which it states the license, as the scanner tells; absent if it is no license file. */
  licensedFolder?: string;
}

export interface DerivationOptions {
  /** Whether development, test and build dependencies also become items. */
  includesNonRuntime: boolean;
  /** The dependencies that become items: none, only direct ones, or all. */
  dependencies: 'none' | 'first-level' | 'all';
  /** Whether components get all licensed files of their folders, or only manifests, lockfiles and license files. */
  tiesRelatedFiles: boolean;
  /** Licenses remembered for all projects, by component purl, `@` and version. */
  rememberedLicenses: ReadonlyMap<string, string>;
  /** Selects one license of a choice. Without this function, choices stay open. */
  settleChoice?: SettleChoice;
}

export const DEFAULT_DERIVATION_OPTIONS: DerivationOptions = {
  includesNonRuntime: true,
  dependencies: 'all',
  tiesRelatedFiles: true,
  rememberedLicenses: new Map(),
};

export interface WantedItem {
  /** The same for the same finding in every scan, even if its license or files change. */
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
  /** Distributions from which that of the package says that it is made; absent for none. */
  like?: readonly DistributionLike[];
  /** The selected license; '' means "I don't know". */
  licenseExpression: string;
  /** True if a person chose the license for this component version in all projects. */
  isLicenseRemembered?: boolean;
  possibleLicenses: string[];
  licenseFacts: LicenseFacts;
  /** A package of the code base itself, not a third-party package. */
  isOwn: boolean;
  confidence: Confidence;
  dependencyScope: InventoryDependencyScope;
  /** The scope in manifests; undefined if nothing names one, as for License Only items. */
  foundScope?: DependencyScope;
  dependencyLevel: DependencyLevel;
  detectionNotes: string;
  createdBy: string;
  /** Folders of the component; absent if it has none. */
  folders?: readonly string[];
  /** Sorted paths of the item's files. */
  files: string[];
  /** Those files that contain the license text, from which an as-found license text can be read. */
  licenseFiles: string[];
}

/** Between identities. The parent depends on the child. */
export interface WantedLink {
  parent: string;
  child: string;
  type: 'DEPENDENCY';
}

export interface WantedInventory {
  items: WantedItem[];
  links: WantedLink[];
}
