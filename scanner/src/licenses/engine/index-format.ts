// The compiled license index: one SharedArrayBuffer that contains all rules as sorted token sequences, with the tables
// for searching them. Only layout and views; compile-index.ts fills it, exact.ts and approximate.ts search it.
import { crc32 } from 'node:zlib';
import type { LicenseMatchKind } from '../../findings.ts';
import { type Dictionary, filterOf, wordId } from './tokens.ts';

/** Increase when the layout, the tokeniser or the meaning of the tables changes: existing files are then rebuilt. */
export const INDEX_FORMAT = 8;

/**
 * The kind of a rule. It is the kind of its matches, or one of three others: `family` names a license, and its version
 * is read from the words around the name; `false-positive` removes the matches that it overlaps; `sentence` identifies
 * a license text (judging/text-sentences.ts).
 */
export type RuleKind = LicenseMatchKind | 'family' | 'false-positive' | 'sentence';

export const RULE_KINDS: readonly RuleKind[] = [
  'text',
  'notice',
  'reference',
  'tag',
  'intro',
  'family',
  'false-positive',
  'sentence',
];

/** Whether a match can have this kind. The other kinds only help to find matches. */
export const isMatchKind = (kind: RuleKind): kind is LicenseMatchKind =>
  kind !== 'family' && kind !== 'false-positive' && kind !== 'sentence';

/** In place of the license, in rules for sentences that all texts of a family contain. */
export const SHARED_SENTENCES = 'shared';

export const FLAG_APPROXIMATE = 1;
/** The rule matches only if all its words are present, `{{…}}` phrases included. */
export const FLAG_CONTINUOUS = 2;
/** The rule is imported. Lists of rules and reports say so. */
export const FLAG_IMPORTED = 4;
/** The name alone is weak evidence of the license. Dropped if a longer match says more. */
export const FLAG_WEAK = 8;

/** A license that people name without its version, and what it means with each version. */
export interface LicenseFamily {
  /** Expression when no version is given. */
  unversioned: string;
  /** `2`, `2.1` → expression; for GNU licenses the stem (`GPL-2.0`), to which -only or -or-later is added. */
  versions: Record<string, string>;
  isGnu: boolean;
}

/** The name is also that of a program: it needs clearer words around it than other weak names. */
export const FLAG_FAINT = 16;
/** A faint name that also means the license if it is alone on its line. */
export const FLAG_ALONE = 32;

/** Words near a weak name that show that it means a license, and words that may be between them. */
export interface NameFrames {
  before: { strong: string[]; soft: string[]; fillers: string[] };
  after: { strong: string[]; soft: string[]; fillers: string[] };
  /** Names that mean licenses if two of them are side by side. */
  pairs: string[];
}

const SECTIONS = {
  dictionaryTable: Uint32Array,
  tokens: Uint16Array,
  ruleStarts: Uint32Array,
  ruleKnown: Uint32Array,
  ruleExpressions: Uint32Array,
  ruleKinds: Uint8Array,
  ruleFlags: Uint8Array,
  ruleRelevance: Uint8Array,
  ruleCoverage: Uint8Array,
  phraseStarts: Uint32Array,
  phrases: Uint16Array,
  singles: Uint32Array,
  pairKeys: Uint32Array,
  pairLow: Uint32Array,
  pairHigh: Uint32Array,
  gramKeys: Uint32Array,
  gramStarts: Uint32Array,
  gramCounts: Uint32Array,
  postings: Uint32Array,
  ruleGrams: Uint16Array,
  strings: Uint8Array,
} as const;

type SectionName = keyof typeof SECTIONS;
export type IndexSections = {
  [Name in SectionName]: (typeof SECTIONS)[Name] extends Uint8ArrayConstructor
    ? Uint8Array
    : (typeof SECTIONS)[Name] extends Uint16ArrayConstructor
      ? Uint16Array
      : Uint32Array;
};

/** The part of an index that is JSON. */
export interface IndexStrings {
  format: number;
  /** Fingerprint of what the index was built from. */
  source: string;
  expressions: string[];
  ruleNames: string[];
  /** Rules of imports: rule number → names of the files it refers to. */
  referencedFiles: Record<string, string[]>;
  /** Rules of imports that are not in English: rule number → ISO 639-1 code. */
  languages: Record<string, string>;
  /** Words of rules that contain none of the legal gate's own words. They too let a text through the gate. */
  gateWords: string[];
  families: Record<string, LicenseFamily>;
  frames: NameFrames;
}

/** Values in a license text that say nothing about the file with that text. */
export interface Ignorables {
  copyrights?: string[];
  holders?: string[];
  authors?: string[];
  urls?: string[];
  emails?: string[];
}

/** A loaded index. Immutable; another thread can load its `buffer` without a copy. */
export interface LicenseIndex extends IndexSections, IndexStrings {
  buffer: SharedArrayBuffer;
  dictionary: Dictionary;
  ruleCount: number;
  /** Whether any rule refers to files or has values to ignore. */
  hasClues: boolean;
  /** Ids of the words an SPDX tag begins with. */
  tagWords: { spdx: number; license: number };
  /** Words by id, separated by line feeds; decoded on first need. */
  words: () => string[];
  /** Rules of imports: rule number → values to ignore in the matched text; decoded on first need. */
  ignorables: () => Record<string, Ignorables>;
}

const MAGIC = 0x41534c49;
/** The same number, read on a machine with the other byte order. */
const SWAPPED_MAGIC = 0x494c5341;
/**
 * A buffer begins with these numbers: magic, format, length of the table after them, total length, checksum of
 * everything else.
 */
const NUMBERS = 5;
/** The size of these numbers in bytes. They are enough to know whether a file is an index. */
export const INDEX_HEAD_BYTES = 4 * NUMBERS;
/** The first section begins here, after the numbers and the table. */
const FIRST_SECTION = 8192;

