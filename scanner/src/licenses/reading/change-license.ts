// Licenses that apply to a work only some years later: the Change License of the Business Source License and its kin. Nobody may use them
// yet, so they do not license the file today. Pure.
import type { Candidate } from '../engine/select.ts';
import { namesLaterLicense } from '../rules/license-ids.ts';
import { stretchOf } from './stretch.ts';

/** Maximum distance of the words before the name of the later license. */
const REACH_BYTES = 260;
const LATER =
  /\bchange licen[cs]e\b\W*$|\b(?:change licen[cs]e|will be governed by|(?:will )?(?:convert|change|switch|transition|revert)s? to|becomes?(?: available)?(?: under)?|(?:after|on|from) (?:the )?change date)\b(?:(?![.:;] ).)*$/is;

/** `Change License:   GNU General Public License (GPL) v3`: the full name is between the label and the abbreviation. */
const FIELD = /\bchange licen[cs]e:[^\n]*$/i;

export const isDelayed = ({ expression }: Candidate): boolean => namesLaterLicense(expression);

/** Whether the words before a name make it the license of later years. */
export function isChangeLicense(bytes: Uint8Array, { kind, expression, startByte }: Candidate): boolean {
  if (kind === 'text' || kind === 'tag' || namesLaterLicense(expression)) return false;
  const before = stretchOf(bytes, startByte - REACH_BYTES, startByte);
  return FIELD.test(before) || LATER.test(before.replace(/\s*\n[\s*#/;]*/g, ' '));
}
