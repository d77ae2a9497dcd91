// The types of the entries in rule files.
import type { NameFrames, RuleKind } from '../engine/index-format.ts';

/** A license with its names. `weak` names count only inside a frame ("licensed under …"). */
export interface NamesEntry {
  license: string;
  names?: string[];
  weak?: string[];
  /** Like `weak`, for names that are also names of programs. */
  faint?: string[];
  /** Like `faint`, but they also count alone on a line. */
  alone?: string[];
  test?: string;
}

export interface FamilyEntry {
  family: string;
  gnu?: boolean;
  unversioned?: string;
  versions: Record<string, string>;
  names?: string[];
  weak?: string[];
  faint?: string[];
  test?: string;
  expect?: string;
}

export interface NoticeEntry {
  license: string;
  kind?: RuleKind;
  text: string | string[];
  approximate?: boolean;
  relevance?: number;
  coverage?: number;
  test?: string;
}

/** The text of an SPDX license or exception that the package of texts lacks. */
export interface TextEntry {
  license: string;
  name: string;
  text: string;
  /** The words before the text that name the license which an exception modifies; the rule is the text without them. */
  intro?: string;
  coverage?: number;
}

/** Licenses identified by sentences of their own; licenses of one family share other sentences. */
export interface SentencesEntry {
  family: string;
  /** Licenses from which the texts are made: such a whole text inside is no additional license. */
  instead?: string[];
  /** Sentences that all texts of the family contain. */
  shared?: string[];
  texts: { license: string; sentences?: string[] }[];
}

export interface RuleFile {
  textsBySentences?: SentencesEntry[];
  texts?: TextEntry[];
  families?: FamilyEntry[];
  names?: NamesEntry[];
  frames?: NameFrames;
  lists?: Record<string, string[]>;
  notices?: NoticeEntry[];
  falsePositives?: string[];
  /** Licenses whose texts closely resemble a more common one: more of their words must match. */
  closeTexts?: { coverage: number; licenses: string[] }[];
}
