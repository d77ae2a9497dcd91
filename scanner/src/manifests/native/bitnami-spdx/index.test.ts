import { describe, it } from 'vitest';
import { check, checkLarge, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'a program with its parts',
    '{"packages":[{"SPDXID":"A","name":"pg","licenseDeclared":"PostgreSQL","externalRefs":[{"referenceType":"purl","referenceLocator":"pkg:bitnami/pg@17?arch=arm64"}]},{"SPDXID":"B","name":"geos","licenseDeclared":"NOASSERTION","licenseConcluded":"MIT","externalRefs":[{"referenceType":"purl","referenceLocator":"pkg:bitnami/geos@3"}]},{"name":"x"}],"relationships":[{"spdxElementId":"A","relationshipType":"CONTAINS","relatedSpdxElement":"B"},{"spdxElementId":"A","relationshipType":"CONTAINS","relatedSpdxElement":"Z"}]}',
    ['locks pkg:bitnami/pg@17?arch=arm64 "PostgreSQL"', '  -> pkg:bitnami/geos@3', 'locks pkg:bitnami/geos@3 "MIT"'],
  ],
  ['no file', '', [], ['could not be read']],
  [
    'tag-value',
    `SPDXVersion: SPDX-2.3
`,
    [],
    ['should be JSON but is tag-value'],
  ],
  [
    'values of wrong types',
    '{"packages":1,"relationships":[1]}',
    [],
    ['"packages" should be a list', '"relationships" should be an object'],
  ],
];

describe('bitnami-spdx', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('bitnami-spdx', text, lines, problems));
  it('5,000 parts', () =>
    checkLarge(
      'bitnami-spdx',
      JSON.stringify({
        packages: Array.from({ length: 5000 }, (_, i) => ({
          SPDXID: `A${i}`,
          externalRefs: [{ referenceType: 'purl', referenceLocator: `pkg:bitnami/p${i}@1` }],
        })),
      }),
      5000,
    ));
});
