// Sentences behind the names of licenses that make these a choice: "Choose one of them", "Take whichever suits you". Pure.

import type { Candidate } from '../engine/select.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { stretchOf } from './stretch.ts';

const { words } = knowledge('choices');
/** Line breaks with surrounding comment signs, and other blanks. */
export const BREAK = /(?:[\s*#/;\\"]|(?<=\n)[.'](?=\\"))+/g;

/** "You may select, at your option, one of the above-listed licenses", after the names. */
const CHOSEN = new RegExp(
  String.raw`\b${anyOf(words('choosing'))}\b[^.;:]{0,40}\b(?:one|either|any)(?: one)? of (?:the )?${anyOf(words('chosen_of'))}\b`,
  'i',
);
const CHOSEN_REACH_BYTES = 300;

export const isChosenBehind = (bytes: Uint8Array, { endByte }: Candidate): boolean =>
  CHOSEN.test(stretchOf(bytes, endByte, endByte + CHOSEN_REACH_BYTES).replace(BREAK, ' '));

/** "(see LICENSE), the" and the like between the names of one row. */
export const ROW =
  /^[\w.-]*(?: licen[cs]es?)? ?(?:\([^()]{0,60}\))? ?(?:,|,? (?:and|or)) (?:(?:the|gnu|simplified|modified|new) ?)*$/i;

/** "Please choose whichever license suits you", behind a row of names. */
const WHICHEVER = new RegExp(String.raw`\b${anyOf(words('choosing'))} (?:\w+ )?whichever\b`, 'i');

export const isWhicheverBehind = (bytes: Uint8Array, { endByte }: Candidate): boolean =>
  WHICHEVER.test(stretchOf(bytes, endByte, endByte + CHOSEN_REACH_BYTES).replace(BREAK, ' '));

/** "Choose your preferred license", some sentences after the names. An exception may be between them. */
const PREFERRED = new RegExp(String.raw`\b${anyOf(words('choosing'))} (?:your|the) preferred licen[cs]e\b`, 'i');
const PREFERRED_REACH_BYTES = 1200;

export const isPreferredBehind = (bytes: Uint8Array, { endByte }: Candidate): boolean =>
  PREFERRED.test(stretchOf(bytes, endByte, endByte + PREFERRED_REACH_BYTES).replace(BREAK, ' '));

/** "GPL and MIT dual license". `endByte` is the start of the last word of the name. */
const OFFERED_BEHIND = new RegExp(
  String.raw`^[\w.+-]*(?: licen[cs]es?)?[ ,:-]+${anyOf(words('offered_behind'))}\b`,
  'i',
);
const OFFERED_REACH_BYTES = 60;

export const isOfferedBehind = (bytes: Uint8Array, { endByte }: Candidate): boolean =>
  OFFERED_BEHIND.test(stretchOf(bytes, endByte, endByte + OFFERED_REACH_BYTES).replace(BREAK, ' '));
