// Which license the license files at the root of a project or package name together, with the words of its READMEs and headers. Pure.
//
// Decided here:
// - The first full text of the plain license file is the license; later texts of it, and other files, are those of bundled parts.
// - Words before the text, in a README or in most headers that offer a choice among the texts make it one.
// - A GNU text is the same for "only" and "or later": words tell, then headers; what the words call "version 2" most headers cannot widen.
// - COPYING beside COPYING.LESSER is the LGPL where words or headers say so, or where version 3 of both shows that one adds to the other.

import { idsOf, joinExpressions } from '../../expressions/index.ts';
import type { LicenseMatch } from '../../findings.ts';
import { firstOf, itemAt, valueFor } from '../../items.ts';
import { isUnknownLicense } from '../reading/references.ts';
import { isReadme, type LicenseFileRole, licenseFileRole } from './license-file-roles.ts';

/** A file and the distinct expressions found in it. */
export interface LicensedFile {
  path: string;
  spdx: readonly string[];
  /** Where they stand in it, where that is known: only so can the first text be told from later ones. */
  matches?: readonly LicenseMatch[];
}

export interface RootEvidence {
  /** License files of the root, or of its folder for licenses. */
  licenseFiles: readonly LicensedFile[];
  readmes: readonly LicensedFile[];
  headers: readonly LicensedFile[];
  /** What most headers carry; '' when there is no majority. */
  headerMajority: string;
}

export interface RootOpinion {
  expression: string;
  reason: string;
  basis: string[];
  /** Whether it stands on whole texts, which are the same for "only" and "or later". */
  isOfTexts: boolean;
  /** The text that is there, where the expression is another license's than it says. */
  text?: string;
}

/** A license file in the order in which it speaks. */
interface Speaker {
  path: string;
  role: LicenseFileRole;
  /** What is said before the first full text, or at all where there is none. */
  words: string[];
  /** The full texts. */
  texts: string[];
  /** Everything, in order. */
  all: string[];
  /** Everything but addresses: a link or badge names a text, which is the same for "only" and "or later". */
  said: string[];
}

/** Statements of these kinds count; others only speak of a license. */
const COUNTED: ReadonlySet<string> = new Set(['text', 'notice', 'reference', 'tag']);
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

interface Root {
  heard: Speaker[];
  readmes: Speaker[];
  /** Of all license files. */
  texts: string[];
  evidence: RootEvidence;
}

/** What the file says itself of licenses that are known, in order. */
function statementsOf({ matches = [] }: LicensedFile): LicenseMatch[] {
  return matches
    .filter(({ kind, via, expression }) => COUNTED.has(kind) && via === undefined && !isUnknownLicense(expression))
    .sort((a, b) => a.startLine - b.startLine);
}

function speakerOf({ path, spdx, matches }: LicensedFile): Speaker {
  // In a folder for licenses every file is one, and its README tells what they are for.
  const byName = licenseFileRole(baseOf(path));
  const role = byName !== 'none' ? byName : isReadme(baseOf(path)) ? 'license' : 'text';
  // Without places, all that is known is that the file holds them.
  const counted = statementsOf({ path, spdx, matches });
  if (counted.length === 0) {
    const known = matches === undefined ? spdx.filter((one) => !isUnknownLicense(one)) : [];
    const text = known.length > 0 ? [joinExpressions('AND', withoutMembersOfChoices(known))] : [];
    return { path, role, words: [], texts: text, all: text, said: text };
  }
  const first = counted.findIndex(({ kind }) => kind === 'text');
  const expressions = (some: LicenseMatch[]) => some.map(({ expression }) => expression);
  return {
    path,
    role,
    words: expressions(
      first < 0 ? counted : counted.slice(0, first).filter((one) => !isTitleOf(one, itemAt(counted, first))),
    ),
    texts: expressions(counted.filter(({ kind }) => kind === 'text')),
    all: expressions(counted),
    said: expressions(counted.filter(({ rule }) => !OF_AN_ADDRESS.test(rule))),
  };
}

