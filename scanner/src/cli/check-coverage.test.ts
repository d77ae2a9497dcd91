// No silent zero: whatever the advisories hold, every format of a check tells a package that was compared with fresh data from one that was not.
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeZip } from '../../test/testing.ts';
import { runScan } from './run-scan.ts';

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'assay-coverage-'));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, content: object | string | Uint8Array): string {
  const file = join(root, path);
  mkdirSync(join(file, '..'), { recursive: true });
  writeFileSync(file, typeof content === 'string' || content instanceof Uint8Array ? content : JSON.stringify(content));
  return file;
}

const FORMATS = ['table', 'json', 'cyclonedx', 'sarif'];
const today = new Date().toISOString();
const OLD = '2019-03-01T00:00:00Z';

function record(ecosystem: string, name: string, modified: string): object {
  return {
    schema_version: '1.6.0',
    id: `TEST-${ecosystem}-${name}`.replace(/[^\w.-]+/g, '_'),
    modified,
    affected: [
      {
        package: { ecosystem, name },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '1.0.0' }] }],
      },
    ],
  };
}

function sbomOf(...purls: string[]): object {
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    components: purls.map((purl) => ({ type: 'library', name: 'x', purl })),
  };
}

/** Ecosystem of OSV, name in it, and a package URL of a version that the record does not hold. */
const ECOSYSTEMS: [ecosystem: string, name: string, purl: string][] = [
  ['npm', 'a', 'pkg:npm/a@2.0.0'],
  ['PyPI', 'a', 'pkg:pypi/a@2.0.0'],
  ['Go', 'x.org/a', 'pkg:golang/x.org/a@v2.0.0'],
  ['crates.io', 'a', 'pkg:cargo/a@2.0.0'],
  ['Maven', 'g:a', 'pkg:maven/g/a@2.0.0'],
  ['NuGet', 'A', 'pkg:nuget/A@2.0.0'],
  ['RubyGems', 'a', 'pkg:gem/a@2.0.0'],
  ['Packagist', 'v/a', 'pkg:composer/v/a@2.0.0'],
  ['Hex', 'a', 'pkg:hex/a@2.0.0'],
  ['Pub', 'a', 'pkg:pub/a@2.0.0'],
  ['CRAN', 'a', 'pkg:cran/a@2.0.0'],
  ['ConanCenter', 'a', 'pkg:conan/a@2.0.0'],
  ['GitHub Actions', 'o/a', 'pkg:github/o/a@2.0.0'],
  ['Debian:12', 'a', 'pkg:deb/debian/a@2.0.0?distro=debian-12'],
  ['Ubuntu:22.04:LTS', 'a', 'pkg:deb/ubuntu/a@2.0.0?distro=ubuntu-22.04'],
  ['Alpine:v3.20', 'a', 'pkg:apk/alpine/a@2.0.0-r0?distro=alpine-3.20.1'],
  ['Wolfi', 'a', 'pkg:apk/wolfi/a@2.0.0-r0?distro=wolfi-20230201'],
  ['Red Hat:enterprise_linux:9::baseos', 'a', 'pkg:rpm/redhat/a@2.0.0-1.el9?distro=rhel-9.4'],
  ['AlmaLinux:9', 'a', 'pkg:rpm/almalinux/a@2.0.0-1.el9?distro=almalinux-9.4'],
  ['Rocky Linux:9', 'a', 'pkg:rpm/rocky/a@2.0.0-1.el9?distro=rocky-9.4'],
  ['SUSE:Linux Enterprise Server 15 SP5', 'a', 'pkg:rpm/suse/a@2.0.0-1?distro=sles-15.5'],
  ['Azure Linux:3', 'a', 'pkg:rpm/azurelinux/a@2.0.0-1.azl3?distro=azurelinux-3.0'],
];

