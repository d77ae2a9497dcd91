// Texts that say the same in other signs, and texts in which a sign or a place changes what is said.
import { expect, it } from 'vitest';
import { analysisHint, createAnalyzer } from '../analyze/index.ts';
import { loadLicenseIndex } from '../licenses/index.ts';
import { similarity } from './index.ts';

const analyzer = createAnalyzer({ licenseIndex: loadLicenseIndex(), digestsEvidence: true });
const digests = (text: string, path: string) => analyzer.analyze(Buffer.from(text), analysisHint(path)).evidence!;

const BODY = Array.from({ length: 20 }, (_, at) => `export const value${at} = compute(${at * 7});`).join('\n');
const OTHER = Array.from({ length: 20 }, (_, at) => `function other${at}(x) { return reduce(x, ${at}); }`).join('\n');
const PYTHON = BODY.replaceAll('export const ', '');
const GPL = `Copyright (C) 2019 Ann Example

This program is free software; you can redistribute it and/or modify it under the terms of the GNU General Public License as
published by the Free Software Foundation; either version 2 of the License, or (at your option) any later version.

This program is distributed in the hope that it will be useful, but WITHOUT ANY WARRANTY; without even the implied warranty of
MERCHANTABILITY or FITNESS FOR A PARTICULAR PURPOSE. See the GNU General Public License for more details.
`;
const NARROW = GPL.replaceAll(/(\S+ \S+ \S+ \S+ \S+ \S+) /g, '$1\n');
const BSD = `Copyright (c) 2019, Ann Example

Redistribution and use in source and binary forms, with or without modification, are permitted provided that the following
conditions are met:

1. Redistributions of source code must retain the above copyright notice, this list of conditions and the following disclaimer.

2. Redistributions in binary form must reproduce the above copyright notice, this list of conditions and the following
   disclaimer in the documentation and/or other materials provided with the distribution.
`;
const block = (text: string) => `/*\n${text.replaceAll(/^/gm, ' * ')}\n */\n`;
const hashes = (text: string) => `${text.trimEnd().replaceAll(/^/gm, '# ')}\n`;
const header = (statement: string) => `// ${statement}\n// MIT License\n${BODY}`;
const README = (license: string) => `# tool\n\nIt cleans what others leave behind.\n\n## License\n\n${license}\n`;
const DEP5 = (files: string) =>
  `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2019 Ann\nLicense: MIT\n\nFiles: ${files}\nCopyright: 2018 Bob\nLicense: GPL-2\n`;
const REUSE = (path: string) =>
  `version = 1\n\n[[annotations]]\npath = "${path}"\nSPDX-FileCopyrightText = "2019 Ann"\nSPDX-License-Identifier = "MIT"\n`;

it.each([
  ['a header that is wrapped otherwise', 'a.c', block(GPL) + BODY, block(NARROW) + BODY],
  ['a header in a text instead of a comment', 'a.py', hashes(GPL) + PYTHON, `"""\n${GPL}"""\n${PYTHON}`],
  ['the sign of copyright', 'LICENSE', BSD, BSD.replace('(c)', '\u00a9')],
  ['no sign of copyright', 'a.js', header('Copyright (c) 2019 Ann Example'), header('Copyright 2020 Ann Example')],
  ['a year behind the holder', 'a.js', header('Copyright 2019 Ann Example'), header('Copyright Ann Example 2024')],
  [
    'holders in another order',
    'a.js',
    header('Copyright 2019 Ann Example\n// Copyright 2020 Bob Sample'),
    header('Copyright 2020 Bob Sample\n// Copyright 2019 Ann Example'),
  ],
  ['a holder with "by"', 'a.js', header('Copyright (C) 2009 by Ann Example'), header('Copyright (C) Ann Example')],
  [
    'rights that are reserved at another place',
    'a.c',
    block(`Copyright (c) 2005 Ann Example. All rights reserved.\nCopyright (c) 2010 Bob Sample\n\n${BSD}`) + BODY,
    block(`Copyright (c) Ann Example\nCopyright (c) Bob Sample\nAll rights reserved.\n\n${BSD}`) + BODY,
  ],
  [
    'a tag of the same license in a comment of m4',
    'a.m4',
    `dnl Copyright 2019 Ann Example\ndnl MIT License\nAC_INIT\n`,
    `dnl Copyright 2019 Ann Example\ndnl\ndnl SPDX-License-Identifier: MIT\ndnl MIT License\nAC_INIT\n`,
  ],
  [
    'other code around a text',
    'a.js',
    `${BODY}\ntest('it should not be used for lists', async () => 1);\n`,
    `${BODY}\ntest('it should not be used for lists', () => 2);\n`,
  ],
  ['no year', 'a.js', header('Copyright 2019 Ann Example'), header('Copyright Ann Example')],
  ['years in words', 'a.js', header('Copyright 2019 Ann'), header('Copyright 2019 to 2021, 2023 and 2024 Ann')],
  ['the years until today', 'a.js', header('Copyright 2019 Ann'), header('Copyright 2019-today Ann')],
  [
    'a line for each year',
    'a.js',
    header('Copyright 2019 Ann Example'),
    header('Copyright 2019 Ann Example\n// Copyright 2024 Ann Example'),
  ],
  [
    'unknown terms that are wrapped otherwise',
    'a.js',
    `${BODY}\n// Companies with more than fifty people have to pay\n// for it. It computes.\n`,
    `${BODY}\n/* Companies with more than fifty\n * people have to pay for it. It\n * computes. */\n`,
  ],
  ['a heading', 'LICENSE.md', `MIT License\n\n${BSD}`, `# MIT License\n\n${BSD}`],
  ['conditions without numbers', 'LICENSE', BSD, BSD.replaceAll(/^\d\. /gm, '* ')],
  ['conditions with letters', 'LICENSE', BSD, BSD.replace('1. ', '(a) ').replace('2. ', '(b) ')],
])('says the same with %s', (_, path, before, after) => {
  expect(digests(after, path).evidence).toBe(digests(before, path).evidence);
});

