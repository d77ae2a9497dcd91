import { describe, it } from 'vitest';
import { check, checkEvidence, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const ordinary = `{
  "dependencies" : [
    { "sourceControl" : [ { "identity" : "turf", "location" : { "remote" : [ { "urlString" : "https://github.com/mapbox/turf-swift.git" } ] },
        "requirement" : { "range" : [ { "lowerBound" : "2.8.0", "upperBound" : "3.0.0" } ] } } ] },
    { "sourceControl" : [ { "identity" : "core", "location" : { "remote" : [ { "urlString" : "https://github.com/mapbox/core.git" } ] },
        "requirement" : { "exact" : [ "11.4.0-rc.2" ] } } ] }
  ],
  "name" : "Maps"
}
`;

const cases: ManifestCase[] = [
  [
    'dump-package',
    ordinary,
    [
      'requires pkg:swift/github.com/mapbox/turf-swift direct',
      'requires pkg:swift/github.com/mapbox/core@11.4.0-rc.2 direct',
    ],
  ],
  [
    'show-dependencies',
    '{"identity":"app","name":"App","url":"/x","version":"unspecified","dependencies":[{"identity":"a","url":"https://github.com/o/a","version":"1.0.0","dependencies":[{"identity":"b","url":"https://github.com/o/b.git","version":"2.0.0","dependencies":[]}]},{"identity":"b","url":"https://github.com/o/b.git","version":"2.0.0","dependencies":[]}]}',
    [
      'locks pkg:swift/github.com/o/a@1.0.0 direct',
      '  -> pkg:swift/github.com/o/b@2.0.0 2.0.0',
      'locks pkg:swift/github.com/o/b@2.0.0 direct',
    ],
  ],
  [
    'show-dependencies of older versions of Swift',
    '{"name":"App","url":"app","version":"unspecified","dependencies":[{"name":"a","url":"https://github.com/o/a.git","version":"1.0.0","dependencies":[]},{"name":"b","url":"https://github.com/o/b","version":"unspecified","dependencies":[]}]}',
    ['locks pkg:swift/github.com/o/a@1.0.0 direct', 'locks pkg:swift/github.com/o/b direct'],
  ],
  ['nothing', '', [], ['The description of a Swift package could not be read: Unexpected end of JSON input.']],
  [
    'something else',
    '{}',
    [],
    ['The description of a Swift package should have "dependencies"; nothing was read from it.'],
  ],
];

describe('swift-deplock', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('swift-deplock', text, lines, problems));

  it('gives lines, addresses and checksums', () =>
    checkEvidence('swift-deplock', ordinary, [
      '3 pkg:swift/github.com/mapbox/turf-swift >= 2.8.0, < 3.0.0 https://github.com/mapbox/turf-swift.git',
      '5 pkg:swift/github.com/mapbox/core@11.4.0-rc.2 11.4.0-rc.2 https://github.com/mapbox/core.git',
    ]));
});
