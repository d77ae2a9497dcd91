// Finds texts that grant or restrict rights and match no rule. It reports an unknown license for them; without it, the
// file would seem to have no license. The sentences are data: rules/grants.yaml. Pure, except for reading them once.

import { readData } from '../../data-files.ts';
import type { LicenseMatch } from '../../findings.ts';
import { byteAt, firstOf, itemAt } from '../../items.ts';
import { createPlaceFinder, type FirstBytes, PIECE_BYTES, type PlaceFinder } from '../engine/beginnings.ts';
import { isLetterOrDigit } from '../engine/byte-classes.ts';
import { lineCounter } from '../engine/line-counter.ts';
import { stretchOf } from '../reading/stretch.ts';
import { anyOf } from '../rules/knowledge.ts';
import { expandPattern } from '../rules/patterns.ts';

/**
 * ScanCode has the id `LicenseRef-scancode-unknown` for such texts, and `…-unknown-license-reference` for sentences.
 */
export const UNKNOWN_LICENSE = 'LicenseRef-unknown-license';

/** There probably is a license, but it is not known which one. */
export const UNKNOWN_SCORE = 50;

interface Grants {
  least: number;
  within: number;
  sentences: [points: number, pattern: string][];
  in_license_files: { words: string[]; least: number };
}

interface Sentence {
  points: number;
  /** Matches only at `lastIndex`. */
  words: RegExp;
}

interface Grammar {
  least: number;
  within: number;
  /** All sentences, and the possible beginnings of one. */
  sentences: Sentence[];
  beginnings: PlaceFinder;
  /** Numbers of the sentences that begin with a word. */
  byFirstWord: ReadonlyMap<string, number[]>;
  /** With one of these words, a few words in a license file count as a license. */
  inLicenseFiles: RegExp;
  leastInLicenseFiles: number;
}

let known: Grammar | undefined;

function grants(): Grammar {
  known ??= readGrants();
  return known;
}

function readGrants(): Grammar {
  const file = new URL('../../../rules/grants.yaml', import.meta.url);
  const { least, within, sentences, in_license_files } = (readData(file) as { grants: Grants }).grants;
  const expanded = sentences.map(([points, pattern]) => ({
    points,
    texts: expandPattern(pattern).map((text) => text.trim()),
  }));
  const byFirstWord = new Map<string, number[]>();
  for (const [sentence, { texts }] of expanded.entries()) {
    for (const word of new Set(texts.map((text) => firstOf(text.split(' ', 1)))))
      byFirstWord.set(word, [...(byFirstWord.get(word) ?? []), sentence]);
  }
  return {
    least,
    within,
    sentences: expanded.map(({ points, texts }) => ({
      points,
      words: new RegExp(`(?:${texts.map((text) => text.replace(/\W+/g, '\\W+')).join('|')})\\b`, 'iy'),
    })),
    beginnings: createPlaceFinder([...byFirstWord.keys()].map(beginningOf)),
    byFirstWord,
    inLicenseFiles: new RegExp(`\\b${anyOf(in_license_files.words)}`, 'i'),
    leastInLicenseFiles: in_license_files.least,
  };
}

/** Ignores case. If a word has two letters, the third byte can be any byte. */
const beginningOf = (word: string): FirstBytes => {
  const inBothCases = (place: number) => word.charAt(place) + word.charAt(place).toUpperCase();
  return [inBothCases(0), inBothCases(1), inBothCases(2)];
};

/** Such a text begins early; later parts of a large file are data. */
const MOST_BYTES = 300_000;
/** Nearly every such text contains one of these words, and most files contain none. */
const GATE =
  /agreement|hereby|grants? you|permission|redistribut|reverse engineer|you (?:may|shall|must) not|licensee|exclusive|acceptable use|for use only|terminates|trade secret|unauthori[sz]ed|use of this \w+ requires|used to (?:compete|train)|(?:commercial|production) use|evaluation (?:purposes )?only|include the right to|forbidden|prohibited|third parties|internal (?:business )?use only/i;

