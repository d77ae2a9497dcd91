// Finds people in lists without a heading or label: files that contain only `Ann Oak <ann@oak.org>` lines, and the `N:` and `M:` lines of the
// kernel's CREDITS and MAINTAINERS. It recognises a list by its lines, never by its path. Linear in the bytes; never throws.

import { Buffer } from 'node:buffer';
import type { TextAtLine } from '../findings.ts';
import { headings, isLabelWord, isPlaceholderName } from './credits.ts';
import { organisationNouns } from './words.ts';

/** Larger files are taken for data. */
const MOST_BYTES = 1_000_000;
/** Fewer lines may be a signature. */
const LEAST_PEOPLE = 3;
/** The share of lines that must name a person. */
const LEAST_SHARE = 0.9;
/** The share of people that must have an address. */
const LEAST_ADDRESSES = 0.5;

const ADDRESS = /[<(]\s?[^\s<>()@]{1,64}(?:@|\s(?:at|AT)\s|\s?\[at\]\s?)[^\s<>()]{1,120}\s?[>)]/;
/** A name, then an address. Text after the address is a remark. */
const PERSON = new RegExp(`^[-*+\\s]{0,8}(\\p{Lu}[\\p{L}\\p{M}\\d.,'’()" -]{1,80}\\s+${ADDRESS.source})`, 'u');
const NAME = /^[-*+\s]{0,8}(\p{Lu}[\p{L}\p{M}'’.-]{0,40}(?:\s\p{Lu}[\p{L}\p{M}'’.-]{0,40}){1,3})\s*$/u;
const FIELD_OF_PERSON = /^[EPDSWA]:\s/;

/** The authors in the unlabelled lists of the text, in order. */
export function readBareLists(bytes: Uint8Array): TextAtLine[] {
  if (bytes.length === 0 || bytes.length > MOST_BYTES) return [];
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isOfPeople = PERSON.test(firstLine(buffer));
  const isOfFields = buffer.includes('\nM:') || buffer.includes('\nN:');
  if (!isOfPeople && !isOfFields) return [];
  const lines = buffer.toString('utf8').split(/\r?\n/);
  return isOfPeople ? wholeList(lines) : fieldsOf(lines);
}

/** The first line with words after the remarks that begin the file. */
function firstLine(buffer: Buffer): string {
  const lines = buffer.toString('utf8', 0, 1000).split(/\r?\n/);
  return lines.find((line) => line.trim() !== '' && !line.startsWith('#')) ?? '';
}

function wholeList(lines: readonly string[]): TextAtLine[] {
  const authors: TextAtLine[] = [];
  let others = 0;
  let addresses = 0;
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const person = PERSON.exec(line)?.[1];
    const value = person ?? NAME.exec(line)?.[1];
    if (value === undefined) others++;
    else authors.push({ value: folded(value), line: index + 1 });
    if (person !== undefined) addresses++;
  }
  const isList = authors.length >= LEAST_PEOPLE && authors.length >= (authors.length + others) * LEAST_SHARE;
  return isList && addresses >= authors.length * LEAST_ADDRESSES ? authors : [];
}

/** The share of the lines at the margin that must name people in a file that is called AUTHORS. The others are prose. */
const LEAST_NAMED = 0.6;
/** A name, and a remark in brackets or behind a comma, colon or dash. */
const NAME_WITH_REMARK =
  /^[-*+•]?\s{0,4}(\p{Lu}[\p{L}\p{M}'’.-]{0,40}(?:\s+(?:(?:van|von|de|der|den|da|di|le|la|el|al|bin)\s+){0,2}\p{Lu}[\p{L}\p{M}'’.-]{0,40}){1,3})\s*(?:$|[(,:;]|\s[-–—]\s)/u;
/** Most letters of a line that names one person. */
const LONGEST_LINE = 160;

/** The people of a file that is called AUTHORS: names at the margin, with or without addresses. Indented lines are remarks. */
export function readNamesAlone(bytes: Uint8Array): TextAtLine[] {
  if (bytes.length > MOST_BYTES) return [];
  const lines = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8').split(/\r?\n/);
  const authors: TextAtLine[] = [];
  let others = 0;
  for (const [index, line] of lines.entries()) {
    if (!/^[\p{L}*+•-]/u.test(line) || /^\W+$/.test(line)) continue;
    const name = line.length > LONGEST_LINE ? undefined : (PERSON.exec(line)?.[1] ?? nameOf(line));
    if (name !== undefined) authors.push({ value: folded(name), line: index + 1 });
    else if (!/:\s*$/.test(line)) others++;
  }
  return authors.length >= (authors.length + others) * LEAST_NAMED ? authors : [];
}

/** The name that begins the line; undefined for headings ("Main Developers", "The Oak Project"). */
function nameOf(line: string): string | undefined {
  const name = NAME_WITH_REMARK.exec(line)?.[1];
  if (name === undefined || isPlaceholderName(name)) return undefined;
  const words = name.toLowerCase().split(/\s+/);
  return words.some((word) => isLabelWord(word) || headings.has(word) || organisationNouns.has(word))
    ? undefined
    : name;
}

/** `M: Ann Oak <ann@oak.org>`, or `N: Ann Oak` followed by another field of the same person. */
function fieldsOf(lines: readonly string[]): TextAtLine[] {
  const authors: TextAtLine[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.length > 200 || !/^[MN]:\s/.test(line)) continue;
    const rest = line.slice(2).trim();
    const isPerson =
      line[0] === 'M' ? PERSON.test(rest) : FIELD_OF_PERSON.test(lines[index + 1] ?? '') && /^\p{Lu}/u.test(rest);
    if (isPerson && !isPlaceholderName(rest))
      authors.push({ value: folded(PERSON.exec(rest)?.[1] ?? rest), line: index + 1 });
  }
  return authors;
}

const folded = (text: string): string => text.replace(/\s+/g, ' ').trim();
