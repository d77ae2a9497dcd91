import { describe, expect, it } from 'vitest';
import { readManifest } from '../../index.ts';

/** `line name operator value` of each statement. */
function statements(member: string, text: string): string[] {
  const { findings, issues } = readManifest(member, Buffer.from(text));
  expect(issues).toEqual([]);
  return findings.flatMap(({ defines }) =>
    (defines?.recipe ?? []).map(({ line, name, operator, value }) => `${line} ${name} ${operator} ${value}`.trim()),
  );
}

const cases: [title: string, member: string, text: string, lines: string[]][] = [
  [
    'an ebuild',
    'ebuild-recipe',
    `EAPI=8\nMY_P="\${P}"\nSRC_URI="https://x/\${MY_P}.tgz"\nSRC_URI+=" b"\nsrc_install() {\n\tLICENSE="x"\n}\nKEYWORDS="~amd64"\n`,
    [`2 MY_P = "\${P}"`, `3 SRC_URI = "https://x/\${MY_P}.tgz"`, '4 SRC_URI += " b"'],
  ],
  ['nothing', 'ebuild-recipe', '', []],
  ['no variable', 'ebuild-recipe', 'EAPI=8\n', []],
  ['a quote that does not end', 'ebuild-recipe', 'LICENSE="MIT\nSLOT=0\n', ['1 LICENSE = "MIT\nSLOT=0']],
  ['the files of a package', 'ebuild-installed', 'obj /usr/bin/a 1 2\n', ['1 installed =']],
  ['the license of a package', 'ebuild-installed', 'MIT BSD\n', ['1 installed = MIT BSD']],
  ['a package without files', 'ebuild-installed', '', ['1 installed =']],
];

describe('ebuild-recipe and ebuild-installed', () => {
  it.each(cases)('%s', (_, member, text, lines) => expect(statements(member, text)).toEqual(lines));
  it('200,000 files', () =>
    expect(statements('ebuild-installed', 'obj /usr/bin/a 1 2\n'.repeat(200_000))).toEqual(['1 installed =']));
});
