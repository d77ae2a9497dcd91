// Reads the manifest of a dossier and its signature, which may come from anybody: each answers with what is wrong instead of throwing.
import type { KeyObject } from 'node:crypto';
import { isFields, own } from '../items.ts';
import { type DsseEnvelope, keyIdOf, verifyDsse } from '../sbom/signatures.ts';
import {
  type DossierFile,
  type DossierManifest,
  isSafePath,
  MANIFEST_FORMAT,
  MANIFEST_PATH,
  MANIFEST_TYPE,
  SIGNATURE_PATH,
} from './manifest.ts';

/** A sentence about what is wrong. */
export type Fault = string;

export function readManifest(bytes: Buffer): DossierManifest | Fault {
  const value = jsonOf(bytes);
  if (!isFields(value)) return 'The manifest is no JSON object.';
  const format = own(value, 'format');
  if (format !== MANIFEST_FORMAT) return `The manifest has another format than ${MANIFEST_FORMAT}.`;
  const at = own(value, 'frozenAt');
  if (typeof at !== 'string' || Number.isNaN(Date.parse(at))) return 'The manifest does not say when it was made.';
  const [project, release] = [own(value, 'project'), own(value, 'release')];
  if (!isFields(project) || !isFields(release) || typeof own(release, 'name') !== 'string')
    return 'The manifest names no release of a project.';
  const files = own(value, 'files');
  if (!Array.isArray(files)) return 'The manifest has no list of files.';
  let last = '';
  for (const file of files) {
    if (!isFile(file)) return `The manifest states a file without path, size and digest, after "${last}".`;
    if (!isSafePath(file.path)) return 'The manifest names a file whose path is not allowed.';
    if (file.path <= last || file.path === MANIFEST_PATH || file.path === SIGNATURE_PATH)
      return `The manifest names the file "${file.path}" twice or out of order.`;
    last = file.path;
  }
  return value as unknown as DossierManifest;
}

function jsonOf(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString());
  } catch {
    return undefined;
  }
}

function isFile(value: unknown): value is DossierFile {
  if (!isFields(value)) return false;
  const [path, size, sha256] = [own(value, 'path'), own(value, 'sizeBytes'), own(value, 'sha256')];
  return (
    typeof path === 'string' &&
    Number.isSafeInteger(size) &&
    Number(size) >= 0 &&
    typeof sha256 === 'string' &&
    /^[0-9a-f]{64}$/.test(sha256)
  );
}

export interface ReadSignature {
  /** Ids of the keys that the envelope names; they prove nothing. */
  keyIds: string[];
  faults: Fault[];
}

/** @param key if absent, only the form and the signed bytes are compared */
export function readSignature(bytes: Buffer, manifest: Buffer, key: KeyObject | undefined): ReadSignature {
  const envelope = jsonOf(bytes);
  if (!isEnvelope(envelope)) return { keyIds: [], faults: [`${SIGNATURE_PATH} is no DSSE envelope.`] };
  const keyIds = envelope.signatures.map(({ keyid }) => keyid);
  const faults: Fault[] = [];
  if (envelope.payloadType !== MANIFEST_TYPE || envelope.payload !== manifest.toString('base64'))
    faults.push('The signature is of other bytes than those of the manifest.');
  else if (bytes.toString() !== `${JSON.stringify(envelope, null, 2)}\n`)
    faults.push(`${SIGNATURE_PATH} is not as Assay writes it.`);
  else if (key !== undefined && verifyDsse(envelope, key) === undefined)
    faults.push(`The manifest is not as the owner of the key ${keyIdOf(key)} signed it.`);
  return { keyIds, faults };
}

function isEnvelope(value: unknown): value is DsseEnvelope {
  if (!isFields(value)) return false;
  const signatures = own(value, 'signatures');
  return (
    typeof own(value, 'payload') === 'string' &&
    typeof own(value, 'payloadType') === 'string' &&
    Array.isArray(signatures) &&
    signatures.length > 0 &&
    signatures.every(
      (one) => isFields(one) && typeof own(one, 'sig') === 'string' && typeof own(one, 'keyid') === 'string',
    )
  );
}
