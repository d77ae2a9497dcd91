// Parts the license names of a file by their roles: those that license something of the work, and mentions. Pure.

import { familyStem, idsOf, isSpdxException } from '../../expressions/index.ts';
import type { LicenseRole } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import { type Candidate, LONGEST_NAME } from '../engine/select.ts';
import { isToldOnBothSides } from '../roles/fields.ts';
import type { Ground } from '../roles/grounds.ts';
import { type Verdict, type Verdicts, verdictsOn } from '../roles/roles.ts';
import { isGnu } from '../rules/license-ids.ts';
import { type Ballot, elect } from './ballots.ts';
import { isOneOfTwo } from './choices.ts';
import { noticeAround } from './gnu-notices.ts';
import { areBeside, isUnnamed, standingOf } from './statements.ts';
import { stretchOf } from './stretch.ts';

/** Confidence in a mention relative to a statement in the same words. */
export const MENTION_TRUST = 0.4;

/** Roles in which a license concerns something of the work; in all others it is only mentioned. */
const LICENSING_ROLES: ReadonlySet<LicenseRole> = new Set(['grants', 'choice', 'bundled', 'documentation']);

const GRANTING_ROLES: ReadonlySet<LicenseRole> = new Set(['grants', 'choice']);

const COMPARED = 'the sentence compares the work with this license, or names it as an example';
const NAMED_ONLY = 'no word beside the name puts anything under it';

const isShort = ({ rule, kind, isExact, matched, expression }: Candidate): boolean =>
  rule >= 0 && isExact && matched <= LONGEST_NAME && kind === 'reference' && !isSpdxException(expression);

/** A kind of license ("public domain") has a role by its sentence, but needs no words beside it that put something under it. */
const isShortName = (one: Candidate): boolean => isShort(one) && !isUnnamed(one.expression);

/** Names, short sentences with a name in them, and tags; longer notices and texts speak for themselves. */
const hasRoleBySentence = (one: Candidate): boolean =>
  one.name === 'spdx-tag' || isShort(NAMED_KINDS.has(one.kind) ? { ...one, kind: 'reference' } : one);

/** Of imported rules some short names are tags: "License: MIT". */
const NAMED_KINDS: ReadonlySet<string> = new Set(['notice', 'tag']);

/**
 * Separates statements from mentions. If a statement has no version, a version in a mention counts ("…, which is GPLv2.").
 */
export function partMentions(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
): { stated: Candidate[]; mentioned: Candidate[] } {
  const { verdicts, groundOf, mayGrant, isToldBelow, surroundingsOf } = verdictsOn(
    bytes,
    candidates,
    hasRoleBySentence,
  );
  const passing = namedInPassing(bytes, candidates, verdicts, isToldBelow);
  addVersions(candidates, passing, verdicts);
  dropWeak(candidates, passing, verdicts);
  outweigh(candidates, passing, verdicts, groundOf);
  promote(candidates, passing, verdicts, mayGrant);
  shareWithExceptions(bytes, candidates, verdicts);
  vote(bytes, candidates, passing, verdicts, { groundOf, surroundingsOf });
  const withVerdict = (one: Candidate): Candidate => {
    const verdict = verdicts.get(one);
    return verdict ? { ...one, verdict } : one;
  };
  const stated: Candidate[] = [];
  const mentioned: Candidate[] = [];
  for (const one of candidates) {
    const isMention = passing.has(one) || isMentioned(verdicts.get(one));
    if (isMention) mentioned.push({ verdict: passing.get(one), ...withVerdict(one), kind: 'mention' });
    else stated.push(withVerdict(one));
  }
  return { stated, mentioned };
}

const isMentioned = (verdict: Verdict | undefined): boolean =>
  verdict !== undefined && !LICENSING_ROLES.has(verdict.role);

/** Longer lists of names are no prose. */
const MOST_VOTED = 40;

