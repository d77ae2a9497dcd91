import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `%% -*- mode: erlang -*-
{erl_opts, [debug_info]}.
{deps, [
  cowboy,
  {ranch, "1.8.0"},
  {jsx, "~> 3.0", {pkg, jsx_fork}},
  {gun, {git, "https://github.com/ninenines/gun.git", {tag, "2.0.1"}}},
  {old, ".*", {git, "git://x.org/old.git", "master"}}
]}.
{profiles, [{test, [{deps, [meck]}]}, {prod, [{deps, [recon]}]}]}.
{project_plugins, [rebar3_hex]}.
`;

const cases: ManifestCase[] = [
  [
    'dependencies, profiles and plugins',
    ordinary,
    [
      'requires pkg:hex/cowboy direct',
      'requires pkg:hex/ranch@1.8.0 direct',
      'requires pkg:hex/jsx_fork direct',
      'requires pkg:hex/gun direct',
      'requires pkg:hex/old direct',
      'requires pkg:hex/meck test direct',
      'requires pkg:hex/recon direct',
      'requires pkg:hex/rebar3_hex build direct',
    ],
  ],
  ['nothing', '', []],
  ['not closed', '{deps, [a', [], ['The rebar.config could not be read: the "list" at line 1 is not closed.']],
];

describe('hex-rebar-config', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('hex-rebar-config', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('hex-rebar-config', ordinary, [
      '- pkg:hex/cowboy',
      '5 pkg:hex/ranch@1.8.0 1.8.0',
      '6 pkg:hex/jsx_fork ~> 3.0',
      '7 pkg:hex/gun https://github.com/ninenines/gun.git#2.0.1',
      '8 pkg:hex/old git://x.org/old.git#master',
      '- pkg:hex/meck',
      '- pkg:hex/recon',
      '- pkg:hex/rebar3_hex',
    ]));
});
