// Turns one file's bytes into facts. They depend on the bytes, the hint (see hint.ts) and the analyser's version alone, never on a path, a
// clock or other files. It does no I/O and never throws on bad bytes: problems become issues with the path '', because the analyser does
// not know the path.
import { readBinary } from '../binaries/index.ts';
import { findContacts } from '../contacts/index.ts';
import { findCopyrights, withNamesAlone } from '../copyrights/index.ts';
import type { NamedManifest } from '../definitions.ts';
import { type EvidenceDigests, evidenceDigests, regionKindOf } from '../evidence-digests/index.ts';
import type { FileFacts, Found, Issue, PackageFinding } from '../findings.ts';
import { createLibraryFinder, type LibraryFinder, type LibraryRule, libraryRules } from '../libraries/index.ts';
import {
  detectLicenses,
  findLicenseReferences,
  isIgnorableContact,
  type LicenseIndex,
  openReferences,
  unknownParts,
  unknownText,
  withoutIgnorableAuthors,
  withoutIgnorableCopyrights,
} from '../licenses/index.ts';
import { isShared, mayBeEmpty, namesIn, readManifest } from '../manifests/index.ts';
import { partsInNotices } from '../manifests/native/parts-in-notices.ts';
import { textOf } from '../manifests/shared/problems.ts';
import { withoutIgnoredParts } from '../reuse-ignore.ts';
import { createSearchTermMatcher } from '../search-terms/index.ts';
import { brokenDeclarationIssues, brokenFieldIssues, brokenTagIssues } from './broken-expressions.ts';
import { type Digests, digestsOf } from './digests.ts';
import { emptyFacts, NO_DIGESTS } from './facts.ts';
import { type Hint, readHint } from './hint.ts';
import type { Sniffed } from './kind.ts';
import { addIssues, cutToLimits, MAX_MANIFEST_BYTES, tooLargeManifest, tooMany } from './limits.ts';
import { namesOf } from './named-manifests.ts';
import {
  beginWindows,
  countWindowLines,
  readableText,
  readLines,
  readWindow,
  type WindowFound,
  type WindowState,
} from './text.ts';
import { joinWindow, MAX_WINDOWS, WINDOW_BYTES, windowEnd, windowsIssue } from './windows.ts';

export { NAMING_MEMBERS } from '../manifests/index.ts';
export {
  type Digests,
  digestsOf,
  gitBlobId,
  type RunningDigests,
  runningDigests,
  runningGitBlobId,
} from './digests.ts';
export { encodingOf, settleEncoding } from './encoding.ts';
export { emptyFacts } from './facts.ts';
export { analysisHint, NAMED_MARK, readHint } from './hint.ts';
export { HEAD_BYTES, isUtf16Text, sniff } from './kind.ts';
export { MAX_MANIFEST_BYTES } from './limits.ts';
export { createNamedManifests, hintInTree, type NamedManifests, namesOf } from './named-manifests.ts';
export { beginWindows, readableText, type WindowFound, type WindowState } from './text.ts';
export { ANALYZER_VERSION, analyzerVersion } from './version.ts';
export { WINDOW_BYTES, windowEnd } from './windows.ts';

export interface AnalyzerOptions {
  licenseIndex: LicenseIndex;
  searchTerms?: readonly string[];
  /** Recognisers of copied libraries. Default: the built-in ones. */
  libraries?: readonly LibraryRule[];
  /** Milliseconds that each matcher may spend on one window. At the limit it keeps its findings and adds an issue. Default 10,000. */
  timeLimitMs?: number;
  /** Whether texts get digests of what they say, by which other contents are compared with them. They take a quarter of the analysis. Default false. */
  digestsEvidence?: boolean;
}

export interface Analyzer {
  /**
   * Everything about a file whose bytes are in memory. Texts above WINDOW_BYTES are analysed in windows.
   * @param hint of analysisHint(path)
   * @param known digests of these bytes, if the caller has them already
   */
  analyze(bytes: Uint8Array, hint: string, known?: Digests): Found<FileFacts> & { evidence?: EvidenceDigests };
  /** Facts of one window, without digests and manifests, its lines counted from 1; and the state for the next one. */
  analyzeWindow(bytes: Uint8Array, state: WindowState): WindowFound;
}

interface Matchers {
  licenseIndex: LicenseIndex;
  findSearchTerms: ReturnType<typeof createSearchTermMatcher> | undefined;
  libraries: LibraryFinder;
  timeLimitMs: number;
}

