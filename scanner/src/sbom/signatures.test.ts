import { generateKeyPairSync } from 'node:crypto';
import { expect, it } from 'vitest';
import { keyIdOf, signDsse, signJsf, verifyDsse, verifyJsf } from './signatures.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const other = generateKeyPairSync('ed25519').publicKey;
const DOCUMENT = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  b: 1e21,
  a: ['ü', '\u2028', null, true, -0],
  '10': {},
  '9': 0.1,
};

it('DSSE: only the signed bytes, type and key hold', () => {
  const envelope = signDsse(Buffer.from('text'), 'application/x', privateKey);
  expect(Buffer.from(verifyDsse(envelope, publicKey)!).toString()).toBe('text');
  expect(verifyDsse(envelope, other)).toBeUndefined();
  expect(verifyDsse({ ...envelope, payloadType: 'application/y' }, publicKey)).toBeUndefined();
  expect(verifyDsse({ ...envelope, payload: Buffer.from('texts').toString('base64') }, publicKey)).toBeUndefined();
  expect(verifyDsse({ ...envelope, signatures: [] }, publicKey)).toBeUndefined();
});

it('JSF: holds in any order of members, and for nothing else', () => {
  const signed = signJsf(DOCUMENT, privateKey);
  const reversed = Object.fromEntries(Object.entries(signed).reverse());
  expect(verifyJsf(reversed, publicKey)).toBe(true);
  expect(verifyJsf(JSON.parse(JSON.stringify(signed)), publicKey)).toBe(true);
  expect(verifyJsf(signed, other)).toBe(false);
  expect(verifyJsf({ ...signed, more: 1 }, publicKey)).toBe(false);
  expect(verifyJsf(DOCUMENT, publicKey)).toBe(false);
  const { signature } = signed;
  expect(verifyJsf({ ...signed, signature: { ...(signature as object), algorithm: 'none' } }, publicKey)).toBe(false);
  expect(verifyJsf({ ...signed, signature: { ...(signature as object), keyId: 'x' } }, publicKey)).toBe(false);
});

it('a key has the same id as its public part', () => {
  expect(keyIdOf(privateKey)).toBe(keyIdOf(publicKey));
});
