import { expect, it } from 'vitest';
import { type P4Record, recordsOf } from './records.ts';

const read = async (bytes: Buffer, most = 1000) => {
  const found: P4Record[] = [];
  const pieces = async function* () {
    for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
  };
  for await (const record of recordsOf(pieces(), most)) found.push(record);
  return found.map((record) =>
    Object.fromEntries([...record].map(([name, value]) => [name, value.toString('latin1')])),
  );
};
const text = (value: string) => Buffer.concat([Buffer.from('s'), Buffer.from(Uint32Array.of(value.length).buffer), Buffer.from(value, 'latin1')]); // biome-ignore format: one value
const dictionary = (...parts: Buffer[]) => Buffer.concat([Buffer.from('{'), ...parts, Buffer.from('0')]);

it('reads texts as bytes, and numbers', async () => {
  const three = Buffer.concat([Buffer.from('i'), Buffer.from(Int32Array.of(-3).buffer)]);
  const first = dictionary(text('code'), text('stat'), text('depotFile'), text('//d/\xff\0'));
  expect(await read(Buffer.concat([first, dictionary(text('severity'), three), dictionary()]))).toEqual([
    { code: 'stat', depotFile: '//d/\xff\0' },
    { severity: '-3' },
    {},
  ]);
  expect(await read(Buffer.alloc(0))).toEqual([]);
});

it.each<[string, Buffer, string]>([
  ['text', Buffer.from('Segmentation fault'), 'something else than a record'],
  ['a cut record', dictionary(text('code'), text('stat')).subarray(0, 12), 'stopped before'],
  ['another kind of value', dictionary(text('code'), Buffer.from('l')), 'a value of another kind'],
  ['a member without a value', dictionary(text('code')), 'a member without a value'],
  ['a huge value', Buffer.from('{s\xff\xff\xff\x7f', 'latin1'), 'more than 64 MB'],
  ['no end', dictionary(text('data'), text('x'.repeat(2000))), 'more than 1000 bytes'],
])('refuses %s', (_, bytes, words) => expect(read(bytes)).rejects.toThrow(words));
