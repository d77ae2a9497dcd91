// Changes inventory items when a custom license, version or component that they use is deleted from the library:
// the license becomes unknown, the version becomes unknown, or the item becomes Work in Progress. Writes nothing.
//
// Decided here, because the interface is silent:
// - A locked project refuses this change like every other: nothing is deleted or renamed while items of a locked project use it, because
//   such an item could neither keep a reference to a deleted object nor lose it.
// - An item's name changes only if the system composed it of component, version and license.
// - The priority rises as it would have without the license; it never falls.
// - An item that becomes Work in Progress keeps its license, notes, files and status, and loses only its component.

import { expressionKey } from '@assay/scanner/expressions';
import {
  type InventoryPriority,
  type InventoryType,
  inventoryTypeNames,
  itemName,
  UNKNOWN_VERSION,
} from '../inventories/inventory.ts';
import { type HistoryRevision, historyOf } from '../inventories/inventory-history.ts';
import { NO_LICENSE_ID } from '../licenses/license-choice.ts';
import { isLocked, LOCKED_STATUS, type ProjectStatus } from '../projects/project-status.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { priorityOf, raisePriority } from '../reviews/priority.ts';

/** An existing item with the names of its component, version and license; '' if it has none. */
export interface LibraryUser {
  type: InventoryType;
  name: string;
  componentName: string;
  versionName: string;
  licenseId: number | null;
  licenseName: string;
  possibleLicenses: readonly string[];
  priority: InventoryPriority;
}

export interface RemovalOutcome {
  type: InventoryType;
  name: string;
  priority: InventoryPriority;
  possibleLicenses: string[];
  revision: HistoryRevision;
}

export type RemovedPart = 'component' | 'version' | 'license';

const MOST_NAMED_PROJECTS = 5;

/** A project with items that use the object. */
export interface UsingProject {
  name: string;
  status: ProjectStatus;
  /** Whether the caller may see it. Messages neither name nor count private projects of others. */
  isVisible: boolean;
}

/** Refuses `deed`, the beginning of a sentence such as "The license ACME cannot be deleted", while locked projects use the object. */
export function refuseForLockedProjects(deed: string, projects: readonly UsingProject[]): Refusal | undefined {
  const locked = projects.filter((project) => isLocked(project.status));
  if (locked.length === 0) return undefined;
  const names = locked.filter((project) => project.isVisible).map((project) => project.name);
  const more = names.length > MOST_NAMED_PROJECTS ? ` and ${names.length - MOST_NAMED_PROJECTS} more` : '';
  const named = names.length === 0 ? '' : ` (${names.slice(0, MOST_NAMED_PROJECTS).join(', ')}${more})`;
  return refuse(
    'locked',
    `${deed}: items of locked projects use it${named}. Their status is ${LOCKED_STATUS}; give them another status first.`,
  );
}

/** `names` are the names of the removed license among the possible licenses. */
export function afterRemoval(
  item: LibraryUser,
  part: RemovedPart,
  names: readonly string[] = [item.licenseName],
): RemovalOutcome {
  const next = {
    type: part === 'component' ? ('WORK_IN_PROGRESS' as const) : item.type,
    name: nameWithout(item, part),
    possibleLicenses: [...item.possibleLicenses],
    priority: item.priority,
  };
  if (part === 'license') {
    const gone = new Set(names.map(expressionKey));
    next.possibleLicenses = next.possibleLicenses.filter((one) => !gone.has(expressionKey(one)));
    next.priority = raisePriority(
      item.priority,
      priorityOf({ type: item.type, licenseExpression: '', foundLicenses: next.possibleLicenses, severities: [] }),
    );
  }
  return { ...next, revision: revisionOf(item, part, next) };
}

function nameWithout(item: LibraryUser, part: RemovedPart): string {
  const { componentName, versionName, licenseName } = item;
  const isComposed = componentName !== '' && item.name === itemName(componentName, versionName, licenseName);
  if (!isComposed || part === 'component') return item.name;
  return part === 'license' ? itemName(componentName, versionName, '') : itemName(componentName, '', licenseName);
}

function revisionOf(
  item: LibraryUser,
  part: RemovedPart,
  next: { type: InventoryType; name: string; priority: InventoryPriority },
): HistoryRevision {
  const state = (one: { type: InventoryType; name: string; priority: InventoryPriority }) => ({
    name: one.name,
    type: inventoryTypeNames[one.type],
    priority: one.priority,
  });
  const before = {
    ...state(item),
    componentName: item.componentName,
    versionName: item.versionName,
    licenseId: String(item.licenseId ?? NO_LICENSE_ID),
  };
  const after = {
    ...state(next),
    ...(part === 'license' ? { licenseId: String(NO_LICENSE_ID) } : {}),
    ...(part === 'version' ? { versionName: UNKNOWN_VERSION } : {}),
    ...(part === 'component' ? { componentName: '', versionName: '' } : {}),
  };
  const revision = historyOf(before, after, 'Library Change');
  if (!revision) throw new Error(`The item "${item.name}" does not use the ${part} to be removed.`);
  return revision;
}
