import { Buffer } from 'node:buffer';
import { describe, expect, it } from 'vitest';
import { cleanHolder, findCopyrights } from './index.ts';

type Row = [statement: string, holder: string, years: string, startLine: number, endLine: number];

function check(text: string | Buffer, expected: Row[]): void {
  const { copyrights, isTruncated } = findCopyrights(typeof text === 'string' ? Buffer.from(text) : text);
  expect(
    copyrights.map(({ statement, holder, years, startLine, endLine }) => [
      statement,
      holder,
      years,
      startLine,
      endLine,
    ]),
  ).toEqual(expected);
  expect(isTruncated).toBe(false);
}

describe('statements', () => {
  it.each<[text: string, expected: Row[]]>([
    ['Copyright (c) 2013 Ann Oak', [['Copyright (c) 2013 Ann Oak', 'Ann Oak', '2013', 1, 1]]],
    ['Copyright © 2013 Ann Oak', [['Copyright (c) 2013 Ann Oak', 'Ann Oak', '2013', 1, 1]]],
    ['\n(C)2013 Ann Oak.', [['(c) 2013 Ann Oak', 'Ann Oak', '2013', 2, 2]]],
    ['(C)opyright 2013 by Ann Oak', [['Copyright (c) 2013 by Ann Oak', 'Ann Oak', '2013', 1, 1]]],
    ['Copyright 2008-2010 Acorn Corp.', [['Copyright 2008-2010 Acorn Corp.', 'Acorn Corp.', '2008-2010', 1, 1]]],
    ['Copyright Acorn Inc., 2013', [['Copyright Acorn Inc., 2013', 'Acorn Inc.', '2013', 1, 1]]],
    ['copyrighted by Ann Oak', [['copyrighted by Ann Oak', 'Ann Oak', '', 1, 1]]],
    [
      'Copyright (c) 2013-present, Acorn, Inc. and its affiliates.',
      [
        [
          'Copyright (c) 2013-present, Acorn, Inc. and its affiliates',
          'Acorn, Inc. and its affiliates',
          '2013-present',
          1,
          1,
        ],
      ],
    ],
    ['Portions Copyright (c) 2013 Ann Oak', [['Portions Copyright (c) 2013 Ann Oak', 'Ann Oak', '2013', 1, 1]]],
    ['Ann Oak (c) 2013', [['Ann Oak (c) 2013', 'Ann Oak', '2013', 1, 1]]],
    [
      'Copyright (c) 2013 hij1nx <hi@acorn.org>',
      [['Copyright (c) 2013 hij1nx <hi@acorn.org>', 'hij1nx', '2013', 1, 1]],
    ],
    [
      'SPDX-FileCopyrightText: 2020 Ann Oak <ann@acorn.org>',
      [['Copyright 2020 Ann Oak <ann@acorn.org>', 'Ann Oak', '2020', 1, 1]],
    ],
    ['SPDX-FileCopyrightText: © 2020 Ann Oak', [['Copyright (c) 2020 Ann Oak', 'Ann Oak', '2020', 1, 1]]],
    [
      'Copyright: Copyright (C) 2001, The Acorn Foundation',
      [['Copyright (c) 2001, The Acorn Foundation', 'The Acorn Foundation', '2001', 1, 1]],
    ],
    [
      'Copyright (c) 2011 Ann Oak, Copyright (c) 2012 Bea Elm',
      [
        ['Copyright (c) 2011 Ann Oak', 'Ann Oak', '2011', 1, 1],
        ['Copyright (c) 2012 Bea Elm', 'Bea Elm', '2012', 1, 1],
      ],
    ],
    [
      'Copyright (c) 2011 Ann Oak. Licensed under the MIT license',
      [['Copyright (c) 2011 Ann Oak', 'Ann Oak', '2011', 1, 1]],
    ],
    ['Copyright (c) 2011 Ann Oak. All rights reserved.', [['Copyright (c) 2011 Ann Oak', 'Ann Oak', '2011', 1, 1]]],
    ["copyright = u'2011, Ann Oak'", [['copyright 2011, Ann Oak', 'Ann Oak', '2011', 1, 1]]],
    ['Copyright 1991, 92, 93 Ann Oak', [['Copyright 1991, 92, 93 Ann Oak', 'Ann Oak', '1991, 92, 93', 1, 1]]],
    ['Copyright {copyright} 2019 Ann Oak', [['Copyright (c) 2019 Ann Oak', 'Ann Oak', '2019', 1, 1]]],
    ['Copyright [2015] [Ann Oak]', [['Copyright [2015] [Ann Oak]', 'Ann Oak', '2015', 1, 1]]],
    [
      'Copyright (C) %d Acorn Foundation, Inc.',
      [['Copyright (c) %d Acorn Foundation, Inc.', 'Acorn Foundation, Inc.', '', 1, 1]],
    ],
    [
      'Copyright (c) 1990 Ann Oak (ann@acorn.org). Conditions apply',
      [['Copyright (c) 1990 Ann Oak (ann@acorn.org)', 'Ann Oak', '1990', 1, 1]],
    ],
    [
      'SPDX-FileCopyrightText: the oak team and its friends',
      [['Copyright the oak team and its friends', 'the oak team and its friends', '', 1, 1]],
    ],
    ['Copyright 2014 Ann Oak (ann \x07 oak@acorn.org)', [['Copyright 2014 Ann Oak', 'Ann Oak', '2014', 1, 1]]],
    ['<copyright>2004 Acorn Labs</copyright>', [['Copyright 2004 Acorn Labs', 'Acorn Labs', '2004', 1, 1]]],
    [
      'VALUE "LegalCopyright", "Copyright (c) The Oak Group"\nVALUE "LegalTrademarks", "Oak"\nVALUE "OriginalFilename", NAME',
      [['Copyright (c) The Oak Group', 'The Oak Group', '', 1, 1]],
    ],
    ['Copyright (C) 2013 o10 Oak GmbH', [['Copyright (c) 2013 o10 Oak GmbH', 'o10 Oak GmbH', '2013', 1, 1]]],
    [
      '<meta type="copyright" content="Copyright (C) 1996 The Oak Foundation">',
      [['Copyright (c) 1996 The Oak Foundation', 'The Oak Foundation', '1996', 1, 1]],
    ],
    ['Copyright (c) 1990 Univ. of Oak', [['Copyright (c) 1990 Univ. of Oak', 'Univ. of Oak', '1990', 1, 1]]],
    ['Copyright (C) 2013 Oaks on Hill', [['Copyright (c) 2013 Oaks on Hill', 'Oaks on Hill', '2013', 1, 1]]],
    ['Copyright (C) 2013 Oaks on all hills', [['Copyright (c) 2013 Oaks', 'Oaks', '2013', 1, 1]]],
    [
      'Copyright (c) 2020 All Oak Trees LLC',
      [['Copyright (c) 2020 All Oak Trees LLC', 'All Oak Trees LLC', '2020', 1, 1]],
    ],
    ['Copyright (c) 2020 Acorn All Rights Reserved', [['Copyright (c) 2020 Acorn', 'Acorn', '2020', 1, 1]]],
    ['Copyright (c) 2020 @annoak', [['Copyright (c) 2020 @annoak', '@annoak', '2020', 1, 1]]],
    ['Copyright (c) 2020 @license', [['Copyright (c) 2020', '', '2020', 1, 1]]],
    ['MIT © [Ann Oak](https://acorn.org)', [['(c) Ann Oak (https://acorn.org)', 'Ann Oak', '', 1, 1]]],
    ['<span>© 2019 Acorn GmbH</span><span>Impressum</span>', [['(c) 2019 Acorn GmbH', 'Acorn GmbH', '2019', 1, 1]]],
    ['<b>© <i>2019</i></b> <b>Ann</b> <b>Oak</b>', [['(c) 2019 Ann Oak', 'Ann Oak', '2019', 1, 1]]],
    [
      '{"copyright": "Copyright (c) 2019 Oak, Inc.", "author": {"name": "Jo"}}',
      [['Copyright (c) 2019 Oak, Inc.', 'Oak, Inc.', '2019', 1, 1]],
    ],
    [
      'Copyright E<copy> 2001 Jo E<Ouml>k E<lt>jo@oak.orgE<gt>',
      [['Copyright (c) 2001 Jo Ök <jo@oak.org>', 'Jo Ök', '2001', 1, 1]],
    ],
    ['=pod\n\nE<169> E<0x41> Copyright 2001 Jo Oak', [['Copyright 2001 Jo Oak', 'Jo Oak', '2001', 3, 3]]],
  ])('%j', check);
});