it.each([
  [
    'the license in a list of a manifest',
    'package.json',
    JSON.stringify({ name: 'ash', licenses: [{ type: 'MIT', url: 'a' }] }, null, 2),
    JSON.stringify({ name: 'ash', licenses: [{ type: 'GPL-3.0', url: 'a' }] }, null, 2),
  ],
  ['the license in a list of YAML', 'ash.yaml', 'name: ash\nlicenses:\n- MIT\n', 'name: ash\nlicenses:\n- ISC\n'],
  [
    'the end of a permission in another line',
    'a.js',
    `${BODY}\n// The license permits free use until\n// 2026.`,
    `${BODY}\n// The license permits free use until\n// 2022.`,
  ],
  [
    'rights that are reserved now',
    'a.js',
    header('Copyright 2019 Ann Example'),
    header('Copyright 2019 Ann Example. All rights reserved.'),
  ],
  [
    'a text of code',
    'a.js',
    `${BODY}\nconst a = 'Commercial use is prohibited';\n`,
    `${BODY}\nconst a = 'Commercial use is not prohibited';\n`,
  ],
  ['a part that a NOTICE names', 'NOTICE.txt', 'tool includes parts of Oak.\n', 'tool includes parts of Ash.\n'],
  ['a clause beside a holder', 'a.js', header('Copyright Ann'), header('Copyright Ann. Not for the army.')],
  ['one more holder', 'a.js', header('Copyright Ann'), header('Copyright Ann\n// Copyright Bob')],
  [
    'terms over two lines',
    'a.js',
    BODY,
    `${BODY}\n// It may be read by everybody, and companies with many\n// people have to pay for it.`,
  ],
  ['a license in a comment of a page', 'README.md', README('MIT licensed.'), README('<!-- MIT licensed. -->')],
  ['another order of reading', 'LICENSE', BSD, BSD.replace('are permitted', '\u202eare permitted\u202c')],
  ['files that a license is about', 'debian/copyright', DEP5('lib/*'), DEP5('lib/* src/*')],
  ['paths that a license is about', 'REUSE.toml', REUSE('lib/**'), REUSE('**')],
  [
    'another version of a license at the begin of a line',
    'a.js',
    '// Acorn License, version\n// 2. All of it.',
    '// Acorn License, version\n// 3. All of it.',
  ],
])('says something else with %s', (_, path, before, after) => {
  expect(digests(after, path).evidence).not.toBe(digests(before, path).evidence);
});

const alike = (before: string, after: string, path: string) =>
  similarity(digests(before, path).sketch, digests(after, path).sketch);

it('compares the lines beside the statement: another program under the same header is another one', () => {
  expect(digests(block(GPL) + OTHER, 'a.js').evidence).toBe(digests(block(GPL) + BODY, 'a.js').evidence);
  expect(alike(block(GPL) + BODY, block(GPL) + OTHER, 'a.js')).toBe(0);
});

it('is the same short program under a header that is written otherwise', () => {
  const program = 'module.exports = require("./words.json");\n';
  expect(alike(block(GPL) + program, hashes(GPL).replaceAll('#', '//') + program, 'a.js')).toBe(1);
  expect(alike(block(GPL), hashes(GPL).replaceAll('#', '//'), 'a.js')).toBe(1);
});

it('is the same prose when it is wrapped otherwise', () => {
  const before = `${README('MIT licensed.')}\n## Use\n\nCall it with the name of a folder, and it answers with a list of all files in it.\n`;
  expect(alike(before, before.replace('of a folder, and', 'of a\nfolder, and'), 'README.md')).toBe(1);
});
