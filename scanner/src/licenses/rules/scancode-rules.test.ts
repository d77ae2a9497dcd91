// Rules in ScanCode's format: from a folder and from an archive, with broken files as issues. Tests the whole collection if it is available.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import tar from 'tar-stream';
import { afterAll, expect, it } from 'vitest';
import { createAnalyzer } from '../../analyze/index.ts';
import { detectLicenses, extendLicenseIndex, loadLicenseIndex } from '../index.ts';
import { splitFrontMatter } from './front-matter.ts';
import { convertRules, importLicenseRules } from './scancode-rules.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-rules-'));
afterAll(() => rmSync(folder, { recursive: true }));

const FILES: Record<string, string> = {
  'licenses/acme.LICENSE':
    '---\nkey: acme\nname: Acme\nspdx_license_key: LicenseRef-scancode-acme\n---\n\nYou may frobnicate this widget as often as you like.\n',
  'licenses/mit.LICENSE':
    '---\nkey: mit\nspdx_license_key: MIT\n---\n\nPermission to frobnicate is granted to all and sundry.\n',
  'rules/acme_1.RULE':
    '---\nlicense_expression: acme OR mit\nis_license_notice: yes\nrelevance: 90\nreferenced_filenames:\n    - COPYING\n    - LICENSE\n---\n\nwidget terms: see the {{acme}} file\n',
  'rules/false_1.RULE': '---\nis_false_positive: yes\n---\n\nacme frobnicator documentation says widget terms\n',
  'rules/old.RULE': '---\nlicense_expression: mit\nis_deprecated: yes\n---\n\nan old and deprecated rule\n',
  'rules/broken.RULE': 'no front matter here\n',
  'rules/empty.RULE': '---\nis_license_tag: yes\n---\n\nsome words\n',
};
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(join(folder, name, '..'), { recursive: true });
  writeFileSync(join(folder, name), text);
}

