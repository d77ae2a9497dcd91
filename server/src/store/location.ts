// The location of a blob: plain data that the caller stores as a row or as JSON. Nothing here reads or writes.

/** A run of whole blocks in one segment. Offsets and lengths in bytes of the segment, compressed, headers included. */
export interface Extent {
  segment: string;
  blockOffset: number;
  blockLength: number;
}

/**
 * The location of one blob. An ordinary blob shares its block with others and begins at `offsetInBlock` of the decompressed block. A big blob is a
 * run of blocks of its own; if the run passes the end of a segment, it continues in `continuations`. The empty blob has no place: segment '', all
 * numbers 0.
 */
export interface BlobLocation extends Extent {
  /** Lower-case hex. */
  sha256: string;
  sizeBytes: number;
  offsetInBlock: number;
  /** Blocks of the whole run; 1 for a blob that shares a block, 0 for the empty one. */
  blockCount: number;
  continuations?: Extent[];
}

const SEGMENT_NAME = /^[0-9a-z]{1,40}-[0-9a-z]{1,12}$/;
const SHA256 = /^[0-9a-f]{64}$/;

/** `<owner>-<number>`; the owner is the store instance that writes it. Sorts by the time the owner began, then by number. */
export function segmentName(owner: string, sequence: number): string {
  return `${owner}-${sequence.toString(36).padStart(5, '0')}`;
}

export function isSegmentName(name: string): boolean {
  return SEGMENT_NAME.test(name);
}

export function ownerOf(segment: string): string {
  return segment.slice(0, segment.indexOf('-'));
}

/** All runs of a location, in the order of the blob's bytes; none for the empty blob. */
export function extentsOf(location: BlobLocation): Extent[] {
  const { segment, blockOffset, blockLength, continuations = [] } = location;
  return location.blockCount === 0 ? [] : [{ segment, blockOffset, blockLength }, ...continuations];
}

/** The end of the last byte that the locations name, per segment: what `recover` asks for. Continuations count. */
export function committedEnds(locations: Iterable<BlobLocation>): Map<string, number> {
  const ends = new Map<string, number>();
  for (const location of locations) {
    for (const { segment, blockOffset, blockLength } of extentsOf(location)) {
      ends.set(segment, Math.max(ends.get(segment) ?? 0, blockOffset + blockLength));
    }
  }
  return ends;
}

/** The order in which blobs lie on disk. */
export function compareLocations(a: BlobLocation, b: BlobLocation): number {
  if (a.segment !== b.segment) return a.segment < b.segment ? -1 : 1;
  return a.blockOffset - b.blockOffset || a.offsetInBlock - b.offsetInBlock;
}

/** A location from JSON. Throws a TypeError naming the member that is wrong: a row of ours that does not hold is a fault, not input. */
export function parseLocation(value: unknown): BlobLocation {
  if (typeof value !== 'object' || value === null) throw new TypeError('A blob location must be an object.');
  const location = value as BlobLocation;
  if (typeof location.sha256 !== 'string' || !SHA256.test(location.sha256)) {
    throw new TypeError('A blob location must have a sha256 of 64 hex digits.');
  }
  for (const member of ['sizeBytes', 'offsetInBlock', 'blockCount'] as const) checkNumber(location, member);
  if (location.blockCount === 0) {
    if (location.sizeBytes !== 0)
      throw new TypeError(`Blob location of ${location.sha256}: blockCount is 0, sizeBytes is not.`);
    return location;
  }
  const { continuations = [] } = location;
  if (!Array.isArray(continuations))
    throw new TypeError(`Blob location of ${location.sha256}: continuations must be a list.`);
  for (const extent of [location, ...continuations]) checkExtent(extent);
  return location;
}

function checkExtent(extent: Extent): void {
  if (typeof extent?.segment !== 'string' || !isSegmentName(extent.segment)) {
    throw new TypeError(`A blob location must name a segment, not ${JSON.stringify(extent?.segment)}.`);
  }
  checkNumber(extent, 'blockOffset');
  checkNumber(extent, 'blockLength');
}

function checkNumber<Member extends string>(holder: Record<Member, number>, member: Member): void {
  if (!Number.isSafeInteger(holder[member]) || holder[member] < 0) {
    throw new TypeError(`A blob location must have a ${member} of 0 or more, not ${JSON.stringify(holder[member])}.`);
  }
}
