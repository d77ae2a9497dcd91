// Winnowing: picks a few of the many overlapping hashes of a text so that files with common lines have common picks. The picks follow the
// SCANOSS format: grams of 30 letters and digits, hashed by CRC32C, the least of every 64 neighbours, hashed once more. Idea: Schleimer,
// Wilkerson, Aiken, "Winnowing: Local Algorithms for Document Fingerprinting" (2003).
//
// The hash of a gram is rolled: CRC is linear, so one xor removes the leaving byte. The least hash of a window comes from a queue of
// candidates in ascending order. The cost per byte does not depend on gram and window size.

const GRAM = 30;
/** A power of two, so that a mask gives the ring index. */
const WINDOW = 64;
/** Reversed Castagnoli polynomial. */
const POLYNOMIAL = 0x82f63b78;
const LINE_FEED = 10;

/** Per byte: its lower-case letter or digit, or 0 when it is ignored. */
const NORMALIZED = Uint8Array.from({ length: 256 }, (_, byte) => {
  if ((byte >= 48 && byte <= 57) || (byte >= 97 && byte <= 122)) return byte;
  return byte >= 65 && byte <= 90 ? byte + 32 : 0;
});

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
  return crc >>> 0;
});

/** The contribution of a byte to the rolled hash after a whole gram and one byte more. */
const LEAVING = Uint32Array.from({ length: 256 }, (_, byte) => zeroSteps(CRC_TABLE[byte]!, GRAM));
/** Difference between the rolled hash, which begins at 0, and the CRC32C of the same gram. */
const ROLLED_TO_CRC = (zeroSteps(0xffffffff, GRAM) ^ 0xffffffff) >>> 0;

function zeroSteps(start: number, steps: number): number {
  let crc = start;
  for (let step = 0; step < steps; step++) crc = CRC_TABLE[crc & 0xff]! ^ (crc >>> 8);
  return crc >>> 0;
}

/** CRC32C of the four bytes of a number, the least significant first. */
function crcOfNumber(value: number): number {
  let crc = 0xffffffff;
  for (let shift = 0; shift < 32; shift += 8) crc = CRC_TABLE[(crc ^ (value >>> shift)) & 0xff]! ^ (crc >>> 8);
  return (crc ^ 0xffffffff) >>> 0;
}

/** The picks of one line of a file. */
export interface LineFingerprint {
  /** 1-based: the line on which the window that chose the picks ends. */
  line: number;
  hashes: number[];
}

/** The fingerprint of a text: linear in its bytes; nothing when it has fewer than 93 letters and digits. */
export function winnow(bytes: Uint8Array): LineFingerprint[] {
  const found: LineFingerprint[] = [];
  const gram = new Uint8Array(GRAM);
  // Candidates for the least hash of the window, in a ring, ascending by place and hash: a running number and the hash of each.
  const places = new Uint32Array(WINDOW);
  const hashes = new Uint32Array(WINDOW);
  let first = 0;
  let candidates = 0;
  let rolled = 0;
  let letters = 0;
  let slot = 0;
  let line = 1;
  let lastHash = -1;
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const letter = NORMALIZED[byte]!;
    if (letter === 0) {
      if (byte === LINE_FEED) line++;
      continue;
    }
    // Before the ring is full, empty slots hold 0, which contributes nothing.
    rolled = CRC_TABLE[(rolled ^ letter) & 0xff]! ^ (rolled >>> 8) ^ LEAVING[gram[slot]!]!;
    gram[slot] = letter;
    slot = slot === GRAM - 1 ? 0 : slot + 1;
    const place = ++letters - GRAM;
    if (place < 0) continue;
    const hash = (rolled ^ ROLLED_TO_CRC) >>> 0;
    if (candidates > 0 && places[first]! + WINDOW <= place) {
      first = (first + 1) & (WINDOW - 1);
      candidates--;
    }
    while (candidates > 0 && hashes[(first + candidates - 1) & (WINDOW - 1)]! >= hash) candidates--;
    const last = (first + candidates) & (WINDOW - 1);
    places[last] = place;
    hashes[last] = hash;
    candidates++;
    if (place < WINDOW - 1) continue;
    const least = hashes[first]!;
    if (least === lastHash) continue;
    lastHash = least;
    const lineFound = found.at(-1);
    if (lineFound?.line === line) lineFound.hashes.push(crcOfNumber(least));
    else found.push({ line, hashes: [crcOfNumber(least)] });
  }
  return found;
}
