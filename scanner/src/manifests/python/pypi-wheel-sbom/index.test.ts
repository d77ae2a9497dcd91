import { describe, it } from 'vitest';
import { check, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const cases: ManifestCase[] = [
  [
    'CycloneDX',
    '{"bomFormat":"CycloneDX","components":[{"purl":"pkg:cargo/a@1.0.0","licenses":[{"license":{"id":"MIT"}}],"components":[{"purl":"pkg:rpm/almalinux/libgfortran@8.5.0"}]},{"name":"no purl"}]}',
    ['locks pkg:cargo/a@1.0.0 transitive "MIT"', 'locks pkg:rpm/almalinux/libgfortran@8.5.0 transitive'],
  ],
  [
    'SPDX',
    '{"spdxVersion":"SPDX-2.3","packages":[{"licenseDeclared":"NOASSERTION","externalRefs":[{"referenceType":"purl","referenceLocator":"pkg:npm/%40s/a@1"}]}]}',
    ['locks pkg:npm/%40s/a@1 transitive'],
  ],
  [
    'CycloneDX in XML',
    '<bom xmlns="http://cyclonedx.org/schema/bom/1.6"><components><component type="library"><name>a</name><licenses><license><id>MIT</id></license></licenses><purl>pkg:cargo/a@1.0.0</purl><components><component type="library"><name>b</name><purl>pkg:cargo/b@2</purl></component></components></component></components></bom>',
    ['locks pkg:cargo/a@1.0.0 transitive "MIT"', 'locks pkg:cargo/b@2 transitive'],
  ],
  ['other XML', '<?xml version="1.0"?><a/>', [], ['it is no SBOM in a format that is known']],
  ['nothing', '', [], ['The SBOM could not be read']],
  [
    'invalid purls',
    '{"bomFormat":"CycloneDX","components":[{"purl":"x"},{"purl":"pkg:unknown-type/a"}]}',
    [],
    ['"purl" of a component should be a package URL', 'has the unknown type "unknown-type"'],
  ],
];

describe('pypi-wheel-sbom', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('pypi-wheel-sbom', text, lines, problems));
});
