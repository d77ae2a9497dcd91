import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `GIT
  remote: https://github.com/o/g.git
  revision: 0123abc
  branch: main
  specs:
    g (0.1.0)
      rake (>= 12)

PATH
  remote: .
  specs:
    own (1.0.0)
      activesupport (>= 3)

PLUGIN SOURCE
  remote: https://x.org/p
  type: http
  specs:
    plugged (1.1)

GEM
  remote: https://rubygems.org/
  specs:
    activesupport (7.1.2)
      nokogiri (~> 1.15)
    nokogiri (1.15.4)
      racc (~> 1.4)
    nokogiri (1.15.4-x86_64-linux)
      racc (~> 1.4)
    racc (1.7.3)
    rake (13.0.6)
      bundler

PLATFORMS
  ruby
  x86_64-linux

DEPENDENCIES
  g!
  missing (= 2.0.0)
  own!
  rake (~> 13.0)

CHECKSUMS
  racc (1.7.3) sha256=abababababababababababababababababababababababababababababababab
  nokogiri (1.15.4-x86_64-linux) sha256=cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd

RUBY VERSION
   ruby 3.3.0p0

BUNDLED WITH
   2.5.3
`;

const cases: ManifestCase[] = [
  [
    'all sections',
    ordinary,
    [
      'locks pkg:gem/g@0.1.0 direct',
      '  -> pkg:gem/rake@13.0.6 >= 12',
      'locks pkg:gem/own@1.0.0 direct',
      '  -> pkg:gem/activesupport@7.1.2 >= 3',
      'locks pkg:gem/plugged@1.1 transitive',
      'locks pkg:gem/activesupport@7.1.2 direct',
      '  -> pkg:gem/nokogiri@1.15.4 ~> 1.15',
      '  -> pkg:gem/nokogiri@1.15.4?platform=x86_64-linux ~> 1.15',
      'locks pkg:gem/nokogiri@1.15.4 transitive',
      '  -> pkg:gem/racc@1.7.3 ~> 1.4',
      'locks pkg:gem/nokogiri@1.15.4?platform=x86_64-linux transitive',
      '  -> pkg:gem/racc@1.7.3 ~> 1.4',
      'locks pkg:gem/racc@1.7.3 transitive',
      'locks pkg:gem/rake@13.0.6 direct',
      '  -> pkg:gem/bundler@2.5.3',
      'locks pkg:gem/bundler@2.5.3 transitive',
      'requires pkg:gem/missing@2.0.0 direct',
    ],
  ],
  [
    'gems for platforms use the gems for the same platform',
    `GEM
  specs:
    a (1.0-arm64-darwin)
      b
    a (1.0-x86_64-linux-gnu)
      b
      c
    b (2.0-arm64-darwin)
    b (2.0-x86_64-linux)
    c (3.0)
    d (4.0)
      b
`,
    [
      'locks pkg:gem/a@1.0?platform=arm64-darwin',
      '  -> pkg:gem/b@2.0?platform=arm64-darwin',
      'locks pkg:gem/a@1.0?platform=x86_64-linux-gnu',
      '  -> pkg:gem/b@2.0?platform=x86_64-linux',
      '  -> pkg:gem/c@3.0',
      'locks pkg:gem/b@2.0?platform=arm64-darwin',
      'locks pkg:gem/b@2.0?platform=x86_64-linux',
      'locks pkg:gem/c@3.0',
      'locks pkg:gem/d@4.0',
      '  -> pkg:gem/b@2.0?platform=arm64-darwin',
      '  -> pkg:gem/b@2.0?platform=x86_64-linux',
    ],
  ],
  [
    'a merge conflict',
    `GEM
  remote: https://rubygems.org/
  specs:
<<<<<<< HEAD
    a (1.0)
=======
    a (1.1)
>>>>>>> other
`,
    ['locks pkg:gem/a@1.0', 'locks pkg:gem/a@1.1'],
    [
      'Line 4 should begin a section such as "GEM" but is an unresolved merge conflict;',
      'Line 6 should begin a section such as "GEM" but is an unresolved merge conflict;',
      'Line 8 should begin a section such as "GEM" but is an unresolved merge conflict;',
    ],
  ],
  [
    'broken entries',
    `GEM
  specs:
    a (1.0
    b
      c
    d (1.0)
      e (>= 1
`,
    ['locks pkg:gem/d@1.0'],
    [
      'Line 3 should be a gem such as "rake (13.0.6)" but is "a (1.0"; it was left out.',
      'Line 4 should be a gem such as "rake (13.0.6)" but is "b"; it was left out.',
      'Line 7 should be a gem such as "rake (13.0.6)" but is "e (>= 1"; it was left out.',
    ],
  ],
  [
    'gems without a heading',
    '  specs:\n    a (1.0)\n      b\n    b (2.0)\n',
    ['locks pkg:gem/a@1.0', '  -> pkg:gem/b@2.0', 'locks pkg:gem/b@2.0'],
  ],
  [
    'an unknown heading',
    'GEM\n  specs:\n    a (1.0)\n\nno-section\n    b (2.0)\n      c\n\nDEPENDENCIES\n  a\n',
    ['locks pkg:gem/a@1.0 direct'],
    ['Line 5 should begin a section such as "GEM" but is "no-section"; it was left out.'],
  ],
  [
    'a gem that is listed twice',
    `GEM
  specs:
    a (1.0)
      b
    a (1.0)
      c
    b (1)
`,
    ['locks pkg:gem/a@1.0', '  -> pkg:gem/b@1', 'locks pkg:gem/b@1'],
  ],
  [
    'more platforms of one gem than any project has',
    `GEM\n  specs:\n${Array.from({ length: 101 }, (_, i) => `    a (1-p${i})\n`).join('')}    b (1)\n      a\n`,
    [
      ...Array.from({ length: 101 }, (_, i) => `locks pkg:gem/a@1?platform=p${i}`),
      'locks pkg:gem/b@1',
      ...Array.from({ length: 100 }, (_, i) => `  -> pkg:gem/a@1?platform=p${i}`),
    ],
    ['A Gemfile.lock should list a gem for at most 100 platforms, but a has more. No edges lead to the others.'],
  ],
  ['nothing', '', [], ['A Gemfile.lock should list gems under "specs:", but this one names none.']],
];

describe('gem-gemfile-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('gem-gemfile-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('gem-gemfile-lock', ordinary, [
      '6 pkg:gem/g@0.1.0 https://github.com/o/g.git https://github.com/o/g.git#0123abc',
      '12 pkg:gem/own@1.0.0 file:.',
      '19 pkg:gem/plugged@1.1',
      '24 pkg:gem/activesupport@7.1.2',
      '26 pkg:gem/nokogiri@1.15.4',
      '28 pkg:gem/nokogiri@1.15.4?platform=x86_64-linux sha256:cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd',
      '30 pkg:gem/racc@1.7.3 sha256:abababababababababababababababababababababababababababababababab',
      '31 pkg:gem/rake@13.0.6',
      '52 pkg:gem/bundler@2.5.3',
      '40 pkg:gem/missing@2.0.0 = 2.0.0',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'gem-gemfile-lock',
      `GEM\n  specs:\n${Array.from({ length: 5000 }, (_, i) => `    p${i} (1.0.${i})\n      p${(i + 1) % 5000}\n`).join('')}`,
      5000,
    ));
});
