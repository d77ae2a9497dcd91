// The scanner as a library. Directory, archive or bytes in; findings and issues out. Knows no server, no database, no network.
export {
  ANALYZER_VERSION,
  type Analyzer,
  type AnalyzerOptions,
  analysisHint,
  analyzerVersion,
  createAnalyzer,
  type Digests,
  digestsOf,
  gitBlobId,
  type RunningDigests,
  runningDigests,
} from './analyze/index.ts';
export type { AnalysisItem, AnalysisResult } from './analyze/item.ts';
export { analyzeStream } from './analyze/stream.ts';
export {
  type ArchiveItem,
  type ArchiveLimits,
  archiveFormatOf,
  DEFAULT_ARCHIVE_LIMITS,
  readArchive,
  safePath,
} from './archives/index.ts';
export type { NamedManifest } from './definitions.ts';
export { type DependencyScope, dependencyScopes } from './dependency-scopes.ts';
export type * from './findings.ts';
export { fileKinds, licenseRoles, packageRoles } from './findings.ts';
export { wfpOfFile } from './fingerprints/index.ts';
export { type FollowedLicenses, type LicenseIndex, loadLicenseIndex, type PrimaryLicense } from './licenses/index.ts';
export { whyMatched } from './licenses/why-matched.ts';
export { describePackages } from './packages/index.ts';
export {
  type AnalyzerPool,
  type AnalyzerPoolOptions,
  createAnalyzerPool,
  type WritingPool,
  type WrittenResult,
} from './pool/index.ts';
export { canonicalPurl, formatPurl, type Purl, type PurlAnswer, type PurlParts, parsePurl } from './purl/purl.ts';
export { SBOM_WRITERS, type SbomComponent, type SbomFile, type SbomSource, type SbomWriter } from './sbom/index.ts';
export { type Inventory, type ScanItem, type ScanOptions, type ScanProgress, scanSource } from './scan/index.ts';
export {
  canonicalVers,
  compareVersions,
  formatVers,
  parseVers,
  type Vers,
  type VersAnswer,
  versFromNative,
  versionInRange,
  versionTest,
} from './versions/index.ts';
