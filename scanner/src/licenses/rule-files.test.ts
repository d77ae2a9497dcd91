// Every rule of scanner/rules does what it says: test sentences, and notices by their own text.
import { describe, expect, it } from 'vitest';
import { idsOf, isSpdxException, parseSpdxExpression } from './expression.ts';
import { detectLicenses, loadLicenseIndex } from './index.ts';
import { expandPattern } from './patterns.ts';
import { readRuleFiles } from './rule-files.ts';

const index = loadLicenseIndex();
const files = Object.entries(readRuleFiles(new URL('../../rules/', import.meta.url)));
const idsIn = (text: string) => detectLicenses(index, Buffer.from(text)).spdx.flatMap(idsOf);

describe('names', () => {
  const entries = files.flatMap(([, file]) => file.names ?? []);
  it.each(entries.map((entry) => [entry.license, entry.test ?? '']))('%s: %s', (license, test) => {
    expect(test).not.toBe('');
    expect(idsIn(test)).toEqual(expect.arrayContaining(idsOf(license)));
  });
});

describe('families', () => {
  const entries = files.flatMap(([, file]) => file.families ?? []);
  it.each(entries.map((entry) => [entry.family, entry.test ?? '', entry.expect ?? '']))(
    '%s: %s',
    (_, test, expected) => {
      expect(test).not.toBe('');
      expect(idsIn(test)).toEqual([expected]);
    },
  );
});

describe('notices', () => {
  const entries = files.flatMap(([name, file]) => (file.notices ?? []).map((notice) => ({ name, notice })));
  const texts = entries.flatMap(({ notice }) =>
    (typeof notice.text === 'string' ? [notice.text] : notice.text).map((text) => [notice.license, text] as const),
  );
  it.each(texts)('%s: %.60s', (license, pattern) => {
    const sentence = expandPattern(pattern)[0]!
      .replaceAll('\u0000', 'Acme Works')
      .replace(/\{\{|\}\}/g, ' ');
    const base = /^(LLVM|Swift)/.test(license)
      ? 'Licensed under the Apache License 2.0 '
      : 'GNU General Public License version 3 ';
    expect(idsIn(isSpdxException(license) ? base + sentence : sentence)).toEqual(
      expect.arrayContaining(idsOf(license)),
    );
  });

  it('carry SPDX expressions', () => {
    for (const { notice } of entries) {
      const known = isSpdxException(notice.license) || parseSpdxExpression(notice.license)?.unknown.length === 0;
      expect(known, notice.license).toBe(true);
    }
  });
});
