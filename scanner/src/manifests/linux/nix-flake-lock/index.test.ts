import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

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
  [
    'inputs that follow others',
    '{"nodes":{"p":{"locked":{"type":"github","owner":"N","repo":"p","rev":"1"}},"q":{"locked":{"type":"github","owner":"N","repo":"q","rev":"4"}},"a":{"inputs":{"pkgs":"p","q":"q"},"locked":{"type":"github","owner":"x","repo":"a","rev":"2"}},"b":{"inputs":{"direct":["a","pkgs"],"again":["a2","q"],"self":[],"loop":["b_","loop"],"none":["z","pkgs"],"wrong":[1]},"locked":{"type":"github","owner":"x","repo":"b","rev":"3"}},"root":{"inputs":{"a_":"a","b_":"b","a":"a","a2":["a"],"q":["a","q"]}}},"root":"root","version":7}',
    [
      'locks pkg:github/n/p@1 build transitive',
      'locks pkg:github/n/q@4 build direct',
      'locks pkg:github/x/a@2 build direct',
      '  -> pkg:github/n/p@1',
      '  -> pkg:github/n/q@4',
      'locks pkg:github/x/b@3 build direct',
      '  -> pkg:github/n/p@1',
      '  -> pkg:github/n/q@4',
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
