import { describe, expect, it } from 'vitest';
import {
  editStatements,
  isPlaceholderStatement,
  readNoticeText,
  type StatementEdit,
  splitFoundText,
} from './notice-texts.ts';

it.each([
  ['Copyright (c) <year> <copyright holders>', true],
  ['Copyright [yyyy] [name of copyright owner]', true],
  ['<program>  Copyright (C) <year>  <name of author>', true],
  ['Copyright (c) <year> <owner>. All rights reserved.', true],
  ['Copyright (C) YEAR by AUTHOR EMAIL', true],
  ['Copyright (C) 19yy name of author', true],
  ['Copyright (c) 2015 Jane Doe', false],
  ['Copyright <yyyy, yyyy> The Open Group', false],
  ['Copyright (c) 2015', false],
  ['Copyright 2012 The Authors', false],
  ['Copyright (c) 2012 The Project Authors. All rights reserved.', false],
  ['Copyright by the authors', false],
  ['Copyright (c) [2019] [name of copyright holder]', true],
  ['Copyright (YEAR) (COPYRIGHT HOLDER)', true],
  ['Copyright 2019 The Authors of Something', false],
  ['The above copyright notice shall be included', false],
  [`Copyright ${'<year> '.repeat(100_000)}`, false],
])('%.60s is a placeholder: %s', (line, expected) => {
  expect(isPlaceholderStatement(line)).toBe(expected);
});

const BODY =
  'Permission is hereby granted, free of charge, to any person obtaining a copy of this software, to deal in it.';
const LIBRARY = `MIT License\n\nCopyright (c) <year> <copyright holders>\n\n${BODY}`;

describe('readNoticeText', () => {
  it('takes no rule with a sign in it for a statement', () => {
    const head = `------------ (C) ------------\n\nCopyright 2012 (c) Jane Doe\n(c) ***\n\n`;
    const read = readNoticeText(`${head}${BODY}`, LIBRARY);
    expect(read.statements).toEqual(['Copyright 2012 (c) Jane Doe']);
    expect(read.text).toContain('(C) ------------');
  });

  it('takes the statements of the item and the template out of the header, so that the texts are the same', () => {
    const own = readNoticeText(
      `The MIT License (MIT)\r\n\r\nCopyright © 2012 Jané\r\nAll rights reserved.\r\n\r\n${BODY}`,
      LIBRARY,
    );
    const library = readNoticeText(LIBRARY, LIBRARY);
    expect(own.statements).toEqual(['Copyright © 2012 Jané']);
    expect(own.key).toBe(library.key);
    expect(library).toMatchObject({ statements: [], placeholders: ['Copyright (c) <year> <copyright holders>'] });
    expect(library.text).toBe(`MIT License\n\n${BODY}`);
  });

  it.each([
    ['a statement of the license itself', `Copyright (C) 2007 Free Software Foundation\n${BODY}`],
    ['a statement after the first paragraph', `${BODY}\nCopyright (C) <year> <name of author>`],
    ['a title that says more', `Dual licensed: the MIT license or the GPL\n${BODY}`],
  ])('keeps %s in the text', (_, text) => {
    expect(readNoticeText(text, text)).toMatchObject({ text, statements: [] });
    expect(readNoticeText(text, text).key).not.toBe(readNoticeText(BODY, '').key);
  });
});

const edit = (
  id: number,
  statement: string,
  action: StatementEdit['action'],
  more: Partial<StatementEdit> = {},
): StatementEdit => ({
  ...{ id, statement, action, identity: '', value: '', reason: 'why', by: 'jane', at: '2026-01-01' },
  ...more,
});

