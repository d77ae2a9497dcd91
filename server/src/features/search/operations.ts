// The search over everything. All kinds are searched at once. An answer waits a moment for them; the kinds that take longer are named, and the caller asks
// for them again, alone. So a slow kind never delays a fast one, and a request costs a bounded time of the database.
import type { App } from '../../app.ts';
import type { Db } from '../../db/postgres/connection.ts';
import { longTransaction } from '../../db/postgres/long-transactions.ts';
import {
  findComponents,
  findFilesByDigest,
  findFilesByName,
  findHolders,
  findProjects,
  findTasks,
  findVulnerabilities,
} from '../../db/search/everything.ts';
import { countOf } from '../../domain/count-text.ts';
import { FOUND_SHOWN, type SearchKind, searchKinds } from '../../domain/search/kinds.ts';
import { digestIn } from '../../domain/uses/subject.ts';
import { badRequest } from '../../errors.ts';
import type { Caller } from '../../http/call.ts';
import { findLicensesByWords } from '../../library/license-search.ts';

/** For all kinds. */
const FAST_MS = 400;
/** For kinds that were named: people wait for them while they read the others. */
const PATIENT_MS = 8000;

interface Found {
  id: number;
  title: string;
  detail: string;
  projectId?: number;
}

type Search = (db: Db, caller: Caller, text: string) => Promise<Found[]>;

const SEARCHES: Readonly<Record<SearchKind, Search>> = {
  PROJECTS: async (db, caller, text) =>
    (await findProjects(db, caller, text)).map(({ id, name, description }) => ({
      id,
      title: name,
      detail: firstLine(description),
    })),
  COMPONENTS: async (db, _, text) =>
    (await findComponents(db, text)).map(({ id, name, title, purl }) => ({ id, title: title || name, detail: purl })),
  LICENSES: async (db, _, text) =>
    (await findLicensesByWords(db, text, { onlyCustom: false })).slice(0, FOUND_SHOWN + 1).map((license) => ({
      id: license.id,
      title: license.short_name,
      detail: license.name,
    })),
  VULNERABILITIES: async (db, _, text) =>
    (await findVulnerabilities(db, text)).map(({ id, name, summary, severity }) => ({
      id,
      title: name,
      detail: [severity === 'UNKNOWN' ? '' : severity.toLowerCase(), firstLine(summary)].filter(Boolean).join(' · '),
    })),
  TASKS: async (db, caller, text) =>
    (await findTasks(db, caller, text)).map(({ id, summary, isClosed, projectId, projectName }) => ({
      id,
      title: summary,
      detail: isClosed ? `${projectName} · closed` : projectName,
      projectId,
    })),
  FILES: async (db, caller, text) => {
    const digest = digestIn(text);
    const files = digest ? await findFilesByDigest(db, caller, digest) : await findFilesByName(db, caller, text);
    return files.map(({ id, path, projectId, projectName }) => ({ id, title: path, detail: projectName, projectId }));
  },
  HOLDERS: async (db, caller, text) =>
    (await findHolders(db, caller, text)).map(({ holder, files }) => ({
      id: 0,
      title: holder,
      detail: countOf(files, 'file'),
    })),
};

export async function searchEverything(
  app: App,
  caller: Caller,
  query: { find: string; kind?: SearchKind },
  signal: AbortSignal,
) {
  const text = query.find.trim();
  if (text === '') throw badRequest('The parameter "find" must not be blank.');
  const kinds = query.kind === undefined ? searchKinds : [query.kind];
  const limit = query.kind === undefined ? FAST_MS : PATIENT_MS;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(limit)]);
  const answers = await Promise.all(
    kinds.map(async (kind) => ({ kind, found: await searchOne(app.db, caller, { kind, text }, inTime, limit) })),
  );
  signal.throwIfAborted();
  return {
    groups: answers.flatMap(({ kind, found }) =>
      found ? [{ kind, rows: found.slice(0, FOUND_SHOWN), isMore: found.length > FOUND_SHOWN }] : [],
    ),
    late: answers.flatMap(({ kind, found }) => (found ? [] : [kind])),
  };
}

/** Undefined if the time is over. */
async function searchOne(
  db: Db,
  caller: Caller,
  { kind, text }: { kind: SearchKind; text: string },
  inTime: AbortSignal,
  statementTimeoutMs: number,
): Promise<Found[] | undefined> {
  try {
    return await longTransaction(db, { signal: inTime, statementTimeoutMs }, (tx) => SEARCHES[kind](tx, caller, text));
  } catch (error) {
    if (inTime.aborted || isTimeout(error)) return undefined;
    throw error;
  }
}

/** PostgreSQL's code of a cancelled statement. */
const isTimeout = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === '57014';

const firstLine = (text: string): string => (text.split('\n')[0] ?? '').slice(0, 200);
