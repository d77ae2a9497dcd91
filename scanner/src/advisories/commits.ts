// Finds the commit of a package and compares it with a record's git ranges. A record names the commits at which a flaw begins and ends. Only the
// repository knows which commits lie between them, so any other commit is undetermined. Pure.
import type { AffectedPackage, VersionRange } from './advisory.ts';
import { repositoryKey } from './products.ts';

const FULL = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/i;

/** The commit that a version names: a full `d2f3…`, or the twelve digits at the end of a Go pseudo-version. '' for tags and other versions. */
export function commitOf(type: string, version: string): string {
  if (FULL.test(version)) return version.toLowerCase();
  if (type !== 'golang') return '';
  return /[.-]\d{14}-([0-9a-f]{12})(?:\+incompatible)?$/.exec(version)?.[1] ?? '';
}

/** The repository of the qualifier `vcs_url` of a package URL, such as `git+https://github.com/madler/zlib.git@<commit>`. */
export function sourceOfAddress(address: string): { repository: string; commit: string } {
  const [place = ''] = address.split('#');
  const at = place.lastIndexOf('@');
  const ref = at > place.lastIndexOf('/') ? place.slice(at + 1) : '';
  return {
    repository: repositoryKey(ref === '' ? place : place.slice(0, at)),
    commit: FULL.test(ref) ? ref.toLowerCase() : '',
  };
}

interface CommitAnswer {
  outcome: 'affected' | 'not-affected' | 'undetermined';
  why: string;
}

/** Compares the package's commit with the record. undefined: the record has no git ranges for this repository. */
export function matchCommit(
  subject: { commit: string; repository: string },
  affected: AffectedPackage,
): CommitAnswer | undefined {
  const ranges = affected.ranges.filter(({ kind, repo }) => kind === 'GIT' && isOf(repo, subject.repository));
  if (ranges.length === 0) return undefined;
  const { commit } = subject;
  const all = ranges.map((range) => inRange(commit, range));
  const affecting = all.find((one) => one?.outcome === 'affected');
  if (affecting) return affecting;
  const [first] = all;
  if (first && all.every((one) => one !== undefined)) return first;
  return {
    outcome: 'undetermined',
    why: `The record names the commits at which the flaw begins and ends. Commit ${commit} is not one of them, and only the repository knows whether it has the flaw.`,
  };
}

function isOf(repo: string, repository: string): boolean {
  return repo === '' || repository === '' || repositoryKey(repo) === repository;
}

/** The answer of one range for a commit that it names. A commit that ends this range on one branch may lie inside another range. */
function inRange(commit: string, { events }: VersionRange): CommitAnswer | undefined {
  if (events.every(({ event, version }) => event === 'introduced' && version === '0'))
    return { outcome: 'affected', why: 'The record states no end: every commit of the repository is affected.' };
  const named = events.filter(({ version }) => version !== '0' && isSameCommit(version.toLowerCase(), commit));
  const affecting = named.find(({ event }) => event === 'introduced' || event === 'last_affected');
  const ending = named.find(({ event }) => event === 'fixed' || event === 'limit');
  const telling = ending ?? affecting;
  if (telling === undefined) return undefined;
  return {
    outcome: ending === undefined ? 'affected' : 'not-affected',
    why: `The record names the commit ${commit} as "${telling.event}".`,
  };
}

/** Two commits are the same when one begins with the other; an abbreviation needs at least twelve digits. */
function isSameCommit(a: string, b: string): boolean {
  if (!/^[0-9a-f]{12,64}$/.test(a)) return false;
  return a.length < b.length ? b.startsWith(a) : a.startsWith(b);
}
