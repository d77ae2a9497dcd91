// Tests every word of rules/knowledge in its sentence: it gives the expected result, and a word that is not in the list gives another one.
import { createRequire } from 'node:module';
import { describe, expect, it } from 'vitest';
import { familyStem } from '../../expressions/index.ts';
import { createLegalGate } from '../engine/legal-gate.ts';
import { createTokenBuffer, tokenize } from '../engine/tokens.ts';
import { detectLicenses, loadLicenseIndex } from '../index.ts';
import { contradiction } from './deciding-words.ts';
import { knowledge, readKnowledge, wordsOfList } from './knowledge.ts';
import { checkKnowledge, knowledgeFiles } from './knowledge-check.ts';
import {
  ADDED_TO,
  completes,
  gnuMajor,
  hasLaterName,
  hasVersionedName,
  isGnuOnly,
  isGnuSoftware,
  isLaterThanNamed,
  isTitleOfAnyText,
  isWithoutVersion,
  namesGnuOnly,
  namesLaterLicense,
  WORD_OF_FILE_NAME,
} from './license-ids.ts';
import { rulesOfList } from './listed-names.ts';
import { checkRuleKeys } from './rule-keys.ts';
import type { SpdxText } from './spdx-texts.ts';

const FILES = knowledgeFiles();

const index = loadLicenseIndex();
const spdxOf = (text: string): string => detectLicenses(index, Buffer.from(text)).spdx.join(', ');
/** The licenses in the order of the text, those of bundled parts with their role. */
const rolesOf = (text: string): string =>
  detectLicenses(index, Buffer.from(text))
    .matches.map(({ role, expression }) => (role === 'bundled' ? `bundled ${expression}` : expression))
    .join(', ');
const mayHoldLicense = createLegalGate([]);
const list = createRequire(import.meta.url)('spdx-license-list/full') as Record<string, SpdxText>;
const namingRules = rulesOfList(list).rules;

/** Whether the rules accept a name or id of the list anywhere, or only in a frame. */
function strengthOf(name: string): string {
  const rules = namingRules.filter(({ text }) => text === name);
  if (rules.length === 0) return 'no name';
  return rules.every(({ isWeak }) => isWeak) ? 'needs a frame' : 'is a license';
}

function wordsRead(text: string): string {
  const tokens = createTokenBuffer();
  tokenize(Buffer.from(text), index.dictionary, tokens);
  return Array.from(tokens.ids.subarray(0, tokens.count), (id) => index.words()[id]).join(' ');
}

/** What the engine knows of an id, by the list that says it. */
const FACTS: Record<string, (id: string) => string | undefined> = {
  gnu_software: (id) => (isGnuSoftware(id) && isGnuOnly(id) && gnuMajor(id) ? 'software' : undefined),
  gnu_documents: (id) => (isGnuOnly(id) && namesGnuOnly(id) && !isGnuSoftware(id) ? 'documents' : undefined),
  without_version: (id) => (isWithoutVersion(id) && !isLaterThanNamed(id) ? 'no version' : undefined),
  early_names: (id) => (hasLaterName(id, 'the GNU Lesser General Public License') ? 'not in a rule with "lesser"' : ''),
  added_to: (id) => `beside ${ADDED_TO.get(familyStem(id))}`,
  additions_only: (id) => `completes ${completes(id)}`,
  word_of_file_name: (id) => `in ${WORD_OF_FILE_NAME.get(familyStem(id))}`,
  permits_modification: (id) => contradiction(id, 'in binary form only, without modification') && 'contradiction',
  delayed: (id) => (namesLaterLicense(id) ? 'delayed' : undefined),
  title_of_any_text: (id) => (isTitleOfAnyText(id) ? 'any text' : undefined),
  number_is_no_version: (id) => (hasVersionedName(id) ? undefined : 'no family'),
};

interface Question {
  ask: (sentence: string, list: string) => string | undefined;
  /** Fills the sentence; the default is the word itself. */
  fill?: (word: string, list: string) => string;
}

