import { describe, expect, it } from 'vitest';
import type { ReportItem } from '../data.ts';
import { sampleSource } from '../sample.ts';
import { MIT_BODY, sampleItem } from '../sample-items.ts';
import { completeness } from './check.ts';
import { type CollectedNotices, collectNotices } from './collect.ts';
import { gapsOf } from './gaps.ts';
import { safePath } from './source-bundle.ts';

const collect = (inventoryItems: ReportItem[]): Promise<CollectedNotices> =>
  collectNotices(sampleSource({ lists: { inventoryItems, noticeFiles: [] } }));
const mit = (holder: string, title = 'MIT License') => `${title}\n\nCopyright (c) ${holder}\n\n${MIT_BODY}\n`;

describe('texts', () => {
  it.each([
    [
      'text of the library, filled in or found',
      [{ noticesText: mit('<year> <copyright holders>') }, { asFoundLicenseText: mit('2015 A') }, {}],
      1,
    ],
    ['titles and quotation marks', [{ asFoundLicenseText: mit('2015 A', 'The MIT License (MIT)') }, {}], 1],
    ['text with additions', [{ noticesText: 'Own words.' }, {}], 2],
    [
      'both licenses of an expression, once each',
      [{ licenses: ['MIT', 'Apache-2.0'], licenseExpression: 'MIT AND Apache-2.0' }, {}],
      2,
    ],
    ['a license that the library lacks', [{ licenses: ['LicenseRef-x'], licenseExpression: 'LicenseRef-x' }], 0],
  ])('%s', async (_, changes, count) => {
    const { groups } = await collect(changes.map((change, at) => sampleItem(at + 1, `item${at}`, change)));
    expect(groups).toHaveLength(count);
    for (const { text } of groups) expect(text).not.toContain('<copyright holders>');
  });

  it('385 items under MIT, each with its holder, share one text and keep 385 statements', async () => {
    const items = Array.from({ length: 385 }, (_, at) =>
      sampleItem(at + 1, `item${at}`, { asFoundLicenseText: mit(`${1990 + (at % 30)} Holder ${at}`), copyrights: [] }),
    );
    const { groups, entries } = await collect(items);
    expect(groups).toHaveLength(1);
    expect(groups[0]!.entries).toHaveLength(385);
    expect(new Set(entries.flatMap(({ statements }) => statements.shown.map(({ text }) => text))).size).toBe(385);
  });
});

describe('titles and heads of texts as found', () => {
  /** Items with these license files, and the words that the notices print for each in the grouped style. */
  const printed = async (files: readonly string[]): Promise<string[]> => {
    const rows = files.map((text, at) => ({
      ...{ itemId: at + 1, place: 0, role: 'main' as const, path: `p${at}/LICENSE`, startLine: null, endLine: null },
      ...{ isComplete: true, expressions: ['MIT'], sha256: `t${at}`, problem: '', text },
    }));
    const source = sampleSource({
      lists: {
        inventoryItems: files.map((text, at) =>
          sampleItem(at + 1, `p${at}`, { asFoundLicenseText: text, copyrights: [] }),
        ),
        itemTexts: rows.map(({ text: _, ...row }) => row),
        foundTexts: rows.map(({ sha256, text }) => ({ sha256, text })),
        noticeFiles: [],
      },
    });
    const { entries, groups } = await collectNotices(source);
    expect(new Set(entries.flatMap(({ texts }) => texts))).toEqual(new Set(groups.map(({ number }) => number)));
    return entries.map(({ parts }) =>
      parts.map(({ head, group }) => `${head}\n\n${groups[group - 1]!.text}`.trim()).join('\n\n'),
    );
  };
  const folded = (text: string) => text.replace(/\s+/g, ' ').trim();

  it.each([
    [
      'two lines of holders, and a title above them',
      [mit('2014 A'), `${mit('2014 A')}`, mit('2016 B\nCopyright (c) 2017 C')],
    ],
    [
      'a title below the holders in one file only',
      [mit('2014 A'), `Copyright (c) 2015 B\n\nMIT License\n\n${MIT_BODY}`],
    ],
    ['the same title below all holders', [1, 2].map((at) => `Copyright (c) 201${at} B\n\nMIT License\n\n${MIT_BODY}`)],
    ['a sentence as title, and no holder', [`This is released under the MIT license:\n\n${MIT_BODY}`, mit('2014 A')]],
    ['a line without year or holder', [mit('2017 AUTHOR_NAME <AUTHOR_EMAIL>'), mit('2014 A')]],
    ['a holder on the next line', [mit('2013 kaelzhang <>, contributors\nhttp://kael.me/'), mit('2014 A')]],
    ['only a title', ['MIT License', mit('2014 A')]],
  ])('each file is printed word for word: %s', async (_, files) => {
    expect((await printed(files)).map(folded)).toEqual(files.map(folded));
  });
});

