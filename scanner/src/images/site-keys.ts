// The public keys with which a site verifies what is attached to images.
import { createHash, createPublicKey, type KeyObject } from 'node:crypto';

export interface SiteKey {
  /** `SHA256:…`, the beginning of the digest of the key. */
  name: string;
  key: KeyObject;
}

export interface SiteKeys {
  keys: readonly SiteKey[];
  /** Why there are none, if the site has named some. */
  fault: string;
}

export const NO_KEYS: SiteKeys = { keys: [], fault: '' };

const BLOCK = /-----BEGIN ([A-Z ]+)-----[\s\S]*?-----END \1-----/g;

/** Keys in PEM, one after the other, as `cosign.pub` has them. */
export function readSiteKeys(text: string): SiteKeys {
  const blocks = [...text.matchAll(BLOCK)];
  if (blocks.length === 0) return { keys: [], fault: 'the file with the keys of this site has no key in PEM' };
  const keys: SiteKey[] = [];
  for (const [at, [block, label = '']] of blocks.entries()) {
    const fault = { keys: [], fault: `key ${at + 1} of the keys of this site cannot be read` };
    if (label.includes('PRIVATE'))
      return { keys: [], fault: `key ${at + 1} of the keys of this site is a private key` };
    try {
      const key = createPublicKey(block);
      const digest = createHash('sha256')
        .update(key.export({ type: 'spki', format: 'der' }))
        .digest('hex');
      keys.push({ name: `SHA256:${digest.slice(0, 16)}`, key });
    } catch {
      return fault;
    }
  }
  return { keys, fault: '' };
}