/** An analyser for one thread. It reuses its buffers, so it must not be shared. */
export function createAnalyzer(options: AnalyzerOptions): Analyzer {
  const { licenseIndex, searchTerms = [], libraries = libraryRules(), timeLimitMs = 10_000 } = options;
  const { digestsEvidence = false } = options;
  const matchers: Matchers = {
    licenseIndex,
    findSearchTerms: searchTerms.length > 0 ? createSearchTermMatcher([...searchTerms]) : undefined,
    libraries: createLibraryFinder(libraries),
    timeLimitMs,
  };
  const analyzeWindow = (bytes: Uint8Array, state: WindowState) => analyzeText(bytes, state, matchers);
  return {
    analyze(bytes, hint, known) {
      const state = beginWindows(bytes, hint);
      const read = readHint(hint);
      const { manifest, isNamed, isLicenseFile, isAuthorsFile, listOfParts } = read;
      const isSmall = bytes.length <= WINDOW_BYTES;
      const { findings, issues } = isSmall
        ? analyzeWindow(bytes, state)
        : analyzeInWindows(bytes, state, analyzeWindow);
      if (isLicenseFile && isSmall && state.sniffed.isText)
        addUnknownLicense(withoutIgnoredParts(readableText(bytes, state.sniffed.encoding)), findings);
      if (listOfParts !== '' && isSmall && state.sniffed.isText)
        findings.packages.push(
          ...partsInNotices(textOf(readableText(bytes, state.sniffed.encoding)), findings.licenses, listOfParts),
        );
      if (isAuthorsFile && isSmall && state.sniffed.isText)
        findings.authors = withNamesAlone(readableText(bytes, state.sniffed.encoding), findings.authors);
      const { md5, sha1, sha256 } = known ?? digestsOf(bytes);
      Object.assign(findings, { md5, sha1, sha256 });
      addMissing(findings.packages, matchers.libraries.findByDigest(sha1, sha256));
      if (manifest !== '') readPackages({ manifest, isNamed }, bytes, state.sniffed, findings.packages, issues);
      else if (state.sniffed.kind === 'binary') addPackages(readBinary(bytes), findings.packages, issues);
      const isComparable =
        digestsEvidence && isSmall && state.sniffed.isText && bytes.length > 0 && issues.every(isComplete);
      return { findings, issues, ...(isComparable && { evidence: digestsOfText(bytes, state, findings, read) }) };
    },
    analyzeWindow,
  };
}

/** Evidence that is cut off is not compared with other evidence. */
const isComplete = ({ code }: Issue) => code !== 'deadline' && code !== 'truncated-analysis';

function digestsOfText(bytes: Uint8Array, { sniffed }: WindowState, facts: FileFacts, hint: Hint): EvidenceDigests {
  return evidenceDigests(
    textOf(readableText(bytes, sniffed.encoding)),
    facts,
    regionKindOf(facts.language || hint.language, hint),
  );
}

function analyzeInWindows(
  bytes: Uint8Array,
  first: WindowState,
  analyzeWindow: Analyzer['analyzeWindow'],
): Found<FileFacts> {
  const facts = emptyFacts(bytes.length, NO_DIGESTS, first.sniffed);
  facts.language = first.language;
  const issues: Issue[] = [];
  if (!first.sniffed.isText) return { findings: facts, issues };
  const { encoding } = first.sniffed;
  let state = first;
  let windows = 0;
  for (let start = 0; start < bytes.length; windows++) {
    const end = windowEnd(bytes, start, encoding);
    const window = bytes.subarray(start, end);
    const found = windows < MAX_WINDOWS ? analyzeWindow(window, state) : countWindowLines(window, state);
    joinWindow(facts, found.findings);
    addIssues(issues, found.issues);
    addIssues(issues, cutToLimits(facts));
    state = found.state;
    start = end;
  }
  issues.push(windowsIssue(windows));
  return { findings: facts, issues };
}

function analyzeText(raw: Uint8Array, state: WindowState, matchers: Matchers): WindowFound {
  const { text, state: settled } = readWindow(raw, state);
  const found = readLines(text, raw.length, settled);
  if (state.sniffed.isText) findStatements(text, found.findings, found.issues, matchers);
  return found;
}

/**
 * Reports an unknown license for a license file without any finding or reference, and for a grant outside of all findings: silence would look like
 * "no license".
 */
function addUnknownLicense(text: Uint8Array, facts: FileFacts): void {
  const isSilent = facts.spdx.length === 0 && facts.licenseReferences.length === 0;
  const whole = isSilent ? unknownText(text) : undefined;
  const unknown = whole ? [whole] : facts.spdx.length > 0 ? unknownParts(text, facts.licenses) : [];
  const [first] = unknown;
  if (!first) return;
  facts.licenses.push(...unknown);
  facts.licenses.sort((a, b) => a.startLine - b.startLine);
  if (!facts.spdx.includes(first.expression)) facts.spdx.push(first.expression);
}