/** The range of a text that grants or restricts rights, from its first to its last such sentence; undefined if there is none. */
export function unknownGrant(bytes: Uint8Array): { startByte: number; endByte: number } | undefined {
  const text = stretchOf(bytes, 0, MOST_BYTES);
  if (!GATE.test(text)) return undefined;
  const { least, within } = grants();
  const hits = hitsOf(bytes.subarray(0, MOST_BYTES), text);
  let from = 0;
  let first = -1;
  let last = -1;
  for (let to = 0; to < hits.length; to++) {
    while (itemAt(hits, to).index - itemAt(hits, from).index > within) from++;
    const distinct = new Map(hits.slice(from, to + 1).map(({ sentence, points }) => [sentence, points]));
    if ([...distinct.values()].reduce((sum, points) => sum + points, 0) < least) continue;
    if (first < 0) first = itemAt(hits, from).index;
    last = itemAt(hits, to).end;
  }
  return first < 0 ? undefined : { startByte: first, endByte: last };
}

interface Hit {
  sentence: number;
  points: number;
  index: number;
  end: number;
}

const FIRST_WORD = /[a-z0-9_]+/iy;

/**
 * The positions of the sentences, in order. `text` is the bytes as latin1. Hits of the same sentence do not overlap.
 */
function hitsOf(bytes: Uint8Array, text: string): Hit[] {
  const { sentences, beginnings, byFirstWord } = grants();
  const hits: Hit[] = [];
  const reached = sentences.map(() => 0);
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    for (const place of beginnings.inPiece(bytes, from)) {
      const index = from + place;
      if (index > 0 && isWordByte(byteAt(bytes, index - 1))) continue;
      FIRST_WORD.lastIndex = index;
      for (const sentence of byFirstWord.get(FIRST_WORD.exec(text)?.[0].toLowerCase() ?? '') ?? []) {
        const { points, words } = itemAt(sentences, sentence);
        words.lastIndex = index;
        if (index < itemAt(reached, sentence) || !words.test(text)) continue;
        reached[sentence] = words.lastIndex;
        hits.push({ sentence, points, index, end: words.lastIndex });
      }
    }
  }
  return hits;
}

const isWordByte = (byte: number): boolean => isLetterOrDigit(byte) || byte === 0x5f;

/**
 * The grants of a license file outside of all findings, for example the terms of the product above the texts of bundled
 * parts, or a clause after a text. Lines count from 1.
 */
export function unknownParts(bytes: Uint8Array, found: readonly LicenseMatch[]): LicenseMatch[] {
  const covered = found.filter(({ kind }) => kind !== 'mention').sort((a, b) => a.startLine - b.startLine);
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, MOST_BYTES))
    .toString('latin1')
    .split('\n');
  const parts: LicenseMatch[] = [];
  let from = 0;
  for (const { startLine, endLine } of [...covered, { startLine: lines.length + 1, endLine: lines.length }]) {
    const part = startLine - 1 > from ? lines.slice(from, startLine - 1).join('\n') : '';
    const grant = part === '' ? undefined : unknownGrant(Buffer.from(part, 'latin1'));
    if (grant) {
      const lineOf = lineCounter(Buffer.from(part, 'latin1'));
      parts.push({
        ...{
          expression: UNKNOWN_LICENSE,
          startLine: from + lineOf(grant.startByte),
          endLine: from + lineOf(grant.endByte),
        },
        ...{ score: UNKNOWN_SCORE, coverage: 100, rule: 'unknown/grant', kind: 'notice' },
      });
    }
    from = Math.max(from, endLine);
  }
  return parts;
}

/** Fewer words are only a heading or names. */
const LEAST_WORDS = 40;
/** Words that grant, or that point to a text elsewhere. */
const POINTER = /\blicen[cs]ed?\b|\bagreement\b|\bpermission\b|\bcommercial\b/i;
const LEAST_WORDS_OF_POINTER = 4;

/** The whole text of a license file without findings, with lines from 1; undefined if it is too short to be a license. */
export function unknownText(bytes: Uint8Array): LicenseMatch | undefined {
  const text = stretchOf(bytes, 0, MOST_BYTES);
  const words = text.match(/\p{L}{2,}/gu)?.length ?? 0;
  const { inLicenseFiles, leastInLicenseFiles } = grants();
  const least = inLicenseFiles.test(text) ? leastInLicenseFiles : LEAST_WORDS;
  if (words < (POINTER.test(text) ? LEAST_WORDS_OF_POINTER : least)) return undefined;
  return {
    ...{ expression: UNKNOWN_LICENSE, startLine: 1, endLine: lineCounter(bytes)(bytes.length - 1) },
    ...{ score: UNKNOWN_SCORE, coverage: 100, rule: 'unknown/license-file', kind: 'text' },
  };
}
