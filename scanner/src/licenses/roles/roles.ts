// The role of each license name of a file. The grammar (rules/roles/) decides by the sentence, the introduction of a list and the headings;
// what it leaves open is decided by the short forms of rules/statements.yaml, in ../reading/statements.ts. Pure.
import type { LicenseRole } from '../../findings.ts';
import type { Candidate } from '../engine/select.ts';
import { anyOf } from '../rules/knowledge.ts';
import { isOtherEntry } from './changelogs.ts';
import { clauseOf, withJoinedNames } from './clauses.ts';
import { type Ground, groundOf, isInBracketsOfOther, isToldBelow, mayGrant } from './grounds.ts';
import { type Item, lexicon } from './lexicon.ts';
import { passages } from './passage.ts';
import { occurs, type Pattern, type PatternPlace, patterns, type View, viewOf } from './patterns.ts';
import { fromPronoun } from './pronouns.ts';
import { remembered } from './remembered.ts';
import type { Passage } from './shapes.ts';
import type { Surroundings } from './signals.ts';
import { THIS_NAME } from './signs.ts';
import { roleOfPlace, roleOfTag } from './structure.ts';
import { beginningOf, fromSubject } from './subjects.ts';
import { fromTable } from './tables.ts';

export interface Verdict {
  role: LicenseRole;
  why: string;
  sentence: string;
  /** Counts only in a file that grants another license. */
  isWeak?: boolean;
  /** The subject of the sentence, a name, decided. */
  isBySubject?: boolean;
}

/**
 * In a file with more names, those that stand in one row share a verdict, so that a row of them costs no more than its length; and so do those
 * with the same words around them.
 */
const MANY_NAMES = 1000;
const ROW_BYTES = 24;

const isNextOf = (before: Candidate, { startByte, kind }: Candidate): boolean =>
  kind === before.kind && startByte - before.endByte < ROW_BYTES;

export interface Verdicts {
  /** A candidate without a verdict is for others to judge. */
  verdicts: Map<Candidate, Verdict>;
  groundOf: (one: Candidate) => Ground;
  mayGrant: (one: Candidate) => boolean;
  isToldBelow: (one: Candidate) => boolean;
  surroundingsOf: (one: Candidate) => Surroundings;
}

/** The verdicts on candidates whose words need one. */
export function verdictsOn(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  isAsked: (one: Candidate) => boolean,
): Verdicts {
  const found = new Map<Candidate, Verdict>();
  const inOrder = candidates.toSorted((a, b) => a.startByte - b.startByte || b.endByte - a.endByte);
  const isOfMany = inOrder.length > MANY_NAMES;
  const passageOf = isOfMany ? passages(bytes, inOrder) : keeping(passages(bytes, inOrder));
  const inWords = isOfMany ? remembering(verdictInWords) : verdictInWords;
  let before: Candidate | undefined;
  for (const candidate of inOrder) {
    if (!isAsked(candidate)) continue;
    const isRepeated = isOfMany && before !== undefined && isNextOf(before, candidate);
    const verdict =
      isRepeated && before ? found.get(before) : verdictOn(bytes, candidate, () => passageOf(candidate), inWords);
    if (verdict) found.set(candidate, verdict);
    before = candidate;
  }
  return {
    verdicts: found,
    groundOf: (one) => groundOf(bytes, passageOf(one)),
    mayGrant: (one) => mayGrant(passageOf(one)),
    isToldBelow: (one) => isToldBelow(bytes, passageOf(one)),
    surroundingsOf: (one) => {
      const passage = passageOf(one);
      return { passage, views: viewsOf(passage) };
    },
  };
}

/** The whole file asks for the passages of some names once more. */
function keeping(passageOf: (of: Candidate) => Passage): (of: Candidate) => Passage {
  const known = new Map<Candidate, Passage>();
  return (of) => {
    const passage = known.get(of) ?? passageOf(of);
    known.set(of, passage);
    return passage;
  };
}

type InWords = (bytes: Uint8Array, passage: Passage) => Verdict | undefined;

/** For one file. */
function remembering(judge: InWords): InWords {
  const known = remembered<Verdict | undefined>();
  return (bytes, passage) => known(JSON.stringify(passage), () => judge(bytes, passage));
}

function verdictOn(
  bytes: Uint8Array,
  candidate: Candidate,
  passageOf: () => Passage,
  inWords: InWords,
): Verdict | undefined {
  if (candidate.kind === 'tag') {
    // The key of an imported tag is part of it, so its place in code or data says nothing.
    if (candidate.rule >= 0) return inWords(bytes, passageOf());
    const placed = roleOfTag(bytes, candidate);
    return placed && { ...placed, sentence: passageOf().written };
  }
  const passage = passageOf();
  const placed = roleOfPlace(bytes, candidate, passage);
  if (placed && placed.isWeak !== true) return { ...placed, sentence: passage.written };
  const verdict = inWords(bytes, passage);
  if (placed && (verdict === undefined || verdict.role === 'grants')) return { ...placed, sentence: passage.written };
  // "SAX is in the public domain" tells of code that is here: nobody says it of works to be had elsewhere.
  return verdict?.isBySubject && verdict.isWeak && PUBLIC_DOMAIN.test(candidate.expression)
    ? { ...verdict, role: 'bundled', why: 'it is told of code in the public domain that is here' }
    : verdict;
}

