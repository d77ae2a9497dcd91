// Licenses that apply to a work only some years later: the Change License of the Business Source License and its kin. Nobody may use them
// yet, so they do not license the file today. Pure.
import type { Candidate } from '../engine/select.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import { namesLaterLicense } from '../rules/license-ids.ts';
import { stretchOf } from './stretch.ts';

/** Maximum distance of the words before the name of the later license. */
const REACH_BYTES = 260;
const { words } = knowledge('later-licenses');
const LATER = new RegExp(
  String.raw`\b${anyOf(words('labels'))}\b\W*$|\b(?:${anyOf(words('labels'))}|${anyOf(words('turning'))})\b(?:(?![.:;] ).)*$`,
  'is',
);

/** `Change License:   GNU General Public License (GPL) v3`: the full name is between the label and the abbreviation. */
const FIELD = new RegExp(String.raw`\b${anyOf(words('labels'))}:[^\n]*$`, 'i');

export const isDelayed = ({ expression }: Candidate): boolean => namesLaterLicense(expression);

/** Whether the words before a name make it the license of later years. */
export function isChangeLicense(bytes: Uint8Array, { kind, expression, startByte }: Candidate): boolean {
  if (kind === 'text' || kind === 'tag' || namesLaterLicense(expression)) return false;
  const before = stretchOf(bytes, startByte - REACH_BYTES, startByte);
  return FIELD.test(before) || LATER.test(before.replace(/\s*\n[\s*#/;]*/g, ' '));
}
