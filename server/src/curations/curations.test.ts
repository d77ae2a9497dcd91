// Curated facts: reading their files, which fact applies to a package, and its result.
import { expect, it } from 'vitest';
import { closenessOf, curatedLicense, type KnownFact } from '../domain/derivation/curations.ts';
import { readCurations } from './read.ts';

const read = (text: string) => readCurations('x.yaml', Buffer.from(text));
const definition = (type: string, namespace: string, name: string, revisions = '{1.10: {licensed: {declared: MIT}}}') =>
  `coordinates: {type: ${type}, provider: p, namespace: "${namespace}", name: ${name}}\nrevisions: ${revisions}\n`;

it.each([
  [definition('npm', '@babel', 'core'), 'pkg:npm/%40babel/core 1.10 MIT'],
  [definition('nuget', '-', 'A.B'), 'pkg:nuget/A.B 1.10 MIT'],
  [
    definition('go', 'github.com%2fgo-ini', 'ini', '{v1.2.0: {licensed: {declared: mit}}}'),
    'pkg:golang/github.com/go-ini/ini v1.2.0 MIT',
  ],
  [definition('sourcearchive', 'org.ow2.asm', 'asm'), 'pkg:maven/org.ow2.asm/asm 1.10 MIT'],
  [definition('git', 'Owner', 'Repo', '{abc: {licensed: {declared: NOASSERTION}}}'), ''],
  [
    '- id: "NPM:@babel:core:7.0.0"\n  curations: {concluded_license: MIT, comment: asked}',
    'pkg:npm/%40babel/core 7.0.0 MIT asked',
  ],
  ['- id: "NuGet:A:B.C:[5.0.0,)"\n  curations: {concluded_license: MIT}', 'pkg:nuget/A.B.C [5.0.0,) MIT'],
  [
    '- id: "Maven:androidx.activity::"\n  curations: {concluded_license: Apache-2.0}',
    'pkg:maven/androidx.activity/*  Apache-2.0',
  ],
  [
    '- id: "Maven:g:a:"\n  curations: {declared_license_mapping: {FreeBSD License: BSD-2-Clause}}',
    'pkg:maven/g/a  {"FreeBSD License":"BSD-2-Clause"}',
  ],
])('%s', (text, fact) => {
  const { facts, issues } = read(text);
  expect(issues).toEqual([]);
  expect(
    facts
      .map(({ purl, versions, license, mapping, comment }) =>
        [purl, versions, license || JSON.stringify(mapping), comment].join(' ').trim(),
      )
      .join('\n'),
  ).toBe(fact);
});

it.each([
  ['a: [', 'The file is no YAML: line 1: '],
  ['hello', 'The file is neither a package of ClearlyDefined'],
  ['', 'The file is neither'],
  ['[1]', 'The field "[0]" must be a curation'],
  ['- id: x\n  curations: {}', 'The field "[0].id" is "x", and must name a package'],
  ['- id: "NPM::a:"\n  curations: 1', 'The field "[0].curations" must hold'],
  [
    '- id: "NPM::a:"\n  curations: {concluded_license: "MIT OR"}',
    'The field "[0].curations.concluded_license" is no SPDX expression: "MIT OR".',
  ],
  [definition('disk', 'a', 'b'), 'The field "coordinates.type" is "disk", and must be one of composer'],
  ['coordinates: 1', 'The field "coordinates" must hold'],
  [definition('npm', '-', 'b', '5'), 'The field "revisions" must name versions'],
  [definition('npm', '-', 'b', '{1: x}'), 'The field "revisions.1" must hold'],
  [
    definition('npm', '-', 'b', '{1: {licensed: {declared: MIT OR OTHER}}}'),
    'The field "revisions.1.licensed.declared" names OTHER, which SPDX does not know',
  ],
  [
    'a: &a [x, x, x, x, x, x, x, x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b]\nd: [*c, *c, *c, *c]',
    'The file is no YAML in UTF-8: Excessive alias count',
  ],
  ['['.repeat(20_000), 'The file is no YAML'],
  [`coordinates: {type: __proto__, name: constructor}`, 'The field "coordinates.type" is "__proto__"'],
])('an issue for %.60s', (text, sentence) => {
  const { facts, issues } = read(text);
  expect(facts).toEqual([]);
  expect(issues[0]?.message).toContain(sentence);
});

