// Determines the license that the license files at the root of a project or package name together, using its READMEs and headers. Pure.
//
// Decided here:
// - The first full text of the plain license file is the license; its later texts, and other files, belong to bundled parts.
// - Words before the text, in a README or in most headers that offer a choice among the texts make the license a choice.
// - A GNU text is the same for "only" and "or later": words decide, then headers. If the words say "version 2", most headers cannot widen it.
// - COPYING beside COPYING.LESSER is the LGPL if words or headers say so, or if both are version 3, where one adds to the other.

import { idsOf, joinExpressions } from '../../expressions/index.ts';
import { firstOf, valueFor } from '../../items.ts';
import { ADDED_TO, completes, isGnuOnly, isLaterThanNamed, WORD_OF_FILE_NAME } from '../rules/license-ids.ts';
import { byHeadersInstead, narrowest, settle } from './gnu-versions.ts';
import { distinct, familyOf, isChoice, sharesFamily, sharesLicense, stemOf } from './ids.ts';
import type { LicenseFileRole } from './license-file-roles.ts';
import {
  baseOf,
  type LicensedFile,
  type Root,
  type RootEvidence,
  type RootOpinion,
  readmeOf,
  type Speaker,
  speakerOf,
  statementsOf,
} from './speakers.ts';

const ROLE_ORDER: readonly LicenseFileRole[] = ['license', 'text', 'notice'];

export function opinionOfRoot(evidence: RootEvidence): RootOpinion | undefined {
  const speakers = evidence.licenseFiles.map(speakerOf).filter(({ role, all }) => role !== 'aside' && all.length > 0);
  const isNoticeNeeded = speakers.every(({ role }) => role === 'notice');
  const heard = withoutOverviews(speakers.filter(({ role }) => isNoticeNeeded || role !== 'notice')).sort(byRank);
  if (heard.length === 0) return undefined;
  const root: Root = {
    heard,
    readmes: evidence.readmes.map(readmeOf),
    texts: distinct(heard.flatMap(textsOf)),
    evidence,
  };
  const found =
    choiceByWords(root) ??
    firstWords(root) ??
    choiceByHeaders(root) ??
    lesserLicense(root) ??
    choiceByNames(root) ??
    firstLicense(root);
  return { ...found, reason: found.reason + restOf(found, root) };
}

/** LICENSES beside a text in COPYING lists the licenses of parts. */
function withoutOverviews(speakers: Speaker[]): Speaker[] {
  const whole = speakers.filter(({ path }) => !/^licen[cs]es(?:\.|$)/i.test(baseOf(path)));
  return whole.some(({ role, texts }) => role === 'license' && texts.length > 0) ? whole : speakers;
}

/** The license in a README if nothing else names one: texts and notices before names; among names the most frequent, then the first. */
export function opinionOfReadme(file: LicensedFile): RootOpinion | undefined {
  const counted = statementsOf(file);
  const said = counted.find(({ kind }) => kind === 'text' || kind === 'notice')?.expression;
  const { path, all } = speakerOf(file);
  if (all.length === 0) return undefined;
  const times = new Map<string, number>();
  for (const one of all) times.set(one, (times.get(one) ?? 0) + 1);
  const expression = said ?? [...times].reduce((most, one) => (one[1] > most[1] ? one : most))[0];
  return { expression, reason: `${path} says ${expression}`, basis: [path], isOfTexts: false };
}

/** Order: plain names, then others; full texts before words in a plain name; LICENSE before COPYING; shorter names first. */
function byRank(a: Speaker, b: Speaker): number {
  const rank = ({ role, texts, path }: Speaker) =>
    ROLE_ORDER.indexOf(role) * 4 + (texts.length > 0 ? 0 : 2) + (/^(?:un)?licen/i.test(baseOf(path)) ? 0 : 1);
  return rank(a) - rank(b) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}

const textsOf = ({ texts }: Speaker): string[] => texts;

