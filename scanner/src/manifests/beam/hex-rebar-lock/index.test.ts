import { describe, it } from 'vitest';
import { check, checkEvidence, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{"1.2.0",
[{<<"certifi">>,{pkg,<<"certifi">>,<<"2.9.0">>},0},
 {<<"gun">>,
  {git,"https://github.com/ninenines/gun.git",
       {ref,"0123abc"}},
  1}]}.
[
{pkg_hash,[
 {<<"certifi">>, <<"6F2A">>}]},
{pkg_hash_ext,[
 {<<"certifi">>, <<"7F2A">>}]}
].
`;

const cases: ManifestCase[] = [
  ['packages', ordinary, ['locks pkg:hex/certifi@2.9.0 direct', 'locks pkg:hex/gun@0123abc transitive']],
  ['the first version', '[{<<"a">>,{pkg,<<"a">>,<<"1.0">>},0}].', ['locks pkg:hex/a@1.0 direct']],
  [
    'values of wrong types',
    '{"1.2.0",[a,{b},{<<"c">>,d,0}]}.',
    [],
    [
      'A package of a rebar.lock should be {Name, Source, Level}; an entry of another form was left out.',
      'A package of a rebar.lock should be {Name, Source, Level}; an entry of another form was left out.',
      'A package of a rebar.lock should be {Name, Source, Level}; an entry of another form was left out.',
    ],
  ],
  [
    'not closed',
    `{"1.2.0",
[{<<"certifi{pkg`,
    [],
    ['The rebar.lock could not be read: the "tuple" at line 2 is not closed.'],
  ],
  ['nothing', '', [], ['A rebar.lock should be {"1.2.0", […]} or a list; nothing was read from it.']],
];

describe('hex-rebar-lock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hex-rebar-lock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hex-rebar-lock', ordinary, [
      '2 pkg:hex/certifi@2.9.0 sha256:7f2a',
      '3 pkg:hex/gun@0123abc https://github.com/ninenines/gun.git https://github.com/ninenines/gun.git#0123abc',
    ]));

  it('5,000 packages', () =>
    checkLarge(
      'hex-rebar-lock',
      `{"1.2.0",[${Array.from({ length: 5000 }, (_, i) => `{<<"p${i}">>,{pkg,<<"p${i}">>,<<"1.0.${i}">>},0}`).join(',\n')}]}.`,
      5000,
    ));
});
