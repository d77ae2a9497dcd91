// What the engine knows of single ids of the SPDX list: scanner/rules/knowledge/license-ids.yaml. Pure.
import { anyOf, knowledge } from './knowledge.ts';

const { words, meanings } = knowledge('license-ids');
const SOFTWARE = anyOf(words('gnu_software'));
const GNU = anyOf([...words('gnu_software'), ...words('gnu_documents')]);

const GNU_BEGINNING = new RegExp(`^${GNU}`);
const ONLY = new RegExp(String.raw`^${GNU}-[\d.]+-only$`);
const ONE_ONLY = new RegExp(String.raw`\b${GNU}-[\d.]+-only\b`);
const VERSION = new RegExp(String.raw`^${GNU}-[\d.]+`);
const SOFTWARE_VERSION = new RegExp(String.raw`^${SOFTWARE}-[\d.]+-(?:only|or-later)$`);
const MAJOR = new RegExp(String.raw`^${SOFTWARE}-\d`);
const LATER_THAN_NAMED = new RegExp(String.raw`^(?!${anyOf(words('without_version'))})${SOFTWARE}-\d.*-or-later$`);
const NAMES_GNU = new RegExp(String.raw`(?:^|\W)${GNU}-`);
const NO_VERSION = new RegExp(`^${anyOf(words('number_is_no_version'))}`);

/** `GPL`, `LGPL-2.1`, `GFDL-1.3-only`. */
export const isGnu = (id: string): boolean => GNU_BEGINNING.test(id);
/** `GPL-2.0-only`, the license of a text alone. */
export const isGnuOnly = (id: string): boolean => ONLY.test(id);
export const hasGnuVersion = (id: string): boolean => VERSION.test(id);
/** `GPL-2.0-only` and `LGPL-2.1-or-later`. */
export const isGnuSoftware = (id: string): boolean => SOFTWARE_VERSION.test(id);
/** `GPL-2` of `GPL-2.0-only`. */
export const gnuMajor = (id: string): string | undefined => MAJOR.exec(id)?.[0];
/** "Or later" of a version that somebody named. */
export const isLaterThanNamed = (id: string): boolean => LATER_THAN_NAMED.test(id);

/** Whether an expression has a GNU license, or one under "only" its version. */
export const namesGnu = (expression: string): boolean => NAMES_GNU.test(expression);
export const namesGnuOnly = (expression: string): boolean => ONE_ONLY.test(expression);

const WITHOUT_VERSION = new Set(words('without_version'));
/** What the name of a GNU license without a version means. */
export const isWithoutVersion = (id: string): boolean => WITHOUT_VERSION.has(id);

const EARLY_NAMES = meanings('early_names');
/** Whether words use a later name than the license with this id has. */
export const hasLaterName = (id: string, text: string): boolean => {
  const word = EARLY_NAMES.get(id);
  return word !== undefined && new RegExp(String.raw`\b${word}\b`, 'i').test(text);
};

/** Pairs of families: the first has a file of its own beside the second. */
export const ADDED_TO = meanings('added_to');

/** A word in the names of files with a license of the family. */
export const WORD_OF_FILE_NAME = meanings('word_of_file_name');

const ADDITIONS_ONLY = [...meanings('additions_only')];
/** `GPL-3` for `LGPL-3.0-only`: the beginning of the ids of the license that this one completes. */
export const completes = (id: string): string | undefined =>
  ADDITIONS_ONLY.find(([beginning]) => id.startsWith(beginning))?.[1];

const MODIFIABLE = new Set(words('permits_modification'));
export const permitsModification = (id: string): boolean => MODIFIABLE.has(id);

const TITLES = new Set(words('title_of_any_text'));
export const isTitleOfAnyText = (family: string): boolean => TITLES.has(family);

const DELAYED = words('delayed');
/** Licenses that name another one for later. */
export const namesLaterLicense = (id: string): boolean => DELAYED.some((beginning) => id.startsWith(beginning));

/** Whether the number in the id is the version of the name before it. */
export const hasVersionedName = (id: string): boolean => !NO_VERSION.test(id);
