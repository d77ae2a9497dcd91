// Reads what is signed about an image, and says by which key of the site. Pure. A key or certificate inside of a document proves nothing and is only told.
// Formats: cosign's simple signing, DSSE with in-toto statements, Sigstore bundles.
import { verify, X509Certificate } from 'node:crypto';
import type { AttachedDocument } from '../archives/index.ts';
import { isFields, own } from '../items.ts';
import { signedBytes } from '../sbom/signatures.ts';
import type { SiteKey, SiteKeys } from './site-keys.ts';

export type Judged = Pick<AttachedDocument, 'kind' | 'says' | 'check' | 'why' | 'isSbom'>;

export interface Subject {
  /** Of the manifest, and of the indexes that lead to it. */
  digests: readonly string[];
}

/** The annotation with a signature. */
export const SIGNATURE_TEXT = 'dev.cosignproject.cosign/signature';
const CERTIFICATE = 'dev.sigstore.cosign/certificate';
/** The type of statements by which newer programs sign the image itself. */
const SIGNS_IMAGE = /cosign\/sign\//;
const SBOM = /cyclonedx|spdx|syft/i;
const MOST_SHOWN = 300;
const MOST_SIGNATURES = 20;

/** @param annotations of the document in its manifest; cosign puts the signature there */
export function judgeSignature(
  payload: Uint8Array,
  annotations: ReadonlyMap<string, string>,
  subject: Subject,
  keys: SiteKeys,
): Judged {
  const critical = fieldsIn(parsed(payload), 'critical');
  const signed = textIn(fieldsIn(critical, 'image'), 'docker-manifest-digest');
  const name = textIn(fieldsIn(critical, 'identity'), 'docker-reference');
  const by = identityIn(annotations.get(CERTIFICATE));
  const says = shown(
    `${name === '' ? 'an image' : name} with ${signed || 'no digest'}${by === '' ? '' : `, by ${by}`}`,
  );
  const made = { kind: 'signature', says, isSbom: false } as const;
  const signature = annotations.get(SIGNATURE_TEXT) ?? '';
  if (signature === '') return { ...made, check: 'wrong', why: 'it has no signature' };
  return { ...made, ...checked(payload, [signature], subject.digests.includes(signed), keys) };
}

/** A DSSE envelope, a Sigstore bundle, or a statement without signature. */
export function judgeAttestation(bytes: Uint8Array, subject: Subject, keys: SiteKeys): Judged {
  const document = parsed(bytes);
  const bundled = fieldsIn(document, 'dsseEnvelope');
  const envelope = bundled ?? document;
  const payload = textIn(envelope, 'payload');
  const inner = payload === '' ? bytes : Buffer.from(payload, 'base64');
  const statement = parsed(inner);
  const type = textIn(statement, 'predicateType');
  if (statement === undefined || type === '')
    return {
      kind: 'other',
      says: '',
      check: 'unverified',
      why: 'it has no statement that is read here',
      isSbom: false,
    };
  const isSignature = SIGNS_IMAGE.test(type);
  const isSbom = SBOM.test(type);
  const kind = isSignature ? 'signature' : 'attestation';
  const digests = subjectsOf(statement);
  const says = shown(`${type} about ${digests.length === 0 ? 'nothing with a SHA-256' : digests.join(', ')}`);
  const isOfImage = digests.some((digest) => subject.digests.includes(`sha256:${digest}`));
  const signatures = own(envelope ?? {}, 'signatures');
  const texts = (Array.isArray(signatures) ? signatures : [])
    .slice(0, MOST_SIGNATURES)
    .map((one) => textIn(one, 'sig'));
  if (texts.length === 0) {
    const why = isOfImage ? 'the statement is not signed' : 'the statement is not signed, and is about something else';
    return { kind, says, isSbom, check: 'unsigned', why };
  }
  return {
    kind,
    says,
    isSbom,
    ...checked(signedBytes(textIn(envelope, 'payloadType'), inner), texts, isOfImage, keys),
  };
}

/** In this order: who signed it, and whether it is about the image. A signature of a stranger about another image is only not verified. */
function checked(
  signed: Uint8Array,
  signatures: readonly string[],
  isOfImage: boolean,
  { keys, fault }: SiteKeys,
): Pick<Judged, 'check' | 'why'> {
  if (fault !== '') return { check: 'unverified', why: fault };
  if (keys.length === 0) return { check: 'unverified', why: 'this site has no keys to verify it with' };
  const key = keys.find((one) => signatures.some((text) => isSignedBy(one, signed, Buffer.from(text, 'base64'))));
  if (key === undefined) return { check: 'unverified', why: 'no key of this site made the signature' };
  if (!isOfImage) return { check: 'wrong', why: `it is signed by the key ${key.name}, but is about something else` };
  return { check: 'verified', why: `signed by the key ${key.name} of this site` };
}

function isSignedBy({ key }: SiteKey, signed: Uint8Array, signature: Buffer): boolean {
  const hash = key.asymmetricKeyType === 'ed25519' ? null : 'sha256';
  try {
    return verify(hash, signed, key, signature);
  } catch {
    // A signature of another kind of key has another form.
    return false;
  }
}

/** Whom a certificate without proof names. */
function identityIn(certificate: string | undefined): string {
  if (certificate === undefined) return '';
  try {
    return new X509Certificate(certificate).subjectAltName ?? '';
  } catch {
    return 'a certificate that cannot be read';
  }
}

function subjectsOf(statement: object): string[] {
  const subjects = own(statement as Record<string, unknown>, 'subject');
  return (Array.isArray(subjects) ? subjects : [])
    .map((one) => textIn(fieldsIn(one, 'digest'), 'sha256'))
    .filter((digest) => digest !== '');
}

function parsed(bytes: Uint8Array): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return isFields(value) ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function fieldsIn(value: unknown, name: string): Record<string, unknown> | undefined {
  const inner = isFields(value) ? own(value, name) : undefined;
  return isFields(inner) ? (inner as Record<string, unknown>) : undefined;
}

function textIn(value: unknown, name: string): string {
  const text = isFields(value) ? own(value, name) : undefined;
  return typeof text === 'string' ? text : '';
}

const shown = (text: string) => text.replace(/[\p{Cc}]/gu, ' ').slice(0, MOST_SHOWN);
