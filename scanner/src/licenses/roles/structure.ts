// The role of a name by its place in code or data: the value of an option, an entry of an array, a string of a program. The words are data:
// rules/roles/structure.yaml. Pure, except for reading the words once.

import type { LicenseRole } from '../../findings.ts';
import { present } from '../../items.ts';
import type { Candidate } from '../engine/select.ts';
import { stretchOf } from '../reading/stretch.ts';
import { anyOf } from '../rules/knowledge.ts';
import { FENCE, isInFence, isInString, STRING_BYTES } from './code-strings.ts';
import { isOfLicenses, MAGNET } from './fields.ts';
import { readRoleFile } from './lexicon.ts';
import type { Passage } from './shapes.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';

export interface RoleOfPlace {
  role: LicenseRole;
  why: string;
  /** Counts only in a file that grants another license. */
  isWeak?: boolean;
}

/** A list of structure.yaml; `sentence` and `expect` are for the test. */
export interface StructureList {
  what: string;
  sentence: string;
  expect: string;
  words: string[];
}

export const structureLists = (): Record<string, StructureList> =>
  readRoleFile('structure.yaml') as Record<string, StructureList>;

interface Shapes {
  policyKey: RegExp;
  licenseKey: RegExp;
  asserting: RegExp;
  partKey: RegExp;
  command: RegExp;
  testing: RegExp;
  saying: RegExp;
  openPoint: RegExp;
  grantingEntry: RegExp;
}

let known: Shapes | undefined;
function shapes(): Shapes {
  if (known) return known;
  const lists = structureLists();
  const words = (name: string) => present(lists[name], `list ${name} of structure.yaml`).words;
  known = {
    policyKey: new RegExp(`${anyOf(words('policy_keys'))}|^${anyOf(words('policy_labels'))}$`, 'i'),
    licenseKey: new RegExp(`^${anyOf(words('license_keys'))}$`, 'i'),
    partKey: new RegExp(`^${anyOf(words('part_keys'))}$`, 'i'),
    testing: new RegExp(`^\\s*(?:(?:async |pub |export )*${anyOf(words('testing'))})`, 'm'),
    saying: new RegExp(`\\b${anyOf(words('saying'))}(?!\\w)`, 'i'),
    grantingEntry: new RegExp(`\\b${anyOf(words('granting_entries'))}(?!\\w)`, 'i'),
    openPoint: new RegExp(`^[\\s*#/;%-]*(?:[-*+]\\s+\\[ \\]\\s|${anyOf(words('open_points'))}\\s*[:：(])`, 'i'),
    command: new RegExp(`^\\s*${anyOf(words('commands'))}(?=\\s)`),
    asserting: new RegExp(`(?<!\\w)${anyOf(words('asserting'))}(?![\\w=!])`),
  };
  return known;
}

/** Whether an entry of a changelog says that the work is put under a license. */
export const putsUnder = (entry: string): boolean => shapes().grantingEntry.test(entry);

const STRING = 'it is a string of a program, not a statement of the file';
const NAMED = 'it is the text for this license in a program that chooses between texts';
const CITED = 'it is a phrase that the sentence cites';
const OUTPUT = 'it is what a command prints, in an example';
const EXAMPLE = 'it is a field in an example of a page';
const FIELD = 'it is the value of the license field';
const SHOWN_CODE = 'it stands in a block of code of a page that grants another license';
const CALLED = 'a program is called with it, and the file grants another license';
const LONGER_NAME = 'it is a part of a longer name';
const POLICY = 'it is a value in the options or the policy of a program';
const EXCLUDED = 'the comment in the head of the file is about files that are not in the package';
const CHOSEN_FROM = 'it is an entry of a form';
const OPEN_POINT = 'it is an open point of a list of what is to be done';
const NAMES = 'the lines around it are only names of licenses, as data of a program';
const ENTRY = 'it is the license of an entry in a list of other things';

const SHOWN = 'a badge shows it as the license';
const OF_SCRIPT = 'it is the license of a script in the page';
const WHO = 'it is the name of who has a license';