describe('editStatements', () => {
  const found = ['Copyright 2001 A', 'Copyright  2001 A', 'Copyright 2002 B', 'Copyright (c) <year> <owner>'];

  it.each([
    ['nothing', [], ['Copyright 2001 A', 'Copyright 2002 B'], []],
    ['a removed one', [edit(1, 'copyright 2001 a', 'strike')], ['Copyright 2002 B'], ['Copyright 2001 A']],
    [
      'a removed and restored one',
      [edit(1, 'Copyright 2001 A', 'strike'), edit(2, 'Copyright 2001 A', 'restore')],
      ['Copyright 2001 A', 'Copyright 2002 B'],
      [],
    ],
    [
      'two merged ones',
      [
        edit(1, 'Copyright 2001 A', 'replace', { value: 'Copyright A and B' }),
        edit(2, 'Copyright 2002 B', 'replace', { value: 'Copyright A and B' }),
      ],
      ['Copyright A and B'],
      [],
    ],
    [
      "an item's edit before the project's",
      [edit(2, 'Copyright 2001 A', 'strike'), edit(1, 'Copyright 2001 A', 'restore', { identity: 'x' })],
      ['Copyright 2001 A', 'Copyright 2002 B'],
      [],
    ],
    [
      "another item's edit",
      [edit(1, 'Copyright 2001 A', 'strike', { identity: 'y' })],
      ['Copyright 2001 A', 'Copyright 2002 B'],
      [],
    ],
    [
      'an added one',
      [edit(1, 'Copyright C', 'add', { value: 'Copyright C', identity: 'x' })],
      ['Copyright 2001 A', 'Copyright 2002 B', 'Copyright C'],
      [],
    ],
    [
      'one that was added to the project',
      [edit(1, 'Copyright C', 'add', { value: 'Copyright C' })],
      ['Copyright 2001 A', 'Copyright 2002 B'],
      [],
    ],
    [
      'an added one that was edited',
      [
        edit(1, 'Copyright C', 'add', { value: 'Copyright C', identity: 'x' }),
        edit(2, 'Copyright C', 'replace', { value: 'Copyright D', identity: 'x' }),
      ],
      ['Copyright 2001 A', 'Copyright 2002 B', 'Copyright D'],
      [],
    ],
    [
      'an added one that was removed',
      [
        edit(1, 'Copyright C', 'add', { value: 'Copyright C', identity: 'x' }),
        edit(2, 'Copyright C', 'strike', { identity: 'x' }),
      ],
      ['Copyright 2001 A', 'Copyright 2002 B'],
      ['Copyright C'],
    ],
    [
      'an added one that was removed and restored',
      [
        edit(1, 'Copyright C', 'add', { value: 'Copyright C', identity: 'x' }),
        edit(2, 'Copyright C', 'strike', { identity: 'x' }),
        edit(3, 'Copyright C', 'restore', { identity: 'x' }),
      ],
      ['Copyright 2001 A', 'Copyright 2002 B', 'Copyright C'],
      [],
    ],
    [
      'an added one that was taken back',
      [
        edit(1, 'Copyright C', 'add', { value: 'Copyright C', identity: 'x' }),
        edit(2, 'Copyright C', 'restore', { identity: 'x' }),
      ],
      ['Copyright 2001 A', 'Copyright 2002 B'],
      [],
    ],
  ])('%s', (_, edits, shown, removed) => {
    const result = editStatements(found, edits, 'x');
    expect(result.shown.map(({ text }) => text)).toEqual(shown);
    expect(result.removed.map(({ statement }) => statement)).toEqual(removed);
    expect(result.placeholders).toEqual(['Copyright (c) <year> <owner>']);
  });

  it('are given once for the project, if they were added to it', () => {
    const edits = [
      edit(1, 'Copyright C', 'add', { value: 'Copyright C' }),
      edit(2, 'Copyright E', 'add', { value: 'Copyright E' }),
      edit(3, 'Copyright E', 'replace', { value: 'Copyright F' }),
      edit(4, 'Copyright G', 'add', { value: 'Copyright G', identity: 'x' }),
      edit(5, 'Copyright 2001 A', 'strike'),
    ];
    const { shown, removed } = editStatements([], edits, '');
    expect(shown.map(({ text }) => text)).toEqual(['Copyright C', 'Copyright F']);
    expect(removed).toEqual([]);
  });
});

describe('holders below the head of a text as found', () => {
  const isOfLicense = (line: string) => /free software foundation/i.test(line);
  it.each([
    ['Format: https://www.debian.org/doc/\n\nFiles: *\nCopyright: 1996-2015 Daniel Stenberg\nLicense: curl\n', true],
    ['Files: *\nCopyright:\n  1995 Spencer Kimball\nLicense: x\n', true],
    ['This package was debianized by A.\n\nIt was downloaded from b.\n\nCopyright (c) 2001 Hedy Lamarr\n', true],
    ['Files: *\nCopyright:\nLicense: x\n', false],
    ['    GNU GENERAL PUBLIC LICENSE\n\n Copyright (C) 2007 Free Software Foundation, Inc.\n', false],
    ['Permission is granted.\n\nCopyright (c) <year> <copyright holders>\n', false],
    ['The above copyright notice shall be included by everybody in all copies.\n', false],
  ])('%j: %s', (text, isNamed) => expect(splitFoundText(text, isOfLicense).namesHolder).toBe(isNamed));
});
