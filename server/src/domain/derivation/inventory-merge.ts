// Merges the wanted inventory of a scan into the existing one, so that no decision of a person is lost.
// Says what to create, update and delete; writes nothing.
//
//   What exists                          | what a rescan does to it
//   -------------------------------------+---------------------------------------------------------------------------------
//   found by a scan, nobody touched it   | properties rewritten, files added and removed; status, priority, notes, notices kept
//   ... and the scan no longer finds it  | loses its files and is gone (inventory-evidence.ts); deleted only if the project deletes empty inventory
//   made or edited by a person           | only gets more files, and only while component, version and license are still those
//                                        | that a scan found; never loses a file, never deleted. What no person can edit
//                                        | (`evidence`) follows the scan while component and version do
//   a file taken out of an item by hand  | not added again, nor to any other item of a component of that name
//   a found item that a person deleted   | no scan, forced or not, creates it again until a person creates an item of that component
//                                        | and version (for License Only: of that license); the scan's log says so
//   untouched, of another license than a | keeps all but its evidence: a second item with the remembered license is created beside it, because the
//   person chose for all projects since  |   item that was found before the choice keeps its license until a person changes it
//   ... and the scan no longer finds it  | keeps its files and is gone, unless a person tied one of them
//   kept by a person without evidence    | never deleted
//   a file that the rescan cannot read   | stays in its items: what was not understood is not missing
//   a file that the rescan skips         | stays in its items and is added to no other; an item with only skipped files stays unchanged,
//                                        | and no item is created for skipped files alone
//   a file of another code base          | the same: to the server's scan, all files of remote code bases; to the scan of one of them, all others
//   an item with files of the server     | a scan of a remote code base only adds and removes files of its own: the server's scan knows more of it
//   ... and without a file of that       | not asked for by its scan
//       remote code base                 |
//
// A wanted item is matched to an existing one first by identity (it is the same finding as before, even if a person has since
// given it another license: then nothing is added to it, and no second item is created beside the person's decision); else by
// component, version and license; of several matches the most recently updated wins.

import { isDeepStrictEqual } from 'node:util';
import { expressionKey } from '@assay/scanner/expressions';
import { valueFor } from '@assay/scanner/items';
import { type Evidence, evidenceAfter } from '../inventories/inventory-evidence.ts';
import { filledFacts } from '../inventories/package-facts.ts';
import type { LicenseFacts } from '../licenses/license-facts.ts';
import type { WantedInventory, WantedItem, WantedLink } from './inventory-findings.ts';
import { exclusionKey, findingOf, triadOf } from './inventory-keys.ts';
import { replacementsIn } from './inventory-replacements.ts';
import type { DeletedFinding, ScanProperties, StandingItem } from './standing-items.ts';

export interface MergeSettings {
  /** Whether items created by scans are deleted when they have no files left. */
  deleteEmptyInventory: boolean;
  deleted?: readonly DeletedFinding[];
  /** Paths of the files that the rescan skips. */
  skipped?: Pick<ReadonlySet<string>, 'has'>;
  /** Whether the scan looks only at some items that exist; items that it finds count anyway. Without it, at all. */
  asksFor?: (item: StandingItem) => boolean;
  /** Whether another code base says what the properties of an item are, so that this scan only changes its files. */
  keepsProperties?: (item: StandingItem) => boolean;
  /** Paths of the files that the scan could not read or understand. */
  unread?: ReadonlySet<string>;
}

interface ItemUpdate {
  id: number;
  /** Only what differs. */
  set: Partial<ScanProperties>;
  addFiles: string[];
  removeFiles: string[];
}

/** An item of the result: an existing one by id, or a new one by identity. */
export type ItemReference = { id: number } | { identity: string };

export interface InventoryMerge {
  creations: WantedItem[];
  updates: ItemUpdate[];
  deletions: number[];
  /** The scan's dependency links; they replace those of the scan before. */
  links: { parent: ItemReference; child: ItemReference; type: WantedLink['type'] }[];
  /** Number of existing items that stay unchanged. */
  unchanged: number;
  /** Found again, but not created because a person deleted it. */
  leftOut: { item: WantedItem; because: DeletedFinding }[];
  /** Existing items whose evidence is missing since this scan. */
  missing: { id: number; why: string }[];
  /** Existing items whose evidence was missing and is there again. */
  back: number[];
  /** Existing items that this scan did not find and that files tied by people prove. */
  heldByTies: number[];
}

