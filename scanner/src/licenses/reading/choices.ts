// Choices between licenses: neighbours joined by "or", lists announced by "either of the following licenses", notices completed by
// "alternatively". They become one expression (A OR B). Pure.

import { joinExpressions } from '../../expressions/index.ts';
import { firstOf, itemAt, lastOf } from '../../items.ts';
import type { Candidate } from '../engine/select.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { BREAK, isChosenBehind, isOfferedBehind, isPreferredBehind, isWhicheverBehind, ROW } from './choices-behind.ts';
import { stretchOf } from './stretch.ts';

const { words } = knowledge('choices');
const ANOTHER_WAY = words('another_way');
/** "This may also be made available under …", from the end of a name. */
const ALSO = new RegExp(anyOf(words('also')), 'i');
const OFFERED = new RegExp(anyOf(words('offered')), 'i');
const OFFERED_BOTH = new RegExp(String.raw`\b${anyOf(words('offered_both'))}\b[^.;]*$`, 'i');
const OFFERED_JOINTLY = new RegExp(String.raw`\b${anyOf(words('offered_jointly'))}\b`, 'i');
/** Words of other languages; the text between two names is latin1. */
const decoded = (text: string): string => Buffer.from(text, 'latin1').toString('utf8').toLowerCase();
const OR_ELSEWHERE: ReadonlySet<string> = new Set(words('or_elsewhere'));
const AND_ELSEWHERE: ReadonlySet<string> = new Set(words('and_elsewhere'));
const CHOSEN_ELSEWHERE = words('chosen_elsewhere');
const BETWEEN_ELSEWHERE = new RegExp(
  `(?<!\\p{L})${anyOf(words('between_elsewhere'))}(?!\\p{L})|${anyOf(words('license_elsewhere'))}`,
  'giu',
);
const WITHIN = new RegExp(String.raw`\b${anyOf(ANOTHER_WAY)}, [^.]*$`, 'i');

/** In text order, with choices joined and repeated names of their parts dropped. */
export function joinChoices(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  const called = withShortNames(bytes, completedNotices(bytes, candidates));
  return withoutMembersBeside(bytes, joinNeighbours(bytes, joinLists(bytes, called)));
}

