// Reads the audit log: pages, exports, verification. Nothing here writes.
import { Readable } from 'node:stream';
import type { App } from '../../app.ts';
import { auditHeadsFolder, readAuditHeads } from '../../audit/heads.ts';
import { verifySealedLog } from '../../audit/verify.ts';
import { witnessedHeads } from '../../audit/witness.ts';
import {
  type AuditEntry,
  type AuditFilter,
  type AuditHead,
  eachAuditEntry,
  listAuditEntries,
} from '../../db/audit-log/entries.ts';
import { namesOfDeletedProjects, namesOfThings } from '../../db/audit-log/names.ts';
import { changesIn, valueText } from '../../domain/audit/changes.ts';
import { labelOfField } from '../../domain/audit/fields.ts';
import { type NameOf, sentenceOf, shownValue, thingOfField } from '../../domain/audit/sentence.ts';
import { type Thing, thingIn } from '../../domain/audit/things.ts';
import {
  ACTION_WORDS,
  actionsAbout,
  auditKinds,
  JOB_WORDS,
  kindsNamedBy,
  labelOfAction,
} from '../../domain/audit/words.ts';
import { badRequest } from '../../errors.ts';
import { type PageRequest, pagingOf, rowsBefore } from '../../http/paging.ts';
import { loadAuditKey } from '../../security/audit-key.ts';
import type { exportFormats, FilterQuery } from './schemas.ts';

const DAY_MS = 86_400_000;

export async function listEntries(app: App, query: FilterQuery, page: PageRequest) {
  const filter = filterOf(query);
  // The answer includes entries that this process has not written yet.
  await app.audit.flush();
  const { rows, total } = await listAuditEntries(app.db, filter, { limit: page.pageSize, offset: rowsBefore(page) });
  return { entries: await withSentences(app, rows), paging: pagingOf(page, total) };
}

async function withSentences({ db }: App, rows: AuditEntry[]) {
  const nameNow = await namesOfThings(db, rows.flatMap(thingsOf));
  const gone = rows.flatMap(({ projectId }) =>
    projectId !== null && !nameNow({ kind: 'project', id: projectId }) ? [projectId] : [],
  );
  const deleted = await namesOfDeletedProjects(db, [...new Set(gone)]);
  const goneName = ({ kind, id }: Thing) => (kind === 'project' ? deleted.get(Number(id)) : undefined);
  return rows.map((row) => ({
    ...entryModel(row),
    sentence: sentenceOf(row, nameNow, goneName),
    changes: changesIn(row.details).map(({ field, before, after }) => ({
      field: labelOfField(field),
      before: changeText(field, before, nameNow),
      after: changeText(field, after, nameNow),
    })),
  }));
}

/** Null if the value is not known, or was not noted. */
function changeText(field: string, value: unknown, nameOf: NameOf): string | null {
  return value === undefined ? null : valueText(shownValue(field, value, nameOf));
}

function thingsOf(entry: AuditEntry): Thing[] {
  const kinds = new Set(['project', ...kindsNamedBy(entry.operation)]);
  const things = [...kinds].flatMap((kind) => thingIn(kind, entry) ?? []);
  const values = changesIn(entry.details).flatMap(({ field, before, after }) =>
    [before, after].flatMap((value) => thingOfField(field, value) ?? []),
  );
  return [...things, ...values];
}

/** Every action by its name in lists, with the kind of thing that it is about. */
export function listActions() {
  return Object.entries({ ...ACTION_WORDS, ...JOB_WORDS })
    .map(([operation, words]) => ({ operation, kind: words[0], label: labelOfAction(words) }))
    .toSorted((a, b) => auditKinds.indexOf(a.kind) - auditKinds.indexOf(b.kind) || a.label.localeCompare(b.label));
}

/** All entries that match, oldest first, as a stream. */
export async function exportEntries(app: App, query: FilterQuery, format: (typeof exportFormats)[number]) {
  const filter = filterOf(query);
  await app.audit.flush();
  const day = app.now().toISOString().slice(0, 10);
  const text = format === 'csv' ? csv(eachAuditEntry(app.db, filter)) : jsonl(eachAuditEntry(app.db, filter));
  return { stream: Readable.from(text, { objectMode: false }), fileName: `audit-log-${day}.${format}` };
}

