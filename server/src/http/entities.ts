// Stale writes: two people edit one thing, and the second must not wipe what the first wrote without knowing. A thing's version is a digest
// of what people edit of it, as its GET shows it; so it needs no column, changes by whatever way the thing was changed, and not when only
// figures beside it did. Answers carry it as `entityVersion` (and `ETag`); whoever sends it back with a change (as that member, or as
// `If-Match`) is refused when it is no longer the thing's, with the thing as it is now. Who sends none is let through.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { TSchema } from 'typebox';
import type { App } from '../app.ts';
import type { Db } from '../db/postgres/connection.ts';
import { joinedDb } from '../db/postgres/joined.ts';
import { AppError } from '../errors.ts';
import type { Call } from './call.ts';
import type { Reply } from './replies.ts';

type Shown = Record<string, unknown>;
// biome-ignore lint/suspicious/noExplicitAny: each entity knows which parameters its routes have.
type EntityCall = Pick<Call<any, any, any>, 'app' | 'caller' | 'params' | 'query' | 'body'>;

export interface Entity {
  /** As sentences name it: "folder". */
  name: string;
  /** The members, of those shown, that people edit. */
  members: readonly string[];
  /** The thing as it is now, in the shape of its GET, found by what the route of a change is given. */
  load(call: EntityCall): Promise<object>;
}

export const VERSION_MEMBER = 'entityVersion';

/** Members that are taken from a model hold the version itself, which is no part of what it is the version of. */
export function entity({ members, ...input }: Entity): Entity {
  return { ...input, members: members.filter((name) => name !== VERSION_MEMBER) };
}

/** An entity that only a list shows: the row with this id. */
export function rowOf(rows: readonly { id: number }[], id: number, missing: () => AppError): object {
  const row = rows.find((one) => one.id === id);
  if (!row) throw missing();
  return row;
}

function versionOf({ members }: Entity, shown: object): string {
  const edited = members.map((member) => (shown as Shown)[member] ?? null);
  return createHash('sha256').update(JSON.stringify(edited)).digest('base64url').slice(0, 22);
}

/** Adds the version to what an answer shows: one thing, or a list of such. */
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
  /** The member of the body. */
  member: string | undefined;
}

/** Of each server: changes under way, by thing. */
const underWay = new WeakMap<App, Map<string, Promise<unknown>>>();
/** First number of the locks on things that are being changed; the second is made of the thing's name and id. */
const EDIT_LOCKS = 7_220_813;

/**
 * Runs a change unless the caller's version is stale. Changes of one thing wait for one another, on all servers of the database: the look at
 * it and the change are one transaction, which holds a lock on the thing until it is committed. `run` is given the database to work on.
 */
export function runEdit(
  edits: Entity,
  call: EntityCall,
  sent: SentVersions,
  run: (db: Db) => Promise<Reply>,
): Promise<Reply> {
  const thing = `${edits.name} ${idOf(call)}`;
  const isVersionSent = sent.header !== undefined || sent.member !== undefined;
  // Those of this server wait here, so that they hold no connections meanwhile.
  return inTurn(call.app, thing, async () => {
    const reply = await call.app.db.transaction().execute(async (tx) => {
      await sql`select pg_advisory_xact_lock(${EDIT_LOCKS}, hashtext(${thing}))`.execute(tx);
      const db = joinedDb(tx);
      if (isVersionSent) refuseStale(edits, await edits.load({ ...call, app: { ...call.app, db } }), sent);
      return run(db);
    });
    if (!isVersionSent || reply.status !== 200) return reply;
    return { ...reply, headers: { ...reply.headers, ETag: `"${versionOf(edits, await edits.load(call))}"` } };
  });
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

/** `*`, or versions in quotes; proxies that compress mark them as weak. */
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

/** Throws when the schema of a change, or of an answer, has no place for the version: see `versioned` in http/schemas.ts. */
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
