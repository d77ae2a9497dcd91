// Tests every rule of scanner/rules: by test sentences, and notices by their own text.
import { describe, expect, it } from 'vitest';
import { idsOf, isSpdxException, parseSpdxExpression } from '../../expressions/index.ts';
import { detectLicenses, licenseLibrary, loadLicenseIndex } from '../index.ts';
import { licensesOffTheList } from './library.ts';
import { expandPattern } from './patterns.ts';
import { readRuleFiles } from './rule-files.ts';

const index = loadLicenseIndex();
const files = Object.entries(readRuleFiles(new URL('../../../rules/', import.meta.url)));
const detect = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
const idsIn = (text: string) => detect(text).flatMap(idsOf);

/** A license that the exception may modify, and a sentence that states it. */
function baseOf(exception: string): [id: string, sentence: string] {
  if (/^(LLVM|Swift|SHL-)/.test(exception)) return ['Apache-2.0', 'Licensed under the Apache License, Version 2.0.'];
  if (/^(KiCad|GNOME)/.test(exception)) return ['CC-BY-SA-4.0', 'http://creativecommons.org/licenses/by-sa/4.0/'];
  if (/^fmt/.test(exception)) return ['MIT', 'Licensed under the MIT license.'];
  if (/^LZMA/.test(exception)) return ['CPL-1.0', 'Licensed under the Common Public License version 1.0.'];
  if (/^QPL/.test(exception)) return ['QPL-1.0', 'Licensed under the Q Public License version 1.0.'];
  return ['GPL-3.0-or-later', 'GNU General Public License version 3 or any later version.'];
}

describe('names', () => {
  const entries = files.flatMap(([, file]) => file.names ?? []);
  it.each(entries.map((entry) => [entry.license, entry.test ?? '']))('%s: %s', (license, test) => {
    expect(test).not.toBe('');
    expect(idsIn(test)).toEqual(expect.arrayContaining([...idsOf(license)]));
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
    const [, base] = baseOf(license);
    expect(idsIn(isSpdxException(license) ? `${base} ${sentence}` : sentence)).toEqual(
      expect.arrayContaining([...idsOf(license)]),
    );
  });

  it('carry SPDX expressions', () => {
    for (const { notice } of entries) {
      const known = isSpdxException(notice.license) || parseSpdxExpression(notice.license)?.unknown.length === 0;
      expect(known, notice.license).toBe(true);
    }
  });
});

describe('texts of exceptions', () => {
  const exceptions = licenseLibrary().filter(({ isException }) => isException);

  it('exist, with names', () => {
    expect(exceptions.length).toBeGreaterThan(60);
    expect(exceptions.filter(({ text }) => text.length < 100).map(({ id }) => id)).toEqual([]);
    expect(exceptions.filter(({ name }) => !/exception|Note|Commitment|License|Preamble/i.test(name))).toEqual([]);
  });

  it.each(exceptions.map(({ id, text }) => [id, text]))('%s', (id, text) => {
    const alone = detect(text);
    const [base, sentence] = baseOf(id);
    // Exceptions that name their license state both.
    if (alone.join() === id) expect(detect(`${sentence}\n\n${text}`)).toEqual([`${base} WITH ${id}`]);
    else expect(alone).toEqual([expect.stringMatching(new RegExp(`^A?L?GPL-[^ ]+ WITH ${id}$`))]);
  });
});

describe('texts of licenses', () => {
  const own = files.flatMap(([, file]) => file.texts ?? []).filter(({ license }) => !isSpdxException(license));

  it('exist, for every id of the SPDX list', () => {
    expect(licenseLibrary().flatMap(({ id, text }) => (text === '' ? [id] : []))).toEqual([]);
  });

  it('are off that list if their name says so', () => {
    const listed = new Set(licenseLibrary().map(({ id }) => id));
    expect(licensesOffTheList().map(({ id }) => id)).toEqual(
      own.map(({ license }) => license).filter((license) => !listed.has(license)),
    );
  });

  it.each(own.map(({ license }) => [license]))('%s', (license) => {
    const known = [...licenseLibrary(), ...licensesOffTheList()].find(({ id }) => id === license)!;
    expect(detect(known.text)).toEqual([license]);
  });
});