const PUBLIC_DOMAIN = /public-domain/;

function verdictInWords(bytes: Uint8Array, passage: Passage): Verdict | undefined {
  return inHistory(verdictOfWords(bytes, passage), passage);
}

/** Entries with years tell what was, except the last one; the words of an entry seldom say so. */
function inHistory(verdict: Verdict | undefined, { history, written }: Passage): Verdict | undefined {
  if (history === undefined) return verdict;
  const isOpen = verdict === undefined || verdict.why === OTHER_ENTRY;
  if (history === 'earlier')
    return isOpen || verdict.role === 'grants'
      ? { role: 'past', why: 'a later year of the same history names another license', sentence: written, isWeak: true }
      : verdict;
  return isOpen || (verdict.role === 'past' && verdict.isWeak === true)
    ? { role: 'grants', why: 'it is the latest entry of a history by years', sentence: written }
    : verdict;
}

function verdictOfWords(bytes: Uint8Array, passage: Passage): Verdict | undefined {
  const sentence = passage.written;
  const views = viewsOf(passage);
  const compared = fromTable(bytes, passage);
  if (compared) return { ...compared, sentence };
  for (const pattern of patterns()) {
    const place = pattern.places.find((one) => {
      const view = views(one);
      return view !== undefined && occurs(pattern, view);
    });
    if (place && pattern.next && !pattern.next.some((name) => views('next')?.present.has(name))) continue;
    if (!place) continue;
    if (pattern.role === 'grants' && isInBracketsOfOther(bytes, views('sentence')?.items ?? [])) continue;
    const verdict = ofPlan(fromPattern(pattern, sentence), views('sentence'), passage);
    const isOfAny = verdict.role === 'grants' && pattern.asksSubject !== true;
    return ofAgreement(bytes, isOfAny ? verdict : ofSubject(bytes, verdict, views, passage));
  }
  const said = views('sentence');
  const heading = fromHeadings(passage);
  const verdict = ofSubject(bytes, isBeside(heading, said, passage) ? undefined : heading, views, passage);
  return verdict ?? (isOtherEntry(bytes, passage) ? { role: 'tooling', why: OTHER_ENTRY, sentence } : undefined);
}

const OTHER_ENTRY = 'the entry of a changelog does not say that the work is under it';

/** "Since 2.0 it is published under …" below "History", and "Licensed under …" below "Contributing". */
function isBeside(heading: Verdict | undefined, said: View | undefined, { isListed }: Passage): boolean {
  if (heading?.role === 'past') return said?.present.has('now') === true;
  const isOfWork = !isListed && said?.items[0]?.classes.has('grant') === true;
  return heading !== undefined && isOfWork && BESIDE_GRANT.has(heading.role);
}

const BESIDE_GRANT: ReadonlySet<LicenseRole> = new Set(['contribution', 'tooling', 'future']);

/** "Move to the MIT license", in a list of plans. */
function ofPlan(verdict: Verdict, sentence: View | undefined, passage: Passage): Verdict {
  if (verdict.role !== 'grants' || !sentence?.present.has('changed') || sentence.present.has('now')) return verdict;
  const heading = fromHeadings(passage);
  return heading?.role === 'future' ? { ...heading, isWeak: false } : verdict;
}

/** Roles that a sentence about the work itself does not have, whatever else is near. */
const OVERRULED: ReadonlySet<LicenseRole> = new Set(['other-work', 'thanks', 'contribution', 'tooling']);

/**
 * The verdict, unless the subject of the sentence says otherwise: "Foo changed to the MIT license" in the README of bar, and "bar is under the
 * MIT license" below a heading of thanks.
 */
function ofSubject<T extends Verdict | undefined>(
  bytes: Uint8Array,
  verdict: T,
  views: (place: PatternPlace) => View | undefined,
  passage: Passage,
): Verdict | T {
  if (verdict && verdict.role !== 'grants' && !OVERRULED.has(verdict.role)) return verdict;
  const items = views('sentence')?.items ?? [];
  const told = fromSubject(bytes, items, passage) ?? fromPronoun(items, passage);
  if (!told) return verdict;
  const { role, why, isWeak = false, isNamed: isBySubject = false } = told;
  const isOf = !verdict || (verdict.role === 'grants' ? role === 'other-work' && isBySubject : told.isPlain === true);
  return isOf ? { role, why, sentence: passage.written, isBySubject, ...(isWeak ? { isWeak } : {}) } : verdict;
}

/** In an agreement with contributors nothing is granted to the readers. */
function ofAgreement(bytes: Uint8Array, verdict: Verdict): Verdict {
  if (verdict.role !== 'grants' || !lexicon().headingsOf(beginningOf(bytes).title).has('agreement')) return verdict;
  return { ...verdict, role: 'contribution', why: 'the file is an agreement with contributors' };
}

