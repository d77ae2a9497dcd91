// An advisory from any source, in the form that all code after the readers uses. Plain data that survives JSON.

/** `notice`: a package is unmaintained or was renamed. This makes nothing vulnerable. */
export const advisoryKinds = ['vulnerability', 'malware', 'notice'] as const;
export type AdvisoryKind = (typeof advisoryKinds)[number];

export interface Advisory {
  /** As its publisher writes it: `CVE-2024-1`, `GHSA-…`, `RUSTSEC-…`. */
  id: string;
  kind: AdvisoryKind;
  /** Other names of the same vulnerability. */
  aliases: string[];
  /** Vulnerabilities that this advisory fixes in its own packages without being another name of them: a distribution's notice may list several. */
  upstream: string[];
  /** ISO 8601; null unless it was withdrawn. */
  withdrawn: string | null;
  published: string | null;
  modified: string | null;
  summary: string;
  details: string;
  severities: SeverityStatement[];
  /** `CWE-79`, without titles. */
  cwes: string[];
  references: { type: string; url: string }[];
  affected: AffectedPackage[];
  /** Ecosystems of this record that are not known here, without releases: their packages are not in `affected`. */
  leftOut?: string[];
}

export const severitySystems = ['CVSS_V2', 'CVSS_V3', 'CVSS_V4', 'LABEL'] as const;
export type SeveritySystem = (typeof severitySystems)[number];
export const severityLabels = ['CRITICAL', 'HIGH', 'MEDIUM', 'LOW', 'NONE'] as const;
export type SeverityLabel = (typeof severityLabels)[number];

/** One source's statement of the severity. Scores are never invented: null means unknown. */
export interface SeverityStatement {
  system: SeveritySystem;
  /** '' for a label. */
  vector: string;
  score: number | null;
  /** The severity in words, for sources without a vector. */
  label: SeverityLabel | null;
  /** The source of the score: `NVD`, `CISA-ADP`, a CNA's short name, or the name of the feed. */
  source: string;
}

export interface AffectedPackage {
  /** Type of the package URL; `cpe` for products that only a CPE names. */
  type: string;
  /** The package's name in the form that `names.ts` compares. */
  name: string;
  /** The name as the record writes it. */
  writtenName: string;
  /** The release of a distribution: `12`, `22.04`, `8.6+eus`. '' for other packages. */
  release: string;
  /** Only for a CPE. */
  vendor: string;
  /** Only for a CPE: the software or system for which the product is made (`wordpress`, `windows`). */
  target?: string;
  /** Only for a CPE: the platform without which the product is not vulnerable, in words. */
  platform?: string;
  /** The RPM module stream: `nodejs:14`; '' for packages outside modules. */
  module?: string;
  ranges: VersionRange[];
  /** Ranges in the project's own version numbers, which its ecosystem does not know. They name ends that `ranges` cannot name. */
  ownRanges?: VersionRange[];
  /** Affected versions, listed one by one. */
  versions: string[];
  /** Versions that the record states to be unaffected although a range contains them. */
  unaffected: string[];
  /** The vulnerable parts of the package, if the record names them. */
  parts: VulnerablePart[];
  /** SHA-256, SHA-1 or MD5 of malicious files, lower-case hex. */
  digests: string[];
}

/** A module, class or file, and the symbols in it; no symbols means all of it. */
export interface VulnerablePart {
  path: string;
  symbols: string[];
  /** The path names a file of the package, not a module or package of its language. */
  isFile?: true;
  /** The path names a source package of a distribution, the symbols the affected binary packages that are built from it. */
  areBinaries?: true;
}

export const rangeEvents = ['introduced', 'fixed', 'last_affected', 'limit'] as const;
export type RangeEventName = (typeof rangeEvents)[number];

export interface RangeEvent {
  event: RangeEventName;
  version: string;
}

export interface VersionRange {
  kind: 'SEMVER' | 'ECOSYSTEM' | 'GIT';
  /** Only for a git range. */
  repo: string;
  events: RangeEvent[];
}

/** A source that says that a vulnerability is exploited. */
export interface ExploitationNote {
  /** `CISA` or `ENISA`. */
  asserter: string;
  id: string;
  aliases: string[];
  /** `2024-05-01`; '' when unknown. */
  since: string;
  /** The day by which users must act; '' when none is set. */
  due: string;
  isRansomware: boolean;
  note: string;
}

export interface ExploitPrediction {
  id: string;
  /** 0 to 1. */
  score: number;
  percentile: number;
}

/** CISA's stakeholder-specific decision points. */
export interface DecisionPoints {
  id: string;
  exploitation: string;
  automatable: string;
  technicalImpact: string;
}

export interface EndOfLife {
  product: string;
  cycle: string;
  /** `2026-10-31`; '' when the source gave no day. */
  endsOn: string;
  isOver: boolean;
}

/** The result of a reader. */
export type AdvisoryItem =
  | { type: 'advisory'; advisory: Advisory }
  | { type: 'exploitation'; exploitation: ExploitationNote }
  | { type: 'prediction'; prediction: ExploitPrediction }
  | { type: 'decision-points'; points: DecisionPoints }
  | { type: 'end-of-life'; endOfLife: EndOfLife };

export function newAdvisory(id: string): Advisory {
  return {
    id,
    kind: 'vulnerability',
    aliases: [],
    upstream: [],
    withdrawn: null,
    published: null,
    modified: null,
    summary: '',
    details: '',
    severities: [],
    cwes: [],
    references: [],
    affected: [],
  };
}

export function newAffected(type: string, name: string, writtenName: string, release = ''): AffectedPackage {
  return {
    type,
    name,
    writtenName,
    release,
    vendor: '',
    ranges: [],
    versions: [],
    unaffected: [],
    parts: [],
    digests: [],
  };
}
