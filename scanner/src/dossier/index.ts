// Dossiers: the archive of a release, which anybody can verify without a server (docs/releases.md).
export {
  byPath,
  type DossierManifest,
  isSafePath,
  MANIFEST_PATH,
  SIGNATURE_PATH,
} from './manifest.ts';
export { MOST_FAULTS, type VerifiedDossier, verifyDossier } from './verify.ts';
export { type Dossier, type DossierPart, dossierHead, writeDossier } from './write.ts';
