// Reads the headers in `Packages.db`, rpm's database on SUSE: slots that point to blobs.
// Format: https://github.com/rpm-software-management/rpm/blob/master/lib/backend/ndb/rpmpkg.c
const MAGIC = 'RpmP';
const SLOT = 'Slot';
const BLOB = 'BlbS';
const PAGE = 4096;
const SLOT_SIZE = 16;
const BLOCK = 16;

export function isNdb(bytes: Buffer): boolean {
  return bytes.length >= 32 && bytes.toString('latin1', 0, 4) === MAGIC;
}

/** Throws an `Error` with the reason. */
export function* ndbHeaders(bytes: Buffer): Generator<Uint8Array> {
  const slotsEnd = Math.min(bytes.readUInt32LE(12) * PAGE, bytes.length);
  // The first two slots are the header of the file.
  for (let slot = 2 * SLOT_SIZE; slot + SLOT_SIZE <= slotsEnd; slot += SLOT_SIZE) {
    if (bytes.toString('latin1', slot, slot + 4) !== SLOT)
      throw new Error(`the slot at byte ${slot} should begin with its magic number`);
    const index = bytes.readUInt32LE(slot + 4);
    const at = bytes.readUInt32LE(slot + 8) * BLOCK;
    if (index === 0 || at === 0) continue;
    if (at + BLOCK > bytes.length || bytes.toString('latin1', at, at + 4) !== BLOB)
      throw new Error(`package ${index} should be at byte ${at} but is not`);
    const size = bytes.readUInt32LE(at + 12);
    if (at + BLOCK + size > bytes.length)
      throw new Error(`package ${index} says that it has ${size} bytes, more than the file`);
    yield bytes.subarray(at + BLOCK, at + BLOCK + size);
  }
}
