import { describe, expect, it } from 'vitest';
import { createByteQueue } from './byte-queue.ts';

const text = (bytes: Uint8Array | undefined) => (bytes === undefined ? undefined : Buffer.from(bytes).toString());

async function* pieces(...texts: string[]): AsyncGenerator<Uint8Array> {
  for (const piece of texts) yield Buffer.from(piece);
}

describe('createByteQueue', () => {
  it.each([
    ['one piece', ['abcdefgh']],
    ['single bytes', [...'abcdefgh']],
    ['empty pieces between', ['', 'abc', '', '', 'defg', 'h', '']],
  ])('gives the same bytes for %s', async (_, parts) => {
    const queue = createByteQueue(pieces(...parts));
    expect(text(await queue.take(2))).toBe('ab');
    expect(text(await queue.peek(3))).toBe('cde');
    expect(text(await queue.peek(1))).toBe('c');
    expect(await queue.skip(2)).toBe(true);
    expect(text(await queue.take(0))).toBe('');
    expect(text(await queue.take(3))).toBe('efg');
    expect(text(await queue.peek(9))).toBe('h');
    expect(text(await queue.take(9))).toBe('h');
    expect(text(await queue.take(1))).toBe('');
    expect(await queue.some(1)).toBeUndefined();
    expect(await queue.skip(1)).toBe(false);
    expect(await queue.skip(0)).toBe(true);
  });

  it('gives without waiting only buffered bytes', async () => {
    const queue = createByteQueue(pieces('abc', 'def'));
    expect(queue.takeNow(1)).toBeUndefined();
    expect(text(await queue.take(1))).toBe('a');
    expect(text(queue.takeNow(2))).toBe('bc');
    expect(queue.takeNow(1)).toBeUndefined();
    expect(text(await queue.some(100))).toBe('def');
  });

  it('ends the source when it is closed', async () => {
    let isClosed = false;
    const queue = createByteQueue(
      (async function* () {
        try {
          yield Buffer.from('abc');
          yield Buffer.from('def');
        } finally {
          isClosed = true;
        }
      })(),
    );
    await queue.take(1);
    await queue.close();
    expect(isClosed).toBe(true);
  });
});
