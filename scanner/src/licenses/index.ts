// The entry of the license engine: loads an index, detects the licenses of the bytes of a file, explains them.
// Synchronous, and without I/O except for loading the index once.
import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import type { LicenseMatch, LicenseReference } from '../findings.ts';
import { type RawDetection, scanBytes } from './detect.ts';
import { CHANGED_WORDS_RULE } from './engine/changed-words.ts';
import { compileExtension, type RuleSource } from './engine/compile-index.ts';
import { damageOf, headFaultOf, INDEX_HEAD_BYTES, type LicenseIndex, openIndex } from './engine/index-format.ts';
import { lineCounter } from './engine/line-counter.ts';
import { addedClauses } from './judging/added-clauses.ts';
import { type Answer, answerOf } from './judging/answer.ts';
import { type IgnorableStretch, ignorableStretches, ruleReferences } from './judging/clues.ts';
import { UNKNOWN_LICENSE, UNKNOWN_SCORE, unknownGrant } from './judging/unknown.ts';
import { withBundledParts } from './reading/bundled-parts.ts';
import { withLicenseOfAllFiles } from './reading/dep5.ts';
import { buildIndex, ensureIndex, storeIndex } from './rules/build-index.ts';

export type { LicenseIndex } from './engine/index-format.ts';
export {
  type IgnorableStretch,
  isIgnorableContact,
  withoutIgnorableAuthors,
  withoutIgnorableCopyrights,
} from './judging/clues.ts';
export { UNKNOWN_LICENSE, unknownParts, unknownText } from './judging/unknown.ts';
export { isProse, isReadme, licenseFileRole } from './primary/license-file-roles.ts';
export { commonFolder, type PrimaryLicense, primaryLicense } from './primary/primary.ts';
export { createReferenceFollower, type FollowedLicenses, type ReferenceFollower } from './reading/follow.ts';
export { findLicenseReferences, openReferences } from './reading/references.ts';
export { type LicenseRecord, licenseLibrary, licenseLibraryVersion, licensesOffTheList } from './rules/library.ts';
export { type ImportResult, type ImportStep, importLicenseRules } from './rules/scancode-rules.ts';

let builtIn: LicenseIndex | undefined;

/**
 * Loads a license index: the built-in one (built on first use if `npm install` did not build it), a file of the
 * importer, or the buffer of an index that another thread loaded. Throws with a sentence that names `source` if the
 * index is damaged or has another version.
 */
export function loadLicenseIndex(source?: string | SharedArrayBuffer): LicenseIndex {
  if (source instanceof SharedArrayBuffer) return opened(source, 'the buffer given');
  if (source !== undefined) return opened(readShared(source), source);
  builtIn ??= opened(readBuiltIn(), 'the built-in license index');
  return builtIn;
}

function opened(buffer: SharedArrayBuffer, name: string): LicenseIndex {
  const index = openIndex(buffer);
  if (!index) throw new LicenseIndexFault(`${name} is not a license index of this version; build it again`);
  return index;
}

function readBuiltIn(): SharedArrayBuffer {
  let path: string | undefined;
  try {
    path = ensureIndex();
    return readShared(path);
  } catch {
    // The installation is read-only and has no index, or the index is damaged.
    const built = buildIndex();
    if (path !== undefined) tryToStore(built, path);
    return built;
  }
}

/** Without a stored index, each start builds a new one. */
function tryToStore(index: SharedArrayBuffer, path: string): void {
  try {
    storeIndex(index, path);
  } catch {}
}

/** The bytes are not an index of this version, or are damaged. The message names the source and says what to do. */
export class LicenseIndexFault extends Error {}

const failFor =
  (name: string) =>
  (fault: string | undefined): void => {
    if (fault) throw new LicenseIndexFault(`${name} ${fault}`);
  };

/**
 * Loads a license index of `size` bytes that arrive in pieces, with the same checks as for a file. `name` is its name
 * in the message of a LicenseIndexFault. Errors of the source of the pieces are passed on.
 */
export async function readLicenseIndex(
  pieces: AsyncIterable<Uint8Array>,
  size: number,
  name: string,
): Promise<LicenseIndex> {
  const fail = failFor(name);
  let head: Uint8Array = new Uint8Array();
  let bytes: Uint8Array<SharedArrayBuffer> | undefined;
  let end = 0;
  for await (const piece of pieces) {
    if (bytes) bytes.set(piece, end);
    else {
      head = Buffer.concat([head, piece]);
      if (head.length < INDEX_HEAD_BYTES) continue;
      fail(headFaultOf(head.subarray(0, INDEX_HEAD_BYTES), size));
      bytes = new Uint8Array(new SharedArrayBuffer(size));
      bytes.set(head);
      end = head.length - piece.length;
    }
    end += piece.length;
  }
  if (!bytes) {
    fail(headFaultOf(head, size));
    throw new Error(`${name} ended early.`);
  }
  fail(damageOf(bytes.buffer));
  return opened(bytes.buffer, name);
}

/** Reads and checks an index file. Checks the head first, so a file of another kind is never read into memory. */
function readShared(path: string): SharedArrayBuffer {
  const fail = failFor(path);
  // Check this before opening, because opening a pipe would never return.
  const found = statSync(path);
  if (found.isDirectory()) fail('is a folder; a license index was expected');
  if (!found.isFile()) fail('is not a file; a license index was expected');
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const head = new Uint8Array(INDEX_HEAD_BYTES);
    fail(headFaultOf(head.subarray(0, readSync(file, head, 0, head.length, 0)), size));
    const buffer = new SharedArrayBuffer(size);
    const bytes = new Uint8Array(buffer);
    for (let at = 0; at < size; ) {
      const read = readSync(file, bytes, at, size - at, at);
      if (read === 0) fail('ended early: another program is writing it; try again');
      at += read;
    }
    fail(damageOf(buffer));
    return buffer;
  } finally {
    closeSync(file);
  }
}

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