describe('years and dates', () => {
  it.each<[text: string, holder: string, years: string]>([
    ['(c) Copyright 2007 & 2013, Ann Oak', 'Ann Oak', '2007 & 2013'],
    ['Copyright 2010 to present Acorn Inc.', 'Acorn Inc.', '2010-present'],
    ['© 2016 and later: Acorn, Inc. and others.', 'Acorn, Inc. and others', '2016 and later'],
    ['Copyright 2001 and onwards Acorn Inc.', 'Acorn Inc.', '2001 and onwards'],
    ['Copyright 2001 and later changed by Ann Oak', '', '2001'],
    ["Copyright (c) '99 Ann Oak", 'Ann Oak', "'99"],
    ["(c) '99-2001 Ann Oak <ann@acorn.org>", 'Ann Oak', "'99-2001"],
    ['Copyright (c) 1995 Ann Oak (ann@acorn.org), 15 April 1995.', 'Ann Oak', '1995'],
    ['Copyright (c) 1993 Ann Oak (ann@acorn.org),\nFri Apr  2 11:32:09 MET DST 1993', 'Ann Oak', '1993'],
    ['(c) 1993 Ann Oak <ann@acorn.org> July 28, 1993', 'Ann Oak', '1993'],
    ['Copyright (c) 1994 Ann Oak (ann@acorn.org), 1994-06-04', 'Ann Oak', '1994'],
    ['Copyright (c) 2001 Acorn Inc. 2002 Elm Inc.', 'Acorn Inc. Elm Inc.', '2001, 2002'],
    ['Copyright (c) 2000, April Oak', 'April Oak', '2000'],
  ])('%j', (text, holder, years) => {
    expect(findCopyrights(Buffer.from(text)).copyrights).toMatchObject([{ holder, years }]);
  });
});

