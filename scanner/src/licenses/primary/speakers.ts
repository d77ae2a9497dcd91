// What a license file or README says, in the order in which it says it: words before the first full text, texts, and all of it. Pure.

import { joinExpressions } from '../../expressions/index.ts';
import type { LicenseMatch } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import { isUnknownLicense } from '../reading/references.ts';
import { isChoice } from './ids.ts';
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
export interface Speaker {
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

export interface Root {
  heard: Speaker[];
  readmes: Speaker[];
  /** Of all license files. */
  texts: string[];
  evidence: RootEvidence;
}

/** Statements of these kinds count; others only speak of a license. */
const COUNTED: ReadonlySet<string> = new Set(['text', 'notice', 'reference', 'tag']);

/** What the file says itself of licenses that are known, in order. */
export function statementsOf({ matches = [] }: LicensedFile): LicenseMatch[] {
  return matches
    .filter(({ kind, via, expression }) => COUNTED.has(kind) && via === undefined && !isUnknownLicense(expression))
    .sort((a, b) => a.startLine - b.startLine);
}

export function speakerOf({ path, spdx, matches }: LicensedFile): Speaker {
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
export function readmeOf({ path, spdx, matches }: LicensedFile): Speaker {
  return speakerOf({ path, spdx, ...(matches ? { matches: matches.filter(({ kind }) => kind !== 'tag') } : {}) });
}

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
