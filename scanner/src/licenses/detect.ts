// All steps for one file: gate, tokens, exact rules, tags, approximate stage; then judging/ decides. Single-threaded
// and synchronous; never throws. Large texts are processed in overlapping chunks, so the memory stays limited.

import { processorLimit } from '../processor-time.ts';
import { withoutIgnoredParts } from '../reuse-ignore.ts';
import { type ExactMatch, findApproximate, type Rejection } from './engine/approximate.ts';
import { type ApproximateScratch, createApproximateScratch } from './engine/candidates.ts';
import { changedAt } from './engine/changed-words.ts';
import { withoutEscapedSpaces } from './engine/escapes.ts';
import { createExactHits, type ExactHits, findExact } from './engine/exact.ts';
import { joinCutWords } from './engine/hyphens.ts';
import {
  FLAG_ALONE,
  FLAG_APPROXIMATE,
  FLAG_FAINT,
  FLAG_IMPORTED,
  FLAG_WEAK,
  type LicenseIndex,
  RULE_KINDS,
  type RuleKind,
} from './engine/index-format.ts';
import { createLegalGate, type Gate } from './engine/legal-gate.ts';
import { addOnce, alignedCandidate, exactCandidate, tagCandidate, withOffsets } from './engine/matches.ts';
import { readerOf } from './engine/reader.ts';
import { type Candidate, LONGEST_NAME, selectInChunk } from './engine/select.ts';
import { type TokenBuffer, UNKNOWN, wordId } from './engine/tokens.ts';
import { textsOfSentences } from './judging/text-sentences.ts';
import { type FamilyReading, isEcho, readFamily, withLaterBehind } from './reading/families.ts';
import { isAlone, isFramed } from './reading/frames.ts';
import { leaveOpen, readImportedName } from './reading/imported-names.ts';
import { isBehindDigit, isBesideField, isPartOfName, isQuotedWord, isSpelledByCode } from './reading/name-shapes.ts';
import { type BrokenTag, findTags } from './reading/tags.ts';
import { isInLicenseField, isToldAsLicense } from './roles/fields.ts';

const CHUNK_BYTES = 1 << 20;
const OVERLAP_BYTES = 1 << 17;
const SENTENCE = RULE_KINDS.indexOf('sentence');

/** Reusable working memory of one thread. */
interface Scratch {
  hits: ExactHits;
  covered: Uint8Array;
  approximate: ApproximateScratch;
}

const scratch: Scratch = {
  hits: createExactHits(),
  covered: new Uint8Array(1 << 14),
  approximate: createApproximateScratch(),
};

/** The detections of a whole file, before the file-wide filters. Offsets are bytes of the file. */
export interface RawDetection {
  candidates: Candidate[];
  rejected: Candidate[];
  /** Sentences that identify license texts, as candidates. */
  sentences: Candidate[];
  isTruncated: boolean;
  /** Whether any legal word was found. Without one, no rule is searched for. */
  hasLegalWord: boolean;
  /** Tags whose expressions cannot be read, or only in part. */
  brokenTags: BrokenTag[];
  /** Position of an `SPDX-License-Identifier` without a readable expression. */
  unreadTagByte?: number;
}

/** Finds all rules and tags in a file. With `explain`, refused candidates are kept too. */
export function scanBytes(index: LicenseIndex, whole: Uint8Array, timeLimitMs: number, explain: boolean): RawDetection {
  const written = withoutIgnoredParts(whole);
  const isLate = processorLimit(timeLimitMs);
  const result: RawDetection = {
    candidates: [],
    rejected: [],
    isTruncated: false,
    hasLegalWord: false,
    sentences: [],
    brokenTags: [],
  };
  const mayHoldLicense = gateOf(index);
  let joined: Uint8Array | undefined;
  for (let from = 0; from < written.length; ) {
    const to = chunkEnd(written, from);
    if (mayHoldLicense(from === 0 && to === written.length ? written : written.subarray(from, to))) {
      result.hasLegalWord = true;
      joined ??= joinCutWords(withoutEscapedSpaces(written), (word) => wordId(index.dictionary, word) !== UNKNOWN);
      scanChunk(index, joined, from, to, isLate, explain, result);
    }
    if (to >= written.length) break;
    if (isLate()) {
      result.isTruncated = true;
      break;
    }
    from = Math.max(from + 1, to - OVERLAP_BYTES);
  }
  const { candidates, rejected } = textsOfSentences(result.candidates, result.sentences);
  result.candidates = candidates;
  if (explain) result.rejected.push(...rejected);
  return result;
}

