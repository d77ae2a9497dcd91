import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { loadSecretKey, openSecret, sealSecret } from './secrets.ts';

const root = mkdtempSync(join(tmpdir(), 'assay-secrets-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe('sealed secrets', () => {
  it.each(['', 'hunter2', 'pässwörd 🔑', 'x'.repeat(100_000)])('can be decrypted', async (secret) => {
    const key = await loadSecretKey(join(root, 'a'));
    expect(openSecret(key, sealSecret(key, secret, 'place'), 'place')).toBe(secret);
  });

  it('never look the same twice, and do not show their contents', async () => {
    const key = await loadSecretKey(join(root, 'a'));
    const [one, two] = [sealSecret(key, 'hunter2', 'place'), sealSecret(key, 'hunter2', 'place')];
    expect(one.equals(two)).toBe(false);
    expect(one.includes('hunter2')).toBe(false);
  });

  it('are refused in another place, under another key, and with any byte changed', async () => {
    const key = await loadSecretKey(join(root, 'a'));
    const sealed = sealSecret(key, 'hunter2', 'place');
    expect(() => openSecret(key, sealed, 'other place')).toThrow('cannot be opened');
    expect(() => openSecret(new Uint8Array(32), sealed, 'place')).toThrow('cannot be opened');
    for (let at = 0; at < sealed.length; at++) {
      const changed = Buffer.from(sealed);
      changed[at]! ^= 1;
      expect(() => openSecret(key, changed, 'place')).toThrow();
    }
    expect(() => openSecret(key, sealed.subarray(0, 20), 'place')).toThrow();
  });
});

describe('the key file', () => {
  it('is created once, for its owner only', async () => {
    const folder = join(root, 'b');
    const [one, two] = await Promise.all([loadSecretKey(folder), loadSecretKey(folder)]);
    expect(Buffer.from(one).equals(Buffer.from(two))).toBe(true);
    expect(readFileSync(join(folder, 'secrets.key')).equals(Buffer.from(one))).toBe(true);
    expect(statSync(join(folder, 'secrets.key')).mode & 0o777).toBe(0o600);
  });

  it('of a wrong size is reported, not replaced', async () => {
    writeFileSync(join(root, 'secrets.key'), 'short');
    await expect(loadSecretKey(root)).rejects.toThrow('must hold 32 bytes');
  });
});
