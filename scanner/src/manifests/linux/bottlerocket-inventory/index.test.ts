import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "Content": [
    {
      "Name": "glibc",
      "Version": "2.40",
      "Release": "1.br1",
      "Epoch": "1",
      "Architecture": "x86_64",
      "Url": "https://www.gnu.org/software/glibc/"
    },
    { "Name": "kernel-6.1", "Version": "6.1.128", "Release": "2.br1", "Epoch": "0" }
  ]
}
`;

const cases: ManifestCase[] = [
  [
    'installed packages',
    ordinary,
    [
      'locks pkg:rpm/bottlerocket/glibc@2.40-1.br1?arch=x86_64&epoch=1',
      'locks pkg:rpm/bottlerocket/kernel-6.1@6.1.128-2.br1',
    ],
  ],
  ['no file', '', [], ['could not be read']],
  ['nothing', '{}', []],
  [
    'values of wrong types',
    '{"Content":[[],{"Name":"a","Version":{}}]}',
    ['locks pkg:rpm/bottlerocket/a'],
    ['"Content.0"', /cannot be the name of a package/, '"Content.1.Version"'],
  ],
];

describe('bottlerocket-inventory', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bottlerocket-inventory', text, lines, problems));
  it('gives lines and addresses', () =>
    checkEvidence('bottlerocket-inventory', ordinary, [
      '4 pkg:rpm/bottlerocket/glibc@2.40-1.br1?arch=x86_64&epoch=1 https://www.gnu.org/software/glibc/',
      '11 pkg:rpm/bottlerocket/kernel-6.1@6.1.128-2.br1',
    ]));
  it('20,000 packages', () =>
    checkLarge(
      'bottlerocket-inventory',
      JSON.stringify({ Content: Array.from({ length: 20_000 }, (_, i) => ({ Name: `p${i}`, Version: '1' })) }),
      20_000,
    ));
});
