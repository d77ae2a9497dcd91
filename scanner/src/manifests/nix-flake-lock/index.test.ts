import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'inputs',
    '{"nodes":{"nixpkgs":{"locked":{"type":"github","owner":"NixOS","repo":"nixpkgs","rev":"abc","narHash":"sha256-x"}},"utils":{"inputs":{"n":"nixpkgs","o":["x","y"]},"locked":{"type":"git","url":"https://git.x.org/u.git","rev":"def"}},"local":{"locked":{"type":"path","path":"/x"}},"root":{"inputs":{"utils":"utils"}}},"root":"root","version":7}',
    [
      'locks pkg:github/nixos/nixpkgs@abc build transitive',
      'locks pkg:git/git.x.org/u@def build direct',
      '  -> pkg:github/nixos/nixpkgs@abc',
    ],
  ],
  ['no file', '', [], ['could not be read']],
  ['nothing', '{}', []],
  ['values of wrong types', '{"nodes":[]}', [], ['"nodes" should be an object']],
];

describe('nix-flake-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('nix-flake-lock', text, lines, problems));
  it('10,000 inputs', () =>
    checkLarge(
      'nix-flake-lock',
      JSON.stringify({
        nodes: Object.fromEntries(
          Array.from({ length: 10_000 }, (_, i) => [
            `n${i}`,
            { locked: { type: 'github', owner: 'a', repo: `r${i}`, rev: 'x' } },
          ]),
        ),
      }),
      10_000,
    ));
});
