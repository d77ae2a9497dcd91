import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{application, cowboy, [
 {description, "HTTP"},
 {vsn, "2.9.0"},
 {applications, [kernel, stdlib, ranch]},
 {licenses, ["ISC"]},
 {links, [{"GitHub", "https://github.com/ninenines/cowboy"}]}
]}.`;

const cases: ManifestCase[] = [
  ['an application', ordinary, ['declares pkg:hex/cowboy@2.9.0 "ISC"']],
  ['a version of git', '{application, a, [{vsn, git}]}.', ['declares pkg:hex/a']],
  [
    'something else',
    'cation, x',
    [],
    ['An application resource should be {application, Name, […]}; nothing was read from it.'],
  ],
  ['nothing', '', [], ['An application resource should be {application, Name, […]}; nothing was read from it.']],
];

describe('hex-app-src', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hex-app-src', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hex-app-src', ordinary, ['1 pkg:hex/cowboy@2.9.0 https://github.com/ninenines/cowboy']));
});
