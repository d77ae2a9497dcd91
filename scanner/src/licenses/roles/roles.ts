// The role of each license name of a file. The grammar (rules/roles/) decides by the sentence, the introduction of a list and the headings;
// what it leaves open is decided by the short forms of rules/statements.yaml, in ../reading/statements.ts. Pure.
import type { LicenseRole } from '../../findings.ts';
import type { Candidate } from '../engine/select.ts';
import { clauseOf, withJoinedNames } from './clauses.ts';
import { type Item, lexicon } from './lexicon.ts';
import { passages } from './passage.ts';
import { occurs, type Pattern, type Place, patterns, type View, viewOf } from './patterns.ts';
import type { Passage } from './shapes.ts';
import { THIS_NAME } from './signs.ts';
import { roleOfPlace } from './structure.ts';
import { beginningOf, fromSubject, type Told } from './subjects.ts';
import { fromTable } from './tables.ts';

export interface Verdict {
  role: LicenseRole;
  why: string;
  sentence: string;
  /** Counts only in a file that grants another license. */
  isWeak?: boolean;
}

/**
 * In a file with more names, those that stand in one row share a verdict, so that a row of them costs no more than its length; and so do those
 * with the same words around them.
 */
const MANY_NAMES = 1000;
const ROW_BYTES = 24;

const isNextOf = (before: Candidate, { startByte, kind }: Candidate): boolean =>
  kind === before.kind && startByte - before.endByte < ROW_BYTES;

/** The verdicts on candidates whose words need one; a candidate without a verdict is for others to judge. */
export function verdictsOn(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  isAsked: (one: Candidate) => boolean,
): Map<Candidate, Verdict> {
  const found = new Map<Candidate, Verdict>();
  const inOrder = candidates.toSorted((a, b) => a.startByte - b.startByte || b.endByte - a.endByte);
  const passageOf = passages(bytes, inOrder);
  const isOfMany = inOrder.length > MANY_NAMES;
  const inWords = isOfMany ? remembering(verdictInWords) : verdictInWords;
  let before: Candidate | undefined;
  for (const candidate of inOrder) {
    if (!isAsked(candidate)) continue;
    const isRepeated = isOfMany && before !== undefined && isNextOf(before, candidate);
    const verdict =
      isRepeated && before ? found.get(before) : verdictOn(bytes, candidate, passageOf(candidate), inWords);
    if (verdict) found.set(candidate, verdict);
    before = candidate;
  }
  return found;
}

type InWords = (bytes: Uint8Array, passage: Passage) => Verdict | undefined;

/** For one file. */
function remembering(judge: InWords): InWords {
  const known = new Map<string, Verdict | undefined>();
  return (bytes, passage) => {
    const key = JSON.stringify(passage);
    if (known.has(key)) return known.get(key);
    const verdict = judge(bytes, passage);
    known.set(key, verdict);
    return verdict;
  };
}

function verdictOn(bytes: Uint8Array, candidate: Candidate, passage: Passage, inWords: InWords): Verdict | undefined {
  const placed = roleOfPlace(bytes, candidate, passage);
  if (placed) return { ...placed, sentence: passage.written };
  return candidate.kind === 'tag' ? undefined : inWords(bytes, passage);
}

function verdictInWords(bytes: Uint8Array, passage: Passage): Verdict | undefined {
  const sentence = passage.written;
  const views = viewsOf(passage);
  const compared = fromTable(bytes, passage);
  if (compared) return { ...compared, sentence };
  for (const pattern of patterns()) {
    const place = pattern.places.find((one) => {
      const view = views(one);
      return view !== undefined && occurs(pattern, view);
    });
    if (place) return ofAgreement(bytes, fromPattern(pattern, sentence));
  }
  return fromHeadings(passage) ?? toldBy(fromSubject(bytes, views('sentence')?.items ?? [], passage), sentence);
}

/** In an agreement with contributors nothing is granted to the readers. */
function ofAgreement(bytes: Uint8Array, verdict: Verdict): Verdict {
  if (verdict.role !== 'grants' || !lexicon().headingsOf(beginningOf(bytes).title).has('agreement')) return verdict;
  return { ...verdict, role: 'contribution', why: 'the file is an agreement with contributors' };
}

const toldBy = (told: Told | undefined, sentence: string): Verdict | undefined => told && { ...told, sentence };

const fromPattern = ({ role, why, isWeak = false }: Pattern, sentence: string): Verdict => ({
  role,
  why,
  sentence,
  ...(isWeak ? { isWeak } : {}),
});

const ANSWER_ITEMS = 4;
const QUESTION = /[?？]["'”»)\s]*$|^\W*(?:Q|F)\s?[:.]|(?:か|吗)[。.]?\s*$/;
const LONGEST_DENIAL = 14;

/** The items of each place, made when a pattern first asks for them. */
function viewsOf(passage: Passage): (place: Place) => View | undefined {
  const { itemsOf } = lexicon();
  const made = new Map<Place, View | undefined>();
  const isQuestion = QUESTION.test(passage.sentence.trim());
  const make = (place: Place): readonly Item[] | undefined => {
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
  const view = (place: Place): View | undefined => {
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
  ['documentation', 'documentation', 'it stands under a heading about the documentation'],
];

const LONGEST_HEADING = 60;

function fromHeadings({ headings, written }: Passage): Verdict | undefined {
  for (const heading of headings) {
    if (heading.length > LONGEST_HEADING) continue;
    const classes = lexicon().headingsOf(heading);
    const found = HEADING_ROLES.find(([name]) => classes.has(name));
    if (found) return { role: found[1], why: found[2], sentence: written };
    if (classes.has('grants')) return undefined;
  }
  return undefined;
}
