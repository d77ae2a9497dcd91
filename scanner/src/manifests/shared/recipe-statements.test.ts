import { expect, it } from 'vitest';
import { readText } from '../../../test/manifests/manifest-check.ts';

// `more` makes a text with a number of statements that are kept.
const cases: [member: string, most: number, more: (count: number) => string][] = [
  ['ebuild-recipe', 500, (count) => lines(count, () => 'LICENSE="MIT"')],
  ['yocto-recipe', 5000, (count) => lines(count, () => 'LICENSE = "MIT"')],
  [
    'buildroot-recipe',
    1000,
    (count) => `$(eval $(generic-package))\n${lines(count - 1, (at) => `A${at}_VERSION = 1`)}`,
  ],
  ['buildroot-config', 20_000, (count) => lines(count, (at) => `BR2_PACKAGE_A${at}=y`)],
  ['vcpkg-portfile', 100, (count) => lines(count - 1, () => 'vcpkg_from_git(OUT a)')],
];

const lines = (count: number, line: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n');

it.each(cases)('%s keeps %i statements and reports that the others were left out', (member, most, more) => {
  expect(readText(member, more(most)).problems).toEqual([]);
  for (const count of [most + 1, 4 * most]) {
    const { findings, problems } = readText(member, more(count));
    expect(findings[0]?.defines?.recipe).toHaveLength(most);
    expect(problems).toEqual([
      expect.stringContaining(`A recipe should have at most ${most} statements; those after them were left out.`),
    ]);
  }
});
