// Choices between a known license and one that no rule knows: "either the GNU GPL or the Oak License". Without the second, the choice
// would seem to be the known license alone. Pure.

import type { Candidate } from '../engine/select.ts';
import { UNKNOWN_LICENSE } from '../judging/unknown.ts';
import { stretchOf } from './stretch.ts';

const REACH_BYTES = 120;
/** "the Oak Software License": each word but the last begins with a capital. */
const NAME = String.raw`(?:[A-Z][A-Za-z0-9.+-]* ){1,4}[Ll]icen[cs]e\b`;
const LEADING = '(?:under )?(?:the )?(?:terms of )?(?:the )?';
const BEHIND = new RegExp(String.raw`^[^\w]*(?:[Ll]icen[cs]e\b)?,? or ${LEADING}(${NAME})`);
const BEFORE = new RegExp(String.raw`\b[Ee]ither ${LEADING}(${NAME}),? or ${LEADING}(?:GNU )?$`);
/** What may stand before the first name of a choice. */
const OFFERED = /\b[Ee]ither [^.;]*$/;
/** Line breaks with comment signs. */
const BREAK = /[\s*#/;]+/g;

/**
 * Adds `OR LicenseRef-unknown-license` to the licenses that stand beside such a name. In text order. `found` are all matches of the file: a name
 * that one of them covers is known, even if a judgement dropped it.
 */
export function withUnnamedMembers(
  bytes: Uint8Array,
  candidates: readonly Candidate[],
  found: readonly Candidate[],
): Candidate[] {
  return candidates.map((candidate) => {
    const { kind, expression, startByte, endByte } = candidate;
    if ((kind !== 'reference' && kind !== 'family') || / (?:AND|OR) |^LicenseRef-unknown/.test(expression))
      return candidate;
    const around = stretchOf(bytes, startByte - REACH_BYTES, endByte + REACH_BYTES);
    if (!/\beither\b/i.test(around)) return candidate;
    let from = Math.max(0, startByte - REACH_BYTES);
    let to = endByte + REACH_BYTES;
    for (const other of found) {
      if (other.startByte < startByte) from = Math.max(from, other.startByte);
      if (other.startByte > endByte) to = Math.min(to, other.startByte);
    }
    const before = stretchOf(bytes, from, startByte).replace(BREAK, ' ');
    // `endByte` is the start of the last word.
    const behind = stretchOf(bytes, endByte, to)
      .replace(/^[A-Za-z0-9]+/, '')
      .replace(BREAK, ' ');
    const isMember = (BEHIND.test(behind) && OFFERED.test(before)) || BEFORE.test(before);
    return isMember ? { ...candidate, expression: `${expression} OR ${UNKNOWN_LICENSE}` } : candidate;
  });
}
