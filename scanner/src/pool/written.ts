// Facts serialised for a database: JSON in UTF-8, made in the thread that found them. The receiver copies bytes without parsing, however many
// packages a lockfile names. A summary beside them gives what the receiver must know.
import { transferableSymbol, valueSymbol } from 'piscina';
import type { AnalysisResult } from '../analyze/item.ts';
import type { EvidenceDigests } from '../evidence-digests/index.ts';
import type { FileFacts, FileKind, Issue, SearchTermHit } from '../findings.ts';
import type { WrittenAnswer } from './messages.ts';
import { storableJson } from './storable-json.ts';

/** The parts of a file's facts that are needed without parsing. */
export interface FactsSummary {
  sha256: string;
  sizeBytes: number;
  kind: FileKind;
  language: string;
  lineCount: number;
  spdx: string[];
  hasPackages: boolean;
  hasEvidence: boolean;
  /** Whether it refers to other files for its license. */
  hasReferences: boolean;
  searchTerms: SearchTermHit[];
  /** Absent for what is no text, or too large, or cut off. */
  evidence?: EvidenceDigests;
}

export interface WrittenResult {
  /** JSON of FileFacts without the search terms. The list of packages is its last member. */
  facts: Uint8Array;
  /** The position in `facts` at which the list of packages begins; it ends before the last byte. */
  packagesAt: number;
  summary: FactsSummary;
  issues: Issue[];
}

interface WrittenHead extends Omit<WrittenResult, 'facts'> {
  length: number;
}

/** Most bytes of packages that are kept for one file: PostgreSQL refuses arrays larger than 256 MB in its internal form. */
const MOST_PACKAGES_BYTES = 192 * 1024 * 1024;
/** The text of all packages at once could exceed the thread's memory. */
const PACKAGES_PER_TEXT = 1000;

interface Written extends Omit<WrittenResult, 'facts'> {
  pieces: Buffer[];
}

function write({ findings, issues, evidence }: AnalysisResult, mostBytes: number): Written {
  const { searchTerms, packages, ...others } = findings;
  const head = Buffer.from(`${storableJson(others).slice(0, -1)},"packages":`);
  const { pieces, issue } = writePackages(packages, mostBytes);
  return {
    pieces: [head, ...pieces, Buffer.from('}')],
    packagesAt: head.length,
    summary: { ...summaryOf(findings, searchTerms), ...(evidence && { evidence }) },
    issues: issue ? [...issues, issue] : issues,
  };
}

function writePackages(packages: FileFacts['packages'], mostBytes: number): { pieces: Buffer[]; issue?: Issue } {
  const pieces = [Buffer.from('[')];
  let size = 0;
  for (let start = 0; start < packages.length; start += PACKAGES_PER_TEXT) {
    const text = storableJson(packages.slice(start, start + PACKAGES_PER_TEXT)).slice(1, -1);
    const piece = Buffer.from(start === 0 ? text : `,${text}`);
    size += piece.length;
    if (size > mostBytes)
      return { pieces: [...pieces, Buffer.from(']')], issue: tooManyPackages(packages.length, start) };
    pieces.push(piece);
  }
  pieces.push(Buffer.from(']'));
  return { pieces };
}

function tooManyPackages(found: number, kept: number): Issue {
  const message = `The file names ${found.toLocaleString('en')} packages, more than can be kept; the first ${kept.toLocaleString('en')} are.`;
  return { code: 'truncated-analysis', path: '', message };
}

function summaryOf(facts: FileFacts, searchTerms: SearchTermHit[]): FactsSummary {
  const { sha256, sizeBytes, kind, language, lines, spdx, packages, licenses } = facts;
  const { copyrights, emails, urls, licenseReferences } = facts;
  return {
    sha256,
    sizeBytes,
    kind,
    language,
    lineCount: lines.total,
    spdx,
    hasPackages: packages.length > 0,
    hasEvidence: licenses.length + copyrights.length + emails.length + urls.length > 0,
    hasReferences: licenseReferences.length > 0,
    searchTerms,
  };
}

/** Serialises one result, in the thread that has it. */
export function writtenResult(result: AnalysisResult, mostBytes = MOST_PACKAGES_BYTES): WrittenResult {
  const { pieces, ...others } = write(result, mostBytes);
  return { ...others, facts: Buffer.concat(pieces) };
}

/** Collects the results of a batch for transfer out of the thread. */
export function createAnswerWriter() {
  const heads: WrittenHead[] = [];
  const pieces: Buffer[] = [];
  return {
    add(result: AnalysisResult): void {
      const { pieces: own, ...head } = write(result, MOST_PACKAGES_BYTES);
      heads.push({ ...head, length: own.reduce((sum, piece) => sum + piece.length, 0) });
      pieces.push(...own);
    },
    /** Transfers its bytes without a copy. */
    answer() {
      const facts = Buffer.allocUnsafeSlow(heads.reduce((sum, { length }) => sum + length, 0));
      let end = 0;
      for (const piece of pieces) end += piece.copy(facts, end);
      const value: WrittenAnswer = { heads: JSON.stringify(heads), facts };
      return { [valueSymbol]: value, [transferableSymbol]: [facts.buffer] };
    },
  };
}

/** The results of an answer, in the order of the batch. */
export function readAnswer({ heads, facts }: WrittenAnswer): WrittenResult[] {
  let end = 0;
  return (JSON.parse(heads) as WrittenHead[]).map(({ length, ...head }) => {
    const start = end;
    end += length;
    return { ...head, facts: facts.subarray(start, end) };
  });
}

/** All facts except packages and search terms: small for any length of the file. */
export function factsBesidePackages({ facts, packagesAt }: WrittenResult): Omit<FileFacts, 'packages' | 'searchTerms'> {
  const { packages: _none, ...others } = JSON.parse(`${Buffer.from(facts.subarray(0, packagesAt)).toString()}[]}`);
  return others;
}

/** The list of packages as JSON. */
export function packagesOf({ facts, packagesAt }: WrittenResult): Uint8Array {
  return facts.subarray(packagesAt, -1);
}
