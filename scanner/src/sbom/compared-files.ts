// The files of two sides of a comparison. A path that one side has alone may be a file that lies in a folder which is called after its version: then it is
// compared with what the other side has in the same place, if either side has exactly one file there. Pure.

export interface FileDifference {
  /** That of the later side, if it has the file. */
  path: string;
  /** Digests: '' on the side without the file. */
  before: string;
  after: string;
}

const VERSION = /v?\d+(?:\.\d+)+(?:\.(?:dfsg|ds|orig|repack)\d*)?(?:[-+~][0-9A-Za-z]+(?:\.[0-9A-Za-z]+)*)*/g;

/** The path without version strings, as the function `place_key` of the server's database has it: `tool-1.2/a.c` and `tool-1.3/a.c` are one place. */
export const placeKey = (path: string): string => path.replace(VERSION, '#');

const IN_STEP = 2000;

type Side = ReadonlyMap<string, string>;

/** @param before digests by path; in steps of some milliseconds */
export function* compareFiles(before: Side, after: Side): Generator<void, FileDifference[]> {
  const found: FileDifference[] = [];
  let at = 0;
  for (const [path, digest] of before) {
    if (++at % IN_STEP === 0) yield;
    const now = after.get(path);
    if (now !== undefined && now !== digest) found.push({ path, before: digest, after: now });
  }
  const gone = yield* placesOf(before, after);
  const fresh = yield* placesOf(after, before);
  for (const [place, paths] of gone) {
    if (++at % IN_STEP === 0) yield;
    const later = fresh.get(place) ?? [];
    const [[was = ''], [is = '']] = [paths, later];
    if (paths.length !== 1 || later.length !== 1) {
      for (const path of paths) found.push({ path, before: before.get(path) ?? '', after: '' });
      continue;
    }
    fresh.delete(place);
    const [then, now] = [before.get(was) ?? '', after.get(is) ?? ''];
    if (then !== now) found.push({ path: is, before: then, after: now });
  }
  for (const path of [...fresh.values()].flat()) found.push({ path, before: '', after: after.get(path) ?? '' });
  return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
}

/** The paths that the side has alone, by their places. */
function* placesOf(side: Side, other: Side): Generator<void, Map<string, string[]>> {
  const places = new Map<string, string[]>();
  let at = 0;
  for (const path of side.keys()) {
    if (++at % IN_STEP === 0) yield;
    if (other.has(path)) continue;
    const place = placeKey(path);
    const paths = places.get(place);
    if (paths) paths.push(path);
    else places.set(place, [path]);
  }
  return places;
}
