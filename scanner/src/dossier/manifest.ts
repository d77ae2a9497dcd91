// The manifest of a dossier: what the archive of a release has, file by file, with digests. Its bytes are what is signed.
import type { KeyObject } from 'node:crypto';
import { signDsse } from '../sbom/signatures.ts';

export const MANIFEST_FORMAT = 'assay-dossier/1';
/** The first file of the archive. */
export const MANIFEST_PATH = 'manifest.json';
/** The second one, if the dossier is signed: a DSSE envelope of the manifest. */
export const SIGNATURE_PATH = 'manifest.dsse.json';
/** What the envelope says of its payload. */
export const MANIFEST_TYPE = 'application/vnd.assay.dossier+json';

export interface DossierFile {
  path: string;
  sizeBytes: number;
  /** In hexadecimal digits. */
  sha256: string;
}

export interface DossierManifest {
  format: typeof MANIFEST_FORMAT;
  project: { id: number; name: string };
  release: { id: number; name: string; description: string; createdBy: string };
  /** ISO 8601, UTC; also the time of every file in the archive. */
  frozenAt: string;
  tool: { name: string; version: string };
  /** A signed dossier without its signature is not whole. */
  isSigned: boolean;
  /** What was released: see docs/releases.md. */
  origin: Record<string, unknown>;
  /** All others, by path. */
  files: readonly DossierFile[];
}

export function manifestBytes(manifest: DossierManifest): Buffer {
  return Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`);
}

export function signatureBytes(manifest: Uint8Array, key: KeyObject): Buffer {
  return Buffer.from(`${JSON.stringify(signDsse(manifest, MANIFEST_TYPE, key), null, 2)}\n`);
}

/** Files of an archive are in the order of their UTF-16 units. */
export const byPath = (a: { path: string }, b: { path: string }): number =>
  a.path < b.path ? -1 : a.path > b.path ? 1 : 0;

/** False if a path could leave the folder that the archive is unpacked into, or means another one on some system. */
export function isSafePath(path: string): boolean {
  const parts = path.split('/');
  return (
    path.isWellFormed() &&
    !/[\p{Cc}\\:]/u.test(path) &&
    parts.every((part) => part !== '' && part !== '.' && part !== '..')
  );
}
