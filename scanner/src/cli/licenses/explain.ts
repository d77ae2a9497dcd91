// Explains the licenses of a file: every match that was accepted or refused, with the reason, and other facts that affect the answer. Only
// on request; the detection itself keeps none of it.

import { beginWindows, readableText } from '../../analyze/text.ts';
import { MAX_WINDOWS, windowEnd, windowsIssue } from '../../analyze/windows.ts';
import { idsOf } from '../../expressions/index.ts';
import type { LicenseMatch, LicenseReference } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import { scanBytes } from '../../licenses/detect.ts';
import { isMatchKind, type LicenseIndex } from '../../licenses/engine/index-format.ts';
import type { Candidate } from '../../licenses/engine/select.ts';
import { resolved, TIME_LIMIT_MS } from '../../licenses/index.ts';
import { answerOf } from '../../licenses/judging/answer.ts';
import { findLicenseReferences, openReferences } from '../../licenses/reading/references.ts';
import { MEANT, plainReason } from '../../licenses/why-matched.ts';
import { processorTime } from '../../processor-time.ts';

/** One candidate match, accepted or refused. */
export interface ExplainedMatch extends LicenseMatch {
  isAccepted: boolean;
  /** Why it was accepted or refused, as a sentence. */
  why: string;
  /** The matched text, cut at 2,000 characters. */
  text: string;
  /** ISO 639-1 code of the rule's language; '' for English. */
  language: string;
}

export interface Explanation {
  /** In text order, accepted matches first. */
  explained: ExplainedMatch[];
  /** As the scan reports them. */
  matches: LicenseMatch[];
  /** Distinct SPDX expressions of the file, sorted. */
  spdx: string[];
  /** True when the time limit ended the search before the end of the file. */
  isTruncated: boolean;
  /** Places that refer to another file for the license; a scan follows them. */
  references: LicenseReference[];
  /** Other facts that affect the answer, a sentence each. */
  notes: string[];
}

const LONGEST_TEXT = 2000;
/** For a whole file. A person waits, but refused matches are kept too, which takes longer than a scan. */
const EXPLAIN_LIMIT_MS = 10 * TIME_LIMIT_MS;

/**
 * The windows of a text as the scan reads them. Undefined if the bytes are not text. `rest` counts windows that a scan
 * skips.
 */
export function textWindows(bytes: Uint8Array): { windows: Uint8Array[]; rest: number } | undefined {
  const { isText, encoding } = beginWindows(bytes, '').sniffed;
  if (!isText) return undefined;
  const windows: Uint8Array[] = [];
  let rest = 0;
  for (let start = 0; start < bytes.length; ) {
    const end = windowEnd(bytes, start, encoding);
    if (windows.length < MAX_WINDOWS) windows.push(bytes.subarray(start, end));
    else rest++;
    start = end;
  }
  return { windows: windows.map((window) => readableText(window, encoding)), rest };
}

/** Explains a file's licenses. Undefined if its bytes are not text. Never throws. */
export function explainFile(index: LicenseIndex, bytes: Uint8Array): Explanation | undefined {
  const text = textWindows(bytes);
  if (!text) return undefined;
  const { windows, rest } = text;
  const whole: Explanation = { explained: [], matches: [], spdx: [], isTruncated: false, references: [], notes: [] };
  if (windows.length + rest > 1) whole.notes.push(windowsIssue(windows.length + rest).message);
  const deadline = processorTime() + EXPLAIN_LIMIT_MS;
  let linesBefore = 0;
  for (const window of windows) {
    const places = placesOf(window, linesBefore);
    const part = explainWindow(index, window, places, Math.max(0, deadline - processorTime()));
    whole.explained = whole.explained.concat(part.explained);
    whole.matches = whole.matches.concat(part.matches);
    whole.spdx = [...new Set([...whole.spdx, ...part.spdx])].sort();
    whole.isTruncated ||= part.isTruncated;
    whole.references.push(...part.references);
    whole.notes.push(...part.notes);
    linesBefore += places.lines;
  }
  return whole;
}

