// What a text says, as digests that outlive its bytes. Two contents with the same `text` differ in years, version strings and generated banners only;
// two with the same `evidence` state the same licenses, in the same words, of the same holders. `sketch` tells how much else they have in common. Pure.
import { hash } from 'node:crypto';
import type { FileFacts } from '../findings.ts';
import { itemAt } from '../items.ts';
import { innerLines, isLong, isProse, sentencesOf } from './long-lines.ts';
import {
  isLegalLine,
  isTerms,
  isTermsInCode,
  normalisedLine,
  normalisedLines,
  termsInData,
  wordsOf,
  wordsOfNormalised,
} from './normalise.ts';
import {
  commentsOf,
  isHistory,
  isLinkDefinition,
  kindOfText,
  type LineRegion,
  type RegionKind,
  regionsOf,
} from './regions.ts';
import { sketchOf, sketchOfProse, withoutSigns } from './sketch.ts';

export { regionKindOf } from './regions.ts';
export { similarity } from './sketch.ts';

export interface EvidenceDigests {
  /** 32 hexadecimal digits, of the evidence and the text modulo years, version strings and generated banners. */
  text: string;
  /** 32 hexadecimal digits, of licenses with their words and roles, copyrights modulo years, holders and authors. */
  evidence: string;
  /** Base64: see sketch.ts. */
  sketch: string;
}

/** The same 32 hexadecimal digits for texts of the same words, but for years, version strings, wrapping and signs. */
export const wordsDigest = (text: string): string => digestOf(wordsOf(text.split('\n')));

type Said = Pick<FileFacts, 'licenses' | 'licenseReferences' | 'copyrights' | 'authors'>;

/** A text with more findings than this is a list of licenses, which is compared as a whole. */
const MOST_PLACES = 500;

/** @param text lines end in line feeds or CRLF; `facts` count its lines from 1. */
export function evidenceDigests(text: string, facts: Said, usualKind: RegionKind): EvidenceDigests {
  const lines = text.split('\n');
  const kind = kindOfText(usualKind, lines);
  const all = normalisedLines(lines);
  const parts = statedParts(lines, all, facts, { kind, showsHolders: false });
  const evidence = digestOf(evidenceText(parts, facts, kind));
  const normalised = all.filter((line) => line !== '');
  // A license file is its words, however it is wrapped.
  const body = kind === 'whole' ? '' : normalised.join('\n');
  return { text: digestOf(`${evidence}\n${body}`), evidence, sketch: sketchBeside(parts.places, all, kind) };
}

/** Of the lines that are no part of a statement: a long header makes two programs no more alike. */
function sketchBeside(places: readonly LineRegion[], normalised: readonly string[], kind: RegionKind): string {
  const stated = linesOf(places, normalised);
  const sketch = kind === 'sections' ? sketchOfProse : sketchOf;
  const isSaid = (line: string) => line !== '';
  return sketch(normalised.filter((line, at) => isSaid(line) && !stated.has(at))) || sketch(normalised.filter(isSaid));
}

/**
 * What the digest of the evidence is made of, in the order of the text, as words without years, versions and signs: for people who want to know in which words two
 * contents differ.
 */
export function statedText(text: string, facts: Said, usualKind: RegionKind): string {
  const lines = text.split('\n');
  const kind = kindOfText(usualKind, lines);
  const { regions, terms, authors } = statedParts(lines, normalisedLines(lines), facts, { kind, showsHolders: true });
  const { licenses, licenseReferences } = facts;
  return [
    ...regions,
    ...new Set(terms.filter((words) => !regions.some((region) => region.includes(words)))),
    ...authors.map((words) => `author ${words}`),
    ...distinct(licenseReferences.map(({ target }) => `refers to ${target}`)),
    ...distinct(licenses.map(({ expression, role = 'grants', kind }) => `${isMention(kind)} ${role} ${expression}`)),
  ].join('\n');
}

