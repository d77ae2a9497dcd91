// Judgements by the words around a match.

import type { Candidate } from '../engine/select.ts';
import { isChangeLicense, isDelayed } from '../reading/change-license.ts';
import { isBesideChecksum } from '../reading/checksum-lines.ts';
import { isOfCompatibility } from '../reading/compatible.ts';
import { isInsideEncoded } from '../reading/encoded.ts';
import { stretchOf } from '../reading/stretch.ts';
import { isBareName, type Judgement } from './judgement.ts';

/** Rules for words that look like a statement, so that no other rule takes them. */
export const falsePositive: Judgement = {
  name: 'false-positive',
  why: 'words that are known to state no license, though they look like it',
  keeps: ({ kind, expression }) => kind !== 'false-positive' && expression !== '',
};

export const besideChecksum: Judgement = {
  name: 'beside-checksum',
  why: 'the name of a file beside its checksum',
  keeps: (candidate, { bytes }) =>
    !isBareName(candidate) || !isBesideChecksum(bytes, candidate.startByte, candidate.endByte),
};

export const compatibility: Judgement = {
  name: 'compatibility',
  why: 'the name of a license that another one is said to be compatible with, or not',
  keeps: (candidate, { bytes }) =>
    !isBareName(candidate) || !isOfCompatibility(bytes, candidate.startByte, candidate.endByte),
};

export const insideEncoded: Judgement = {
  name: 'inside-encoded',
  why: 'letters in the middle of encoded bytes',
  keeps: (candidate, { bytes }) =>
    !isBareName(candidate) || !isInsideEncoded(bytes, candidate.startByte, candidate.endByte),
};

/** `"mit"` is a key of a table; `"license": "mit"` is a statement. */
export const quotedWord: Judgement = {
  name: 'quoted-word',
  why: 'an id in quotes, with no word of licensing beside it',
  keeps: ({ isQuoted }) => !isQuoted,
};

/** "Find all symbols exported with EXPORT_SYMBOL_GPL" names the macro; "EXPORT_SYMBOL_GPL(init);" states a license. */
export const uncalledMacro: Judgement = {
  name: 'uncalled-macro',
  why: 'the name of a macro that is not called here',
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
 * "On the Change Date … use of this software will be governed by the Apache License", in a file under the Business Source License or a similar one.
 */
export const changeLicense: Judgement = {
  name: 'change-license',
  why: 'the license that the work comes under some years later',
  keeps: (candidate, { bytes, known }) => !known(isDelayedIn) || !isChangeLicense(bytes, candidate),
};

const isDelayedIn = (candidates: readonly Candidate[]): boolean => candidates.some(isDelayed);
