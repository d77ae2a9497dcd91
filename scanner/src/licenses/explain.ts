// What the engine saw in a file: every match it took and why, every one it refused and why, and what else bears on the answer.
// For people who ask; the detection itself keeps none of it.
import type { LicenseMatch, LicenseReference } from '../findings.ts';
import { scanBytes } from './detect.ts';
import { type LicenseDetection, resolved, TIME_LIMIT_MS } from './index.ts';
import type { LicenseIndex } from './index-format.ts';
import { findLicenseReferences, openReferences } from './references.ts';
import { lineCounter, resolveMatches } from './resolve.ts';
import type { Candidate } from './select.ts';

/** One match looked at, taken or not. */
export interface ExplainedMatch extends LicenseMatch {
  isAccepted: boolean;
  /** Why it was taken or refused, a sentence. */
  why: string;
  /** The text matched, cut at 2,000 characters. */
  text: string;
  /** ISO 639-1 code of the rule's language; '' for English. */
  language: string;
}

export interface Explanation {
  /** In order of place, the matches taken first. */
  explained: ExplainedMatch[];
  detection: LicenseDetection;
  /** Places that leave the license to another file; a scan follows them. */
  references: LicenseReference[];
  /** What else bears on the answer, a sentence each. */
  notes: string[];
}

const LONGEST_TEXT = 2000;

/** Explains a file's licenses. Bytes as for detectLicenses. Never throws. */
export function explainLicenses(index: LicenseIndex, bytes: Uint8Array): Explanation {
  const raw = scanBytes(index, bytes, 10 * TIME_LIMIT_MS, true);
  const { matches, rejected, accepted } = resolveMatches(bytes, raw.candidates);
  const detection = resolved(index, bytes, raw);
  const lineOf = lineCounter(bytes);
  const textOf = textReader(bytes);
  const languages = new Map(
    Object.entries(index.languages).map(([rule, language]) => [index.ruleNames[Number(rule)]!, language]),
  );
  const explained: ExplainedMatch[] = matches.map((match) => ({
    ...match,
    isAccepted: true,
    why: whyTaken(match, accepted),
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
      kind: candidate.kind === 'family' || candidate.kind === 'false-positive' ? 'reference' : candidate.kind,
      isAccepted: false,
      why: candidate.rejection ?? 'not needed',
      text: textOf(startLine, endLine),
      language: languages.get(candidate.name) ?? '',
    });
  }
  explained.sort((a, b) => a.startLine - b.startLine || Number(b.isAccepted) - Number(a.isAccepted));
  const references = [...detection.references, ...openReferences(findLicenseReferences(bytes), matches)];
  return { explained, detection, references, notes: notesOf(raw, detection, lineOf) };
}

function whyTaken(match: LicenseMatch, accepted: readonly Candidate[]): string {
  const parts = accepted.filter(({ name }) => match.rule.split(', ').includes(name));
  const expressions = [...new Set(parts.map(({ expression }) => expression))];
  if (match.rule.includes(', ') && expressions.length > 1) {
    const joined = match.expression.includes(' WITH ')
      ? 'an exception beside the license it bends'
      : 'a choice between neighbours';
    return `${joined}: ${expressions.join(' and ')}`;
  }
  if (match.kind === 'tag' && match.rule === 'spdx-tag') return 'an SPDX tag with a valid expression';
  const [part] = parts;
  if (part?.family)
    return part.isVersioned
      ? `the name of the license, and beside it the version that makes it ${match.expression}`
      : `the name of the license; no version stands beside it, which means ${match.expression}`;
  if (match.coverage >= 100 && part?.isExact !== false) return 'all words of the rule stand here';
  return `${match.coverage} % of the rule's words stand here, ${part?.extra ?? 0} others between them, and no other rule is closer`;
}

function notesOf(
  raw: ReturnType<typeof scanBytes>,
  { isTruncated, ignorables }: LicenseDetection,
  lineOf: (byte: number) => number,
): string[] {
  const notes: string[] = [];
  if (!raw.hasLegalWord)
    notes.push('The file holds no word without which there is no statement of a license, so no rule was looked for.');
  if (raw.unreadTagByte !== undefined)
    notes.push(
      `Line ${lineOf(raw.unreadTagByte)} has an SPDX-License-Identifier, but no license expression could be read behind it.`,
    );
  if (isTruncated) notes.push('The time limit ended the search before the whole file was looked at.');
  for (const { startLine, endLine, ignorables: own } of ignorables) {
    const values = Object.values(own).flat();
    notes.push(
      `Lines ${startLine}-${endLine}: these belong to the license text and are not reported as findings: ${values.join('; ')}.`,
    );
  }
  return notes;
}

function textReader(bytes: Uint8Array): (startLine: number, endLine: number) => string {
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split('\n');
  return (startLine, endLine) =>
    lines
      .slice(startLine - 1, endLine)
      .join('\n')
      .slice(0, LONGEST_TEXT);
}
