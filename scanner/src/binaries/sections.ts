// Reads the table of sections of a program: ELF, PE and Mach-O (also fat ones), 32 and 64 bits, both byte orders. It
// trusts no bytes: if a table points outside the file, only sections inside are returned. Formats:
// https://refspecs.linuxfoundation.org/elf/gabi4+/contents.html,
// https://learn.microsoft.com/en-us/windows/win32/debug/pe-format,
// https://github.com/apple-oss-distributions/xnu/blob/main/EXTERNAL_HEADERS/mach-o/loader.h

export interface Section {
  name: string;
  /** Offset in the file. */
  at: number;
  sizeBytes: number;
  /** Address when it is loaded. */
  address: number;
}

export interface Program {
  format: 'elf' | 'pe' | 'mach-o';
  bytes: Buffer;
  sections: Section[];
}

const MAX_SECTIONS = 100_000;

export function isProgram(head: Uint8Array): boolean {
  const [a, b, c, d] = head;
  if (a === 0x7f && b === 0x45 && c === 0x4c && d === 0x46) return true;
  if (a === 0x4d && b === 0x5a) return true;
  if ((a === 0xcf || a === 0xce) && b === 0xfa && c === 0xed && d === 0xfe) return true;
  // A Java class begins like a fat Mach-O; its version is higher than any number of parts.
  return a === 0xca && b === 0xfe && c === 0xba && d === 0xbe && head[4] === 0 && head[6] === 0 && (head[7] ?? 99) < 20;
}

/** Undefined if the bytes are not a program, or its header is cut off. */
export function readProgram(given: Uint8Array): Program | undefined {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  try {
    const magic = bytes.readUInt32BE(0);
    if (magic === 0x7f454c46) return { format: 'elf', bytes, sections: elfSections(bytes) };
    if (bytes.readUInt16BE(0) === 0x4d5a) return { format: 'pe', bytes, sections: peSections(bytes) };
    if (magic === 0xcffaedfe || magic === 0xcefaedfe)
      return { format: 'mach-o', bytes, sections: machSections(bytes, 0) };
    if (magic === 0xcafebabe) return { format: 'mach-o', bytes, sections: fatSections(bytes) };
  } catch (error) {
    // Reading beyond the end: the header is cut off.
    if (!(error instanceof RangeError)) throw error;
  }
  return undefined;
}

/** The bytes of a section. None if it is outside of the file. */
export function sectionBytes({ bytes }: Program, { at, sizeBytes }: Section): Buffer {
  return bytes.subarray(Math.min(at, bytes.length), Math.min(at + sizeBytes, bytes.length));
}

/** The offset in the file of an address. -1 if no section contains it. */
export function offsetOf({ sections }: Program, address: number): number {
  const section = sections.find(
    (one) => one.address > 0 && address >= one.address && address < one.address + one.sizeBytes,
  );
  return section === undefined ? -1 : section.at + (address - section.address);
}

function elfSections(bytes: Buffer): Section[] {
  const isWide = bytes.readUInt8(4) === 2;
  const isLittle = bytes.readUInt8(5) !== 2;
  const u16 = (at: number): number => (isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at));
  const u32 = (at: number): number => (isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at));
  const word = (at: number): number =>
    isWide ? Number(isLittle ? bytes.readBigUInt64LE(at) : bytes.readBigUInt64BE(at)) : u32(at);
  const table = word(isWide ? 0x28 : 0x20);
  const entrySize = u16(isWide ? 0x3a : 0x2e);
  const count = u16(isWide ? 0x3c : 0x30);
  const namesIndex = u16(isWide ? 0x3e : 0x32);
  const entryAt = (i: number): number => table + i * entrySize;
  if (entrySize < (isWide ? 64 : 40) || table === 0) return [];
  const offsetField = isWide ? 0x18 : 0x10;
  const step = isWide ? 8 : 4;
  const names = namesIndex < count ? word(entryAt(namesIndex) + offsetField) : 0;
  const sections: Section[] = [];
  for (let i = 0; i < Math.min(count, MAX_SECTIONS); i++) {
    const entry = entryAt(i);
    if (entry + entrySize > bytes.length) break;
    const isInFile = u32(entry + 4) !== 8;
    sections.push({
      name: textAt(bytes, names + u32(entry), 64),
      address: word(entry + offsetField - step),
      at: word(entry + offsetField),
      sizeBytes: isInFile ? word(entry + offsetField + step) : 0,
    });
  }
  return sections;
}

function peSections(bytes: Buffer): Section[] {
  const header = bytes.readUInt32LE(0x3c);
  if (bytes.readUInt32LE(header) !== 0x00004550) return [];
  const count = bytes.readUInt16LE(header + 6);
  const optional = header + 24;
  const isWide = bytes.readUInt16LE(optional) === 0x20b;
  const base = isWide ? Number(bytes.readBigUInt64LE(optional + 24)) : bytes.readUInt32LE(optional + 28);
  const table = optional + bytes.readUInt16LE(header + 20);
  const sections: Section[] = [];
  for (let i = 0; i < Math.min(count, 1000); i++) {
    const entry = table + i * 40;
    if (entry + 40 > bytes.length) break;
    sections.push({
      name: textAt(bytes, entry, 8),
      address: base + bytes.readUInt32LE(entry + 12),
      sizeBytes: bytes.readUInt32LE(entry + 16),
      at: bytes.readUInt32LE(entry + 20),
    });
  }
  return sections;
}

/** The parts of a fat file, one after the other. */
function fatSections(bytes: Buffer): Section[] {
  const count = Math.min(bytes.readUInt32BE(4), 20);
  const sections: Section[] = [];
  for (let i = 0; i < count; i++) {
    const at = bytes.readUInt32BE(8 + i * 20 + 8);
    if (at + 32 <= bytes.length) sections.push(...machSections(bytes, at));
  }
  return sections;
}

const SEGMENT_32 = 1;
const SEGMENT_64 = 0x19;

function machSections(bytes: Buffer, start: number): Section[] {
  const isWide = bytes.readUInt32LE(start) === 0xfeedfacf;
  const commands = Math.min(bytes.readUInt32LE(start + 16), 10_000);
  const word = (at: number): number => (isWide ? Number(bytes.readBigUInt64LE(at)) : bytes.readUInt32LE(at));
  const step = isWide ? 8 : 4;
  const sections: Section[] = [];
  let at = start + (isWide ? 32 : 28);
  for (let i = 0; i < commands && at + 8 <= bytes.length; i++) {
    const size = bytes.readUInt32LE(at + 4);
    const kind = bytes.readUInt32LE(at);
    if (kind === SEGMENT_32 || kind === SEGMENT_64) {
      const count = Math.min(bytes.readUInt32LE(at + 24 + step * 4 + 8), 1000);
      const entrySize = isWide ? 80 : 68;
      for (let j = 0; j < count && sections.length < MAX_SECTIONS; j++) {
        const entry = at + 24 + step * 4 + 16 + j * entrySize;
        if (entry + entrySize > bytes.length) break;
        sections.push({
          name: textAt(bytes, entry, 16),
          address: word(entry + 32),
          sizeBytes: word(entry + 32 + step),
          at: start + bytes.readUInt32LE(entry + 32 + step * 2),
        });
      }
    }
    if (size < 8) break;
    at += size;
  }
  return sections;
}

function textAt(bytes: Buffer, at: number, longest: number): string {
  if (at < 0 || at >= bytes.length) return '';
  const end = bytes.indexOf(0, at);
  return bytes.toString('latin1', at, Math.min(end < 0 ? bytes.length : end, at + longest));
}
