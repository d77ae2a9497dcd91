// Bills of material: one model (model.ts) and what works on it.
export {
  type CheckedRule,
  type CheckedStandard,
  checkDocument,
  checkedDocument,
  type QualityReport,
  STANDARDS,
} from './check/index.ts';
export { compareSboms, compareSteps, isSame, type SbomDifference } from './compare.ts';
export {
  type Compared,
  type ComparedEdge,
  type ComparedFinding,
  type ComparedPart,
  comparedSboms,
  nameOfCompared,
} from './compared.ts';
export { placeKey } from './compared-files.ts';
export {
  countsOfRows,
  DIFFERENCE_KINDS,
  type DifferenceKind,
  type DifferenceRow,
  differenceRows,
  inOrder,
  lineOfRow,
} from './difference-rows.ts';
export { digestsOfIntegrity, digestsOfPackage } from './digests.ts';
export { uuidOf } from './document-uuid.ts';
export {
  type FilledField,
  type FilledScore,
  type FillSource,
  fillDocument,
  type KnownPart,
  scoresOfFilling,
} from './fill/index.ts';
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
export { sourceOfRead } from './of-read.ts';
export { withoutCredentials } from './references.ts';
export { type DsseEnvelope, keyIdOf, signDsse, signJsf, verifyDsse, verifyJsf } from './signatures.ts';
export { findSbomWriter, SBOM_WRITERS, type SbomWriter, sbomWriter } from './write/formats.ts';