/** The words of each region with a statement, of terms beside them, and of authors, as they stand in the text. */
function statedParts(
  lines: readonly string[],
  normalised: readonly string[],
  facts: Said,
  { kind, showsHolders }: { kind: RegionKind; showsHolders: boolean },
) {
  const { licenses, licenseReferences, copyrights, authors } = facts;
  const stated = licenses.filter((match) => match.kind !== 'mention');
  const places: LineRegion[] = [
    ...[...stated, ...copyrights].map(({ startLine, endLine }) => ({ start: startLine - 1, end: endLine - 1 })),
    ...licenseReferences.map(({ line }) => ({ start: line - 1, end: line - 1 })),
  ];
  const regions = regionsOf(places.length > MOST_PLACES ? 'whole' : kind, lines, places);
  const tags = tagsIn(lines, licenses);
  const isStated = (line: string) => kind !== 'sections' || !isLinkDefinition(line) || isTermsInCode(line);
  // The order of holders says nothing in a comment, and each statement counts beside it. In a list of licenses it may.
  const isApart = kind === 'comments' && !showsHolders;
  const statements = new Set(isApart ? copyrights.map(({ statement }) => statementWords(statement)) : []);
  const wordsIn = ({ start, end }: LineRegion) => {
    const stated: string[] = [];
    const known = new Set(statements);
    for (let at = start; at <= end && at < lines.length; at++) {
      const line = itemAt(lines, at);
      if (tags.has(at) || !isStated(line)) continue;
      if (isLong(line)) stated.push(...statementsOf(line).map(normalisedLine));
      else {
        const words = itemAt(normalised, at);
        // Also a line of another year only.
        if (isCopyrightLine(words) && known.size === known.add(statementWords(words)).size) {
          if (isReserved(words)) stated.push(RESERVED);
          continue;
        }
        stated.push(kind === 'sections' ? shown(words) : words);
      }
    }
    const said = wordsOfNormalised(stated);
    return kind === 'comments' && isReserved(said) ? `${withoutReserved(said)} ${RESERVED}` : said;
  };
  return {
    places: regions,
    regions: kind === 'whole' ? [wordsOfNormalised(normalised)] : regions.map(wordsIn),
    terms: termsIn(lines, kind, { tags, regions }),
    // Each release of a history has another author.
    authors: isHistory(lines) ? [] : authors.map(({ value }) => wordsOf([value])),
  };
}

function evidenceText(
  { regions, terms, authors }: ReturnType<typeof statedParts>,
  facts: Said,
  kind: RegionKind,
): string {
  const { licenses, licenseReferences, copyrights } = facts;
  return JSON.stringify([
    distinct(licenses.map(({ expression, role = 'grants', kind }) => `${role} ${isMention(kind)} ${expression}`)),
    distinct(licenseReferences.map(({ target }) => target)),
    distinct(copyrights.map(({ statement }) => statementWords(statement))),
    distinct(copyrights.map(({ holder }) => wordsOf([holder]))),
    distinct(authors),
    kind === 'whole' ? regions : distinct(regions),
    distinct(terms),
  ]);
}

const TAG =
  /^(?:dnl\b)?\W{0,10}SPDX-License-Identifier:\s{0,3}\(?[\w.+-]{1,60}\)?(?:\s(?:and|or|with)\s\(?[\w.+-]{1,60}\)?){0,10}\W{0,6}$/i;

/** Lines from 0 that say nothing but the license that was read from them: a tag beside the text of the same license adds nothing. */
function tagsIn(lines: readonly string[], licenses: Said['licenses']): Set<number> {
  const alone = licenses.filter(({ kind, startLine, endLine }) => kind !== 'mention' && startLine === endLine);
  return new Set(alone.map(({ startLine }) => startLine - 1).filter((at) => TAG.test(lines[at] ?? '')));
}

/** Lines whose words count already. Of long ones only some do. */
function linesOf(regions: readonly LineRegion[], lines: readonly string[]): Set<number> {
  const within = new Set<number>();
  for (const { start, end } of regions)
    for (let at = start; at <= end; at++) if (!isLong(lines[at] ?? '')) within.add(at);
  return within;
}

