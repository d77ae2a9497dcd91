// Bills of material: one model (model.ts) and what works on it.
export { uuidOf } from './document-uuid.ts';
export type {
  SbomComponent,
  SbomContents,
  SbomDigest,
  SbomFile,
  SbomParty,
  SbomReference,
  SbomSource,
  SbomSubject,
  SbomText,
  SbomVulnerability,
} from './model.ts';
export { digestsOfIntegrity } from './write/digests.ts';
export { findSbomWriter, SBOM_WRITERS, type SbomWriter, sbomWriter, versionsOf } from './write/formats.ts';
