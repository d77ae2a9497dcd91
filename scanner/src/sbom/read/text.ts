// The text of a document, by its byte order mark.

const BYTE_ORDER_MARKS = { utf16le: 'fffe', utf16be: 'feff' } as const;

export function encodingOf(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const mark = Buffer.from(bytes.subarray(0, 2)).toString('hex');
  return mark === BYTE_ORDER_MARKS.utf16le ? 'utf-16le' : mark === BYTE_ORDER_MARKS.utf16be ? 'utf-16be' : 'utf-8';
}

export function textOfBytes(bytes: Uint8Array): string {
  return new TextDecoder(encodingOf(bytes)).decode(bytes);
}

/** The same bytes in UTF-8. */
export async function* inUtf8(chunks: AsyncIterable<Uint8Array>, encoding: string): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
}
