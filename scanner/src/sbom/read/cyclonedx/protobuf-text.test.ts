// CycloneDX in the text form of Protocol Buffers says what its JSON form says; what breaks the rules of the form is refused with its line.
import { describe, expect, it } from 'vitest';
import { readSbomBytes } from '../index.ts';
import { SAMPLES } from '../samples.ts';
import { STRICT_READING } from '../strict/index.ts';

const HEAD = 'spec_version: "1.6" version: 1 serial_number: "urn:uuid:3e671687-395b-41f5-a30f-a58921a69b79"\n';
const bytesOf = (text: string) => Buffer.from(HEAD + text);
const read = (text: string) => readSbomBytes(bytesOf(text))!;
const strictly = (text: string) => readSbomBytes(bytesOf(text), STRICT_READING)!;

const LIBRARY = `components { type: CLASSIFICATION_LIBRARY bom_ref: "a" name: "a" version: "1.0.0" purl: "pkg:npm/a@1.0.0"
  licenses { license { id: "MIT" } } }
components: < type: 2; bom_ref: 'b', name: "b"; version: '2.0' ".0" purl: "pkg:npm/b@2.0.0" > # the second
dependencies: [ { ref: "a" dependencies: { ref: "b" } }, { ref: "b" } ]`;

it('says the same as JSON, also when read strictly', () => {
  const { components, dependencies } = SAMPLES['CycloneDX JSON'] as Record<string, unknown>;
  const json = { bomFormat: 'CycloneDX', specVersion: '1.6', version: 1, components, dependencies };
  const expected = readSbomBytes(Buffer.from(JSON.stringify(json)))!;
  const told = read(LIBRARY);
  expect(told.parts.map(({ ref, name, version, purl, declared }) => [ref, name, version, purl, declared])).toEqual(
    expected.parts.map(({ ref, name, version, purl, declared }) => [ref, name, version, purl, declared]),
  );
  expect([told.edges, told.issues]).toEqual([expected.edges, []]);
  expect([told.format, told.encoding]).toEqual(['CycloneDX', 'Protocol Buffers, text']);
  expect(strictly(LIBRARY)).toEqual(told);
  for (const encoded of [`\ufeff${HEAD}${LIBRARY}`, `\ufeff${HEAD}${LIBRARY}`.replaceAll('\n', '\r\n')])
    for (const encoding of ['utf8', 'utf16le'] as const)
      expect(readSbomBytes(Buffer.from(encoded, encoding))).toEqual(told);
});

it('reads every escape, texts in parts and characters of several bytes', () => {
  const name = (text: string) => read(`components { name: ${text} }`).parts[0]?.name;
  expect(name(String.raw`"\303\244\xe2\x82\xac\u00e9\U0001F600\101\"\'\?\\"`)).toBe('ä€é😀A"\'?\\');
  expect(name('"a"\n # between\n \'b\'"ü"')).toBe('abü');
});

it('reads numbers and names of enumerations, and tells those that it does not know', () => {
  const rated = (rating: string) => read(`vulnerabilities { id: "CVE-2026-1" ratings { ${rating} } }`).findings[0];
  expect(rated('score: 7.5e0f severity: SEVERITY_HIGH method: SCORE_METHOD_CVSSV31')).toEqual(
    rated('score: +7.5 severity: 2 method: 3'.replace('+', '')),
  );
  const wrong = 'components { type: CLASSIFICATION_TEAPOT name: "a" }';
  expect(read(wrong).parts).toHaveLength(1);
  expect(() => strictly(wrong)).toThrow('components[0].type');
  expect(strictly('components { type: CLASSIFICATION_LIBRARY name: "a" scope: SCOPE_UNSPECIFIED }').parts).toHaveLength(
    1,
  );
});

it('names fields that it does not read, whatever their values are', () => {
  const { issues } = read(`components { type: 2 name: "a" model_card { x: [1, -2.5, inf] y < z: "a" 'b' > } }
    later: -5 [org.example.more] { [type.googleapis.com/a.B] { a: [] b: [{}, <>] } } annotations { text: "}" }`);
  expect(issues).toMatchObject([
    {
      code: 'not-understood',
      message: expect.stringContaining(
        'Bom.[org.example.more] (1), Bom.annotations (1), Bom.later (1), Component.modelCard (1)',
      ),
    },
  ]);
});

