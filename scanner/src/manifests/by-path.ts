// Which format a path has: asks only the members whose rows name the ending of the file.
import type { ManifestMember } from './member.ts';
import { MANIFEST_MEMBERS } from './members.ts';

/** The last ending of a file's name, or the whole name if it has none, in small letters. */
export function endingOf(file: string): string {
  return file.slice(Math.max(0, file.lastIndexOf('.'))).toLowerCase();
}

/** The endings of files that a member may want; undefined if it may want any. */
function endingsFor({ names = [], endings = [], wants, among }: ManifestMember): string[] | undefined {
  if (wants !== undefined && among === undefined) return undefined;
  return [...names.map(fileOf), ...endings].map(endingOf).concat(among ?? []);
}

/** The members that a file may belong to, in their order: by its ending, and for all endings that no row names. */
const { byEnding, forOthers } = candidates(MANIFEST_MEMBERS);

function candidates(members: readonly ManifestMember[]) {
  const rows = members.map((member) => ({ member, endings: endingsFor(member) }));
  const withEnding = (ending: string | undefined) =>
    rows
      .filter(({ endings }) => endings === undefined || (ending !== undefined && endings.includes(ending)))
      .map(({ member }) => member);
  const endings = new Set(rows.flatMap((row) => row.endings ?? []));
  return {
    byEnding: new Map([...endings].map((ending) => [ending, withEnding(ending)] as const)),
    forOthers: withEnding(undefined),
  };
}

/** The first member that wants this path (forward slashes); undefined if there is none. */
export function memberFor(path: string): ManifestMember | undefined {
  const file = fileOf(path);
  return (byEnding.get(endingOf(file)) ?? forOthers).find((member) => isWanted(member, path, file));
}

/** Whether a member wants a path. `file` is the last part of the path. */
export function isWanted({ names, endings, wants }: ManifestMember, path: string, file: string): boolean {
  return (
    names?.some((name) => file === name || path === name || (name.includes('/') && path.endsWith(`/${name}`))) ||
    endings?.some((ending) => file.endsWith(ending)) ||
    wants?.(path, file) === true
  );
}

function fileOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
