import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { cpuMs } from '../../test/manifests/manifest-check.ts';
import { parseSpdxExpression } from '../expressions/index.ts';
import { schemaErrors } from '../schema-errors.ts';
import { CLASSIFIER_ALIASES, LICENSE_ALIASES, LICENSE_URLS, LICENSE_WORDS_BY_TYPE } from './license-names.ts';
import { declaredToExpression, ownLicenseNames } from './normalize-license.ts';

const CASES: [type: string, declared: string, expression: string][] = [
  // Expressions, current and deprecated.
  ['npm', 'MIT', 'MIT'],
  ['npm', 'mit', 'MIT'],
  ['npm', '(MIT OR Apache-2.0)', 'MIT OR Apache-2.0'],
  ['npm', 'GPL-2.0', 'GPL-2.0-only'],
  ['npm', 'GPL-2.0+', 'GPL-2.0-or-later'],
  ['npm', 'GPL-2.0-with-classpath-exception', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['npm', 'MIT AND (BSD-2-Clause or ISC)', 'MIT AND (BSD-2-Clause OR ISC)'],
  ['npm', 'LicenseRef-own', 'LicenseRef-own'],
  // Members of every JavaScript object.
  ['pypi', 'License :: constructor', ''],
  ['constructor', 'constructor', ''],
  // Special values of npm.
  ['npm', 'SEE LICENSE IN LICENSE.md', ''],
  ['npm', 'UNLICENSED', ''],
  ['npm', 'MIT OR Apache-2.0 OR (ISC AND Zlib)', 'MIT OR Apache-2.0 OR ISC AND Zlib'],
  ['npm', 'MIT/X11', 'MIT'],
  ['npm', 'https://github.com/a/b/blob/master/LICENSE', ''],
  ['npm', 'http://opensource.org/licenses/MIT', 'MIT'],
  // Words of other ecosystems.
  ['cpan', 'perl_5', 'Artistic-1.0-Perl OR GPL-1.0-or-later'],
  ['cpan', 'perl', 'Artistic-1.0-Perl OR GPL-1.0-or-later'],
  ['cpan', 'apache_2_0 OR mit', 'Apache-2.0 OR MIT'],
  ['cpan', 'mozilla_1_1', 'MPL-1.1'],
  ['cpan', 'open_source', ''],
  ['npm', 'perl_5', ''],
  ['deb', 'GPL-1+ or Artistic', 'GPL-1.0-or-later OR Artistic-1.0-Perl'],
  ['deb', 'Artistic or GPL-1+', 'Artistic-1.0-Perl OR GPL-1.0-or-later'],
  ['deb', 'GPL-2+ or Artistic', 'GPL-2.0-or-later OR Artistic-1.0-Perl'],
  ['deb', 'Artistic', 'Artistic-1.0-Perl'],
  ['cran', 'MIT + file LICENSE', 'MIT'],
  ['cran', 'BSD_3_clause + file LICENCE', 'BSD-3-Clause'],
  ['cran', 'GPL-2 | GPL-3', 'GPL-2.0-only OR GPL-3.0-only'],
  ['cran', 'GPL (>= 2)', 'GPL-2.0-or-later'],
  ['cran', 'GPL', ''],
  ['cran', 'file LICENSE', ''],
  ['hackage', 'BSD3', 'BSD-3-Clause'],
  ['hackage', 'BSD4', 'BSD-4-Clause'],
  ['hackage', 'OtherLicense', ''],
  ['nuget', 'https://licenses.nuget.org/(MIT%20OR%20Apache-2.0)', 'MIT OR Apache-2.0'],
  ['nuget', 'https://licenses.nuget.org/%', ''],
  ['nuget', 'https://github.com/dotnet/corefx/blob/master/LICENSE.TXT', 'MIT'],
  ['nuget', 'http://go.microsoft.com/fwlink/?LinkId=329770', ''],
  ['haxe', 'Apache', 'Apache-2.0'],
  ['gem', 'Apache', ''],
  // Old crates.
  ['cargo', 'MIT/Apache-2.0', 'MIT OR Apache-2.0'],
  ['cargo', 'Apache-2.0 / MIT', 'Apache-2.0 OR MIT'],
  ['cargo', 'Unlicense/MIT', 'Unlicense OR MIT'],
  ['cargo', 'Apache-2.0 WITH LLVM-exception OR MIT', 'Apache-2.0 WITH LLVM-exception OR MIT'],
  // Trove classifiers.
  ['pypi', 'License :: OSI Approved :: MIT License', 'MIT'],
  ['pypi', 'License :: OSI Approved :: Apache Software License', 'Apache-2.0'],
  ['pypi', 'License :: OSI Approved :: BSD License', ''],
  ['pypi', 'License :: OSI Approved :: ISC License (ISCL)', 'ISC'],
  ['pypi', 'License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)', 'MPL-2.0'],
  ['pypi', 'License :: OSI Approved :: GNU General Public License (GPL)', ''],
  ['pypi', 'License :: OSI Approved :: GNU General Public License v2 (GPLv2)', 'GPL-2.0-only'],
  ['pypi', 'License :: OSI Approved :: GNU General Public License v3 or later (GPLv3+)', 'GPL-3.0-or-later'],
  ['pypi', 'License :: OSI Approved :: GNU Lesser General Public License v2 or later (LGPLv2+)', 'LGPL-2.0-or-later'],
  ['pypi', 'License :: OSI Approved :: GNU Library or Lesser General Public License (LGPL)', ''],
  ['pypi', 'License :: OSI Approved :: GNU Affero General Public License v3 or later (AGPLv3+)', 'AGPL-3.0-or-later'],
  ['pypi', 'License :: OSI Approved :: The Unlicense (Unlicense)', 'Unlicense'],
  ['pypi', 'License :: OSI Approved :: zlib/libpng License', 'Zlib'],
  ['pypi', 'License :: OSI Approved :: Python Software Foundation License', 'PSF-2.0'],
  ['pypi', 'License :: OSI Approved :: Boost Software License 1.0 (BSL-1.0)', 'BSL-1.0'],
  ['pypi', 'License :: OSI Approved :: European Union Public Licence 1.2 (EUPL 1.2)', 'EUPL-1.2'],
  ['pypi', 'License :: CC0 1.0 Universal (CC0 1.0) Public Domain Dedication', 'CC0-1.0'],
  ['pypi', 'License :: Public Domain', ''],
  ['pypi', 'License :: Other/Proprietary License', ''],
  ['pypi', 'License :: OSI Approved :: MIT License AND License :: OSI Approved :: BSD License', ''],
  ['pypi', 'License :: OSI Approved :: MIT License AND License :: OSI Approved :: MIT License', 'MIT'],
  // Names.
  ['pypi', 'MIT License', 'MIT'],
  ['pypi', 'The MIT License (MIT)', 'MIT'],
  ['pypi', 'BSD', ''],
  ['pypi', 'BSD 3-Clause', 'BSD-3-Clause'],
  ['pypi', '3-Clause BSD License', 'BSD-3-Clause'],
  ['pypi', 'New BSD', 'BSD-3-Clause'],
  ['pypi', 'Apache 2.0', 'Apache-2.0'],
  ['pypi', 'Apache2', 'Apache-2.0'],
  ['pypi', 'Apache', ''],
  ['pypi', 'Apache Software License', 'Apache-2.0'],
  ['maven', 'Apache Software License', ''],
  ['pypi', 'Apache License, Version 2.0', 'Apache-2.0'],
  ['pypi', 'GPLv3+', 'GPL-3.0-or-later'],
  ['pypi', 'GPL v2 or later', 'GPL-2.0-or-later'],
  ['pypi', 'GPL', ''],
  ['pypi', 'LGPLv2.1', 'LGPL-2.1-only'],
  ['pypi', 'MPL 2.0', 'MPL-2.0'],
  ['pypi', 'Dual License', ''],
  // Lists.
  ['pypi', 'MPLv2.0, MIT Licences', 'MPL-2.0 AND MIT'],
  ['pypi', 'MIT; Apache License, Version 2.0', 'MIT AND Apache-2.0'],
  ['pypi', 'Apache License, Version 2.0, MIT', 'Apache-2.0 AND MIT'],
  ['pypi', 'GPLv2+/LGPLv2', 'GPL-2.0-or-later OR LGPL-2.0-only'],
  ['gem', 'MIT, ISC, and Zlib', 'MIT AND ISC AND Zlib'],
  ['gem', 'MIT, ISC or Zlib', 'MIT OR ISC OR Zlib'],
  ['cpan', 'GNU General Public License, version 2 or later, MIT', 'GPL-2.0-or-later AND MIT'],
  ['pypi', 'MIT, ISC or Zlib and BSL-1.0', ''],
  ['pypi', 'BSD, MIT', ''],
  ['pypi', 'MIT, see LICENSE', ''],
  ['pypi', ', '.repeat(900), ''],
  ['pypi', 'MIT or Apache 2.0', 'MIT OR Apache-2.0'],
  ['pypi', 'BSD or Apache License, Version 2.0', ''],
  ['pypi', 'Copyright (c) 2020 Someone', ''],
  ['pypi', 'proprietary', ''],
  // Maven names and addresses.
  ['maven', 'The Apache Software License, Version 2.0', 'Apache-2.0'],
  ['maven', 'Apache License 2.0', 'Apache-2.0'],
  ['maven', 'http://www.apache.org/licenses/LICENSE-2.0.txt', 'Apache-2.0'],
  ['maven', 'Eclipse Public License - v 1.0', 'EPL-1.0'],
  ['maven', 'Eclipse Public License v2.0', 'EPL-2.0'],
  ['maven', 'GNU Lesser General Public License, Version 2.1', 'LGPL-2.1-only'],
  [
    'maven',
    'GNU General Public License, version 2 (GPL2), with the classpath exception',
    'GPL-2.0-only WITH Classpath-exception-2.0',
  ],
  ['maven', 'GPL2 w/ CPE', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ['maven', 'EPL 2.0 OR GPL2 w/ CPE', 'EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0'],
  ['maven', 'Eclipse Public License - v 1.0 OR GNU Lesser General Public License', ''],
  ['maven', 'Eclipse Distribution License - v 1.0', 'BSD-3-Clause'],
  [
    'maven',
    'Eclipse Public License v. 2.0 OR GNU General Public License, version 2 with the GNU Classpath Exception',
    'EPL-2.0 OR GPL-2.0-only WITH Classpath-exception-2.0',
  ],
  ['maven', 'Eclipse Distribution License (New BSD License)', 'BSD-3-Clause'],
  ['maven', 'CDDL + GPLv2 with classpath exception', ''],
  ['maven', 'Dual license consisting of the CDDL v1.1 and GPL v2', 'CDDL-1.1 OR GPL-2.0-only'],
  [
    'maven',
    'Dual License: CDDL 1.0 and GPL V2 with Classpath Exception',
    'CDDL-1.0 OR GPL-2.0-only WITH Classpath-exception-2.0',
  ],
  ['cargo', 'MIT / Apache-2.0 dual license', 'MIT OR Apache-2.0'],
  ['npm', 'Dual licensed under the MIT and GPLv3 licenses', 'MIT OR GPL-3.0-only'],
  ['maven', 'CDDL/GPL Dual License', ''],
  ['maven', 'Dual License: MIT, Apache 2.0 and ISC', ''],
  ['maven', 'dual licensed', ''],
  // Version comparisons, as in R.
  ['cran', 'GPL (>= 2)', 'GPL-2.0-or-later'],
  ['cran', 'LGPL (>= 2.1)', 'LGPL-2.1-or-later'],
  ['cran', 'Apache License (>= 2.0)', 'Apache-2.0+'],
  ['cran', 'Apache License (== 2.0)', 'Apache-2.0'],
  ['cran', 'GPL (>= 2) | MIT', 'GPL-2.0-or-later OR MIT'],
  ['cran', 'GPL (< 3)', ''],
  ['cran', 'GPL (> 2)', ''],
  ['cran', 'LGPL (>= 2.0, < 3)', ''],
  ['cran', 'GPL (!= 3)', ''],
  ['maven', 'Public Domain, per Creative Commons CC0', 'CC0-1.0'],
  ['maven', 'BSD-3-Clause OR https://opensource.org/licenses/MIT', 'BSD-3-Clause OR MIT'],
  ['maven', 'Bouncy Castle Licence', 'MIT'],
  ['maven', 'The Go license', 'BSD-3-Clause'],
  ['maven', 'https://creativecommons.org/licenses/by-sa/4.0/', 'CC-BY-SA-4.0'],
  // Empty and very long text.
  ['npm', '', ''],
  ['npm', '   ', ''],
  ['npm', '()', ''],
  ['npm', '((((', ''],
  ['npm', 'OR', ''],
  ['npm', 'MIT OR', ''],
  ['npm', 'constructor', ''],
  ['npm', '__proto__', ''],
  ['npm', 'MIT '.repeat(1000), ''],
];

describe('declaredToExpression', () => {
  it.each(CASES)('%s: %s', (type, declared, expression) =>
    expect(declaredToExpression(type, declared)).toBe(expression),
  );

  it('does not change its own results', () => {
    for (const [type, , expression] of CASES) expect(declaredToExpression(type, expression)).toBe(expression);
  });

  it('takes linear time for any text', () => {
    const start = cpuMs();
    for (const piece of ['(', ')', ' OR ', '/', '| ', ' (a)', 'v1', '+', ' or any later', 'License :: ', 'a.', '%']) {
      expect(typeof declaredToExpression('npm', piece.repeat(2000))).toBe('string');
      expect(typeof declaredToExpression('npm', piece.repeat(Math.floor(2000 / piece.length)))).toBe('string');
    }
    expect(cpuMs() - start).toBeLessThan(3000);
  });
});

it('license-names.yaml fits its schema, which refuses an unknown key', () => {
  const text = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
  const isWhole = new Ajv2020({ allErrors: true }).compile(JSON.parse(text('./license-names.schema.json')));
  isWhole(parse(text('./license-names.yaml')));
  expect(schemaErrors(isWhole.errors)).toBe('');
  isWhole({ ...parse(text('./license-names.yaml')), urls: {} });
  expect(schemaErrors(isWhole.errors)).toContain('"urls"');
});

it('has only canonical SPDX expressions in its tables', () => {
  for (const table of [LICENSE_ALIASES, CLASSIFIER_ALIASES, LICENSE_URLS, ...LICENSE_WORDS_BY_TYPE.values()]) {
    for (const [name, expression] of table) {
      const parsed = parseSpdxExpression(expression);
      expect(parsed?.unknown, name).toEqual([]);
      expect(parsed?.expression, name).toBe(expression);
    }
  }
});

describe('names of the caller', () => {
  const own = ownLicenseNames([
    { id: 'LicenseRef-GWPL-1.0', names: ['Gizmo Works Private License', 'GWPL-1.0'] },
    { id: 'LicenseRef-mine', names: ['MIT License', 'Twice'] },
    { id: 'LicenseRef-yours', names: ['twice', ''] },
  ]);

  it.each([
    ['npm', 'GWPL-1.0', 'LicenseRef-GWPL-1.0'],
    ['npm', 'gizmo works private license', 'LicenseRef-GWPL-1.0'],
    ['npm', '(MIT OR GWPL-1.0)', 'MIT OR LicenseRef-GWPL-1.0'],
    ['npm', 'GWPL-1.0 AND (MIT or ISC)', 'LicenseRef-GWPL-1.0 AND (MIT OR ISC)'],
    ['maven', 'Gizmo Works Private License', 'LicenseRef-GWPL-1.0'],
    ['maven', 'Gizmo Works Private License (GWPL-1.0)', 'LicenseRef-GWPL-1.0'],
    ['pypi', 'License :: Gizmo Works Private License', 'LicenseRef-GWPL-1.0'],
    ['npm', 'MIT OR Foo', ''],
    ['npm', 'GWPL-2.0', ''],
    // Known names keep their meaning; a name with two meanings has none.
    ['npm', 'MIT License', 'MIT'],
    ['npm', 'Twice', ''],
  ])('mean what the caller says, for %s: %s', (type, declared, expression) => {
    expect(declaredToExpression(type, declared, own)).toBe(expression);
  });
});
