// Licenses of which the reader may choose one: neighbours that "or" joins, lists that "either of the following licenses" announces, notices that
// "alternatively" completes. They become one expression (A OR B). Pure.

import type { Candidate } from '../engine/select.ts';
import { joinExpressions } from '../expression.ts';
import { stretchOf } from './stretch.ts';

/** In the order of the file, choices joined, and what only names a part of one again left out. */
export function joinChoices(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  return withoutMembersBeside(bytes, joinNeighbours(bytes, joinLists(bytes, completedNotices(bytes, candidates))));
}

/** Texts that a file holds below a choice between them: they are what may be chosen, and nobody has to keep to all of them. */
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

/** The parts of `A OR B`; none of an expression that is no choice. */
function membersOf({ expression }: Candidate): string[] {
  if (expression.includes('(') || !expression.includes(' OR ')) return [];
  return expression.split(' OR ');
}

const ALTERNATIVELY = 'alternatively';
/** Between a notice and what completes it stand the names of contributors. */
const COMPLETED_REACH_BYTES = 4000;

/** "Alternatively, the contents of this file may be used …" makes the notice before it one of a choice, which says it already: they become one. */
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
  return stretchOf(bytes, startByte, startByte + ALTERNATIVELY.length).toLowerCase() === ALTERNATIVELY;
}

