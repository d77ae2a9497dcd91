// The history of an inventory item: compares two states and groups their differences into one revision. A full rescan writes one record per item, not
// one per change. Writes nothing.

import { NO_LICENSE_ID, NO_LICENSE_NAME } from '../licenses/license-choice.ts';
import { type HistoryFieldName, historyItemFields } from './inventory-fields.ts';

export const historyEvents = [
  'Inventory Created',
  'Inventory Updated',
  'Inventory Published',
  'Inventory Recalled',
  'Inventory Reviewed',
  'Inventory Deleted',
  'Full Rescan',
] as const;
export type HistoryEvent = (typeof historyEvents)[number];

/** What a scan did to an item. */
export const inventoryChanges = ['ADDED', 'UPDATED', 'REMOVED'] as const;
export type InventoryChangeKind = (typeof inventoryChanges)[number];

/** What caused the change. */
const historyActions = [
  'User Action',
  'Scan',
  'Project Rescan',
  'Project Copy',
  'Project Branching',
  'Project Import',
  'SBOM Import',
  'Apply Policy',
  'Update Notices',
  'Library Change',
  'Library Refresh',
] as const;
export type HistoryAction = (typeof historyActions)[number];

/** Field names are shown to people. Clients look for `License` in them and read license ids there, so no other name contains that word. */
export interface HistoryChange {
  field: string;
  oldValue: string;
  newValue: string;
}

/** Changes that were saved together. */
export interface HistoryRevision {
  event: HistoryEvent;
  action: HistoryAction;
  changes: HistoryChange[];
}

/** A state of an item with the members that history compares. Absent members are not compared. */
export interface HistoryState extends Partial<Record<HistoryFieldName, string | boolean | null>> {
  type?: string;
  componentName?: string;
  versionName?: string;
  /** License ids as text: existing readers of the history expect them for license changes; '-1' if none is selected. */
  licenseId?: string;
  licenseExpression?: string;
  /** How a choice of licenses was settled. */
  licenseChoice?: string;
  status?: string;
  isPublished?: boolean;
  /** Id as text; '' when there is none. */
  provenance?: string;
  /** One pair per line: `key: value`. */
  workflowPairs?: string;
  possibleLicenses?: readonly string[];
  files?: readonly string[];
  customFields?: Readonly<Record<string, string>>;
}

/** Says why a review no longer holds. */
export const LAPSE_FIELD = 'To be decided again';
/** The review of an item that is gone: nobody has to decide it again. */
export const GONE_FIELD = 'Gone';

const LICENSE_FIELD = 'License';

const placed = ['name', 'description', 'url'];
const itemField = (wanted: HistoryFieldName) => historyItemFields.filter(([field]) => field === wanted);

/** The order of changes in a revision, and their names. */
export const historyFields: readonly (readonly [keyof HistoryState, string])[] = [
  ...itemField('name'),
  ['type', 'Inventory Type'],
  ['componentName', 'Component'],
  ['versionName', 'Version'],
  ['licenseId', LICENSE_FIELD],
  ['licenseExpression', 'SPDX Expression'],
  ['licenseChoice', 'SPDX Choice'],
  ['possibleLicenses', 'SPDX Candidates'],
  ...itemField('description'),
  ...itemField('url'),
  ['status', 'Status'],
  ['isPublished', 'Published'],
  ...historyItemFields.filter(([field]) => !placed.includes(field)),
  ['provenance', 'Provenance Inventory'],
  ['workflowPairs', 'Workflow Request Details'],
];

/** More files than this are only counted, so that a history entry fits on a line. */
const FILES_LISTED_BY_NAME = 20;

/** The revision between two states; undefined if no compared member has changed. */
export function historyOf(
  before: HistoryState | undefined,
  after: HistoryState,
  action: HistoryAction,
): HistoryRevision | undefined {
  const changes = changesBetween(before ?? {}, after);
  if (before === undefined) return { event: 'Inventory Created', action, changes: changes.filter(hasValue) };
  if (changes.length === 0) return undefined;
  return { event: eventOf(changes), action, changes };
}

