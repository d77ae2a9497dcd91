// Says whether the code that advisories call vulnerable is among the files of an item: finds the files, reads the necessary ones, and judges.

import { createHash } from 'node:crypto';
import { matchAdvisory, subjectOf, type VulnerablePart } from '@assay/scanner/advisories';
import { encodingOf, HEAD_BYTES, readableText, settleEncoding, sniff } from '@assay/scanner/analyze';
import { lastOf } from '@assay/scanner/items';
import type { App } from '../app.ts';
import { listHeldFiles, listNamesakes, type StoredHeldFile } from '../db/advisories/code.ts';
import { factsOfPurl } from '../db/advisories/matches.ts';
import { listRecordsOf } from '../db/advisories/records.ts';
import { recordsDigestOf } from '../db/decisions/accepted-absences.ts';
import type { DetailedItem } from '../db/inventories/items.ts';
import {
  type BinaryList,
  filesToRead,
  type HeldFile,
  type PresenceAnswer,
  presenceOf,
} from '../domain/derivation/code-presence.ts';
import { componentPurlOf } from '../domain/inventories/inventory.ts';
import { parseLocation } from '../store/index.ts';

const MOST_FILES = 20_000;
const MOST_BYTES = 200 * 1024 * 1024;
const LARGEST_TEXT = 4 * 1024 * 1024;

export interface CodePresence extends PresenceAnswer {
  /** SHA-256 of the paths and digests of all files that were searched, and of listed binary packages. When it changes, the answer is stale. */
  digest: string;
  /** Digest of all records of the vulnerability. When it changes, the records may name other parts. */
  recordsDigest: string;
  records: string[];
  parts: VulnerablePart[];
}

type Found = Omit<CodePresence, 'recordsDigest'>;

type Place = Pick<App, 'db' | 'store'>;

export async function codePresence(
  app: Place,
  item: DetailedItem,
  purl: string,
  vulnerabilityId: number,
): Promise<CodePresence> {
  // Read before the records: if they change in between, the answer is stale and not wrongly fresh.
  const recordsDigest = await recordsDigestOf(app.db, vulnerabilityId);
  return { ...(await search(app, item, purl, vulnerabilityId)), recordsDigest };
}

/** The evidence of a decision that accepts an absence, as members of its ground. */
export function evidenceOfAbsence({ records, parts, searched, digest, recordsDigest }: CodePresence) {
  return {
    evidence: 'code-not-present',
    records: records.join(', '),
    parts: parts
      .map(({ path, symbols }) => [path, ...symbols].join(' '))
      .join('; ')
      .slice(0, 10_000),
    searchedFiles: String(searched.length),
    searchedDigest: digest,
    recordsDigest,
  };
}

async function search(app: Place, item: DetailedItem, purl: string, vulnerabilityId: number): Promise<Found> {
  const subject = subjectOf(purl, await factsOfPurl(app.db, purl));
  if ('problem' in subject) return answered(undetermined(`Its package URL cannot be read: ${subject.problem}`), [], []);
  // Each entry of a record names the parts of some versions only: take those of this version.
  const telling = (await listRecordsOf(app.db, vulnerabilityId)).flatMap(({ advisory }) => {
    const own = advisory.affected.filter(
      (one) => matchAdvisory(subject, { ...advisory, affected: [one] }).outcome !== 'not-affected',
    );
    return own.length === 0 ? [] : [{ id: advisory.id, own, parts: own.flatMap((one) => one.parts) }];
  });
  const isNamed = telling.some(({ own }) => own.some((one) => one.type === subject.type && one.name === subject.name));
  const naming = telling.filter((one) => one.parts.length > 0);
  const parts = naming.flatMap((one) => one.parts);
  const records = naming.map(({ id }) => id);
  const lists = naming.flatMap(({ id, parts: named }) => listsIn(id, named));
  if (parts.every(({ areBinaries }) => areBinaries))
    return answered(
      presenceOf({ ...subject, parts, lists, isNamed, held: [], namesakes: [] }, () => undefined),
      records,
      parts,
    );
  const module = subject.type === 'golang' ? subject.name : '';
  const purls = [...new Set([purl, item.purl].flatMap((one) => [one, componentPurlOf(one)]))];
  const held = await listHeldFiles(app.db, { id: item.id, projectId: item.project_id, purls, module }, MOST_FILES + 1);
  const names = [...new Set(parts.filter(({ isFile }) => isFile).map(({ path }) => lastOf(path.split('/'))))];
  const namesakes = await listNamesakes(app.db, item.project_id, names, MOST_FILES);
  const question = { type: subject.type, name: subject.name, parts, held, namesakes, lists, isNamed };
  const wanted = filesToRead(question);
  const bytes = wanted.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (held.length > MOST_FILES || bytes > MOST_BYTES)
    return answered(undetermined('The package has too many files to search.'), records, parts);
  const texts = await readTexts(app, wanted, [...held, ...namesakes]);
  return answered(
    presenceOf(question, ({ path }) => texts.get(path)),
    records,
    parts,
  );
}

function listsIn(record: string, parts: readonly VulnerablePart[]): BinaryList[] {
  return parts
    .filter(({ areBinaries }) => areBinaries)
    .map(({ path, symbols }) => ({ record, source: path, names: symbols }));
}

const undetermined = (words: string): PresenceAnswer => ({ presence: 'UNDETERMINED', words, found: [], searched: [] });

function answered(answer: PresenceAnswer, records: string[], parts: VulnerablePart[]): Found {
  const files = answer.searched.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  const binaries = parts.flatMap(({ symbols, areBinaries }) => (areBinaries ? symbols : [])).map((name) => `${name}\n`);
  const lines = [...files, ...new Set(binaries)].sort();
  return { ...answer, digest: createHash('sha256').update(lines.join('')).digest('hex'), records, parts };
}

async function readTexts(
  { store }: Place,
  wanted: readonly HeldFile[],
  stored: readonly StoredHeldFile[],
): Promise<Map<string, string>> {
  const locations = new Map(stored.map(({ path, location }) => [path, location]));
  const texts = new Map<string, string>();
  for (const { path, sizeBytes } of wanted) {
    if (sizeBytes > LARGEST_TEXT) continue;
    const bytes = Buffer.concat(await Array.fromAsync(store.stream(parseLocation(locations.get(path)))));
    // Contents decide what is compiled: names lie.
    if (!sniff(bytes.subarray(0, HEAD_BYTES)).isText) continue;
    const { encoding } = settleEncoding(bytes, encodingOf(bytes.subarray(0, HEAD_BYTES)));
    const text = Buffer.from(readableText(bytes, encoding));
    if (!text.includes(0)) texts.set(path, text.toString(encoding === 'latin1' ? 'latin1' : 'utf8'));
  }
  return texts;
}
