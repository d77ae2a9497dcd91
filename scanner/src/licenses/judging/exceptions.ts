// Exceptions modify a license: one beside its license becomes A WITH B, one without a license is dropped. Pure.

import { isSpdxException } from '../../expressions/index.ts';
import { itemAt } from '../../items.ts';
import type { Candidate } from '../engine/select.ts';
import { anyOf, knowledge } from '../rules/knowledge.ts';
import type { Judgement } from './judgement.ts';

const EXCEPTION_REACH_BYTES = 400;

export const loneException: Judgement = {
  name: 'lone-exception',
  why: 'it names an exception, and no license that the exception can modify is right before it',
  keeps({ kind, expression, startByte }, { candidates }) {
    if (kind !== 'reference' || !isSpdxException(expression)) return true;
    return candidates.some(
      (other) =>
        baseOf(expression).test(other.expression) &&
        other.startByte <= startByte &&
        startByte - other.endByte < EXCEPTION_REACH_BYTES,
    );
  },
};

const { words, meanings } = knowledge('exceptions');
/**
 * A pattern for expressions that contain one of these ids without an exception. A star in an id stands for any version.
 */
const basePattern = (ids: readonly string[]): RegExp =>
  new RegExp(`\\b(${anyOf(ids).replaceAll('\\*', '[\\d.]+')})(?![\\w.-]| WITH)`);
const OTHER_BASES = basePattern(words('other_bases'));
const BASES = new Map([...meanings('bases')].map(([exception, ids]) => [exception, basePattern(ids.split(' '))]));

const baseOf = (exception: string): RegExp => BASES.get(exception) ?? OTHER_BASES;

const SAME_SENTENCE_BYTES = 60;
/** Reaches from the license of a notice, over its warranty, to the address of the text. */
const NOTICE_BYTES = 900;
const OF_AN_ADDRESS = /\/gnu\.org-|\/(?:url|opensource)$/;

/** An exception belongs to the nearest license before it, or else after it. */
export function attachExceptions(candidates: Candidate[]): Candidate[] {
  const out = candidates.map((candidate) => ({ ...candidate }));
  const gone = new Set<Candidate>();
  out.forEach((candidate, i) => {
    if (!isSpdxException(candidate.expression)) return;
    const isBase = ({ expression }: Candidate) => baseOf(candidate.expression).test(expression);
    const bent = ` WITH ${candidate.expression}`;
    let at = i - 1;
    while (at >= 0 && !isBase(itemAt(out, at)) && !itemAt(out, at).expression.endsWith(bent)) at--;
    if (at >= 0 && !isBase(itemAt(out, at))) {
      // A repetition, for example when a sentence announces the exception and its text follows.
      itemAt(out, at).endByte = Math.max(itemAt(out, at).endByte, candidate.endByte);
      gone.add(candidate);
      return;
    }
    if (at < 0) at = out.findIndex((other, j) => j > i && isBase(other));
    const base = out[at];
    if (!base) return;
    // The license may be named more than once in a sentence: "the GNU Library General Public License (LGPL) with ...".
    const named = base.expression;
    const isNamed = (j: number) =>
      out[j]?.expression === named && itemAt(out, j + 1).startByte - itemAt(out, j).endByte < SAME_SENTENCE_BYTES;
    // "You find the license in LICENSE or at <address>. In addition, …": the address belongs to the notice before it.
    const isOfNotice = (j: number) => {
      const [notice, address] = [out[j], out[j + 1]];
      return notice?.expression === named && OF_AN_ADDRESS.test(address?.name ?? '') && itemAt(out, j + 1).startByte - notice.endByte < NOTICE_BYTES; // biome-ignore format: one condition
    };
    do itemAt(out, at).expression = named.replace(baseOf(candidate.expression), `$1${bent}`);
    while (isNamed(--at) || isOfNotice(at));
    base.endByte = Math.max(base.endByte, candidate.endByte);
    base.name = `${base.name}, ${candidate.name}`;
    gone.add(candidate);
  });
  return out.filter((candidate) => !gone.has(candidate));
}
