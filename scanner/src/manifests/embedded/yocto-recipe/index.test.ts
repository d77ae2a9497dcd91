import { describe, expect, it } from 'vitest';
import { readManifest } from '../../index.ts';

/** `line name operator value` of each statement. */
function statements(text: string): string[] {
  const { findings, issues } = readManifest('yocto-recipe', Buffer.from(text));
  expect(issues).toEqual([]);
  return findings.flatMap(({ defines }) =>
    (defines?.recipe ?? []).map(
      ({ line, name, operator, value }) => `${line} ${name} ${operator} ${JSON.stringify(value)}`,
    ),
  );
}

const cases: [title: string, text: string, lines: string[]][] = [
  [
    'a recipe',
    `# x
LICENSE = "MIT"
UNUSED = "x"
VERSION_MAJOR = '2'
PV ?= "\${VERSION_MAJOR}.0"
SRC_URI_append = " file://a \\
  file://b"
RDEPENDS_\${PN}-dev = "x"
inherit autotools pkgconfig
require \${BPN}.inc
python do_x() {
LICENSE = "GPL"
}
SRC_URI[sha256sum] = "ab"
`,
    [
      '2 LICENSE = "MIT"',
      '4 VERSION_MAJOR = "2"',
      `5 PV ?= "\${VERSION_MAJOR}.0"`,
      '6 SRC_URI:append = " file://a \\n  file://b"',
      `8 RDEPENDS:\${PN}-dev = "x"`,
      '9 inherit = "autotools pkgconfig"',
      `10 require = "\${BPN}.inc"`,
      '14 SRC_URI[sha256sum] = "ab"',
    ],
  ],
  [
    'line ends of Windows',
    'LICENSE = "MIT"\r\nSRC_URI = "a \\\r\nb"\r\n',
    ['1 LICENSE = "MIT"', '2 SRC_URI = "a \\nb"'],
  ],
  ['nothing', '', []],
  ['another language', '#!/usr/bin/env bb\n(def x "LICENSE = 1")\n', []],
  ['a quote that does not end', 'LICENSE = "MIT\nSUMMARY = "a"\n', ['2 SUMMARY = "a"']],
];

describe('yocto-recipe', () => {
  it.each(cases)('%s', (_, text, lines) => expect(statements(text)).toEqual(lines));
  it('3,000 crates in one value', () =>
    expect(
      statements(
        `SRC_URI += " \\\n${Array.from({ length: 3000 }, (_, i) => `crate://crates.io/a/${i} \\\n`).join('')}"\n`,
      ),
    ).toHaveLength(1));
});