it('the check names each gap once, and recognises statements of NOTICE files and choices of licenses', async () => {
  const bare = { copyrights: [], status: 'Approved' as const };
  const source = sampleSource({
    lists: {
      inventoryItems: [
        sampleItem(1, 'a', { ...bare, name: 'unknown', licenseExpression: '', licenses: [], licenseName: 'None' }),
        sampleItem(2, 'b', { ...bare, name: 'stated' }),
        sampleItem(3, 'c', { ...bare, name: 'silent' }),
        sampleItem(4, 'd', { name: 'choice', licenseExpression: 'MIT OR GPL-2.0-only', licenses: ['MIT'] }),
      ],
      noticeFiles: [
        { itemId: 2, path: 'b/NOTICE', text: 'B\nCopyright 2011 B GmbH\n', problem: '' },
        { itemId: 3, path: 'c/NOTICE', text: 'Made by C.\n', problem: '' },
        { itemId: 3, path: 'c/NOTICE.md', text: '', problem: 'It is too long to be printed.' },
      ],
    },
  });
  const rows: unknown[] = [];
  for await (const block of completeness(source, () => collectNotices(source)))
    if (block.type === 'table' && block.sheet === 'Missing') rows.push(...(block.rows as unknown[]));
  const template = expect.stringContaining('The standard text of the library is printed');
  const unfilled = expect.stringContaining('its text has only the line of a template');
  expect(rows).toEqual([
    ['No license is selected', 'unknown', ''],
    [template, 'stated', 'printed: MIT License'],
    [template, 'silent', 'printed: MIT License'],
    [template, 'choice', 'printed: MIT License'],
    ['No copyright statement is known', 'unknown', ''],
    ['No copyright statement is known', 'silent', unfilled],
    ['A NOTICE file cannot be printed: ship the file itself', 'silent', 'c/NOTICE.md: It is too long to be printed.'],
    [expect.stringContaining('The license is a choice'), 'choice', ''],
  ]);
});

it('unpublished items are left out and counted; rejected ones are in the product, so they are printed, marked and a failure of the check', async () => {
  const found = await collect([
    sampleItem(1, 'a'),
    sampleItem(2, 'b', { status: 'Rejected', name: 'b' }),
    sampleItem(3, 'c', { isPublished: false }),
    sampleItem(4, 'd', { status: 'Draft' }),
  ]);
  expect(found.entries.map(({ id, isDraft, isRejected }) => [id, isDraft, isRejected])).toEqual([
    [1, false, false],
    [2, false, true],
    [4, true, false],
  ]);
  expect(found.unpublished).toBe(1);
  const gaps = gapsOf(found, { project: 'p', bundlesSource: false, hasContact: false });
  expect(gaps.find(({ kind }) => kind === 'rejected-in-product')).toMatchObject({
    isFailure: true,
    items: [{ id: 2, name: 'b, rejected in review' }],
  });
});

it('prints every statement', async () => {
  const copyrights = Array.from({ length: 1000 }, (_, at) => `Copyright ${at} Somebody`);
  const { entries } = await collect([sampleItem(1, 'many', { copyrights })]);
  expect(entries[0]!.statements.shown.map(({ text }) => text)).toEqual(copyrights);
});

it.each([
  ['a/b.c', 'a/b.c'],
  ['../../x', '__/__/x'],
  ['/etc/passwd', 'etc/passwd'],
  ['a\\..\\b', 'a_.._b'],
  ['C:\\x', 'C__x'],
  ['./a//b', 'a/b'],
  ['', '_'],
  ['a\u0000\nb', 'a__b'],
])('the path %j becomes %j in an archive', (path, expected) => {
  expect(safePath(path)).toBe(expected);
});
