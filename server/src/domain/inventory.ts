// The values of inventory items, their spellings on the wire, and the names of items. The rules are in the other files of this folder.
import { shorten, storableText } from '@assay/scanner/foreign-text';
import { withoutQualifiers } from '@assay/scanner/packages';

export { shorten, storableText };

/** Which items a list shows. */
export const publicationFilters = ['PUBLISHED', 'UNPUBLISHED', 'ALL'] as const;
export type PublicationFilter = (typeof publicationFilters)[number];

/** The flag `published` means the same on every list that has it: true shows published items only, false shows all items. */
export function onlyPublished(published: boolean): true | undefined {
  return published ? true : undefined;
}

export const inventoryTypes = ['COMPONENT', 'LICENSE', 'WORK_IN_PROGRESS'] as const;
export type InventoryType = (typeof inventoryTypes)[number];

/** The spelling in answers; requests use the type itself. */
export const inventoryTypeNames = {
  COMPONENT: 'Component',
  LICENSE: 'License Only',
  WORK_IN_PROGRESS: 'Work in Progress',
} as const satisfies Record<InventoryType, string>;

export const inventoryStatuses = ['DRAFT', 'APPROVED', 'REJECTED'] as const;
export type InventoryStatus = (typeof inventoryStatuses)[number];
/** The statuses that a policy, a reviewer or a review task may set. */
export const decidedStatuses = ['APPROVED', 'REJECTED'] as const;
export type DecidedStatus = (typeof decidedStatuses)[number];

export const inventoryStatusNames = {
  DRAFT: 'Draft',
  APPROVED: 'Approved',
  REJECTED: 'Rejected',
} as const satisfies Record<InventoryStatus, string>;

export const confidences = ['HIGH', 'MEDIUM', 'LOW'] as const;
export type Confidence = (typeof confidences)[number];

export const inventoryPriorities = ['P1', 'P2', 'P3', 'P4'] as const;
export type InventoryPriority = (typeof inventoryPriorities)[number];

/** P1 to P4 in requests, a word in answers. */
export const inventoryPriorityNames = {
  P1: 'High',
  P2: 'Medium',
  P3: 'Low',
  P4: 'Other',
} as const satisfies Record<InventoryPriority, string>;

const dependencyScopes = ['Runtime', 'Non Runtime'] as const;
export type InventoryDependencyScope = (typeof dependencyScopes)[number];

const dependencyLevels = ['Top-level', 'Direct', 'Transitive', 'N/A'] as const;
export type DependencyLevel = (typeof dependencyLevels)[number];

export const inventoryLinkTypes = ['BUNDLED', 'DEPENDENCY', 'POSSIBLY_RELATED'] as const;
export type InventoryLinkType = (typeof inventoryLinkTypes)[number];

/** Creators of items that no person created. Clients compare these words. */
export const systemCreators = {
  HIGH: 'High Confidence Auto-WriteUp Rule',
  MEDIUM: 'Medium Confidence Auto-WriteUp Rule',
  LOW: 'Automated Finding',
} as const satisfies Record<Confidence, string>;

/** The interface allows names of 1 to 255 characters. */
const LONGEST_ITEM_NAME = 255;

/** The interface's name for an unknown version of a component. */
export const UNKNOWN_VERSION = 'Unknown';

/** In the rules, an unknown version is ''. The library has an entry for it, so that clients find one for every component. */
export function knownVersionName(name: string | null): string {
  return name === null || name === UNKNOWN_VERSION ? '' : name;
}

/** `lodash 4.17.21 (MIT)`; an unknown version or license is left out. */
export function itemName(component: string, version: string, license: string): string {
  const words = version === '' ? component : `${component} ${version}`;
  if (license === '') return shorten(words, LONGEST_ITEM_NAME);
  const whole = `${words} (${license})`;
  if (whole.length <= LONGEST_ITEM_NAME) return whole;
  // A long expression is shortened first, because the license member of the item still has all of it.
  const room = LONGEST_ITEM_NAME - words.length - ' ()'.length;
  return room >= 2 ? `${words} (${shorten(license, room)})` : shorten(words, LONGEST_ITEM_NAME);
}

/** The parts of a composed item name. */
export interface NameParts {
  type: InventoryType;
  component: string;
  /** Blank or `Unknown` if the version is unknown. */
  version: string;
  /** SPDX expression; blank if unknown. */
  license: string;
}

/** The name of an item with a changed component, version or license: a composed name is composed again, any other name stays. */
export function nameAfter(name: string, before: NameParts, after: NameParts): string {
  const made = madeName(before);
  return name === made ? (madeName(after) ?? name) : name;
}

function madeName({ type, component, version, license }: NameParts): string | undefined {
  if (type === 'COMPONENT' && component !== '') return itemName(component, knownVersionName(version), license);
  return type === 'LICENSE' && license !== '' ? itemName(license, '', '') : undefined;
}

/** `npm` of `pkg:npm/name@1.2.3`; '' for any other text. */
export function typeOfPurl(purl: string): string {
  return /^pkg:([^/]+)\//.exec(purl)?.[1] ?? '';
}

/** `pkg:npm/%40scope/name@1.2.3?arch=x#sub` becomes `pkg:npm/%40scope/name`: the component without its version. */
export function componentPurlOf(purl: string): string {
  const path = withoutQualifiers(purl);
  const at = path.lastIndexOf('@');
  // A canonical purl writes an `@` before the last slash as %40; a bare one there is part of a namespace that is not canonical.
  return at > path.lastIndexOf('/') ? path.slice(0, at) : path;
}
