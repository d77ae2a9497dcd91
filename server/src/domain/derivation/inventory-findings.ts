// The findings of a scan and the wanted items that are derived from them: shared types of derivation, merge and rules.
import type { DependencyScope, PackageDependency } from '@assay/scanner';
import type { DistributionLike } from '@assay/scanner/advisories';
import type { PackageFacts } from '@assay/scanner/package-facts';
import type { DescribedPackage } from '@assay/scanner/packages';
import type { Confidence, DependencyLevel, InventoryDependencyScope } from '../inventories/inventory.ts';
import type { LicenseFact, LicenseFacts, LicenseSource, SettleChoice } from '../licenses/license-facts.ts';

/** The fields of the scanner's description that a package may lack here, as one that only a registry names does. */
type Known =
  | ('declaredLicense' | 'licensePath' | 'description' | 'homepageUrl' | 'requirement' | 'proofs' | 'confidence')
  | ('place' | 'ownedFolder' | 'ownedFolders' | 'ownedFiles' | 'copied' | 'vendored' | 'isDirect' | 'like')
  | ('supplier' | 'integrity' | 'repositoryUrl' | 'downloadUrl');

/**
 * A package from which an item is derived: the scanner's description, whose fields have one definition (`describe.ts` of the scanner), with what
 * registries, curated facts and the license engine add.
 */
export interface InventoryPackage
  extends Pick<DescribedPackage, 'purl' | 'version' | 'licenseExpression' | 'scope'>,
    Readonly<Partial<Pick<DescribedPackage, Known>>> {
  files: readonly string[];
  dependencies: readonly Pick<PackageDependency, 'purl'>[];
  /** Who states the license, if the package itself does not: a registry, and when it was asked. */
  licenseSource?: string;
  /** Who states the version, if no file of the code base does. */
  versionSource?: string;
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
  packageFacts: PackageFacts;
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
  /** Those files that state the license of the component's folder; of a License Only item, of any folder. License texts are read from all files. */
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
