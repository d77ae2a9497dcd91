// Judgements that depend on the words around a match.

import type { Candidate } from '../engine/select.ts';
import { isChangeLicense, isDelayed } from '../reading/change-license.ts';
import { isBesideChecksum } from '../reading/checksum-lines.ts';
import { isInsideEncoded } from '../reading/encoded.ts';
import { stretchOf } from '../reading/stretch.ts';
import { isBareName, type Judgement } from './judgement.ts';

/**
 * Some rules describe words that only look like a statement. Their matches take these words, so no other rule matches
 * them. This judgement then drops the matches.
 */
export const falsePositive: Judgement = {
  name: 'false-positive',
  why: 'these words look like a license statement, but they are known to state no license',
  keeps: ({ kind, expression }) => kind !== 'false-positive' && expression !== '',
};

export const besideChecksum: Judgement = {
  name: 'beside-checksum',
  why: 'it is part of a file name in a list of checksums',
  keeps: (candidate, { bytes }) =>
    !isBareName(candidate) || !isBesideChecksum(bytes, candidate.startByte, candidate.endByte),
};

export const insideEncoded: Judgement = {
  name: 'inside-encoded',
  why: 'these letters are part of encoded bytes and look like a name by chance',
  keeps: (candidate, { bytes }) =>
    !isBareName(candidate) || !isInsideEncoded(bytes, candidate.startByte, candidate.endByte),
};

/** `"mit"` is a key of a table; `"license": "mit"` is a statement. */
export const quotedWord: Judgement = {
  name: 'quoted-word',
  why: 'it is an id in quotes, and no word beside it is about licensing',
  keeps: ({ isQuoted }) => !isQuoted,
};

/** "Find all symbols exported with EXPORT_SYMBOL_GPL" names the macro; "EXPORT_SYMBOL_GPL(init);" states a license. */
export const uncalledMacro: Judgement = {
  name: 'uncalled-macro',
  why: 'it names a macro, and the macro is not called here',
  keeps: ({ kind, startByte, endByte }, { bytes }) => {
    if (kind !== 'tag') return true;
    const [, macro = '', call] = MACRO.exec(stretchOf(bytes, startByte, endByte + MACRO_BYTES)) ?? [];
    // A longer tag contains its own argument: MODULE_LICENSE("GPL v2").
    return macro.length < endByte - startByte || call === '(';
  },
};

const MACRO = /^([A-Z]+(?:[_{}]+[A-Z]+)+)\b(?:[ \t]*(\())?/;
const MACRO_BYTES = 40;

/**
 * "On the Change Date … use of this software will be governed by the Apache License", in a file under the Business
 * Source License or a similar license.
 */
export const changeLicense: Judgement = {
  name: 'change-license',
  why: 'this license applies to the work only some years later',
  keeps: (candidate, { bytes, known }) => !known(isDelayedIn) || !isChangeLicense(bytes, candidate),
};

const isDelayedIn = (candidates: readonly Candidate[]): boolean => candidates.some(isDelayed);
