// Compares our readers with the expectations of Syft's authors for their fixtures, if these are beside the repository. Our
// deviations are listed with their reasons; everything else must agree.
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareWithSyft, figuresOf, SYFT_CORPUS } from './syft-corpus.ts';

interface Deviation {
  path: RegExp;
  line: RegExp;
  why: string;
}

/** Lines that are expected but not found. */
const NOT_SAID: Deviation[] = [
  {
    path: /poetry\/[\w-]+-extras\//,
    line: /^edge pkg:pypi\/anyio > pkg:pypi\/anyio$/,
    why: 'an extra of a package that requests another of its extras; nothing needs itself',
  },
  {
    path: /yarn\/yarn\.lock/,
    line: /something-i-made-up/,
    why: 'the entry is called c0n-fab_u.laTION; only its address was changed by hand',
  },
  { path: /PackageV3\.resolved/, line: /swift-mmio$/, why: 'a branch is pinned to a commit' },
];

/** Lines that are found but not expected. */
const SAID_MORE: Deviation[] = [
  { path: /yarn\/yarn\.lock/, line: /c0n-fab_u/, why: 'the name of the entry counts' },
  {
    path: /Python-2\.7\.egg-info/,
    line: /pkg:generic\//,
    why: 'the interpreter is installed, but is not a package of PyPI',
  },
  { path: /requires\/requirements\.txt/, line: /pecan$/, why: 'the repository at an address without a name counts' },
  { path: /go\.mod/, line: /adrg\/xdg$/, why: 'the required version is excluded: Go uses a higher one' },
  { path: /pubspec\.lock/, line: /flutter$/, why: 'it comes with the SDK' },
  { path: /cabal\.project\.freeze/, line: /(array|base)$/, why: 'the version is the one of the compiler' },
  { path: /PackageV3\.resolved/, line: /swift-mmio@/, why: 'a branch is pinned to a commit' },
];

function isDeviation(deviations: readonly Deviation[], path: string, line: string): boolean {
  return deviations.some((one) => one.path.test(path) && one.line.test(line));
}

describe.runIf(existsSync(SYFT_CORPUS))('manifests as Syft reads them', () => {
  const compared = existsSync(SYFT_CORPUS) ? compareWithSyft() : [];

  it('finds every fixture', () => {
    expect(compared.length).toBeGreaterThanOrEqual(110);
  });

  it.each([
    ['purl', 99],
    ['direct', 98],
    ['edge', 97],
  ] as const)('with the deviations counted, recall and precision of %s reach the aim of %d percent', (kind, aim) => {
    const { recall, precision } = figuresOf(compared, kind);
    expect(recall).toBeGreaterThanOrEqual(aim);
    expect(precision).toBeGreaterThanOrEqual(aim);
  });

  it.each(compared)('$path', ({ path, expected, found }) => {
    const missing = [...expected].filter((line) => !found.has(line) && !isDeviation(NOT_SAID, path, line));
    const more = [...found].filter((line) => !expected.has(line) && !isDeviation(SAID_MORE, path, line));
    expect([...missing.map((line) => `- ${line}`), ...more.map((line) => `+ ${line}`)]).toEqual([]);
  });

  it.each([
    ['deviation from what is expected', NOT_SAID, (one: (typeof compared)[number]) => minus(one.expected, one.found)],
    ['deviation from what is found', SAID_MORE, (one: (typeof compared)[number]) => minus(one.found, one.expected)],
  ])('every %s still occurs', (_, deviations, differences) => {
    const unused = deviations.filter(
      ({ path, line }) =>
        !compared.some((one) => path.test(one.path) && differences(one).some((text) => line.test(text))),
    );
    expect(unused).toEqual([]);
  });
});

function minus(some: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  return [...some].filter((line) => !others.has(line));
}

it.skipIf(!existsSync(SYFT_CORPUS))(
  'the fixtures of Syft are beside the repository (otherwise nothing was compared)',
  () => {
    expect(readdirSync(SYFT_CORPUS)).not.toEqual([]);
  },
);
