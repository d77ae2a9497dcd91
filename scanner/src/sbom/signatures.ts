// Signatures of documents: DSSE for any (https://github.com/secure-systems-lab/dsse), JSF for CycloneDX in JSON
// (https://cyberphone.github.io/doc/security/jsf.html). Both with Ed25519. A signature proves nothing without a key that the reader trusts, so that a
// key inside a document is never used.
import { createHash, createPublicKey, type KeyObject, sign, verify } from 'node:crypto';

export interface DsseEnvelope {
  payloadType: string;
  /** Base64. */
  payload: string;
  signatures: { keyid: string; sig: string }[];
}

/** Names a key: the SHA-256 of its public part. */
export function keyIdOf(key: KeyObject): string {
  const shared = key.type === 'private' ? createPublicKey(key) : key;
  return createHash('sha256')
    .update(shared.export({ type: 'spki', format: 'der' }))
    .digest('hex');
}

/** What DSSE signs: type and payload with their lengths, so that no part can pass for another. */
export function signedBytes(payloadType: string, payload: Uint8Array): Buffer {
  const type = Buffer.from(payloadType);
  const head = Buffer.from(`DSSEv1 ${type.length} ${payloadType} ${payload.length} `);
  return Buffer.concat([head, payload]);
}

export function signDsse(payload: Uint8Array, payloadType: string, key: KeyObject): DsseEnvelope {
  const sig = sign(null, signedBytes(payloadType, payload), key).toString('base64');
  return {
    payloadType,
    payload: Buffer.from(payload).toString('base64'),
    signatures: [{ keyid: keyIdOf(key), sig }],
  };
}

/** The signed bytes if one of the signatures is by the key; undefined otherwise. */
export function verifyDsse({ payloadType, payload, signatures }: DsseEnvelope, key: KeyObject): Uint8Array | undefined {
  const bytes = Buffer.from(payload, 'base64');
  const signed = signedBytes(payloadType, bytes);
  return signatures.some(({ sig }) => verify(null, signed, key, Buffer.from(sig, 'base64'))) ? bytes : undefined;
}

type Fields = Record<string, unknown>;

/** Signs a CycloneDX document inside itself. */
export function signJsf(document: Fields, key: KeyObject): Fields {
  const { x } = createPublicKey(key).export({ format: 'jwk' });
  const signature = { algorithm: 'Ed25519', keyId: keyIdOf(key), publicKey: { kty: 'OKP', crv: 'Ed25519', x } };
  const value = sign(null, canonicalJson({ ...document, signature }), key).toString('base64url');
  return { ...document, signature: { ...signature, value } };
}

/** Whether the document is as the owner of the key signed it. */
export function verifyJsf(document: Fields, key: KeyObject): boolean {
  const { signature } = document;
  if (typeof signature !== 'object' || signature === null || !('value' in signature)) return false;
  const { value, ...rest } = signature as Fields;
  if (typeof value !== 'string' || rest.algorithm !== 'Ed25519') return false;
  return verify(null, canonicalJson({ ...document, signature: rest }), key, Buffer.from(value, 'base64url'));
}

/** The JSON Canonicalization Scheme (RFC 8785): members in the order of their UTF-16 units; numbers and texts as JavaScript writes them. */
function canonicalJson(value: unknown): Buffer {
  return Buffer.from(canonical(value));
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).filter(([, one]) => one !== undefined);
  members.sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}