/** Lets what stands around the names decide where the grammar is not sure. */
function vote(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  passing: Map<Candidate, Verdict>,
  verdicts: Map<Candidate, Verdict>,
  { groundOf, surroundingsOf }: Pick<Verdicts, 'groundOf' | 'surroundingsOf'>,
) {
  if (candidates.length > MOST_VOTED || candidates.some(({ kind }) => kind === 'text')) return;
  // Most files name one license, and the grammar is mostly right about it.
  const [first] = candidates;
  if (candidates.every(({ expression }) => expression === first?.expression)) return;
  const ballots = candidates.map((one): Ballot => {
    const passed = passing.get(one);
    return {
      expression: one.expression,
      isOpen: isShortName(one) && !speaksForItself(bytes, one),
      isMention: passed !== undefined || isMentioned(verdicts.get(one)),
      verdict: verdicts.get(one),
      passing: passed && (passed.why === COMPARED ? 'compared' : 'named'),
      standing: () => standingOf(bytes, one.startByte, one.endByte),
      ground: () => groundOf(one),
      surroundings: () => surroundingsOf(one),
    };
  });
  for (const [at, { isMention, verdict }] of elect(bytes, ballots)) {
    const one = itemAt(candidates, at);
    passing.delete(one);
    if (isMention || verdicts.get(one)?.role !== 'grants') verdicts.set(one, verdict);
  }
}

/** Tags, names of GNU licenses without a version, and those in a notice: "This program is free software; you can redistribute it …". */
function speaksForItself(bytes: Uint8Array, one: Candidate): boolean {
  const { family, isVersioned, startByte, endByte } = one;
  if (one.name === 'spdx-tag' || isUnnamed(one.expression) || one.isEcho || (family !== '' && !isVersioned))
    return true;
  if (family === '' || !isGnu(family)) return false;
  const { start, end } = noticeAround(bytes, startByte, endByte);
  return start < startByte || end > endByte;
}

/** Takes back verdicts that count only beside another license. */
function dropWeak(
  candidates: readonly Candidate[],
  passing: ReadonlyMap<Candidate, Verdict>,
  verdicts: Map<Candidate, Verdict>,
) {
  const weak = [...verdicts].filter(([, { isWeak }]) => isWeak);
  if (weak.length === 0) return;
  const isGranted = (one: Candidate) => GRANTING_ROLES.has(verdicts.get(one)?.role ?? 'grants');
  const granted = candidates.filter((one) => !passing.has(one) && isGranted(one));
  for (const [one] of weak) if (!granted.some(({ expression }) => expression !== one.expression)) verdicts.delete(one);
}

const OUTWEIGHED = 'the sentence does not tell it of this work, and the file says elsewhere what the work is under';

/** Names without a firm ground count for nothing in a file that says firmly which other license it has. */
function outweigh(
  candidates: readonly Candidate[],
  passing: ReadonlyMap<Candidate, Verdict>,
  verdicts: Map<Candidate, Verdict>,
  groundOf: (one: Candidate) => Ground,
) {
  const open = candidates.filter((one) => !passing.has(one) && GRANTING_ROLES.has(verdicts.get(one)?.role ?? 'grants'));
  if (new Set(open.map(({ expression }) => expression)).size < 2 || open.length > MANY_NAMES) return;
  const grounds = new Map(open.map((one) => [one, hasRoleBySentence(one) ? groundOf(one) : 'firm']));
  const firm = open.filter((one) => grounds.get(one) === 'firm');
  for (const [one, ground] of grounds) {
    if (ground !== 'loose') continue;
    if (!firm.some(({ expression }) => expression !== one.expression)) continue;
    if (firm.some(({ expression }) => expression === one.expression)) continue;
    verdicts.set(one, { role: 'other-work', why: OUTWEIGHED, sentence: '' });
  }
}

const MANY_NAMES = 200;

/** Where nothing grants anything, a plain sentence ("trellis is MIT") does, whatever heading is above it. */
function promote(
  candidates: readonly Candidate[],
  passing: Map<Candidate, Verdict>,
  verdicts: Map<Candidate, Verdict>,
  mayGrant: (one: Candidate) => boolean,
) {
  if (candidates.length > MANY_NAMES) return;
  const isMention = (one: Candidate) => passing.has(one) || isMentioned(verdicts.get(one));
  if (candidates.length === 0 || !candidates.every(isMention)) return;
  for (const one of candidates) {
    const said = passing.get(one) ?? verdicts.get(one);
    if (said === undefined || !PROMOTED.has(said.role) || said.why === COMPARED || !mayGrant(one)) continue;
    passing.delete(one);
    verdicts.delete(one);
  }
}

