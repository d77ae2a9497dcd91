// Clauses that take back rights, added to the text of a permissive license: an unknown license beside it.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex, UNKNOWN_LICENSE } from '../index.ts';
import type { SpdxText } from '../rules/spdx-texts.ts';
import { readAddedClauses } from './added-clauses.ts';

const index = loadLicenseIndex();
const { licenses, sentences } = readAddedClauses();
const list = createRequire(import.meta.url)('spdx-license-list/full') as Record<string, SpdxText>;

const [GRANT, DISCLAIMER] = [
  `Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated documentation
files (the "Software"), to deal in the Software without restriction, including without limitation the rights to use, copy,
modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to permit persons to whom the
Software is furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all copies or substantial portions of the
Software.
`,
  `THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.
`,
] as const;

const found = (text: string) =>
  detectLicenses(index, Buffer.from(text)).matches.map(({ expression, startLine }) => `${startLine} ${expression}`);

describe.each(sentences)('$words', ({ words, test }) => {
  it('inside of the text', () =>
    expect(found(`${GRANT}\n${test}\n\n${DISCLAIMER}`)).toEqual(['1 MIT', `9 ${UNKNOWN_LICENSE}`]));

  it('behind the text', () =>
    expect(found(`${GRANT}\n${DISCLAIMER}\n${test}\n`)).toEqual(['1 MIT', `14 ${UNKNOWN_LICENSE}`]));

  it('behind the text, many blank lines below', () =>
    expect(found(`${GRANT}\n${DISCLAIMER}${'\n'.repeat(30)}${test}\n`)).toEqual(['1 MIT', `43 ${UNKNOWN_LICENSE}`]));

  it('over two lines of a comment', () => {
    const [first, ...rest] = test.split(' ');
    const clause = `${first}\n * ${rest.join(' ')}`;
    const comment = `/*\n${GRANT}\n${DISCLAIMER}`.replaceAll('\n', '\n * ');
    const lines = found(`${comment}\n * ${clause}\n */\n`);
    expect(lines.some((line) => line.endsWith(UNKNOWN_LICENSE))).toBe(true);
    expect(words).not.toBe('');
  });

  it('is ordinary text far behind the license, and without one', () => {
    expect(found(`${GRANT}\n${DISCLAIMER}${'\nIt reads words.\n'.repeat(8)}${test}\n`)).toEqual(['1 MIT']);
    expect(found(`/* ${test.replaceAll('Software', 'picture').replaceAll('software', 'picture')} */\n`)).not.toContain(
      `1 ${UNKNOWN_LICENSE}`,
    );
  });
});

it.each(licenses)('the text of %s has no such clause', (id) => {
  const text = list[id]?.licenseText ?? '';
  expect(text.length).toBeGreaterThan(200);
  expect(found(text).some((line) => line.endsWith(UNKNOWN_LICENSE))).toBe(false);
});

it('does not report the sentence of another license beside it', () => {
  const zlib = 'This notice may not be removed or altered from any source distribution.';
  expect(found(`${GRANT}\n${DISCLAIMER}\n${zlib}\n`)).toEqual(['1 MIT']);
});

it('added-clauses.yaml fits its schema, which refuses an unknown key', () => {
  const schema = JSON.parse(readFileSync(new URL('../../../rules/added-clauses.schema.json', import.meta.url), 'utf8'));
  const isWhole = new Ajv2020({ allErrors: true }).compile(schema);
  expect(isWhole({ addedClauses: readAddedClauses() })).toBe(true);
  expect(isWhole({ addedClauses: { ...readAddedClauses(), behnd: 8 } })).toBe(false);
});

describe('a clause near a notice', () => {
  const clause = 'This file may not be used for commercial purposes.';
  const notice =
    'Licensed under the Apache License, Version 2.0 (the "License"); you may not use this file except in compliance with the\nLicense. You may obtain a copy of the License at http://www.apache.org/licenses/LICENSE-2.0';
  const idsIn = (text: string) => detectLicenses(index, Buffer.from(text)).spdx;
  const commented = (text: string, sign: string) => text.replace(/^/gm, `${sign} `);

  it.each(['//', '#', ' *'])('in the comment of the notice (%s)', (sign) => {
    expect(idsIn(commented(`${notice}\n\n${clause}`, sign))).toEqual(['Apache-2.0', UNKNOWN_LICENSE]);
  });

  it.each([
    ['/*', `/*\n${notice}\n */\nint a;\n/* ${clause} */\n`],
    ['#', `${commented(notice, '#')}\n\nimport os\n# ${clause}\n`],
    ['<!--', `<!--\n${notice}\n-->\n<p>${clause}</p>\n`],
  ])('behind code it does not join the notice (%s)', (_, text) => {
    expect(idsIn(text)).toEqual(['Apache-2.0']);
  });
});