const scanProperties = [
  'identity',
  'name',
  'description',
  'url',
  'componentPurl',
  'versionName',
  'purl',
  'licenseExpression',
  'possibleLicenses',
  'confidence',
  'dependencyScope',
  'dependencyLevel',
  'detectionNotes',
  'licenseFacts',
  'packageFacts',
  'isOwn',
] as const satisfies (keyof ScanProperties)[];

/** Properties that no person can edit: where and how the scan found the component. */
const evidence = [
  'possibleLicenses',
  'dependencyScope',
  'dependencyLevel',
  'detectionNotes',
  'packageFacts',
] as const satisfies (keyof ScanProperties)[];

export function mergeInventory(
  wanted: WantedInventory,
  standing: readonly StandingItem[],
  settings: MergeSettings,
): InventoryMerge {
  const { items, identities, spared } = besideRemembered(wanted.items, standing);
  const matches = matchItems(items, standing);
  const exclusions = exclusionsByName(standing);
  const merge: InventoryMerge = {
    ...{ creations: [], updates: [], deletions: [], links: [], unchanged: 0, leftOut: [] },
    ...{ missing: [], back: [], heldByTies: [] },
  };
  const deletedFinding = deletedFindingIn(settings.deleted ?? []);
  const references = new Map<string, ItemReference>();
  const isMatched = new Set(spared.keys());
  // Their licenses stay, but a review must know what the evidence says today.
  for (const [item, { licenseFacts }] of spared.values()) {
    const { person: _, ...found } = licenseFacts;
    const set = isSame(item.licenseFacts, found) || settings.keepsProperties?.(item) ? {} : { licenseFacts: found };
    addUpdate(merge, { id: item.id, set, addFiles: [], removeFiles: [] }, settings, item);
  }
  for (const item of items) {
    const files = withoutExcluded(item, exclusions);
    const match = matches.get(item.identity);
    const because = match === undefined ? deletedFinding(item) : undefined;
    if (because !== undefined) {
      merge.leftOut.push({ item, because });
    } else if (match !== undefined) {
      isMatched.add(match.id);
      references.set(item.identity, { id: match.id });
      const update = match.isEdited ? gainFiles(match, item, files) : rewrite(match, item, files);
      addUpdate(merge, settings.keepsProperties?.(match) ? { ...update, set: {} } : update, settings, match);
    } else if (files.length > 0 && files.every((path) => settings.skipped?.has(path))) {
      // The rescan has read no file of this item.
    } else if (files.length > 0 || (item.files.length === 0 && !settings.deleteEmptyInventory)) {
      // If a person removed every file by hand, the component is not there.
      const looked = files.filter((path) => !settings.skipped?.has(path));
      merge.creations.push(looked.length === item.files.length ? item : { ...item, files: looked });
      references.set(item.identity, { identity: item.identity });
    }
  }
  const unknown = (path: string) => settings.skipped?.has(path) === true || settings.unread?.has(path) === true;
  const replacement = replacementsIn(wanted.items);
  for (const item of standing) {
    const isFound = isMatched.has(item.id);
    if (!isFound && settings.asksFor?.(item) === false) {
      merge.unchanged++;
      continue;
    }
    if (!isFound) {
      const removeFiles = item.isEdited ? [] : item.files.filter((path) => !settings.unread?.has(path));
      addUpdate(merge, { id: item.id, set: {}, addFiles: [], removeFiles }, settings, item);
    }
    noteEvidence(
      merge,
      item,
      evidenceAfter(item, { isFound, unknown, replacement: (path) => replacement(item, path) }),
    );
  }
  const isDeleted = new Set(merge.deletions);
  merge.missing = merge.missing.filter(({ id }) => !isDeleted.has(id));
  for (const [before, now] of identities) if (references.has(now)) references.set(before, valueFor(references, now));
  merge.links = resolveLinks(wanted.links, references, isDeleted);
  return merge;
}

