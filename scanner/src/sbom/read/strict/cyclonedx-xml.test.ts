// A strict reading judges CycloneDX in XML by the published XML schema of its version: order and number of elements, attributes, and the form of texts.
import { describe, expect, it } from 'vitest';
import { readSbomBytes } from '../index.ts';
import { STRICT_READING } from './index.ts';
import { readXmlSchema } from './xml-schema.ts';
import { BUILT_IN } from './xml-values.ts';

const COMPONENT = `<component type="library" bom-ref="a"><publisher>P</publisher><name>a</name><version>1</version><scope>required</scope><hashes><hash alg="SHA-1">9188560f22e0b73070d2efce670c74af2bdf30af</hash></hashes><licenses><license><id>MIT</id></license></licenses><cpe>cpe:2.3:a:x:y:1:*:*:*:*:*:*:*</cpe><purl>pkg:npm/a@1</purl></component>`;
const DOCUMENT = `<?xml version="1.0"?>
<bom xmlns="http://cyclonedx.org/schema/bom/1.6" serialNumber="urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79" version="1">
<metadata><timestamp>2024-02-29T12:00:00Z</timestamp></metadata>
<components>${COMPONENT}</components>
<dependencies><dependency ref="a"/></dependencies>
</bom>`;

const strictly = (text: string) => readSbomBytes(Buffer.from(text), STRICT_READING);

it('takes a document that keeps the schema', () => {
  expect(strictly(DOCUMENT)?.parts.map(({ name }) => name)).toEqual(['a']);
});

it.each<[string, string, string, string]>([
  [
    'elements in another order',
    '<name>a</name><version>1</version>',
    '<version>1</version><name>a</name>',
    'version[1]: is not expected here',
  ],
  [
    'an element twice',
    '<scope>required</scope>',
    '<scope>required</scope><scope>required</scope>',
    'scope[2]: is not expected here',
  ],
  ['a missing element', '<name>a</name>', '', 'version[1]: is not expected here (line 4); expected group, name'],
  [
    'a list without elements where one is needed',
    '<hash alg="SHA-1">9188560f22e0b73070d2efce670c74af2bdf30af</hash>',
    '<other/>',
    'other[1]: is not expected here',
  ],
  [
    'an attribute of no schema',
    '<hash alg="SHA-1">',
    '<hash alg="SHA-1" size="2">',
    'hash[1]: has an attribute "size"',
  ],
  ['a missing attribute', '<dependency ref="a"/>', '<dependency/>', 'dependency[1]: has no attribute "ref"'],
  ['a wrong word', 'type="library"', 'type="thing"', '@type: "thing" is none of'],
  ['a wrong license', '<id>MIT</id>', '<id>MYT</id>', 'id[1]: "MYT" is none of'],
  [
    'a wrong hash',
    '>9188560f22e0b73070d2efce670c74af2bdf30af<',
    '>918856<',
    'does not have the form that the schema wants',
  ],
  ['a wrong CPE', 'cpe:2.3:a:x:y:1', 'cpe 2.3:a:x:y:1', 'cpe[1]: "cpe 2.3'],
  ['a wrong serial number', 'urn:uuid:3e67', 'urn:uuid:ZZ67', '@serialNumber'],
  ['a wrong number', ' version="1">', ' version="one">', '@version: "one" is no whole number'],
  ['a day that does not exist', '2024-02-29', '2023-02-29', 'timestamp[1]: "2023-02-29T12:00:00Z" is no time'],
  ['a text where only elements may be', '<metadata>', '<metadata>hello', 'metadata[1]: has the text "hello"'],
  [
    'a reference twice',
    '</component>',
    `</component>${COMPONENT}`,
    '@bom-ref: "a" is the reference of an earlier element',
  ],
  ['an unknown version', 'bom/1.6', 'bom/1.9', 'the version "1.9" is none of 1.0'],
])('refuses %s, naming the path', (_what, from, to, sentence) => {
  expect(DOCUMENT).toContain(from);
  const text = DOCUMENT.replace(from, to);
  expect(() => strictly(text)).toThrow(sentence);
  if (to !== '<other/>') expect(readSbomBytes(Buffer.from(text))).toBeDefined();
});

it.each([
  ['elements of another namespace at the end', '</component>', '<x:fruit xmlns:x="urn:x">pear</x:fruit></component>'],
  ['a component twice without references', 'bom-ref="a"', ''],
  ['an empty element that has a default', '<scope>required</scope>', '<scope/>'],
  ['attributes of one’s own where the schema allows them', '<component ', '<component colour="red" '],
  ['blanks around a word', 'type="library"', 'type="library" '],
])('takes %s', (_what, from, to) => {
  const text = DOCUMENT.replace(from, to);
  expect(text).not.toBe(DOCUMENT);
  expect(strictly(text)).toBeDefined();
});

it('refuses a version range of a component that is not external', () => {
  const document = (attribute: string) =>
    `<bom xmlns="http://cyclonedx.org/schema/bom/1.7" version="1"><components><component type="library"${attribute}><name>a</name><versionRange>vers:npm/&gt;=1</versionRange></component></components></bom>`;
  expect(strictly(document(' isExternal="true"'))).toBeDefined();
  expect(() => strictly(document(''))).toThrow('may have a "versionRange" only if "isExternal" is true');
});

describe('texts of the built-in types', () => {
  it.each<[string, string[], string[]]>([
    ['anyURI', ['', 'a b', 'http://x/ü?a=%20#b', '../x'], ['%zz', 'a%2', 'a#b#c']],
    ['boolean', ['true', ' 0 ', '1'], ['yes', 'TRUE', '']],
    ['decimal', ['1', '-.5', '+1.', '01.50'], ['1e3', '', '.', '1,0']],
    ['integer', ['-1', '+007'], ['1.0', '--1']],
    ['positiveInteger', ['1', '+010'], ['0', '-1']],
    ['nonNegativeInteger', ['0', '-0', '5'], ['-1']],
    ['date', ['2024-02-29', '2024-12-31Z', '2000-02-29+14:00'], ['2023-02-29', '2024-13-01', '1900-02-29', '24-01-01']],
    [
      'dateTime',
      ['2024-01-01T24:00:00', '2024-01-01T00:00:00.5-01:30'],
      ['2024-01-01', '2024-01-01T24:00:01', '2024-01-01T25:00:00Z'],
    ],
  ])('%s', (name, right, wrong) => {
    const faultOf = (text: string) => BUILT_IN[name]?.faultOf(text);
    expect(right.filter((text) => faultOf(text) !== undefined)).toEqual([]);
    expect(wrong.filter((text) => faultOf(text) === undefined)).toEqual([]);
  });
});

it.each([
  [
    'a facet',
    '<xs:simpleType name="t"><xs:restriction base="xs:string"><xs:totalDigits value="2"/></xs:restriction></xs:simpleType><xs:element name="a" type="b:t"/>',
  ],
  ['a built-in type', '<xs:element name="a" type="xs:hexBinary"/>'],
  [
    'a number of elements',
    '<xs:element name="a"><xs:complexType><xs:sequence><xs:element name="b" maxOccurs="3"/></xs:sequence></xs:complexType></xs:element>',
  ],
])('a schema with %s that is not known here is an error', (_what, content) => {
  const schema = `<xs:schema xmlns:xs="http://www.w3.org/2001/XMLSchema">${content}</xs:schema>`;
  expect(() => readXmlSchema(schema, new Map()).get('a')?.type()).toThrow('The schema has');
});
