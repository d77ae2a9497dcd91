// Chooses between lists of third-party code that name one library differently: a list for lawyers gives its title, one for developers its repository.
// What two lists say about the same folder or files is about one component. Pure; linear in the groups.

import type { PackageFinding } from '../findings.ts';
import { folderOf } from './folders.ts';
import type { FolderPlace } from './places.ts';

export interface ListStatement {
  path: string;
  found: PackageFinding;
  place: FolderPlace | undefined;
}

/** All statements about one library in one folder. */
export interface Group {
  component: string;
  /** The folder of the library, or of its files if no folder has its name. */
  folder: string;
  /** The folder that it shares with other libraries, if `folder` is only its part of it. */
  sharedFolder?: string;
  /** Whether all files below the folder belong to the library. */
  isOwned: boolean;
  statements: ListStatement[];
}

type VersionOf = (group: Group) => string | undefined;

/**
 * Takes the list that agrees with the files or names a version. Its entries take over what other lists say about them. A single list may name several
 * libraries of one folder.
 */
export function believedLists(groups: readonly Group[], versionOf: VersionOf): Group[] {
  const dropped = new Set<Group>();
  for (const rivals of rivalGroups(groups)) {
    const trusts = new Map<string, number>();
    for (const group of rivals)
      for (const list of listsOf([group])) trusts.set(list, Math.max(trusts.get(list) ?? 0, trustOf(group, versionOf)));
    const [[best] = ['']] = [...trusts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
    const kept = rivals.filter((group) => isIn(best, group));
    const others = rivals.filter((group) => !isIn(best, group) && trustOf(group, versionOf) < 2);
    for (const [one, other] of pairs(kept, others)) takeOver(one, other);
    for (const other of others) dropped.add(other);
  }
  return groups.filter((group) => !dropped.has(group));
}

/** For each folder, the groups of several lists that speak of it. */
function rivalGroups(groups: readonly Group[]): Group[][] {
  const listed = groups.filter(({ statements }) => statements.some(isOfPlace));
  const byFolder = Map.groupBy(listed, ({ folder }) => folder);
  const files = listed.filter((group) => isFile(group.folder) && !isRecognised(group));
  const filesIn = Map.groupBy(files, ({ folder }) => folderOf(folder));
  return [...byFolder].flatMap(([folder, own]) => {
    const inside = filesIn.get(folder) ?? [];
    const rivals = inside.length > 0 && areAsMany([...own, ...inside]) ? [...own, ...inside] : own;
    return listsOf(rivals).size < 2 ? [] : [rivals];
  });
}

const FILE = /\.[a-z][a-z0-9]{0,4}$/i;

/** Whether the folder of a group is the only file of its library, as lists name it. */
export const isFile = (folder: string): boolean => FILE.test(folder);

const isOfPlace = ({ found: { role, folder, within } }: ListStatement): boolean =>
  role === 'holds' && (folder !== undefined || within !== undefined);

const isRecognised = ({ statements }: Group): boolean => statements.some(({ found }) => found.role === 'copies');

function listsOf(groups: readonly Group[]): Set<string> {
  return new Set(
    groups.flatMap(({ statements }) => statements.flatMap(({ path, found }) => (found.role === 'holds' ? [path] : []))),
  );
}

const isIn = (list: string, { statements }: Group): boolean => statements.some(({ path }) => path === list);

/**
 * Whether each list has as many entries for the folder. If so, a file in one list is what another list calls by the folder; if not, it may be one
 * library among several.
 */
function areAsMany(groups: readonly Group[]): boolean {
  const counts = new Map<string, number>();
  for (const group of groups) for (const list of listsOf([group])) counts.set(list, (counts.get(list) ?? 0) + 1);
  return new Set(counts.values()).size === 1;
}

function trustOf(group: Group, versionOf: VersionOf): number {
  if (isRecognised(group)) return 2;
  return versionOf(group) === undefined ? 0 : 1;
}

/** Above this, entries of one folder are not compared by their names; the believed list counts alone. */
const MOST_COMPARED = 100;

/** Entries of two lists that mean one library: the only ones of the folder, or those whose names share the largest part of their words. */
function pairs(kept: readonly Group[], others: readonly Group[]): [Group, Group][] {
  const [one] = kept;
  if (one !== undefined && kept.length === 1 && new Set(others.map(firstList)).size === others.length)
    return others.map((other) => [one, other]);
  if (Math.max(kept.length, others.length) > MOST_COMPARED) return [];
  const scored = others
    .flatMap((other) => kept.map((group) => ({ group, other, score: likeness(nameOf(group), nameOf(other)) })))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score);
  const taken = new Set<Group>();
  return scored.flatMap(({ group, other }): [Group, Group][] => {
    if (taken.has(group) || taken.has(other)) return [];
    taken.add(group).add(other);
    return [[group, other]];
  });
}

const firstList = ({ statements }: Group): string => statements[0]?.path ?? '';
const nameOf = ({ statements }: Group): string => statements[0]?.found.name ?? '';

/** The part of the shorter name's words that the longer one has too. */
function likeness(one: string, other: string): number {
  const [a, b] = [wordsOf(one), wordsOf(other)];
  return a.intersection(b).size / Math.max(1, Math.min(a.size, b.size));
}

function wordsOf(name: string): Set<string> {
  const words = name.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.map((word) => word.replace(/(?<=..)s$/, '')));
}

function takeOver(group: Group, other: Group): void {
  group.statements.push(...other.statements);
  if (group.isOwned || !other.isOwned) return;
  group.sharedFolder = group.folder;
  group.folder = other.folder;
  group.isOwned = true;
}