describe('each ecosystem with fresh data, with none, and with old data', () => {
  const CLEAR = 'No known vulnerability';

  it.each(ECOSYSTEMS)('%s', async (ecosystem, name, purl) => {
    const at = ecosystem.replace(/\W+/g, '_');
    const sbom = write(`${at}/bom.json`, sbomOf(purl));
    const fresh = write(`${at}/fresh/a.json`, record(ecosystem, name, today));
    const other = ecosystem === 'Hackage' ? 'npm' : 'Hackage';
    const none = write(`${at}/none/a.json`, record(other, 'other', today));
    write(`${at}/stale/a.json`, record(ecosystem, name, OLD));
    const stale = join(write(`${at}/stale/b.json`, record(other, 'other', today)), '..');
    for (const format of FORMATS) {
      const of = (advisories: string, ...more: string[]) =>
        runScan(sbom, '--advisories', advisories, '--format', format, ...more);
      const withData = await of(fresh, '--fail-on', 'not-compared,stale');
      expect([format, withData.code, withData.out.includes(CLEAR)]).toEqual([format, 0, true]);
      const without = await of(none, '--fail-on', 'not-compared');
      expect([format, without.code, without.out.includes(CLEAR)]).toEqual([format, 3, false]);
      expect(without.out).toContain('1 of 1 not compared: ');
      const old = await of(stale, '--fail-on', 'stale');
      expect([format, old.code, old.out.includes(CLEAR)]).toEqual([format, 3, false]);
      expect(old.out).toMatch(
        /1 of 1 compared with data whose newest record is more than 7 days old: .* of 2019-03-01/,
      );
    }
    expect((await runScan(sbom, '--advisories', stale, '--fail-on', 'stale', '--max-age', '0')).code).toBe(0);
  });
});

describe('each derivative, with data of its parent alone', () => {
  it.each([
    ['pkg:deb/raspbian/a@2.0.0?distro=raspbian-12', 'Debian:12', 'no data for Raspbian'],
    ['pkg:deb/devuan/a@2.0.0?distro=devuan-5', 'Debian:12', 'no data for Devuan'],
    ['pkg:deb/kali/a@2.0.0?distro=kali-2024.1', 'Debian:12', 'no data for Kali Linux'],
    ['pkg:deb/linuxmint/a@2.0.0?distro=linuxmint-21.3', 'Ubuntu:22.04:LTS', 'no data for Linux Mint'],
    ['pkg:deb/pop/a@2.0.0?distro=pop-22.04', 'Ubuntu:22.04:LTS', 'no data for Pop!_OS'],
    ['pkg:apk/postmarketos/a@2.0.0-r0?distro=postmarketos-24.06', 'Alpine:v3.20', 'no data for postmarketOS'],
    ['pkg:apk/chainguard/a@2.0.0-r0', 'Wolfi', 'no data for Chainguard'],
    [
      'pkg:rpm/almalinux/a@2.0.0-1.el9?distro=almalinux-9.4',
      'Red Hat:enterprise_linux:9::baseos',
      'no data for AlmaLinux',
    ],
    ['pkg:rpm/oracle/a@2.0.0-1.el9?distro=ol-9.4', 'Red Hat:enterprise_linux:9::baseos', 'no data for Oracle Linux'],
    [
      'pkg:rpm/opensuse/a@2.0.0-1?distro=opensuse-leap-15.5',
      'SUSE:Linux Enterprise Server 15 SP5',
      'no data for openSUSE',
    ],
    ['pkg:deb/mydistro/a@2.0.0?distro=mydistro-1', 'Debian:12', 'no data for mydistro'],
  ])('%s', async (purl, parent, inShort) => {
    const at = `derivatives/${purl.replace(/\W+/g, '_')}`;
    const sbom = write(`${at}/bom.json`, sbomOf(purl));
    const advisories = write(`${at}/a.json`, record(parent, 'a', today));
    for (const format of FORMATS) {
      const { code, out } = await runScan(
        sbom,
        '--advisories',
        advisories,
        '--format',
        format,
        '--fail-on',
        'not-compared',
      );
      expect([format, code]).toEqual([format, 3]);
      expect(out).toContain(`1 of 1 not compared: ${inShort}`);
      expect(out).not.toContain('No known vulnerability');
    }
  });

  it('CentOS is built from the sources of Red Hat, is compared with its records, and every format says so', async () => {
    const sbom = write('centos/bom.json', sbomOf('pkg:rpm/centos/a@2.0.0-1.el9?distro=centos-9'));
    const advisories = write('centos/a.json', record('Red Hat:enterprise_linux:9::baseos', 'a', today));
    for (const format of FORMATS)
      expect((await runScan(sbom, '--advisories', advisories, '--format', format)).out).toContain(
        'compared as Red Hat',
      );
  });
});