/** Terms that no rule knows, beside all statements. In data, other words are names of members. */
function termsIn(
  lines: readonly string[],
  kind: RegionKind,
  { tags, regions }: { tags: ReadonlySet<number>; regions: readonly LineRegion[] },
): string[] {
  if (kind === 'whole') return [];
  if (kind === 'lines') return termsInData(lines).map((line) => wordsOf([line]));
  const ofStatements = linesOf(regions, lines);
  const inner: string[] = [];
  const said = new Set<number>();
  for (const [at, line] of lines.entries()) {
    if (tags.has(at)) continue;
    // It still opens and closes its comment.
    if (ofStatements.has(at)) said.add(inner.length);
    inner.push(...innerLines(line));
  }
  const inComments = new Set<number>();
  if (kind === 'comments')
    for (const { start, end } of commentsOf(inner)) for (let at = start; at <= end; at++) inComments.add(at);
  const terms: string[] = [];
  let paragraph: string[] = [];
  const endParagraph = () => {
    if (paragraph.length > 0) terms.push(...statingSentences(paragraph));
    paragraph = [];
  };
  for (const [at, line] of inner.entries()) {
    if (!said.has(at) && (kind !== 'comments' || inComments.has(at))) {
      paragraph.push(line);
      continue;
    }
    endParagraph();
    if (!said.has(at) && (isTermsInCode(line) || isTerms(commentBehind(line)))) terms.push(saidInCode(line));
  }
  endParagraph();
  return terms.map((line) => wordsOf([line]));
}

/** Begins something new without a blank line before it. */
const ENTRY = /^(?:@|[-+•*]\s)/;
/** Not "version" and then "2. You may". */
const NUMBERED = /^\(?\w{1,2}[.)]\s/;
const ENDED = /[.;:,]$|\b(?:and|or)$/i;

/** Sentences with terms, however they are wrapped. */
function statingSentences(lines: readonly string[]): string[] {
  const texts: string[] = [];
  let isNew = true;
  const normalised = normalisedLines(lines);
  for (const [at, line] of lines.entries()) {
    // A banner is none, but the years of terms that begin in another line are still needed.
    const text = normalised[at] === '' ? '' : withoutSigns(line.trim());
    if (text === '') isNew = true;
    else if (isNew || ENTRY.test(text) || (NUMBERED.test(text) && ENDED.test(texts.at(-1) ?? ''))) texts.push(text);
    else texts.push(`${texts.pop() ?? ''} ${text}`);
    if (text !== '') isNew = false;
  }
  return texts.flatMap((text) => (isTerms(text) ? sentencesOf(text).filter(isTerms) : []));
}

const QUOTED = /(["'`])((?:(?!\1)[^\\\n]|\\.){1,500})\1/g;

/** The texts of a line of code that state something, if nothing around them does. */
function saidInCode(line: string): string {
  const texts = Array.from(line.matchAll(QUOTED), ([, , text = '']) => text).filter(isTermsInCode);
  const around = line.replaceAll(QUOTED, ' ');
  return texts.length === 0 || isTermsInCode(around) || isTerms(commentBehind(around)) ? line : texts.join(' ');
}

/** The comment at the end of a line of code. */
const commentBehind = (line: string): string => /\s(?:\/\/|\/\*|#)\s(.*)$/.exec(line)?.[1] ?? '';

/** Of a long line only the comments that state something, and code with words of licenses. */
function statementsOf(line: string): string[] {
  if (isProse(line)) return [line];
  const inner = innerLines(line);
  const comments = commentsOf(inner).flatMap(({ start, end }) => {
    const lines = inner.slice(start, end + 1);
    return lines.some(isLegalLine) ? [{ start, lines }] : [];
  });
  const commented = new Set(comments.flatMap(({ start, lines }) => lines.map((_, at) => start + at)));
  const code = inner.filter((one, at) => !commented.has(at) && isTermsInCode(one));
  return [...comments.flatMap(({ lines }) => lines), ...code];
}

/** It belongs to all statements of a comment, wherever it stands. */
const RESERVED = 'all rights reserved';
const isReserved = (text: string) => /\ball rights reserved\b/i.test(text);
const withoutReserved = (text: string) => text.replace(/\s*\ball rights reserved\b/gi, '');
const statementWords = (statement: string) => withoutReserved(wordsOf([statement]));

const isCopyrightLine = (line: string) => /copyright|\(c\)|©/i.test(line);

/** What stands in a comment of a page is not shown to its readers. */
const shown = (line: string) => line.replace(/<!--|--+>/g, ' ~~ ');

const isMention = (kind: string) => (kind === 'mention' ? 'mentioned' : 'stated');

const distinct = (texts: readonly string[]) => [...new Set(texts.filter((text) => text !== ''))].sort();

const digestOf = (text: string) => hash('sha256', text).slice(0, 32);