function noteEvidence(merge: InventoryMerge, { id, isMissing }: StandingItem, evidence: Evidence): void {
  if (evidence.is === 'missing' && !isMissing) merge.missing.push({ id, why: evidence.why });
  if ((evidence.is === 'there' || evidence.is === 'not-asked') && isMissing) merge.back.push(id);
  if (evidence.is === 'there' && evidence.isHeldByTies) merge.heldByTies.push(id);
}

/**
 * Gives wanted items with a remembered license a new identity if an untouched item of the same finding has another license. `identities` maps the old
 * identity to the new one; `spared` are the items that keep their license, with what was found.
 */
function besideRemembered(wanted: readonly WantedItem[], standing: readonly StandingItem[]) {
  const untouched = new Map(standing.filter((item) => !item.isEdited).map((item) => [item.identity, item]));
  const identities = new Map<string, string>();
  const spared = new Map<number, [StandingItem, WantedItem]>();
  const items = wanted.map((item) => {
    const before = item.isLicenseRemembered ? untouched.get(item.identity) : undefined;
    const key = expressionKey(item.licenseExpression);
    if (before === undefined || expressionKey(before.licenseExpression) === key) return item;
    const identity = `${item.identity} remembered:${key}`;
    identities.set(item.identity, identity);
    spared.set(before.id, [before, item]);
    return { ...item, identity };
  });
  return { items, identities, spared };
}

function deletedFindingIn(deleted: readonly DeletedFinding[]): (item: WantedItem) => DeletedFinding | undefined {
  const byIdentity = new Map(deleted.map((one) => [one.identity, one]));
  const byFinding = new Map(deleted.map((one) => [one.finding, one]));
  return (item) => byIdentity.get(item.identity) ?? byFinding.get(findingOf(item));
}

function matchItems(wanted: readonly WantedItem[], standing: readonly StandingItem[]): Map<string, StandingItem> {
  const byIdentity = new Map<string, StandingItem>();
  const byTriad = new Map<string, StandingItem>();
  for (const item of standing) {
    byIdentity.set(item.identity, item);
    const triad = triadOf(item);
    const rival = byTriad.get(triad);
    if (rival === undefined || isNewer(item, rival)) byTriad.set(triad, item);
  }
  const matches = new Map<string, StandingItem>();
  const isTaken = new Set<number>();
  for (const item of wanted) {
    const match = byIdentity.get(item.identity);
    if (match === undefined) continue;
    matches.set(item.identity, match);
    isTaken.add(match.id);
  }
  for (const item of wanted) {
    if (matches.has(item.identity)) continue;
    const match = byTriad.get(triadOf(item));
    if (match === undefined || isTaken.has(match.id)) continue;
    matches.set(item.identity, match);
    isTaken.add(match.id);
  }
  return matches;
}

function isNewer(a: StandingItem, b: StandingItem): boolean {
  return a.updatedAt === b.updatedAt ? a.id > b.id : a.updatedAt > b.updatedAt;
}

/** Files that a person removed, by component name, because they are added to no other item of that name either. */
function exclusionsByName(standing: readonly StandingItem[]): Map<string, Set<string>> {
  const exclusions = new Map<string, Set<string>>();
  for (const item of standing) {
    if (item.excludedFiles.length === 0) continue;
    const key = exclusionKey(item);
    const paths = exclusions.get(key) ?? new Set();
    for (const path of item.excludedFiles) paths.add(path);
    exclusions.set(key, paths);
  }
  return exclusions;
}

function withoutExcluded(item: WantedItem, exclusions: Map<string, Set<string>>): string[] {
  const excluded = exclusions.get(exclusionKey(item));
  return excluded === undefined ? item.files : item.files.filter((path) => !excluded.has(path));
}

function rewrite(standing: StandingItem, wanted: WantedItem, files: string[]): ItemUpdate {
  const set = changesOf(scanProperties, standing, {
    ...wanted,
    licenseFacts: factsAfter(standing, wanted),
    packageFacts: filledFacts(wanted.packageFacts, standing.packageFacts),
  });
  const has = new Set(standing.files);
  const wants = new Set(files);
  return {
    id: standing.id,
    set,
    addFiles: files.filter((path) => !has.has(path)),
    removeFiles: standing.files.filter((path) => !wants.has(path)),
  };
}

function changesOf(
  properties: readonly (keyof ScanProperties)[],
  standing: StandingItem,
  found: ScanProperties,
): Partial<ScanProperties> {
  const changed = properties.filter((property) => !isSame(standing[property], found[property]));
  return Object.fromEntries(changed.map((property) => [property, found[property]]));
}

