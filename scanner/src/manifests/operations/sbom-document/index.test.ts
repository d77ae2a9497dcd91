import { describe, it } from 'vitest';
import { check, type ManifestCase } from '../../../../test/manifests/manifest-check.ts';

const SHOP = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6' },
  metadata: { component: { type: 'application', name: 'shop', 'bom-ref': 'shop', purl: 'pkg:npm/shop@1.0.0' } },
  components: [
    { type: 'library', name: 'a', 'bom-ref': 'a', purl: 'pkg:npm/a@1.0.0', licenses: [{ license: { id: 'MIT' } }] },
    { type: 'library', name: 'b', 'bom-ref': 'b', purl: 'pkg:npm/b@2.0.0', scope: 'excluded' },
    { type: 'file', name: 'README' },
  ],
  dependencies: [
    { ref: 'shop', dependsOn: ['a'] },
    { ref: 'a', dependsOn: ['b'] },
  ],
};

const cases: ManifestCase[] = [
  [
    'CycloneDX: who needs what, and for what',
    JSON.stringify(SHOP),
    ['names pkg:npm/a@1.0.0 direct "MIT"', '  -> pkg:npm/b@2.0.0', 'names pkg:npm/b@2.0.0 development transitive'],
  ],
  [
    'SPDX tags without the package that they are about',
    'SPDXVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\nDocumentName: x\nPackageName: shop\nSPDXID: SPDXRef-shop\nPackageName: a\nSPDXID: SPDXRef-a\nExternalRef: PACKAGE-MANAGER purl pkg:npm/a@1.0.0\nRelationship: SPDXRef-DOCUMENT DESCRIBES SPDXRef-shop\n',
    ['names pkg:npm/a@1.0.0 transitive'],
  ],
  [
    'components without a package URL are told',
    '{"bomFormat":"CycloneDX","components":[{"type":"library","name":"x","version":"1"},{"type":"file","name":"y"}]}',
    [],
    ['A component of the SBOM has no package URL'],
  ],
  ['other JSON of the same name', '{"parts":[]}', []],
];

describe('sbom-document', () => {
  it.each(cases)('%s', (_, text, lines, problems) => check('sbom-document', text, lines, problems));
});
