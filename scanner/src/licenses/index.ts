// The entry of the license engine: loads an index, detects the licenses of the bytes of a file, explains them.
// Synchronous, and without I/O: load-index.ts loads the index once.
import type { LicenseMatch, LicenseReference } from '../findings.ts';
import { type RawDetection, scanBytes } from './detect.ts';
import { CHANGED_WORDS_RULE } from './engine/changed-words.ts';
import { compileExtension, type RuleSource } from './engine/compile-index.ts';
import type { LicenseIndex } from './engine/index-format.ts';
import { lineCounter } from './engine/line-counter.ts';
import { addedClauses } from './judging/added-clauses.ts';
import { type Answer, answerOf } from './judging/answer.ts';
import { type IgnorableStretch, ignorableStretches, ruleReferences } from './judging/clues.ts';
import { UNKNOWN_LICENSE, UNKNOWN_SCORE, unknownGrant } from './judging/unknown.ts';
import { opened } from './load-index.ts';
import { withBundledParts } from './reading/bundled-parts.ts';
import { withLicenseOfAllFiles } from './reading/dep5.ts';

export { type DescribedRule, ruleNamed } from './engine/described-rule.ts';
export type { LicenseIndex } from './engine/index-format.ts';
export {
  type IgnorableStretch,
  isIgnorableContact,
  withoutIgnorableAuthors,
  withoutIgnorableCopyrights,
} from './judging/clues.ts';
export { UNKNOWN_LICENSE, unknownParts, unknownText } from './judging/unknown.ts';
export { LicenseIndexFault, loadLicenseIndex, readLicenseIndex } from './load-index.ts';
export { isChangelog, isProse, isReadme, licenseFileRole, licenseFileRoleAt } from './primary/license-file-roles.ts';
export { commonFolder, type PrimaryLicense, primaryLicense } from './primary/primary.ts';
export { createReferenceFollower, type FollowedLicenses, type ReferenceFollower } from './reading/follow.ts';
export { findLicenseReferences, openReferences } from './reading/references.ts';
export { type LicenseRecord, licenseLibrary, licenseLibraryVersion, licensesOffTheList } from './rules/library.ts';
export { type ImportResult, type ImportStep, importLicenseRules } from './rules/scancode-rules.ts';

/** A license that a user added. It is detected like the built-in ones. */
export interface ExtraLicense {
  /** SPDX id or `LicenseRef-…`. */
  expression: string;
  /** The full text; '' if there is none. */
  text: string;
  /** Names that refer to the license. */
  names: string[];
}

/** Makes a new index that also knows `extras`. Does not change the old one. */
export function extendLicenseIndex(index: LicenseIndex, extras: ExtraLicense[]): LicenseIndex {
  const rules: RuleSource[] = extras.flatMap(({ expression, text, names }) => [
    ...(text.trim() === ''
      ? []
      : [{ name: `library/${expression}/text`, expression, kind: 'text' as const, text, isImported: true }]),
    ...names
      .filter((name) => isNewName(index, name))
      .flatMap(framedName)
      .map((framed) => ({
        name: `library/${expression}/${framed}`,
        expression,
        kind: 'reference' as const,
        text: framed,
        isImported: true,
      })),
  ]);
  return opened(compileExtension(index, rules, `${index.source}+${extras.length}`), 'the extended license index');
}

/** Whether the index does not know the name yet. A user's "MIT License" must not replace MIT. */
function isNewName(index: LicenseIndex, name: string): boolean {
  const trimmed = name.trim();
  return (
    trimmed !== '' && detectLicenses(index, Buffer.from(`Licensed under the ${trimmed} license`)).spdx.length === 0
  );
}

/**
 * Sentences in which a name means a license. The name alone is not enough: a license with the name "Internal" would
 * match every file with that word.
 */
function framedName(name: string): string[] {
  const plain = name.trim();
  const full = /licen[cs]e$/i.test(plain) ? plain : `${plain} license`;
  const granted = ['licensed under', 'released under', 'distributed under', 'available under', 'provided under'];
  const spoken = [...granted, 'under the terms of', 'governed by', 'subject to'];
  return [
    ...new Set([
      ...spoken.flatMap((words) => [`${words} ${full}`, `${words} the ${full}`]),
      ...granted.flatMap((words) => [`${words} ${plain}`, `${words} the ${plain}`]),
      `license ${plain}`,
      `license is ${plain}`,
      `license is the ${plain}`,
      `this is the ${full}`,
    ]),
  ];
}

