import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { runScan } from './run-scan.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-check-'));
  mkdirSync(join(root, 'tree'));
  mkdirSync(join(root, 'advisories'));
  const lock = {
    name: 'demo',
    version: '1.0.0',
    lockfileVersion: 3,
    packages: {
      '': { name: 'demo', version: '1.0.0', dependencies: { bad: '1.0.0', fine: '1.0.0', evil: '1.0.0' } },
      'node_modules/bad': { version: '1.0.0' },
      'node_modules/fine': { version: '1.0.0' },
      'node_modules/evil': { version: '1.0.0' },
    },
  };
  write('tree/package.json', {
    name: 'demo',
    version: '1.0.0',
    dependencies: { bad: '1.0.0', fine: '1.0.0', evil: '1.0.0' },
  });
  write('tree/package-lock.json', lock);
  advisory('GHSA-bad', 'bad', {
    aliases: ['CVE-2026-1'],
    severity: [{ type: 'CVSS_V3', score: 'CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H' }],
  });
  advisory('MAL-2026-1', 'evil', {});
  write('advisories/kev.json', {
    catalogVersion: '1',
    vulnerabilities: [{ cveID: 'CVE-2026-1', dateAdded: '2026-01-01' }],
  });
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, document: object): void {
  writeFileSync(join(root, path), JSON.stringify(document));
}

function advisory(id: string, name: string, more: object): void {
  write(`advisories/${id}.json`, {
    schema_version: '1',
    id,
    summary: `About ${name}`,
    affected: [
      {
        package: { ecosystem: 'npm', name },
        ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '1.2.0' }] }],
      },
    ],
    ...more,
  });
}

const tree = () => join(root, 'tree');
const advisories = () => join(root, 'advisories');

it('lists vulnerabilities with the statements of the sources, the most severe first', async () => {
  const { code, out } = await runScan(tree(), '--advisories', advisories(), '--format', 'json');
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({
    advisories: { records: 2 },
    vulnerabilities: [
      {
        purl: 'pkg:npm/bad@1.0.0',
        name: 'CVE-2026-1',
        names: ['CVE-2026-1', 'GHSA-bad'],
        severity: 'CRITICAL',
        score: 9.8,
        exploitedBy: ['CISA'],
        fixedIn: ['1.2.0'],
      },
      { purl: 'pkg:npm/evil@1.0.0', name: 'MAL-2026-1', kind: 'malware', severity: 'CRITICAL', score: null },
    ],
  });
});

it.each([
  ['critical', 3, 'critical: 2 (CVE-2026-1 in pkg:npm/bad@1.0.0, …)'],
  ['kev', 3, 'kev: 1 (CVE-2026-1 in pkg:npm/bad@1.0.0)'],
  ['malware', 3, 'malware: 1 (MAL-2026-1 in pkg:npm/evil@1.0.0)'],
  ['undetermined', 0, ''],
  ['grave', 2, '--fail-on must name'],
])('--fail-on %s answers %i', async (what, code, sentence) => {
  const answer = await runScan(tree(), '--advisories', advisories(), '--fail-on', what);
  expect(answer.code).toBe(code);
  expect(answer.err).toContain(sentence);
});

