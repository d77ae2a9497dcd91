// CycloneDX in Protocol Buffers says what its JSON form says; broken and hostile bytes are refused with a sentence.
import { describe, expect, it } from 'vitest';
import type { SbomComponent, SbomSource } from '../../model.ts';
import { sbomWriter } from '../../write/formats.ts';
import { readSbomBytes } from '../index.ts';
import { SAMPLES } from '../samples.ts';
import { STRICT_READING } from '../strict/index.ts';
import { ENUMERATIONS, MESSAGES } from './protobuf-fields.ts';

type Fields = Record<string, unknown>;

function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  do {
    bytes.push(Number(rest & 0x7fn) | (rest > 0x7fn ? 0x80 : 0));
    rest >>= 7n;
  } while (rest > 0n);
  return Buffer.from(bytes);
}

const sized = (bytes: Buffer) => Buffer.concat([varint(bytes.length), bytes]);

/** A message of its JSON form, by the table of fields. */
function encoded(message: string, members: Fields): Buffer {
  const parts: Buffer[] = [];
  for (const [number, { name, type, isRepeated }] of MESSAGES.get(message)!) {
    const given = members[name];
    if (given === undefined || type === '-') continue;
    for (const value of isRepeated ? [given].flat() : [given]) {
      const words = ENUMERATIONS[type];
      const wire = words || type === 'int' || type === 'flag' ? 0 : type === 'double' ? 1 : 2;
      parts.push(varint(number * 8 + wire));
      if (words) parts.push(varint(words.indexOf(String(value))));
      else if (type === 'int' || type === 'flag') parts.push(varint(Number(value)));
      else if (type === 'double') {
        const double = Buffer.alloc(8);
        double.writeDoubleLE(Number(value));
        parts.push(double);
      } else if (type === 'text') parts.push(sized(Buffer.from(String(value))));
      else if (type === 'time') parts.push(sized(timeOf(String(value))));
      else parts.push(sized(encoded(type, type === 'Dependency' ? dependencyOf(value) : (value as Fields))));
    }
  }
  return Buffer.concat(parts);
}

const dependencyOf = (value: unknown): Fields => (typeof value === 'string' ? { ref: value } : (value as Fields));

function timeOf(text: string): Buffer {
  const millis = Date.parse(text);
  return Buffer.concat([varint(8), varint(Math.floor(millis / 1000)), varint(16), varint((millis % 1000) * 1e6)]);
}

const read = (bytes: Buffer) => readSbomBytes(bytes);

const part: SbomComponent = {
  ...{ key: 'a', purl: 'pkg:npm/a@1', cpe: 'cpe:2.3:a:x:a:1:*:*:*:*:*:*:*', namespace: '@s', name: 'ä', version: '1' },
  ...{ scope: 'development', declared: 'MIT OR ISC', concluded: 'MIT', description: 'd', tie: 'direct' },
  ...{ copyrights: ['(c) A'], evidence: ['x'], dependsOn: ['b'], notCompared: 'No data.', isRejected: false },
  supplier: { name: 'Acme', email: 'a@example.org', url: 'https://example.org' },
  references: [{ type: 'distribution', url: 'https://example.org/a.tgz' }],
  digests: [{ algorithm: 'SHA-512', value: 'ab'.repeat(64) }],
  texts: [{ role: 'main', path: 'LICENSE', expressions: ['MIT'], text: 'text' }],
};

async function* each<T>(all: readonly T[]) {
  yield* all;
}

const source: SbomSource = {
  subject: {
    ...{ name: 'shop', version: '1.0', documentId: '123e4567-e89b-42d3-a456-426614174000', context: 'source' },
    createdAt: new Date('2026-01-02T03:04:05.678Z'),
    tool: { name: 'assay', version: '0.1.0' },
  },
  listsFiles: false,
  files: each([]),
  contents: () => ({ licenses: [], incompleteness: '', comparison: '' }),
  components: () => each([part, { ...part, key: 'b', name: 'b', purl: '', dependsOn: [] }]),
  vulnerabilities: () =>
    each([
      {
        ...{ id: 'CVE-2026-1', affects: ['b'], severity: 'high', score: 7.5, summary: 's', publishedOn: '2026-01-01' },
        fixedIn: '2',
        analysis: { state: 'not_affected', justification: 'code_not_present', response: 'update', detail: 'd' },
      },
    ]),
};

