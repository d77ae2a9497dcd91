// All judgements, in rounds. Each round sees the matches that earlier rounds kept. Add a new judgement to the round
// whose matches it must see, or give it a round of its own. Its `why` is the reason that people read if it drops a
// match.
import { otherNameOfText, titleOfText } from './beside-texts.ts';
import { loneException } from './exceptions.ts';
import type { Round } from './judgement.ts';
import { listOfNames } from './lists.ts';
import {
  echo,
  laterElsewhere,
  laterNameElsewhere,
  publicDomainByText,
  restOfNotice,
  statedElsewhere,
  unnamedBesideNamed,
  versionElsewhere,
  weakName,
} from './notices.ts';
import {
  besideChecksum,
  changeLicense,
  falsePositive,
  insideEncoded,
  quotedWord,
  uncalledMacro,
} from './words-around.ts';

/** Applies to all results of rules and tags. */
export const OF_FINDS: readonly Round[] = [
  [falsePositive, besideChecksum, insideEncoded, uncalledMacro],
  [listOfNames, quotedWord],
  [titleOfText, otherNameOfText],
  [loneException],
  [restOfNotice],
  [changeLicense],
];

/** Applies to all matches except mentions. */
export const OF_STATEMENTS: readonly Round[] = [[echo, unnamedBesideNamed, publicDomainByText]];

/** Applies to statements, after names in choices took the version of a text in the same file. */
export const OF_VERSIONS: readonly Round[] = [[versionElsewhere, laterNameElsewhere], [laterElsewhere], [weakName]];

/** Applies to mentions. These judgements see the statements of the file. */
export const OF_MENTIONS: Round = [statedElsewhere];