it('an SBOM is checked like a folder, and keeps its content', async () => {
  write('sbom.json', {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [
      {
        type: 'library',
        name: 'outer',
        components: [{ type: 'library', 'bom-ref': 'r1', name: 'bad', purl: 'pkg:npm/bad@1.0.0' }],
      },
    ],
  });
  const { code, out } = await runScan(
    join(root, 'sbom.json'),
    '--advisories',
    advisories(),
    '--format',
    'cyclonedx',
    '--fail-on',
    'high',
  );
  expect(code).toBe(3);
  const document = JSON.parse(out);
  expect(document.components).toHaveLength(1);
  expect(document.vulnerabilities).toMatchObject([
    {
      id: 'CVE-2026-1',
      ratings: [{ score: 9.8, severity: 'critical', method: 'CVSSv31' }],
      affects: [{ ref: 'r1', versions: [{ version: '1.0.0', status: 'affected' }] }],
    },
  ]);
  write('spdx.json', {
    spdxVersion: 'SPDX-2.3',
    packages: [{ externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:npm/evil@1.0.0' }] }],
  });
  expect((await runScan(join(root, 'spdx.json'), '--advisories', advisories())).out).toContain('MAL-2026-1');
});

it('a component that only a CPE names is compared by it, and one that nothing names is told', async () => {
  const cpe = 'cpe:2.3:a:pad:pad:1.0:*:*:*:*:*:*:*';
  write('by-cpe.json', {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    components: [
      { type: 'application', 'bom-ref': 'r1', name: 'Pad', version: '1.0', cpe },
      { type: 'library', name: 'nameless', version: '2' },
      { type: 'file', name: 'a.txt' },
    ],
  });
  write('by-cpe.spdx.json', {
    spdxVersion: 'SPDX-2.3',
    documentDescribes: ['SPDXRef-root'],
    packages: [
      { SPDXID: 'SPDXRef-root', name: 'the product' },
      { SPDXID: 'SPDXRef-1', name: 'Pad', externalRefs: [{ referenceType: 'cpe23Type', referenceLocator: cpe }] },
      { SPDXID: 'SPDXRef-2', name: 'nameless', versionInfo: '2' },
    ],
  });
  const affected = [{ vendor: 'pad', product: 'pad', cpes: [cpe], versions: [{ version: '1.0', status: 'affected' }] }];
  write('cve.json', {
    dataType: 'CVE_RECORD',
    dataVersion: '5.1',
    cveMetadata: { cveId: 'CVE-2026-7', state: 'PUBLISHED' },
    containers: { cna: { descriptions: [], affected } },
  });
  const source = ['--advisories', join(root, 'cve.json')];
  for (const sbom of ['by-cpe.json', 'by-cpe.spdx.json']) {
    const json = JSON.parse((await runScan(join(root, sbom), ...source, '--format', 'json')).out);
    expect(json).toMatchObject({
      counts: { packages: 2, affected: 1, undetermined: 0, notCompared: 1 },
      notCompared: [{ package: 'nameless 2', purl: null, reason: 'name' }],
      vulnerabilities: [
        {
          package: sbom === 'by-cpe.json' ? 'Pad 1.0' : 'Pad',
          purl: null,
          cpe,
          name: 'CVE-2026-7',
          isMatchedByCpe: true,
        },
      ],
    });
    const words = '1 of 2 not compared: no package URL and no CPE. These are nameless 2.';
    for (const format of ['table', 'json', 'cyclonedx', 'sarif']) {
      const { out } = await runScan(join(root, sbom), ...source, '--format', format);
      expect(out).toContain(words);
      expect(out).not.toContain('pkg:generic');
      expect(out).toMatch(/compared only by CPE/);
    }
  }
  const document = JSON.parse((await runScan(join(root, 'by-cpe.json'), ...source, '--format', 'cyclonedx')).out);
  expect(document.vulnerabilities).toMatchObject([{ affects: [{ ref: 'r1' }] }]);
});

it('a vulnerability with a score of CVSS 2 alone has the severity of that score', async () => {
  advisory('GHSA-old', 'fine', { severity: [{ type: 'CVSS_V2', score: 'AV:N/AC:L/Au:N/C:P/I:P/A:P' }] });
  const source = [tree(), '--advisories', join(root, 'advisories/GHSA-old.json')];
  const { code, out } = await runScan(...source, '--format', 'json', '--fail-on', 'high');
  expect(code).toBe(3);
  expect(JSON.parse(out).vulnerabilities).toMatchObject([{ name: 'GHSA-old', severity: 'HIGH', score: 7.5 }]);
});

it('advisories that cannot be read are told, once', async () => {
  write('advisories/other.json', { name: 'something else' });
  const { code, err } = await runScan(tree(), '--advisories', advisories());
  expect(code).toBe(0);
  expect(err.match(/other\.json: The file has no known format/g)).toHaveLength(1);
});

const XML_SBOM = `<?xml version="1.0"?><bom xmlns="http://cyclonedx.org/schema/bom/1.1" xmlns:f="foo" version="1">
  <components><component type="library"><name>outer</name><version>1</version><f:fruit/><components>
  <component type="library" bom-ref="r1"><name>bad</name><version>1.0.0</version><purl>pkg:npm/bad@1.0.0</purl></component></components></component></components></bom>`;

it('an SBOM in XML is checked too, and its content is written as JSON', async () => {
  writeFileSync(join(root, 'sbom.xml'), XML_SBOM);
  const { code, out, err } = await runScan(
    ...[join(root, 'sbom.xml'), '--advisories', advisories(), '--format', 'cyclonedx', '--fail-on', 'high'],
  );
  expect(code).toBe(3);
  expect(err).toContain(
    'of other namespaces, and attributes that the schema does not have, are not read and stay in the document: f:fruit (1)',
  );
  const document = JSON.parse(out);
  // Vulnerabilities came with version 1.4.
  expect(document.specVersion).toBe('1.6');
  expect(document.components).toEqual([
    {
      type: 'library',
      name: 'outer',
      version: '1',
      properties: [{ name: 'assay:advisories:notCompared', value: 'name: Neither a package URL nor a CPE names it.' }],
      components: [{ type: 'library', 'bom-ref': 'r1', name: 'bad', version: '1.0.0', purl: 'pkg:npm/bad@1.0.0' }],
    },
  ]);
  expect(document.vulnerabilities).toMatchObject([{ id: 'CVE-2026-1', affects: [{ ref: 'r1' }] }]);
});

it('an SBOM in broken XML is refused, and other XML is scanned like any file', async () => {
  writeFileSync(join(root, 'sbom.xml'), XML_SBOM.slice(0, -20));
  const { code, err } = await runScan(join(root, 'sbom.xml'), '--advisories', advisories());
  expect([code, err]).toEqual([2, expect.stringContaining('the SBOM is XML that cannot be read: ')]);
  mkdirSync(join(root, 'other'));
  writeFileSync(join(root, 'other', 'a.xml'), '<?xml version="1.0"?><a/>');
  writeFileSync(join(root, 'other', 'package.json'), '{ "name": "x", "version": "1.0.0" }');
  expect((await runScan(join(root, 'other'), '--advisories', advisories())).code).toBe(0);
});

it('SARIF has a rule and a result for each, with the file that names the package', async () => {
  const file = join(root, 'out.sarif');
  const { code } = await runScan(tree(), '--advisories', advisories(), '--format', 'sarif', '--out', file);
  expect(code).toBe(0);
  const [run] = JSON.parse(readFileSync(file, 'utf8')).runs;
  expect(run.tool.driver.rules.map((rule: { id: string }) => rule.id)).toEqual(['CVE-2026-1', 'MAL-2026-1']);
  expect(run.results[0]).toMatchObject({ ruleId: 'CVE-2026-1', level: 'error' });
  expect(run.results[0].locations[0].physicalLocation.artifactLocation.uri).toContain('package-lock.json');
});

it.each([
  ['a folder without advisories', ['--advisories', 'nowhere'], 2, 'there is no nowhere'],
  ['options that need advisories', ['--fail-on', 'high'], 2, 'needs --advisories'],
  [
    'a format of scans only',
    ['--advisories', '.', '--format', 'spdx'],
    2,
    '--format must be one of table, json, cyclonedx, sarif',
  ],
])('%s', async (_title, options, code, sentence) => {
  const answer = await runScan(tree(), ...options);
  expect([answer.code, answer.err]).toEqual([code, expect.stringContaining(sentence)]);
});

it('the check fails if the folder of advisories contains none', async () => {
  const answer = await runScan(tree(), '--advisories', tree());
  expect(answer.code).toBe(2);
  expect(answer.err).toContain('no package was checked');
});

it('the check fails for a file whose digest is in a record of malware, whatever its name', async () => {
  writeFileSync(join(root, 'tree/setup.js'), 'steal();\n');
  mkdirSync(join(root, 'tree/lib'));
  writeFileSync(join(root, 'tree/lib/setup.js'), 'steal();\n');
  const sha256 = createHash('sha256').update('steal();\n').digest('hex');
  const document = (digest: string) => ({
    id: 'MAL-2026-9',
    summary: 'Steals',
    affected: [
      {
        package: { ecosystem: 'PyPI', name: 'another' },
        versions: ['1.0.0'],
        database_specific: { 'malicious-packages-origins': [{ sha256: digest }] },
      },
    ],
  });
  write('advisories/MAL-2026-9.json', document('0'.repeat(64)));
  const options = [join(root, 'tree'), '--advisories', join(root, 'advisories'), '--fail-on', 'malware'];
  expect((await runScan(...options)).err).not.toContain('MAL-2026-9');
  write('advisories/MAL-2026-9.json', document(sha256));
  const found = await runScan(...options, '--format', 'sarif');
  expect(found.code).toBe(3);
  expect(found.err).toContain('malware: 2');
  const uris = JSON.parse(found.out)
    .runs[0].results.filter(({ ruleId }: { ruleId: string }) => ruleId === 'MAL-2026-9')
    .flatMap(({ locations }: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }) =>
      locations.map(({ physicalLocation }) => physicalLocation.artifactLocation.uri),
    );
  expect(uris.sort()).toEqual(['lib/setup.js', 'setup.js']);
});

it('CycloneDX of a folder has all that its SBOM has, beside the vulnerabilities', async () => {
  writeFileSync(join(tree(), 'LICENSE'), 'MIT License\n\nCopyright 2020 Jane Doe\n');
  const written = async (...more: string[]) =>
    JSON.parse((await runScan(tree(), '--format', 'cyclonedx', ...more)).out);
  const [sbom, checked] = [await written(), await written('--advisories', advisories())];
  const plain = (components: { properties?: unknown }[]) => components.map(({ properties: _, ...one }) => one);
  expect(plain(checked.components)).toEqual(plain(sbom.components));
  expect(checked.dependencies).toEqual(sbom.dependencies);
  expect(checked.vulnerabilities.map(({ id }: { id: string }) => id).sort()).toEqual(['CVE-2026-1', 'MAL-2026-1']);
});

const SPDX_PACKAGES = [
  {
    ...{ SPDXID: 'SPDXRef-bad', name: 'bad', versionInfo: '1.0.0', downloadLocation: 'https://example.org/bad.tgz' },
    ...{ licenseDeclared: 'MIT', licenseConcluded: 'Apache-2.0', copyrightText: 'Copyright 2020 Jane Doe' },
    supplier: 'Organization: Example (a@example.org)',
    checksums: [{ algorithm: 'SHA1', checksumValue: 'a'.repeat(40) }],
    externalRefs: [
      { referenceCategory: 'PACKAGE-MANAGER', referenceType: 'purl', referenceLocator: 'pkg:npm/bad@1.0.0' },
    ],
  },
  { SPDXID: 'SPDXRef-fine', name: 'fine', versionInfo: '2', downloadLocation: 'NOASSERTION' },
  { SPDXID: 'SPDXRef-shop', name: 'shop', versionInfo: '7', downloadLocation: 'NOASSERTION' },
];

it.each(['sbom.spdx.json', 'sbom.spdx.json.gz'])('CycloneDX of %s has all that the SBOM says', async (name) => {
  const relation = (spdxElementId: string, relationshipType: string, relatedSpdxElement: string) => ({ spdxElementId, relationshipType, relatedSpdxElement }); // biome-ignore format: one claim
  const document = JSON.stringify({
    ...{ spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', name: 'shop', packages: SPDX_PACKAGES },
    relationships: [
      relation('SPDXRef-DOCUMENT', 'DESCRIBES', 'SPDXRef-shop'),
      relation('SPDXRef-shop', 'DEPENDS_ON', 'SPDXRef-fine'),
      relation('SPDXRef-fine', 'DEPENDS_ON', 'SPDXRef-bad'),
    ],
  });
  writeFileSync(join(root, name), name.endsWith('.gz') ? gzipSync(document) : document);
  const { out } = await runScan(join(root, name), '--advisories', advisories(), '--format', 'cyclonedx');
  const written = JSON.parse(out);
  expect(written.metadata.component).toMatchObject({ name: 'shop', version: '7' });
  expect(written.components).toMatchObject([
    {
      ...{ 'bom-ref': 'SPDXRef-bad', name: 'bad', version: '1.0.0', purl: 'pkg:npm/bad@1.0.0' },
      licenses: [
        { license: { id: 'MIT', acknowledgement: 'declared' } },
        { license: { id: 'Apache-2.0', acknowledgement: 'concluded' } },
      ],
      copyright: 'Copyright 2020 Jane Doe',
      supplier: { name: 'Example', contact: [{ email: 'a@example.org' }] },
      hashes: [{ alg: 'SHA-1', content: 'a'.repeat(40) }],
      externalReferences: [{ type: 'distribution', url: 'https://example.org/bad.tgz' }],
    },
    { 'bom-ref': 'SPDXRef-fine', name: 'fine', version: '2' },
  ]);
  expect(written.dependencies).toMatchObject([
    { ref: expect.any(String), dependsOn: ['SPDXRef-fine'] },
    { ref: 'SPDXRef-bad' },
    { ref: 'SPDXRef-fine', dependsOn: ['SPDXRef-bad'] },
  ]);
  expect(written.vulnerabilities).toMatchObject([{ id: 'CVE-2026-1', affects: [{ ref: 'SPDXRef-bad' }] }]);
});

it('writes the license texts of documents in other formats into the CycloneDX of a check', async () => {
  const relation = { type: 'Relationship', spdxId: 'urn:r', from: 'urn:pad', to: ['urn:LicenseRef-own'] };
  const documents = {
    'texts.spdx.json': JSON.stringify({
      spdxVersion: 'SPDX-2.3',
      packages: [{ SPDXID: 'SPDXRef-1', name: 'pad', licenseDeclared: 'MIT AND LicenseRef-own' }],
      hasExtractedLicensingInfos: [
        { licenseId: 'LicenseRef-own', extractedText: 'Do as we say.' },
        { licenseId: 'LicenseRef-other', extractedText: 'Of no package.' },
      ],
    }),
    'texts.spdx':
      'SPDXVersion: SPDX-2.3\nSPDXID: SPDXRef-DOCUMENT\nPackageName: pad\nSPDXID: SPDXRef-1\nPackageLicenseDeclared: LicenseRef-own\n\nLicenseID: LicenseRef-own\nExtractedText: <text>Do as we say.</text>\n',
    'texts.spdx3.json': JSON.stringify({
      '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
      '@graph': [
        { type: 'software_Package', spdxId: 'urn:pad', name: 'pad' },
        {
          type: 'simplelicensing_SimpleLicensingText',
          spdxId: 'urn:LicenseRef-unused',
          simplelicensing_licenseText: 'No.',
        },
        {
          type: 'expandedlicensing_CustomLicense',
          spdxId: 'urn:x#LicenseRef-own',
          name: 'Ours',
          simplelicensing_licenseText: 'Do as we say.',
        },
        { ...relation, to: ['urn:x#LicenseRef-own'], relationshipType: 'hasDeclaredLicense' },
      ],
    }),
  };
  for (const [name, content] of Object.entries(documents)) {
    writeFileSync(join(root, name), content);
    const { out } = await runScan(join(root, name), '--advisories', advisories(), '--format', 'cyclonedx');
    const evidence = JSON.parse(out).components.map((one: { evidence?: unknown }) => one.evidence);
    expect([name, evidence]).toMatchObject([
      name,
      [{ licenses: [{ license: { name: 'LicenseRef-own', text: { content: 'Do as we say.' } } }] }],
    ]);
  }
});
