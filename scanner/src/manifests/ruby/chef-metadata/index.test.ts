import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `name 'nginx'
version '1.2.0'
license 'Apache-2.0'
description 'For all'
source_url 'https://github.com/a/nginx'
depends 'build-essential', '~> 5.0'
depends 'ohai', '= 2.0.0'
supports 'debian'
`;

const cases: ManifestCase[] = [
  [
    'requests in a loop',
    "name 'a'\n%w{b c}.each do |cookbook|\n  depends cookbook\nend\ndepends 'd'\n",
    ['declares pkg:chef/a', '  -> pkg:chef/b', '  -> pkg:chef/c', '  -> pkg:chef/d'],
  ],
  [
    'metadata.rb',
    ordinary,
    [
      'declares pkg:chef/nginx@1.2.0 "Apache-2.0"',
      '  -> pkg:chef/build-essential ~> 5.0',
      '  -> pkg:chef/ohai@2.0.0 = 2.0.0',
      'requires pkg:chef/ohai@2.0.0 direct',
    ],
  ],
  [
    'metadata.json',
    '{"name":"nginx","maintainer":"x","version":"1.0","license":"MIT","dependencies":{"ohai":">= 0.0.0"}}',
    ['declares pkg:chef/nginx@1.0 "MIT"', '  -> pkg:chef/ohai'],
  ],
  ['a file of another tool', '{"name":"x"}', []],
  ['nothing', '', []],
];

describe('chef-metadata', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('chef-metadata', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('chef-metadata', ordinary, [
      '- pkg:chef/nginx@1.2.0 https://github.com/a/nginx https://github.com/a/nginx',
      '7 pkg:chef/ohai@2.0.0 = 2.0.0',
    ]));
});