describe('over several lines and in comments', () => {
  it.each<[text: string, expected: Row[]]>([
    [
      '/*\n * Copyright (C) 1999, 2000 Acorn Software\n * Foundation, Inc.\n * All rights reserved.\n */',
      [
        [
          'Copyright (c) 1999, 2000 Acorn Software Foundation, Inc.',
          'Acorn Software Foundation, Inc.',
          '1999, 2000',
          2,
          3,
        ],
      ],
    ],
    ['dnl Copyright 1999,\ndnl 2000 Ann Oak', [['Copyright 1999, 2000 Ann Oak', 'Ann Oak', '1999, 2000', 1, 2]]],
    [
      '# Copyright 1999 by\n#   Ann Oak, Bea Elm,\n#   and Cy Fir.\n# This file',
      [['Copyright 1999 by Ann Oak, Bea Elm, and Cy Fir', 'Ann Oak, Bea Elm, and Cy Fir', '1999', 1, 3]],
    ],
    ['Copyright \\(co 1999\n.br\nAnn Oak', [['Copyright (c) 1999 Ann Oak', 'Ann Oak', '1999', 1, 3]]],
    ['Copyright Acorn Corp. 2011\n.SH "SEE ALSO"', [['Copyright Acorn Corp. 2011', 'Acorn Corp.', '2011', 1, 1]]],
    [
      'VALUE "LegalCopyright", "(C) Ann Oak\\0"\nVALUE "LegalTrademarks", "Acorn\\0"',
      [['(c) Ann Oak', 'Ann Oak', '', 1, 1]],
    ],
    [
      "copyright = '2004, Acorn team'\nauthor = 'Ann Oak'",
      [['copyright 2004, Acorn team', 'Acorn team', '2004', 1, 1]],
    ],
    ['Copyright Acorn, 2014\nAuthor Ann Oak <ann@acorn.org>', [['Copyright Acorn, 2014', 'Acorn', '2014', 1, 1]]],
    ['<copyright>\n<year>2004</year>\n<holder>Ann Oak</holder>', [['Copyright 2004 Ann Oak', 'Ann Oak', '2004', 1, 3]]],
    [
      '.\\" Copyright \\(co 1999 Jos\\(\'e M\\(:uller-Fran\\[,c]ois Stra\\(sse',
      [['Copyright (c) 1999 José Müller-François Straße', 'José Müller-François Straße', '1999', 1, 1]],
    ],
    ['.\\" Copyright \\(co 1999 Ann Oak', [['Copyright (c) 1999 Ann Oak', 'Ann Oak', '1999', 1, 1]]],
    ['<p>Copyright &copy; 1999 <b>Ann Oak</b></p>', [['Copyright (c) 1999 Ann Oak', 'Ann Oak', '1999', 1, 1]]],
    ['&#169; 1999 J&uuml;rgen &Ouml;k', [['(c) 1999 Jürgen Ök', 'Jürgen Ök', '1999', 1, 1]]],
    [
      'VALUE "LegalCopyright", "Copyright \\251 1999 Acorn Ltd.\\0"',
      [['Copyright (c) 1999 Acorn Ltd.', 'Acorn Ltd.', '1999', 1, 1]],
    ],
    ['printf("Copyright (C) 1999 Ann Oak\\n");', [['Copyright (c) 1999 Ann Oak', 'Ann Oak', '1999', 1, 1]]],
    [
      'Copyright (c) 1999 [Ann Oak](https://acorn.org)',
      [['Copyright (c) 1999 Ann Oak (https://acorn.org)', 'Ann Oak', '1999', 1, 1]],
    ],
    ['a\rb\rCopyright 1999 Ann Oak\rc', [['Copyright 1999 Ann Oak', 'Ann Oak', '1999', 3, 3]]],
    ['Copyright 1999 Ann Oak\r\nx', [['Copyright 1999 Ann Oak', 'Ann Oak', '1999', 1, 1]]],
  ])('%j', check);
});

