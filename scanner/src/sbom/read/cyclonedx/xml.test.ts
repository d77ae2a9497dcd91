// The same document in XML and JSON gives the same result; hostile XML is refused with a reason.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv, type ValidateFunction } from 'ajv';
import addFormatsModule from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { expectLinear, REPEATED, repeated } from '../../../../test/linear-check.ts';
import { cycloneDxOfXml, isUtf16 } from './xml.ts';

const require = createRequire(import.meta.url);
const bom = (inner: string, version = '1.6', more = '') =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<bom xmlns="http://cyclonedx.org/schema/bom/${version}" ${more}>${inner}</bom>`;
const read = (text: string) => cycloneDxOfXml(Buffer.from(text));
const component = (inner: string) =>
  `<components><component type="library"><name>a</name>${inner}</component></components>`;
const head = (specVersion = '1.6') => ({ bomFormat: 'CycloneDX', specVersion, version: 1 });

it.each<[string, string, object]>([
  ['nothing', '', {}],
  ['empty lists', '<metadata><tools/></metadata><components/>', { metadata: { tools: [] }, components: [] }],
  [
    'a component with everything that has its own form',
    `<components><component type="library" bom-ref="r" mime-type="text/x"><supplier><name>s</name><url>https://s</url></supplier>
     <authors><author><name>n</name></author></authors><group>g</group><name> a
     </name><version>1</version><scope>required</scope><hashes><hash alg="MD5">00</hash></hashes>
     <licenses><license acknowledgement="concluded"><id>MIT</id><text content-type="text/plain" encoding="base64">TUlU</text></license><license><name>own</name></license><expression bom-ref="e">MIT OR ISC</expression></licenses>
     <copyright>(c) &amp; <![CDATA[<me>]]></copyright><cpe>cpe:2.3:a:a:a:1</cpe><purl>pkg:npm/a@1</purl><modified>false</modified>
     <externalReferences><reference type="website"><url>https://a</url><hashes><hash alg="MD5">11</hash></hashes></reference></externalReferences>
     <properties><property name="x">1</property><property name="y"/></properties>
     <components><component type="file"><name>inner</name></component></components></component></components>`,
    {
      components: [
        {
          type: 'library',
          'bom-ref': 'r',
          'mime-type': 'text/x',
          supplier: { name: 's', url: ['https://s'] },
          authors: [{ name: 'n' }],
          group: 'g',
          name: 'a',
          version: '1',
          scope: 'required',
          hashes: [{ alg: 'MD5', content: '00' }],
          licenses: [
            {
              license: {
                acknowledgement: 'concluded',
                id: 'MIT',
                text: { contentType: 'text/plain', encoding: 'base64', content: 'TUlU' },
              },
            },
            { license: { name: 'own' } },
            { 'bom-ref': 'e', expression: 'MIT OR ISC' },
          ],
          copyright: '(c) & <me>',
          cpe: 'cpe:2.3:a:a:a:1',
          purl: 'pkg:npm/a@1',
          modified: false,
          externalReferences: [{ type: 'website', url: 'https://a', hashes: [{ alg: 'MD5', content: '11' }] }],
          properties: [{ name: 'x', value: '1' }, { name: 'y' }],
          components: [{ type: 'file', name: 'inner' }],
        },
      ],
    },
  ],
  [
    'dependencies, and those of a composition',
    '<dependencies><dependency ref="a"><dependency ref="b"/><provides ref="c"/></dependency><dependency ref="b"/></dependencies><compositions><composition><aggregate>complete</aggregate><assemblies><assembly ref="a"/></assemblies><dependencies><dependency ref="b"/></dependencies></composition></compositions>',
    {
      dependencies: [{ ref: 'a', dependsOn: ['b'], provides: ['c'] }, { ref: 'b' }],
      compositions: [{ aggregate: 'complete', assemblies: ['a'], dependencies: ['b'] }],
    },
  ],
  [
    'a vulnerability',
    '<vulnerabilities><vulnerability><id>CVE-1</id><ratings><rating><score>9.8</score></rating></ratings><cwes><cwe>79</cwe></cwes><analysis><state>not_affected</state><responses><response>update</response></responses></analysis><affects><target><ref>a</ref><versions><version><range>vers:npm/&lt;1</range></version></versions></target></affects></vulnerability></vulnerabilities>',
    {
      vulnerabilities: [
        {
          id: 'CVE-1',
          ratings: [{ score: 9.8 }],
          cwes: [79],
          analysis: { state: 'not_affected', response: ['update'] },
          affects: [{ ref: 'a', versions: [{ range: 'vers:npm/<1' }] }],
        },
      ],
    },
  ],
  [
    'names of object members, numbers that are invalid, and lists written twice',
    `${component('<__proto__>x</__proto__><constructor/>')}${component('<modified>perhaps</modified>')}<vulnerabilities><vulnerability><cwes><cwe>x</cwe><cwe>1e999</cwe></cwes></vulnerability></vulnerabilities>`,
    {
      components: [
        Object.fromEntries([
          ['type', 'library'],
          ['name', 'a'],
          ['__proto__', 'x'],
          ['constructor', ''],
        ]),
        { type: 'library', name: 'a', modified: 'perhaps' },
      ],
      vulnerabilities: [{ cwes: ['x', '1e999'] }],
    },
  ],
])('the JSON form of %s', (_what, xml, json) => {
  expect(read(bom(xml))).toEqual({ document: { ...head(), ...json }, leftOut: [] });
});

it.each(['1.0', '1.1', '1.2', '1.3', '1.4', '1.5', '1.6', '1.7', '2.0'])('version %s', (version) => {
  const said = read(bom(component(''), version, 'version="3" serialNumber="urn:uuid:1"'))?.document;
  expect(said).toMatchObject({
    specVersion: version,
    version: 3,
    serialNumber: 'urn:uuid:1',
    components: [{ name: 'a' }],
  });
});

describe('namespaces', () => {
  const plain = read(bom(component('')))?.document;

  it('a prefix', () => {
    const text = `<c:bom xmlns:c="http://cyclonedx.org/schema/bom/1.6"><c:components><c:component type="library"><c:name>a</c:name></c:component></c:components></c:bom>`;
    expect(read(text)).toEqual({ document: plain, leftOut: [] });
  });

  it('elements and attributes of other namespaces are left out, and elements are named', () => {
    const foreign = '<f:name xmlns:f="foo">b</f:name><name xmlns="foo">c</name>';
    const text = bom(component(foreign), '1.6', 'xmlns:xsi="http://www.w3.org/x" xsi:schemaLocation="a b"');
    expect(read(text)).toEqual({ document: plain, leftOut: ['f:name (1)', '{foo}name (1)'] });
  });

  it('as many names as somebody sends, some of them', () => {
    const many = Array.from({ length: 500 }, (_, at) => `<f:n${at}/>`).join('');
    expect(read(bom(many, '1.6', 'xmlns:f="foo"'))?.leftOut).toHaveLength(40);
  });
});

describe('encodings', () => {
  const said = (bytes: Uint8Array) => {
    const document = cycloneDxOfXml(bytes)?.document as { components: { copyright: string }[] };
    return document.components[0]?.copyright;
  };
  const text = bom(component('<copyright>© Ünal</copyright>'));
  const wide = Buffer.from(`\ufeff${text.replace('UTF-8', 'UTF-16')}`, 'utf16le');

  it.each<[string, Uint8Array]>([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\ufeff${text}`)],
    ['ISO-8859-1', Buffer.from(text.replace('UTF-8', 'ISO-8859-1'), 'latin1')],
    ['UTF-16, low byte first', wide],
    ['UTF-16, high byte first', Buffer.from(wide).swap16()],
  ])('%s', (name, bytes) => {
    expect(said(bytes)).toBe('© Ünal');
    expect(isUtf16(bytes)).toBe(name.startsWith('UTF-16'));
  });
});

