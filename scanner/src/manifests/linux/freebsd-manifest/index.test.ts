import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a package with a choice of licenses',
    '{"name":"facets","origin":"devel/facets","version":"3.1.0","arch":"freebsd:10:*","licenselogic":"or","licenses":["RUBY","GPLv2"],"deps":{"ruby":{"origin":"lang/ruby","version":"2.4.4,1"}}}',
    [
      'locks pkg:freebsd/facets@3.1.0?arch=freebsd:10:%2A&origin=devel%2Ffacets "RUBY OR GPLv2"',
      '  -> pkg:freebsd/ruby 2.4.4,1',
    ],
  ],
  ['nothing', '', [], ['could not be read']],
  ['no name', '{}', [], ['should have a "name"']],
  [
    'values of wrong types',
    '{"name":"a","licenses":"MIT","deps":[]}',
    ['locks pkg:freebsd/a'],
    ['"licenses"', '"deps"'],
  ],
];

describe('freebsd-manifest', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('freebsd-manifest', text, lines, problems));
  it('20,000 dependencies', () =>
    checkLarge(
      'freebsd-manifest',
      JSON.stringify({ name: 'a', deps: Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`p${i}`, {}])) }),
      1,
    ));
});