it.each(['cyclonedx-1.6', 'cyclonedx-1.7'])('%s says the same as JSON, also when read strictly', async (name) => {
  const json = (await Array.fromAsync(sbomWriter(name).write(source))).join('');
  const bytes = encoded('Bom', JSON.parse(json));
  const told = readSbomBytes(bytes, STRICT_READING)!;
  const { encoding, ...others } = readSbomBytes(Buffer.from(json))!;
  expect({ ...told, encoding }).toEqual(others && { ...others, encoding });
  expect(told.encoding).toBe('Protocol Buffers');
});

it('reads what the other forms say, tools of former versions, and names fields that it does not read', () => {
  const document = SAMPLES['CycloneDX JSON'] as Fields & { metadata: Fields };
  const plain = read(encoded('Bom', document))!;
  expect(plain.parts.map(({ purl, declared }) => [purl, declared])).toEqual([
    ['pkg:npm/a@1.0.0', 'MIT'],
    ['pkg:npm/b@2.0.0', ''],
  ]);
  expect(plain.edges).toEqual([{ from: 'a', to: 'b', kind: 'depends' }]);
  const tools = [{ vendor: 'x', name: 'first', version: '1' }, { name: 'second' }];
  const old = read(encoded('Bom', { ...document, specVersion: '1.4', metadata: { ...document.metadata, tools } }))!;
  expect(old.tools.join()).toContain('first');
  expect(old.tools.join()).toContain('second');
  // A field of a later version, and a release note.
  const later = Buffer.concat([
    encoded('Bom', document),
    varint(99 * 8),
    varint(5),
    varint(11 * 8 + 2),
    sized(Buffer.from('x')),
  ]);
  expect(read(later)!.issues).toMatchObject([
    { code: 'not-understood', message: expect.stringContaining('Bom.11 annotations (1), Bom.99 (1)') },
  ]);
});

describe('hostile bytes are refused with a sentence', () => {
  const head = Buffer.from([0x0a, 3, 0x31, 0x2e, 0x36]);
  const after = (...more: (Buffer | number[])[]) => Buffer.concat([head, ...more.map((one) => Buffer.from(one))]);
  let nested: Buffer = Buffer.alloc(0);
  for (let depth = 0; depth < 200; depth++)
    nested = Buffer.concat([varint((depth === 199 ? 5 : 21) * 8 + 2), sized(nested)]);

  it.each<[string, Buffer, string]>([
    ['a number that ends too early', after([0x10, 0xff]), 'a number is cut off'],
    ['a number without an end', after([0x10], Buffer.alloc(40, 0xff)), 'more than ten bytes'],
    ['a length that lies', after([0x2a, 0x7f, 1]), 'says that it has 127 bytes, and 1 are there'],
    ['a length of 2^63', after([0x2a], Buffer.alloc(9, 0xff), [1]), 'are there'],
    [
      'a length beyond the message around it',
      after([0x2a, 2, 0x42, 5], Buffer.alloc(20)),
      'says that it has 5 bytes, and 0 are there',
    ],
    ['nesting of 200', after(nested), 'nested deeper than 100'],
    ['a group', after([0x2b, 0x2c]), 'wire type 3'],
    ['a field 0', after([0x02, 0]), 'the number 0'],
    [
      '2,000,001 empty components',
      after(Buffer.alloc(4_000_002, Buffer.from([0x2a, 0]))),
      'more than 2000000 messages',
    ],
  ])('%s', (_what, bytes, sentence) => {
    expect(() => read(bytes)).toThrow(sentence);
  });

  it('every beginning of a document is read or refused, and never fails otherwise', async () => {
    const json = (await Array.fromAsync(sbomWriter('cyclonedx-1.6').write(source))).join('');
    const bytes = encoded('Bom', JSON.parse(json));
    for (let length = 8; length < bytes.length; length += 7)
      try {
        read(bytes.subarray(0, length));
      } catch (error) {
        expect((error as Error).constructor.name).toBe('SbomRefused');
      }
  });
});