it("reads each line of a package description's field as a statement", () => {
  check(
    'Files: *\nCopyright: 1999-2008, Ann Oak\n           2004, Bea Elm <bea@acorn.org>\n           Cy Fir\nLicense: GPL-2+\n',
    [
      ['Copyright 1999-2008, Ann Oak', 'Ann Oak', '1999-2008', 2, 2],
      ['Copyright 2004, Bea Elm <bea@acorn.org>', 'Bea Elm', '2004', 3, 3],
      ['Copyright Cy Fir', 'Cy Fir', '', 4, 4],
    ],
  );
  check('Copyright: Acorn project contributors\n           Ann Oak <ann@acorn.org>\nLicense: GPL-2', [
    ['Copyright Acorn project contributors', 'Acorn project contributors', '', 1, 1],
    ['Copyright Ann Oak <ann@acorn.org>', 'Ann Oak', '', 2, 2],
  ]);
  const many = Array.from({ length: 500 }, (_, index) => `  2001 Oak${index} Inc.`).join('\n');
  expect(findCopyrights(Buffer.from(`Copyright: 2000 Ann Oak\n${many}`)).copyrights).toHaveLength(501);
});

describe('names of many scripts', () => {
  it.each<[text: string | Buffer, expected: Row[]]>([
    [
      'Copyright (C) 2005 株式会社どんぐり',
      [['Copyright (c) 2005 株式会社どんぐり', '株式会社どんぐり', '2005', 1, 1]],
    ],
    ['Copyright (C) 2005 Анна Дуб', [['Copyright (c) 2005 Анна Дуб', 'Анна Дуб', '2005', 1, 1]]],
    ['© 2005 Óscar Ålund', [['(c) 2005 Óscar Ålund', 'Óscar Ålund', '2005', 1, 1]]],
    [
      Buffer.from('Copyright \xa9 2005 J\xf6rg Eiche', 'latin1'),
      [['Copyright (c) 2005 Jörg Eiche', 'Jörg Eiche', '2005', 1, 1]],
    ],
    ['Copyright （c） 2020 阿里巴巴 版权所有', [['Copyright (c) 2020 阿里巴巴', '阿里巴巴', '2020', 1, 1]]],
    ['(c) 2000-2001 Ann Oak。版權所有。', [['(c) 2000-2001 Ann Oak', 'Ann Oak', '2000-2001', 1, 1]]],
    ['© Ann Oak, 2000–2001. Всі права', [['(c) Ann Oak, 2000-2001', 'Ann Oak', '2000-2001', 1, 1]]],
    ['Copyright 2005–2007 Ann O’Ak', [["Copyright 2005-2007 Ann O'Ak", "Ann O'Ak", '2005-2007', 1, 1]]],
  ])('%j', check);
});

it.each([
  'The above copyright notice and this permission notice shall be included',
  'IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE LIABLE',
  'under copyright law. Copyright License. You may copyright it.',
  '  switch (c) {\n  isalpha (c) || Foo\n  f(c) Bar',
  '(c) You must retain the notice\n(d) If the Work',
  'Copyright (c) <year> <name of author>',
  'Copyright: GPL',
  '251 169 A9 © COPYRIGHT SIGN',
  'Rename COPYRIGHT to LICENSE.md',
  '- update Copyright [Ann Oak]',
  'SPDX-FileCopyrightText:',
  "# Copyright (C) YEAR THE PACKAGE'S COPYRIGHT HOLDER",
  "# Copyright (C) 2005 THE PACKAGE'S COPYRIGHT HOLDER",
  "# Copyright (C) 2008 THE oak'S COPYRIGHT HOLDER\n# This file",
  '# Copyright (C) 2008 THE oak COPYRIGHT HOLDER',
  "change copyrights to '92",
  'SPDX-FileCopyrightText: [year] [your name]',
  'caf\u00e9 2001 Paris',
  '',
])('no statement in %j', (text) => check(text, []));

