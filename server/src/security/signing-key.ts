// The key with which the site signs documents, derived from the key of stored secrets, so that no further file has to be kept.
import { createPrivateKey, createPublicKey, hkdfSync, type KeyObject } from 'node:crypto';
import { loadSecretKey } from './secrets.ts';

const SEED_BYTES = 32;
/** What precedes the seed of an Ed25519 key in PKCS #8 (RFC 8410). */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex');

export async function loadSigningKey(keysFolder: string): Promise<KeyObject> {
  const seed = Buffer.from(hkdfSync('sha256', await loadSecretKey(keysFolder), '', 'assay signing key', SEED_BYTES));
  return createPrivateKey({ key: Buffer.concat([PKCS8_HEAD, seed]), format: 'der', type: 'pkcs8' });
}

/** For people who verify: PEM. */
export function publicPem(key: KeyObject): string {
  return createPublicKey(key).export({ type: 'spki', format: 'pem' }).toString();
}
