// The vocabulary of the scanner: its findings in a file, and its issues.
// Plain data only, because findings cross threads and are stored as JSON. Nothing here does any work.
import type { Definitions } from './definitions.ts';
import type { DependencyScope } from './dependency-scopes.ts';

/** The evidence for a license match. A `mention` only names the license: it is displayed, but creates no inventory. */
export type LicenseMatchKind = 'text' | 'notice' | 'reference' | 'tag' | 'intro' | 'mention';

/**
 * What a file says of a license, for the work that the file belongs to. See docs/adr/0029 for the reasons.
 * - `grants`: the work is under it; `choice`: it is offered beside others; `bundled`: a part that comes with the work is under it;
 * - `documentation`: only the documentation is under it;
 * - `other-work`: another work is under it, or nothing says what is; `forbids`: it must not be combined with the work; `denies`: the work is
 *   not under it; `compatible`: it goes together with the work; `past`: the work was under it; `future`: the work may be under it some day;
 *   `thanks`: the license of somebody who is thanked; `tooling`: data, options or policies of a program; `contribution`: the license under
 *   which contributions arrive.
 */
export const licenseRoles = [
  'grants',
  'choice',
  'bundled',
  'documentation',
  'other-work',
  'forbids',
  'denies',
  'compatible',
  'past',
  'future',
  'thanks',
  'tooling',
  'contribution',
] as const;

export type LicenseRole = (typeof licenseRoles)[number];

/** One place in a file that states a license. Lines are 1-based and inclusive; score and coverage are percentages. */
export interface LicenseMatch {
  /** SPDX expression; licenses off the SPDX list are written `LicenseRef-…`. */
  expression: string;
  startLine: number;
  endLine: number;
  /** 0–100: the confidence in this match, from coverage and the rule's relevance. */
  score: number;
  /** 0–100: the share of the rule's words that were found. */
  coverage: number;
  /** Name of the rule that matched, as `assay licenses explain` lists it. */
  rule: string;
  kind: LicenseMatchKind;
  /** Absent: `grants`. The kind is `mention` if the role does not license anything of the work. */
  role?: LicenseRole;
  /** The sentence that decided the role of a mention, without line breaks and comment signs. */
  sentence?: string;
  /** Path of the file that states the license, if this file only refers to it ("see COPYING"). */
  via?: string;
}

/** A place that points elsewhere for the license. The other files decide whether the target exists (licenses/reading/follow.ts). */
export interface LicenseReference {
  /** Name or relative path as written: `COPYING`, `doc/LICENSE.txt`; '' for the license of the surrounding package or project. */
  target: string;
  line: number;
  /** Name of the imported rule that matched here; '' for a sentence. */
  rule: string;
}

/** One copyright statement. `statement` is the cleaned text; `holder` and `years` are '' when it names none. */
export interface CopyrightStatement {
  statement: string;
  holder: string;
  /** As written, white space folded: `2001-2004, 2007`. */
  years: string;
  startLine: number;
  endLine: number;
}

/** A plain text found at a line (an author, an e-mail address, a URL). */
export interface TextAtLine {
  value: string;
  line: number;
}

/** A search term of the scan profile and how often the file holds it. */
export interface SearchTermHit {
  term: string;
  count: number;
  /** Line of the first hit. */
  line: number;
}

export interface LineCounts {
  total: number;
  code: number;
  comment: number;
  blank: number;
}

export const fileKinds = ['text', 'binary', 'archive', 'image', 'document', 'empty'] as const;
export type FileKind = (typeof fileKinds)[number];

/**
 * What a file says of a package:
 * - `declares`: the file is this package's own manifest; the files beside and below it belong to the package;
 * - `locks`: a lockfile pins this package as a dependency;
 * - `requires`: a manifest without a lockfile requests it; the version is '' when it requests a range;
 * - `defines`: no package, the purl is ''; `defines` holds what other files of the code base refer to (packages/ combines it);
 * - `holds`: a list beside the code says that a folder contains a copy of it;
 * - `copies`: this file was copied from it, as text by its makers shows;
 * - `names`: an SBOM names it as a part of what a build made, of this code or of older or newer code.
 */
export const packageRoles = ['declares', 'locks', 'requires', 'defines', 'holds', 'copies', 'names'] as const;
export type PackageRole = (typeof packageRoles)[number];

/** What a request says besides its range. Only Python requests have this, and the edges of a lockfile to extras that nothing requests. */
export interface RequestDetails {
  /** The extras that are requested, separated by commas; absent for none. */
  extras?: string;
  /** The environments in which the request counts (PEP 508), as written; absent for all. */
  marker?: string;
}

/** A dependency that a manifest or lockfile declares. */
export interface PackageDependency extends RequestDetails {
  /** purl; with a version when it is exactly known. */
  purl: string;
  /** The requirement as written (`^1.2.0`); '' when none. */
  requirement: string;
  scope: DependencyScope;
  /** True if the declaring package names it itself. */
  isDirect: boolean;
  /** 1-based line that names it; absent if the format gives no line. */
  line?: number;
}

