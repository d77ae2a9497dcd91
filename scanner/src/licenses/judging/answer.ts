// Turns the matches of a file into its result: judgements drop the matches that state nothing, and the others are
// joined to choices (A OR B) and exceptions (A WITH B). Pure.
import { familyStem, idsOf } from '../../expressions/index.ts';
import type { LicenseMatch, LicenseRole } from '../../findings.ts';
import { isMatchKind } from '../engine/index-format.ts';
import { lineCounter } from '../engine/line-counter.ts';
import type { Candidate } from '../engine/select.ts';
import { copiesOfChoices, isOneOfTwo, joinChoices } from '../reading/choices.ts';
import { noticeAround } from '../reading/gnu-notices.ts';
import { MENTION_TRUST, partMentions } from '../reading/mentions.ts';
import { distinctExpressions, saidByTags, withExactMembers } from '../reading/said-twice.ts';
import { stretchOf } from '../reading/stretch.ts';
import { withUnnamedMembers } from '../reading/unnamed-members.ts';
import { withVariants } from '../reading/variants.ts';
import { isGnu } from '../rules/license-ids.ts';
import { attachExceptions } from './exceptions.ts';
import { contextOf, holdRound, holdRounds } from './judgement.ts';
import { OF_FINDS, OF_MENTIONS, OF_STATEMENTS, OF_VERSIONS } from './judgements.ts';

/** The result for one file. */
export interface Answer {
  matches: LicenseMatch[];
  spdx: string[];
  /** The matches that judgements dropped, with the reason. */
  rejected: Candidate[];
  /** The accepted matches before choices and exceptions were joined. */
  accepted: Candidate[];
  /** The accepted matches and mentions whose sentence gave them a role. */
  verdicts: Candidate[];
}

export function answerOf(bytes: Uint8Array, candidates: readonly Candidate[]): Answer {
  const rejected: Candidate[] = [];
  const { stated, mentioned } = partMentions(bytes, holdRounds(OF_FINDS, bytes, candidates, rejected));
  const statements = withVersionsOfTexts(bytes, holdRounds(OF_STATEMENTS, bytes, stated, rejected));
  const accepted = withVariants(bytes, holdRounds(OF_VERSIONS, bytes, statements, rejected));
  const all = withUnnamedMembers(bytes, withExactMembers(joinChoices(bytes, attachExceptions(accepted))), candidates);
  const repeated = saidByTags(all);
  const joined = all.filter((candidate) => candidate.kind === 'text' || !repeated.has(candidate));
  const mentions = holdRound(OF_MENTIONS, mentioned, contextOf(bytes, joined), rejected);
  const copies = copiesOfChoices(joined);
  const lines = lineCounter(bytes);
  return {
    matches: [...joined, ...mentions]
      .sort((a, b) => a.startByte - b.startByte)
      .map((candidate) => toMatch(bytes, candidate, lines)),
    spdx: distinctExpressions(
      joined
        .filter((candidate) => !copies.has(candidate) && !repeated.has(candidate))
        .map(({ expression }) => expression),
    ).sort(),
    rejected,
    accepted,
    verdicts: [...joined, ...mentions].filter(({ verdict }) => verdict !== undefined),
  };
}

/**
 * "Either the BSD License or the GPL", "the GPL (see below)": if the file contains exactly one text of that family, the
 * name means the license of that text.
 */
function withVersionsOfTexts(bytes: Uint8Array, candidates: readonly Candidate[]): Candidate[] {
  const ids = candidates.filter(({ kind }) => kind === 'text').flatMap(({ expression }) => idsOf(expression));
  if (ids.length === 0) return [...candidates];
  const ofStem = Map.groupBy(new Set(ids), familyStem);
  return candidates.map((candidate, at) => {
    const [expression, another] = ofStem.get(familyStem(candidate.expression)) ?? [];
    if (!candidate.family || candidate.isVersioned || expression === undefined || another !== undefined)
      return candidate;
    const [before, after] = [candidates[at - 1], candidates[at + 1]];
    const isInChoice =
      (before && isOneOfTwo(bytes, before, candidate)) || (after && isOneOfTwo(bytes, candidate, after));
    return isInChoice || isSeenBelow(bytes, candidate) ? { ...candidate, expression, isVersioned: true } : candidate;
  });
}

/** After a name: the text stands further down. `endByte` is the start of the name's last word. */
const BELOW = /^\w*[\s*#/;]*(?:\(|, )(?:(?:see|as|shown|given|included|reproduced|attached)[\s*#/;]+)?below\b/i;
const BELOW_BYTES = 60;

const isSeenBelow = (bytes: Uint8Array, { endByte }: Candidate): boolean =>
  BELOW.test(stretchOf(bytes, endByte, endByte + BELOW_BYTES));

function toMatch(bytes: Uint8Array, candidate: Candidate, lineOf: (byte: number) => number): LicenseMatch {
  const { startByte, endByte } = candidate;
  const isGnuName = candidate.isVersioned && isGnu(candidate.family);
  const { start, end } = isGnuName ? noticeAround(bytes, startByte, endByte) : { start: startByte, end: endByte };
  const kind = isMatchKind(candidate.kind) ? candidate.kind : 'reference';
  const trust = kind === 'mention' ? MENTION_TRUST : 1;
  const role = roleOf(candidate);
  const sentence = kind === 'mention' ? candidate.verdict?.sentence : undefined;
  return {
    expression: candidate.expression,
    startLine: lineOf(start),
    endLine: lineOf(end),
    score: Math.round((candidate.coverage * candidate.relevance * trust) / 10) / 10,
    coverage: candidate.coverage,
    rule: candidate.name,
    kind,
    ...(role === 'grants' ? {} : { role }),
    ...(sentence ? { sentence } : {}),
  };
}

function roleOf({ verdict, expression }: Candidate): LicenseRole {
  if (verdict && verdict.role !== 'grants') return verdict.role;
  return expression.includes(' OR ') ? 'choice' : 'grants';
}