const gates = new WeakMap<LicenseIndex, Gate>();

/** Each index has its own gate, because some of its rules contain none of the usual words. */
function gateOf(index: LicenseIndex): Gate {
  const gate = gates.get(index) ?? createLegalGate(index.gateWords);
  gates.set(index, gate);
  return gate;
}

/** Chunks end at the end of a line if possible. */
function chunkEnd(bytes: Uint8Array, from: number): number {
  const end = from + CHUNK_BYTES + OVERLAP_BYTES;
  if (end >= bytes.length) return bytes.length;
  const newline = bytes.lastIndexOf(10, end);
  return newline > from + CHUNK_BYTES ? newline + 1 : end;
}

function scanChunk(
  index: LicenseIndex,
  bytes: Uint8Array,
  from: number,
  to: number,
  isLate: () => boolean,
  explain: boolean,
  result: RawDetection,
): void {
  const { hits } = scratch;
  const reader = readerOf(index);
  const tokens = reader.tokenize(from === 0 && to === bytes.length ? bytes : bytes.subarray(from, to));
  if (from > 0) for (let i = 0; i < tokens.count; i++) tokens.starts[i]! += from;
  if (tokens.count === 0) return;
  if (scratch.covered.length < tokens.count) scratch.covered = new Uint8Array(tokens.ids.length);
  scratch.covered.fill(0, 0, tokens.count);
  findExact(index, tokens.ids, tokens.count, reader.ruleStarts(), hits);
  const unframed: Candidate[] | undefined = explain ? [] : undefined;
  for (const sentence of sentencesAmong(index, hits)) addOnce(result.sentences, withOffsets(sentence, tokens));
  const candidates = exactCandidates(index, bytes, tokens, hits, scratch.covered, unframed);
  if (hits.tags.length > 0) {
    const places = hits.tags.map((token) => tokens.starts[token]!);
    const { tags, broken } = findTags(bytes.subarray(0, to), places, isLate);
    for (const tag of broken)
      if (!result.brokenTags.some(({ start }) => start === tag.start)) result.brokenTags.push(tag);
    for (const tag of tags) candidates.push(tagCandidate(tokens, tag.start, tag.end, tag.expression));
    if (tags.length === 0) result.unreadTagByte ??= places[0]!;
  }
  const rejections: Rejection[] | undefined = explain ? [] : undefined;
  const approximate = findApproximate(
    {
      index,
      tokens: tokens.ids,
      count: tokens.count,
      grams: reader.gramPlaces(),
      covered: scratch.covered,
      exact: wholeRules(index, hits),
      named: namedLicenses(candidates),
      isLate,
      rejections,
    },
    scratch.approximate,
  );
  if (approximate.isTruncated) result.isTruncated = true;
  for (const alignment of approximate.alignments) {
    const changed = changedAt(index, bytes, tokens, alignment);
    candidates.push({
      ...leaveOpen(index, alignedCandidate(index, alignment)),
      changedByte: changed < 0 ? -1 : tokens.starts[changed]!,
    });
  }
  const chosen = selectInChunk(candidates, tokens.count);
  for (const candidate of chosen.accepted) addOnce(result.candidates, withOffsets(candidate, tokens));
  if (!explain) return;
  for (const candidate of unframed!) result.rejected.push(withOffsets(candidate, tokens));
  for (const candidate of chosen.rejected) result.rejected.push(withOffsets(candidate, tokens));
  for (const { alignment, why } of rejections ?? []) {
    result.rejected.push(withOffsets({ ...alignedCandidate(index, alignment), rejection: why }, tokens));
  }
}