/** `A OR B` beside `A`: one of the choice is named again. */
function withoutMembersOfChoices(expressions: readonly string[]): string[] {
  const members = new Set(expressions.filter(isChoice).flatMap((choice) => choice.split(' OR ')));
  return expressions.filter((one) => !members.has(one));
}

const OF_AN_ADDRESS = /\/(?:url|opensource|nuget|(?:opensource|gnu|spdx)\.org[^,]*)$/;
const TITLE_LINES = 12;

/** `GNU GENERAL PUBLIC LICENSE, Version 2` right above the text tells no more than the text. */
const isTitleOf = (one: LicenseMatch, text: LicenseMatch): boolean =>
  one.kind === 'reference' && one.expression === text.expression && text.startLine - one.endLine <= TITLE_LINES;

/** An SPDX tag in a README is about the README. */
function readmeOf({ path, spdx, matches }: LicensedFile): Speaker {
  return speakerOf({ path, spdx, ...(matches ? { matches: matches.filter(({ kind }) => kind !== 'tag') } : {}) });
}

/** What a README says where nothing else speaks: a text or notice before names, and of names the most frequent, the first of equals. */
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

/** Plain names before others, full texts before words in a plain name; LICENSE before COPYING, and shorter names first. */
function byRank(a: Speaker, b: Speaker): number {
  const rank = ({ role, texts, path }: Speaker) =>
    ROLE_ORDER.indexOf(role) * 4 + (texts.length > 0 ? 0 : 2) + (/^(?:un)?licen/i.test(baseOf(path)) ? 0 : 1);
  return rank(a) - rank(b) || a.path.length - b.path.length || (a.path < b.path ? -1 : 1);
}

const textsOf = ({ texts }: Speaker): string[] => texts;