it.each([
  [
    '# ours\n- id: "NPM::a:"\n  curations:\n    comment: x\n    concluded_license: BSD 3 clause\n',
    'Line 5: The field "[0].curations.concluded_license" is no SPDX expression: "BSD 3 clause".',
  ],
  [
    '- id: "NPM::a:"\n  curations:\n    concluded_licence: MIT\n',
    'Line 3: The field "[0].curations.concluded_licence" is not known and was not used; known are concluded_license,',
  ],
  ['- id: "NPM::a:"\n\n- id: "npm::b:"\n  curations: {}\n', 'Line 1: The field "[0].curations" must hold'],
  [
    'id: "NPM::a:"\ncurations:\n  concluded_license: MIT AND\n',
    'Line 3: The field "curations.concluded_license" is no SPDX expression',
  ],
  [
    `coordinates:\n  type: npm\n  name: a\nrevisions:\n  1.0.0:\n    licensed:\n      declarde: MIT\n`,
    'Line 7: The field "revisions.1.0.0.licensed.declarde" is not known and was not used; known are declared,',
  ],
])('%j is told with its line', (text, sentence) => expect(read(text).issues[0]?.message).toContain(sentence));

it.each([
  ['', '1.0', 1],
  ['1.0', '1.0', 3],
  ['1.0', '1.0.0', 3],
  ['1.0', '', 0],
  ['[1.0,2.0)', '1.10', 2],
  ['[1.0,2.0)', '2.0', 0],
  ['(1.0,]', '1.0', 0],
  ['[5.0.0,)', '5.0.0', 2],
  ['1.0.+', '1.0.9', 2],
  ['[nonsense', '1.0', 0],
])('%s applies to %s: %s', (versions, version, closeness) =>
  expect(closenessOf('maven', versions, version)).toBe(closeness),
);

const fact = (source: string, license: string, versions = '1.0', more: Partial<KnownFact> = {}): KnownFact => ({
  ...{ id: 1, position: 1, purl: 'pkg:npm/a', mapping: {}, comment: '', location: '', file: 'a.yaml' },
  ...{ source, license, versions },
  ...more,
});
const told = (facts: KnownFact[], declaredLicense = '') =>
  curatedLicense({ type: 'npm', version: '1.0', declaredLicense }, facts)?.words ?? 'nothing';

it.each<[string, KnownFact[], string]>([
  [
    'its source, its version and its reason',
    [fact('ours', 'MIT', '1.0', { comment: 'The maker said so.' })],
    'Concluded by the curation a.yaml of the source ours on version 1.0, because: The maker said so.',
  ],
  [
    'one without a version applies to all versions',
    [fact('ours', 'MIT', '')],
    'Concluded by the curation a.yaml of the source ours on all versions.',
  ],
  [
    'the narrower one wins, and the other is listed',
    [fact('ours', 'ISC', '', { position: 0 }), fact('theirs', 'MIT')],
    'Concluded by the curation a.yaml of the source theirs on version 1.0. a.yaml of the source ours says ISC.',
  ],
  [
    'of two equal ones that of the higher source wins',
    [fact('theirs', 'MIT', '1.0', { position: 2 }), fact('ours', 'ISC')],
    'Concluded by the curation a.yaml of the source ours on version 1.0. a.yaml of the source theirs says MIT.',
  ],
  [
    'one for a package wins over one for its namespace',
    [fact('ours', 'ISC', '', { purl: 'pkg:npm/*' }), fact('ours', 'MIT', '')],
    'Concluded by the curation a.yaml of the source ours on all versions. a.yaml of the source ours says ISC.',
  ],
  ['one for another version does not apply', [fact('ours', 'MIT', '2.0')], 'nothing'],
])('%s', (_, facts, words) => expect(told(facts)).toBe(words));

it('a mapping applies to declared licenses', () => {
  const mapped = [fact('ours', '', '', { mapping: { 'FreeBSD License': 'BSD-2-Clause' } })];
  expect([told(mapped), told(mapped, 'constructor')]).toEqual(['nothing', 'nothing']);
  expect(curatedLicense({ type: 'npm', version: '1.0', declaredLicense: 'FreeBSD License' }, mapped)?.expression).toBe(
    'BSD-2-Clause',
  );
});