/** The sentences that identify license texts. They may be inside other matches, and do not remove these. */
function sentencesAmong(index: LicenseIndex, hits: ExactHits): Candidate[] {
  const sentences: Candidate[] = [];
  for (let i = 0; i < hits.count; i++) {
    const rule = hits.rules[i]!;
    if (index.ruleKinds[rule] !== SENTENCE) continue;
    const start = hits.starts[i]!;
    sentences.push(exactCandidate(index, rule, start, start + index.ruleStarts[rule + 1]! - index.ruleStarts[rule]!));
  }
  return sentences;
}

/** Where an exact match lies, in tokens, and what its rule says. */
interface ExactRule {
  rule: number;
  start: number;
  end: number;
  kind: RuleKind;
  flags: number;
  expression: string;
}

type Text = { index: LicenseIndex; bytes: Uint8Array; tokens: TokenBuffer };

function exactCandidates(
  index: LicenseIndex,
  bytes: Uint8Array,
  tokens: TokenBuffer,
  hits: ExactHits,
  covered: Uint8Array,
  unframed: Candidate[] | undefined,
): Candidate[] {
  const text: Text = { index, bytes, tokens };
  const candidates: Candidate[] = [];
  let reach = 0;
  for (let i = 0; i < hits.count; i++) {
    const rule = hits.rules[i]!;
    const start = hits.starts[i]!;
    const end = start + index.ruleStarts[rule + 1]! - index.ruleStarts[rule]!;
    // A match inside an earlier, longer one adds nothing. Most matches in a license text are of this kind.
    if (end <= reach || index.ruleKinds[rule] === SENTENCE) continue;
    const match = exactRule(index, rule, start, end);
    if (isOtherThanName(text, match)) continue;
    const family = match.kind === 'family' ? index.families[match.expression] : undefined;
    const reading = family && readFamily(index, family, bytes, tokens, start, end);
    // A version after the weak name of a GNU license shows that it means the license: `GPL 2`. But `cpl1` and `MPL2`
    // also name other things.
    const hasVersion = reading?.isClose && family?.isGnu && !(match.flags & FLAG_FAINT);
    if (match.flags & FLAG_WEAK && !hasVersion && !speaksOfLicense(text, match)) {
      unframed?.push(unframedCandidate(index, match, reading));
      continue;
    }
    reach = end;
    if (match.flags & FLAG_APPROXIMATE || match.kind === 'false-positive') covered.fill(1, start, end);
    const candidate = exactCandidate(index, rule, start, end);
    candidate.isQuoted = isQuotedAlone(text, match);
    if (reading) setFamily(candidate, text, match, reading);
    else if (match.kind === 'reference' || match.kind === 'notice') readBehind(index, bytes, tokens, candidate);
    candidates.push(leaveOpen(index, candidate));
  }
  return candidates;
}

function exactRule(index: LicenseIndex, rule: number, start: number, end: number): ExactRule {
  const kind = RULE_KINDS[index.ruleKinds[rule]!]!;
  const expression = index.expressions[index.ruleExpressions[rule]!]!;
  return { rule, start, end, kind, flags: index.ruleFlags[rule]!, expression };
}

/** Whether the words of a name are part of a longer one, of code or of the name of a field. */
function isOtherThanName({ bytes, tokens }: Text, { kind, flags, start, end }: ExactRule): boolean {
  if (kind !== 'reference' && kind !== 'family') return false;
  if (kind === 'reference' && isSpelledByCode(bytes, tokens, start, end)) return true;
  if (kind === 'family' && flags & FLAG_WEAK && isBehindDigit(bytes, tokens.starts[start]!)) return true;
  return isPartOfName(bytes, tokens, start, end) || isBesideField(bytes, tokens, start, end);
}