/** "Under the terms of any of the following licenses at your choice:", "modify it under the terms of either:", "one of three licenses. 1." */
const ANNOUNCED = new RegExp(
  String.raw`\b(?:(?:any|either|one)(?: one)? of (?:the following|these|two|three|four) (?:[\w-]+ ){0,2}licen[cs]es?\b[^.:]{0,60}` +
    String.raw`|(?:under|with) (?:the )?(?:terms of )?either ?)(?::|\.(?= ?(?:[-+]|\(?[1a][.)])))` +
    String.raw` ?(?:[-+o]|\(?(?:\d|[a-d])[.)])? ?(?:(?:the|gnu|new|original|an?) ){0,3}$`,
  'i',
);
const ANNOUNCED_REACH_BYTES = 200;
/** What stands right before an entry of a list: its mark, and a few words that lead to the name. */
const ENTRY = /\n[\s*#/;.\\"]*(?:[-*+\u2022\u00b7o]|\(?(?:\d|[a-d])[.)])[ \t]+(?:\w+ ){0,4}$/i;
/** Some lines of a notice stand in an entry beside the name of its license. */
const ENTRY_BYTES = 700;

function joinLists(bytes: Uint8Array, candidates: Candidate[]): Candidate[] {
  const out: Candidate[] = [];
  for (let at = 0; at < candidates.length; at++) {
    const first = candidates[at]!;
    const before = stretchOf(bytes, first.startByte - ANNOUNCED_REACH_BYTES, first.startByte);
    const entries = [first];
    if (first.kind !== 'text' && ANNOUNCED.test(before.replace(BREAK, ' '))) {
      const expressions = new Set([first.expression]);
      for (let next = candidates[at + 1]; next; next = candidates[at + entries.length]) {
        const last = entries.at(-1)!;
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

/** One candidate for all of them; undefined when they say the same, or more than a choice can be made of. */
function joinedTo(parts: readonly Candidate[]): Candidate | undefined {
  const expressions = [...new Set(parts.map(({ expression }) => expression))];
  const expression = expressions.length > 1 ? joinExpressions('OR', expressions) : '';
  if (expression === '') return undefined;
  const choice = { ...parts[0]!, expression, name: [...new Set(parts.map(({ name }) => name))].join(', ') };
  for (const { endByte, coverage, relevance } of parts) {
    choice.endByte = Math.max(choice.endByte, endByte);
    choice.coverage = Math.min(choice.coverage, coverage);
    choice.relevance = Math.min(choice.relevance, relevance);
  }
  return choice;
}

/** Line breaks with the signs of comments around them, and other blanks. */
const BREAK = /(?:[\s*#/;\\"]|(?<=\n)[.'](?=\\"))+/g;
const JOINING =
  /^(?:or|and|either|the|a|an|at|your|option|under|terms|of|license|licenses|licensed|both|version|v|gnu|s|as|alternatively|by|this|software|may|be|distributed|it|original|new)$/;

/** Neighbours joined by "or" become one expression, and so do those that commas join to a neighbour like that. */
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
    if (choice) out[out.length - 1] = choice;
    // Said once more between two parts: "Alternatively, … the LGPL … LICENSE.LGPL. Alternatively, … the GPL".
    else if (prior && (isKnown || isMemberBeside(bytes, prior, candidate)))
      out[out.length - 1] = { ...prior, endByte: Math.max(prior.endByte, candidate.endByte) };
    else out.push(candidate);
  }
  return out;
}

/** How far a word that makes a choice stands before a name. */
const BEFORE_BYTES = 90;

function isChoice(bytes: Uint8Array, first: Candidate, second: Candidate): boolean {
  if (second.startByte < first.endByte) return isAlternativeWithin(bytes, first, second);
  if (second.startByte - first.endByte > 500) return false;
  return wordsOf(betweenOf(bytes, first, second)).includes(ALTERNATIVELY) || isOneOfTwo(bytes, first, second);
}

/** Whether "or" stands between two names and nothing that leads away from it, or "and" where both are said to be a choice. */
export function isOneOfTwo(bytes: Uint8Array, first: Candidate, second: Candidate): boolean {
  if (second.startByte < first.endByte || second.startByte - first.endByte > 500) return false;
  const between = betweenOf(bytes, first, second);
  const words = wordsOf(between);
  const before = stretchOf(bytes, first.startByte - BEFORE_BYTES, first.startByte);
  if (words.length > 12) return false;
  if (!words.every((word) => JOINING.test(word)))
    return words.includes('or') && !/[.;:]\s/.test(between) && /\beither\b[^.;]*$/i.test(before);
  if (words.includes('or')) return true;
  if (!words.includes('and') && words.length > 0) return false;
  return words.includes('and') && /dual|either|choice/i.test(before);
}

/** "Alternatively, under the GPL" in the middle of a text, between its conditions and its disclaimer. */
function isAlternativeWithin(bytes: Uint8Array, text: Candidate, { startByte }: Candidate): boolean {
  if (text.kind !== 'text' || text.expression.includes(' OR ')) return false;
  return /\balternatively, [^.]*$/i.test(stretchOf(bytes, startByte - 2 * BEFORE_BYTES, startByte).replace(BREAK, ' '));
}

function isBeforeComma(bytes: Uint8Array, first: Candidate, second: Candidate): boolean {
  if (second.startByte < first.endByte || second.startByte - first.endByte > BEFORE_BYTES) return false;
  const between = betweenOf(bytes, first, second);
  return /^\s*,/.test(between) && wordsOf(between).every((word) => JOINING.test(word));
}

/** `endByte` is where the last word begins: that word is left out. */
const betweenOf = (bytes: Uint8Array, first: Candidate, second: Candidate): string =>
  stretchOf(bytes, first.endByte, second.startByte).replace(/^[A-Za-z0-9]*/, '');

const wordsOf = (between: string): string[] => between.toLowerCase().match(/[a-z]+/g) ?? [];

/** How many names may stand in the lines of one notice. */
const BESIDE_NAMES = 12;

/** "Under the LGPL or a commercial license. For LGPL see License.txt": the second name adds nothing, and belongs to the choice. */
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
/** Words of a sentence that goes on; rows of a table, each with its license, have none of them. A name may also stand right before its address. */
const PROSE = /\b(?:or|and|for|see|the|under|terms|either|may|be|please)\b/i;

/** Whether the name says a part of the choice again, in the sentences that make the choice. */
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
