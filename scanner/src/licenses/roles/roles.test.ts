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
  const known = new Set(['@', ':', ')', '(', ',', '.', 'name', 'version_number']);
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

describe('the place of a name', () => {
  it('the latest year of a history tells the license, the others what was before', () => {
    const history =
      '# Larkspur\n\n## A short history\n\n* 2004: GPL-2.0\n* 2011: LGPL-3.0\n* 2019 to today: Apache-2.0\n';
    expect(rolesIn(history)).toEqual(['GPL-2.0-only past', 'LGPL-3.0-only past', 'Apache-2.0 grants']);
    expect(rolesIn('In 2003 the tool came out as GPL-2.0. In 2010 it was MPL-2.0.')).toEqual([
      'GPL-2.0-only past',
      'MPL-2.0 grants',
    ]);
    expect(rolesIn('Copyright 2004 Jane Doe, Apache-2.0\nCopyright 2011 Joe Roe, MPL-2.0\n')).toEqual([
      'Apache-2.0 grants',
      'MPL-2.0 grants',
    ]);
  });

  it('a pronoun tells it of the work that the sentence before thanks', () => {
    const text = 'knot is licensed under the MPL-2.0. The layout owes everything to cobra. It is Apache-2.0.';
    expect(rolesIn(text)).toEqual(['MPL-2.0 grants', 'Apache-2.0 thanks']);
    expect(rolesIn('Thanks for looking at this library. It is Apache-2.0.')).toEqual(['Apache-2.0 grants']);
  });

  it('a block of code shows what others write, if the page says what it is under', () => {
    const code = "# knot\n\n```js\nknot.find('GNU General Public License v3.0'); // GPL-3.0-only\n```\n";
    expect(rolesIn(`${code}\n## License\n\nApache-2.0\n`).filter((said) => said.startsWith('GPL'))).toEqual([
      'GPL-3.0-only tooling',
      'GPL-3.0-only tooling',
    ]);
    expect(rolesIn('# knot\n\n## License\n\n```\nLicensed under the Apache-2.0\n```\n')).toEqual(['Apache-2.0 grants']);
  });

  it('the section of a file of settings tells what its values are for', () => {
    const settings = '[reject]\nlicenses = ["GPL-3.0-only"]\n';
    expect(rolesIn(settings)).toEqual(['GPL-3.0-only tooling']);
    expect(rolesIn('[package]\nlicense = "MPL-2.0"\n')).toEqual(['MPL-2.0 grants']);
  });
});
