// For tests only: the same two packages, of which one needs the other, in each format and form.

const A = 'pkg:npm/a@1.0.0';
const B = 'pkg:npm/b@2.0.0';

const cyclonedx = {
  ...{ bomFormat: 'CycloneDX', specVersion: '1.6', version: 1 },
  metadata: { component: { type: 'application', 'bom-ref': 'shop', name: 'shop', version: '1' } },
  components: [
    { type: 'library', 'bom-ref': 'a', name: 'a', version: '1.0.0', purl: A, licenses: [{ license: { id: 'MIT' } }] },
    { type: 'library', 'bom-ref': 'b', name: 'b', version: '2.0.0', purl: B },
  ],
  dependencies: [{ ref: 'a', dependsOn: ['b'] }],
};

const spdxPackage = (name: string, versionInfo: string, purl: string, licenseDeclared: string) => ({
  ...{ SPDXID: `SPDXRef-${name}`, name, versionInfo, downloadLocation: 'NOASSERTION', licenseDeclared },
  externalRefs: [{ referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: purl }],
});

const spdx = {
  ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', dataLicense: 'CC0-1.0', name: 'shop' },
  documentNamespace: 'https://example.org/shop',
  creationInfo: { created: '2026-01-01T00:00:00Z', creators: ['Tool: x-1'] },
  packages: [spdxPackage('a', '1.0.0', A, 'MIT'), spdxPackage('b', '2.0.0', B, 'NOASSERTION')],
  relationships: [{ spdxElementId: 'SPDXRef-a', relationshipType: 'DEPENDS_ON', relatedSpdxElement: 'SPDXRef-b' }],
};

const syftArtifact = (id: string, name: string, version: string, purl: string, licenses: object[]) => ({
  ...{ id, name, version, purl, licenses, type: 'npm', foundBy: 'javascript-lock-cataloger', language: 'javascript' },
  ...{ cpes: [], locations: [{ path: '/package-lock.json' }] },
});

const rdfPackage = (name: string, version: string, purl: string, more = '') =>
  `<Package rdf:about="https://example.org/shop#SPDXRef-${name}"><name>${name}</name><versionInfo>${version}</versionInfo>${more}<externalRef><ExternalRef><referenceType rdf:resource="http://spdx.org/rdf/references/purl"/><referenceLocator>${purl}</referenceLocator></ExternalRef></externalRef></Package>`;

export const SAMPLES: Record<string, string | object> = {
  'CycloneDX JSON': cyclonedx,
  'CycloneDX XML': `<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.6" version="1"><metadata><component type="application" bom-ref="shop"><name>shop</name><version>1</version></component></metadata><components><component type="library" bom-ref="a"><name>a</name><version>1.0.0</version><licenses><license><id>MIT</id></license></licenses><purl>${A}</purl></component><component type="library" bom-ref="b"><name>b</name><version>2.0.0</version><purl>${B}</purl></component></components><dependencies><dependency ref="a"><dependency ref="b"/></dependency></dependencies></bom>`,
  'SPDX JSON': spdx,
  'SPDX YAML': JSON.stringify(spdx, null, 1)
    .replace('{', '')
    .replace(/\}$/, '')
    .replace(/^ /gm, '')
    .replace(/,\n(?=")/g, '\n'),
  'SPDX tag-value': [
    ...[
      'SPDXVersion: SPDX-2.3',
      'DataLicense: CC0-1.0',
      'SPDXID: SPDXRef-DOCUMENT',
      'DocumentName: shop',
      '__proto__: x',
    ],
    ...['PackageName: a', 'SPDXID: SPDXRef-a', 'PackageVersion: 1.0.0', 'PackageLicenseDeclared: MIT'],
    `ExternalRef: PACKAGE-MANAGER purl ${A}`,
    ...['PackageName: b', 'SPDXID: SPDXRef-b', 'PackageVersion: 2.0.0', 'PackageLicenseDeclared: NOASSERTION'],
    `ExternalRef: PACKAGE-MANAGER purl ${B}`,
    'Relationship: SPDXRef-a DEPENDS_ON SPDXRef-b',
  ].join('\r\n'),
  'SPDX RDF': `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://spdx.org/rdf/terms#"><SpdxDocument rdf:about="https://example.org/shop#SPDXRef-DOCUMENT"><specVersion>SPDX-2.3</specVersion><name>shop</name><describesPackage>${rdfPackage('a', '1.0.0', A, '<licenseDeclared rdf:resource="http://spdx.org/licenses/MIT"/><relationship><Relationship><relationshipType rdf:resource="http://spdx.org/rdf/terms#relationshipType_dependsOn"/><relatedSpdxElement rdf:resource="https://example.org/shop#SPDXRef-b"/></Relationship></relationship>')}</describesPackage><describesPackage>${rdfPackage('b', '2.0.0', B)}</describesPackage></SpdxDocument></rdf:RDF>`,
  // The relationships come before what they name.
  'SPDX 3': {
    '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
    '@graph': [
      { type: 'Relationship', spdxId: 'urn:r1', from: 'urn:a', to: ['urn:b'], relationshipType: 'dependsOn' },
      {
        type: 'Relationship',
        spdxId: 'urn:r2',
        from: 'urn:a',
        to: ['urn:mit'],
        relationshipType: 'hasDeclaredLicense',
      },
      { type: 'simplelicensing_LicenseExpression', spdxId: 'urn:mit', simplelicensing_licenseExpression: 'MIT' },
      {
        type: 'software_Package',
        spdxId: 'urn:a',
        name: 'a',
        software_packageVersion: '1.0.0',
        software_packageUrl: A,
      },
      {
        type: 'software_Package',
        spdxId: 'urn:b',
        name: 'b',
        software_packageVersion: '2.0.0',
        software_packageUrl: B,
      },
      { type: 'SpdxDocument', spdxId: 'urn:doc', name: 'shop' },
    ],
  },
  Syft: {
    artifacts: [
      syftArtifact('1', 'a', '1.0.0', A, [{ value: 'MIT', spdxExpression: 'MIT', type: 'declared' }]),
      syftArtifact('2', 'b', '2.0.0', B, []),
    ],
    artifactRelationships: [{ parent: '2', child: '1', type: 'dependency-of' }],
    source: { id: 's', name: 'shop', version: '1', type: 'directory' },
    distro: {},
    descriptor: { name: 'syft', version: '1.0.0' },
    schema: {
      version: '16.0.0',
      url: 'https://raw.githubusercontent.com/anchore/syft/main/schema/json/schema-16.0.0.json',
    },
  },
};