describe('cleanHolder', () => {
  it.each<[holder: string, cleaned: string]>([
    ['  by Ann Oak <ann@acorn.org>, 2004. All rights reserved.', 'Ann Oak'],
    ['Acorn,  Inc.', 'Acorn, Inc.'],
    ['(c) 2001-2004 Acorn GmbH (https://acorn.org)', 'Acorn GmbH'],
    ['Ann Oak and', 'Ann Oak'],
    ['J. R. Oak', 'J. R. Oak'],
    ['株式会社どんぐり', '株式会社どんぐり'],
    ['', ''],
    ['...', ''],
    ['[Ann Oak]', 'Ann Oak'],
    ['& Ann Oak', 'Ann Oak'],
    ['YEAR Ann Oak', 'Ann Oak'],
  ])('%j', (holder, cleaned) => expect(cleanHolder(holder)).toBe(cleaned));
});

describe('placeholders for names', () => {
  it.each([
    'Copyright (c) <year> <name of author>',
    'Copyright [yyyy] [name of copyright owner]',
    'Copyright (c) 2020 @@AUTHOR@@',
    'Copyright (c) 2020 #{author}',
    `Copyright (c) 2020 \${holder}`,
    'Copyright (c) {{ year }} {{ holder }}',
    'Copyright 2014 The {{project}} Authors',
    'Copyright (c) 2020 <%= author %>',
    'Copyright 2019 $AUTHOR$',
    'Copyright 2019 {name}',
    'Copyright 2019 [name]',
    'Copyright (c) 2019 %s',
    'Copyright (c) 2012 YOUR NAME',
    'Copyright (C) 2019 FIRST LAST',
    'Copyright (c) __YEAR__ __NAME__',
    'Copyright (c) 2019 Name of Author',
  ])('are not holders: %s', (text) => {
    expect(findCopyrights(Buffer.from(text)).copyrights.map(({ holder }) => holder)).toEqual([]);
  });

  it('do not hide the holder after a placeholder for the year', () => {
    const { copyrights } = findCopyrights(Buffer.from('Portions are copyright (c) <year> The Oak Project.'));
    expect(copyrights.map(({ holder }) => holder)).toEqual(['The Oak Project']);
  });
});

describe('holders on several lines', () => {
  it.each<[text: string, holders: [holder: string, years: string, startLine: number][]]>([
    [
      ' * Copyright (c) 2001 Ann Oak\n *               2003 Ben Pine\n',
      [
        ['Ann Oak', '2001', 1],
        ['Ben Pine', '2003', 2],
      ],
    ],
    [
      '# Copyright (C) 1995 Ann Oak <ann@oak.org>\n#                    Ben P. Pine <ben@pine.org>\n',
      [
        ['Ann Oak', '1995', 1],
        ['Ben P. Pine', '', 2],
      ],
    ],
    [
      'Copyright 1995 Ann Oak\n               Ben Pine\n               Cid Fir\n',
      [
        ['Ann Oak', '1995', 1],
        ['Ben Pine', '', 2],
        ['Cid Fir', '', 3],
      ],
    ],
    [
      '/* Copyright (c) 2001 Acorn Inc.\n *   Elm Corporation\n */',
      [
        ['Acorn Inc.', '2001', 1],
        ['Elm Corporation', '', 2],
      ],
    ],
    [
      'Copyright: Apache Software Foundation\n           2007 Ann Oak\n',
      [
        ['Apache Software Foundation', '', 1],
        ['Ann Oak', '2007', 2],
      ],
    ],
    ['Copyright 1995 The Acorn\nOak Foundation', [['The Acorn Oak Foundation', '1995', 1]]],
    ['Copyright 1995 Acorn Software\n  Systems, Inc.', [['Acorn Software Systems, Inc.', '1995', 1]]],
    ['Copyright (C) 2017 by\n * Ann Oak, Ben Pine, and Cid Fir.', [['Ann Oak, Ben Pine, and Cid Fir', '2017', 1]]],
    ['Copyright (C) 2017\n * by Ann Oak', [['Ann Oak', '2017', 1]]],
    ['Copyright (c) by Ann Oak and Ben Pine', [['Ann Oak and Ben Pine', '', 1]]],
  ])('%j', (text, holders) => {
    const { copyrights } = findCopyrights(Buffer.from(text));
    expect(copyrights.map(({ holder, years, startLine }) => [holder, years, startLine])).toEqual(holders);
  });
});