/** Whether the item was made for this finding, and its person has not named another component or version. */
function isSameFinding(standing: StandingItem, wanted: WantedItem): boolean {
  return (
    standing.identity === wanted.identity &&
    standing.componentPurl === wanted.componentPurl &&
    standing.versionName === wanted.versionName
  );
}

/** Updates what the evidence states, even on an item that a person has edited. */
function gainFiles(standing: StandingItem, wanted: WantedItem, files: string[]): ItemUpdate {
  const set: Partial<ScanProperties> = isSameFinding(standing, wanted)
    ? changesOf(evidence, standing, {
        ...wanted,
        packageFacts: filledFacts(wanted.packageFacts, standing.packageFacts),
      })
    : {};
  const isSameComponent = standing.identity === wanted.identity || triadOf(standing) === triadOf(wanted);
  const licenseFacts = factsAfter(standing, wanted);
  if (isSameComponent && !isSame(standing.licenseFacts, licenseFacts)) set.licenseFacts = licenseFacts;
  if (isSameComponent && standing.isOwn !== wanted.isOwn) set.isOwn = wanted.isOwn;
  const update: ItemUpdate = { id: standing.id, set, addFiles: [], removeFiles: [] };
  if (triadOf(standing) !== triadOf(wanted)) return update;
  const has = new Set(standing.files);
  return { ...update, addFiles: files.filter((path) => !has.has(path)) };
}

function addUpdate(merge: InventoryMerge, found: ItemUpdate, settings: MergeSettings, item: StandingItem): void {
  const update = settings.skipped ? withoutSkipped(found, item, settings.skipped) : found;
  const filesLeft = item.files.length + update.addFiles.length - update.removeFiles.length;
  if (filesLeft === 0 && !item.isEdited && !item.isKept && settings.deleteEmptyInventory) {
    merge.deletions.push(item.id);
    return;
  }
  const isChanged = update.addFiles.length > 0 || update.removeFiles.length > 0 || Object.keys(update.set).length > 0;
  if (isChanged) merge.updates.push(update);
  else merge.unchanged++;
}

/** Keeps skipped files in their items, and keeps properties if all files of the item are skipped. */
function withoutSkipped(update: ItemUpdate, item: StandingItem, skipped: Pick<ReadonlySet<string>, 'has'>): ItemUpdate {
  const addFiles = update.addFiles.filter((path) => !skipped.has(path));
  const removeFiles = update.removeFiles.filter((path) => !skipped.has(path));
  const isSkipped = addFiles.length === 0 && item.files.length > 0 && item.files.every((path) => skipped.has(path));
  return { ...update, set: isSkipped ? {} : update.set, addFiles, removeFiles };
}

function resolveLinks(
  links: readonly WantedLink[],
  references: Map<string, ItemReference>,
  isDeleted: Set<number>,
): InventoryMerge['links'] {
  const stays = (item: ItemReference | undefined): item is ItemReference =>
    item !== undefined && !('id' in item && isDeleted.has(item.id));
  const resolved: InventoryMerge['links'] = [];
  for (const link of links) {
    const parent = references.get(link.parent);
    const child = references.get(link.child);
    if (stays(parent) && stays(child)) resolved.push({ parent, child, type: link.type });
  }
  return resolved;
}

/**
 * A person's decision on the item stays. A license remembered for all projects comes with the scan; it does not apply to an item on which somebody
 * selected another license.
 */
function factsAfter(standing: StandingItem, { licenseFacts }: WantedItem): LicenseFacts {
  const { person } = standing.licenseFacts;
  const { person: remembered, ...found } = licenseFacts;
  if (person !== undefined && person.isRemembered !== true) return { ...found, person };
  if (remembered === undefined) return found;
  const isUnderIt =
    !standing.isEdited || expressionKey(standing.licenseExpression) === expressionKey(remembered.expression);
  return isUnderIt ? licenseFacts : found;
}

type Property = ScanProperties[keyof ScanProperties];

function isSame(a: Property, b: Property): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((value, index) => value === b[index]);
  return typeof a === 'object' && typeof b === 'object' ? isDeepStrictEqual(a, b) : a === b;
}
