// The words by which versions of licenses are read, as numbers of the index's dictionary.
import type { LicenseIndex } from '../engine/index-format.ts';
import { wordId } from '../engine/tokens.ts';
import { knowledge } from '../rules/knowledge.ts';

const { words: list, meanings } = knowledge('versions');
const FILLER = [...list('between_name_and_version'), ...list('translated_between_name_and_version')];
const LATER_FILLER = [...list('between_version_and_later'), ...list('translated_between_version_and_later')];
const LATER = [...list('later'), ...list('translated_later')];
const BACKWARD = list('between_version_and_name');
const DENIAL = list('denial');
const NUMBERS = meanings('numbers');
const VERSION = list('version_words');
const NAMES_AFTER_OR = meanings('name_after_or');
const ACCEPTED = list('accepted');
const OTHERS = ['plus', 'copy', 'see', ...ACCEPTED, ...NUMBERS.keys()];

/** All words that take part in reading versions. */
export const VERSION_WORDS: readonly string[] = [
  ...FILLER,
  ...LATER_FILLER,
  ...LATER,
  ...BACKWARD,
  ...DENIAL,
  ...OTHERS,
  ...Array.from({ length: 100 }, (_, n) => String(n)),
  ...Array.from({ length: 10 }, (_, n) => `0${n}`),
];

export interface VersionWords {
  filler: Uint8Array;
  laterFiller: Uint8Array;
  later: Uint8Array;
  backward: Uint8Array;
  denial: Uint8Array;
  /** Value of a number token + 1. */
  numbers: Map<number, string>;
  only: number;
  plus: number;
  accepted: Set<number>;
  anyLater: { before: Set<number>; later: number };
  of: number;
  echo: { copy: number; see: number; the: number; of: number };
  or: number;
  and: number;
  versionWords: Set<number>;
  /** Names that are another license after "or", with the beginning of its ids. */
  namesAfterOr: Map<number, string>;
}

const wordsByIndex = new WeakMap<SharedArrayBuffer, VersionWords>();

export function versionWords(index: LicenseIndex): VersionWords {
  const known = wordsByIndex.get(index.buffer);
  if (known) return known;
  const id = (word: string) => wordId(index.dictionary, word);
  const marks = (words: readonly string[]) => {
    const set = new Uint8Array(65536);
    for (const word of words) set[id(word)] = 1;
    set[0] = 0;
    return set;
  };
  const numbers = new Map<number, string>();
  for (let n = 0; n < 100; n++) {
    const token = id(String(n));
    if (token > 0) numbers.set(token, String(n));
    const padded = n < 10 ? id(`0${n}`) : 0;
    if (padded > 0) numbers.set(padded, `0${n}`);
  }
  for (const [word, value] of NUMBERS) {
    const token = id(word);
    if (token > 0) numbers.set(token, value);
  }
  const made: VersionWords = {
    filler: marks(FILLER),
    laterFiller: marks(LATER_FILLER),
    later: marks(LATER),
    backward: marks(BACKWARD),
    denial: marks(DENIAL),
    numbers,
    only: id('only'),
    plus: id('plus'),
    accepted: new Set(ACCEPTED.map(id)),
    anyLater: { before: new Set([id('any'), id('a')]), later: id('later') },
    of: id('of'),
    echo: { copy: id('copy'), see: id('see'), the: id('the'), of: id('of') },
    or: id('or'),
    and: id('and'),
    versionWords: new Set(VERSION.map(id)),
    namesAfterOr: new Map([...NAMES_AFTER_OR].map(([word, stem]) => [id(word), stem])),
  };
  wordsByIndex.set(index.buffer, made);
  return made;
}