it.each([
  ['text that is no XML', '{"bomFormat":"CycloneDX"}'],
  ['other XML', '<?xml version="1.0"?><project/>'],
  ['XML that only mentions the namespace', '<a><!-- http://cyclonedx.org/schema/bom/1.6 --></a>'],
  ['another root', '<c xmlns="http://cyclonedx.org/schema/bom/1.6"/>'],
])('%s is no CycloneDX', (_what, text) => {
  expect(read(text)).toBeUndefined();
});

const LAUGHS = Array.from({ length: 9 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('');
const typed = (subset: string, inner: string) =>
  bom(component(inner)).replace('<bom', () => `<!DOCTYPE bom [${subset}]><bom`);

it.each([
  ['an own entity', typed('<!ENTITY me "x">', '<copyright>&me;</copyright>'), 'undefined entity'],
  [
    'an outer entity',
    typed('<!ENTITY me SYSTEM "file:///etc/passwd">', '<copyright>&me;</copyright>'),
    'undefined entity',
  ],
  ['entities that multiply', typed(`<!ENTITY l0 "ha">${LAUGHS}`, '<copyright>&l9;</copyright>'), 'undefined entity'],
  ['an entity in an attribute', typed('', '<hashes><hash alg="&x;">0</hash></hashes>'), 'undefined entity'],
  ['deep nesting', bom('<components><component>'.repeat(50_000)), 'nested too deep'],
  ['half a document', bom(component('')).slice(0, -9), 'unclosed tag'],
  ['an unknown prefix', bom('<x:y/>'), 'unbound namespace prefix'],
  ['characters that XML does not allow', bom(component('<copyright>\u0001</copyright>')), 'disallowed character'],
  ['an unknown encoding', bom('').replace('UTF-8', 'EBCDIC-XX'), 'its encoding is unknown'],
])('%s is refused', (_what, text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

it('a document type without entities in use is read', () => {
  expect(read(typed('<!ENTITY me "x">', ''))?.document).toEqual(read(bom(component('')))?.document);
});

it('reads in linear time', { timeout: 600_000 }, () => {
  const signs = [...REPEATED, '<a>', '<a/>', '<f:a/>', '&amp;', '<![CDATA[', 'a="b" ', '<components/>', '<swhid/>'];
  for (const sign of signs)
    for (const begun of ['', '<?xml version="1.0" ', '<bom xmlns:f="x" xmlns="http://cyclonedx.org/schema/bom/1.6">'])
      expectLinear(
        (size) => Buffer.from(`${begun}${repeated(sign, size)}</bom>`),
        (bytes) => {
          try {
            cycloneDxOfXml(bytes);
          } catch {
            // Broken XML is refused by its caller.
          }
        },
      );
});

const samples = join(import.meta.dirname, '../../../../../../shared/data/sbom/cyclonedx');
const hasSamples = existsSync(samples);

function schemaOf(version: string): ValidateFunction {
  const folder = require.resolve('@cyclonedx/cyclonedx-library/package.json').replace('package.json', 'res/schema/');
  const schema = (name: string) => JSON.parse(readFileSync(`${folder}${name}.SNAPSHOT.schema.json`, 'utf8'));
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormatsModule.default(ajv);
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true);
  for (const name of ['spdx', 'jsf-0.82', 'cryptography-defs'])
    ajv.addSchema(schema(name), `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json`);
  return ajv.compile(schema(`bom-${version}`));
}

/** Documents whose XML contains what JSON cannot: foreign attributes, and signatures. */
const ONLY_XML = /random-attributes|attestation/;

describe.skipIf(!hasSamples)(
  `samples of the specification${hasSamples ? '' : ' (absent: not beside the repository)'}`,
  () => {
    const xmlIn = (version: string) => readdirSync(join(samples, version)).filter((name) => name.endsWith('.xml'));
    const sample = (version: string, name: string) => readFileSync(join(samples, version, name));

    it.each(['1.2', '1.3', '1.4', '1.5', '1.6', '1.7'])(
      'valid XML of %s becomes JSON that its schema accepts',
      (version) => {
        const isValid = schemaOf(version);
        const names = xmlIn(version).filter((name) => name.startsWith('valid-') && !ONLY_XML.test(name));
        for (const name of names) {
          isValid(cycloneDxOfXml(sample(version, name))?.document);
          expect([name, isValid.errors]).toEqual([name, null]);
        }
        expect(names.length).toBeGreaterThan(10);
      },
    );

    it('documents that state the same in both forms give the same', () => {
      const same = readdirSync(samples)
        .filter((version) => /^1\.[2-7]$/.test(version))
        .flatMap((version) => xmlIn(version).map((name) => [version, name] as const))
        .filter(([version, name]) => existsSync(join(samples, version, name.replace(/xml$/, 'json'))))
        .filter(([version, name]) => {
          const { $schema: _, ...json } = JSON.parse(sample(version, name.replace(/xml$/, 'json')).toString());
          return sorted(cycloneDxOfXml(sample(version, name))?.document) === sorted(json);
        });
      // The others differ in content: other names, times or elements.
      expect(same.length).toBeGreaterThanOrEqual(95);
    });
  },
);

/** Without the order of members and the blanks in texts. */
function sorted(value: unknown): string {
  return JSON.stringify(value, (_key, one) => {
    if (typeof one === 'string') return one.replace(/\s+/g, '');
    if (typeof one !== 'object' || one === null || Array.isArray(one)) return one;
    return Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
