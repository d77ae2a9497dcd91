// Selects among overlapping matches in a stretch of text: the one that explains most words wins, and a match is dropped
// if another one already explains its words. Knows nothing about licenses; judging/ evaluates the file as a whole.

import type { LicenseRole } from '../../findings.ts';
import { nearness } from './align.ts';
import type { RuleKind } from './index-format.ts';

/**
 * A possible match. Token positions count within the chunk; byte offsets within the file. Set every field: objects with
 * equal fields are faster.
 */
export interface Candidate {
  /** Number of the rule in the index; -1 for a tag. */
  rule: number;
  name: string;
  kind: RuleKind;
  expression: string;
  start: number;
  end: number;
  matched: number;
  missing: number;
  extra: number;
  allowed: number;
  /** Percentage of the rule's words. */
  coverage: number;
  relevance: number;
  flags: number;
  /** Id of the license family when the version was read from the text; else ''. */
  family: string;
  isVersioned: boolean;
  /** The text gives the version without "only" or "or later". */
  isImplied: boolean;
  /** The license is named in a sentence that all GNU notices contain. */
  isEcho: boolean;
  startByte: number;
  endByte: number;
  /** Pairs of token position and length: the words matched. */
  runs: number[];
  isExact: boolean;
  /** It is an id in quotes, and no word beside it is about licensing. */
  isQuoted: boolean;
  /** Where words of the file turn the meaning of the rule round; -1 if none do. */
  changedByte: number;
  /** Why it was refused; '' if it was accepted. */
  rejection: string;
  /** The role that its sentence gives it, with the reason; absent if it grants. Few candidates have one. */
  verdict?: { role: LicenseRole; why: string; sentence: string } | undefined;
}

/** Most words of a rule that only names a license. Longer rules are whole sentences. */
export const LONGEST_NAME = 12;

const LONG_TEXT = 150;
const SHORT_MATCH = 15;
/** Somebody inserted the words of a wider gap, so they may name another license. */
const SMALL_GAP = 8;

/**
 * Whether a short match is in a gap of a few words among the matched words of a text: it belongs to another version of
 * the text.
 */
function liesInSmallGap(candidate: Candidate, text: Candidate): boolean {
  if (candidate === text || candidate.start < text.start || candidate.end > text.end) return false;
  let reached = text.start;
  for (let i = 0; i < text.runs.length; i += 2) {
    const start = text.runs[i]!;
    if (start >= candidate.end) return start - reached < SMALL_GAP;
    reached = start + text.runs[i + 1]!;
  }
  return true;
}

let owners = new Uint8Array(1 << 14);

/** Divides candidates into the accepted ones, in text order, and the rejected ones with the reason. */
export function selectInChunk(
  candidates: Candidate[],
  tokenCount: number,
): { accepted: Candidate[]; rejected: Candidate[] } {
  if (owners.length < tokenCount) owners = new Uint8Array(tokenCount * 2);
  owners.fill(0, 0, tokenCount);
  const weight = (candidate: Candidate) => nearness(candidate) + (candidate.isExact ? 0.5 : 0);
  const ordered = [...candidates].sort(
    (a, b) => weight(b) - weight(a) || b.relevance - a.relevance || a.start - b.start,
  );
  const accepted: Candidate[] = [];
  const rejected: Candidate[] = [];
  for (const candidate of ordered) {
    let taken = 0;
    let all = 0;
    const { runs } = candidate;
    for (let i = 0; i < runs.length; i += 2) {
      const end = Math.min(tokenCount, runs[i]! + runs[i + 1]!);
      for (let at = runs[i]!; at < end; at++) {
        all++;
        if (owners[at] !== 0) taken++;
      }
    }
    if (taken * 2 >= all) {
      rejected.push({ ...candidate, rejection: 'its words belong to a match that explains more' });
      continue;
    }
    for (let i = 0; i < runs.length; i += 2) owners.fill(1, runs[i]!, Math.min(tokenCount, runs[i]! + runs[i + 1]!));
    accepted.push(candidate);
  }
  accepted.sort((a, b) => a.start - b.start || b.end - a.end);
  const texts = accepted.filter((candidate) => candidate.kind === 'text' && candidate.matched >= LONG_TEXT);
  const standing = accepted.filter((candidate) => {
    const text = candidate.matched < SHORT_MATCH && texts.find((other) => liesInSmallGap(candidate, other));
    if (text) rejected.push({ ...candidate, rejection: `it is part of the text of ${text.expression}` });
    return !text;
  });
  return { accepted: standing, rejected };
}
