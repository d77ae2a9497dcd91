// Matches that are nothing but the name of a license, of which the words around them say what they are for. Pure.
import { isSpdxException } from '../../expressions/index.ts';
import { type Candidate, LONGEST_NAME } from '../engine/select.ts';
import { isUnnamed } from './statements.ts';

/** Why a name is a mention by the form around it. */
export const COMPARED = 'the sentence compares the work with this license, or names it as an example';

export const isShort = ({ rule, kind, isExact, matched, expression }: Candidate): boolean =>
  rule >= 0 && isExact && matched <= LONGEST_NAME && kind === 'reference' && !isSpdxException(expression);

/** A kind of license ("public domain") has a role by its sentence, but needs no words beside it that put something under it. */
export const isShortName = (one: Candidate): boolean => isShort(one) && !isUnnamed(one.expression);
