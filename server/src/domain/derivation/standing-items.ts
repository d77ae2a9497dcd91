// The items that a project has when a scan ends, and those that people deleted, as the merge needs them (inventory-merge.ts).
import type { PackageFacts } from '@assay/scanner/package-facts';
import type { InventoryType } from '../inventories/inventory.ts';
import type { LicenseFacts } from '../licenses/license-facts.ts';

/** The properties that a scan may rewrite on items that nobody has edited. */
export interface ScanProperties {
  identity: string;
  name: string;
  description: string;
  url: string;
  componentPurl: string;
  versionName: string;
  purl: string;
  licenseExpression: string;
  possibleLicenses: readonly string[];
  confidence: string;
  dependencyScope: string;
  dependencyLevel: string;
  detectionNotes: string;
  licenseFacts: LicenseFacts;
  packageFacts: PackageFacts;
  isOwn: boolean;
}

export interface StandingItem extends ScanProperties {
  id: number;
  type: InventoryType;
  componentName: string;
  /** True if a person created it or changed anything of it. */
  isEdited: boolean;
  /** Milliseconds since 1970. */
  updatedAt: number;
  files: readonly string[];
  /** Paths of files that a person removed from the item. */
  excludedFiles: readonly string[];
  /** Those of its files that a scan tied to it. */
  foundFiles: readonly string[];
  /** Those of its files that scans exclude. */
  outsideFiles: readonly string[];
  hadEvidence: boolean;
  /** A scan has found the item before. */
  wasFound: boolean;
  /** An earlier scan no longer found its evidence. */
  isMissing: boolean;
  /** A person keeps the item without evidence. */
  isKept: boolean;
}

/** A found item that a person deleted. */
export interface DeletedFinding {
  /** The name that the scan gave it. */
  identity: string;
  /** See `findingOf`: the item at the time of the deletion, which may differ from the finding. */
  finding: string;
  deletedBy: string;
  deletedAt: Date;
}
