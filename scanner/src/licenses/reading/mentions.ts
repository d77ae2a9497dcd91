// Parts the license names of a file by their roles: those that license something of the work, and mentions. Pure.

import { familyStem, idsOf, isSpdxException } from '../../expressions/index.ts';
import type { LicenseRole } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import type { Candidate } from '../engine/select.ts';
import { type Verdict, verdictsOn } from '../roles/roles.ts';
import { type Read, weigh } from '../roles/weighing.ts';
import { announcedIn } from './choices.ts';
import { isInQuestion, readsOf } from './model-reads.ts';
import { COMPARED, isShort, isShortName } from './short-names.ts';
import { areBeside, standingOf } from './statements.ts';
import { stretchOf } from './stretch.ts';

/** Confidence in a mention relative to a statement in the same words. */
export const MENTION_TRUST = 0.4;

/** Roles in which a license concerns something of the work; in all others it is only mentioned. */
const LICENSING_ROLES: ReadonlySet<LicenseRole> = new Set(['grants', 'choice', 'bundled', 'documentation']);

const GRANTING_ROLES: ReadonlySet<LicenseRole> = new Set(['grants', 'choice']);

const NAMED_ONLY = 'no word beside the name puts anything under it';

/** Names, short sentences with a name in them, and tags; longer notices and texts speak for themselves. */
const hasRoleBySentence = (one: Candidate): boolean =>
  one.name === 'spdx-tag' || isShort(NAMED_KINDS.has(one.kind) ? { ...one, kind: 'reference' } : one);

/** Of imported rules some short names are tags: "License: MIT". */
const NAMED_KINDS: ReadonlySet<string> = new Set(['notice', 'tag']);

/**
 * Separates statements from mentions. If a statement has no version, a version in a mention counts ("…, which is GPLv2."). A faint name counts only
 * if the words around it show that it licenses something.
 */
export function partMentions(
  bytes: Uint8Array,
  sure: readonly Candidate[],
  faint: readonly Candidate[] = [],
): { stated: Candidate[]; mentioned: Candidate[]; unclear: Candidate[] } {
  const { candidates, verdicts, passing, reads } = readRoles(bytes, sure, faint);
  const dropped = new Set<Candidate>(faint);
  const isAsked = !hasText(sure) && isInQuestion(reads);
  const announced = isAsked ? announcedIn(bytes, sure) : undefined;
  for (const [i, decision] of isAsked ? weigh(bytes, reads) : []) {
    const one = itemAt(candidates, i);
    if (decision.read === 'nothing' || announced?.has(one)) continue;
    dropped.delete(one);
    passing.delete(one);
    if (decision.read === 'grants') verdicts.delete(one);
    else verdicts.set(one, decision.verdict);
  }
  const counted = candidates.filter((one) => !dropped.has(one));
  dropWeak(counted, passing, verdicts);
  shareWithExceptions(bytes, counted, verdicts);
  const withVerdict = (one: Candidate): Candidate => {
    const verdict = verdicts.get(one);
    return verdict ? { ...one, verdict } : one;
  };
  const stated: Candidate[] = [];
  const mentioned: Candidate[] = [];
  for (const one of counted) {
    const isMention = passing.has(one) || isMentioned(verdicts.get(one));
    if (isMention) mentioned.push({ verdict: passing.get(one), ...withVerdict(one), kind: 'mention' });
    else stated.push(withVerdict(one));
  }
  return { stated, mentioned, unclear: [...dropped] };
}

/** Names beside a whole text are its title, or say which files it is for: readers of their own know these. */
const hasText = (candidates: readonly Candidate[]): boolean => candidates.some(({ kind }) => kind === 'text');

interface Roles {
  /** All names, in the order of the file. */
  candidates: readonly Candidate[];
  verdicts: Map<Candidate, Verdict>;
  passing: Map<Candidate, Verdict>;
  /** What the model may read of each of `candidates`. */
  reads: Read[];
}

/** What the grammar says of the names, and what it leaves to the model. */
export function readRoles(bytes: Uint8Array, sure: readonly Candidate[], faint: readonly Candidate[]): Roles {
  const { verdicts, surroundings } = verdictsOn(bytes, sure, hasRoleBySentence);
  const passing = namedInPassing(bytes, sure, verdicts);
  const versions = addVersions(sure, passing, verdicts);
  const isFaint = new Set(faint);
  if (faint.length === 0) {
    const judged = { verdicts, surroundings, passing, versions, isFaint };
    return { candidates: sure, verdicts, passing, reads: readsOf(bytes, sure, judged) };
  }
  const candidates = [...sure, ...faint].sort((a, b) => a.startByte - b.startByte);
  const ofFaint = verdictsOn(bytes, candidates, (one) => isFaint.has(one));
  const judged = {
    verdicts: new Map([...verdicts, ...ofFaint.verdicts]),
    surroundings: new Map([...surroundings, ...ofFaint.surroundings]),
    passing,
    versions,
    isFaint,
  };
  return { candidates, verdicts, passing, reads: readsOf(bytes, candidates, judged) };
}

const isMentioned = (verdict: Verdict | undefined): boolean =>
  verdict !== undefined && !LICENSING_ROLES.has(verdict.role);

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

/** Mentions that tell the version of a statement without one become statements; returned. */
function addVersions(
  candidates: readonly Candidate[],
  passing: Map<Candidate, Verdict>,
  verdicts: ReadonlyMap<Candidate, Verdict>,
): ReadonlySet<Candidate> {
  const versions = new Set<Candidate>();
  if (passing.size === 0) return versions;
  const isStated = (one: Candidate) => !passing.has(one) && !isMentioned(verdicts.get(one));
  const stems = (isOfInterest: (candidate: Candidate) => boolean) =>
    new Set(candidates.filter((one) => isStated(one) && isOfInterest(one)).flatMap(stemsOf));
  const open = stems(({ family, isVersioned }) => family !== '' && !isVersioned);
  const versioned = stems(({ family, isVersioned }) => family === '' || isVersioned);
  for (const candidate of passing.keys()) {
    const isVersionOfStated =
      candidate.isVersioned && stemsOf(candidate).every((stem) => open.has(stem) && !versioned.has(stem));
    if (!isVersionOfStated) continue;
    passing.delete(candidate);
    versions.add(candidate);
  }
  return versions;
}

/**
 * The short names without a verdict that no sentence turns into a statement, and no statement beside them: "licensed under MIT or BSD" states
 * both.
 */
function namedInPassing(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  verdicts: ReadonlyMap<Candidate, Verdict>,
): Map<Candidate, Verdict> {
  const passing = new Map<Candidate, Verdict>();
  const open = new Set<Candidate>();
  for (const candidate of candidates) {
    if (!isShortName(candidate) || verdicts.has(candidate)) continue;
    const standing = standingOf(bytes, candidate.startByte, candidate.endByte);
    if (standing === 'stated') continue;
    passing.set(candidate, { role: 'other-work', why: standing === 'compared' ? COMPARED : NAMED_ONLY, sentence: '' });
    if (standing === 'mentioned') open.add(candidate);
  }
  if (open.size === 0) return passing;
  const isStated = (one: Candidate) => !passing.has(one) && !isMentioned(verdicts.get(one));
  const spread = (from: Candidate, to: Candidate, first: Candidate, second: Candidate) => {
    if (open.has(to) && isStated(from) && areBeside(bytes, first.endByte, second.startByte)) passing.delete(to);
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