/** "the Redis Source Available License 2.0 (RSALv2)": the name in brackets repeats the one before it. */
function withShortNames(bytes: Uint8Array, candidates: readonly Candidate[]): Candidate[] {
  const out: Candidate[] = [];
  for (const candidate of candidates) {
    const prior = out.at(-1);
    const isShortName =
      prior?.kind === 'reference' &&
      candidate.kind === 'reference' &&
      (prior.expression === candidate.expression || isLaterOf(prior, candidate)) &&
      candidate.startByte >= prior.endByte &&
      candidate.startByte - prior.endByte < BEFORE_BYTES &&
      /^[^\w(]*\(\W*$/.test(betweenOf(bytes, prior, candidate));
    if (isShortName)
      out[out.length - 1] = {
        ...prior,
        expression: candidate.expression,
        endByte: Math.max(prior.endByte, candidate.endByte),
      };
    else out.push(candidate);
  }
  return out;
}

/** "the GNU General Public License version 3 (GPLv3+)" */
const isLaterOf = (name: Candidate, { expression }: Candidate): boolean =>
  name.expression.endsWith('-only') && expression === name.expression.replace(/-only$/, '-or-later');

/** License texts below a choice between them: the reader chooses one, and need not comply with all of them. */
export function copiesOfChoices(candidates: readonly Candidate[]): Set<Candidate> {
  const copies = new Set<Candidate>();
  const texts = candidates.filter(({ kind }) => kind === 'text');
  const seen = new Set<string>();
  for (const choice of texts.length === 0 ? [] : candidates) {
    const members = choice.kind === 'text' || seen.has(choice.expression) ? [] : membersOf(choice);
    seen.add(choice.expression);
    const below = texts.filter(
      ({ expression, startByte }) =>
        startByte >= choice.endByte && members.some((member) => isTextOf(expression, member)),
    );
    if (
      members.length === 0 ||
      !members.every((member) => below.some(({ expression }) => isTextOf(expression, member)))
    )
      continue;
    for (const text of below) {
      copies.add(text);
      for (const title of candidates) if (isTitleOf(title, text)) copies.add(title);
    }
  }
  return copies;
}

const TITLE_BYTES = 600;

const isTitleOf = ({ kind, expression, endByte }: Candidate, text: Candidate): boolean =>
  kind === 'reference' &&
  expression === text.expression &&
  endByte <= text.startByte &&
  text.startByte - endByte < TITLE_BYTES;

/** Whole texts of the GNU licenses are the same for "only" and "or later". */
const isTextOf = (text: string, member: string): boolean =>
  text === member || text === member.replace(/-or-later$/, '-only');

/** The parts of `A OR B`; none if the expression is not a choice. */
function membersOf({ expression }: Candidate): string[] {
  if (expression.includes('(') || !expression.includes(' OR ')) return [];
  return expression.split(' OR ');
}

/** Names of contributors may be between a notice and its completion. */
const COMPLETED_REACH_BYTES = 4000;

/** "Alternatively, the contents of this file may be used …" repeats the previous notice as part of a choice: both become one. */
function completedNotices(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  const out: Candidate[] = [];
  for (const candidate of candidates) {
    const prior = out.at(-1);
    if (prior && isCompletedBy(bytes, prior, candidate)) {
      out[out.length - 1] = {
        ...candidate,
        startByte: prior.startByte,
        endByte: Math.max(prior.endByte, candidate.endByte),
        name: `${prior.name}, ${candidate.name}`,
      };
    } else out.push(candidate);
  }
  return out;
}

function isCompletedBy(bytes: Uint8Array, notice: Candidate, { expression, startByte }: Candidate): boolean {
  if ((notice.kind !== 'notice' && notice.kind !== 'text') || startByte - notice.endByte > COMPLETED_REACH_BYTES)
    return false;
  if (!expression.split(' OR ').includes(notice.expression)) return false;
  return ANOTHER_WAY.some((word) => stretchOf(bytes, startByte, startByte + word.length).toLowerCase() === word);
}

/** "Under the terms of any of the following licenses at your choice:", "modify it under the terms of either:", "one of three licenses. 1." */
const ANNOUNCED = new RegExp(
  String.raw`\b(?:under|with) (?:the )?(?:terms of )?either of(?: the)? ?:?(?: ?[-+o]| \(?(?:\d|[a-d])[.)])? ?(?:${anyOf(words('before_the_first'))} ){0,3}$` +
    String.raw`|\b(?:${anyOf(words('announcing'))}(?: one)? of (?:(?:the )?${anyOf(words('announced'))}|these) (?:[\w-]+ ){0,2}licen[cs]es?\b[^.:]{0,140}` +
    String.raw`|\b(?:${anyOf(words('announced'))}|these) (?:${anyOf(words('announced'))} )?licen[cs]es,? ${anyOf(words('as_alternatives'))} ?` +
    String.raw`|\b${anyOf(words('picking'))}\b[^.:]{0,80}` +
    String.raw`|\b${anyOf(words('offering'))}\b[^.:]{0,60}` +
    String.raw`|(?:under|with) (?:the )?(?:terms of )?either ?)(?::|\.(?= ?(?:[-+]|\(?[1a][.)])))` +
    String.raw` ?(?:[-+o]|\(?(?:\d|[a-d])[.)])? ?(?:(?:under|by|with) )?(?:${anyOf(words('before_the_first'))} ){0,3}$`,
  'i',
);
const ANNOUNCED_REACH_BYTES = 300;
/** The text right before a list entry: its mark, and a few words before the name. */
const ENTRY = /\n[\s*#/;.\\"]*(?:[-*+\u2022\u00b7o]|\(?(?:\d|[a-d])[.)])[ \t]+(?:\w+[ \t]+){0,4}$/i;
/** An entry may contain some lines of notice besides the license name. */
const ENTRY_BYTES = 700;

function joinLists(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  const out: Candidate[] = [];
  for (let at = 0; at < candidates.length; at++) {
    const first = itemAt(candidates, at);
    const before = stretchOf(bytes, first.startByte - ANNOUNCED_REACH_BYTES, first.startByte);
    const entries = [first];
    if (first.kind !== 'text' && ANNOUNCED.test(before.replace(BREAK, ' '))) {
      const expressions = new Set([first.expression]);
      for (let next = candidates[at + 1]; next; next = candidates[at + entries.length]) {
        const last = lastOf(entries);
        const isNear = next.kind !== 'text' && next.startByte - last.endByte < ENTRY_BYTES;
        const isEntry =
          isNear && (expressions.has(next.expression) || ENTRY.test(stretchOf(bytes, last.endByte, next.startByte)));
        if (!isEntry) break;
        expressions.add(next.expression);
        entries.push(next);
      }
    }
    const choice = joinedTo(entries);
    out.push(...(choice ? [choice] : entries));
    at += entries.length - 1;
  }
  return out;
}

/** One candidate for all of them; undefined when they are equal, or too many for a choice. */
function joinedTo(parts: readonly Candidate[]): Candidate | undefined {
  const expressions = [...new Set(parts.map(({ expression }) => expression))];
  const expression = expressions.length > 1 ? joinExpressions('OR', expressions) : '';
  if (expression === '') return undefined;
  const choice = { ...firstOf(parts), expression, name: [...new Set(parts.map(({ name }) => name))].join(', ') };
  for (const { endByte, coverage, relevance } of parts) {
    choice.endByte = Math.max(choice.endByte, endByte);
    choice.coverage = Math.min(choice.coverage, coverage);
    choice.relevance = Math.min(choice.relevance, relevance);
  }
  return choice;
}

const JOINING: ReadonlySet<string> = new Set(words('between_names'));

/** Joins neighbours with "or" between them into one expression, and neighbours that commas connect to these. */
function joinNeighbours(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  const out: Candidate[] = [];
  for (const [at, candidate] of candidates.entries()) {
    const prior = out.at(-1);
    const next = candidates[at + 1];
    const isJoined =
      prior &&
      prior.expression !== candidate.expression &&
      (isChoice(bytes, prior, candidate) ||
        (next !== undefined && isBeforeComma(bytes, prior, candidate) && isChoice(bytes, candidate, next)));
    const isKnown = isJoined && membersOf(prior).includes(candidate.expression);
    const choice = isJoined && !isKnown ? joinedTo([prior, candidate]) : undefined;
    if (prior && choice) out[out.length - 1] = { ...choice, kind: candidate.kind === 'text' ? 'text' : choice.kind };
    // Repeated between two parts: "Alternatively, … the LGPL … LICENSE.LGPL. Alternatively, … the GPL".
    else if (prior && (isKnown || isMemberBeside(bytes, prior, candidate)))
      out[out.length - 1] = { ...prior, endByte: Math.max(prior.endByte, candidate.endByte) };
    else out.push(candidate);
  }
  return out;
}

/** Maximum distance of a choice word before a name. */
const BEFORE_BYTES = 90;

function isChoice(bytes: Uint8Array, first: Candidate, second: Candidate): boolean {
  if (second.startByte < first.endByte) return isAlternativeWithin(bytes, first, second);
  if (second.startByte - first.endByte > 500) return false;
  const between = betweenOf(bytes, first, second);
  return (
    wordsOf(between).some((word) => ANOTHER_WAY.includes(word)) ||
    ALSO.test(between.replace(BREAK, ' ')) ||
    ON_CONDITION.test(between.replace(BREAK, ' ')) ||
    isOneOfTwo(bytes, first, second) ||
    isBeforeOwnText(bytes, first, second)
  );
}

/** "… the GPL. If that is inconvenient for you, you may copy it under the …" */
const ON_CONDITION = new RegExp(
  String.raw`[.;] ${anyOf(words('conditions'))} [^.;]{3,90}, (?:you|they|it|everyone|everybody|one) (?:may|can|might) ${anyOf(words('condition_verbs'))}\b[^.;]*$` +
    // "If those do not fit, the Apache License": right before the name.
    String.raw`|(?:^|\W)${anyOf(words('conditions'))} [^.;]{2,60}(?:\bnot\b|n['’]t\b|\brather\b|\bprefer\b)[^.;]{0,50}, (?:(?:the|a|an) )?$`,
  'i',
);

/** "Under either the terms of the GPL, or the conditions below:" right before the text of the conditions. */
const BELOW = new RegExp(
  String.raw`\bor (?:under |by )?(?:the )?(?:following ${anyOf(words('text_below'))}|${anyOf(words('text_below'))} (?:below|that follows?))[^.\w]*(?:\(?[1a]\W*)?$`,
  'i',
);

const isBeforeOwnText = (bytes: Uint8Array, name: Candidate, text: Candidate): boolean =>
  name.kind !== 'text' &&
  text.kind === 'text' &&
  BELOW.test(betweenOf(bytes, name, text).replace(BREAK, ' ')) &&
  /\beither\b[^.;]*$/i.test(stretchOf(bytes, name.startByte - BEFORE_BYTES, name.startByte));

/** Whether "or" joins two names without a contrary word, or "and" does where both are called a choice. */
export function isOneOfTwo(bytes: Uint8Array, first: Candidate, second: Candidate): boolean {
  if (second.startByte < first.endByte || second.startByte - first.endByte > 500) return false;
  const between = betweenOf(bytes, first, second).replace(PUBLISHED, ' ');
  const words = wordsOf(between);
  const before = stretchOf(bytes, first.startByte - BEFORE_BYTES, first.startByte);
  if (isEachOfBoth(between, before) && isChosenBehind(bytes, second)) return true;
  if (/\band\b[^.;]*$/i.test(between) && !/[.;:]\s/.test(between) && isPreferredBehind(bytes, second)) return true;
  if (isJoinedElsewhere(bytes, first, second, between)) return true;
  if (ROW.test(between.replace(BREAK, ' ')) && isWhicheverBehind(bytes, second)) return true;
  if (CONDITION.test(between.replace(BREAK, ' ')) || isSlashedField(bytes, first, second, between)) return true;
  if (areAddressesOfOffer(between, before)) return true;
  if (words.length > 12) return false;
  if (!words.every((word) => JOINING.has(word)))
    return words.includes('or') && !/[.;:]\s/.test(between) && /\beither\b(?:[^.;]|\.(?=\S))*$/i.test(before);
  if (words.includes('or')) return true;
  const isAnd = words.includes('and');
  if ((isAnd || /^\s?\/\s?$/.test(between)) && isOfferedBehind(bytes, second)) return true;
  return isAnd && (OFFERED.test(before) || OFFERED_BOTH.test(before.replace(BREAK, ' ')));
}

/** Two addresses below "Dual licensed under the MIT and GPL licenses:". They name the licenses more exactly than the sentence does. */
const areAddressesOfOffer = (between: string, before: string): boolean =>
  /^[\w.+-]*[^\w.;]+https?:\/\/(?:www\.)?$/i.test(between) &&
  /[:.][^\w.;]+https?:\/\/(?:www\.)?$/i.test(before) &&
  OFFERED.test(before.split(/\n[^\w\n]*\n[^\w\n]*\n/).at(-1) ?? '');

/** "either: the GPL as published by the Free Software Foundation; or the Artistic License" */
const PUBLISHED = /^\W*as\s+published\s+by\s+the\s+free\s+software\s+foundation[,;]?/i;

/** `](LICENSE-MIT)`, behind a name that is a link. */
const LINKED = /\](?:\([^()\s]*\)|\[[^[\]]*\])/g;

/** The name may reach into the address: `MIT](LICENSE` is one. */
const LINK_REST = /^[-\w./#]*\)/;

const AROUND_ELSEWHERE_BYTES = 120;

/** "MIT oder Apache-2.0", "MIT と Apache-2.0 のどちらか": other languages. */
function isJoinedElsewhere(bytes: Uint8Array, first: Candidate, second: Candidate, between: string): boolean {
  const word = decoded(between)
    .replace(LINKED, ' ')
    .replace(LINK_REST, ' ')
    .replace(BETWEEN_ELSEWHERE, ' ')
    .replace(/[\s,"'\x60*()（）「」[\]_-]+/g, ' ')
    .trim()
    .replace(/^[、，]\s*(?=\S)/u, '');
  if (OR_ELSEWHERE.has(word)) return true;
  if (!AND_ELSEWHERE.has(word)) return false;
  const before = stretchOf(bytes, first.startByte - AROUND_ELSEWHERE_BYTES, first.startByte);
  const behind = stretchOf(bytes, second.endByte, second.endByte + AROUND_ELSEWHERE_BYTES);
  const around = `${decoded(before)
    .split(/[.。!?]\s|\n\n/)
    .at(-1)} ${firstOf(decoded(behind).split(/\n\n/))}`;
  return CHOSEN_ELSEWHERE.some((one) => around.includes(one));
}

/** "the MIT license or, if you like it better, the ISC license" */
const CONDITION = new RegExp(String.raw`\bor,? ${anyOf(words('conditions'))} [^.;:,]{1,80},[^.;:,]*$`, 'i');

/** `license = "MIT/Apache-2.0"`: the older way to write a choice in a manifest; and "dual licensed, MIT/Apache-2.0". */
function isSlashedField(bytes: Uint8Array, { startByte }: Candidate, { endByte }: Candidate, between: string): boolean {
  const isComma = /^\W*,\s(?:and |or |the )*$/.test(between);
  if (!isComma && !/^[\w.+-]*\s?\/\s?$/.test(between)) return false;
  const before = stretchOf(bytes, startByte - BEFORE_BYTES, startByte);
  if (isComma) return OFFERED_JOINTLY.test(before.split(/[.;]\s|\n\n/).at(-1) ?? '');
  if (OFFERED.test(before.split(/[.;]\s|\n\n/).at(-1) ?? '')) return true;
  return (
    /\blicen[cs]es?["']?\s*(?:=>|[:=])\s*["'][^"'\n]*$/i.test(before) &&
    /^[\w.+/ -]*["']/.test(stretchOf(bytes, endByte, endByte + BEFORE_BYTES))
  );
}

/** "under both the BSD license (found in LICENSE) and the GPL" */
const isEachOfBoth = (between: string, before: string): boolean =>
  /\bboth\b[^.;]*$/i.test(before) && /\band\b[^.;]*$/i.test(between) && !/[.;:]\s/.test(between);

/** "Alternatively, under the GPL" in the middle of a text, between its conditions and its disclaimer. */
function isAlternativeWithin(bytes: Uint8Array, text: Candidate, { startByte }: Candidate): boolean {
  if (text.kind !== 'text' || text.expression.includes(' OR ')) return false;
  return WITHIN.test(stretchOf(bytes, startByte - 2 * BEFORE_BYTES, startByte).replace(BREAK, ' '));
}

function isBeforeComma(bytes: Uint8Array, first: Candidate, second: Candidate): boolean {
  if (second.startByte < first.endByte || second.startByte - first.endByte > BEFORE_BYTES) return false;
  const between = betweenOf(bytes, first, second);
  return /^[\s"'”’)]*[,;]/.test(between) && wordsOf(between).every((word) => JOINING.has(word));
}

/** `endByte` is the start of the last word, or of the last sign of several bytes: its rest is left out. */
const betweenOf = (bytes: Uint8Array, first: Candidate, second: Candidate): string =>
  stretchOf(bytes, first.endByte, second.startByte).replace(WORD_REST, '').replace(LIST_MARK, '');
/** Of a word of Latin or Cyrillic letters, or of a sign of several bytes. */
const WORD_REST = /^(?:(?:[A-Za-z0-9]|[\xc3-\xc5\xd0\xd1][\x80-\xbf])+|[\x80-\xbf]+)/;
/** "(a) the one; or (b) the other". */
const LIST_MARK = /\((?:[a-h1-9]|i{1,3})\)(?=\s)/g;

const wordsOf = (between: string): string[] => between.toLowerCase().match(/[a-z]+/g) ?? [];

/** Most names in the lines of one notice. */
const BESIDE_NAMES = 12;

/** "Under the LGPL or a commercial license. For LGPL see License.txt": the second name adds nothing and belongs to the choice. */
function withoutMembersBeside(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  const out = candidates.map((candidate) => ({ ...candidate }));
  const gone = new Set<Candidate>();
  for (const [at, choice] of out.entries()) {
    if (membersOf(choice).length === 0) continue;
    const before = out.slice(Math.max(0, at - BESIDE_NAMES), at).reverse();
    for (const other of [...before, ...out.slice(at + 1, at + BESIDE_NAMES)]) {
      if (gone.has(other) || !isMemberBeside(bytes, choice, other)) continue;
      choice.startByte = Math.min(choice.startByte, other.startByte);
      choice.endByte = Math.max(choice.endByte, other.endByte);
      gone.add(other);
    }
  }
  return out.filter((candidate) => !gone.has(candidate)).sort((a, b) => a.startByte - b.startByte);
}

const BESIDE_BYTES = 500;
const ADDRESS = /\S+:\/\/\S+/g;
/** Words of running prose; rows of a table, each with its license, contain none. A name may also precede its address directly. */
const PROSE = new RegExp(String.raw`\b${anyOf(words('prose'))}\b`, 'i');

/** Whether the name repeats a part of the choice within the sentences of that choice. */
function isMemberBeside(bytes: Uint8Array, choice: Candidate, other: Candidate): boolean {
  if (choice.kind === 'tag' || (other.kind !== 'reference' && other.kind !== 'family')) return false;
  if (
    !membersOf(choice).some((member) => member.split(' WITH ')[0] === other.expression || member === other.expression)
  )
    return false;
  const [first, second] = other.startByte < choice.startByte ? [other, choice] : [choice, other];
  if (second.startByte - first.endByte > BESIDE_BYTES) return false;
  if (second.startByte <= first.endByte) return true;
  const between = betweenOf(bytes, first, second).replace(ADDRESS, ' ');
  return PROSE.test(between) || /^[^\w\n]*$/.test(between);
}
