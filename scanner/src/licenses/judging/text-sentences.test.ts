// Texts recognised by their own sentences: each text of rules/sentences.yaml, alone and with sentences shared with related texts, and texts that
// must not match.
import { describe, expect, it } from 'vitest';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from '../index.ts';
import { expandPattern } from '../rules/patterns.ts';
import { readRuleFiles } from '../rules/rule-files.ts';

const index = loadLicenseIndex();
const idsIn = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
const files = readRuleFiles(new URL('../../../rules/', import.meta.url));
const textsBySentences = files.sentences!.textsBySentences!;
const names = Object.values(files).flatMap((file) => file.names ?? []);
const sentenceOf = (pattern: string) => `${expandPattern(pattern)[0]!.replace(/^./, (first) => first.toUpperCase())}.`;
const textOf = (id: string) => licenseLibrary().find((license) => license.id === id)!.text;

describe('typical sentences identify a text', () => {
  const texts = textsBySentences.flatMap(({ family, shared = [], texts: all }) =>
    all.map(({ license, sentences = [] }) => ({ family, license, sentences, shared })),
  );
  it.each(texts.map((text) => [text.license, text] as const))('%s', (license, { sentences, shared }) => {
    // A text without a sentence of its own is recognised by its name.
    const title = sentences.length > 0 ? '' : names.find((entry) => entry.license === license)!.test!;
    const text = [title, ...sentences.map(sentenceOf), ...shared.map(sentenceOf)].join('\n\nSome other words.\n\n');
    const { spdx, matches } = detectLicenses(index, Buffer.from(text));
    expect(spdx).toEqual([license]);
    expect(matches).toMatchObject([{ kind: 'text', expression: license }]);
  });
});

const PERIMETER = `# PolyForm Perimeter License 1.0.0

In order to get any license under these terms, you must agree to them as both strict obligations and conditions to all your licenses.

Any purpose is a permitted purpose, except for providing to others any product that competes with the software.
`;

it('licenses that the text names belong to it; those before and after it do not', () => {
  const text = `Parts are licensed under the zlib license.\n\n${PERIMETER}
The parts of others are licensed under the Apache License 2.0.

**Use** means anything you do with the software requiring one of your licenses.

The documentation is licensed under the MIT license.\n`;
  expect(idsIn(text)).toEqual(['LicenseRef-PolyForm-Perimeter-1.0.0', 'MIT', 'Zlib']);
});

it('a whole text of another license inside it is reported too', () => {
  const end = 'Use means anything you do with the software requiring one of your licenses.\n';
  expect(idsIn(`${PERIMETER}\n${textOf('Zlib')}\n${end}`)).toEqual(['LicenseRef-PolyForm-Perimeter-1.0.0', 'Zlib']);
});

it.each([
  [
    'Hippocratic 1.0, which is the MIT license with an additional clause',
    textOf('MIT').replace(
      'THE SOFTWARE IS PROVIDED',
      'The software may not be used for systems that threaten the general well-being of underprivileged individuals or groups.\n\n$&',
    ) +
      '\nThis license is derived from the MIT License, as amended to limit the impact of the unethical use of open source software.',
    ['LicenseRef-Hippocratic-1.0'],
  ],
  ['the MIT license beside a sentence that a family shares', `${textOf('MIT')}\n${PERIMETER.split('\n')[2]}`, ['MIT']],
])('%s', (_, text, expected) => {
  expect(idsIn(text)).toEqual(expected);
});

it.each([
  'PolyForm-Noncommercial-1.0.0',
  'PolyForm-Small-Business-1.0.0',
  'Elastic-2.0',
  'FSL-1.1-MIT',
  'JSON',
  'Hippocratic-2.1',
])('sentences do not change the result for the text of %s', (id) => {
  expect(idsIn(textOf(id))).toEqual([id]);
});

it('the JSON license without its sentence on good and evil is the MIT license', () => {
  expect(idsIn(textOf('JSON').replace('The Software shall be used for Good, not Evil.', ''))).toEqual(['MIT']);
});

it('a text of the PolyForm family with another purpose is an unknown license', () => {
  const strange = textOf('PolyForm-Noncommercial-1.0.0')
    .replace(/PolyForm Noncommercial[^\n]*\n|<?https:\/\/polyformproject[^\n]*\n/gi, '')
    .replace(
      /## Noncommercial Purposes[\s\S]*?(?=## Fair Use)/,
      '## Tuesdays\n\nUse on a Tuesday is use for a permitted purpose.\n\n',
    );
  expect(idsIn(strange)).toEqual(['LicenseRef-unknown-license']);
});

it('the Apache License with an added clause is another license', () => {
  const apache = textOf('Apache-2.0');
  const platform = 'solely as incorporated into a Tizen Certified Platform';
  const text = `Flora License\n\nVersion 1.0, May, 2012\n\n${apache
    .replace(/and such\s+Derivative Works\s+in\s+Source\s+or\s+Object\s+form/, `and such Derivative Works ${platform}`)
    .replace(/otherwise\s+transfer\s+the\s+Work,/, `otherwise transfer the Work ${platform},`)}`;
  expect(text.split(platform)).toHaveLength(3);
  expect(idsIn(text)).toEqual(['LicenseRef-Flora']);
  expect(idsIn(apache)).toEqual(['Apache-2.0']);
});
