// Sentences that only call a license compatible: "GPL-compatible", "compatible with the GPL". They grant nothing. Pure.
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { stretchOf } from './stretch.ts';

/** Enough for a sentence with two or three licenses and their versions. */
const REACH_BYTES = 160;

const { words } = knowledge('compatibility');
const GOING = anyOf(words('goes_with'));
/**
 * After the rest of the name's last word. "BSD license compatible with the GPL" concerns the second name, "GPL-compatible" its only one.
 */
const GOES_WITH_IT = new RegExp(String.raw`^[\w+]*(?:-${GOING}\b|[ \t]+${GOING}\b(?! (?:with|to)\b))`, 'i');
const BETWEEN = String.raw`(?:${anyOf(words('before_the_name'))}|${anyOf(words('numbered_names'))}[\w.+]*|\d[\w.+]*)`;
const GOES_WITH = new RegExp(String.raw`\b${GOING} (?:with|to) (?:${BETWEEN} )*$`, 'i');
/** Line breaks with surrounding comment signs, and other blanks. */
const BREAK = /[\s*#/;]+/g;

/** Whether the text calls something compatible or incompatible with the license named at [startByte, endByte). */
export function isOfCompatibility(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  if (GOES_WITH_IT.test(stretchOf(bytes, endByte, endByte + REACH_BYTES))) return true;
  return GOES_WITH.test(stretchOf(bytes, startByte - REACH_BYTES, startByte).replace(BREAK, ' '));
}