/** A distribution that another distribution names as its origin (`ID_LIKE` of its os-release). */
export interface DistributionLike {
  /** As written, in lower case: `debian`, `rhel`. */
  id: string;
  /** Words that may name its release: codenames and platforms, as written. */
  words: string[];
}

/** A package that a manifest or lockfile names. Only a `requires` has request details. */
export interface PackageFinding extends RequestDetails {
  /** Canonical purl, with version when known. */
  purl: string;
  /** purl type: npm, pypi, maven, golang, cargo, … */
  type: string;
  /** '' when the ecosystem or package has none. */
  namespace: string;
  name: string;
  /** '' when unknown. */
  version: string;
  role: PackageRole;
  scope: DependencyScope;
  /** True if the project that owns the file names it itself; undefined for `declares`. */
  isDirect?: boolean;
  /** License as written in the manifest; '' when none. */
  declaredLicense: string;
  /** The file of the tree that states this license, if another file than the finding's own does. Only packages/ sets it. */
  licensePath?: string;
  description: string;
  homepageUrl: string;
  repositoryUrl: string;
  downloadUrl: string;
  /** `sha512-…`, `sha256:…` as the lockfile writes it; '' when none. */
  integrity: string;
  /** Who makes or maintains it, as its makers write it (parties.ts); absent if nobody is named. Of several authors, the first. */
  supplier?: string;
  /** The requested version (`^1.2.0`) of a `requires`. Absent when no version is requested. */
  requirement?: string;
  /** 1-based line that proves the package; absent when the whole file does. */
  line?: number;
  /** Only for the role `defines`. */
  defines?: Definitions;
  /** The words of that line, shortened; only for a `copies`. */
  proof?: string;
  /** The confidence of a `copies`; absent means high. */
  confidence?: 'HIGH' | 'MEDIUM' | 'LOW';
  /** The folder or file of a `holds`, or the folder of a `requires`, relative to the file's own folder; '' for that folder itself. */
  folder?: string;
  /**
   * True for a `holds` from a license file, which is no manifest: its licenses count as in every license file, and a folder that is not in the tree is
   * no fault, because such files are copied whole.
   */
  inNotice?: true;
  /** A folder that a `holds` shares with other entries of its list, relative to the file's own folder. */
  within?: string;
  /**
   * True if the bytes prove that this exact package is present: a database of installed packages, or a program that lists its parts. It counts
   * wherever the file is, also in archives, and owns no folder.
   */
  isPresent?: boolean;
  /**
   * Other names by which packages need it that other files of the same database describe, or (with their vendors) by which manifests request it.
   * Only from databases with a file for each package, and from a composer.lock.
   */
  provides?: string[];
  /** From an os-release, and of the packages of its system: distributions from which it is made, the nearest first. Absent for none. */
  like?: DistributionLike[];
  dependencies: PackageDependency[];
}

/** Everything the scanner finds in one file. It depends on the file's bytes and its hint (see analyze/hint.ts), never on its path. */
export interface FileFacts {
  sizeBytes: number;
  md5: string;
  sha1: string;
  sha256: string;
  kind: FileKind;
  /** Media type guessed from the first bytes: `text/plain`, `application/zip`, … */
  mediaType: string;
  /** Programming language as linguist spells it; '' when not source. */
  language: string;
  lines: LineCounts;
  /** Distinct SPDX expressions of the file, sorted. */
  spdx: string[];
  licenses: LicenseMatch[];
  /** Places that refer to another file for the license. */
  licenseReferences: LicenseReference[];
  copyrights: CopyrightStatement[];
  authors: TextAtLine[];
  emails: TextAtLine[];
  urls: TextAtLine[];
  searchTerms: SearchTermHit[];
  packages: PackageFinding[];
}

/** Stable codes of a scan's issues; the sentence beside the code is for people. */
export type IssueCode =
  | 'unreadable'
  | 'unsupported-archive'
  | 'corrupt-archive'
  | 'encrypted-archive'
  | 'limit-exceeded'
  | 'unsafe-path'
  | 'skipped-entry'
  | 'trailing-bytes'
  | 'duplicate-path'
  | 'odd-name'
  | 'submodule'
  | 'lfs-pointer'
  | 'bad-manifest'
  | 'bad-license-tag'
  | 'bad-advisory'
  | 'truncated-analysis'
  | 'unknown-encoding'
  | 'deadline'
  | 'out-of-memory'
  | 'internal';

/** A fault with one path. The scan continues; the issue is a line in its log. */
export interface Issue {
  code: IssueCode;
  /** Path inside the code base, '' when it concerns the whole input. */
  path: string;
  /** One sentence: the fault and its effect. */
  message: string;
}

/** The result of every reader of foreign bytes: findings and issues, never an error. */
export interface Found<T> {
  findings: T;
  issues: Issue[];
}
