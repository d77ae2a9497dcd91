// Which of the overlapping matches in a stretch of text stand: the one that explains most words wins, and a match whose words another
// already explains is dropped. Knows nothing of licenses; file-wide sense is made in judging/.
import { nearness } from './align.ts';
import type { RuleKind } from './index-format.ts';

/** A possible match. Token positions count within the chunk; byte offsets within the file. No field may be left out: all are of one shape, which is faster. */
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
  /** The version was read, "only" was not. */
  isImplied: boolean;
  /** A GNU license named in a sentence that every GNU notice holds. */
  isEcho: boolean;
  startByte: number;
  endByte: number;
  /** Pairs of token position and length: the words matched. */
  runs: number[];
  isExact: boolean;
  /** An id in quotes, without a word of licensing beside it. */
  isQuoted: boolean;
  /** Why it was refused; '' when it was not. */
  rejection: string;
}

/** Words of the longest rule that only names a license; longer ones are sentences of their own. */
export const LONGEST_NAME = 12;

const LONG_TEXT = 150;
const SHORT_MATCH = 15;
/** A gap this wide in a text was put there by somebody and may well speak of another license. */
const SMALL_GAP = 8;

/** True when a short match stands among a text's matched words, in a gap of a few words: a difference between versions of the text. */
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

/** Divides candidates into those that stand, in order of place, and those that do not, with the reason. */
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
    if (text) rejected.push({ ...candidate, rejection: `part of the text of ${text.expression}` });
    return !text;
  });
  return { accepted: standing, rejected };
}