describe('packages of distributions whose source package an SBOM names beside the package URL', () => {
  const purl = 'pkg:deb/debian/libssl3@3.0.11-1?distro=debian-12';
  const property = (name: string, value: string) => ({ name, value });
  const cases: [string, object][] = [
    [
      'Trivy',
      {
        properties: [
          property('aquasecurity:trivy:SrcName', 'openssl'),
          property('aquasecurity:trivy:SrcVersion', '3.0.11'),
          property('aquasecurity:trivy:SrcRelease', '1'),
        ],
      },
    ],
    ['cdxgen', { properties: [property('SrcName', 'openssl'), property('SrcVersion', '3.0.11-1')] }],
    ['Syft', { properties: [property('syft:metadata:source', 'openssl')] }],
    ['the package URL', { purl: `${purl}&upstream=openssl%403.0.11-1` }],
    [
      'a source package as an ancestor',
      {
        pedigree: {
          ancestors: [{ type: 'library', name: 'openssl', purl: 'pkg:deb/debian/openssl@3.0.11-1?arch=source' }],
        },
      },
    ],
  ];
  const affected = {
    ...record('Debian:12', 'openssl', today),
    affected: [
      {
        package: { ecosystem: 'Debian:12', name: 'openssl' },
        ranges: [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.12-1' }] }],
      },
    ],
  };

  it.each(cases)('%s', async (_, more) => {
    const sbom = write('sources/bom.json', {
      ...sbomOf(),
      components: [{ type: 'library', name: 'libssl3', purl, ...more }],
    });
    const { out } = await runScan(sbom, '--advisories', write('sources/a.json', affected), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ counts: { affected: 1 }, vulnerabilities: [{ outcome: 'affected' }] });
    expect(JSON.parse(out).vulnerabilities[0].purl.replace(/&upstream.*/, '')).toBe(purl);
  });

  it('SPDX', async () => {
    const sbom = write('sources/spdx.json', {
      spdxVersion: 'SPDX-2.3',
      packages: [
        {
          name: 'libssl3',
          sourceInfo: 'built package from: openssl 3.0.11-1',
          externalRefs: [{ referenceType: 'purl', referenceLocator: purl }],
        },
      ],
    });
    const { out } = await runScan(sbom, '--advisories', write('sources/a.json', affected), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ counts: { affected: 1 } });
  });

  it('SPDX, as a package of its own', async () => {
    const withPurl = (id: string, referenceLocator: string) => ({
      SPDXID: id,
      name: id,
      externalRefs: [{ referenceType: 'purl', referenceLocator }],
    });
    const sbom = write('sources/generated.json', {
      spdxVersion: 'SPDX-2.3',
      packages: [withPurl('a', purl), withPurl('b', 'pkg:deb/debian/openssl@3.0.11-1?arch=source&distro=debian-12')],
      relationships: [{ spdxElementId: 'a', relationshipType: 'GENERATED_FROM', relatedSpdxElement: 'b' }],
    });
    const { out } = await runScan(sbom, '--advisories', write('sources/a.json', affected), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ counts: { affected: 2, notCompared: 0 } });
  });

  it.each([
    ['another kind of package', 'built package from nothing'],
    ['the database that names it', 'acquired package info from DPKG DB: /var/lib/dpkg/status'],
  ])('SPDX whose sourceInfo names %s: the package was not compared', async (_, sourceInfo) => {
    const externalRefs = [{ referenceType: 'purl', referenceLocator: purl }];
    const sbom = write('sources/other.json', {
      spdxVersion: 'SPDX-2.3',
      packages: [{ name: 'libssl3', sourceInfo, externalRefs }],
    });
    const { out } = await runScan(sbom, '--advisories', write('sources/a.json', affected), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ counts: { affected: 0, withoutKnownVulnerability: 0 } });
  });

  it.each<[string, object[], string]>([
    [
      'SrcEpoch',
      [
        property('aquasecurity:trivy:SrcName', 'bind'),
        property('aquasecurity:trivy:SrcVersion', '9.11'),
        property('aquasecurity:trivy:SrcRelease', '3.el8'),
        property('aquasecurity:trivy:SrcEpoch', '32'),
      ],
      'pkg:rpm/redhat/bind-libs@9.11-3.el8?distro=redhat-8',
    ],
    [
      'sourceRpm',
      [property('syft:metadata:sourceRpm', 'bind-9.11-3.el8.src.rpm'), property('syft:metadata:epoch', '32')],
      'pkg:rpm/redhat/bind-libs@9.11-3.el8?distro=rhel-8',
    ],
  ])('the epoch of a source package: %s', async (_, properties, named) => {
    const sbom = write('sources/epoch.json', {
      ...sbomOf(),
      components: [{ type: 'library', name: 'a', purl: named, properties }],
    });
    const answers = [];
    for (const fixed of ['32:9.11-2.el8', '32:9.11-4.el8']) {
      const fix = record('Red Hat:enterprise_linux:8::baseos', 'bind', today) as { affected: { ranges: object[] }[] };
      fix.affected[0]!.ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed }] }];
      const { out } = await runScan(sbom, '--advisories', write('sources/e.json', fix), '--format', 'json');
      answers.push(JSON.parse(out).components[0].state);
    }
    expect(answers).toEqual(['no-known-vulnerability', 'affected']);
  });

  it('originPackage of Alpine', async () => {
    const named = 'pkg:apk/alpine/libcrypto3@3.0.0-r0?distro=alpine-3.20';
    const properties = [property('syft:metadata:originPackage', 'openssl')];
    const sbom = write('sources/apk.json', {
      ...sbomOf(),
      components: [{ type: 'library', name: 'a', purl: named, properties }],
    });
    const fix = record('Alpine:v3.20', 'openssl', today) as { affected: { ranges: object[] }[] };
    fix.affected[0]!.ranges = [{ type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '3.0.1-r0' }] }];
    const { out } = await runScan(sbom, '--advisories', write('sources/k.json', fix), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ counts: { affected: 1 } });
  });

  it('a system that only its own properties call like Debian', async () => {
    const system = {
      type: 'operating-system',
      name: 'foo',
      version: '1',
      properties: [property('syft:distro:idLike:0', 'debian'), property('syft:distro:versionCodename', 'bookworm')],
    };
    const sbom = write('sources/like.json', {
      ...sbomOf('pkg:deb/foo/openssl@3.0.11-1?distro=foo-1'),
      components: [system, { type: 'library', name: 'a', purl: 'pkg:deb/foo/openssl@3.0.11-1?distro=foo-1' }],
    });
    const { out } = await runScan(sbom, '--advisories', write('sources/a.json', affected), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ counts: { undetermined: 1, notCompared: 1 } });
    expect(out).toContain('like Debian');
  });

  it('none: the package was not compared', async () => {
    const sbom = write('sources/bare.json', sbomOf(purl));
    const { out } = await runScan(sbom, '--advisories', write('sources/a.json', affected));
    expect(out).toContain('1 of 1 not compared: source package unknown');
  });

  it('a module stream and a release that only properties and the system component name', async () => {
    const sbom = write('sources/module.json', {
      ...sbomOf(),
      components: [
        { type: 'operating-system', name: 'redhat', version: '8.5' },
        {
          type: 'library',
          name: 'postgresql',
          purl: 'pkg:rpm/redhat/postgresql@12.1-2.module%2Bel8',
          properties: [property('aquasecurity:trivy:Modularitylabel', 'postgresql:12:8010:9edba152')],
        },
      ],
    });
    const fix = record('Red Hat:enterprise_linux:8::appstream', 'postgresql', today) as {
      affected: { ranges: object[] }[];
    };
    fix.affected[0]!.ranges = [
      { type: 'ECOSYSTEM', events: [{ introduced: '0' }, { fixed: '0:12.5-1.module+el8.3.0+9042+664538f4' }] },
    ];
    const { out } = await runScan(sbom, '--advisories', write('sources/m.json', fix), '--format', 'json');
    expect(JSON.parse(out)).toMatchObject({ packages: 1, counts: { affected: 1 } });
  });
});

