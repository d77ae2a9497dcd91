// Groups of the classes of words: what a word speaks of, in one word. The groups are data: rules/roles/groups.yaml. Pure, except for reading
// them once.
import type { LicenseRole } from '../../findings.ts';
import { readRoleFile } from './lexicon.ts';

export interface WordGroup {
  group: string;
  /** Completes "words before it speak …". */
  says: string;
  role?: LicenseRole;
  classes: string[];
}

interface Groups {
  byName: ReadonlyMap<string, WordGroup>;
  ofClass: ReadonlyMap<string, string>;
  rank: ReadonlyMap<string, number>;
}

const readGroups = (): WordGroup[] => (readRoleFile('groups.yaml') as { groups: WordGroup[] }).groups;

let known: Groups | undefined;
function groups(): Groups {
  if (known) return known;
  const read = readGroups();
  known = {
    byName: new Map(read.map((one) => [one.group, one])),
    ofClass: new Map(read.flatMap(({ group, classes }) => classes.map((name) => [name, group] as const))),
    rank: new Map(read.map(({ group }, at) => [group, at])),
  };
  return known;
}

export const groupNamed = (name: string): WordGroup | undefined => groups().byName.get(name);

const NONE: readonly string[] = [];
const remembered = new WeakMap<ReadonlySet<string>, readonly string[]>();

/** The groups of the classes of a word, the most telling first. */
export function groupsOf(classes: ReadonlySet<string>): readonly string[] {
  if (classes.size === 0) return NONE;
  let found = remembered.get(classes);
  if (!found) {
    const { ofClass, rank } = groups();
    const names = new Set([...classes].flatMap((name) => ofClass.get(name) ?? []));
    found = [...names].sort((a, b) => (rank.get(a) ?? 0) - (rank.get(b) ?? 0));
    remembered.set(classes, found);
  }
  return found;
}
