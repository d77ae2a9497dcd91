import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { statedDigests } from './whole-digest.ts';

const of = (algorithm: string) => createHash(algorithm).update('hello').digest('base64');
const ALL = ['repr-digest', 'content-digest', 'digest'] as const;
const SHA256 = { algorithm: 'sha-256', digest: of('sha256') };
const SHA512 = { algorithm: 'sha-512', digest: of('sha512') };

describe('digests of a whole archive', () => {
  it.each([
    [{}, []],
    [{ 'repr-digest': `sha-256=:${of('sha256')}:` }, [SHA256]],
    [{ 'content-digest': `sha-512=:${of('sha512')}:, sha-256=:${of('sha256')}:` }, [SHA512, SHA256]],
    [{ digest: `SHA-256=${of('sha256')},md5=${of('md5')}` }, [SHA256]],
    [{ 'repr-digest': [`sha-256=:${of('sha256')}:`, `sha-512=:${of('sha512')}:`] }, [SHA256, SHA512]],
  ])('are read of %j', (headers, stated) => expect(statedDigests(headers, ALL)).toEqual(stated));

  it.each([
    [{ 'repr-digest': '' }, 'Repr-Digest must be like'],
    [{ 'repr-digest': `sha-256=${of('sha256')}` }, 'like sha-256=:BASE64:'],
    [{ digest: `sha-256=:${of('sha256')}:` }, 'like sha-256=BASE64'],
    [{ 'content-digest': `sha-256=:${of('md5')}:` }, 'must be 32 bytes'],
    [{ digest: `md5=${of('md5')}` }, 'use sha-256 or sha-512'],
  ])('refused: %j', (headers, words) => {
    const refused = statedDigests(headers, ALL);
    expect(isRefusal(refused) && refused.refusal.message).toContain(words);
  });

  it('are not looked for in other headers', () => {
    expect(statedDigests({ digest: 'x' }, ['repr-digest'])).toEqual([]);
  });
});
