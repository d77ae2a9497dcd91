// Finds the manifests of a tree that other manifests name, whatever their own names are. Works in rounds, because a named manifest may name
// further ones: the caller looks up the wanted paths, settles them, analyses the files under their new hints, and adds what they name. A path
// gets a format once, so circles end. Does no I/O.
import type { NamedManifest } from '../definitions.ts';
import type { FileFacts, Issue } from '../findings.ts';
import { mayBeNamed } from '../manifests/index.ts';
import { candidatePaths } from '../manifests/shared/named-manifests.ts';
import { analysisHint, saysWhatItIs } from './hint.ts';

/** Manifests that name each other one after the other. No project has a longer chain; a hostile one would be scanned once for each link. */
const MOST_ROUNDS = 16;
/** Issues about absent files for each manifest; the rest is counted. */
const MOST_ABSENT = 20;

export interface NamedManifests {
  /** Adds what a manifest of the tree names. */
  add(path: string, names: readonly NamedManifest[]): void;
  /** The paths that the caller must look up before it settles the round. */
  wanted(): string[];
  /** Whether something was added since the last round. */
  isOpen(): boolean;
  /** Ends a round. @param present which of the wanted paths are files of the tree. @returns paths of files that are manifests now. */
  settle(present: ReadonlySet<string>): string[];
  /** The format by which each file is named, for `analysisHint`. */
  readonly namedAs: ReadonlyMap<string, string>;
  /** About files that are absent, or that no reader follows any more. */
  issues(): Issue[];
}

interface Naming {
  from: string;
  named: NamedManifest;
  candidates: string[];
}

export function createNamedManifests(): NamedManifests {
  const namedAs = new Map<string, string>();
  const isPresent = new Map<string, boolean>();
  const absent = new Map<string, { listed: Issue[]; unlisted: number }>();
  const issues: Issue[] = [];
  let waiting: Naming[] = [];
  let rounds = 0;

  const tellAbsent = ({ from, named }: Naming): void => {
    const told = absent.get(from) ?? { listed: [], unlisted: 0 };
    absent.set(from, told);
    if (told.listed.length < MOST_ABSENT) told.listed.push(absenceIssue(from, named));
    else told.unlisted++;
  };

  return {
    namedAs,
    add(path, names) {
      for (const named of names) waiting.push({ from: path, named, candidates: candidatePaths(path, named) });
    },
    isOpen: () => waiting.length > 0,
    wanted: () => [...new Set(waiting.flatMap(({ candidates }) => candidates).filter((path) => !isPresent.has(path)))],
    settle(present) {
      const fresh = new Map<string, string>();
      const settled = waiting;
      waiting = [];
      for (const naming of settled) {
        for (const path of naming.candidates) if (!isPresent.has(path)) isPresent.set(path, present.has(path));
        const target = naming.candidates.find((path) => isPresent.get(path) === true);
        if (target === undefined) {
          if (naming.named.isOptional !== true) tellAbsent(naming);
        } else if (!namedAs.has(target) && mayBeNamed(target)) {
          if (saysWhatItIs(target)) issues.push(otherKindIssue(naming, target));
          else if (rounds >= MOST_ROUNDS) issues.push(chainIssue(naming, target));
          else {
            // Of two formats in one round the first by name counts, so that the order of the files does not matter.
            const other = fresh.get(target);
            const { manifest } = naming.named;
            fresh.set(target, other !== undefined && other < manifest ? other : manifest);
          }
        }
      }
      for (const [path, manifest] of fresh) namedAs.set(path, manifest);
      rounds++;
      return [...fresh.keys()];
    },
    issues() {
      const all = [...issues];
      for (const [path, { listed, unlisted }] of absent) {
        all.push(...listed);
        if (unlisted > 0) all.push(badManifest(path, `${unlisted} more manifests that this file names are absent.`));
      }
      return all.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    },
  };
}

/** The manifests that a file names, by its facts. */
export function namesOf({ packages }: Pick<FileFacts, 'packages'>): NamedManifest[] {
  return packages.flatMap(({ defines }) => defines?.names ?? []);
}

/** The hint of a path in a tree with these named manifests. */
export function hintInTree(path: string, namedAs: ReadonlyMap<string, string>): string {
  return analysisHint(path, namedAs.get(path));
}

function absenceIssue(from: string, { path, line }: NamedManifest): Issue {
  return badManifest(
    from,
    `Line ${line} names ${shortened(path)}, which is no file of the code base, so its packages are missing.`,
  );
}

function otherKindIssue({ from, named: { line } }: Naming, target: string): Issue {
  return badManifest(
    from,
    `Line ${line} names ${shortened(target)} as a manifest, but this is the name of a license or of a list of people, so it is not read as one.`,
  );
}

function chainIssue({ from, named: { line } }: Naming, target: string): Issue {
  return badManifest(
    from,
    `Line ${line} names ${shortened(target)}, which is not read, because more than ${MOST_ROUNDS} manifests name each other one after the other.`,
  );
}

function badManifest(path: string, message: string): Issue {
  return { code: 'bad-manifest', path, message };
}

function shortened(path: string): string {
  return path.length <= 200 ? path : `${path.slice(0, 200)}…`;
}
