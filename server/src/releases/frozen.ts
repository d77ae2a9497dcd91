// What is frozen of a project in a release: plain data in lists, of which all its documents are made. Read from the lists that a job has just written, or
// from the store.
import type { App } from '../app.ts';
import { streamOfStored } from '../contents/stored-bytes.ts';
import { findReleaseFile, type ReleaseRow, type StoredReleaseFile } from '../db/releases/releases.ts';
import type { ReleaseOrigin } from '../domain/releases/release.ts';
import type { ReportHead, ReportListName, ReportRow } from '../reports/data.ts';
import type { ReportSource } from '../reports/report.ts';
import { linesOf } from '../text-lines.ts';
import { giveWay } from '../turns.ts';
import type { ComparedRow } from './compared-inventory.ts';

/** What a release is, beside its lists. */
export interface FrozenHead {
  release: { id: number; name: string; description: string; createdBy: string };
  /** ISO 8601: when the project was read. */
  at: string;
  origin: ReleaseOrigin;
  head: ReportHead;
  brand: ReportSource['brand'];
  toolVersion: string;
  /** Where people ask for source; '' leaves a place to fill in. */
  offerContact: string;
}

/** A decision with what was said of it at the time. */
export interface FrozenDecision {
  id: number;
  kind: string;
  subject: Record<string, unknown>;
  scope: string;
  inventoryId: number;
  value: Record<string, unknown>;
  ground: Record<string, unknown>;
  author: string;
  decidedOn: string;
  expiresOn: string;
  standing: string;
  why: string;
}

/** Lists of a release that reports do not have. */
interface OwnLists {
  compared: ComparedRow;
  decisions: FrozenDecision;
}
export type FrozenListName = ReportListName | keyof OwnLists;
type FrozenRow<N extends FrozenListName> = N extends keyof OwnLists
  ? OwnLists[N]
  : N extends ReportListName
    ? ReportRow<N>
    : never;

export interface Frozen extends FrozenHead {
  rows<N extends FrozenListName>(name: N): AsyncIterable<FrozenRow<N>>;
}

export const HEAD_PATH = 'data/release.json';
export const listPath = (name: FrozenListName): string => `data/${name}.jsonl`;

/** The same data as input of a kind of report. */
export function frozenSource(frozen: Frozen, report: string, options: Record<string, string>): ReportSource {
  const { head, brand, toolVersion, at, rows } = frozen;
  return {
    head: { ...head, report, options },
    at: new Date(at),
    ...{ brand, toolVersion, options },
    list: <N extends ReportListName>(name: N) => rows(name) as AsyncIterable<ReportRow<N>>,
    // The files that a release ships are stored beside its documents.
    sourceFiles: async function* () {},
  };
}

/** One list of a release, row by row. */
export async function* frozenRows<Row>(app: App, releaseId: number, name: FrozenListName): AsyncGenerator<Row> {
  const file = await findReleaseFile(app.db, releaseId, listPath(name));
  if (file === undefined) throw new Error(`The release ${releaseId} has no list ${name}.`);
  for await (const line of linesOf(bytesOf(app, file))) {
    yield JSON.parse(line) as Row;
    await giveWay();
  }
}

/** What a release is, without its lists. */
export async function frozenHead(app: App, releaseId: number): Promise<FrozenHead> {
  const file = await findReleaseFile(app.db, releaseId, HEAD_PATH);
  if (file === undefined) throw new Error(`The release ${releaseId} has no ${HEAD_PATH}.`);
  return JSON.parse(Buffer.concat(await Array.fromAsync(bytesOf(app, file))).toString());
}

/** Throws an error for people if the stored bytes are damaged. */
export const bytesOf = (app: App, { location, path }: StoredReleaseFile): AsyncGenerator<Buffer> =>
  streamOfStored(app, location, `The file "${path}" of the release`);

/** What its state follows from. */
export const madeBy = ({ frozen_at, job_status, job_error }: ReleaseRow) => ({
  isFrozen: frozen_at !== null,
  job: job_status === null ? null : { status: job_status, error: job_error ?? '' },
});
