// The key that seals the audit log, derived from the key of stored secrets, so that no further file has to be kept.
import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { loadSecretKey } from './secrets.ts';

export interface AuditKey {
  /** Distinguishes keys without revealing anything about them. */
  id: string;
  sign(text: string): Buffer;
}

const KEY_BYTES = 32;

export async function loadAuditKey(keysFolder: string): Promise<AuditKey> {
  const key = Buffer.from(hkdfSync('sha256', await loadSecretKey(keysFolder), '', 'assay audit seals', KEY_BYTES));
  return {
    id: createHash('sha256').update('assay audit key id').update(key).digest('hex').slice(0, 16),
    sign: (text) => createHmac('sha256', key).update(text, 'utf8').digest(),
  };
}
