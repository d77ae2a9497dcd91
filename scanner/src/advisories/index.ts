// Reads published advisories, compares them with packages, and combines them into vulnerabilities. Independent of server and network.

export type { DistributionLike } from '../findings.ts';
export * from './advisory.ts';
export { ageOfRecords, isFreshAge } from './ages.ts';
export {
  BUNDLE_EXTENSION,
  type BundleHeader,
  type BundleItem,
  isBundle,
  type OpenedAdvisoryBundle,
  openBundle,
  writeBundle,
} from './bundle.ts';
export {
  type CheckedFile,
  type CheckedVulnerability,
  type CheckResult,
  checkPackages,
  type NamedItem,
  purlOfFile,
} from './check.ts';
export {
  ageOfCoverage,
  type Coverage,
  type CoverageFacts,
  coverageOf,
  type HeldData,
  type HeldPart,
  heldName,
  isFresh,
  type NotCompared,
  type NotComparedReason,
  nameKey,
  notComparedReasons,
  notRead,
  type PackageState,
  packageState,
  packageStates,
  unidentified,
} from './coverage.ts';
export { type NotComparedGroup, notComparedGroups, notComparedInWords } from './coverage-figures.ts';
export { isAny as isAnyCpeValue, partsOf as cpeParts, purlOfCpe } from './cpe.ts';
export {
  type AdvisoryProduct,
  cpeNamesOf,
  cpeText,
  productNamesOf,
  purlsOfCpeName,
  readCpeName,
} from './cpe-names.ts';
export { nameOfVendor } from './cpe-products.ts';
export { type CsafProducts, csafProducts, csafTargetOf } from './csaf/products.ts';
export { DERIVATIVES } from './ecosystems.ts';
export { cycleOfVersion, productOfPackage } from './eol/products.ts';
export { type AdvisoryFile, advisoryFiles, documentDigest, fingerprintOf } from './files.ts';
export { groupIds, MOST_NAMES, type NamedRecord, type PackageGroups } from './groups.ts';
export {
  candidateNames,
  countedAnswers,
  type MatchAnswer,
  type MatchOutcome,
  matchAdvisory,
  matchPackage,
} from './matching.ts';
export {
  buildOf,
  comparableName,
  distributionOf,
  isDistributed,
  type PackageName,
  type PackageSubject,
  packageOfEcosystem,
  type SubjectFacts,
  subjectOf,
} from './names.ts';
export { NAMELESS_TYPES } from './products.ts';
export {
  ADVISORY_MEMBERS,
  MOST_DOCUMENT_BYTES,
  mayHoldAdvisories,
  type ReadAdvisories,
  readAdvisories,
} from './readers.ts';
export { labelOf, labelOfScore, type ScoredVector, scoreVector } from './scores.ts';
export { type StatedPackage, statedSources } from './stated-sources.ts';
export { weaknessName } from './weaknesses.ts';
export {
  DEFAULT_SOURCE_ORDER,
  type RecordWords,
  rangeInWords,
  type VulnerabilitySeverity,
  type VulnerabilityWords,
  wordsOfGroup,
} from './words.ts';
