// Protects against stale writes: if two people edit an object, the second must not overwrite the first unknowingly. The version of an object is a
// digest of its editable members, as its GET shows them. So it needs no column, changes with every kind of change, and ignores computed members.
// Answers have it as `entityVersion` (and `ETag`). If a change sends a version (as this member, or as `If-Match`) that is no longer the current one,
// it is refused, and the answer has the current object. A change without a version is accepted.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import type { App } from '../app.ts';
import type { Db } from '../db/postgres/connection.ts';
import { joinedDb } from '../db/postgres/joined.ts';
import { type AuditChange, changesBetween } from '../domain/audit/changes.ts';
import { AppError } from '../errors.ts';
import type { Call } from './call.ts';
import type { Reply } from './replies.ts';

type Shown = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: each entity knows which parameters its routes have.
type EntityCall = Pick<Call<any, any, any>, 'app' | 'caller' | 'params' | 'query' | 'body'>;

export interface Entity {
  /** The name in sentences: "folder". */
  name: string;
  /** The shown members that people edit. */
  members: readonly string[];
  /** Shown members that people change by operations of their own; the audit log notes their changes as well. */
  alsoNoted?: readonly string[];
  /** Members that the audit log names without values: they may contain a secret. */
  unrecorded?: readonly string[];
  /** Loads the current object in the shape of its GET, by the parameters of the route that changes it. */
  load(call: EntityCall): Promise<object>;
  /** The same with the members above alone, where the whole costs much more. */
  loadMembers?(call: EntityCall): Promise<object>;
}

export const VERSION_MEMBER = 'entityVersion';

/** Leaves out the version member, because the version is not a part of itself. */
export function entity({ members, ...input }: Entity): Entity {
  return { ...input, members: members.filter((name) => name !== VERSION_MEMBER) };
}

/** The row with this id, for an entity that only a list shows. */
export function rowOf(rows: readonly { id: number }[], id: number, missing: () => AppError): object {
  const row = rows.find((one) => one.id === id);
  if (!row) throw missing();
  return row;
}

function versionOf({ members }: Entity, shown: object): string {
  const edited = members.map((member) => (shown as Shown)[member] ?? null);
  return createHash('sha256').update(JSON.stringify(edited)).digest('base64url').slice(0, 22);
}

/** Adds the version to the object or to each object of the list in an answer. */
export function withVersions(shows: Entity, reply: Reply): Reply {
  const body = reply.body as { data?: unknown } | undefined;
  const shown = body?.data;
  if (reply.status !== 200 || typeof shown !== 'object' || shown === null) return reply;
  if (Array.isArray(shown)) return { ...reply, body: { ...body, data: shown.map((one) => stamped(shows, one).thing) } };
  const { thing, version } = stamped(shows, shown);
  return { ...reply, headers: { ...reply.headers, ETag: `"${version}"` }, body: { ...body, data: thing } };
}

function stamped(shows: Entity, shown: object): { thing: Shown; version: string } {
  const version = versionOf(shows, shown);
  return { thing: { ...shown, [VERSION_MEMBER]: version }, version };
}

export interface SentVersions {
  /** The header If-Match. */
  header: string | undefined;
  /** The body member. */
  member: string | undefined;
}

/** For each server: running changes, by object. */
const underWay = new WeakMap<App, Map<string, Promise<unknown>>>();
/** First number of the locks on objects during a change; the second is computed from the object's name and id. Locks with two numbers never meet those with one. */
const EDIT_LOCKS = 7_220_813;

/**
 * Runs a change unless the caller's version is stale. Changes of one object run one after the other, on all servers of the database: the comparison
 * and the change are one transaction, which locks the object until the commit. `run` gets the database to use.
 */
export function runEdit(
  edits: Entity,
  call: EntityCall,
  sent: SentVersions,
  run: (db: Db) => Promise<Reply>,
  onChanged: (changes: AuditChange[]) => void,
): Promise<Reply> {
  const thing = `${edits.name} ${idOf(call)}`;
  const isVersionSent = sent.header !== undefined || sent.member !== undefined;
  // Changes on this server wait here, so that they use no database connections meanwhile.
  return inTurn(call.app, thing, async () => {
    const { answer, after } = await call.app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${EDIT_LOCKS}, hashtext(${thing}))`.execute(tx);
      const db = joinedDb(tx);
      const within = { ...call, app: { ...call.app, db } };
      const loadMembers = () => (edits.loadMembers ?? edits.load)(within).catch(nothingIfRefused);
      // A caller with a stale version is shown the whole object.
      const before = isVersionSent ? await edits.load(within) : await loadMembers();
      if (isVersionSent && before) refuseStale(edits, before, sent);
      const answer = await run(db);
      const after = before && answer.status === 200 ? await loadMembers() : undefined;
      if (before && after) onChanged(changesOf(edits, before, after));
      return { answer, after };
    });
    // What was deleted has no version.
    if (!isVersionSent || after === undefined) return answer;
    return { ...answer, headers: { ...answer.headers, ETag: `"${versionOf(edits, after)}"` } };
  });
}

/** What cannot be loaded has no values to note; the operation itself says why. */
function nothingIfRefused(error: unknown): undefined {
  if (!(error instanceof AppError)) throw error;
}

function changesOf({ members, alsoNoted = [], unrecorded }: Entity, before: object, after: object): AuditChange[] {
  return changesBetween(before as Shown, after as Shown, [...members, ...alsoNoted], unrecorded);
}

function refuseStale(edits: Entity, shown: object, { header, member }: SentVersions): void {
  const { thing, version } = stamped(edits, shown);
  const isOtherHeader = header !== undefined && !fits(header, version);
  if (!isOtherHeader && (member === undefined || member === version)) return;
  throw new AppError(isOtherHeader ? 'preconditionFailed' : 'conflict', {
    message: `The ${edits.name} was changed by somebody else in the meantime, so nothing was saved. "data" is what it is now.`,
    current: thing,
  });
}

/** `*`, or versions in quotes. Proxies that compress mark them as weak. */
function fits(header: string, version: string): boolean {
  if (header.trim() === '*') return true;
  return header.split(',').some((one) => one.trim().replace(/^W\//, '').replaceAll('"', '') === version);
}

function idOf({ params, query, body }: EntityCall): string {
  const [first] = Object.values(params ?? {});
  return String(first ?? query?.instanceId ?? body?.id ?? '').toLowerCase();
}

async function inTurn<T>(app: App, key: string, act: () => Promise<T>): Promise<T> {
  const running = underWay.get(app) ?? new Map<string, Promise<unknown>>();
  underWay.set(app, running);
  const before = running.get(key) ?? Promise.resolve();
  const turn = before.then(act, act);
  const settled = turn.catch(() => undefined);
  running.set(key, settled);
  try {
    return await turn;
  } finally {
    if (running.get(key) === settled) running.delete(key);
  }
}

/** Throws if the schema of a change or of an answer lacks the version: see `versioned` in http/models/schemas.ts. */
export function checkVersioned(routeId: string, schema: TSchema | undefined): void {
  const { properties, items, data = properties?.data } = (schema ?? {}) as VersionedShape;
  const inner = items ?? data;
  if (inner) checkVersioned(routeId, inner);
  else if (properties && !(VERSION_MEMBER in properties))
    throw new Error(`${routeId} shows or changes what people edit: add ...versioned to the members of its model`);
}

interface VersionedShape {
  properties?: Record<string, TSchema>;
  items?: TSchema;
  data?: TSchema;
}
