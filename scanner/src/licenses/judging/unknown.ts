// Texts that grant or restrict rights and that no rule knows: an unknown license is said, where silence would look like none. The sentences are
// data: rules/grants.yaml. Pure, but for reading them once.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { LicenseMatch } from '../../findings.ts';
import { lineCounter } from '../engine/line-counter.ts';
import { stretchOf } from '../reading/stretch.ts';
import { expandPattern } from '../rules/patterns.ts';

/** ScanCode says `LicenseRef-scancode-unknown`, and `…-unknown-license-reference` of sentences. */
export const UNKNOWN_LICENSE = 'LicenseRef-unknown-license';

/** That there is a license is likely, which one is not known. */
export const UNKNOWN_SCORE = 50;

interface Grants {
  least: number;
  within: number;
  sentences: [points: number, pattern: string][];
}

let known: { least: number; within: number; sentences: { points: number; words: RegExp }[] } | undefined;

function grants() {
  if (known) return known;
  const file = new URL('../../../rules/grants.yaml', import.meta.url);
  const { least, within, sentences } = (parse(readFileSync(file, 'utf8')) as { grants: Grants }).grants;
  known = {
    least,
    within,
    sentences: sentences.map(([points, pattern]) => ({
      points,
      words: new RegExp(
        `\\b(?:${expandPattern(pattern)
          .map((text) => text.trim().replace(/\W+/g, '\\W+'))
          .join('|')})\\b`,
        'gi',
      ),
    })),
  };
  return known;
}

/** Such a text begins early; what comes later in a large file is data. */
const MOST_BYTES = 300_000;
/** Nearly every such text has one of them, and most files have none. */
const GATE =
  /agreement|hereby|permission|redistribut|reverse engineer|you (?:may|shall|must) not|licensee|exclusive|acceptable use/i;

/** The place of a text that grants or restricts rights, from its first such sentence to its last; undefined when there is none. */
export function unknownGrant(bytes: Uint8Array): { startByte: number; endByte: number } | undefined {
  const text = stretchOf(bytes, 0, MOST_BYTES);
  if (!GATE.test(text)) return undefined;
  const { least, within, sentences } = grants();
  const hits = sentences
    .flatMap(({ points, words }, sentence) =>
      [...text.matchAll(words)].map(({ index, 0: { length } }) => ({ sentence, points, index, end: index + length })),
    )
    .sort((a, b) => a.index - b.index);
  let from = 0;
  let first = -1;
  let last = -1;
  for (let to = 0; to < hits.length; to++) {
    while (hits[to]!.index - hits[from]!.index > within) from++;
    const distinct = new Map(hits.slice(from, to + 1).map(({ sentence, points }) => [sentence, points]));
    if ([...distinct.values()].reduce((sum, points) => sum + points, 0) < least) continue;
    if (first < 0) first = hits[from]!.index;
    last = hits[to]!.end;
  }
  return first < 0 ? undefined : { startByte: first, endByte: last };
}

/** Fewer words than this are a pointer to a text, or a heading. */
const LEAST_WORDS = 40;

/** The whole text of a license file in which nothing was found, with lines from 1; undefined when it is too short to be a license. */
export function unknownText(bytes: Uint8Array): LicenseMatch | undefined {
  const words = stretchOf(bytes, 0, MOST_BYTES).match(/\p{L}{2,}/gu);
  if (words === null || words.length < LEAST_WORDS) return undefined;
  return {
    ...{ expression: UNKNOWN_LICENSE, startLine: 1, endLine: lineCounter(bytes)(bytes.length - 1) },
    ...{ score: UNKNOWN_SCORE, coverage: 100, rule: 'unknown/license-file', kind: 'text' },
  };
}
