// Contents that moved while somebody still had their former location: the collection copies what is needed out of a segment, and then deletes the
// segment. Whoever finds the segment missing asks once for the present location.
import { CorruptBlob, SEGMENT_MISSING } from './corruption.ts';
import { type BlobLocation, parseLocation } from './location.ts';

/** The location that the caller's rows name now; undefined if they no longer have the content. */
export type Locate = (sha256: string) => Promise<unknown>;

/** The new location, if the error says that the segment is missing and the content is elsewhere now. */
export async function movedTo(
  locate: Locate | undefined,
  location: BlobLocation,
  error: unknown,
): Promise<BlobLocation | undefined> {
  if (!locate || !(error instanceof CorruptBlob) || error.finding !== SEGMENT_MISSING) return undefined;
  const row = await locate(location.sha256);
  if (row === undefined) return undefined;
  const now = parseLocation(row);
  const isSame = now.segment === location.segment && now.blockOffset === location.blockOffset;
  return isSame ? undefined : now;
}

/** Repeats a check for the contents that have moved meanwhile. */
export async function followMoved(
  locate: Locate | undefined,
  locations: Iterable<BlobLocation>,
  check: (locations: Iterable<BlobLocation>) => Promise<Map<string, CorruptBlob>>,
): Promise<Map<string, CorruptBlob>> {
  const given = [...locations];
  const broken = await check(given);
  if (broken.size === 0) return broken;
  const moved: BlobLocation[] = [];
  for (const location of given) {
    const now = await movedTo(locate, location, broken.get(location.sha256));
    if (!now) continue;
    broken.delete(location.sha256);
    moved.push(now);
  }
  if (moved.length > 0) for (const [sha256, fault] of await check(moved)) broken.set(sha256, fault);
  return broken;
}
