// The family of advisory sources. Each member reads one format of advisories. A new member is a folder and a line here.
import type { Found } from '../findings.ts';
import type { AdvisoryItem } from './advisory.ts';
import { csaf } from './csaf/index.ts';
import { cve } from './cve/index.ts';
import { parsedDocument } from './documents.ts';
import { unwrapped } from './envelope.ts';
import { eol } from './eol/index.ts';
import { epss } from './epss/index.ts';
import { euvd } from './euvd/index.ts';
import { gcve } from './gcve/index.ts';
import { cisaKev, euKev } from './kev/index.ts';
import { nvd } from './nvd/index.ts';
import { osv } from './osv/index.ts';
import { own } from './own/index.ts';
import { php } from './php/index.ts';
import { createAdvisoryProblems } from './problems.ts';
import type { AdvisoryMember, ReadingContext } from './reading.ts';
import { retire } from './retire/index.ts';
import { vunnel } from './vunnel/index.ts';

/** In the order in which they are tried. The first ones recognise their format most reliably. */
export const ADVISORY_MEMBERS: readonly AdvisoryMember[] = [
  vunnel,
  gcve,
  cve,
  nvd,
  csaf,
  cisaKev,
  euKev,
  euvd,
  eol,
  own,
  retire,
  osv,
  php,
  epss,
];

export interface ReadAdvisories extends Found<AdvisoryItem[]> {
  /** The reader that recognises the format. '' if there is none. */
  member: string;
}

/** Larger files are not parsed. A yearly feed of NVD has a fifth of this size. */
export const MOST_DOCUMENT_BYTES = 512 * 1024 * 1024;

/** True for names of files that may contain advisories. Other files (a README, an index) are skipped silently. */
export function mayHoldAdvisories(path: string): boolean {
  return (
    /\.(json|ndjson|jsonl|ya?ml|csv)$/i.test(path) &&
    !/(^|\/)(package(-lock)?\.json|_config\.ya?ml|\.[^/]+)$/i.test(path)
  );
}

/** The contents of a file. Never throws; a file that no reader recognises is an issue. */
export function readAdvisories(path: string, bytes: Uint8Array): ReadAdvisories {
  const problems = createAdvisoryProblems(path);
  const findings: AdvisoryItem[] = [];
  const into = { path, problems, emit: (item: AdvisoryItem) => void findings.push(item) };
  const member = /\.(ndjson|jsonl)$/i.test(path) ? readLines(bytes, into) : readDocument(bytes, into);
  return { member, findings, issues: problems.issues() };
}

/** Reads one document per line, the form of numbering authorities' dumps. A wrong line does not affect the others. */
function readLines(bytes: Uint8Array, reading: ReadingContext): string {
  const path = reading.path.replace(/\.[^.]+$/, '.json');
  let member = '';
  for (let start = 0; start < bytes.length; ) {
    const found = bytes.indexOf(10, start);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(start, end);
    if (line.some((byte) => byte > 32)) member = readDocument(line, { ...reading, path }) || member;
    start = end + 1;
  }
  return member;
}

function readDocument(bytes: Uint8Array, reading: ReadingContext): string {
  const { path, problems } = reading;
  const parsed = parsedDocument(path, bytes);
  if ('problem' in parsed) {
    problems.add(parsed.problem);
    return '';
  }
  const document = unwrapped(parsed.document);
  const member = ADVISORY_MEMBERS.find((one) => one.format === parsed.format && one.isMine(document, path));
  if (member === undefined) {
    problems.add(`The file has no known format of advisories (${titles()}); it was left out.`);
    return '';
  }
  try {
    member.read(document, reading);
  } catch (error) {
    problems.add(
      `The rest of the file could not be read as ${member.title}: ${(error as Error).message.slice(0, 200)}.`,
    );
  }
  return member.name;
}

function titles(): string {
  return ADVISORY_MEMBERS.map(({ title }) => title).join(', ');
}