/** A choice in the words of the license file or a README among the licenses whose texts are present. */
function choiceByWords(root: Root): RootOpinion | undefined {
  for (const { path, role, words, texts } of root.heard.filter(({ role }) => role !== 'notice')) {
    // Words without a text describe the whole in their first sentence, then parts.
    const offered = (texts.length > 0 ? words : words.slice(0, 1)).filter(isChoice);
    for (const choice of offered) {
      const isOwn = texts.length === 0 && role === 'license';
      const expression = isOwn ? (amongTexts(choice, root.texts) ?? choice) : amongTexts(choice, root.texts);
      if (expression) return settle(root, expression, path, `${path} offers the choice`, true);
    }
  }
  for (const { path, all } of root.readmes)
    for (const choice of all.filter(isChoice)) {
      const expression = amongTexts(choice, root.texts);
      if (expression) return settle(root, expression, path, `${path} offers the choice`, true);
    }
  return undefined;
}

/**
 * The first words of a plain license file without a text (`Most files are under the LGPL 2.1 or later`), if other files' texts or most headers
 * confirm them.
 */
function firstWords(root: Root): RootOpinion | undefined {
  const plain = root.heard.filter(({ role }) => role === 'license');
  const [first] = plain;
  if (!first || plain.some(({ texts }) => texts.length > 0)) return undefined;
  const said = narrowest(firstOf(first.all), first.all);
  const isBorneOut =
    root.texts.length === 0 || sharesLicense(root.texts, said) || said === root.evidence.headerMajority;
  return isBorneOut ? settle(root, said, first.path, `${first.path} holds`, true) : undefined;
}

function choiceByHeaders({ heard, texts, evidence }: Root): RootOpinion | undefined {
  const { headerMajority } = evidence;
  if (!isChoice(headerMajority)) return undefined;
  const held = new Set(texts.flatMap(idsOf).map(stemOf));
  if (!idsOf(headerMajority).some((id) => held.has(stemOf(id)))) return undefined;
  const basis = heard.filter(({ texts: own }) => sharesLicense(own, headerMajority)).map(({ path }) => path);
  const reason = `${namedPaths(basis)} ${basis.length > 1 ? 'hold texts' : 'holds a text'} of the choice that most headers offer, ${headerMajority}`;
  return { expression: headerMajority, reason, basis, isOfTexts: false };
}

/** LICENSE-MIT and LICENSE-APACHE without a plain LICENSE are the usual way to offer a choice. */
function choiceByNames(root: Root): RootOpinion | undefined {
  const { heard } = root;
  if (heard.length < 2 || !heard.every(({ role, path }) => role === 'text' && /licen[cs]e/i.test(baseOf(path))))
    return undefined;
  // LICENSES/ (https://reuse.software) contains the texts of all parts.
  if (isFolderOfLicenses(heard)) return undefined;
  const place = new Map(root.evidence.licenseFiles.map(({ path }, index) => [path, index]));
  const inOrder = [...heard].sort((a, b) => valueFor(place, a.path) - valueFor(place, b.path));
  const members = distinct(inOrder.map(licenseOf));
  const said = joinExpressions('OR', members);
  return settle(
    root,
    said,
    inOrder.map(({ path }) => path),
    `${namedPaths(inOrder.map(({ path }) => path))} hold ${said}`,
    false,
  );
}

/** COPYING with COPYING.LESSER or COPYING.LIB: decides which of them is the license of the whole. */
function lesserLicense(root: Root): RootOpinion | undefined {
  for (const [lesser, plain] of ADDED_TO) {
    const found = lesserOf(root, lesser, plain);
    if (found) return found;
  }
  return undefined;
}

