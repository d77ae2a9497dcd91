import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { isSpdxException, parseSpdxExpression } from '../expressions/index.ts';
import { schemaErrors } from '../schema-errors.ts';
import { declaredToExpression } from './normalize-license.ts';

// biome-ignore format: a table
it.each([
  ['GPL-3+', 'GPL-3.0-or-later'],
  ['GPL-3', 'GPL-3.0-only'],
  ['LGPL-2.1+', 'LGPL-2.1-or-later'],
  ['GPL-2 or later', 'GPL-2.0-or-later'],
  ['GPL-2 or any later version', 'GPL-2.0-or-later'],
  ['GPLv2+', 'GPL-2.0-or-later'],
  ['LGPL', 'LGPL-2.0-or-later'],
  ['GFDL-NIV-1.3+', 'GFDL-1.3-no-invariants-or-later'],
  ['Expat', 'MIT'],
  ['BSD-3-clause', 'BSD-3-Clause'],
  ['Perl', 'Artistic-1.0-Perl OR GPL-1.0-or-later'],
  ['OpenLDAP-2.8', 'OLDAP-2.8'],
  ['public-domain', 'LicenseRef-public-domain'],
  ['Public Domain', 'LicenseRef-public-domain'],
  // Names of their own.
  ['UMich', 'LicenseRef-UMich'],
  ['BSD-3-clause-variant', 'LicenseRef-BSD-3-clause-variant'],
  ['BSD3_Google', 'LicenseRef-BSD3-Google'],
  ['Apache', 'LicenseRef-Apache'],
  ['Frob-1+', 'LicenseRef-Frob-1-or-later'],
  ['Frob-1', 'LicenseRef-Frob-1'],
  // Choices and lists.
  ['BSD-3-clause or GPL', 'BSD-3-Clause OR GPL-1.0-or-later'],
  ['GPL-2+ and/or LGPL-3', 'GPL-2.0-or-later OR LGPL-3.0-only'],
  ['GPL-2+ or AFL-2.1, and Expat and Tcl-BSDish', '(GPL-2.0-or-later OR AFL-2.1) AND MIT AND LicenseRef-Tcl-BSDish'],
  ['GPL-1 or Artistic and Expat', 'GPL-1.0-only OR Artistic-1.0-Perl AND MIT'],
  ['Expat, ISC or Zlib', 'MIT OR ISC OR Zlib'],
  ['Expat, ISC, and Zlib', 'MIT AND ISC AND Zlib'],
  ['(GPL-1+ or Artistic) AND (Expat or F5)', '(GPL-1.0-or-later OR Artistic-1.0-Perl) AND (MIT OR LicenseRef-F5)'],
  ['(GPL-1+ or Artistic)', 'GPL-1.0-or-later OR Artistic-1.0-Perl'],
  ['GPL-2+/LGPL-2.1+', 'GPL-2.0-or-later OR LGPL-2.1-or-later'],
  // Exceptions.
  ['GPL-2+ with Autoconf exception', 'GPL-2.0-or-later WITH Autoconf-exception-generic'],
  ['GPL-3+ with AutoConf exception', 'GPL-3.0-or-later WITH Autoconf-exception-generic-3.0'],
  ['GPL-3+-WITH-BISON-EXCEPTION', 'GPL-3.0-or-later WITH Bison-exception-2.2'],
  ['GPL-3+-autoconf-exception', 'GPL-3.0-or-later WITH Autoconf-exception-generic-3.0'],
  ['GPL-2 with Linux-syscall-note exception', 'GPL-2.0-only WITH Linux-syscall-note'],
  ['GPL-3+ with GCC exception 3.1', 'GPL-3.0-or-later WITH GCC-exception-3.1'],
  ['Apache-2.0 with LLVM exception', 'Apache-2.0 WITH LLVM-exception'],
  ['GPL-2+ with OpenSSL exception', 'GPL-2.0-or-later WITH LicenseRef-OpenSSL-exception'],
  ['GPL-2+, with OpenSSL exception', 'GPL-2.0-or-later WITH LicenseRef-OpenSSL-exception'],
  ['BSD-3-clause-Cambridge with BINARY LIBRARY-LIKE PACKAGES exception', 'LicenseRef-BSD-3-clause-Cambridge WITH LicenseRef-BINARY-LIBRARY-LIKE-PACKAGES-exception'],
  ['GPL-2+ with Libtool exception and GPL-3+ or F5', 'GPL-2.0-or-later WITH Libtool-exception AND GPL-3.0-or-later OR LicenseRef-F5'],
  ['GPL-3+ with Bison-2.2 exception', 'GPL-3.0-or-later WITH Bison-exception-2.2'],
  ['GPL-3+ with GCC-Runtime-3.1 exception', 'GPL-3.0-or-later WITH GCC-exception-3.1'],
  ['BSD-3-clause-with-weird-numbering', 'LicenseRef-BSD-3-clause-with-weird-numbering'],
  // No names.
  ['', ''],
  ['and', ''],
  ['( GPL-2', 'GPL-2.0-only'],
  ['* * *', ''],
])('%s is %s', (field, expression) => {
  expect(declaredToExpression('deb', field)).toBe(expression);
});

it('writes expressions that can be read again', () => {
  for (const field of ['GPL-2+ with OpenSSL exception', 'UMich and F5, or (JCG or PD)', 'Frob-1+ | GPL'])
    expect(parseSpdxExpression(declaredToExpression('deb', field))).toMatchObject({
      expression: declaredToExpression('deb', field),
      unknown: [],
    });
});

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

it('has tables that fit their schema, with ids of the SPDX list', () => {
  const data = parse(read('debian-names.yaml'));
  const validate = new Ajv2020({ strict: true }).compile(JSON.parse(read('debian-names.schema.json')));
  expect(validate(data), schemaErrors(validate.errors)).toBe(true);
  for (const [name, expression] of Object.entries(data.names as Record<string, string>))
    expect(parseSpdxExpression(expression), name).toEqual({ expression, tree: expect.anything(), unknown: [] });
  const exceptions = Object.values(data.exceptions as Record<string, Record<string, string>>).flatMap(Object.values);
  expect(exceptions.filter((id) => !isSpdxException(id))).toEqual([]);
});
