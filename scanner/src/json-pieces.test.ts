import { describe, expect, it } from 'vitest';
import { type Piece, readPieces, UnreadableJson } from './json-pieces.ts';

async function* inChunks(text: string, size: number): AsyncGenerator<Uint8Array> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

const OPTIONS = { lists: ['list', 'other'], mostPieceBytes: 1000 };
async function read(text: string, size = 7): Promise<Piece[]> {
  const pieces: Piece[] = [];
  for await (const piece of readPieces(inChunks(text, size), OPTIONS)) pieces.push(piece);
  return pieces;
}

/** The document rebuilt from its pieces. */
function together(pieces: Piece[]): Record<string, unknown> {
  const whole = new Map<string, unknown>();
  for (const { member, isElement, value } of pieces)
    whole.set(member, isElement ? [...((whole.get(member) as unknown[]) ?? []), value] : value);
  return Object.fromEntries(whole);
}

describe('readPieces', () => {
  it.each([
    '{}',
    '{"a":1}',
    ' { "a" : "x\\"}],{" , "b":[1,[2,{"c":"]"}]] ,"list":[1, "two,]" ,{"a":[{}]},[],null] , "z":true}\n',
    '{"list":[{"a":"ü日\\u2028\\\\"}],"other":["",{}],"n":-1.5e3}',
    '{"__proto__":{"a":1},"constructor":[2]}',
  ])('%s', async (text) => {
    const wanted = JSON.parse(text);
    for (const size of [1, 2, 3, 5, 8, 1000])
      expect(Object.entries(together(await read(text, size)))).toEqual(Object.entries(wanted));
  });

  it('an empty list has no elements, and a member that is no list comes as one piece', async () => {
    expect(await read('{"list":[ ],"other":5}')).toEqual([{ member: 'other', isElement: false, value: 5 }]);
  });

  it.each([
    ['', 'breaks off'],
    ['[1]', 'must be a JSON object'],
    ['{"a":1', 'breaks off'],
    ['{"list":[1,2', 'breaks off (in "list", element 1)'],
    ['{"list":[1,]}', 'where an element should be'],
    ['{"list":[,1]}', 'where an element should be'],
    ['{"list":[1}', 'where the end of the list should be'],
    ['{"a":}', 'where a value should be'],
    ['{"a" 1}', 'where a colon should be'],
    ['{a:1}', 'where the name of a member should be'],
    ['{"a":nul}', 'cannot be read'],
    ['{"a":1} x', 'where the end of the document should be'],
    [`{"a":"${'x'.repeat(2000)}"}`, 'larger than 1000 bytes'],
    [`{"list":[${'['.repeat(300)}]}`, 'nested deeper than 100 levels'],
  ])('refuses %s', async (text, sentence) => {
    await expect(read(text)).rejects.toThrow(sentence);
    await expect(read(text)).rejects.toBeInstanceOf(UnreadableJson);
  });
});