describe('an input in which nothing was understood ends with 2 and a sentence', () => {
  const statement = {
    _type: 'https://in-toto.io/Statement/v1',
    predicateType: 'https://spdx.dev/Document',
    predicate: {},
  };
  const spdx = { spdxVersion: 'SPDX-2.3', SPDXID: 'SPDXRef-DOCUMENT', packages: [] };
  const cases: [string, string | object | Uint8Array, string][] = [
    ['a.spdx', 'SPDXVersion: SPDX-2.3\nDataLicense: CC0-1.0\n', 'is an SBOM (SPDX) that names no package'],
    ['a.spdx.yaml', 'SPDXID: "SPDXRef-DOCUMENT"\nspdxVersion: "SPDX-2.3"\n', 'is an SBOM (SPDX) that names no package'],
    [
      'a.spdx.rdf',
      '<?xml version="1.0"?><rdf:RDF xmlns:spdx="http://spdx.org/rdf/terms#"/>',
      'an SPDX document in RDF',
    ],
    ['a.intoto.json', statement, 'an in-toto statement'],
    [
      'a.dsse.json',
      { payloadType: 'application/vnd.in-toto+json', payload: 'e30=', signatures: [] },
      'a DSSE envelope',
    ],
    [
      'a.sigstore.json',
      { mediaType: 'application/vnd.dev.sigstore.bundle.v0.3+json', dsseEnvelope: {} },
      'a Sigstore bundle',
    ],
    [
      'a.spdx3.json',
      { '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld', '@graph': [] },
      'is an SBOM (SPDX) that names no package',
    ],
    [
      'a.syft.json',
      { artifacts: [], descriptor: { name: 'syft' }, schema: { version: '16.0.0' } },
      'is an SBOM (Syft) that names no package',
    ],
    ['a.github.json', { sbom: spdx }, 'is an SBOM (SPDX) that names no package'],
    ['a.trivy.json', { SchemaVersion: 2, Results: [] }, 'a report of Trivy'],
    ['a.json.gz', gzipSync(JSON.stringify(sbomOf())), 'is an SBOM (CycloneDX) that names no package'],
    ['a.cdx.pb', new Uint8Array([0x0a, 0x03, 0x31, 0x2e, 0x35, 0x10]), 'Protocol Buffers that cannot be read'],
    ['empty.json', '', 'is empty'],
    ['cut.json', '{"bomFormat": "CycloneDX", "compo', 'the SBOM breaks off'],
    ['cut-other.json', '{"name": "a", "compo', 'not valid JSON'],
    ['list.json', '[1, 2]', 'is JSON, but no SBOM'],
    ['other.json', { hello: 'world' }, 'is JSON, but no SBOM'],
    ['nobom.json', { specVersion: '1.5', components: [] }, 'has no "bomFormat"'],
    ['none.cdx.json', sbomOf(), 'is an SBOM (CycloneDX) that names no package'],
    ['none.spdx.json', spdx, 'is an SBOM (SPDX) that names no package'],
    ['broken.zip', Buffer.from('PK\x03\x04broken'), 'could not be read completely'],
    ['notes.txt', 'Some words.\n', 'names no package'],
    ['spaces.json', ' \n\t', 'names no package'],
    ['array.json', [sbomOf('pkg:npm/a@1.0.0')], 'is JSON, but no SBOM'],
    [
      'wide.json',
      Buffer.from(`\ufeff${JSON.stringify({ sbom: spdx })}`, 'utf16le'),
      'is an SBOM (SPDX) that names no package',
    ],
    [
      'sboms.zip',
      makeZip([
        { name: 'a.cdx.json', body: JSON.stringify(sbomOf()) },
        { name: 'b.txt', body: 'b' },
      ]),
      'is an SBOM (CycloneDX) that names no package',
    ],
    [
      'lockfile.zip',
      makeZip([{ name: 'package-lock.json', body: '{"lockfileVersion": 3, "pack' }]),
      'package-lock.json could not be read',
    ],
    ['cut.json.gz', gzipSync(JSON.stringify(sbomOf('pkg:npm/a@1.0.0'))).subarray(0, 40), 'cannot be read completely'],
  ];
  it.each(cases)('%s', async (name, content, sentence) => {
    const advisories = write('inputs/advisories/a.json', record('npm', 'a', today));
    const { code, out, err } = await runScan(write(`inputs/${name}`, content), '--advisories', advisories);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  const packed = (name: string) => JSON.stringify(sbomOf(`pkg:npm/${name}@0.5.0`));
  const package2 = {
    name: 'a',
    SPDXID: 'SPDXRef-a',
    externalRefs: [{ referenceType: 'purl', referenceLocator: 'pkg:npm/a@0.5.0' }],
  };
  it.each<[string, string | object | Uint8Array]>([
    ['a.spdx', 'SPDXVersion: SPDX-2.3\nPackageName: a\nExternalRef: PACKAGE-MANAGER purl pkg:npm/a@0.5.0\n'],
    [
      'a.spdx.yaml',
      'spdxVersion: "SPDX-2.3"\npackages:\n- name: a\n  externalRefs: [{ referenceType: purl, referenceLocator: "pkg:npm/a@0.5.0" }]\n',
    ],
    [
      'a.rdf.xml',
      `<?xml version="1.0"?><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://spdx.org/rdf/terms#"><SpdxDocument rdf:about="x#SPDXRef-DOCUMENT"><specVersion>SPDX-2.3</specVersion><describesPackage><Package rdf:about="x#SPDXRef-a"><name>a</name><externalRef><ExternalRef><referenceType rdf:resource="http://spdx.org/rdf/references/purl"/><referenceLocator>pkg:npm/a@0.5.0</referenceLocator></ExternalRef></externalRef></Package></describesPackage></SpdxDocument></rdf:RDF>`,
    ],
    ['a.intoto.json', { ...statement, predicate: sbomOf('pkg:npm/a@0.5.0') }],
    [
      'a.dsse.json',
      {
        payloadType: 'x',
        payload: Buffer.from(JSON.stringify({ ...statement, predicate: sbomOf('pkg:npm/a@0.5.0') })).toString('base64'),
        signatures: [],
      },
    ],
    [
      'a.intoto.jsonl',
      `${JSON.stringify({ ...statement, predicate: sbomOf('pkg:npm/a@0.5.0') })}\n${JSON.stringify(statement)}\n`,
    ],
    ['a.github.json', { sbom: { ...spdx, packages: [package2] } }],
    [
      'a.syft.json',
      { artifacts: [{ id: '1', name: 'a', version: '0.5.0', purl: 'pkg:npm/a@0.5.0' }], descriptor: { name: 'syft' } },
    ],
    [
      'a.spdx3.json',
      {
        '@context': 'https://spdx.org/rdf/3.0.1/spdx-context.jsonld',
        '@graph': [{ type: 'software_Package', spdxId: 'urn:a', name: 'a', software_packageUrl: 'pkg:npm/a@0.5.0' }],
      },
    ],
    ['a.json.gz', gzipSync(packed('a'))],
    [
      'sboms.zip',
      makeZip([
        { name: 'x/a.cdx.json', body: packed('a') },
        { name: 'b.txt', body: 'b' },
      ]),
    ],
  ])('an SBOM in %s is read', async (name, content) => {
    const advisories = write('inputs/advisories/a.json', record('npm', 'a', today));
    const { out, err } = await runScan(
      write(`inputs/${name}`, content),
      '--advisories',
      advisories,
      '--format',
      'json',
    );
    expect([err, out]).toEqual([expect.anything(), expect.stringContaining('"affected": 1')]);
    expect(JSON.parse(out).counts).toMatchObject({ packages: 1, affected: 1 });
  });

  it.each<[string, (text: string) => Buffer]>([
    ['UTF-8 with a mark', (text) => Buffer.from(`\ufeff${text}`)],
    ['UTF-16', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
    ['UTF-16 in the other order', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
  ])('an SBOM in %s is read', async (_, encoded) => {
    const sbom = write('inputs/encoded.json', encoded(JSON.stringify(sbomOf('pkg:npm/a@0.5.0'))));
    const advisories = write('inputs/advisories/a.json', record('npm', 'a', today));
    const { out } = await runScan(sbom, '--advisories', advisories, '--format', 'json');
    expect(JSON.parse(out).counts).toMatchObject({ packages: 1, affected: 1 });
  });

  it.each<[string, () => void, string]>([
    ['an empty folder', () => mkdirSync(join(root, 'folders/empty'), { recursive: true }), 'contains no file'],
    ['a folder without manifests', () => write('folders/plain/a.txt', 'words'), 'no manifest, lockfile or database'],
    [
      'a folder whose lockfile is broken',
      () => write('folders/broken/package-lock.json', '{"lockfileVersion": 3, "pack'),
      'package-lock.json could not be read',
    ],
  ])('%s', async (title, make, sentence) => {
    make();
    const folder = join(
      root,
      'folders',
      { 'an empty folder': 'empty', 'a folder without manifests': 'plain' }[title] ?? 'broken',
    );
    const advisories = write('inputs/advisories/a.json', record('npm', 'a', today));
    const { code, out, err } = await runScan(folder, '--advisories', advisories);
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(sentence)]);
  });

  it('a lockfile that could not be read beside one that could is told as not compared', async () => {
    write(
      'folders/half/Cargo.lock',
      'version = 3\n[[package]]\nname = "a"\nversion = "2.0.0"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\n',
    );
    write('folders/half/web/package-lock.json', '{"lockfileVersion": 3, "pack');
    const advisories = write('inputs/advisories/c.json', record('crates.io', 'a', today));
    const { code, out } = await runScan(
      join(root, 'folders/half'),
      '--advisories',
      advisories,
      '--fail-on',
      'not-compared',
    );
    expect(code).toBe(3);
    expect(out).toContain('could not be read. These are web/package-lock.json');
  });
});

it('ecosystems of the advisories that are not known here are named in the last line', async () => {
  write('skipped/a.json', record('npm', 'a', today));
  write('skipped/b.json', record('Echo:1', 'b', today));
  write('skipped/c.json', record('Android:12', 'c', today));
  const sbom = write('skipped.json', sbomOf('pkg:npm/a@2.0.0'));
  for (const format of FORMATS) {
    const { err } = await runScan(sbom, '--advisories', join(root, 'skipped'), '--format', format);
    expect(err.trimEnd().split('\n').at(-1)).toContain('skipped: Android (1 record), Echo (1 record)');
  }
});

const bugs = join(import.meta.dirname, '../../../../shared/data/real-bugs/15-derivative-distribution/input');
if (!existsSync(bugs)) console.warn(`${bugs} is missing, so its case is not checked.`);
it.skipIf(!existsSync(bugs))('packages of derivatives, beside those of the distributions with records', async () => {
  cpSync(bugs, join(root, 'bugs'), { recursive: true });
  const { out } = await runScan(
    join(root, 'bugs/bom.cdx.json'),
    '--advisories',
    join(root, 'bugs/adv'),
    '--format',
    'json',
  );
  const { components } = JSON.parse(out) as { components: { purl: string; state: string }[] };
  const states = components.map(({ purl, state }) => [purl.replace(/^pkg:|@.*/g, ''), state]).sort();
  expect(states).toEqual([
    ['deb/debian/chromiumx', 'affected'],
    ['deb/debian/chromiumx', 'affected'],
    ['deb/debian/chromiumx', 'undetermined'],
    ['deb/mydistro/chromiumx', 'not-compared'],
    ['deb/raspbian/chromiumx', 'undetermined'],
    ['rpm/almalinux/NetworkManager', 'not-compared'],
    ['rpm/centos/NetworkManager', 'affected'],
    ['rpm/redhat/postgresql', 'not-compared'],
    ['rpm/redhat/postgresql', 'not-compared'],
  ]);
});
