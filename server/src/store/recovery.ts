// Takes back the space of bytes that no committed row names. It may only touch what dead writers left; index.ts says why this is safe.
import { SEGMENT_HEADER } from './block.ts';
import { ownerOf } from './location.ts';
import type { Place, SegmentListing } from './places/place.ts';

/** For the segments asked: the end of the last committed byte. A segment that no row names is absent from the answer. */
export type CommittedEndsOf = (segments: string[]) => Promise<ReadonlyMap<string, number>>;

export interface RecoveryReport {
  /** Tails that were cut, in bytes of the segment. */
  cut: { segment: string; fromBytes: number; toBytes: number }[];
  removed: string[];
  /** Segments left alone because their writer lives, may live, or went quiet only just now. */
  held: number;
  /** Segments shorter than their rows say: bytes are lost, and reading them will say so. */
  damaged: { segment: string; sizeBytes: number; committedBytes: number }[];
}

const GRACE_MS = 15 * 60_000;

export async function recover(
  place: Place,
  committedEndsOf: CommittedEndsOf,
  { graceMs = GRACE_MS }: { graceMs?: number } = {},
): Promise<RecoveryReport> {
  const dead = await deadOwners(place);
  // The lease ends before the segments are looked at. An owner that was only suspended fails from here on to get rows out of `flush`,
  // and what it did until now shows as a segment that is not quiet.
  for (const owner of await place.owners()) if (dead.has(owner)) await place.endLease(owner);
  const listings = await place.list();
  const now = await place.now();
  const abandoned = listings.filter(
    ({ segment, modifiedAtMs }) => dead.has(ownerOf(segment)) && now - modifiedAtMs >= graceMs,
  );
  const report: RecoveryReport = { cut: [], removed: [], held: listings.length - abandoned.length, damaged: [] };
  if (abandoned.length === 0) return report;
  // Only now: an earlier answer could miss what an owner committed just before it died.
  const ends = await committedEndsOf(abandoned.map(({ segment }) => segment));
  for (const listing of abandoned) await recoverSegment(place, listing, ends.get(listing.segment) ?? 0, report);
  return report;
}

async function recoverSegment(
  place: Place,
  { segment, sizeBytes }: SegmentListing,
  committedBytes: number,
  report: RecoveryReport,
): Promise<void> {
  if (committedBytes <= SEGMENT_HEADER.length) {
    await place.remove(segment);
    report.removed.push(segment);
  } else if (sizeBytes < committedBytes) {
    report.damaged.push({ segment, sizeBytes, committedBytes });
  } else if (sizeBytes > committedBytes) {
    await place.cut(segment, committedBytes);
    report.cut.push({ segment, fromBytes: sizeBytes, toBytes: committedBytes });
  }
}

/** Owners come from segments first, leases after: who creates a segment had its lease before, so a segment without one has no living owner. */
async function deadOwners(place: Place): Promise<Set<string>> {
  const segments = await place.list();
  const owners = new Set([...segments.map(({ segment }) => ownerOf(segment)), ...(await place.owners())]);
  const dead = new Set<string>();
  for (const owner of owners) if ((await place.ownerState(owner)) === 'dead') dead.add(owner);
  return dead;
}
