// Takes out what uploads wrote that never came to their end, keeps it in the trash for a day, and puts back what a database names after all.
// It may only touch what dead writers left behind what they had handed out; index.ts says why this is safe.
import { SEGMENT_HEADER } from './block.ts';
import { ownerOf } from './location.ts';
import type { Place, SegmentListing, TrashEntry } from './places/place.ts';

/** For the segments asked: the end of the last committed byte. A segment that no row names is absent from the answer. */
export type CommittedEndsOf = (segments: string[]) => Promise<ReadonlyMap<string, number>>;

export interface RecoveryReport {
  /** Ends of segments that went to the trash, in bytes of the segment. */
  cut: { segment: string; fromBytes: number; toBytes: number }[];
  /** Segments that went to the trash. */
  removed: string[];
  /** Segments left alone because their writer lives, may live, or went quiet only just now. */
  held: number;
  /** What rows name and the trash gave back. */
  putBack: { segment: string; fromBytes: number; sizeBytes: number }[];
}

/** A segment shorter than its rows say: bytes are lost, and reading them will say so. */
export interface LostBytes {
  segment: string;
  sizeBytes: number;
  committedBytes: number;
}

const GRACE_MS = 15 * 60_000;
const TRASH_MS = 24 * 60 * 60_000;

export async function recover(
  place: Place,
  committedEndsOf: CommittedEndsOf,
  { graceMs = GRACE_MS }: { graceMs?: number } = {},
): Promise<RecoveryReport> {
  const dead = await deadOwners(place);
  // The lease ends before the segments are looked at. An owner that was only suspended fails from here on to get rows out of `flush`,
  // and what it did until now shows as a segment that is not quiet.
  for (const owner of await place.owners()) if (dead.has(owner)) await place.endLease(owner);
  const noted = new Set(await place.notedOwners());
  const trash = await place.trash();
  const listings = (await place.list()).filter(({ segment }) => noted.has(ownerOf(segment)));
  const now = await place.now();
  const abandoned = listings.filter(
    ({ segment, modifiedAtMs }) => dead.has(ownerOf(segment)) && now - modifiedAtMs >= graceMs,
  );
  const report: RecoveryReport = { cut: [], removed: [], held: listings.length - abandoned.length, putBack: [] };
  // Only now: an earlier answer could miss what an owner committed just before it died.
  const asked = new Set([...abandoned, ...trash].map(({ segment }) => segment));
  const ends = asked.size > 0 ? await committedEndsOf([...asked]) : new Map<string, number>();
  for (const entry of trash) await putBackNamed(place, entry, ends.get(entry.segment) ?? 0, report);
  const held = new Set(listings.filter((one) => !abandoned.includes(one)).map(({ segment }) => ownerOf(segment)));
  for (const owner of noted) {
    if (!dead.has(owner)) continue;
    await takeOutRest(place, owner, abandoned, ends, report);
    // What this owner wrote is settled: no recovery ever looks at it again.
    if (!held.has(owner)) await place.forgetNotes(owner);
  }
  return report;
}

async function takeOutRest(
  place: Place,
  owner: string,
  abandoned: readonly SegmentListing[],
  ends: ReadonlyMap<string, number>,
  report: RecoveryReport,
): Promise<void> {
  const handedOut = await place.handedOut(owner);
  if (!handedOut) return;
  for (const { segment, sizeBytes } of abandoned) {
    if (ownerOf(segment) !== owner) continue;
    const keptBytes = Math.max(handedOut.get(segment) ?? 0, ends.get(segment) ?? 0);
    if (sizeBytes <= keptBytes) continue;
    const fromBytes = keptBytes <= SEGMENT_HEADER.length ? 0 : keptBytes;
    if ((await place.discard(segment, fromBytes)) === 0) continue;
    if (fromBytes === 0) report.removed.push(segment);
    else report.cut.push({ segment, fromBytes: sizeBytes, toBytes: fromBytes });
  }
}

async function putBackNamed(
  place: Place,
  entry: TrashEntry,
  committedBytes: number,
  report: RecoveryReport,
): Promise<void> {
  const { segment, fromBytes, sizeBytes } = entry;
  if (committedBytes > fromBytes && (await place.putBack(entry)))
    report.putBack.push({ segment, fromBytes, sizeBytes });
}

/** Deletes what has been in the trash for a day, or all of it. Answers the bytes that this made free. */
export async function emptyTrash(place: Place, { isAll = false } = {}): Promise<number> {
  const entries = await place.trash();
  if (entries.length === 0) return 0;
  // The clock of the place costs a write, which a full disk has no room for.
  const now = isAll ? 0 : await place.now();
  let freed = 0;
  for (const entry of entries) {
    if (!isAll && now - entry.trashedAtMs < TRASH_MS) continue;
    await place.deleteTrash(entry);
    freed += entry.sizeBytes;
  }
  return freed;
}

/** Which of the segments that rows name end too early, or are not there. */
export async function findLostBytes(place: Place, ends: ReadonlyMap<string, number>): Promise<LostBytes[]> {
  const sizes = new Map((await place.list()).map(({ segment, sizeBytes }) => [segment, sizeBytes]));
  return [...ends]
    .map(([segment, committedBytes]) => ({ segment, sizeBytes: sizes.get(segment) ?? 0, committedBytes }))
    .filter(({ sizeBytes, committedBytes }) => sizeBytes < committedBytes);
}

/** Owners come from notes first, leases after: who creates a segment had its lease before, so an owner without one does not live. */
async function deadOwners(place: Place): Promise<Set<string>> {
  const owners = new Set([...(await place.notedOwners()), ...(await place.owners())]);
  const dead = new Set<string>();
  for (const owner of owners) if ((await place.ownerState(owner)) === 'dead') dead.add(owner);
  return dead;
}