/** Changes for people: names of licenses in place of their ids. A license may have been deleted since. */
export function withLicenseNames(
  changes: readonly HistoryChange[],
  names: ReadonlyMap<string, string>,
): HistoryChange[] {
  const nameOf = (id: string) => (id === String(NO_LICENSE_ID) ? NO_LICENSE_NAME : (names.get(id) ?? id));
  return changes.map((change) =>
    change.field === LICENSE_FIELD
      ? { field: change.field, oldValue: nameOf(change.oldValue), newValue: nameOf(change.newValue) }
      : change,
  );
}

/** The last record of a deleted item; its history stays. */
export function deletedRevision(name: string, action: HistoryAction): HistoryRevision {
  return { event: 'Inventory Deleted', action, changes: [{ field: 'Name', oldValue: name, newValue: '' }] };
}

/** The evidence of an item is gone or back, as sentences; '' means that it is there. */
export function evidenceRevision(oldValue: string, newValue: string): HistoryRevision {
  return { event: 'Inventory Updated', action: 'Project Rescan', changes: [{ field: 'Evidence', oldValue, newValue }] };
}

/** The one record that a full rescan writes for each item that it changed. */
export function fullRescanRevision(): HistoryRevision {
  return { event: 'Full Rescan', action: 'Project Rescan', changes: [] };
}

function changesBetween(before: HistoryState, after: HistoryState): HistoryChange[] {
  const changes: HistoryChange[] = [];
  for (const [member, field] of historyFields) {
    if (after[member] === undefined) continue;
    const oldValue = textOf(before[member] ?? (member === 'licenseId' ? String(NO_LICENSE_ID) : undefined));
    const newValue = textOf(after[member]);
    if (oldValue !== newValue) changes.push({ field, oldValue, newValue });
  }
  return [...changes, ...customFieldChanges(before, after), ...fileChanges(before.files ?? [], after.files)];
}

function customFieldChanges(before: HistoryState, after: HistoryState): HistoryChange[] {
  return Object.entries(after.customFields ?? {})
    .map(([label, newValue]) => ({ field: label, oldValue: before.customFields?.[label] ?? '', newValue }))
    .filter((change) => change.oldValue !== change.newValue)
    .sort((a, b) => (a.field < b.field ? -1 : 1));
}

function fileChanges(before: readonly string[], after: readonly string[] | undefined): HistoryChange[] {
  if (after === undefined) return [];
  const had = new Set(before);
  const has = new Set(after);
  const added = after.filter((path) => !had.has(path));
  const removed = before.filter((path) => !has.has(path));
  const changes: HistoryChange[] = [];
  if (removed.length > 0) changes.push({ field: 'Files Removed', oldValue: filesText(removed), newValue: '' });
  if (added.length > 0) changes.push({ field: 'Files Added', oldValue: '', newValue: filesText(added) });
  return changes;
}

function filesText(paths: string[]): string {
  const sorted = [...paths].sort();
  if (sorted.length <= FILES_LISTED_BY_NAME) return sorted.join('\n');
  const rest = sorted.length - FILES_LISTED_BY_NAME;
  return [...sorted.slice(0, FILES_LISTED_BY_NAME), `and ${rest} more files`].join('\n');
}

/** The name of a revision is that of its most important change. */
function eventOf(changes: HistoryChange[]): HistoryEvent {
  const published = changes.find((change) => change.field === 'Published');
  if (published) return published.newValue === 'true' ? 'Inventory Published' : 'Inventory Recalled';
  const isOnlyReview = changes.every((change) => change.field === 'Status');
  return isOnlyReview ? 'Inventory Reviewed' : 'Inventory Updated';
}

function textOf(value: HistoryState[keyof HistoryState]): string {
  if (value === undefined || value === null) return '';
  return Array.isArray(value) ? value.join(', ') : String(value);
}

function hasValue(change: HistoryChange): boolean {
  return change.newValue !== '';
}