it('a document without a version has that of the schema which it names', () => {
  const text = '# proto-file: schema/bom-1.7.proto\n# proto-message: Bom\n\ncomponents { type: 2 name: "a" }';
  expect(readSbomBytes(Buffer.from(text), STRICT_READING)?.specVersion).toBe('1.7');
});

it.each([
  ['YAML with a version of its own', 'spec_version: "1.0"\nname: a\n'],
  ['a message of another schema', '# proto-message: Build\nspec_version: "1.6"\n'],
])('%s is no SBOM', (_what, text) => {
  expect(readSbomBytes(Buffer.from(text))).toBeUndefined();
});

it.each([
  [
    'a component without a name',
    'components { type: CLASSIFICATION_LIBRARY }',
    "components[0]: must have required property 'name'",
  ],
  ['a component without a type', 'components { name: "a" }', "components[0]: must have required property 'type'"],
  ['a bom_ref that stands twice', `${LIBRARY} components { type: 2 name: "c" bom_ref: "a" }`, 'a'],
  [
    'a license that SPDX does not have',
    'components { type: 2 name: "a" licenses { license { id: "X-1" } } }',
    'licenses',
  ],
])('a strict reading refuses %s', (_what, text, sentence) => {
  expect(read(text).format).toBe('CycloneDX');
  expect(() => strictly(text)).toThrow('a strict import was asked for');
  expect(() => strictly(text)).toThrow(sentence);
});

describe('what breaks the rules is refused with its line', () => {
  it.each<[string, string, string]>([
    [
      'a message without an end',
      'components {\n name: "a"\n',
      '"}" is missing, and the end of the document is there (line 4)',
    ],
    ['another bracket at the end', 'components { name: "a" >', 'and ">" is there (line 2)'],
    ['a bracket too many', '}', 'and "}" is there'],
    ['a text over two lines', 'components { name: "a\n" }', 'a text has no end in its line (line 2)'],
    ['a text that ends with the document', 'components { name: "a\\', 'a text has no end'],
    ['an unknown escape', String.raw`components { name: "\q" }`, 'an escape that does not exist'],
    ['a character beyond Unicode', String.raw`components { name: "\U00110000" }`, 'an escape that does not exist'],
    ['a number for a text', 'components { name: 5 }', 'a text for name is missing, and "5" is there'],
    ['a text for a message', 'components: "a"', 'a message for components is missing, and a text is there'],
    ['a text without a colon', 'components { name "a" }', '":" after name is missing'],
    ['a field twice', 'components { name: "a" name: "b" }', 'the field name stands twice'],
    ['a list for one value', 'metadata: [{}, {}]', 'the field metadata has one value'],
    ['a list without a comma', 'components [{} {}]', '"," or "]" in a list'],
    ['a number that is too large', 'components { type: 2147483648 }', 'the number of type is too large'],
    ['a word for a flag', 'components { modified: maybe }', 'true or false for modified'],
    ['a sign without meaning', 'components { name: = }', 'has no meaning there'],
    ['a name in brackets without an end', '[a.b', 'a name in brackets has no end'],
    ['nesting of 100,000', 'components { name: "a" '.repeat(100_000), 'nested deeper than 100'],
    ['nesting of 100,000 that is not read', `later ${'{ a '.repeat(100_000)}`, 'nested deeper than 100'],
    ['lists in lists', `later ${'['.repeat(100_000)}`, 'nested deeper than 100'],
    ['2,000,001 empty components', 'components{}'.repeat(2_000_001), 'more than 2000000 messages'],
    ['a text in 200,000 parts', `components { name: ${'"a"'.repeat(200_000)} }`, 'one text is written as more than'],
    ['a word of 1 MB', 'a'.repeat(1e6), 'a word has more than 10000 characters'],
    ['a text of 50 MB', `components { name: "${'a'.repeat(50 * 1024 * 1024)}" }`, 'may have up to 50331648 bytes'],
    ['40 MB of escapes without an end', `components { name: "${'\\n'.repeat(20e6)}`, 'a text has no end'],
  ])('%s', (_what, text, sentence) => {
    expect(() => read(text)).toThrow(sentence);
  });

  it('every beginning of a document is read or refused, and never fails otherwise', () => {
    for (let length = 0; length < LIBRARY.length; length += 3)
      try {
        read(LIBRARY.slice(0, length));
      } catch (error) {
        expect((error as Error).constructor.name).toBe('SbomRefused');
      }
  });
});
