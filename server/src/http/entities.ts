// Stale writes: two people edit one thing, and the second must not wipe what the first wrote without knowing. A thing's version is a digest
// of what people edit of it, as its GET shows it; so it needs no column, changes by whatever way the thing was changed, and not when only
// figures beside it did. Answers carry it as `entityVersion` (and `ETag`); whoever sends it back with a change (as that member, or as
// `If-Match`) is refused when it is no longer the thing's, with the thing as it is now. Who sends none is let through.
import { createHash } from 'node:crypto';
import { type TObject, type TSchema, Type } from 'typebox';
import { AppError } from '../errors.ts';
import type { Reply } from './replies.ts';
import type { BodySpec, Call } from './route.ts';

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

/** Only helps the compiler. */
export function entity(input: Entity): Entity {
  return input;
}

/** An entity that only a list shows: the row with this id. */
export function rowOf(rows: readonly { id: number }[], id: number, missing: () => AppError): object {
  const row = rows.find((one) => one.id === id);
  if (!row) throw missing();
  return row;
}

export function versionOf({ members }: Entity, shown: object): string {
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

const running = new Map<string, Promise<unknown>>();

/**
 * Runs a change unless the caller's version is stale. Changes of one thing wait for one another, so that nothing comes between the look at
 * it and the change.
 */
export function runEdit(
  edits: Entity,
  call: EntityCall,
  sent: SentVersions,
  run: () => Promise<Reply>,
): Promise<Reply> {
  return inTurn(`${edits.name} ${idOf(call)}`, async () => {
    if (sent.header === undefined && sent.member === undefined) return run();
    refuseStale(edits, await edits.load(call), sent);
    const reply = await run();
    if (reply.status !== 200) return reply;
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

async function inTurn<T>(key: string, act: () => Promise<T>): Promise<T> {
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

const Version = Type.Optional(
  Type.String({
    maxLength: 100,
    description:
      'Version of what people edit of it; sent back with a change, the change is refused when somebody else came first',
  }),
);

/** The body's schema with the version as a further member. */
export function bodyWithVersion<B extends BodySpec | undefined>(body: B): B {
  const schema = body as TObject | undefined;
  if (schema?.type !== 'object' || !schema.properties) return body;
  return Type.Object({ ...schema.properties, [VERSION_MEMBER]: Version }, optionsOf(schema)) as unknown as B;
}

/** The schema of an answer in the `data` envelope, with the version in it. */
export function answerWithVersion(schema: TSchema): TSchema {
  const envelope = schema as TObject;
  const shown = envelope.properties?.data as (TSchema & { type?: string; items?: TSchema }) | undefined;
  if (!shown) return schema;
  const data =
    shown.type === 'array' ? Type.Array(stampedSchema(shown.items as TSchema), optionsOf(shown)) : stampedSchema(shown);
  return Type.Object({ ...envelope.properties, data }, optionsOf(envelope));
}

function stampedSchema(schema: TSchema): TSchema {
  const { properties } = schema as TObject;
  if (properties) return Type.Object({ ...properties, [VERSION_MEMBER]: Version }, optionsOf(schema));
  return Type.Intersect([schema, Type.Object({ [VERSION_MEMBER]: Version })]);
}

/** Description and whatever else stands beside type, members and elements. */
function optionsOf(schema: TSchema): Record<string, unknown> {
  const { type: _type, properties: _properties, required: _required, items: _items, ...options } = schema as Shown;
  return options;
}