function explainWindow(index: LicenseIndex, bytes: Uint8Array, places: Places, timeLimitMs: number): Explanation {
  const raw = scanBytes(index, bytes, timeLimitMs, true);
  const { rejected, accepted, verdicts } = answerOf(bytes, raw.candidates);
  const detection = resolved(index, bytes, raw);
  const { lineOf, textOf, lineHere } = places;
  const languages = new Map(
    Object.entries(index.languages).map(([rule, language]) => [itemAt(index.ruleNames, Number(rule)), language]),
  );
  const matches = detection.matches.map((match) => ({
    ...match,
    startLine: lineHere(match.startLine),
    endLine: lineHere(match.endLine),
  }));
  const explained: ExplainedMatch[] = matches.map((match) => ({
    ...match,
    isAccepted: true,
    why: whyTaken(match, accepted) + whyRole(match, verdicts),
    text: textOf(match.startLine, match.endLine),
    language: languages.get(match.rule) ?? '',
  }));
  for (const candidate of [...raw.rejected, ...rejected]) {
    const startLine = lineOf(candidate.startByte);
    const endLine = lineOf(candidate.endByte);
    explained.push({
      expression: candidate.expression,
      startLine,
      endLine,
      score: Math.round((candidate.coverage * candidate.relevance) / 10) / 10,
      coverage: candidate.coverage,
      rule: candidate.name,
      kind: isMatchKind(candidate.kind) ? candidate.kind : 'reference',
      isAccepted: false,
      why: whyRefused(candidate, startLine, endLine, matches),
      text: textOf(startLine, endLine),
      language: languages.get(candidate.name) ?? '',
    });
  }
  explained.sort((a, b) => a.startLine - b.startLine || Number(b.isAccepted) - Number(a.isAccepted));
  const references = [...detection.references, ...openReferences(findLicenseReferences(bytes), detection.matches)].map(
    (reference) => ({ ...reference, line: lineHere(reference.line) }),
  );
  const { spdx, isTruncated } = detection;
  return { explained, matches, spdx, isTruncated, references, notes: notesOf(raw, detection, places) };
}

/** The reason for a role other than `grants`, which is a sentence of the grammar of roles. */
function whyRole({ role, expression, rule }: LicenseMatch, verdicts: readonly Candidate[]): string {
  if (role === undefined) return '';
  const of = verdicts.filter((one) => one.verdict?.role === role && one.expression === expression && one.name === rule);
  const why = of.map((one) => one.verdict?.why ?? '').find((one) => one !== '');
  return why === undefined ? '' : `; its role is “${role}”: ${why}`;
}

function whyTaken(match: LicenseMatch, accepted: readonly Candidate[]): string {
  const plain = plainReason(match);
  if (plain !== undefined) return plain;
  const parts = accepted.filter(({ name }) => match.rule.split(', ').includes(name));
  const expressions = [...new Set(parts.map(({ expression }) => expression))];
  if (match.rule.includes(', ') && expressions.length > 1) {
    if (expressions.includes(match.expression))
      return `a notice, and a later one that turns its license into a choice: ${match.expression}`;
    return match.expression.includes(' WITH ')
      ? `an exception, and the license that it modifies: ${expressions.join(' and ')}`
      : `licenses that the file offers as a choice: ${expressions.join(' or ')}`;
  }
  const [part] = parts;
  if (part?.family)
    return part.isVersioned
      ? `the name of the license with a version, which means ${match.expression}`
      : `the name of the license without a version, which means ${match.expression}`;
  const meant = MEANT[match.kind];
  if (match.coverage >= 100 && part?.isExact !== false) return `${meant}: all its words are here, in order`;
  const extra = part?.extra ?? 0;
  const extraWords = `${extra === 0 ? 'no' : extra} other ${extra === 1 ? 'word' : 'words'}`;
  return `${meant}: ${match.coverage} % of its words are here, in order, with ${extraWords} between them; no other rule is closer`;
}

