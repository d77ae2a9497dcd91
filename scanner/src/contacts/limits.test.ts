// Limits the work on hostile bytes. It is measured in bytes that the readers touch, never in time.
import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { readEmailAround } from './emails.ts';
import { readBareUrlAt, readUrlAround } from './urls.ts';

/** The buffer, and how many of its bytes were read. */
function countReads(bytes: Buffer): { text: Buffer; reads: () => number } {
  let reads = 0;
  const text = new Proxy(bytes, {
    get(target, key) {
      if (typeof key === 'string' && /^-?\d+$/.test(key)) {
        reads++;
        return target[Number(key)];
      }
      const value = Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  return { text, reads: () => reads };
}

/** Number of bytes read when every candidate is checked as `findContacts` does it. */
function weigh(piece: string, sizeBytes: number): number {
  const bytes = Buffer.from(piece.repeat(Math.ceil(sizeBytes / piece.length)));
  const { text, reads } = countReads(bytes);
  for (let at = bytes.indexOf('@'); at !== -1; at = bytes.indexOf('@', at + 1)) readEmailAround(text, at);
  for (let at = bytes.indexOf('://'); at !== -1; ) {
    at = bytes.indexOf('://', Math.max(at + 1, readUrlAround(text, at).end));
  }
  for (let at = bytes.indexOf('www.'); at !== -1; ) {
    at = bytes.indexOf('www.', Math.max(at + 1, readBareUrlAt(text, at).end));
  }
  return reads();
}

it.each([
  '@',
  'a@',
  'a@a.',
  'a.a@a-a.aa ',
  `a@${'a'.repeat(300)}`,
  'http://',
  'http://a.aa ',
  "http://a.aa','",
  'http://a.aa,',
  'http://a.aa)',
  `http://a.aa/${'('.repeat(3000)}`,
  'www.',
  'www.a.aa/',
  ' www.a.aa)',
])('reads a number of bytes proportional to the size: %j', (piece) => {
  const small = weigh(piece, 20_000);
  const large = weigh(piece, 80_000);
  expect(large).toBeLessThanOrEqual(small * 4.4 + 5000);
});