function lesserOf(root: Root, lesserFamily: string, plainFamily: string): RootOpinion | undefined {
  const isLesserId = (id: string) => id.startsWith(`${lesserFamily}-`);
  const isPlainId = (id: string) => id.startsWith(`${plainFamily}-`);
  const isEither = (id: string) => isLesserId(id) || isPlainId(id);
  const holding = (isIt: (id: string) => boolean) =>
    root.heard.filter(({ texts }) => texts.length > 0 && isIt(firstOf(texts)));
  const lesser = holding(isLesserId);
  const plain = holding(isPlainId);
  const [first] = lesser;
  if (!first || plain.length === 0) return undefined;
  // COPYING.LESSER completes a COPYING with the GPL; beside another license it belongs to a part.
  if (root.heard.some(({ role, texts: [text] }) => role === 'license' && text !== undefined && !isEither(text)))
    return undefined;
  // A file of words named after something (COPYING.pine) describes only that part.
  const words = [...root.heard, ...root.readmes].flatMap(({ role, words, texts, all }) =>
    texts.length > 0 ? words : role === 'text' ? [] : all,
  );
  const named = words.find(isEither);
  const count = (isIt: (id: string) => boolean) => root.evidence.headers.filter(({ spdx }) => spdx.some(isIt)).length;
  const counts = { lesser: count(isLesserId), plain: count(isPlainId) };
  const completed = completes(firstOf(first.texts));
  const isLesser = named
    ? isLesserId(named)
    : counts.lesser + counts.plain > 0
      ? counts.lesser > counts.plain
      : hasWord(first.path, WORD_OF_FILE_NAME.get(lesserFamily)) ||
        (completed !== undefined && plain.some(({ texts }) => firstOf(texts).startsWith(completed)));
  if (!isLesser) return undefined;
  // Among several versions, take the one that words name, else the one of most headers.
  const isOf = (speaker: Speaker, one: string) => sharesLicense(speaker.texts.slice(0, 1), one);
  const byWords = words.map((one) => lesser.find((speaker) => isOf(speaker, one))).find((one) => one !== undefined);
  const carrying = (speaker: Speaker) =>
    root.evidence.headers.filter(({ spdx }) => spdx.some((one) => isOf(speaker, one))).length;
  const chosen = byWords ?? firstOf([...lesser].sort((a, b) => carrying(b) - carrying(a)));
  const said = firstOf(chosen.texts);
  return settle(root, said, chosen.path, `${chosen.path} holds ${said}`, false);
}

const hasWord = (path: string, word: string | undefined): boolean =>
  word !== undefined && path.toLowerCase().includes(word);

function firstLicense(root: Root): RootOpinion {
  const { heard } = root;
  if (isFolderOfLicenses(heard)) return ofFolder(root);
  const [first] = heard as [Speaker];
  const said = textOfWords(root, first) ?? licenseOf(first);
  const byHeaders = byHeadersInstead(root, said, first);
  if (byHeaders) return byHeaders;
  const { expression, path } = withExceptionBeside(root, said, first.path);
  return settle(
    root,
    expression,
    path,
    `${namedPaths(path)} ${path.length > 1 ? 'hold' : 'holds'} ${expression}`,
    false,
  );
}

/** LICENSE with the text, and COPYING or LICENSE.OPENSSL with the words of an exception to it. */
function withExceptionBeside({ heard }: Root, said: string, path: string): { expression: string; path: string[] } {
  const isPlain = isGnuOnly(said);
  for (const { path: other, texts, all } of isPlain ? heard : []) {
    const [named, exception] =
      all.find((one) => one.includes(' WITH ') && !/ (?:AND|OR) /.test(one))?.split(' WITH ') ?? [];
    if (texts.length > 0 || named === undefined || !sharesFamily(named, said)) continue;
    // "The GPL with the exception …" names no version.
    if (stemOf(named) === stemOf(said) || !(isGnuOnly(named) || isLaterThanNamed(named)))
      return { expression: `${said} WITH ${exception}`, path: [path, other] };
  }
  return { expression: said, path: [path] };
}

/**
 * "The entire distribution is subject to the GPL (see below)" above the terms of old parts: the later text that the first words name, if headers
 * confirm it.
 */
function textOfWords({ evidence }: Root, { words, texts }: Speaker): string | undefined {
  const [named] = words;
  const [first] = texts;
  if (named === undefined || first === undefined || isChoice(named) || sharesFamily(named, first)) return undefined;
  return texts.slice(1).find((text) => sharesFamily(text, named) && sharesLicense([text], evidence.headerMajority));
}

/** The first license of a file, modified by the words before its text and an exception after it. */
function licenseOf({ words, texts, all }: Speaker): string {
  if (texts.length === 0) return narrowest(firstOf(all), all);
  const text = firstOf(texts);
  const said =
    words.find((one) => sharesLicense([text], one) && one.includes(' WITH ')) ??
    words.find((one) => isLaterWithException(one, text)) ??
    all.find((one) => isExceptionTo(text, one));
  return said ?? text;
}

/** `LGPL-2.0-or-later WITH X` above the text of the LGPL 2.1. */
const isLaterWithException = (one: string, text: string): boolean =>
  !/ (?:AND|OR) /.test(one) && /-or-later WITH /.test(one) && sharesFamily(one, text) && stemOf(firstOf(one.split(' WITH '))) < stemOf(text); // biome-ignore format: one condition