/** `<img alt="License: MIT">` */
const BADGE = /<img\b[^<>]*\balt=["'][^"'<>]{0,30}licen[cs]e\s?[:-]?\s*$/i;
/** "Licensed to PSF under a Contributor Agreement" */
const LICENSEE = /\blicen[cs]ed to (?:the )?$/i;

/** Enough of a line; data without line breaks has longer ones. */
const LONGEST_BEFORE = 240;
const LONGEST_BEHIND = 120;

export const roleOfTag = (bytes: Uint8Array, tag: Candidate): RoleOfPlace | undefined =>
  isInString(bytes, tag) ? { role: 'tooling', why: STRING } : undefined;

/** The role that code or data around a name gives it; undefined in prose, and for the license field of the file itself. */
export function roleOfPlace(bytes: Uint8Array, candidate: Candidate, passage: Passage): RoleOfPlace | undefined {
  const placed = roleOfLine(bytes, candidate, passage);
  if (placed) return placed;
  const before = (passage.line.split(THIS_NAME)[0] ?? '').slice(-LONGEST_BEFORE);
  if (CALL.test(before) && !OF_LICENSE.test(before)) return { role: 'tooling', why: CALLED, isWeak: true };
  const isShown = isInExample(bytes, candidate, passage.headings);
  return isShown ? { role: 'tooling', why: SHOWN_CODE, isWeak: true } : undefined;
}

function roleOfLine(bytes: Uint8Array, candidate: Candidate, passage: Passage): RoleOfPlace | undefined {
  const [left = '', right = ''] = passage.line.split(THIS_NAME);
  const [before, behind] = [left.slice(-LONGEST_BEFORE), right.slice(0, LONGEST_BEHIND)];
  if (isOfExcludedFiles(bytes, candidate)) return { role: 'other-work', why: EXCLUDED };
  if (BADGE.test(before)) return { role: 'grants', why: SHOWN };
  if (MAGNET.test(left)) return { role: 'bundled', why: OF_SCRIPT };
  if (LICENSEE.test(before)) return { role: 'other-work', why: WHO };
  if (OPTION.test(before)) return { role: 'tooling', why: POLICY };
  const element = ELEMENT.exec(before)?.[1];
  if (element !== undefined && shapes().policyKey.test(element) && !shapes().licenseKey.test(element))
    return { role: 'tooling', why: POLICY };
  if (CHOSEN.test(before)) return { role: 'tooling', why: CHOSEN_FROM };
  if (shapes().openPoint.test(before)) return { role: 'future', why: OPEN_POINT };
  if (passage.isAmongNames && !passage.headings.some(isOfLicenses)) return { role: 'tooling', why: NAMES };
  if (isOfScript(bytes, candidate, before, behind)) return { role: 'tooling', why: STRING };
  if (COMMENT_IN_STRING.test(before) && STRING_END.test(behind)) return { role: 'tooling', why: STRING };
  if (isUnderItsName(candidate, before)) return { role: 'tooling', why: NAMED };
  if (isCited(before, behind)) return { role: 'tooling', why: CITED };
  if (IN_LONGER_NAME.test(before) && /^licen[cs]e[\s-]*[^\s:=-]/i.test(textOf(bytes, candidate)))
    return { role: 'tooling', why: LONGER_NAME };
  if (/\w::$/.test(before)) return { role: 'tooling', why: LONGER_NAME };
  if (isInLiteral(bytes, candidate, left, behind)) return { role: 'tooling', why: STRING };
  if (TREE.test(before) || isOutput(bytes, candidate)) return { role: 'tooling', why: OUTPUT };
  if (IN_PATTERN.test(before) && PATTERN_END.test(behind)) return { role: 'tooling', why: STRING };
  const isString = OPENING.test(before) && CLOSING.test(behind);
  const isBareItem = BARE_ITEM.test(before) && BARE_END.test(behind);
  if (!isString && !isBareItem && !LISTED.test(before)) return undefined;
  return ofField(bytes, candidate, passage, { isString, isBareItem, before, behind });
}

interface Shape {
  isString: boolean;
  isBareItem: boolean;
  before: string;
  behind: string;
}

function ofField(
  bytes: Uint8Array,
  candidate: Candidate,
  { line, headings }: Passage,
  { isString, isBareItem, before, behind }: Shape,
): RoleOfPlace | undefined {
  const { asserting, policyKey, licenseKey, partKey } = shapes();
  const own = KEY.exec(before)?.[1];
  if (isString && own === undefined && (asserting.test(before) || asserting.test(behind)))
    return { role: 'tooling', why: STRING };
  // `"GPLv2": "GPL-2.0-only"`: a table of names.
  if (isString && own === undefined && IS_KEY.test(behind)) return { role: 'tooling', why: STRING };
  if (isString && !licenseKey.test(own ?? '') && TABLE.test(line.slice(0, LONGEST_BEFORE)))
    return { role: 'tooling', why: STRING };
  if (isString && own === undefined && QUOTED_KEY.test(before)) return { role: 'tooling', why: STRING };
  const key = own ?? (isString || isBareItem ? keyAbove(bytes, candidate) : undefined);
  if (key === undefined) return undefined;
  const plain = key.replace(/^["'._-]+|["'_-]+$/g, '');
  if (policyKey.test(plain) && !licenseKey.test(plain)) return { role: 'tooling', why: POLICY };
  if (policyKey.test(sectionAbove(bytes, candidate))) return { role: 'tooling', why: POLICY };
  if (/licen[cs]e/i.test(plain) && isString && isInTest(bytes, candidate)) return { role: 'tooling', why: STRING };
  if (licenseKey.test(plain) && isInExample(bytes, candidate, headings)) return { role: 'tooling', why: EXAMPLE };
  if (licenseKey.test(plain) && isOfEntry(bytes, candidate)) return { role: 'other-work', why: ENTRY };
  if ((licenseKey.test(plain) && isString && /^[\w"']/.test(line)) || (isString && SPDX_EXPRESSION.test(plain)))
    return { role: 'grants', why: FIELD };
  if (licenseKey.test(plain)) return undefined;
  if (isString && own !== undefined && !partKey.test(plain) && !/licen[cs]e/i.test(plain))
    return { role: 'tooling', why: STRING };
  if (isString && partKey.test(plain) && isInDeclaredTable(bytes, candidate)) return { role: 'tooling', why: STRING };
  return undefined;
}

/** `x_spdx_expression` of CPAN's META files. */
const SPDX_EXPRESSION = /^(?:x_)?spdx_?expression$/i;

/** A file that a page shows how to write; below a heading of its own the license may be written so as well. */
const isInExample = (bytes: Uint8Array, { startByte }: Candidate, headings: readonly string[]): boolean =>
  !headings.slice(0, 1).some(isOfLicenses) &&
  startByte < PAGE_BYTES &&
  fencesBefore(fencesIn(bytes), startByte) % 2 === 1;

function fencesBefore(fences: readonly number[], startByte: number): number {
  let [low, high] = [0, fences.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((fences[middle] ?? 0) < startByte) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Of each file once: data have thousands of fields. */
const fencesOf = new WeakMap<Uint8Array, readonly number[]>();

/** Where fences of Markdown begin or end. */
function fencesIn(bytes: Uint8Array): readonly number[] {
  const known = fencesOf.get(bytes);
  if (known) return known;
  const fences = Array.from(stretchOf(bytes, 0, PAGE_BYTES).matchAll(FENCE), ({ index }) => index);
  fencesOf.set(bytes, fences);
  return fences;
}

const PAGE_BYTES = 200_000;

/** The beginning of a test stands above: `it('reads …', () => {`. */
const isInTest = (bytes: Uint8Array, { startByte }: Candidate): boolean =>
  shapes().testing.test(stretchOf(bytes, startByte - ABOVE_BYTES, startByte));

/** `"mit": "Released under the MIT license"`, `gpl) text="…"`: one of the texts that a program chooses from. */
function isUnderItsName({ expression }: Candidate, before: string): boolean {
  const label = LABELLED.exec(before);
  const key = plainName(label?.[1] ?? label?.[2] ?? '');
  return key.length > 1 && plainName(expression).startsWith(key);
}

const plainName = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]|licen[cs]e/g, '');
const LABELLED =
  /(?:^|[{,(\s])(?:["']([A-Za-z][\w .+-]{1,20})["']\s*(?::|=>|,)|(?:case\s+)?["']?([A-Za-z][\w.+-]{1,20})["']?\s*[):])[\s\w=({[]*["'\x60][^"'\x60]*$/;

/** A phrase that a sentence cites: `it knows that "released under the MIT license" is a statement`. */
const isCited = (before: string, behind: string): boolean =>
  /\p{L}{2}[\p{L},]* ["“][\p{Ll}][\p{Ll} ]{3,60}$/u.test(before) && /^(?: licen[cs]e)?["”] \p{Ll}/u.test(behind);

/** A sentence in a string that is a key of a table, or data of a test: `"Licensed under the EPL v1.0": "EPL-1.0"`. */
function isInLiteral(bytes: Uint8Array, candidate: Candidate, before: string, behind: string): boolean {
  const opened = LITERAL.exec(before);
  if (!opened) return false;
  const end = behind.slice(behind.indexOf(opened[2] as string) + 1);
  if (!behind.includes(opened[2] as string) || !/^\s*(?::|=>|[,)\]};])/.test(end)) return false;
  // `("Licensed under the LGPL", "LGPL-2.1-only")`: a pair of strings; the classifiers of Python are a list, too.
  if (/[([{]/.test(opened[1] ?? '') && /^\s*,\s*["'\x60]/.test(end) && !before.includes('::')) return true;
  if (/^\s*(?::|=>)/.test(end) && opened[1] === '') return !/^\s*[{[]?\s*$/.test(end.replace(/^\s*(?::|=>)/, ''));
  return isInTest(bytes, candidate);
}

/** What is before the opening quote, and the quote. Keys of licenses are no literals of this kind. */
const LITERAL = /^\s*((?:[\w.]+\(|[\w.]+\s*[:=]\s*|[[{(,]\s*)*)(["'\x60])[^"'\x60]*$/;

/** `libsoftware-license-perl` */
const IN_LONGER_NAME = /[A-Za-z\d][-_]$/;
const textOf = (bytes: Uint8Array, { startByte, endByte }: Candidate): string =>
  stretchOf(bytes, startByte, endByte + 1);

/** `├─ licenses: ` and `+-- ` in what a command prints. */
const TREE = /^\s*(?:[│|]\s+)*(?:[│├└╰╞]|\+--|\|--|`--)/;

/** Of a command, in a block of a page: the line with the command stands above it. */
function isOutput(bytes: Uint8Array, { startByte }: Candidate): boolean {
  const before = stretchOf(bytes, startByte - STRING_BYTES, startByte);
  if (!isInFence(before)) return false;
  const block = before.slice(Math.max(before.lastIndexOf('```'), before.lastIndexOf('~~~')));
  return /\n\s*[$>%] \S/.test(block);
}

/** A line of a shell script that chooses by the name, or gives it as a default. */
function isOfScript(bytes: Uint8Array, { startByte }: Candidate, before: string, behind: string): boolean {
  if (/:-$/.test(before)) return true;
  // An arm of a case: `mit) license=MIT ;;`.
  if (/;;\s*$/.test(behind) && /\)\s/.test(before)) return true;
  if (CASE_LABEL.test(before) && /^["']?(?:\s*\|[^)]*)?\)\s*(?:$|[a-z#])/.test(behind))
    return IN_CASE.test(stretchOf(bytes, startByte - ABOVE_BYTES, startByte));
  return shapes().command.test(before) && !shapes().saying.test(before) && /[$;"'\]]|\bin\b/.test(before + behind);
}

/**
 * A comment in the head of a debian/copyright that leaves files out of the package.
 * https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/#header-stanza
 */
function isOfExcludedFiles(bytes: Uint8Array, { startByte }: Candidate): boolean {
  if (startByte > HEAD_BYTES) return false;
  const head = stretchOf(bytes, 0, startByte);
  if (!/^Format:/.test(head) || !/^Files-Excluded/m.test(head) || /^Files:/m.test(head)) return false;
  const field = [...head.matchAll(/^([A-Za-z][\w-]*):/gm)].at(-1)?.[1];
  return field !== undefined && /^(?:Comment|Disclaimer|Files-Excluded.*)$/i.test(field);
}

const HEAD_BYTES = 4000;

/** `<option value="MIT">MIT License`, `<SelectItem>`: what a page lets its users choose from. */
const CHOSEN = /<(?:option|[\w.-]*(?:select|menu|radio|dropdown)[\w.-]*|[\w.]*(?:Item|Option))(?:\s[^<>]*)?>[^<>]*$/i;

/** `text = "# Licensed under the ` … `"`: a program that makes or reads headers. */
const COMMENT_IN_STRING = /[=(,[]\s*["'\x60]\s*(?:#|\/\/|\/\*|--|;|<!--|%)+\s[^"'\x60]*$/;
const STRING_END = /^[^"'\x60]*["'\x60]/;

/** `<includedLicense>Apache License, Version 2.0</includedLicense>` */
const ELEMENT = /<([A-Za-z][\w.-]*licen[cs]es?)>\s*(?:the\s*)?$/i;

const IN_CASE = /\bcase\b[^\n]*\bin\b(?![\s\S]*\besac\b)/;
const CASE_LABEL = new RegExp(`^\\s*["']?(?:[\\w.${OTHER_NAME}-]+["']?\\s*\\|\\s*["']?)*$`);
const OPTION = new RegExp(
  String.raw`(?:^|[\s(\x60])--?[a-z][\w-]*(?:[ =]|\s+)["'\x60]?(?:[\w.+-]*[;,|:] ?|${OTHER_NAME}[;,| ]*)*$`,
  'i',
);
const OPENING = new RegExp(`["'\x60](?:[;,|/ ]|${OTHER_NAME}| (?:OR|AND) )*$`);
const CLOSING = new RegExp(`^(?:[;,|/+ ]|${OTHER_NAME}|-?[\\w.]* ?(?:OR|AND) )*(?:licen[cs]e)?["'\x60]`);
const BARE_ITEM = /^\s*-\s+$/;
const BARE_END = /^\s*(?:#.*)?$/;
const LISTED = new RegExp(
  String.raw`^\s*-?\s*["']?[\w.-]+["']?\s*[:=]\s*[["'({]?(?:${OTHER_NAME}|[\w.+-]+,|[,;\s"'])*$`,
);
const KEY = new RegExp(
  String.raw`(?:^|[{,(\s])["']?([A-Za-z_][\w.-]*)["']?\s*(?:=>|:=|[:=])\s*(?:\w+\()?[[({]{0,2}(?:["'\x60\s,;|]|\b(?:OR|AND)\b|${OTHER_NAME}|[\w.+-]+(?=[",';]))*$`,
);
const TABLE = new RegExp(
  String.raw`["'][^"']*[${THIS_NAME}${OTHER_NAME}][^"']*["']\s*(?::|=>|,)\s*["'][^"']*[${THIS_NAME}${OTHER_NAME}]`,
);

/** `detect('`, `License.of("` */
const CALL = /[A-Za-z_]\w*\(\s*["'\x60]$/;
/** `license("`, `licenses(["` */
const OF_LICENSE = /licen[cs]e\w*\(\s*["'\x60]$/i;

/** `[/GNU General Public License,? version 2/, …`, `re.compile(r"MIT Licen[cs]e")`: a regular expression. */
const IN_PATTERN = /[[(,=:]\s*(?:\/\^?|r["'])(?:[^/"'\n]|\\.)*$/;
const PATTERN_END = /^(?:[^/"'\n]|\\.)*(?:\/[a-z]*|["'])\s*[,)\];.]/;

const IS_KEY = /^["']\s*(?::|=>)\s*\S/;

/** A key that is no identifier: `"new bsd": "`. */
const QUOTED_KEY = /["'][^"'\n]*["']\s*(?::|=>|,)\s*["']$/;

/** `[reject]`: the last section of a file of settings above the name; '' without one. */
const sectionAbove = (bytes: Uint8Array, { startByte }: Candidate): string =>
  [...stretchOf(bytes, startByte - ABOVE_BYTES, startByte).matchAll(SECTION)].at(-1)?.[1] ?? '';
const SECTION = /^\[{1,2}([\w.-]{2,40})\]{1,2}[ \t]*$/gm;

const ABOVE_BYTES = 1200;
const OPENED =
  /(?:["']?([A-Za-z_][\w.-]*)["']?\s*(?:=>|:=|[:=])\s*(?:\w+\()?[[({]|^\s*-?\s*["']?([A-Za-z_][\w.-]*)["']?\s*:\s*(?:#.*)?)$/;

/** The key of the array around the name, on a line above. */
function keyAbove(bytes: Uint8Array, { startByte }: Candidate): string | undefined {
  const lines = stretchOf(bytes, startByte - ABOVE_BYTES, startByte)
    .split('\n')
    .slice(0, -1);
  for (const line of lines.reverse()) {
    const key = OPENED.exec(line.trimEnd());
    if (key) return key[1] ?? key[2];
    if (!/^[\s\-"',\w.+()#/*;]*$/.test(line)) return undefined;
  }
  return undefined;
}

/** `const LICENSES = [`, and below it `{ id: 'mit', label: 'MIT License' }`: a table of a program. */
function isInDeclaredTable(bytes: Uint8Array, { startByte }: Candidate): boolean {
  const lines = stretchOf(bytes, startByte - ABOVE_BYTES, startByte)
    .split('\n')
    .slice(0, -1);
  const at = lines.findLastIndex((line) => DECLARED.test(line) || /^[)\]}]/.test(line));
  const name = DECLARED.exec(lines[at] ?? '')?.[1];
  return name !== undefined && !/^licen[cs]e$/.test(name);
}

const DECLARED =
  /^\s*(?:export |public |private |static |final |pub )*(?:const|let|var|val|static|final|readonly)\s+(?:[\w<>[\], ]+\s)?(\w+)[^=\n]*=\s*(?:\w+\s?)*[[({]+\s*$/;

/** Whether the field belongs to an element of an array, or to an entry of a table inside the data. */
function isOfEntry(bytes: Uint8Array, { startByte }: Candidate): boolean {
  const before = stretchOf(bytes, startByte - ABOVE_BYTES, startByte);
  if (/^\s*[{[]/.test(stretchOf(bytes, 0, 200))) {
    let depth = 0;
    for (let at = before.length - 1; at >= 0; at--) {
      const sign = before[at];
      if (sign === '}' || sign === ']') depth++;
      else if (sign === '{' || sign === '[') {
        if (depth > 0) depth--;
        else if (sign === '{')
          return /(?:[[,}]|["']packages["']\s*:\s*\{[^{}]*["'][^"']*["']\s*:|["']node_modules\/[^"']*["']\s*:)\s*$/.test(
            before.slice(0, at),
          );
      }
    }
    return false;
  }
  const lines = before.split('\n');
  const indentOf = (line: string) => /^\s*/.exec(line)?.[0].length ?? 0;
  const own = lines.at(-1) ?? '';
  if (!/^\s+[\w"']/.test(own)) return /^\s*-\s+\S/.test(own);
  for (const line of lines.slice(0, -1).reverse()) {
    if (line.trim() === '' || indentOf(line) >= indentOf(own)) continue;
    return /^\s*-\s+["']?[\w.-]+["']?\s*:/.test(line);
  }
  return false;
}
