// Matches the items of two inventories. Pure.
import { componentPurlOf } from '../../domain/inventories/inventory.ts';

export interface ComparedItem {
  name: string;
  type: string;
  componentName: string;
  versionName: string;
  purl: string;
  license: string;
  status: string;
  priority: string;
}

/** The most important difference first. */
export const differenceKinds = [
  'only in the first',
  'only in the second',
  'another version',
  'another license',
  'another review',
  'the same',
] as const;
type DifferenceKind = (typeof differenceKinds)[number];

export interface Difference {
  kind: DifferenceKind;
  subject: string;
  first?: ComparedItem;
  second?: ComparedItem;
}

/**
 * Matches items of the same component: first items with the same version, then the others in the order of their versions.
 * Components are compared by purl without version, or by name if there is no purl.
 */
export function compareItems(first: readonly ComparedItem[], second: readonly ComparedItem[]): Difference[] {
  const [ours, theirs] = [Map.groupBy(first, subjectOf), Map.groupBy(second, subjectOf)];
  const subjects = [...new Set([...ours.keys(), ...theirs.keys()])].sort();
  return subjects.flatMap((subject) => pairsOf(subject, ours.get(subject) ?? [], theirs.get(subject) ?? []));
}

function subjectOf({ purl, type, componentName, name }: ComparedItem): string {
  if (purl !== '') return componentPurlOf(purl);
  return type === 'Component' ? componentName : name;
}

function pairsOf(subject: string, ours: readonly ComparedItem[], theirs: readonly ComparedItem[]): Difference[] {
  const byVersion = (a: ComparedItem, b: ComparedItem) =>
    a.versionName < b.versionName ? -1 : a.versionName > b.versionName ? 1 : 0;
  const left = theirs.toSorted(byVersion);
  const pairs: Difference[] = [];
  const alone: ComparedItem[] = [];
  for (const item of ours.toSorted(byVersion)) {
    const at = left.findIndex(({ versionName }) => versionName === item.versionName);
    if (at < 0) alone.push(item);
    else pairs.push(differenceOf(subject, item, left.splice(at, 1)[0]));
  }
  for (const item of alone) pairs.push(differenceOf(subject, item, left.shift()));
  return [...pairs, ...left.map((item) => differenceOf(subject, undefined, item))];
}

function differenceOf(subject: string, first?: ComparedItem, second?: ComparedItem): Difference {
  return { kind: kindOf(first, second), subject, first, second };
}

function kindOf(first?: ComparedItem, second?: ComparedItem): DifferenceKind {
  if (first === undefined) return 'only in the second';
  if (second === undefined) return 'only in the first';
  if (first.versionName !== second.versionName) return 'another version';
  if (first.license !== second.license) return 'another license';
  return first.status === second.status ? 'the same' : 'another review';
}