// biome-ignore format: a table
/** The matcher's short reasons, as sentences for people who do not know how it works. */
const REASONS: [RegExp, string][] = [
  [/^only (\d+) % of the rule's words were found, (\d+) % are needed$/, '$1 % of its words are here; this license needs at least $2 %'],
  [/^(\d+) words stand between the matched ones$/, '$1 other words stand between the matching ones, too many for a copy'],
  [/^the phrase (".*") has to be there word for word$/s, 'the words $1 identify this license, and they are not here'],
];

/** Reasons that refer to another match that was accepted. */
const OUTDONE = /^(another rule is closer to the text|its words belong to a match that explains more)$/;

function whyRefused(candidate: Candidate, startLine: number, endLine: number, taken: readonly LicenseMatch[]): string {
  const reason = candidate.rejection || 'not needed';
  if (OUTDONE.test(reason)) {
    const instead = taken.filter((match) => match.startLine <= endLine && startLine <= match.endLine);
    const same = instead.find(({ expression }) => idsOf(expression).some((id) => id === candidate.expression));
    const [other] = instead;
    if (same) return `it says the same as ${placeOf(same)}, which was accepted`;
    if (other) return `the words here are closer to ${placeOf(other)}, which was accepted`;
  }
  for (const [pattern, sentence] of REASONS) if (pattern.test(reason)) return reason.replace(pattern, sentence);
  return reason;
}

const placeOf = ({ expression, startLine, endLine }: LicenseMatch): string =>
  `${expression} in ${startLine === endLine ? `line ${startLine}` : `lines ${startLine}-${endLine}`}`;

function notesOf(
  raw: ReturnType<typeof scanBytes>,
  { isTruncated, ignorables }: ReturnType<typeof resolved>,
  { lineOf, lineHere }: Places,
): string[] {
  const notes: string[] = [];
  if (!raw.hasLegalWord)
    notes.push('The file contains none of the words that license statements need, so no rule was searched for.');
  if (raw.unreadTagByte !== undefined)
    notes.push(
      `Line ${lineOf(raw.unreadTagByte)} has an SPDX-License-Identifier, but no license expression could be read after it.`,
    );
  if (isTruncated) notes.push('The time limit ended the search before the end of the file.');
  for (const { startLine, endLine, ignorables: own } of ignorables) {
    const values = Object.values(own).flat();
    notes.push(
      `Lines ${lineHere(startLine)}-${lineHere(endLine)}: these belong to the license text and are not reported as findings: ${values.join('; ')}.`,
    );
  }
  return notes;
}

/** Positions in a window as lines of the file, counted from 1. */
interface Places {
  /** Line ends in the window. */
  lines: number;
  lineOf: (byte: number) => number;
  /** A line of the window as a line of the file. */
  lineHere: (line: number) => number;
  /** The text of lines of the file, cut. */
  textOf: (startLine: number, endLine: number) => string;
}

/** Refused matches come unordered, so line starts are listed once and looked up. */
function placesOf(bytes: Uint8Array, linesBefore: number): Places {
  const starts = [0];
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) starts.push(at + 1);
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return {
    lines: starts.length - 1,
    lineHere: (line) => line + linesBefore,
    lineOf(byte) {
      let low = 0;
      for (let high = starts.length; high - low > 1; ) {
        const middle = (low + high) >> 1;
        if (itemAt(starts, middle) <= byte) low = middle;
        else high = middle;
      }
      return low + 1 + linesBefore;
    },
    textOf(startLine, endLine) {
      const from = starts[startLine - linesBefore - 1] ?? bytes.length;
      const to = (starts[endLine - linesBefore] ?? bytes.length + 1) - 1;
      return view.toString('utf8', from, Math.min(to, from + 4 * LONGEST_TEXT)).slice(0, LONGEST_TEXT);
    },
  };
}
