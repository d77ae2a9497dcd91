// Expressions that cannot be read are told in an issue, wherever they are read.
import { describe, expect, it } from 'vitest';
import { loadLicenseIndex } from '../licenses/index.ts';
import { analysisHint, createAnalyzer } from './index.ts';

const analyzer = createAnalyzer({ licenseIndex: loadLicenseIndex() });
const analyze = (path: string, text: string) => analyzer.analyze(Buffer.from(text), analysisHint(path));
const messages = (path: string, text: string) => analyze(path, text).issues.map(({ message }) => message);

describe('a tag', () => {
  const said = (expression: string) => messages('a.c', `// SPDX-License-Identifier: ${expression}\nint a;\n`).join();

  it.each([
    ['MIT OR BSD AND', 'The expression "MIT OR BSD AND" is not complete'],
    ['GPL-2.0+ AND', 'The expression "GPL-2.0+ AND" is not complete'],
    ['Apache 2.0', 'has no operator before "2.0"'],
    ['Apache License 2.0', 'has no operator before "License"'],
    ['MIT Apache-2.0', 'has no operator before "Apache-2.0"'],
    ['(MIT OR ISC', 'has a parenthesis that is not closed'],
    ['OR MIT', 'nothing is before "OR" (SPDX tag in line 1); what could be read of it is kept'],
  ])('%s', (expression, message) => expect(said(expression)).toContain(message));

  it.each([
    ['(MIT OR ISC', 'MIT OR ISC'],
    ['((MIT AND ISC', 'MIT AND ISC'],
    ['OR MIT', 'MIT'],
    ['AND (MIT OR ISC)', 'MIT OR ISC'],
  ])('%s: what stands behind the fault is read', (expression, read) =>
    expect(analyze('a.c', `// SPDX-License-Identifier: ${expression}\nint a;\n`).findings.spdx).toEqual([read]),
  );

  it.each([
    'MIT',
    'MIT OR ISC',
    'MIT/Apache-2.0',
    '(MIT OR ISC) AND Zlib',
    'MIT for details',
    'MIT and see LICENSE',
    '%s',
    '<id>',
    'LicenseRef-Own',
  ])('%s can be read, or is none', (expression) => expect(said(expression)).toBe(''));

  it.each([
    '/* SPDX-License-Identifier: MIT */',
    '<!-- SPDX-License-Identifier: MIT -->',
    '{# SPDX-License-Identifier: MIT #}',
  ])('the end of a comment is no part of it: %s', (text) => expect(messages('a.txt', text)).toEqual([]));

  it.each([
    '// SPDX-License-Identifier:\nint a;\n',
    '/* SPDX-License-Identifier: */\nint a;\n',
    '# SPDX-License-Identifier: ""\n',
    '<!-- SPDX-License-Identifier: -->\n',
    'int a;\n * SPDX-License-Identifier =\r\n',
  ])('without a license is told: %j', (text) =>
    expect(messages('a.txt', text).join()).toContain('The expression "" is empty (SPDX tag in line'),
  );

  it.each([
    'const tag = "SPDX-License-Identifier: ";\n',
    "'SPDX-License-Identifier:'\n",
    'Each file has an SPDX-License-Identifier:\nsee below\n',
    '# SPDX-License-Identifier\n',
  ])('that is code or prose about tags is no empty one: %j', (text) => expect(messages('a.txt', text)).toEqual([]));

  it('with a slash offers a choice', () => {
    expect(analyze('a.c', '// SPDX-License-Identifier: MIT/Apache-2.0\n').findings.spdx).toEqual(['MIT OR Apache-2.0']);
  });
});

it.each([
  ['package.json', '{"name":"a","version":"1.0.0","license":"MIT OR BSD AND"}'],
  ['Cargo.toml', '[package]\nname = "x"\nversion = "1.0.0"\nlicense = "MIT OR BSD AND"\n'],
  ['pyproject.toml', '[project]\nname = "y"\nversion = "1"\nlicense = "MIT OR BSD AND"\n'],
  ['a.spec', 'Name: foo\nVersion: 1\nRelease: 1\nLicense: MIT OR BSD AND\nSummary: s\n\n%description\nx\n'],
  [
    'debian/copyright',
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\nCopyright: 2020 A\nLicense: MIT OR BSD AND\n',
  ],
])('a license in %s', (path, text) => {
  expect(messages(path, text).join()).toContain('The expression "MIT OR BSD AND" is not complete');
});

describe('REUSE-IgnoreStart', () => {
  const text =
    '# REUSE-IgnoreStart\n# SPDX-License-Identifier: MIT OR\n# Copyright 2020 Example Person\n# REUSE-IgnoreEnd\n# SPDX-License-Identifier: ISC\n# Copyright 2021 Real Holder\n';
  const hidden = '# REUSE-IgnoreStart\n# Licensed under the GPL version 2\n# Copyright 2022 Another Person\n';
  const heard = (source: string) => {
    const { findings, issues } = analyze('a.py', source);
    return { spdx: findings.spdx, holders: findings.copyrights.map(({ holder }) => holder), issues };
  };

  it('takes the part up to REUSE-IgnoreEnd out of licenses, copyrights and tags', () => {
    expect(heard(text)).toEqual({ spdx: ['ISC'], holders: ['Real Holder'], issues: [] });
  });

  it('takes the rest of the file out where it is not closed', () => {
    expect(heard(text + hidden)).toEqual({ spdx: ['ISC'], holders: ['Real Holder'], issues: [] });
    expect(heard(hidden.replace('REUSE-IgnoreStart', 'note')).spdx).toEqual(['GPL-2.0-only']);
  });

  it('keeps the lines of what it leaves', () => {
    expect(analyze('a.py', text).findings.licenses.map(({ startLine }) => startLine)).toEqual([5]);
  });
});