/** Packs sections, strings and words into one buffer. */
export function packIndex(
  sections: Omit<IndexSections, 'strings'>,
  strings: IndexStrings,
  words: string[],
  ignorables: Record<string, Ignorables>,
): SharedArrayBuffer {
  const encoder = new TextEncoder();
  const table: Record<string, [number, number]> = {};
  const parts: [number, Uint8Array][] = [];
  const all: Record<string, ArrayBufferView> = {
    ...sections,
    strings: encoder.encode(JSON.stringify(strings)),
    words: encoder.encode(words.join('\n')),
    ignorables: encoder.encode(JSON.stringify(ignorables)),
  };
  let offset = FIRST_SECTION;
  for (const [name, view] of Object.entries(all)) {
    table[name] = [offset, view.byteLength];
    parts.push([offset, new Uint8Array(view.buffer, view.byteOffset, view.byteLength)]);
    offset = Math.ceil((offset + view.byteLength) / 8) * 8;
  }
  const buffer = new SharedArrayBuffer(offset);
  const head = encoder.encode(JSON.stringify(table));
  const bytes = new Uint8Array(buffer);
  bytes.set(head, INDEX_HEAD_BYTES);
  for (const [at, part] of parts) bytes.set(part, at);
  const numbers = new Uint32Array(buffer, 0, NUMBERS);
  numbers.set([MAGIC, INDEX_FORMAT, head.length, offset]);
  numbers[NUMBERS - 1] = checksumOf(buffer);
  return buffer;
}

const checksumOf = (buffer: SharedArrayBuffer): number =>
  crc32(new Uint8Array(buffer, INDEX_HEAD_BYTES), crc32(new Uint8Array(buffer, 0, INDEX_HEAD_BYTES - 4)));

/** A copy at an address where a number may begin. The slice of a Buffer would not be a copy. */
const copyOf = (head: Uint8Array, length: number): ArrayBuffer => new Uint8Array(head.subarray(0, length)).buffer;

/**
 * The fault in the first bytes of an index of `size` bytes, as the end of a sentence that begins with its name.
 * Undefined without a fault. A search in a damaged index might never end, so call this and `damageOf` for every index
 * from a file before you open it.
 */
export function headFaultOf(head: Uint8Array, size: number): string | undefined {
  if (head.length < INDEX_HEAD_BYTES) return 'is not a license index; `assay licenses import` writes one';
  const [magic, format, , length] = new Uint32Array(copyOf(head, INDEX_HEAD_BYTES));
  if (magic === SWAPPED_MAGIC)
    return 'is a license index from a machine with another byte order; import the rules again on this machine';
  if (magic !== MAGIC) return 'is not a license index; `assay licenses import` writes one';
  if (format !== INDEX_FORMAT)
    return `is a license index of version ${format}, and this program reads version ${INDEX_FORMAT}; import the rules again`;
  if (length !== size) return `is damaged: it has ${size} bytes instead of ${length}; import the rules again`;
  return undefined;
}

/** Whether four bytes begin an index of any version. */
export function beginsLikeIndex(head: Uint8Array): boolean {
  const [magic] = new Uint32Array(copyOf(head, 4));
  return magic === MAGIC || magic === SWAPPED_MAGIC;
}

/** Like headFaultOf, for faults that only the whole buffer shows. */
export function damageOf(buffer: SharedArrayBuffer): string | undefined {
  return checksumOf(buffer) === new Uint32Array(buffer, 0, NUMBERS)[NUMBERS - 1]
    ? undefined
    : 'is damaged: its checksum does not match its content; import the rules again';
}

/**
 * Reads the views of a packed index. Returns undefined if the buffer is not an index of this format. Does not check the
 * content.
 */
export function openIndex(buffer: SharedArrayBuffer): LicenseIndex | undefined {
  if (buffer.byteLength < FIRST_SECTION) return undefined;
  const [magic, format, headLength] = new Uint32Array(buffer, 0, 3);
  if (magic !== MAGIC || format !== INDEX_FORMAT || headLength === undefined) return undefined;
  if (headLength > FIRST_SECTION - INDEX_HEAD_BYTES) return undefined;
  const text = (at: number, length: number) => new TextDecoder().decode(new Uint8Array(buffer, at, length).slice());
  const table = JSON.parse(text(INDEX_HEAD_BYTES, headLength)) as Record<string, [number, number]>;
  const views: Record<string, unknown> = {};
  for (const [name, View] of Object.entries(SECTIONS)) {
    const place = table[name];
    if (!place || place[0] + place[1] > buffer.byteLength) return undefined;
    views[name] = new (View as Uint32ArrayConstructor)(buffer, place[0], place[1] / View.BYTES_PER_ELEMENT);
  }
  const sections = views as unknown as IndexSections;
  const dictionary: Dictionary = { table: sections.dictionaryTable, filter: filterOf(sections.dictionaryTable) };
  const strings = JSON.parse(text(...table.strings!)) as IndexStrings;
  let words: string[] | undefined;
  let ignorables: Record<string, Ignorables> | undefined;
  return {
    ...sections,
    ...strings,
    buffer,
    dictionary,
    tagWords: { spdx: wordId(dictionary, 'spdx'), license: wordId(dictionary, 'license') },
    ruleCount: sections.ruleKinds.length,
    hasClues: table.ignorables![1] > 2 || Object.keys(strings.referencedFiles).length > 0,
    words: () => {
      words ??= text(...table.words!).split('\n');
      return words;
    },
    ignorables: () => {
      ignorables ??= JSON.parse(text(...table.ignorables!)) as Record<string, Ignorables>;
      return ignorables;
    },
  };
}
