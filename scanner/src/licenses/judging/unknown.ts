// Finds texts that grant or restrict rights and match no rule. It reports an unknown license for them; without it, the
// file would seem to have no license. The sentences are data: rules/grants.yaml. Pure, except for reading them once.

import { readData } from '../../data-files.ts';
import type { LicenseMatch } from '../../findings.ts';
import { byteAt, itemAt } from '../../items.ts';
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

/** Sentences as words: those that begin with the same words share them. */
interface WordNode {
  next: Map<string, WordNode>;
  /** What ends here: the number of each sentence, and that of the wording among those of the sentence. */
  ends: { sentence: number; wording: number }[];
}

interface Grammar {
  least: number;
  within: number;
  /** The points of each sentence, and the possible beginnings of one. */
  points: number[];
  beginnings: PlaceFinder;
  words: WordNode;
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
  const words = nodeOf();
  for (const [sentence, [, pattern]] of sentences.entries())
    for (const [wording, text] of expandPattern(pattern).entries()) addWording(words, text, sentence, wording);
  return {
    least,
    within,
    points: sentences.map(([points]) => points),
    beginnings: createPlaceFinder([...words.next.keys()].map(beginningOf)),
    words,
    inLicenseFiles: new RegExp(`\\b${anyOf(in_license_files.words)}`, 'i'),
    leastInLicenseFiles: in_license_files.least,
  };
}

const nodeOf = (): WordNode => ({ next: new Map(), ends: [] });

function addWording(root: WordNode, text: string, sentence: number, wording: number): void {
  let node = root;
  for (const word of text.toLowerCase().match(/\w+/g) ?? []) {
    const next = node.next.get(word) ?? nodeOf();
    node.next.set(word, next);
    node = next;
  }
  node.ends.push({ sentence, wording });
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

/**
 * The positions of the sentences, in order. `text` is the bytes as latin1. Hits of the same sentence do not overlap.
 */
function hitsOf(bytes: Uint8Array, text: string): Hit[] {
  const { points, beginnings, words } = grants();
  const hits: Hit[] = [];
  const reached = points.map(() => 0);
  for (let from = 0; from < bytes.length; from += PIECE_BYTES) {
    for (const place of beginnings.inPiece(bytes, from)) {
      const index = from + place;
      if (index > 0 && isWordByte(byteAt(bytes, index - 1))) continue;
      for (const { sentence, end } of sentencesAt(words, text, index)) {
        if (index < itemAt(reached, sentence)) continue;
        reached[sentence] = end;
        hits.push({ sentence, points: itemAt(points, sentence), index, end });
      }
    }
  }
  return hits;
}

const WORD = /\W*(\w+)/y;

/** The sentences that begin at a word, in their order, each in the first of its wordings that fits. */
function sentencesAt(root: WordNode, text: string, index: number): { sentence: number; end: number }[] {
  const found = new Map<number, { wording: number; end: number }>();
  let node: WordNode | undefined = root;
  WORD.lastIndex = index;
  for (let word = WORD.exec(text); word !== null; word = WORD.exec(text)) {
    node = node.next.get(itemAt(word, 1).toLowerCase());
    if (node === undefined) break;
    for (const { sentence, wording } of node.ends)
      if (wording < (found.get(sentence)?.wording ?? Number.POSITIVE_INFINITY))
        found.set(sentence, { wording, end: WORD.lastIndex });
    if (node.next.size === 0) break;
  }
  return [...found].map(([sentence, { end }]) => ({ sentence, end })).sort((a, b) => a.sentence - b.sentence);
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
