// Reads the header of an RPM package, which .rpm files and all databases of rpm contain, and describes the installed
// package. Checks sizes and offsets before it uses them.
// Format: https://rpm-software-management.github.io/rpm/manual/format_header.html, tags in
// https://rpm-software-management.github.io/rpm/manual/tags.html
import { partyText } from '../../parties.ts';
import type { Installed, Need } from '../shared/installed.ts';

const MAGIC = 0x8eade801;
const ENTRY_SIZE = 16;
const MAX_ENTRIES = 65_536;
const MAX_ITEMS = 1_000_000;

const STRING = 6;
const STRING_LIST = 8;
const TRANSLATED = 9;
const INT32 = 4;

const TAGS = {
  name: 1000,
  version: 1001,
  release: 1002,
  epoch: 1003,
  summary: 1004,
  vendor: 1011,
  license: 1014,
  packager: 1015,
  url: 1020,
  arch: 1022,
  sourceRpm: 1044,
  provides: 1047,
  requireFlags: 1048,
  requires: 1049,
  requireVersions: 1050,
  sourcePackage: 1106,
  directoryIndexes: 1116,
  baseNames: 1117,
  directories: 1118,
  sha1: 269,
  sha256: 273,
} as const;

export interface RpmHeader {
  text(tag: keyof typeof TAGS): string;
  texts(tag: keyof typeof TAGS): string[];
  numbers(tag: keyof typeof TAGS): number[];
  /** Length of the header in its bytes, with its magic number if it has one. */
  sizeBytes: number;
}

/** Throws an `Error` with the reason. */
export function readRpmHeader(given: Uint8Array): RpmHeader {
  const bytes = Buffer.from(given.buffer, given.byteOffset, given.byteLength);
  if (bytes.length < 16) throw new Error('a header of a package should have at least 16 bytes');
  const start = bytes.readUInt32BE(0) === MAGIC ? 8 : 0;
  const count = bytes.readUInt32BE(start);
  const storeSize = bytes.readUInt32BE(start + 4);
  const store = start + 8 + count * ENTRY_SIZE;
  if (count > MAX_ENTRIES || store > bytes.length)
    throw new Error(`a header of a package says that it has ${count} entries, more than its bytes hold`);
  const entries = new Map<number, { type: number; at: number; count: number }>();
  for (let i = 0; i < count; i++) {
    const entry = start + 8 + i * ENTRY_SIZE;
    entries.set(bytes.readUInt32BE(entry), {
      type: bytes.readUInt32BE(entry + 4),
      at: store + bytes.readUInt32BE(entry + 8),
      count: bytes.readUInt32BE(entry + 12),
    });
  }
  const end = Math.min(bytes.length, store + storeSize);
  const texts = (tag: keyof typeof TAGS): string[] => {
    const entry = entries.get(TAGS[tag]);
    if (entry === undefined || ![STRING, STRING_LIST, TRANSLATED].includes(entry.type)) return [];
    const list: string[] = [];
    let { at } = entry;
    const items = entry.type === STRING ? 1 : Math.min(entry.count, MAX_ITEMS);
    while (list.length < items && at < end) {
      const zero = bytes.indexOf(0, at);
      const stop = zero < 0 || zero > end ? end : zero;
      list.push(bytes.toString('utf8', at, stop));
      at = stop + 1;
    }
    return list;
  };
  return {
    texts,
    text: (tag) => texts(tag)[0]?.trim() ?? '',
    numbers(tag) {
      const entry = entries.get(TAGS[tag]);
      if (entry === undefined || entry.type !== INT32) return [];
      const items = Math.min(entry.count, MAX_ITEMS, Math.max(0, Math.floor((end - entry.at) / 4)));
      return Array.from({ length: items }, (_, i) => bytes.readUInt32BE(entry.at + i * 4));
    },
    sizeBytes: store + storeSize,
  };
}

/** Keys that rpm stores in its database in the same way as packages. */
const KEYS = 'gpg-pubkey';

/**
 * Undefined if the header is not of a package. `needed` lists the paths that packages require, to find which of them
 * this one provides.
 */
export function rpmInstalled(header: RpmHeader, needed: ReadonlySet<string> = new Set()): Installed | undefined {
  const name = header.text('name');
  if (name === KEYS || name === '') return undefined;
  const version = [header.text('version'), header.text('release')].filter((part) => part !== '').join('-');
  const source = header.text('sourceRpm');
  const isSource = header.numbers('sourcePackage').length > 0 || source === '';
  return {
    fullName: name,
    name,
    version,
    qualifiers: {
      arch: isSource ? 'src' : header.text('arch'),
      epoch: epochOf(header.numbers('epoch')[0]),
      upstream: source,
    },
    declaredLicense: header.text('license'),
    description: header.text('summary'),
    homepageUrl: header.text('url'),
    supplier: partyText(header.text('vendor')) || header.text('packager'),
    integrity: integrityOf(header),
    provides: [...header.texts('provides'), ...pathsOf(header, needed)],
    needs: rpmNeeds(header),
  };
}

/** A package without an epoch has epoch 0. */
function epochOf(epoch: number | undefined): string {
  return epoch === undefined || epoch === 0 ? '' : String(epoch);
}

function integrityOf(header: RpmHeader): string {
  const sha256 = header.text('sha256');
  return sha256 !== '' ? `sha256:${sha256}` : '';
}

const LESS = 2;
const GREATER = 4;
const EQUAL = 8;

function rpmNeeds(header: RpmHeader): Need[] {
  const versions = header.texts('requireVersions');
  const flags = header.numbers('requireFlags');
  return header.texts('requires').flatMap((name, i): Need[] => {
    // Capabilities of rpm itself are not packages.
    if (name.startsWith('rpmlib(')) return [];
    const sign = signOf(flags[i] ?? 0);
    const requirement = sign === '' ? '' : `${sign} ${versions[i] ?? ''}`.trim();
    return [{ names: [name], requirement, scope: 'runtime' }];
  });
}

function signOf(flags: number): string {
  return `${flags & LESS ? '<' : ''}${flags & GREATER ? '>' : ''}${flags & EQUAL ? '=' : ''}`;
}

function pathsOf(header: RpmHeader, needed: ReadonlySet<string>): string[] {
  if (needed.size === 0) return [];
  const directories = header.texts('directories');
  const indexes = header.numbers('directoryIndexes');
  return header
    .texts('baseNames')
    .map((name, i) => `${directories[indexes[i] ?? 0] ?? ''}${name}`)
    .filter((path) => needed.has(path));
}
