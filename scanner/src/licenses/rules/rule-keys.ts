// The allowed keys of rule files: a misspelt key would be silently ignored. The compiler checks the tables against the types.
import type { FamilyEntry, NamesEntry, NoticeEntry, RuleFile, SentencesEntry, TextEntry } from './rule-entries.ts';

type Keys<T> = Record<keyof T & string, true>;

const NAMES: Keys<NamesEntry> = { license: true, names: true, weak: true, faint: true, alone: true, test: true };
const FAMILY: Keys<FamilyEntry> = {
  ...{ family: true, gnu: true, unversioned: true, versions: true },
  ...{ names: true, weak: true, faint: true, test: true, expect: true },
};
const NOTICE: Keys<NoticeEntry> = {
  ...{ license: true, kind: true, text: true, approximate: true },
  ...{ relevance: true, coverage: true, test: true },
};
const TEXT: Keys<TextEntry> = { license: true, name: true, text: true, intro: true, coverage: true };
const SENTENCES: Keys<SentencesEntry> = { family: true, instead: true, shared: true, texts: true };
const CLOSE: Keys<NonNullable<RuleFile['closeTexts']>[number]> = { coverage: true, licenses: true };

/** The keys of a file, each with the keys of its entries; undefined when the entries are words. */
const FILE: Record<keyof RuleFile & string, Record<string, true> | undefined> = {
  texts: TEXT,
  families: FAMILY,
  names: NAMES,
  notices: NOTICE,
  textsBySentences: SENTENCES,
  closeTexts: CLOSE,
  frames: undefined,
  lists: undefined,
  falsePositives: undefined,
};
/**
 * Read by other modules, which check them: reading/statements.ts, engine/decisive.ts, judging/unknown.ts,
 * judging/added-clauses.ts, engine/changed-words.ts, rules/spdx-texts.ts.
 */
const OTHERS = ['statements', 'decisive', 'grants', 'addedClauses', 'changedWords', 'spdxTexts'];

/** Throws with a sentence that names the file and the key when a rule file has a key that nothing reads. */
export function checkRuleKeys(name: string, file: object): void {
  const fail = (key: string) => {
    throw new Error(`scanner/rules/${name}: nothing reads the key ${key}; it may be misspelt`);
  };
  for (const [key, value] of Object.entries(file)) {
    if (OTHERS.includes(key)) continue;
    if (!Object.hasOwn(FILE, key)) fail(`"${key}"`);
    const known = FILE[key as keyof RuleFile];
    if (!known || !Array.isArray(value)) continue;
    for (const [at, entry] of value.entries())
      for (const own of Object.keys(entry as object)) if (!Object.hasOwn(known, own)) fail(`"${own}" of ${key}[${at}]`);
  }
}
