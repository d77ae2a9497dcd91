// Every judgement, in rounds: each round sees the matches that the ones before it left. A new judgement goes into the round whose matches it has
// to see, or into one of its own; its `why` is what people read of a match that it drops.
import { otherNameOfText, titleOfText } from './beside-texts.ts';
import { loneException } from './exceptions.ts';
import type { Round } from './judgement.ts';
import { listOfNames } from './lists.ts';
import {
  echo,
  laterElsewhere,
  laterNameElsewhere,
  restOfNotice,
  statedElsewhere,
  versionElsewhere,
  weakName,
} from './notices.ts';
import {
  besideChecksum,
  changeLicense,
  compatibility,
  falsePositive,
  insideEncoded,
  quotedWord,
  uncalledMacro,
} from './words-around.ts';

/** Of everything that rules and tags found. */
export const OF_FINDS: readonly Round[] = [
  [falsePositive, besideChecksum, compatibility, insideEncoded, uncalledMacro],
  [listOfNames, quotedWord],
  [titleOfText, otherNameOfText],
  [loneException],
  [restOfNotice],
  [changeLicense],
];

/** Of what is no mere mention. */
export const OF_STATEMENTS: readonly Round[] = [[echo]];

/** Of statements whose names in choices have the version that a text beside them gives. */
export const OF_VERSIONS: readonly Round[] = [[versionElsewhere, laterNameElsewhere], [laterElsewhere], [weakName]];

/** Of mentions; what they see is what the file states. */
export const OF_MENTIONS: Round = [statedElsewhere];