function findStatements(whole: Uint8Array, facts: FileFacts, issues: Issue[], matchers: Matchers): void {
  const text = withoutIgnoredParts(whole);
  const { timeLimitMs } = matchers;
  const licenses = detectLicenses(matchers.licenseIndex, text, { timeLimitMs });
  const { ignorables } = licenses;
  facts.licenses = licenses.matches;
  facts.spdx = licenses.spdx;
  facts.licenseReferences = licenses.references;
  if (licenses.hasLegalWord) {
    const sentences = openReferences(findLicenseReferences(text), licenses.matches);
    const isKnown = (target: string) => licenses.references.some((known) => known.target === target);
    facts.licenseReferences.push(...sentences.filter(({ target }) => !isKnown(target)));
  }
  if (licenses.isTruncated) issues.push(outOfTime('license', timeLimitMs));
  addIssues(issues, brokenTagIssues(licenses.brokenTags));
  addIssues(issues, brokenFieldIssues(text));
  const copyrights = findCopyrights(text, { timeLimitMs });
  facts.copyrights = withoutIgnorableCopyrights(copyrights.copyrights, ignorables);
  facts.authors = withoutIgnorableAuthors(copyrights.authors, ignorables);
  if (copyrights.isOutOfTime) issues.push(outOfTime('copyright', timeLimitMs));
  else if (copyrights.isTruncated) issues.push(tooMany('copyright statements; the first ones'));
  const contacts = findContacts(whole, ignorables.length > 0 ? isIgnorableContact(ignorables) : undefined);
  facts.emails = contacts.emails;
  facts.urls = contacts.urls;
  if (contacts.isTruncated) issues.push(tooMany('e-mail addresses or URLs; the first ones'));
  const libraries = matchers.libraries.find(whole, facts.language);
  facts.packages.push(...libraries.packages);
  if (libraries.isOutOfTime) issues.push(outOfTime('library', timeLimitMs));
  if (matchers.findSearchTerms) facts.searchTerms = matchers.findSearchTerms(whole);
  addIssues(issues, cutToLimits(facts));
}

/** A code of its own: the next scan retries what ran out of time, but not what met a limit of size. */
function outOfTime(what: string, timeLimitMs: number): Issue {
  return {
    code: 'deadline',
    path: '',
    message: `The ${what} search ended at its limit of ${timeLimitMs} ms of the processor; what it had found until then is kept.`,
  };
}

/** A file whose digest is known needs no search for its banner. If it has both, only one finding is made. */
function addMissing(packages: PackageFinding[], found: readonly PackageFinding[]): void {
  for (const one of found)
    if (
      !packages.some(
        ({ type, namespace, name }) => type === one.type && namespace === one.namespace && name === one.name,
      )
    )
      packages.push(one);
}

function readPackages(
  { manifest, isNamed }: Pick<Hint, 'manifest' | 'isNamed'>,
  bytes: Uint8Array,
  sniffed: Sniffed,
  packages: PackageFinding[],
  issues: Issue[],
): void {
  // Large or binary files of other formats are no faulty manifests.
  if (isShared(manifest) && (!sniffed.isText || bytes.length > MAX_MANIFEST_BYTES)) return;
  if (bytes.length > MAX_MANIFEST_BYTES) {
    issues.push(tooLargeManifest());
    return;
  }
  const read = readManifest(manifest, manifestBytes(bytes, sniffed), isNamed);
  if (isGarbage(read, sniffed)) {
    issues.push({
      code: 'bad-manifest',
      path: '',
      message:
        'The file holds binary data, but a manifest of this name should say what is used; nothing was read from it.',
    });
    return;
  }
  addPackages(read, packages, issues);
  addIssues(issues, brokenDeclarationIssues(read.findings));
  const isSilent = read.findings.length + read.issues.length === 0;
  if (isSilent && !mayBeEmpty(manifest) && isBlank(bytes))
    issues.push({
      code: 'bad-manifest',
      path: '',
      message: 'The file is empty, but a manifest of this name should say what is used; nothing was read from it.',
    });
}

/** Readers of manifests know only UTF-8. */
function manifestBytes(bytes: Uint8Array, { isText, encoding }: Sniffed): Uint8Array {
  return isText && encoding !== 'utf-8' && encoding !== 'latin1' ? readableText(bytes, encoding) : bytes;
}

/** The manifests that a file names, as its facts will say, without an analysis of the file. */
export function readNames(bytes: Uint8Array, hint: string): NamedManifest[] {
  const { manifest, isNamed } = readHint(hint);
  const { sniffed } = beginWindows(bytes, '');
  // Whether such files count at all is known only after they are read.
  if (isNamed || !sniffed.isText) {
    const packages: PackageFinding[] = [];
    readPackages({ manifest, isNamed }, bytes, sniffed, packages, []);
    return namesOf({ packages });
  }
  return bytes.length > MAX_MANIFEST_BYTES ? [] : namesIn(manifest, manifestBytes(bytes, sniffed)).findings;
}

/**
 * Whether a reader found no package in bytes that are not text. Readers of text say nothing about such bytes, or complain about every line. A
 * single sentence of a reader is kept, because readers of binary formats know better what is wrong.
 */
function isGarbage({ findings, issues }: Found<PackageFinding[]>, { kind, isText }: Sniffed): boolean {
  return kind !== 'empty' && !isText && issues.length !== 1 && findings.every(({ role }) => role === 'defines');
}

/** Longer files are not searched, and get no message: a megabyte of blanks is not an accident. */
const LONGEST_BLANK = 4096;

function isBlank(bytes: Uint8Array): boolean {
  return bytes.length <= LONGEST_BLANK && bytes.every((byte) => byte === 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function addPackages(read: Found<PackageFinding[]>, packages: PackageFinding[], issues: Issue[]): void {
  for (const found of read.findings) packages.push(found);
  for (const issue of read.issues) issues.push(issue);
}
