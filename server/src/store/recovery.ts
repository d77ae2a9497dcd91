// Moves bytes of unfinished uploads to the trash for a day, and restores those that a database names. It may only touch what dead writers left after
// the ends that they had handed out; index.ts explains why this is safe.
import { SEGMENT_HEADER } from './block.ts';
import { ownerOf } from './location.ts';
import type { SegmentListing, StorePlace, TrashEntry } from './places/place.ts';

/** The end of the last committed byte of the given segments. The answer lacks segments that no row names. */
export type CommittedEndsOf = (segments: string[]) => Promise<ReadonlyMap<string, number>>;

export interface RecoveryReport {
  /** Ends of segments that were moved to the trash, in bytes of the segment. */
  cut: { segment: string; fromBytes: number; toBytes: number }[];
  /** Whole segments that were moved to the trash. */
  removed: string[];
  /** Segments left unchanged because their writer lives, may live, or has only just stopped writing. */
  held: number;
  /** Bytes that rows name and that were restored from the trash. */
  putBack: { segment: string; fromBytes: number; sizeBytes: number }[];
}

/** A segment shorter than its rows say: bytes are lost, and reading them will fail. */
export interface LostBytes {
  segment: string;
  sizeBytes: number;
  committedBytes: number;
}

const GRACE_MS = 15 * 60_000;
const TRASH_MS = 24 * 60 * 60_000;

export async function recover(
  place: StorePlace,
  committedEndsOf: CommittedEndsOf,
  { graceMs = GRACE_MS }: { graceMs?: number } = {},
): Promise<RecoveryReport> {
  const dead = await deadOwners(place);
  // Ends the lease before looking at the segments. If the owner was only suspended, its `flush` fails from here on, and its last writes show that a
  // segment is still changing.
  for (const owner of await place.owners()) if (dead.has(owner)) await place.endLease(owner);
  const noted = new Set(await place.notedOwners());
  const trash = await place.trash();
  const listings = (await place.list()).filter(({ segment }) => noted.has(ownerOf(segment)));
  const now = await place.now();
  const abandoned = listings.filter(
    ({ segment, modifiedAtMs }) => dead.has(ownerOf(segment)) && now - modifiedAtMs >= graceMs,
  );
  const report: RecoveryReport = { cut: [], removed: [], held: listings.length - abandoned.length, putBack: [] };
  // Must be read now: an earlier answer could lack what an owner committed just before it died.
  const asked = new Set([...abandoned, ...trash].map(({ segment }) => segment));
  const ends = asked.size > 0 ? await committedEndsOf([...asked]) : new Map<string, number>();
  for (const entry of trash) await putBackNamed(place, entry, ends.get(entry.segment) ?? 0, report);
  const held = new Set(listings.filter((one) => !abandoned.includes(one)).map(({ segment }) => ownerOf(segment)));
  for (const owner of noted) {
    if (!dead.has(owner)) continue;
    await takeOutRest(place, owner, abandoned, ends, report);
    // The bytes of this owner are settled: recovery never looks at them again.
    if (!held.has(owner)) await place.forgetNotes(owner);
  }
  return report;
}

async function takeOutRest(
  place: StorePlace,
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
  place: StorePlace,
  entry: TrashEntry,
  committedBytes: number,
  report: RecoveryReport,
): Promise<void> {
  const { segment, fromBytes, sizeBytes } = entry;
  if (committedBytes > fromBytes && (await place.putBack(entry)))
    report.putBack.push({ segment, fromBytes, sizeBytes });
}

/** Deletes what has been in the trash for a day, or everything. Returns the number of freed bytes. */
export async function emptyTrash(place: StorePlace, { isAll = false } = {}): Promise<number> {
  const entries = await place.trash();
  if (entries.length === 0) return 0;
  // Reading the clock of the place needs a write, which a full disk cannot do.
  const now = isAll ? 0 : await place.now();
  let freed = 0;
  for (const entry of entries) {
    if (!isAll && now - entry.trashedAtMs < TRASH_MS) continue;
    await place.deleteTrash(entry);
    freed += entry.sizeBytes;
  }
  return freed;
}

/** Those segments named by rows that are too short or missing. */
export async function findLostBytes(place: StorePlace, ends: ReadonlyMap<string, number>): Promise<LostBytes[]> {
  const sizes = new Map((await place.list()).map(({ segment, sizeBytes }) => [segment, sizeBytes]));
  return [...ends]
    .map(([segment, committedBytes]) => ({ segment, sizeBytes: sizes.get(segment) ?? 0, committedBytes }))
    .filter(({ sizeBytes, committedBytes }) => sizeBytes < committedBytes);
}

/** Reads owners with notes first, then leases: an owner takes its lease before it creates a segment, so an owner without one is dead. */
async function deadOwners(place: StorePlace): Promise<Set<string>> {
  const owners = new Set([...(await place.notedOwners()), ...(await place.owners())]);
  const dead = new Set<string>();
  for (const owner of owners) if ((await place.ownerState(owner)) === 'dead') dead.add(owner);
  return dead;
}