/** Roles that the whole file decides, not the sentence. */
const PROMOTED: ReadonlySet<LicenseRole> = new Set(['other-work', 'contribution', 'tooling', 'future', 'thanks']);

/** An exception belongs to the license before it: "GPL-2.0-only WITH Classpath-exception-2.0". */
function shareWithExceptions(bytes: Uint8Array, candidates: readonly Candidate[], verdicts: Map<Candidate, Verdict>) {
  for (const [at, one] of candidates.entries()) {
    const before = candidates[at - 1];
    const verdict = before && verdicts.get(before);
    if (!isMentioned(verdict) || !verdict || !before || verdicts.has(one) || one.kind !== 'reference') continue;
    if (!isSpdxException(one.expression)) continue;
    if (one.startByte - before.endByte < EXCEPTION_BYTES && isWith(bytes, before, one)) verdicts.set(one, verdict);
  }
}

const EXCEPTION_BYTES = 60;
const isWith = (bytes: Uint8Array, { endByte }: Candidate, { startByte }: Candidate): boolean =>
  /^\w*[^\w.;]*with\b[^.;]*$/i.test(stretchOf(bytes, endByte, startByte));

function addVersions(
  candidates: readonly Candidate[],
  passing: Map<Candidate, Verdict>,
  verdicts: ReadonlyMap<Candidate, Verdict>,
) {
  if (passing.size === 0) return;
  const isStated = (one: Candidate) => !passing.has(one) && !isMentioned(verdicts.get(one));
  const stems = (isOfInterest: (candidate: Candidate) => boolean) =>
    new Set(candidates.filter((one) => isStated(one) && isOfInterest(one)).flatMap(stemsOf));
  const open = stems(({ family, isVersioned }) => family !== '' && !isVersioned);
  const versioned = stems(({ family, isVersioned }) => family === '' || isVersioned);
  for (const candidate of passing.keys()) {
    const isVersionOfStated =
      candidate.isVersioned && stemsOf(candidate).every((stem) => open.has(stem) && !versioned.has(stem));
    if (isVersionOfStated) passing.delete(candidate);
  }
}

/**
 * The short names without a verdict that no sentence turns into a statement, and no statement beside them: "licensed under MIT or BSD" states
 * both.
 */
function namedInPassing(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  verdicts: ReadonlyMap<Candidate, Verdict>,
  isToldBelow: (one: Candidate) => boolean,
): Map<Candidate, Verdict> {
  const isOfMany = candidates.length > MANY_NAMES;
  const passing = new Map<Candidate, Verdict>();
  const open = new Set<Candidate>();
  for (const candidate of candidates) {
    if (!isShortName(candidate) || verdicts.has(candidate)) continue;
    const standing = standingOf(bytes, candidate.startByte, candidate.endByte);
    if (standing === 'stated' || (standing === 'mentioned' && !isOfMany && isToldBelow(candidate))) continue;
    if (standing === 'mentioned' && isToldOnBothSides(bytes, candidate.startByte, candidate.endByte)) continue;
    passing.set(candidate, { role: 'other-work', why: standing === 'compared' ? COMPARED : NAMED_ONLY, sentence: '' });
    if (standing === 'mentioned') open.add(candidate);
  }
  if (open.size === 0) return passing;
  const isStated = (one: Candidate) => !passing.has(one) && !isMentioned(verdicts.get(one));
  const spread = (from: Candidate, to: Candidate, first: Candidate, second: Candidate) => {
    if (!open.has(to) || !isStated(from)) return;
    if (areBeside(bytes, first.endByte, second.startByte) || (!isOfMany && isOneOfTwo(bytes, first, second)))
      passing.delete(to);
  };
  for (const [i, to] of candidates.entries()) {
    const from = candidates[i - 1];
    if (from) spread(from, to, from, to);
  }
  for (let i = candidates.length - 2; i >= 0; i--)
    spread(itemAt(candidates, i + 1), itemAt(candidates, i), itemAt(candidates, i), itemAt(candidates, i + 1));
  return passing;
}

const stemsOf = ({ expression }: Candidate): string[] => idsOf(expression).map(familyStem);