/** `GPL-2.0-or-later WITH X` for the text of the GPL 2. */
function isExceptionTo(text: string, one: string): boolean {
  return (
    one.includes(' WITH ') &&
    !/ (?:AND|OR) /.test(one) &&
    !text.includes(' WITH ') &&
    sharesLicense([text], firstOf(one.split(' WITH ')))
  );
}

/** LICENSES/ contains the texts of all parts. A single one is the license; among several, the one that words or most headers name. */
function ofFolder(root: Root): RootOpinion {
  const texts = distinct(root.heard.filter(({ texts }) => texts.length > 0).map(licenseOf));
  const paths = root.heard.map(({ path }) => path);
  const { headerMajority } = root.evidence;
  for (const { path, all } of root.readmes) {
    const said = all.find((one) => amongTexts(one, texts) !== undefined);
    if (said) return settle(root, said, path, `of the texts in ${namedPaths(paths)} ${path} names`, true);
  }
  if (headerMajority !== '' && amongTexts(headerMajority, texts) !== undefined)
    return {
      expression: headerMajority,
      reason: `of the texts in ${namedPaths(paths)} most headers name ${headerMajority}`,
      basis: paths,
      isOfTexts: false,
    };
  const joint = joinExpressions('AND', texts.length > 0 ? texts : distinct(root.heard.map(licenseOf)));
  return settle(root, joint, paths, `${namedPaths(paths)} ${paths.length > 1 ? 'hold' : 'holds'} ${joint}`, false);
}

const isFolderOfLicenses = (heard: readonly Speaker[]): boolean => {
  const folders = new Set(heard.map(({ path }) => folderOf(path)));
  return folders.size === 1 && /(?:^|\/)licenses\/$/i.test(firstOf([...folders]));
};

/** Names the other texts at the root, so that the reader can judge. */
function restOf({ expression, text: own = '' }: RootOpinion, { texts }: Root): string {
  const known = new Set([...idsOf(expression), ...idsOf(own)].map(stemOf));
  // Words say `Artistic-1.0-Perl`, and the text is that of `Artistic-1.0`.
  const isKnown = (stem: string) => known.has(stem) || [...known].some((one) => one.startsWith(`${stem}-`));
  const others = distinct(texts).filter((text) => !idsOf(text).every((id) => isKnown(stemOf(id))));
  if (others.length === 0) return '';
  const named =
    others.length <= PATHS_NAMED
      ? others.join(', ')
      : `${others.slice(0, PATHS_NAMED).join(', ')} and ${others.length - PATHS_NAMED} more`;
  return `; other texts beside it (${named}) count as those of bundled parts`;
}

/**
 * The expression if the text of each of its licenses is present; undefined if one is missing. If the words name no version or only the family
 * (`BSD`, `GPL`), takes the version of the text.
 */
function amongTexts(expression: string, texts: readonly string[]): string | undefined {
  const held = distinct(texts.flatMap(idsOf));
  const members: string[] = [];
  for (const member of expression.split(' OR ')) {
    if (idsOf(member).every((id) => held.some((text) => stemOf(text) === stemOf(id)))) members.push(member);
    else {
      const related = held.filter((text) => familyOf(text) === familyOf(member));
      // `Artistic-1.0-Perl` is more exact than the text of `Artistic-1.0`.
      if (related.some((text) => member.startsWith(`${text}-`) && !isGnuOnly(text))) {
        members.push(member);
        continue;
      }
      if (related.length !== 1 || member.includes(' WITH ')) return undefined;
      // "Version 2 or later" is also valid beside the text of version 3.
      members.push(isLaterThanNamed(member) ? member : firstOf(related));
    }
  }
  return joinExpressions('OR', distinct(members));
}

/** With its slash; '' for a file at the root. */
export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const PATHS_NAMED = 5;

/** Shortens lists in sentences: a tree may have license files for thousands of parts. */
export function namedPaths(paths: readonly string[]): string {
  if (paths.length <= PATHS_NAMED + 1) return paths.join(' and ');
  return `${paths.slice(0, PATHS_NAMED).join(', ')} and ${paths.length - PATHS_NAMED} more`;
}