const QUESTIONS: Record<string, Question> = {
  versions: { ask: spdxOf },
  'legal-words': {
    // The gate passes small texts without a check.
    ask: (sentence) => (mayHoldLicense(Buffer.from(sentence.padEnd(2000, '\nint other;'))) ? 'open' : 'closed'),
  },
  'listed-names': {
    ask: strengthOf,
    fill(word, kind) {
      if (kind === 'makers') return list[word]!.name;
      // The first id of the list with that name.
      return Object.keys(list).find(
        (id) => id === word || (id.startsWith(`${word}-`) && /\d/.test(id[word.length + 1]!)),
      )!;
    },
  },
  'same-license': { ask: spdxOf },
  'license-variants': { ask: spdxOf },
  'license-ids': { ask: (id, name) => FACTS[name]!(id) },
  exceptions: { ask: spdxOf },
  'bundled-parts': { ask: rolesOf },
  choices: { ask: spdxOf },
  frames: { ask: spdxOf },
  'later-licenses': { ask: spdxOf },
  'name-shapes': { ask: spdxOf },
  words: { ask: wordsRead },
};

/** A word without a meaning. */
const NO_WORD = 'zzqq';

it('every file has a test sentence', () => {
  expect(FILES).toEqual(Object.keys(QUESTIONS).sort());
});

describe.each(FILES)('%s.yaml', (file) => {
  const { ask, fill = (word: string) => word } = QUESTIONS[file]!;

  describe.each(Object.entries(readKnowledge(file)))('%s', (name, entry) => {
    const { sentence, expect: expected, control = NO_WORD, meanings = {}, others = [] } = entry;
    const special = new Map(others.map((other) => [other.word, other]));

    it.each(wordsOfList(entry))('%s', (word) => {
      const one = { fill: fill(word, name), sentence, expect: expected, ...special.get(word) };
      const filled = (text: string, filling: string) =>
        text.replaceAll('{}', filling).replaceAll('{meaning}', meanings[word] ?? '');
      const answer = filled(one.expect, one.fill);
      expect(ask(filled(one.sentence, one.fill), name)).toBe(answer);
      expect(ask(filled(one.sentence, control), name)).not.toBe(answer);
    });

    it('has sentences only for listed words, and controls that are not listed', () => {
      const words = wordsOfList(entry);
      expect(others.map(({ word }) => word).filter((word) => !words.includes(word))).toEqual([]);
      expect(words).not.toContain(control);
    });
  });
});

it('names a missing list with its file', () => {
  expect(() => knowledge('versions').words('newest')).toThrow(
    'scanner/rules/knowledge/versions.yaml has no list newest',
  );
});

describe('an index is built only from knowledge that follows the schema', () => {
  const good = readKnowledge('versions').later!;
  const refusal = (changed: unknown) => () =>
    checkKnowledge((file) => (file === 'versions' ? { later: changed } : readKnowledge(file)));

  it('accepts the present files', () => {
    expect(() => checkKnowledge()).not.toThrow();
  });
  it('names a misspelt key with its list and file', () => {
    expect(refusal({ ...good, othrs: [] })).toThrow(
      'scanner/rules/knowledge/versions.yaml: nothing reads the key "othrs" of later; it may be misspelt',
    );
  });
  it('refuses a list without a sentence', () => {
    expect(refusal({ ...good, sentence: undefined })).toThrow(
      "scanner/rules/knowledge/versions.yaml: later must have required property 'sentence'",
    );
  });
  it('refuses a duplicate word', () => {
    expect(refusal({ ...good, words: ['later', 'later'] })).toThrow(
      'versions.yaml: later.words must NOT have duplicate',
    );
  });
});

it('names a misspelt key of a rule file with its file', () => {
  expect(() => checkRuleKeys('names.yaml', { names: [{ license: 'MIT', weka: ['mit'] }] })).toThrow(
    'scanner/rules/names.yaml: nothing reads the key "weka" of names[0]',
  );
  expect(() => checkRuleKeys('names.yaml', { name: [] })).toThrow('nothing reads the key "name"');
});
