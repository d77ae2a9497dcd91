// Puts single signs in place of the names of licenses, so that the words of a name say nothing about the sentence around it. Pure, except for reading
// words once.
import type { Candidate } from '../engine/select.ts';
import { anyOf } from '../rules/knowledge.ts';
import { lexicon } from './lexicon.ts';
import { OTHER_NAME, THIS_NAME } from './signs.ts';

const WORD_REST_BYTES = 40;

/** The end of the name's last word. */
function endOfName(bytes: Uint8Array, { endByte }: Candidate): number {
  let end = endByte;
  while (end < bytes.length && end < endByte + WORD_REST_BYTES && isWordByte(bytes[end] ?? 0)) end++;
  return end;
}

const isWordByte = (byte: number): boolean =>
  (byte >= 48 && byte <= 57) || (byte >= 65 && byte <= 90) || (byte >= 97 && byte <= 122);

let leading: RegExp | undefined;

/** Words that rules include before the name itself; they stay readable. */
function leadingWords(): RegExp {
  leading ??= new RegExp(`^(?:[\\s*#/;]*\\b${anyOf(lexicon().wordsOfClass('leading'))}\\b)+`, 'i');
  return leading;
}

/** Imported rules have tags with their key: `License | MPL-2.0`, `license: MIT`. */
const KEY_OF_TAG = /^[\s*#/;"']*licen[cs](?:e[sd]?|ing)\b[\s:=|"']*/i;

/** "… (BSD-3-Clause).", an empty line, "License": the heading is no part of the name. Texts of several paragraphs stay whole. */
function endOfParagraph(view: Buffer, { startByte, kind }: Candidate, end: number): number {
  if (kind !== 'reference' || end - startByte > LONGEST_NAME) return end;
  const at = view.toString('latin1', startByte, end).search(/\n\s*\n/);
  return at < 0 ? end : startByte + at;
}

const LONGEST_NAME = 100;

/** A part of a file with single signs in place of the names; `names` are what stood there, in order. */
export function maskNames(bytes: Uint8Array, from: number, to: number, inOrder: readonly Candidate[], of: Candidate) {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const names: string[] = [];
  let masked = '';
  let at = from;
  for (let i = firstFrom(inOrder, from); i < inOrder.length; i++) {
    const one = inOrder[i] as Candidate;
    if (one.startByte >= to) break;
    const end = endOfParagraph(view, one, endOfName(bytes, one));
    if (end > to || one.startByte < at) {
      // A name inside another one, as far as it is not the one in question.
      if (one !== of) continue;
      masked += masked.endsWith(OTHER_NAME) ? '' : ' ';
      if (masked.endsWith(OTHER_NAME)) masked = masked.slice(0, -1) + THIS_NAME;
      else {
        masked += THIS_NAME;
        names.push('');
      }
      continue;
    }
    if (one !== of && one.endByte > of.startByte && one.startByte < of.endByte && one.startByte < of.startByte)
      continue;
    const name = view.toString('utf8', one.startByte, end);
    const leading = (one.kind === 'tag' ? KEY_OF_TAG : leadingWords()).exec(name)?.[0] ?? '';
    masked += view.toString('utf8', at, one.startByte) + (leading.length < name.length ? leading : '');
    masked += one === of ? THIS_NAME : OTHER_NAME;
    names.push(leading.length < name.length ? name.slice(leading.length) : name);
    at = end;
  }
  masked += view.toString('utf8', at, to);
  return { masked, names };
}

/** The first candidate that starts at `from` or later. */
function firstFrom(inOrder: readonly Candidate[], from: number): number {
  let low = 0;
  let high = inOrder.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((inOrder[middle] as Candidate).startByte < from) low = middle + 1;
    else high = middle;
  }
  return low;
}
