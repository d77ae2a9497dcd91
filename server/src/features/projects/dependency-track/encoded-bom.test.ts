import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeDecoded } from './encoded-bom.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-encoded-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
async function decoded(text: string): Promise<Buffer> {
  const path = join(root, String(++count));
  const sizeBytes = await writeDecoded(text, path);
  const bytes = readFileSync(path);
  expect(sizeBytes).toBe(bytes.length);
  return bytes;
}

const broken = (text: string) => text.replace(/.{1,76}/g, '$&\r\n');

it.each([
  ['nothing', ''],
  ['without padding', Buffer.from('ab').toString('base64').replace('=', '')],
  ['with padding and a blank between', 'YQ= =\n'],
  ['the other alphabet', Buffer.from([251, 255, 254]).toString('base64url')],
])('%s is decoded as Node does', async (_what, text) => {
  expect(await decoded(text)).toEqual(Buffer.from(text, 'base64'));
});

it.each([1_500_000, 1_500_001, 1_500_002])('%i bytes in lines come back, and others get their turn', async (size) => {
  const bytes = randomBytes(size);
  const text = broken(bytes.toString('base64'));
  let turns = 0;
  const turn = setInterval(() => turns++, 0);
  try {
    expect((await decoded(text)).equals(bytes)).toBe(true);
  } finally {
    clearInterval(turn);
  }
  expect(turns).toBeGreaterThan(0);
});

it.each(['a', 'ab=c', '====', 'a$bc', `${'A'.repeat(600_000)}%`, `${'A'.repeat(600_000)}B`])(
  '400 for what is no Base64',
  async (text) => {
    await expect(decoded(text)).rejects.toThrow('must be Base64');
  },
);