const fromPattern = ({ role, why, isWeak = false }: Pattern, sentence: string): Verdict => ({
  role,
  why,
  sentence,
  ...(isWeak ? { isWeak } : {}),
});

const ANSWER_ITEMS = 4;
let question: RegExp | undefined;

function questions(): RegExp {
  question ??= new RegExp(
    String.raw`[?？]["'”»)\s]*$|^\W*(?:Q|F)\s?[:.]|${anyOf(lexicon().wordsOfClass('question_end'))}[。.]?\s*$`,
  );
  return question;
}

const LONGEST_DENIAL = 14;

/** The items of each place, made when a pattern first asks for them. */
function viewsOf(passage: Passage): (place: PatternPlace) => View | undefined {
  const itemsOf = (text: string) => lexicon().itemsOf(text, passage.language);
  const made = new Map<PatternPlace, View | undefined>();
  const isQuestion = questions().test(passage.sentence.trim());
  const make = (place: PatternPlace): readonly Item[] | undefined => {
    if (place === 'sentence') return itemsOf(passage.sentence);
    if (place === 'clause') return isQuestion ? undefined : clauseOf(withJoinedNames(view('sentence')?.items ?? []));
    if (place === 'question') return isQuestion ? view('sentence')?.items : undefined;
    if (place === 'answer')
      return isQuestion
        ? itemsOf(passage.next.replace(/^\s*(?:A|R|答|回答)\s?[:.：]\s*/, ''))
            .filter(isWord)
            .slice(0, ANSWER_ITEMS)
        : undefined;
    if (place === 'introduction') return passage.introduction === '' ? undefined : itemsOf(passage.introduction);
    if (place === 'previous') return itemsOf(passage.previous);
    const next = itemsOf(passage.next);
    return next.length > LONGEST_DENIAL ? next.slice(0, LONGEST_DENIAL) : next;
  };
  const view = (place: PatternPlace): View | undefined => {
    if (!made.has(place)) {
      const items = make(place);
      made.set(place, items && viewOf(items));
    }
    return made.get(place);
  };
  return view;
}

const isWord = ({ word }: Item): boolean => /[\p{L}\p{N}]/u.test(word) || word === THIS_NAME;

/** Roles of headings, the stronger first. */
const HEADING_ROLES: readonly [string, LicenseRole, string][] = [
  ['thanks', 'thanks', 'it stands under a heading of thanks'],
  ['contribution', 'contribution', 'it stands under a heading about contributions'],
  ['forbids', 'forbids', 'it stands under a heading of what must not be used'],
  ['tooling', 'tooling', 'it stands under a heading of options, examples or policies'],
  ['bundled', 'bundled', 'it stands under a heading of parts that come with the work'],
  ['other-work', 'other-work', 'it stands under a heading of other works'],
  ['past', 'past', 'it stands under a heading of what was before'],
  ['future', 'future', 'it stands under a heading of plans'],
  ['compatible', 'compatible', 'it stands under a heading of what goes together with the work'],
  ['denies', 'denies', 'it stands under a heading of what is not so'],
  ['documentation', 'documentation', 'it stands under a heading about the documentation'],
];

/** Headings of such things are often headings of the license, too. */
const BESIDE_LICENSE: ReadonlySet<LicenseRole> = new Set(['thanks', 'contribution', 'other-work', 'future']);

/** A file of one sentence under "History" may be all that is said. */
const WEAK_ROLES: ReadonlySet<LicenseRole> = new Set(['past', 'future']);

/** "Licenses that we do not accept": headings that are a sentence. */
const SPOKEN_ROLES: readonly [string, LicenseRole][] = [
  ['must_not', 'forbids'],
  ['thank', 'thanks'],
  ['none_of_these', 'denies'],
  ['formerly', 'past'],
  ['someday', 'future'],
  ['compatible_with', 'compatible'],
  ['unlike', 'other-work'],
  ['why_not', 'denies'],
];

const LONGEST_HEADING = 60;

/** `obsidian-cli` */
const isNameOfWork = (heading: string): boolean =>
  /^\s*[\w.-]+-[\w.-]+\s*$/.test(heading) && !lexicon().isHeadingAlone(heading);

function fromHeadings({ headings, written, language }: Passage): Verdict | undefined {
  for (const heading of headings) {
    if (heading.length > LONGEST_HEADING || isNameOfWork(heading)) continue;
    const classes = lexicon().headingsOf(heading);
    const found = HEADING_ROLES.find(([name]) => classes.has(name));
    // "Credits and license" says nothing of a name below it.
    if (classes.has('grants') && (!found || BESIDE_LICENSE.has(found[1]))) return undefined;
    if (found)
      return {
        role: found[1],
        why: found[2],
        sentence: written,
        ...(WEAK_ROLES.has(found[1]) ? { isWeak: true } : {}),
      };
    const said = new Set(
      lexicon()
        .itemsOf(heading, language)
        .flatMap((item) => [...item.classes]),
    );
    const spoken = SPOKEN_ROLES.find(([name]) => said.has(name));
    if (spoken) return { role: spoken[1], why: 'the heading above it says so', sentence: heading.trim() };
  }
  return undefined;
}
