// Sentences that name a license as one that another goes with: "GPL-compatible", "compatible with the GPL". They grant nothing. Pure.
import { stretchOf } from './stretch.ts';

/** Far enough for a sentence that names two or three licenses with their versions. */
const REACH_BYTES = 160;

/** Behind the rest of the name's last word. "BSD license compatible with the GPL" is about the second name, "GPL-compatible" about its only one. */
const GOES_WITH_IT = /^[\w+]*(?:-(?:in)?compatib(?:le|ility)\b|[ \t]+(?:in)?compatib(?:le|ility)\b(?! (?:with|to)\b))/i;
/** Words that stand between "compatible with" and the name, other names among them. */
const GOES_WITH =
  /\b(?:in)?compatib(?:le|ility) (?:with|to) (?:(?:the|an?|any|either|both|other|gnu|terms|of|or|and|version|general|public|lesser|library|license|mit|bsd|apache|mpl|[al]?gpl[\w.+]*|v?\d[\w.+]*) )*$/i;
/** Line breaks with the signs of comments around them, and other blanks. */
const BREAK = /[\s*#/;]+/g;

/** Whether the name at [startByte, endByte) is one that something is said to go with, or not. */
export function isOfCompatibility(bytes: Uint8Array, startByte: number, endByte: number): boolean {
  if (GOES_WITH_IT.test(stretchOf(bytes, endByte, endByte + REACH_BYTES))) return true;
  return GOES_WITH.test(stretchOf(bytes, startByte - REACH_BYTES, startByte).replace(BREAK, ' '));
}
