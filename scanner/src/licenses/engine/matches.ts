// The candidates that matches of rules and tags become, and their offsets in the file. Pure.
import type { Alignment } from './align.ts';
import { type LicenseIndex, RULE_KINDS } from './index-format.ts';
import type { Candidate } from './select.ts';
import type { TokenBuffer } from './tokens.ts';

/** What nobody has judged yet, and no offsets. */
const UNJUDGED = {
  missing: 0,
  extra: 0,
  allowed: 0,
  coverage: 100,
  family: '',
  isVersioned: true,
  isImplied: false,
  isEcho: false,
  startByte: 0,
  endByte: 0,
  isExact: true,
  isQuoted: false,
  changedByte: -1,
  rejection: '',
};

const ofRule = (index: LicenseIndex, rule: number) => ({
  rule,
  name: index.ruleNames[rule]!,
  kind: RULE_KINDS[index.ruleKinds[rule]!]!,
  expression: index.expressions[index.ruleExpressions[rule]!]!,
  relevance: index.ruleRelevance[rule]!,
  flags: index.ruleFlags[rule]!,
});

/** A candidate for a rule whose words all occur at [start, end). */
export function exactCandidate(index: LicenseIndex, rule: number, start: number, end: number): Candidate {
  const matched = end - start;
  return { ...UNJUDGED, ...ofRule(index, rule), start, end, matched, runs: [start, matched] };
}

export function alignedCandidate(index: LicenseIndex, alignment: Alignment): Candidate {
  const { rule, start, end, matched, missing, extra, allowed, runs } = alignment;
  const coverage = Math.floor((1000 * matched) / index.ruleKnown[rule]!) / 10;
  return {
    ...UNJUDGED,
    ...ofRule(index, rule),
    ...{ start, end, matched, missing, extra, allowed, coverage, runs, isExact: false },
  };
}

export function tagCandidate(tokens: TokenBuffer, startByte: number, endByte: number, expression: string): Candidate {
  const start = firstTokenFrom(tokens, startByte);
  const end = Math.max(start + 1, firstTokenFrom(tokens, endByte));
  return {
    ...UNJUDGED,
    ...{ rule: -1, name: 'spdx-tag', kind: 'tag', expression, relevance: 100, flags: 0 },
    ...{ start, end, matched: end - start + 4, runs: [start, end - start], startByte, endByte },
  };
}

function firstTokenFrom(tokens: TokenBuffer, byte: number): number {
  let low = 0;
  let high = tokens.count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (tokens.starts[middle]! < byte) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function withOffsets(candidate: Candidate, tokens: TokenBuffer): Candidate {
  const last = Math.max(candidate.start, Math.min(candidate.end, tokens.count) - 1);
  return {
    ...candidate,
    startByte: tokens.starts[Math.min(candidate.start, tokens.count - 1)]!,
    endByte: tokens.starts[last]! + 1,
  };
}

/** Chunks overlap, so the same match is found twice there. */
export function addOnce(candidates: Candidate[], candidate: Candidate): void {
  for (let i = candidates.length - 1; i >= 0 && i > candidates.length - 400; i--) {
    const known = candidates[i]!;
    if (known.startByte === candidate.startByte && known.expression === candidate.expression) return;
  }
  candidates.push(candidate);
}