/** A choice that the words of the license file or of a README offer among the licenses whose texts are there. */
function choiceByWords(root: Root): RootOpinion | undefined {
  for (const { path, role, words, texts } of root.heard.filter(({ role }) => role !== 'notice')) {
    // Words without a text speak of the whole in their first sentence, then of parts.
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

/** A plain license file without a text (`Most files are under the LGPL 2.1 or later`): its first words, where the texts of others or most headers bear them out. */
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
  // In LICENSES/ (https://reuse.software) lie the texts of all parts.
  if (isFolderOfLicenses(heard)) return undefined;
  const place = new Map(root.evidence.licenseFiles.map(({ path }, index) => [path, index]));
  const inOrder = [...heard].sort((a, b) => valueFor(place, a.path) - valueFor(place, b.path));
  const members = distinct(inOrder.map(saidBy));
  const said = joinExpressions('OR', members);
  return settle(
    root,
    said,
    inOrder.map(({ path }) => path),
    `${namedPaths(inOrder.map(({ path }) => path))} hold ${said}`,
    false,
  );
}

/** COPYING with COPYING.LESSER or COPYING.LIB: which of the two is the license of the whole. */
function lesserLicense(root: Root): RootOpinion | undefined {
  const holding = (stem: RegExp) => root.heard.filter(({ texts }) => texts.length > 0 && stem.test(firstOf(texts)));
  const lesser = holding(/^LGPL-/);
  const plain = holding(/^GPL-/);
  const [first] = lesser;
  if (!first || plain.length === 0) return undefined;
  // COPYING.LESSER completes a COPYING with the GPL; beside another license it is that of a part.
  if (root.heard.some(({ role, texts: [text = 'GPL-'] }) => role === 'license' && !/^L?GPL-/.test(text)))
    return undefined;
  // A file in words that is named after something (COPYING.pine) speaks of that part.
  const words = [...root.heard, ...root.readmes].flatMap(({ role, words, texts, all }) =>
    texts.length > 0 ? words : role === 'text' ? [] : all,
  );
  const named = words.find((one) => /^L?GPL-/.test(one));
  const count = (stem: RegExp) => root.evidence.headers.filter(({ spdx }) => spdx.some((one) => stem.test(one))).length;
  const counts = { lesser: count(/^LGPL-/), plain: count(/^GPL-/) };
  const isLesser = named
    ? named.startsWith('LGPL')
    : counts.lesser + counts.plain > 0
      ? counts.lesser > counts.plain
      : /lesser/i.test(first.path) ||
        (firstOf(first.texts).startsWith('LGPL-3') && plain.some(({ texts }) => firstOf(texts).startsWith('GPL-3')));
  if (!isLesser) return undefined;
  // Of several versions the one that the words name, else that of most headers.
  const isOf = (speaker: Speaker, one: string) => sharesLicense(speaker.texts.slice(0, 1), one);
  const byWords = words.map((one) => lesser.find((speaker) => isOf(speaker, one))).find((one) => one !== undefined);
  const carrying = (speaker: Speaker) =>
    root.evidence.headers.filter(({ spdx }) => spdx.some((one) => isOf(speaker, one))).length;
  const chosen = byWords ?? firstOf([...lesser].sort((a, b) => carrying(b) - carrying(a)));
  const said = firstOf(chosen.texts);
  return settle(root, said, chosen.path, `${chosen.path} holds ${said}`, false);
}

function firstLicense(root: Root): RootOpinion {
  const { heard } = root;
  if (isFolderOfLicenses(heard)) return ofFolder(root);
  const [first] = heard as [Speaker];
  const said = textOfWords(root, first) ?? saidBy(first);
  return earlierByHeaders(root, said, first) ?? settle(root, said, first.path, `${first.path} holds ${said}`, false);
}

/** "The entire distribution is subject to the GPL (see below)" above the terms of old parts: the later text that the first words name, where headers bear it out. */
function textOfWords({ evidence }: Root, { words, texts }: Speaker): string | undefined {
  const [named] = words;
  const [first] = texts;
  if (named === undefined || first === undefined || isChoice(named) || sharesFamily(named, first)) return undefined;
  return texts.slice(1).find((text) => sharesFamily(text, named) && sharesLicense([text], evidence.headerMajority));
}

/** A text of the GNU GPL 3 beside headers that say "version 2 or later", as programs that make configure scripts put it there: the headers grant more. */
function earlierByHeaders(
  { heard, readmes, evidence }: Root,
  said: string,
  { path }: Speaker,
): RootOpinion | undefined {
  const { headers, headerMajority } = evidence;
  const isEarlier =
    GNU_ONLY.test(said) &&
    LATER_THAN_FIRST.test(headerMajority) &&
    familyOf(headerMajority) === familyOf(said) &&
    stemOf(headerMajority) < stemOf(said);
  if (!isEarlier) return undefined;
  const isNamed = [...heard.flatMap(({ words }) => words), ...readmes.flatMap(({ said }) => said)].some((one) =>
    sharesLicense([said], one),
  );
  const carrying = (one: string) => headers.filter(({ spdx }) => sharesLicense(spdx, one)).length;
  const count = carrying(headerMajority);
  if (isNamed || carrying(said) > count * ONLY_FOR_LATER) return undefined;
  const reason = `${path} holds ${said}, a later version of ${headerMajority}, which ${count} source files carry`;
  return { expression: headerMajority, reason, basis: [path], isOfTexts: false, text: said };
}

/** The first license of a file: what the words before its text make of it, with an exception that follows it. */
function saidBy({ words, texts, all }: Speaker): string {
  if (texts.length === 0) return narrowest(firstOf(all), all);
  const text = firstOf(texts);
  const said =
    words.find((one) => sharesLicense([text], one) && one.includes(' WITH ')) ??
    all.find((one) => isExceptionTo(text, one));
  return said ?? text;
}

/** `GPL-2.0-or-later WITH X` for the text of the GPL 2. */
function isExceptionTo(text: string, one: string): boolean {
  return (
    one.includes(' WITH ') &&
    !/ (?:AND|OR) /.test(one) &&
    !text.includes(' WITH ') &&
    sharesLicense([text], firstOf(one.split(' WITH ')))
  );
}

/** Where words say "or later" and "only" of one license, the whole is under the one that holds for all of it. */
function narrowest(first: string, all: readonly string[]): string {
  const only = first.replace(/-or-later$/, '-only');
  return first !== only && all.includes(only) ? only : first;
}

/** LICENSES/ holds the texts of all parts: one alone is the license; of several, the one that words or most headers name. */
function ofFolder(root: Root): RootOpinion {
  const texts = distinct(root.heard.filter(({ texts }) => texts.length > 0).map(saidBy));
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
  const joint = joinExpressions('AND', texts.length > 0 ? texts : distinct(root.heard.map(saidBy)));
  return settle(root, joint, paths, `${namedPaths(paths)} ${paths.length > 1 ? 'hold' : 'holds'} ${joint}`, false);
}

const isFolderOfLicenses = (heard: readonly Speaker[]): boolean => {
  const folders = new Set(heard.map(({ path }) => folderOf(path)));
  return folders.size === 1 && /(?:^|\/)licenses\/$/i.test(firstOf([...folders]));
};

/** With "or later" settled, for each GNU license that stands on a text alone. */
function settle(
  root: Root,
  said: string,
  from: string | string[],
  reason: string,
  isChoiceOffered: boolean,
): RootOpinion {
  const basis = typeof from === 'string' ? [from] : from;
  let expression = said;
  let note = '';
  for (const only of new Set(idsOf(said).filter((id) => GNU_ONLY.test(id)))) {
    const later = only.replace(/only$/, 'or-later');
    const why = laterVersions(root, only, later);
    if (why === '') {
      note += partsForLater(root, later);
      continue;
    }
    expression = expression.replaceAll(only, later);
    note += `, and ${why} ${later}`;
  }
  return {
    expression,
    reason: isChoiceOffered ? `${reason} ${said}${note}` : `${reason}${note}`,
    basis,
    isOfTexts: !isChoiceOffered,
  };
}

/** The whole is under "only" the version; parts of it are offered under later ones too. */
function partsForLater({ evidence: { headers } }: Root, later: string): string {
  const parts = headers.filter(({ spdx }) => spdx.some((one) => idsOf(one).includes(later))).length;
  if (parts === 0) return '';
  const licensed = headers.filter(({ spdx }) => spdx.length > 0).length;
  return `; ${parts} of ${licensed} licensed source files are ${later}`;
}

const GNU_ONLY = /^(?:[AL]?GPL|GFDL)-[\d.]+-only$/;
/** Headers that may say "only" for each ten that say "or later". */
const ONLY_FOR_LATER = 0.1;
/** Where words name the version without "or later": headers that may say "only", and the share of all licensed source files that has to say "later". */
const ONLY_AGAINST_WORDS = 0.02;
const LATER_AGAINST_WORDS = 0.5;

/** Who says "or later" of a license whose text is there; '' when nobody with enough weight does. */
function laterVersions({ heard, readmes, evidence }: Root, only: string, later: string): string {
  const speaking = [...heard.map(({ path, words }) => ({ path, said: words })), ...readmes];
  const saying = (id: string) => speaking.find(({ said }) => said.some((one) => idsOf(one).includes(id)));
  const isOnlySaid = saying(only) !== undefined;
  const teller = saying(later);
  if (teller && !isOnlySaid) return `${teller.path} says`;
  const { headers } = evidence;
  const naming = (id: string) => headers.filter(({ spdx }) => spdx.some((one) => idsOf(one).includes(id))).length;
  const counts = { later: naming(later), only: naming(only) };
  if (counts.later === 0 || counts.only > counts.later * (isOnlySaid ? ONLY_AGAINST_WORDS : ONLY_FOR_LATER)) return '';
  const licensed = headers.filter(({ spdx }) => spdx.length > 0).length;
  if (isOnlySaid && counts.later < licensed * LATER_AGAINST_WORDS) return '';
  return `${counts.later} of ${counts.later + counts.only} source files that name it say`;
}

/** What else stands at the root, for the reader to judge. */
function restOf({ expression, text: own = '' }: RootOpinion, { texts }: Root): string {
  const known = new Set([...idsOf(expression), ...idsOf(own)].map(stemOf));
  // The text of `Artistic-1.0` for what words call `Artistic-1.0-Perl`.
  const isKnown = (stem: string) => known.has(stem) || [...known].some((one) => one.startsWith(`${stem}-`));
  const others = distinct(texts).filter((text) => !idsOf(text).every((id) => isKnown(stemOf(id))));
  if (others.length === 0) return '';
  const named =
    others.length <= PATHS_NAMED
      ? others.join(', ')
      : `${others.slice(0, PATHS_NAMED).join(', ')} and ${others.length - PATHS_NAMED} more`;
  return `; other texts beside it (${named}) count as those of bundled parts`;
}

const isChoice = (expression: string): boolean => expression.includes(' OR ') && !expression.includes(' AND ');

/**
 * The expression when each license of it is there as a text, in the version of the text where the words name none or only the family (`BSD`, `GPL`);
 * undefined when one is not there.
 */
function amongTexts(expression: string, texts: readonly string[]): string | undefined {
  const held = distinct(texts.flatMap(idsOf));
  const members: string[] = [];
  for (const member of expression.split(' OR ')) {
    if (idsOf(member).every((id) => held.some((text) => stemOf(text) === stemOf(id)))) members.push(member);
    else {
      const related = held.filter((text) => familyOf(text) === familyOf(member));
      // `Artistic-1.0-Perl` is more exact than the text of `Artistic-1.0`.
      if (related.some((text) => member.startsWith(`${text}-`) && !GNU_ONLY.test(text))) {
        members.push(member);
        continue;
      }
      if (related.length !== 1 || member.includes(' WITH ')) return undefined;
      // "Version 2 or later" holds beside the text of version 3.
      members.push(LATER_THAN_FIRST.test(member) ? member : firstOf(related));
    }
  }
  return joinExpressions('OR', distinct(members));
}

/** `GPL-1.0-or-later` and `GPL-2.0-only`. */
const sharesFamily = (one: string, other: string): boolean => familyOf(one) === familyOf(other);

/** GNU licenses whose version words name; what a bare name means is the first version or later. */
const LATER_THAN_FIRST = /^(?:GPL-[23]|LGPL-(?:2\.1|3)|AGPL-3).*-or-later$/;

function sharesLicense(texts: readonly string[], expression: string): boolean {
  const held = new Set(texts.flatMap(idsOf).map(stemOf));
  return idsOf(expression).some((id) => held.has(stemOf(id)));
}

/** `LGPL-2.1-only` → `LGPL-2.1`: the text is the same. */
const stemOf = (id: string): string => id.replace(/-(?:only|or-later)$/, '');
/** `LGPL-2.1-only` → `LGPL`, `BSD-3-Clause` → `BSD`. */
const familyOf = (id: string): string => id.replace(/-\d.*$/, '');

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf('/') + 1);

const PATHS_NAMED = 5;

/** For sentences: a tree may hold a license file for each of thousands of parts. */
export function namedPaths(paths: readonly string[]): string {
  if (paths.length <= PATHS_NAMED + 1) return paths.join(' and ');
  return `${paths.slice(0, PATHS_NAMED).join(', ')} and ${paths.length - PATHS_NAMED} more`;
}