export interface LicenseDetection {
  matches: LicenseMatch[];
  /** Distinct SPDX expressions of the file, sorted. */
  spdx: string[];
  /** True if the time limit ended the search before the end of the file. */
  isTruncated: boolean;
  /** Whether the file contains any word that a license statement needs. */
  hasLegalWord: boolean;
  /** Files to which matched rules refer without knowing their license. */
  references: LicenseReference[];
  /** Tags whose expressions cannot be read, or only in part: the expression as written, and a clause that says why. */
  brokenTags: { line: number; written: string; fault: string; isRead: boolean }[];
  /** Ranges that contain the license's own copyrights and addresses. */
  ignorables: IgnorableStretch[];
}

/** Default time limit for one file. */
export const TIME_LIMIT_MS = 20_000;

/** The licenses of a file's bytes (UTF-8 or latin1). Never throws. */
export function detectLicenses(
  index: LicenseIndex,
  bytes: Uint8Array,
  options: { timeLimitMs?: number } = {},
): LicenseDetection {
  const raw = scanBytes(index, bytes, options.timeLimitMs ?? TIME_LIMIT_MS, false);
  return resolved(index, bytes, raw);
}

/** These kinds state the license of a file. Words that only name a license may be part of a text that no rule knows. */
const SAYS_IT: ReadonlySet<LicenseMatch['kind']> = new Set(['text', 'notice', 'tag']);

/** The matches, and an unknown license if a text grants rights that no match covers. */
function withUnknownGrant(bytes: Uint8Array, found: Answer, hasLegalWord: boolean): Answer {
  if (!hasLegalWord || found.matches.some(({ kind }) => SAYS_IT.has(kind))) return found;
  // A license named in a grant needs no second match; nor does the text of an exception with its name beside it.
  if (found.spdx.some((expression) => /^LicenseRef-| WITH /.test(expression))) return found;
  const place = unknownGrant(bytes);
  if (!place) return found;
  const lineOf = lineCounter(bytes);
  return withMatches(found, [unknownAt(lineOf(place.startByte), lineOf(place.endByte), 'unknown/grant')]);
}

const unknownAt = (startLine: number, endLine: number, rule: string): LicenseMatch => ({
  ...{ expression: UNKNOWN_LICENSE, startLine, endLine, score: UNKNOWN_SCORE, coverage: 100, rule, kind: 'notice' },
});

function withAddedClauses(bytes: Uint8Array, found: Answer): Answer {
  const clauses = addedClauses(bytes, found.matches);
  const all = [...clauses, ...changedWords(bytes, found, clauses)];
  return all.length === 0 ? found : withMatches(found, all);
}

/** The places at which words turn the meaning of a text round, as unknown licenses. */
function changedWords(bytes: Uint8Array, { accepted }: Answer, clauses: readonly LicenseMatch[]): LicenseMatch[] {
  const lineOf = lineCounter(bytes);
  return accepted
    .filter(({ changedByte }) => changedByte >= 0)
    .map(({ changedByte }) => lineOf(changedByte))
    .filter((line) => !clauses.some(({ startLine, endLine }) => startLine <= line && endLine >= line))
    .map((line) => unknownAt(line, line, CHANGED_WORDS_RULE));
}

/** Adds matches of an unknown license. */
function withMatches(found: Answer, added: readonly LicenseMatch[]): Answer {
  return {
    ...found,
    matches: [...found.matches, ...added].sort((a, b) => a.startLine - b.startLine),
    spdx: [...new Set([...found.spdx, UNKNOWN_LICENSE])].sort(),
  };
}

/** The result for a file, from its candidates. */
export function resolved(
  index: LicenseIndex,
  bytes: Uint8Array,
  { candidates, isTruncated, hasLegalWord, brokenTags: broken }: RawDetection,
): LicenseDetection {
  const lineOf = lineCounter(bytes);
  const brokenTags = broken.map(({ start, ...tag }) => ({ line: lineOf(start), ...tag }));
  const found = { matches: [], spdx: [], isTruncated, hasLegalWord, brokenTags, references: [], ignorables: [] };
  const answer = withUnknownGrant(bytes, answerOf(bytes, candidates), hasLegalWord);
  const { matches: plain, spdx, accepted } = withAddedClauses(bytes, answer);
  const matches = withBundledParts(bytes, withLicenseOfAllFiles(bytes, plain));
  if (!index.hasClues) return { ...found, matches, spdx };
  const references = ruleReferences(index, accepted, lineOf);
  return { ...found, matches, spdx, references, ignorables: ignorableStretches(index, accepted, lineOf) };
}
