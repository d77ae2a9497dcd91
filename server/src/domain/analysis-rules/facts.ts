// What a rule is compared with: an item of a project, and a vulnerability that it has.
import type { DependencyLevel } from '../inventories/inventory.ts';
import type { ShippableScope } from '../inventories/shipped-scopes.ts';
import type { Severity } from '../vulnerabilities/severity.ts';
import type { NamedPackage, PackagePattern } from './patterns.ts';

export interface ProjectFacts {
  projectId: number;
  projectName: string;
  /** Its folder and those above. */
  folderIds: readonly number[];
  /** The projects from which it was copied or branched, in any number of steps. */
  originIds: readonly number[];
}

export interface ItemFacts {
  itemId: number;
  project: ProjectFacts;
  /** Undefined if it has no package URL. */
  package: NamedPackage | undefined;
  /** '' if unknown. */
  version: string;
  level: DependencyLevel;
  scope: ShippableScope;
  paths(): readonly string[];
  /** Whether all paths to the item in the dependency graph lead through one of these packages. `key` names the patterns. */
  isOnlyUnder(parents: readonly PackagePattern[], key: string): boolean;
}

export interface VulnerabilityFacts {
  vulnerabilityId: number;
  /** In lower case. */
  names: readonly string[];
  /** CWE-79 */
  weaknesses: readonly string[];
  severity: Severity;
  /** 0 to 1; null if unknown. */
  epss: number | null;
}
