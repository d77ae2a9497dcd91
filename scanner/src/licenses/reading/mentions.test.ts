// License names that state no license: words that only look like names, and mentions.
import { describe, expect, it } from 'vitest';
import { detectLicenses, loadLicenseIndex } from '../index.ts';

const index = loadLicenseIndex();
const detect = (text: string) => detectLicenses(index, Buffer.from(text));
const kindsOf = (text: string) => detect(text).matches.map(({ expression, kind }) => `${kind} ${expression}`);

describe('texts that are no license name', () => {
  it.each([
    ['LICENSE = "COPYING"\nimport json\nimport python\n'],
    ['\tName string `json:"license"`\n\tBody string `json:"licenses,omitempty"`\n'],
    ['# see LICENSE\n\n#!/usr/bin/env python\nprint(1)\n'],
    ['LICENSE="$1"\n#!/usr/bin/env python\n'],
    ['cpl1 :  mov ax, 1\ncpl2:   jmp cpl1 ; license\n'],
    ['steps:\n  - uses: actions/setup-python@v2\n  - run: echo license\n'],
    ['text/x-mpl2\naudio/AMR:*.amr\ntext/x-mpl2:*.mpl\nMPL2 subtitles\n'],
    ['digest: 9f1cc0a7bdcc0e118cc0 sha: 0x80cc0f8c license\n'],
    ['CBF\tMn\nCC0\tCC4\tMc\nCC1\tCC2\n'],
    ['npm ls -gpld\n'],
    ["'CddlLexer': ('pygments.lexers.cddl', 'CDDL', ('cddl',), ('*.cddl',), ('text/x-cddl',)),\n"],
    ['see https://docs.npmjs.com/cli/configuring-npm/package-json#license\n'],
    ['third_party/auth-library-python/LICENSE\nthird_party/openssl/LICENSE\n'],
    ['license="x", python_requires=">=3.6"\n'],
    ['The series is provided by the MIT-BIH Arrhythmia Database.\n'],
  ])('%j', (text) => {
    expect(kindsOf(text)).toEqual([]);
  });
});

describe('texts that only mention a license', () => {
  it.each([
    ['This text is similar to the original BSD license in spirit.', 'BSD-4-Clause'],
    ['maven://com.google.http-client/google-http-client-apache-v2/1.45.0|lib/license.jar', 'Apache-2.0'],
    ['* Use another library, such as the CC0-licensed `Hedley`_.', 'CC0-1.0'],
    ['<LicenseModel>general-public-license</LicenseModel>', 'GPL-1.0-or-later'],
    ['Java Flight Recorder requires a commercial license for use in production.', 'LicenseRef-proprietary'],
    ['EXTRA_DIST = NOTES COPYING.MIT \\\n\tsrc/main.c', 'MIT'],
    ['It is distributed under a derived Apache 2.0 license, which this is not.', 'Apache-2.0'],
    ['@param string License shortname, e.g. LGPL', 'LGPL-2.0-or-later'],
    ['Parts of the IANA table mention Common Public License Version 1.0 among twenty others.', 'CPL-1.0'],
  ])('%j', (text, expression) => {
    const { matches, spdx } = detect(text);
    expect(spdx).toEqual([]);
    expect(matches.map(({ kind }) => kind)).toEqual(['mention']);
    expect(matches[0]!.expression).toBe(expression);
    expect(matches[0]!.score).toBeLessThan(50);
  });

  it('is not reported beside a statement of the same license', () => {
    const text =
      'Licensed under the Apache License, Version 2.0.\n\nOther tools such as the Apache License, Version 2.0 tool exist.';
    expect(kindsOf(text)).toEqual(['reference Apache-2.0']);
  });

  it('adds the version that the statement lacks', () => {
    const text =
      'This program is covered by the GNU General Public License.\n\nMost modules here wrap GNU General Public License version 2 code.';
    expect(detect(text).spdx).toEqual(['GPL-2.0-only']);
  });
});

describe('texts that state a license in few words', () => {
  it.each([
    ['/*! normalize.css v7.0.0 | MIT License | github.com/necolas/normalize.css */', 'MIT'],
    ['/*! ws. MIT License. Einar Otto Stangvik */', 'MIT'],
    ['## License\n\n[MIT](./LICENSE)\n', 'MIT'],
    ['Released under the [MIT](./LICENSE) License.', 'MIT'],
    ['## License\n\nMIT © [someone](https://example.com)', 'MIT'],
    ['License :: OSI Approved :: Apache Software License', 'Apache-2.0'],
    ['{ "license": "ISC" }', 'ISC'],
    ['Licensed under the ADI BSD license or the GPL-2 (or later)', 'BSD-3-Clause OR GPL-2.0-or-later'],
    ['Available via the MIT or new BSD license.', 'MIT OR BSD-3-Clause'],
    ['**Biome** 采用 [MIT 许可](https://example.com/LICENSE-MIT)', 'MIT'],
    ['<li>IBM Public License 1.0 (available at <a href="http://example.com/x">here</a>)</li>', 'IPL-1.0'],
    [
      '"modify it under the terms of the GNU Lesser General Public\\n"\n"License; either version 2.1 or later"',
      'LGPL-2.1-or-later',
    ],
    ['http://openjdk.java.net/legal/gplv2+ce.html', 'GPL-2.0-only WITH Classpath-exception-2.0'],
  ])('%j', (text, expression) => {
    expect(detect(text).spdx).toEqual([expression]);
  });
});