export async function verify(app: App, head: string | undefined) {
  const earlier = head === undefined ? undefined : parseHead(head);
  if (head !== undefined && !earlier)
    throw badRequest(
      'The query parameter "head" must be the number of a line, a colon and its hash, as this operation returns it.',
    );
  const result = await verifySealedLog(app.db, {
    key: await loadAuditKey(app.folder.keys),
    earlier,
    exported: [
      ...(await readAuditHeads(auditHeadsFolder(app.folder.root))),
      ...(await witnessedHeads(app.config.auditWitnesses)),
    ],
  });
  return {
    isWhole: result.problems.length === 0,
    lines: result.lines,
    problems: result.problems,
    head: headText(result.head),
    sealedUpTo: result.sealedUpTo,
    headsFound: result.headsFound,
  };
}

export function headText({ id, hash }: AuditHead): string {
  return `${id}:${hash}`;
}

export function parseHead(text: string): AuditHead | undefined {
  const [, id, hash] = /^(\d{1,15}):([0-9a-f]{64})$/.exec(text.trim().toLowerCase()) ?? [];
  return hash === undefined ? undefined : { id: Number(id), hash };
}

function filterOf({ from, to, user, operation, kind, project, status }: FilterQuery): AuditFilter {
  return {
    ...(from === undefined ? {} : { from: momentOf(from, 'from') }),
    // If the end is a day, the whole day is included.
    ...(to === undefined ? {} : { to: new Date(momentOf(to, 'to').getTime() + (to.length === 10 ? DAY_MS : 1)) }),
    ...(user ? { login: user } : {}),
    ...(operation ? { operation } : {}),
    ...(kind ? { operations: actionsAbout(kind) } : {}),
    ...(project === undefined ? {} : { projectId: project }),
    ...(status ? { status } : {}),
  };
}

function momentOf(text: string, name: string): Date {
  const date = new Date(text.length === 10 ? `${text}T00:00:00Z` : `${text.replace(' ', 'T').replace(/Z$/, '')}Z`);
  // A date such as 2027-02-30 rolls over to March.
  if (Number.isNaN(date.getTime()) || !date.toISOString().startsWith(text.slice(0, 10)))
    throw badRequest(`The query parameter "${name}" must be a date that exists; ${text} does not.`);
  return date;
}

function entryModel(entry: AuditEntry) {
  return {
    id: entry.id,
    time: entry.at.toISOString(),
    userId: entry.userId,
    login: entry.login,
    via: entry.via,
    tokenId: entry.tokenId,
    address: entry.address,
    forwardedFor: entry.forwardedFor,
    userAgent: entry.userAgent,
    operation: entry.operation,
    method: entry.method,
    path: entry.path,
    requestId: entry.requestId,
    projectId: entry.projectId,
    jobId: entry.jobId,
    ids: entry.ids,
    details: entry.details,
    status: entry.status,
  };
}

const COLUMNS = [
  ...([
    'id',
    'time',
    'userId',
    'login',
    'via',
    'tokenId',
    'address',
    'forwardedFor',
    'userAgent',
    'operation',
  ] as const),
  ...(['method', 'path', 'requestId', 'projectId', 'jobId', 'ids', 'details', 'status'] as const),
];

/** RFC 4180. */
async function* csv(batches: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(',')}\r\n`;
  for await (const batch of batches)
    yield batch
      .map((entry) => {
        const model = entryModel(entry);
        return `${COLUMNS.map((name) => cell(model[name])).join(',')}\r\n`;
      })
      .join('');
}

async function* jsonl(batches: AsyncIterable<AuditEntry[]>): AsyncGenerator<string> {
  for await (const batch of batches) yield batch.map((entry) => `${JSON.stringify(entryModel(entry))}\n`).join('');
}

/** Spreadsheets read a text that begins with one of these as a formula. An apostrophe in front keeps it a text. */
const LOOKS_LIKE_A_FORMULA = /^[=+\-@\t\r]/;

function cell(value: unknown): string {
  if (value === null || typeof value === 'number') return String(value ?? '');
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const safe = LOOKS_LIKE_A_FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