/** Whether the place of a weak name shows that it means the license. */
function speaksOfLicense({ index, bytes, tokens }: Text, { kind, flags, start, end }: ExactRule): boolean {
  const isFaint = (flags & FLAG_FAINT) !== 0;
  if (isFramed(index, bytes, tokens, start, end, isFaint)) return true;
  if (flags & FLAG_ALONE && isAlone(bytes, tokens, start, end)) return true;
  const [first, last] = [tokens.starts[start]!, tokens.starts[end - 1]!];
  if (isInLicenseField(bytes, first, last)) return true;
  return !(isFaint && kind === 'family') && isToldAsLicense(bytes, first, last);
}

function unframedCandidate(index: LicenseIndex, { rule, start, end }: ExactRule, reading: FamilyReading | undefined) {
  return {
    ...exactCandidate(index, rule, start, end),
    ...(reading ? { expression: reading.expression } : {}),
    rejection: 'the name has other meanings too, and no word beside it is about licensing',
  };
}

const isQuotedAlone = ({ index, bytes, tokens }: Text, { kind, start, end }: ExactRule): boolean =>
  kind !== 'false-positive' &&
  isQuotedWord(bytes, tokens, start, end) &&
  !isFramed(index, bytes, tokens, start, end, true);

function setFamily(
  candidate: Candidate,
  { index, tokens }: Text,
  { start, end, expression }: ExactRule,
  reading: FamilyReading,
): void {
  candidate.expression = reading.expression;
  candidate.kind = 'reference';
  candidate.family = expression;
  candidate.isVersioned = reading.isVersioned;
  candidate.isImplied = reading.isImplied;
  candidate.isEcho = !reading.isVersioned && isEcho(index, tokens, start);
  candidate.start = reading.start;
  candidate.end = reading.end;
  // The version may belong to a second name ("GPL or LGPL version 2"), so only the words of the name count.
  candidate.matched = end - start + (reading.isVersioned ? 1 : 0);
}

/** Reads the version around a match. A name without a version gets the version, and a following "or later" is added. */
function readBehind(index: LicenseIndex, bytes: Uint8Array, tokens: TokenBuffer, candidate: Candidate): void {
  const { expression, start, end, flags } = candidate;
  const named =
    flags & FLAG_IMPORTED && end - start <= LONGEST_NAME
      ? readImportedName(index, expression, bytes, tokens, start, end)
      : undefined;
  const read = named ?? withLaterBehind(index, expression, bytes, tokens, end);
  candidate.expression = read.expression;
  candidate.end = read.end;
  candidate.start = named?.start ?? start;
}

/** The named licenses, by expression. */
function namedLicenses(candidates: readonly Candidate[]): Map<string, Candidate[]> {
  const named = new Map<string, Candidate[]>();
  for (const candidate of candidates) {
    if (candidate.kind !== 'reference' && candidate.kind !== 'notice') continue;
    const same = named.get(candidate.expression);
    if (same) same.push(candidate);
    else named.set(candidate.expression, [candidate]);
  }
  return named;
}

/** Drops hits of rules that the approximate stage would match as well. */
function wholeRules(index: LicenseIndex, hits: ExactHits): ExactMatch[] {
  const matches: ExactMatch[] = [];
  for (let i = 0; i < hits.count; i++) {
    const rule = hits.rules[i]!;
    if (!(index.ruleFlags[rule]! & FLAG_APPROXIMATE)) continue;
    const start = hits.starts[i]!;
    matches.push({ rule, start, end: start + index.ruleStarts[rule + 1]! - index.ruleStarts[rule]! });
  }
  return matches;
}
