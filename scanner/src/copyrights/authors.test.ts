// Authors that a file names.
import { expect, it } from 'vitest';
import { findCopyrights } from './index.ts';

it.each<[text: string, authors: [value: string, line: number][]]>([
  [
    ' * @author Ann Oak\n * @author Bea Elm',
    [
      ['Ann Oak', 1],
      ['Bea Elm', 2],
    ],
  ],
  ['\n# Author: Ann Oak <ann@acorn.org>', [['Ann Oak <ann@acorn.org>', 2]]],
  [
    ' * Authors:\n *   Ann Oak <ann@acorn.org>\n *   Bea Elm <bea@acorn.org>\n */',
    [
      ['Ann Oak <ann@acorn.org>', 2],
      ['Bea Elm <bea@acorn.org>', 3],
    ],
  ],
  ['// Originally written by Ann Oak.', [['Ann Oak', 1]]],
  ['// The original author is Ann Oak.', [['Ann Oak', 1]]],
  ['// Modified 1999-03-12 by Ann Oak.', [['Ann Oak', 1]]],
  ['// The author is not known.', []],
  ['Fixed by Ann Oak <ann@acorn.org>, 2001', [['Ann Oak <ann@acorn.org>', 1]]],
  [
    'software developed by the University of\n * Oakland and its contributors.',
    [['the University of Oakland and its contributors', 1]],
  ],
  ['"author": "Ann Oak (https://acorn.org)",', [['Ann Oak (https://acorn.org)', 1]]],
  ['/* Tested by ann@acorn.org 3rd July 2005 */', [['ann@acorn.org', 1]]],
  ['/* Re-worked by Ann Oak <ann@acorn.org> 17th Oct */', [['Ann Oak <ann@acorn.org>', 1]]],
  [' * fixes for Acorn by Ann Oak\n * (ann@acorn.org) 1994/1995.', [['Ann Oak (ann@acorn.org)', 1]]],
  ['# SPDX-FileContributor: Ann Oak <ann@acorn.org>', [['Ann Oak <ann@acorn.org>', 1]]],
  [' * Re-worked by Ben Oak <ben@oak.org>', [['Ben Oak <ben@oak.org>', 1]]],
  ['// written by Al Oak', [['Al Oak', 1]]],
  [' * as published\n * by the Oak Software Foundation; either version 2', []],
  ['\\advance\\count by \\m@ne', []],
  ['\\author{Ann Oak \\and Bea Elm}', [['Ann Oak and Bea Elm', 1]]],
  ['<meta name="author" content="Ann Oak">', [['Ann Oak', 1]]],
  [
    '.Sh AUTHORS\n.An -nosplit\nThis page was written by\n.An Ann Oak Aq Mt ann@oak.org .',
    [['Ann Oak <ann@oak.org>', 4]],
  ],
  [
    '# Authors: Ann Oak <ann@oak.org> (trees)\n#          Bea Elm <bea@elm.org> (leaves)\n# Twigs <t@x.org> are no trees.\n',
    [
      ['Ann Oak <ann@oak.org>', 1],
      ['Bea Elm <bea@elm.org>', 2],
      ['Twigs <t@x.org>', 3],
    ],
  ],
  [
    '# People\nAnn Oak <ann@oak.org>\nBea Elm <bea@elm.org> (leaves)\n\n* Cy Fir\n',
    [
      ['Ann Oak <ann@oak.org>', 2],
      ['Bea Elm <bea@elm.org>', 3],
      ['Cy Fir', 5],
    ],
  ],
  ['Ann Oak <ann@oak.org>\nBea Elm <bea@elm.org>\n', []],
  ['Ann Oak <ann@oak.org> wrote\nthat trees\nare green\n', []],
  [
    'OAK\nM:\tAnn Oak <ann@oak.org>\nL:\ttrees@oak.org\n\nN: Bea Elm\nE: bea@elm.org\nD: leaves\nN: 5\nM: 7\n',
    [
      ['Ann Oak <ann@oak.org>', 2],
      ['Bea Elm', 5],
    ],
  ],
  [
    '*> \\author Univ. of Oak\n*> \\author Univ. of Elm, Acorn\n',
    [
      ['Univ. of Oak', 1],
      ['Univ. of Elm, Acorn', 2],
    ],
  ],
  ['  author = {Oak, Ann},', [['Oak, Ann', 1]]],
  ['.\\"    Author: [FIXME: author] [see http://docbook.sf.net/el/author]', []],
  ['.SH AUTHORS\nAnn Oak (ann@acorn.org)\n.SH SEE ALSO', [['Ann Oak (ann@acorn.org)', 2]]],
  ['.SH "AUTHOR"\n.PP\nAnn Oak', [['Ann Oak', 3]]],
  ['<author>Ann Oak</author>', [['Ann Oak', 1]]],
  ['written by mailto:ann@acorn.org[Ann Oak] and maintained', [['Ann Oak <ann@acorn.org>', 1]]],
  ['# written by Ann Oak <ann@acorn.org>, June 1995', [['Ann Oak <ann@acorn.org>', 1]]],
  ['# Author: Ann Oak <ann@acorn.org>, Acorn Inc.', [['Ann Oak <ann@acorn.org>, Acorn Inc.', 1]]],
  [
    ' * Authors:\n * Ann Oak <ann@acorn.org>\n * Bea Elm <bea@acorn.org>\tReorganize and sync',
    [
      ['Ann Oak <ann@acorn.org>', 2],
      ['Bea Elm <bea@acorn.org>', 3],
    ],
  ],
  ['<h3>Values are created by Acorn</h3>\nReturned by Elm', []],
  ['the FileContributor class is written by hand\nand mailed to x@y.org', []],
  ['the name of the author may not be used', []],
  ['memory that was written by the device', []],
  ['authorization: Bearer', []],
  ['/* This was put together by Ann Oak from notes. */', [['Ann Oak', 1]]],
  [' * Original code by Ann Oak and Ben Pine, 1999.', [['Ann Oak and Ben Pine', 1]]],
  ['Written by:\n  Ann Oak\n', [['Ann Oak', 2]]],
  ['# the oak game\n# by Ann Oak\n', [['Ann Oak', 2]]],
  ['Sorted by Ann and Ben\nused by Great Oak\nby Default it is off\n', []],
  [
    ' * Authors:\n *\tAnn Oak\n *\tBen Pine <ben@pine.org>\n *\tCid Fir (cid@fir.org)\n * License: MIT\n',
    [
      ['Ann Oak', 2],
      ['Ben Pine <ben@pine.org>', 3],
      ['Cid Fir (cid@fir.org)', 4],
    ],
  ],
  [
    '# Authors\n\n- Ann Oak <ann@oak.org>\n- Ben Pine\n\nThe Oak Tree is old.\n',
    [
      ['Ann Oak <ann@oak.org>', 3],
      ['Ben Pine', 4],
    ],
  ],
  [
    'AUTHORS\n=======\n\n1. Ann Oak\n2. Ben Pine\n',
    [
      ['Ann Oak', 4],
      ['Ben Pine', 5],
    ],
  ],
  ['=head1 AUTHOR\n\nAnn Oak, E<lt>ann@oak.orgE<gt>\n\n=head1 BUGS\n', [['Ann Oak, <ann@oak.org>', 3]]],
  ['  author = None,\n', []],
  ['Authors\n\nThis chapter tells who wrote it.\n', []],
  [
    'Author: Ann Oak\n        Ben Pine\n',
    [
      ['Ann Oak', 1],
      ['Ben Pine', 2],
    ],
  ],
  ['authors = ["Ann Oak <ann@oak.org>"]', [['Ann Oak <ann@oak.org>', 1]]],
  ['" Maintainer:\tAnn Oak <ann@oak.org>\n" Last Change: 2022', [['Ann Oak <ann@oak.org>', 1]]],
  [
    '" Maintainer: Ann Oak\n" Former Maintainers: Ben Pine <ben@pine.org>\n"                     Cid Fir <cid@fir.org>',
    [
      ['Ann Oak', 1],
      ['Ben Pine <ben@pine.org>', 2],
      ['Cid Fir <cid@fir.org>', 3],
    ],
  ],
  [
    '{\n  "author": {\n    "name": "Ann Oak",\n    "email": "a@oak.org"\n  },\n  "contributors": [\n    {\n      "name": "Ben Pine",\n      "url": "https://pine.org"\n    },\n    {\n      "name": "Cid Fir"\n    }\n  ],\n  "name": "Oak Tree"\n}',
    [
      ['Ann Oak', 3],
      ['Ben Pine', 8],
      ['Cid Fir', 12],
    ],
  ],
  [
    '  "contributors": [\n    "Ann Oak <ann@oak.org>",\n    "annie <annie@oak.org>"\n  ],\n  "files": [\n    "Ben Pine"\n',
    [
      ['Ann Oak <ann@oak.org>', 2],
      ['annie <annie@oak.org>', 3],
    ],
  ],
  [
    '=head1 MAINTAINERS\n\n=over 4\n\n=item Ann Oak E<lt>ann@oak.orgE<gt>\n\n=item Ben Pine\n\n=back\n\n=head1 SEE ALSO\n',
    [
      ['Ann Oak <ann@oak.org>', 5],
      ['Ben Pine', 7],
    ],
  ],
  [
    ' Upstream Authors:\n .\n Ann Oak\n Ben Pine\n',
    [
      ['Ann Oak', 3],
      ['Ben Pine', 4],
    ],
  ],
  ['Python was created in the early 1990s by Ann van Oak at Elm', [['Ann van Oak', 1]]],
  ['# This code was written\n# by Ann Oak in the forest.', [['Ann Oak', 2]]],
  ['Written by\r\n  Ann Oak\r\n', [['Ann Oak', 2]]],
  ['# Modified 1997-2009 by Ann Oak.', [['Ann Oak', 1]]],
  ['"""Address parser class by Ann Oak.', [['Ann Oak', 1]]],
  ['=head1 AUTHOR\n\nAnn Oak C<< <ann@oak.org> >>\n', [['Ann Oak <ann@oak.org>', 3]]],
  ['Original author: Ann Oak', [['Ann Oak', 1]]],
  [
    ' * Contributed by Ann Oak <ann@oak.org> and\n * Ben Pine <ben@pine.org>.',
    [
      ['Ann Oak <ann@oak.org>', 1],
      ['Ben Pine <ben@pine.org>', 2],
    ],
  ],
  ['the definitions used internally by Ann Oak\ndeveloped by the community in C\nread by Internet Explorer', []],
  ['{@link Oak} created by {@link Elm}. See the book by Ann Oak.', []],
  ['and tell the author.\n\nFixes since v1.6.5', []],
  ['## Author\n\n- [GitHub Profile](https://github.com/oak)\n', []],
  ['ABOUT THE AUTHOR:\n\nAnn Oak is the author of a book.\n', []],
  [
    's.authors = [\n  "Ann Oak",\n  "Cid"\n]\n',
    [
      ['Ann Oak', 2],
      ['Cid', 3],
    ],
  ],
  ['  * Patch from Ann Oak.', [['Ann Oak', 1]]],
  ['- fix the tree (patch from Ann Oak <ann@oak.org>)', [['Ann Oak <ann@oak.org>', 1]]],
  ['Thanks to Ann Oak and Ben Pine for the first port of it.', [['Ann Oak and Ben Pine', 1]]],
  ['Thanks to Ann Oak <ann@oak.org> for\nporting it to Elm.', [['Ann Oak <ann@oak.org>', 1]]],
  ['Thanks to Ann Oak for reporting it.\nThanks to Oak Bank for the money. The work goes on.\n', []],
  ['The tree is patched from Source Control.\nCode from Great Oak.\nThe path from Ann Oak to Ben Pine.\n', []],
  ['(report by Ann Oak <ann@oak.org>)\n', []],
  ['Co-authored-by: Ann Oak <ann@oak.org>\nSigned-off-by: Ben Pine <ben@pine.org>\n', [['Ann Oak <ann@oak.org>', 1]]],
  ['.TL\nThe Tree\n.AU\nAnn Oak\n.AI\nElm\n', [['Ann Oak', 4]]],
  ['// Definitions by: Ann Oak <https://oak.example>\n', [['Ann Oak <https://oak.example>', 1]]],
  ['" Author: Original author Ann O\\v{c}ak <ann@oak.org>\n', [['Ann Očak <ann@oak.org>', 1]]],
  ['/* Routines of trees. Author - Ann Oak */\n', [['Ann Oak', 1]]],
  ['.\\" Man page author:\n.\\"    Ann Oak <ann@oak.org>\n', [['Ann Oak <ann@oak.org>', 2]]],
  ['the tree parser by Ann Oak, Ben Pine and Cid Fir.\n', [['Ann Oak, Ben Pine and Cid Fir', 1]]],
  ['Oak Trees (2nd Edition)\nby Ann Oak, Ben Pine;\n', []],
  [
    '# Programmer: Ann Oak, May 1999\n# Translators: Ben Pine (1999)\n',
    [
      ['Ann Oak', 1],
      ['Ben Pine', 2],
    ],
  ],
  ['Translators:\nAnn Oak - Swedish\n', [['Ann Oak', 2]]],
  ['{ editor: Editor, creator: Acorn }\neditor: Vim\n%%Creator: dvips\n// TRANSLATORS: %s is a tree\n', []],
  ['Implemented by Tk_Oak, Tk_Elm, etc.\n1234567 AUTHORS: Add Ann Oak\n', []],
  ['the tree is updated by Windows Update\nand is\nupdated by Visual Studio\n', []],
  [
    'Fixed by Ann Oak, May 1999\n - changed by Ben Pine (1999-2003)\n',
    [
      ['Ann Oak', 1],
      ['Ben Pine', 2],
    ],
  ],
  ['const author: Author = author ?? None;\nmaintainers: OakRepository', []],
  [`Author: \${author}\n@author {{ name }}\nAuthor: Your Name <you@example.com>\nwritten by AUTHOR NAME\n`, []],
])('%j', (text, authors) => {
  expect(findCopyrights(Buffer.from(text)).authors.map(({ value, line }) => [value, line])).toEqual(authors);
});
