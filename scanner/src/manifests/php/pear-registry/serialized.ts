// Reads values that PHP wrote with serialize(): texts, numbers and arrays. Objects are refused, because their classes give the meaning.
// Format: https://www.php.net/manual/en/function.serialize.php

export type Serialized = string | null | Map<string, Serialized>;

const MAX_VALUES = 1_000_000;

/** Numbers and truth values become texts. Throws an `Error` that says where the bytes are no such value. */
export function readSerialized(bytes: Uint8Array): Serialized {
  // Lengths count bytes.
  const source = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const open: { map: Map<string, Serialized>; left: number; key: string | undefined }[] = [];
  let at = 0;
  for (let count = 0; count < MAX_VALUES; count++) {
    const { value, end, length } = valueAt(source, at);
    at = end;
    const inner = open.at(-1);
    if (inner !== undefined && inner.key === undefined) {
      if (typeof value !== 'string') throw new Error(`a key should be a text or number at byte ${at}`);
      inner.key = value;
      continue;
    }
    if (inner?.key !== undefined) {
      inner.map.set(inner.key, value);
      inner.key = undefined;
      inner.left -= 1;
    }
    if (value instanceof Map) open.push({ map: value, left: length, key: undefined });
    while (open.at(-1)?.left === 0) {
      const closed = open.pop();
      if (source[at] !== 0x7d) throw new Error(`an array should end with } at byte ${at}`);
      at += 1;
      if (open.length === 0) return closed?.map ?? null;
    }
    if (open.length === 0) return value;
  }
  throw new Error(`it has more than ${MAX_VALUES} values`);
}

/** `s:3:"abc";`, `i:1;`, `d:0.5;`, `b:1;`, `N;`, or the head of an array, `a:2:{`. */
function valueAt(source: Buffer, at: number): { value: Serialized; end: number; length: number } {
  const head = source.toString('latin1', at, at + 40);
  const [text, size = ''] = /^s:(\d{1,9}):"/.exec(head) ?? [];
  if (text !== undefined) {
    const start = at + text.length;
    const end = start + Number(size);
    if (source[end] !== 0x22 || source[end + 1] !== 0x3b) throw new Error(`a text should end with "; at byte ${end}`);
    return { value: source.toString('utf8', start, end), end: end + 2, length: 0 };
  }
  const [array, items = ''] = /^a:(\d{1,9}):\{/.exec(head) ?? [];
  if (array !== undefined) return { value: new Map(), end: at + array.length, length: Number(items) };
  const [simple, number] = /^(?:[idb]:([\w.+-]{1,30})|N);/.exec(head) ?? [];
  if (simple === undefined) throw new Error(`there should be a text, number or array at byte ${at}`);
  return { value: number ?? null, end: at + simple.length, length: 0 };
}
