// The vote on names of which the grammar is not sure: what stands around each of them, and what is known of the other names of the file.
// Pure.
import type { Ground } from '../roles/grounds.ts';
import type { Verdict } from '../roles/roles.ts';
import { type Surroundings, signalsOf, type Whole, wholeOf } from '../roles/signals.ts';
import { OTHER_NAME, THIS_NAME } from '../roles/signs.ts';
import { reasonsOf, roleAgainst, scoreOf } from '../roles/vote.ts';

/** A name as the grammar leaves it. */
export interface Ballot {
  expression: string;
  /** Whether there is a vote on it; other matches speak for themselves. */
  isOpen: boolean;
  isMention: boolean;
  /** Of the grammar; undefined if no sentence decided. */
  verdict: Verdict | undefined;
  /** The short form around it, where nothing puts anything under it. */
  passing: 'compared' | 'named' | undefined;
  standing: () => string;
  ground: () => Ground;
  surroundings: () => Surroundings;
}

export interface Elected {
  isMention: boolean;
  verdict: Verdict;
}

/** Scores beyond which the vote counts against what the grammar left open: for a license of the work, and against it. */
const LEAST_FOR = 0.5;
const LEAST_AGAINST = 1;
/** For a name with which the sentence compares the work. */
const LEAST_COMPARED = 2;
/** The same where a sentence is sure of it. */
const LEAST_FIRM = 3;
/** Against the only license that the file grants. */
const LEAST_ALONE = 3;

let observer: ((ballots: readonly Ballot[], signals: readonly (string[] | undefined)[]) => void) | undefined;

/** For the training, which learns of the names as the vote sees them. */
export function observeVotes(by: typeof observer): void {
  observer = by;
}

/** What the vote changes, by the place of the ballot. */
export function elect(bytes: Uint8Array, ballots: readonly Ballot[]): Map<number, Elected> {
  const elected = new Map<number, Elected>();
  if (!ballots.some(({ isOpen }) => isOpen)) return elected;
  const signals = allSignals(bytes, ballots);
  observer?.(ballots, signals);
  const scores = signals.map((own) => own && scoreOf(own));
  const isMention = ballots.map((one, i) => {
    const score = scores[i];
    if (score === undefined) return one.isMention;
    return one.isMention ? score <= leastFor(one) : score < -leastAgainst(one);
  });
  for (const [i, ballot] of ballots.entries()) {
    const [own, score] = [signals[i], scores[i]];
    if (!own || score === undefined || isMention[i] === ballot.isMention) continue;
    const isAlone = !ballots.some(({ expression }, k) => !isMention[k] && expression !== ballot.expression);
    if (isMention[i] && isAlone && score > -LEAST_ALONE) isMention[i] = false;
    else elected.set(i, { isMention: score < 0, verdict: verdictOf(ballot, own, score) });
  }
  return elected;
}

const COPYRIGHT = /\bcopyright\b|\(c\)|©/i;

/** "This is released under …", parts that come with the work, the entries of a list, names beside others in one sentence and above or below a line of copyright are firm. */
function leastAgainst({ verdict, ground, surroundings }: Ballot): number {
  const { isListed, sentence, previous, next } = surroundings().passage;
  const isFirm =
    verdict !== undefined ||
    ground() === 'firm' ||
    isListed ||
    sentence.includes(OTHER_NAME) ||
    COPYRIGHT.test(previous + next);
  return isFirm ? LEAST_FIRM : LEAST_AGAINST;
}

/** So is what a sentence forbids or denies, whatever else the file grants. */
const leastFor = ({ verdict, passing }: Ballot): number => {
  if (verdict !== undefined && !verdict.isWeak) return LEAST_FIRM;
  return passing === 'compared' ? LEAST_COMPARED : LEAST_FOR;
};

const verdictOf = ({ surroundings }: Ballot, signals: readonly string[], score: number): Verdict => ({
  role: score < 0 ? roleAgainst(signals) : 'grants',
  why: reasonsOf(signals, score > 0),
  sentence: surroundings().passage.written,
});

/** Signs of data and code in a line that is no row of a table. */
const NO_PROSE = /\t|[{}\\]|<\/?[A-Za-z]\w*>|\w\(|\w\s*=\s|\S\|\S|:\/\/\S*$|^\s*"[\w-]+"\s*:|^\s*["'][^"']*["'],?\s*$/;

/** `License (library): MIT`, and the last column of a row. */
const RECORD = new RegExp(
  String.raw`^[^\p{L}]*\p{Lu}[\p{L}\d ()/-]{0,40}:\s*[${THIS_NAME}]|\S(?: {2,}|\t)[${THIS_NAME}]`,
  'u',
);

/** Data, code and records speak for themselves. */
const isProse = ({ passage: { line } }: Surroundings): boolean =>
  /^\s*\|/.test(line) || !(NO_PROSE.test(line) || RECORD.test(line));

function allSignals(bytes: Uint8Array, ballots: readonly Ballot[]): (string[] | undefined)[] {
  let whole: Whole | undefined;
  return ballots.map((one, i) => {
    if (!one.isOpen || !isProse(one.surroundings())) return undefined;
    whole ??= wholeOf(bytes);
    return [...signalsOf(one.surroundings(), whole), ...amongOthers(ballots, i)];
  });
}

/** What the grammar says of the name, and of the other names of the file. */
function amongOthers(ballots: readonly Ballot[], at: number): string[] {
  const own = ballots[at] as Ballot;
  const others = ballots.filter(({ expression }) => expression !== own.expression);
  const granted = others.filter((one) => !one.isMention);
  const isFirm = granted.some((one) => !one.isOpen || one.ground() === 'firm');
  const level = others.length === 0 ? 'none' : isFirm ? 'firm' : granted.length > 0 ? 'granted' : 'mentions';
  const said = own.isMention ? 'mention' : 'license';
  const verdict = `${own.verdict?.role ?? 'open'}${own.verdict?.isWeak ? '-weak' : ''}`;
  const found = [
    `others:${level}`,
    at === 0 ? 'first-name' : 'later-name',
    `ground:${own.ground()}`,
    `standing:${own.standing()}`,
    `says:${said}`,
    `says:${said}+others:${level}`,
    `verdict:${verdict}`,
    `verdict:${verdict}${own.passing ? `-${own.passing}` : ''}+ground:${own.ground()}+others:${level}`,
    `name-before:${besides(ballots[at - 1])}`,
    `name-behind:${besides(ballots[at + 1])}`,
  ];
  if (own.passing) found.push(`passing:${own.passing}`);
  if (granted.length > 1) found.push('many-granted');
  if (ballots.some((one, i) => i !== at && one.expression === own.expression && !one.isMention))
    found.push('same-granted');
  return found;
}

const besides = (one: Ballot | undefined): string =>
  one === undefined ? 'none' : `${one.isMention ? 'mention' : 'license'}-${one.verdict?.role ?? 'open'}`;
