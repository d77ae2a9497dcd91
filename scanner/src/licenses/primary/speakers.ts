// Orders what a license file or README says: words before the first full text, then texts, then everything. Pure.

import { joinExpressions } from '../../expressions/index.ts';
import type { LicenseMatch } from '../../findings.ts';
import { itemAt } from '../../items.ts';
import { OF_ALL_FILES } from '../reading/dep5.ts';
import { isUnknownLicense } from '../reading/references.ts';
import { isChoice } from './ids.ts';
import { isReadme, type LicenseFileRole, licenseFileRole } from './license-file-roles.ts';

/** A file and its distinct license expressions. */
export interface LicensedFile {
  path: string;
  spdx: readonly string[];
  /** Positions in the file, if known. They separate the first text from later ones. */
  matches?: readonly LicenseMatch[];
}

export interface RootEvidence {
  /** License files in the root, or in the root's folder for licenses. */
  licenseFiles: readonly LicensedFile[];
  readmes: readonly LicensedFile[];
  headers: readonly LicensedFile[];
  /** The license that most headers carry; '' when there is no majority. */
  headerMajority: string;
}

export interface RootOpinion {
  expression: string;
  reason: string;
  basis: string[];
  /** Whether the answer rests on whole texts, which are the same for "only" and "or later". */
  isOfTexts: boolean;
  /** The id of the text that is present, if the expression names a license with another text. */
  text?: string;
}

/** A license file, in the order of its statements. */
export interface Speaker {
  path: string;
  role: LicenseFileRole;
  /** Statements before the first full text, or all of them if there is no full text. */
  words: string[];
  /** The full texts. */
  texts: string[];
  /** Everything, in order. */
  all: string[];
  /** Everything except addresses. A link or badge names a text, which is the same for "only" and "or later". */
  said: string[];
}

export interface Root {
  heard: Speaker[];
  readmes: Speaker[];
  /** Of all license files. */
  texts: string[];
  evidence: RootEvidence;
}

/** Statements of these kinds count; other kinds only mention a license. */
const COUNTED: ReadonlySet<string> = new Set(['text', 'notice', 'reference', 'tag']);

/** The file's own statements of known licenses, in order. Bundled parts count only if the file gives no license of the whole. */
export function statementsOf({ matches = [] }: LicensedFile): LicenseMatch[] {
  const ofWhole = matches.filter(({ role }) => role !== 'bundled');
  return (ofWhole.some(({ kind }) => COUNTED.has(kind)) ? ofWhole : matches)
    .filter(({ kind, via, expression }) => COUNTED.has(kind) && via === undefined && !isUnknownLicense(expression))
    .sort((a, b) => a.startLine - b.startLine);
}

export function speakerOf({ path, spdx, matches }: LicensedFile): Speaker {
  // In a folder for licenses every file is a license file, and its README explains what they are for.
  const byName = licenseFileRole(baseOf(path));
  const role = byName !== 'none' ? byName : isReadme(baseOf(path)) ? 'license' : 'text';
  // Without positions, only the presence of the licenses is known.
  const counted = statementsOf({ path, spdx, matches });
  if (counted.length === 0) {
    const known = matches === undefined ? spdx.filter((one) => !isUnknownLicense(one)) : [];
    const text = known.length > 0 ? [joinExpressions('AND', withoutMembersOfChoices(known))] : [];
    return { path, role, words: [], texts: text, all: text, said: text };
  }
  const ofAll = counted.filter(({ rule }) => rule.startsWith(OF_ALL_FILES));
  if (ofAll.length > 0) {
    const said = [joinExpressions('AND', withoutMembersOfChoices([...new Set(ofAll.map((one) => one.expression))]))];
    return { path, role, words: said, texts: [], all: said, said };
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

/** `A OR B` beside `A`: the second names one of the choice again. */
function withoutMembersOfChoices(expressions: readonly string[]): string[] {
  const members = new Set(expressions.filter(isChoice).flatMap((choice) => choice.split(' OR ')));
  return expressions.filter((one) => !members.has(one));
}

const OF_AN_ADDRESS = /\/(?:url|opensource|nuget|(?:opensource|gnu|spdx)\.org[^,]*)$/;
const TITLE_LINES = 12;

/** `GNU GENERAL PUBLIC LICENSE, Version 2` right above the text adds nothing to the text. */
const isTitleOf = (one: LicenseMatch, text: LicenseMatch): boolean =>
  one.kind === 'reference' && one.expression === text.expression && text.startLine - one.endLine <= TITLE_LINES;

/** An SPDX tag in a README covers only the README. */
export function readmeOf({ path, spdx, matches }: LicensedFile): Speaker {
  return speakerOf({ path, spdx, ...(matches ? { matches: matches.filter(({ kind }) => kind !== 'tag') } : {}) });
}

export const baseOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);