async function tarOf(files: Record<string, string>): Promise<Buffer> {
  const pack = tar.pack();
  for (const [name, text] of Object.entries(files)) pack.entry({ name: `deep/${name}` }, text);
  pack.finalize();
  const parts: Buffer[] = [];
  for await (const part of pack) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

async function archive(): Promise<string> {
  const path = join(folder, 'rules.tar.gz');
  writeFileSync(path, gzipSync(await tarOf(FILES)));
  return path;
}

it('does not turn an exception into a license', () => {
  const text =
    '---\nkey: oak-exception\nname: Oak\nspdx_license_key: Qt-LGPL-exception-1.1\n---\n\nOaks may be linked.\n';
  const { rules } = convertRules([{ path: 'licenses/oak-exception.LICENSE', text }]);
  expect([...new Set(rules.map(({ expression }) => expression))]).toEqual(['Qt-LGPL-exception-1.1']);
});

it.each(['folder', 'archive'])('imports a %s', async (kind) => {
  const out = join(folder, `${kind}.index`);
  const result = await importLicenseRules(kind === 'folder' ? folder : await archive(), out);
  expect(result).toMatchObject({ rules: 4, licenses: 2 });
  const where = kind === 'folder' ? '' : 'deep/';
  expect(result.issues.map((issue) => issue.path)).toEqual([`${where}rules/broken.RULE`, `${where}rules/empty.RULE`]);
  const index = loadLicenseIndex(out);
  const found = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
  expect(found('License: You may frobnicate this widget, as often as you like!')).toEqual(['LicenseRef-scancode-acme']);
  expect(found('license\nwidget terms: see the ACME file')).toEqual(['LicenseRef-scancode-acme OR MIT']);
  expect(found('license\nacme frobnicator documentation says widget terms')).toEqual([]);
});

it('reports its progress at every step, from the first file to the last rule', async () => {
  const source = mkdtempSync(join(folder, 'many-'));
  for (let number = 0; number < 1200; number++)
    writeFileSync(join(source, `${number}.RULE`), rule('', `the terms of gizmo ${number}`));
  const steps: [string, number, number][] = [];
  await importLicenseRules(source, join(source, 'out.index'), ({ phase, done, total }) => steps.push([phase, done, total])); // biome-ignore format: one call
  expect(steps).toEqual([
    ['reading', 0, 0],
    ['reading', 1000, 0],
    ['parsing', 0, 1200],
    ['parsing', 1000, 1200],
    ['parsing', 1200, 1200],
    ['compiling', 0, 1200],
    ['compiling', 500, 1200],
    ['compiling', 1000, 1200],
    ['compiling', 1200, 1200],
    ['indexing', 1200, 0],
    ['writing', 1200, 0],
  ]);
});

it('leaves out paths that are not files and files that are too large, and says so', async () => {
  const source = mkdtempSync(join(folder, 'odd-'));
  writeFileSync(join(source, 'acme.LICENSE'), FILES['licenses/acme.LICENSE']!);
  writeFileSync(join(source, 'latin.RULE'), Buffer.from(rule('', 'the words of a café'), 'latin1'));
  writeFileSync(join(source, 'large.RULE'), `${FILES['rules/acme_1.RULE']}${'word '.repeat(400_001)}`);
  mkdirSync(join(source, 'folder.RULE'));
  symlinkSync(join(source, 'nowhere'), join(source, 'broken.RULE'));
  const { rules, issues } = await importLicenseRules(source, join(source, 'out.index'));
  expect(rules).toBe(1);
  expect(issues.map(({ path, message }) => [path, message]).sort()).toEqual([
    ['broken.RULE', expect.stringContaining('not a file')],
    ['folder.RULE', expect.stringContaining('not a file')],
    ['large.RULE', expect.stringContaining('larger than 2 MB')],
    ['latin.RULE', expect.stringContaining('not in UTF-8')],
  ]);
});

it('quotes a hostile expression in part, and survives its depth', () => {
  const deep = `${'('.repeat(10_000)}acme${')'.repeat(10_000)}`;
  const { rules, issues } = convertRules([
    { path: 'deep.RULE', text: `---\nlicense_expression: ${deep}\n---\n\nsome words\n` },
  ]);
  expect(rules).toEqual([]);
  expect(issues[0]!.message.length).toBeLessThan(300);
});

/** Twenty words, the first `count` of which are in the text. */
const WORDS =
  'license grants every traveller twelve wooden spoons provided they juggle them daily near some quiet river bank without dropping any'.split(
    ' ',
  );
const rule = (fields: string, text = WORDS.join(' ')) => `---\nlicense_expression: acme\n${fields}\n---\n\n${text}\n`;
const converted = (files: Record<string, string>) =>
  convertRules(Object.entries(files).map(([path, text]) => ({ path, text })));
const WHOLE = { 'acme.LICENSE': FILES['licenses/acme.LICENSE']! };
const NO_FRONT_MATTER = 'the file does not begin with a front matter between two lines of ---';

// biome-ignore format: a table
it.each([
  ['an empty file', '', NO_FRONT_MATTER],
  ['no front matter', 'words\n', NO_FRONT_MATTER],
  ['a front matter without end', '---\nlicense_expression: acme\n\nwords\n', NO_FRONT_MATTER],
  ['no fields', '---\n---\n\nwords\n', 'the front matter has no license_expression'],
  ['an empty expression', '---\nlicense_expression:\n---\n\nwords\n', 'the front matter has no license_expression'],
  ['a list for an expression', '---\nlicense_expression:\n  - a\n  - b\n---\n\nwords\n', 'license_expression is the list a, b; keys joined by AND, OR and WITH were expected'],
  ['a broken expression', '---\nlicense_expression: acme OR\n---\n\nwords\n', 'license_expression is "acme OR"; keys joined by AND, OR and WITH were expected'],
  ['a field that appears twice', rule('license_expression: acme'), 'license_expression appears twice in the front matter; once was expected'],
  ['a flag that is no flag', rule('is_license_notice: maybe'), 'is_license_notice is "maybe"; yes or no was expected'],
  ['a word for a number', rule('relevance: high'), 'relevance is "high"; a whole number from 0 to 100 was expected'],
  ['a number out of range', rule('minimum_coverage: 101'), 'minimum_coverage is "101"; a whole number from 0 to 100 was expected'],
  ['a scalar for a list', rule('referenced_filenames: COPYING'), 'referenced_filenames is "COPYING"; a list was expected'],
  ['no language', rule('language: "l\'Assemblée"'), 'language is "l\'Assemblée"; a code such as fr was expected'],
  ['a text without a word', rule('is_license_text: yes', '--- ... !!!'), 'there is no word after the front matter'],
])('leaves out %s, and says what was expected', (_, text, why) => {
  const { rules, issues } = converted({ ...WHOLE, 'sub/bad.RULE': text });
  expect(rules.map(({ name }) => name)).toEqual(['acme.LICENSE']);
  expect(issues).toEqual([{ code: 'unreadable', path: 'sub/bad.RULE', message: `${why}; the file was left out` }]);
});

it.each([
  ['no key', 'name: x', 'the front matter has no key'],
  ['a key of other letters', 'key: "../acme"', 'key is "../acme"; letters, digits and . _ + - were expected'],
  ['a list for a key', 'key: [a, b]', 'key is the list a, b; letters, digits and . _ + - were expected'],
  ['no SPDX id', 'key: x\nspdx_license_key: not an id!', 'spdx_license_key is "not an id!"; an id of the SPDX list'],
  ['a LicenseRef- of nothing', 'key: x\nspdx_license_key: LicenseRef-', 'spdx_license_key is "LicenseRef-"; an id of'],
  ['a LicenseRef- that SPDX refuses', 'key: x\nspdx_license_key: LicenseRef-a_b', 'key is "LicenseRef-a_b"; an id of'],
  ['the key of another file', 'key: ACME', 'key is "ACME", as in acme.LICENSE; a key of its own was expected'],
])('leaves out a license with %s', (_, fields, why) => {
  const { rules, issues } = converted({ ...WHOLE, 'bad.LICENSE': `---\n${fields}\n---\n\nwords of it\n` });
  expect(rules).toHaveLength(1);
  expect(issues).toEqual([expect.objectContaining({ path: 'bad.LICENSE', message: expect.stringContaining(why) })]);
});

it('reports each unknown key once, and accepts SPDX ids unchanged', () => {
  const named = (expression: string) => `---\nlicense_expression: ${expression}\n---\n\nsome words\n`;
  const { rules, issues } = converted({ 'a.RULE': named('nothing OR mit'), 'b.RULE': named('nothing') });
  expect(rules.map(({ expression }) => expression)).toEqual([
    'LicenseRef-scancode-nothing OR MIT',
    'LicenseRef-scancode-nothing',
  ]);
  expect(issues).toEqual([
    {
      code: 'unreadable',
      path: 'a.RULE',
      message: expect.stringMatching(/^license_expression names "nothing", .*, here and in 1 more rules$/),
    },
  ]);
});

it('names rules by their paths if their names are equal, and removes control characters', () => {
  const { rules } = converted({
    'x/a.RULE': rule(''),
    'y/a.RULE': rule(''),
    'A.RULE': rule(''),
    'e\u001b[31m.RULE': rule(''),
  });
  expect(rules.map(({ name }) => name).sort()).toEqual(['A.RULE', 'e\ufffd[31m.RULE', 'x/a.RULE', 'y/a.RULE']);
});

it('a NUL in a rule is no wildcard, and a phrase without an end is no phrase', async () => {
  const index = await indexOfRules({ 'a.RULE': rule('is_license_text: yes', 'one \0 two {{three four}} five {{six}') });
  const found = (text: string) => detectLicenses(index, Buffer.from(`license: ${text}`)).spdx.length > 0;
  expect([found('one two three four five six'), found('one and two three four five six')]).toEqual([true, false]);
});

it('replaces only an index, and otherwise says why it does not', async () => {
  const source = mkdtempSync(join(folder, 'out-'));
  writeFileSync(join(source, 'acme.LICENSE'), FILES['licenses/acme.LICENSE']!);
  writeFileSync(join(source, 'notes.txt'), 'dear diary');
  const to = (out: string) => importLicenseRules(source, out);
  await expect(to(join(source, 'notes.txt'))).rejects.toThrow('notes.txt is not a license index and would be lost');
  await expect(to(source)).rejects.toThrow('is a folder; the name of the index file was expected');
  await expect(to('/dev/null')).rejects.toThrow('/dev/null is not a file; the name of the index file was expected');
  await expect(to('/proc/x.index')).rejects.toThrow('/proc/x.index cannot be written');
  expect(readdirSync(source).sort()).toEqual(['acme.LICENSE', 'notes.txt']);
  expect(readFileSync(join(source, 'notes.txt'), 'utf8')).toBe('dear diary');
});

it('replaces the target of a link, and removes the temporary files of a killed import beside it', async () => {
  const source = mkdtempSync(join(folder, 'link-'));
  writeFileSync(join(source, 'acme.LICENSE'), FILES['licenses/acme.LICENSE']!);
  await importLicenseRules(source, join(source, 'real.index'));
  const before = readFileSync(join(source, 'real.index'));
  symlinkSync(join(source, 'real.index'), join(source, 'link.index'));
  for (const name of ['real.index.1.partial', 'real.index.2.partial']) writeFileSync(join(source, name), 'cut');
  utimesSync(join(source, 'real.index.1.partial'), 1, 1);
  writeFileSync(join(source, 'b.RULE'), rule(''));
  await importLicenseRules(source, join(source, 'link.index'));
  expect(readlinkSync(join(source, 'link.index'))).toBe(join(source, 'real.index'));
  expect(readFileSync(join(source, 'real.index')).equals(before)).toBe(false);
  expect(existsSync(join(source, 'real.index.1.partial'))).toBe(false);
  // Another process may be writing it.
  expect(existsSync(join(source, 'real.index.2.partial'))).toBe(true);
});

it('reports rules with more words than an index can distinguish', async () => {
  const source = mkdtempSync(join(folder, 'words-'));
  writeFileSync(join(source, 'acme.LICENSE'), FILES['licenses/acme.LICENSE']!);
  const word = (number: number) => `q${number.toString(26).replace(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)]!)}z`;
  for (let part = 0; part < 8; part++) {
    const words = Array.from({ length: 10_000 }, (_, i) => word(part * 10_000 + i)).join(' ');
    writeFileSync(join(source, `${part}.RULE`), `---\nlicense_expression: acme\n---\n\n${words}\n`);
  }
  const { issues } = await importLicenseRules(source, join(source, 'out.index'));
  expect(issues).toEqual([expect.objectContaining({ message: expect.stringContaining('65000 different words') })]);
});

it('a text that is too long for near matches is matched word for word', async () => {
  const long = 'redistribution and use in source and binary forms are permitted '.repeat(6_000);
  const index = await indexOfRules({ 'long.RULE': rule('is_license_text: yes', long) });
  const found = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
  expect(found(long)).toEqual(['LicenseRef-scancode-acme']);
  expect(found(long.replace('binary', 'compiled'))).toEqual([]);
});

it('keeps relevance, kind and referenced files', () => {
  const { rules } = convertRules([{ path: 'rules/acme_1.RULE', text: FILES['rules/acme_1.RULE']! }]);
  expect(rules[0]).toMatchObject({
    name: 'acme_1.RULE',
    kind: 'notice',
    relevance: 90,
    referencedFiles: ['COPYING', 'LICENSE'],
    isImported: true,
  });
});

/** The index of one license and these rules. */
async function indexOfRules(rules: Record<string, string>) {
  const source = mkdtempSync(join(folder, 'rules-'));
  const files = { 'acme.LICENSE': FILES['licenses/acme.LICENSE']!, ...rules };
  for (const [name, text] of Object.entries(files)) writeFileSync(join(source, name), text);
  await importLicenseRules(source, join(source, 'out.index'));
  return loadLicenseIndex(join(source, 'out.index'));
}

/** The words with the last `count` ones replaced. */
const changed = (count: number) =>
  WORDS.map((word, i) => (i >= WORDS.length - count ? `other${'abcdefghij'[i % 10]}` : word)).join(' ');

it('honours minimum_coverage', async () => {
  const strict = await indexOfRules({ 'a.RULE': rule('is_license_notice: yes\nminimum_coverage: 95') });
  const loose = await indexOfRules({ 'a.RULE': rule('is_license_notice: yes') });
  const whole = await indexOfRules({ 'a.RULE': rule('is_license_notice: yes\nminimum_coverage: 100') });
  const found = (index: typeof strict, text: string) => detectLicenses(index, Buffer.from(text)).spdx.length > 0;
  expect([found(loose, changed(2)), found(strict, changed(2))]).toEqual([true, false]);
  expect([found(strict, changed(1)), found(whole, changed(1)), found(whole, changed(0))]).toEqual([true, false, true]);
});

it('honours relevance: in the score, and between rules with the same words', async () => {
  const index = await indexOfRules({
    'a.RULE': rule('is_license_notice: yes\nrelevance: 40'),
    'b.RULE': rule('is_license_notice: yes\nrelevance: 80'),
  });
  expect(detectLicenses(index, Buffer.from(changed(0))).matches).toMatchObject([{ rule: 'b.RULE', score: 80, coverage: 100 }]); // biome-ignore format: one match
});

it('honours {{required phrases}} in approximate matches', async () => {
  const index = await indexOfRules({
    'a.RULE': rule(
      'is_license_notice: yes',
      WORDS.join(' ').replace('twelve wooden spoons', '{{twelve wooden spoons}}'),
    ),
  });
  const found = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
  expect(found(changed(1))).toEqual(['LicenseRef-scancode-acme']);
  expect(found(WORDS.join(' ').replace('wooden', 'golden'))).toEqual([]);
});

it('matches is_required_phrase and is_continuous rules word for word only', async () => {
  for (const field of ['is_required_phrase: yes', 'is_continuous: yes']) {
    const index = await indexOfRules({ 'a.RULE': rule(`is_license_notice: yes\n${field}`) });
    expect(detectLicenses(index, Buffer.from(changed(0))).spdx, field).toHaveLength(1);
    expect(detectLicenses(index, Buffer.from(changed(1))).spdx, field).toEqual([]);
  }
});

it('honours language: lists show it for such rules, and the gate lets a text without an English word pass', async () => {
  const french =
    'Vous pouvez utiliser et modifier ce logiciel librement, pourvu que vous dansiez la gigue chaque dimanche avec vos voisins.';
  const index = await indexOfRules({ 'fr.RULE': rule('is_license_text: yes\nlanguage: fr', french) });
  expect(Object.values(index.languages)).toEqual(['fr']);
  const filler = 'int valeur = calcul(un, deux);\n'.repeat(100);
  const analyzer = createAnalyzer({ licenseIndex: index });
  const { findings } = analyzer.analyze(Buffer.from(`${filler}/* ${french} */\n${filler}`), 'C');
  expect(findings.licenses).toMatchObject([{ rule: 'fr.RULE', startLine: 101 }]);
});

it('lets a text in another script pass if it has no word that the gate can search for', async () => {
  const text = '自由に 使って ください。 ただし 毎朝 歌を 歌い、 猫に 挨拶を し、 窓を 開け、 空を 見て、 笑う こと。';
  const index = await indexOfRules({ 'ja.RULE': rule('is_license_text: yes\nlanguage: ja', text) });
  const filler = 'int value = compute(first, second);\n'.repeat(100);
  expect(detectLicenses(index, Buffer.from(`${filler}${text}\n${filler}`)).spdx).toEqual(['LicenseRef-scancode-acme']);
});

it('honours ignorable_*: values that belong to a license text are findings only outside it', async () => {
  const own = [
    'Copyright (c) 1999 Acme Foundation, Inc.',
    'Written by Wile E. Coyote',
    '',
    'Questions to legal@acme-foundation.org or https://www.acme-foundation.org/terms/ please.',
  ];
  const index = await indexOfRules({
    'a.RULE': rule(
      [
        'is_license_text: yes',
        'ignorable_copyrights:',
        '    - Copyright (c) 1999 Acme Foundation, Inc.',
        'ignorable_holders:',
        '    - Acme Foundation, Inc.',
        'ignorable_authors:',
        '    - Wile E. Coyote',
        'ignorable_emails:',
        '    - legal@acme-foundation.org',
        'ignorable_urls:',
        '    - https://www.acme-foundation.org/terms',
      ].join('\n'),
      `${own.join('\n')}\n${WORDS.join(' ')}`,
    ),
  });
  const analyzer = createAnalyzer({ licenseIndex: index });
  const inside = analyzer.analyze(
    Buffer.from(`Copyright 2020 Jane Doe\n\n${own.join('\n')}\n${WORDS.join(' ')}\n`),
    '',
  );
  expect(inside.findings.spdx).toEqual(['LicenseRef-scancode-acme']);
  expect(inside.findings.copyrights.map(({ statement }) => statement)).toEqual(['Copyright 2020 Jane Doe']);
  const { authors, emails, urls } = inside.findings;
  expect({ authors, emails, urls }).toEqual({ authors: [], emails: [], urls: [] });
  const outside = analyzer.analyze(
    Buffer.from(`${own.join('\n')}\n${WORDS.join(' ')}\n${'\nint value;'.repeat(30)}\n\n${own.join('\n')}\n`),
    '',
  ).findings;
  expect(outside.copyrights).toMatchObject([{ holder: 'Acme Foundation, Inc.', startLine: 38 }]);
  expect(outside.authors).toMatchObject([{ value: 'Wile E. Coyote', line: 39 }]);
  expect(outside.emails).toEqual([{ value: 'legal@acme-foundation.org', line: 41 }]);
  expect(outside.urls).toEqual([{ value: 'https://www.acme-foundation.org/terms/', line: 41 }]);
});

it('honours referenced_filenames of rules that know no license', async () => {
  const unknown =
    '---\nkey: unknown-license-reference\nspdx_license_key: LicenseRef-scancode-unknown-license-reference\n---\n\nx\n';
  const index = await indexOfRules({
    'unknown.LICENSE': unknown,
    'u.RULE':
      '---\nlicense_expression: unknown-license-reference\nis_license_reference: yes\nreferenced_filenames:\n    - TERMS.adoc\n    - INHERIT_LICENSE_FROM_PACKAGE\n    - /usr/share/x\n---\n\nthe license lies in the terms document\n',
    'k.RULE': rule('is_license_notice: yes\nreferenced_filenames:\n    - COPYING'),
  });
  const { findings } = createAnalyzer({ licenseIndex: index }).analyze(
    Buffer.from(`# The license lies in the Terms document.\n${'\n'.repeat(20)}${WORDS.join(' ')}\n`),
    '',
  );
  expect(findings.licenseReferences).toEqual([
    { target: 'TERMS.adoc', line: 1, rule: 'u.RULE' },
    { target: '', line: 1, rule: 'u.RULE' },
  ]);
});

it('gives short tags their role by the sentence around them', async () => {
  const index = await indexOfRules({ 'a.RULE': rule('is_license_tag: yes', 'license: acme') });
  const rolesIn = (text: string) => detectLicenses(index, Buffer.from(text)).matches.map(({ role }) => role);
  expect(rolesIn('# oak\n\nLicense: Acme\n')).toEqual([undefined]);
  expect(rolesIn('# oak\n\n## Thanks\n\n- elm (License: Acme)\n')).toEqual(['thanks']);
});

it('keeps all of this when the index is extended', async () => {
  const index = await indexOfRules({
    'a.RULE': rule(
      'is_license_text: yes\nlanguage: nl\nreferenced_filenames:\n    - COPYING\nignorable_urls:\n    - http://a.org',
    ),
  });
  const extended = extendLicenseIndex(index, [{ expression: 'LicenseRef-B', text: 'b '.repeat(20), names: [] }]);
  expect(Object.values(extended.languages)).toEqual(['nl']);
  expect(Object.values(extended.referencedFiles)).toEqual([['COPYING']]);
  expect(Object.values(extended.ignorables())).toEqual([{ urls: ['http://a.org'] }]);
});

it('refuses a source without rules and one of unknown kind', async () => {
  const empty = mkdtempSync(join(tmpdir(), 'assay-rules-'));
  writeFileSync(join(empty, 'rules.txt'), 'x');
  await expect(importLicenseRules(empty, join(folder, 'x.index'))).rejects.toThrow(/holds no rules/);
  await expect(importLicenseRules(join(empty, 'rules.txt'), join(folder, 'x.index'))).rejects.toThrow(
    /not an archive of a known format/,
  );
  writeFileSync(join(empty, 'a.RULE'), 'x');
  await expect(importLicenseRules(empty, join(folder, 'x.index'))).rejects.toThrow(
    'holds no rules that could be read: a.RULE: the file does not begin with a front matter',
  );
  const misnamed = join(empty, 'misnamed.zip');
  writeFileSync(misnamed, gzipSync(await tarOf({ 'a.txt': 'x' })));
  await expect(importLicenseRules(misnamed, join(folder, 'x.index'))).rejects.toThrow(
    /holds no rules that could be read: [^:]/,
  );
  const cut = join(empty, 'cut.tar.gz');
  writeFileSync(cut, readFileSync(await archive()).subarray(0, 200));
  await expect(importLicenseRules(cut, join(folder, 'x.index'))).rejects.toThrow(`${cut} is corrupt (a gzip file)`);
  rmSync(empty, { recursive: true });
});

it('reads front matter', () => {
  const { fields, text } = splitFrontMatter(
    "---\na: yes\nb: 'quoted: text'\nlist:\n    - one\n    - two words\nnotes: |\n    first\n    second\n---\n\nbody\n",
  )!;
  expect(fields).toEqual({ a: 'yes', b: 'quoted: text', list: ['one', 'two words'], notes: 'first second' });
  expect(text.trim()).toBe('body');
  expect(splitFrontMatter('no')).toBeUndefined();
  const odd = splitFrontMatter(
    "---\r\na: it # is\r\nb: \"in # it\" # is not\r\nc: 'it''s'\r\nlist: [one, 'two, three'] # four\r\n__proto__: x\r\n--- \r\n----\r\n",
  )!;
  expect(Object.entries(odd.fields)).toEqual([
    ['a', 'it'],
    ['b', 'in # it'],
    ['c', "it's"],
    ['list', ['one', 'two, three']],
    ['__proto__', 'x'],
  ]);
  expect(odd.text).toBe('----\n');
});

const collection = '../shared/data/scancode-rules/scancode-rules-32.3.tar.xz';
if (!existsSync(collection)) console.warn(`${collection} is absent: the import of the whole collection is not tried`);
it.skipIf(!existsSync(collection))('imports the whole collection', { timeout: 120_000 }, async () => {
  const out = join(folder, 'all.index');
  const result = await importLicenseRules(collection, out);
  expect(result.rules).toBeGreaterThan(37_000);
  const index = loadLicenseIndex(out);
  expect(detectLicenses(index, Buffer.from('Licensed under the Apache License, Version 2.0')).spdx).toEqual([
    'Apache-2.0',
  ]);
});
