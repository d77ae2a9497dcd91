// The grammar of roles: each pattern finds and spares its sentences, each language its own, and real sentences of READMEs, agreements and
// notices get their roles.

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';
import { type LanguageWords, languageFiles, ROLES_FOLDER, readRoleFile, roleFiles } from './lexicon.ts';
import { readPatterns } from './patterns.ts';
import { structureLists } from './structure.ts';

const index = loadLicenseIndex();
const detect = (text: string) => detectLicenses(index, Buffer.from(text));
/** The roles of each expression, as `MIT grants`. */
const rolesIn = (text: string): string[] =>
  detect(text).matches.map(({ expression, role = 'grants' }) => `${expression} ${role}`);

describe('the files follow the schema', () => {
  const { Ajv2020: Validator } = createRequire(import.meta.url)('ajv/dist/2020.js') as { Ajv2020: typeof Ajv2020 };
  const schema = JSON.parse(readFileSync(new URL('schema.json', ROLES_FOLDER), 'utf8')) as { $defs: object };
  it.each(roleFiles())('%s', (name) => {
    const kind = languageFiles().includes(name) ? 'language' : name.replace('.yaml', '');
    const isValid = new Validator().compile({ ...schema, $ref: `#/$defs/${kind}` });
    expect(isValid(readRoleFile(name)), JSON.stringify(isValid.errors)).toBe(true);
  });
});

it('patterns use only classes that a language has', () => {
  const known = new Set(['@', ':', ')', '(', 'name', 'version_number']);
  for (const file of languageFiles())
    for (const name of Object.keys((readRoleFile(file) as LanguageWords).words)) known.add(name);
  const used = readPatterns().flatMap(({ when, without = [], unless = [] }) => [
    ...when.flatMap((row) => row.split(' ').flatMap((one) => one.replace(/^[~+^]/, '').split('|'))),
    ...without,
    ...unless,
  ]);
  expect([...new Set(used)].filter((name) => !known.has(name))).toEqual([]);
});

describe.each(readPatterns().map((pattern) => [`${pattern.role}: ${pattern.when[0]}`, pattern] as const))(
  '%s',
  (_, pattern) => {
    it.each(pattern.finds)('finds %j', (text) => {
      expect(rolesIn(text).some((said) => said.endsWith(` ${pattern.role}`))).toBe(true);
    });
    it.each(pattern.spares ?? [])('spares %j', (text) => {
      expect(rolesIn(text).every((said) => /(?:grants|choice)$/.test(said))).toBe(true);
      expect(rolesIn(text)).not.toEqual([]);
    });
  },
);

describe.each(languageFiles())('%s', (file) => {
  it.each((readRoleFile(file) as LanguageWords).sentences ?? [])('$text', ({ text, roles }) => {
    expect(rolesIn(text)).toEqual(expect.arrayContaining(Object.entries(roles).map((entry) => entry.join(' '))));
  });
});

describe.each(Object.entries(structureLists()))('%s of structure.yaml', (_, { sentence, expect: role, words }) => {
  it.each(words)('%s', (word) => {
    expect(rolesIn(sentence.replaceAll('{}', word))[0]).toMatch(new RegExp(` ${role}$`));
  });
});

it('a part of a name in code is no license, whatever the sentence tells', () => {
  const line = String.raw`* **src**: guard bundled\_ca/openssl\_ca with HAVE\_OPENSSL (Daniel) #12302`;
  expect(rolesIn(line)).toEqual([]);
  expect(rolesIn(line.replace(String.raw`HAVE\_OPENSSL`, 'the OpenSSL license'))).toEqual(['OpenSSL bundled']);
});
