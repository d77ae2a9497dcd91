import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `%{
  "cowboy": {:hex, :cowboy, "2.9.0", "aa", [:make, :rebar3], [{:cowlib, "2.11.0", [hex: :cowlib, repo: "hexpm", optional: false]}, {:other, "~> 1.0", [hex: :other, repo: "hexpm", optional: true]}], "hexpm", "ab"},
  "cowlib": {:hex, :cowlib, "2.11.0", "ac", [:rebar3], [], "hexpm", "AD"},
  "forked": {:git, "https://github.com/o/forked.git", "0123abc", [branch: "main"]},
  "secret": {:hex, :secret, "1.0.0", "ae", [:mix], [], "hexpm:acme", "af"},
}
`;

const cases: ManifestCase[] = [
  [
    'packages; an optional one that is not locked is no edge',
    ordinary,
    [
      'locks pkg:hex/cowboy@2.9.0',
      '  -> pkg:hex/cowlib@2.11.0 2.11.0',
      'locks pkg:hex/cowlib@2.11.0',
      'locks pkg:hex/forked@0123abc',
      'locks pkg:hex/acme/secret@1.0.0',
    ],
  ],
  ['older keys', '%{"a" => {:hex, :a, "1.0.0"}}', ['locks pkg:hex/a@1.0.0']],
  [
    'broken',
    `%{
  "a": {:hex, },
  "b": 1,
}`,
    [],
    [
      'Line 2: "a" should be {:hex, name, version, …} or {:git, address, revision, …}; ',
      'Line 3: "b" should be {:hex, name, version, …} or {:git, address, revision, …}; ',
    ],
  ],
  ['empty', '%{}', [], ['The mix.lock should list packages but is empty.']],
  ['not closed', '%{"a": {:hex, :a', [], ['The mix.lock could not be read: the "tuple" at line 1 is not closed.']],
  ['nothing', '', [], ['A mix.lock should be a map "%{…}"; nothing was read from it.']],
];

describe('hex-mix-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hex-mix-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hex-mix-lock', ordinary, [
      '2 pkg:hex/cowboy@2.9.0 sha256:ab',
      '3 pkg:hex/cowlib@2.11.0 sha256:ad',
      '4 pkg:hex/forked@0123abc https://github.com/o/forked.git https://github.com/o/forked.git#0123abc',
      '5 pkg:hex/acme/secret@1.0.0 sha256:af',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'hex-mix-lock',
      `%{\n${Array.from({ length: 5000 }, (_, i) => `  "p${i}": {:hex, :p${i}, "1.0.${i}", "a", [:mix], [{:p${(i + 1) % 5000}, "~> 1.0", [hex: :x]}], "hexpm", "b"},\n`).join('')}}`,
      5000,
    ));
});
