// Writes calls to the audit log (docs/adr/0011-audit-log.md). A change gets a line that is committed before the operation begins, and one with its
// outcome afterwards. So a killed server leaves a trace of every change.
import { isFields } from '@assay/scanner/items';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../app.ts';
import type { AuditLine } from '../db/audit-log/entries.ts';
import { namesOfThings } from '../db/audit-log/names.ts';
import { thingIn } from '../domain/audit/things.ts';
import { kindsNamedBy } from '../domain/audit/words.ts';
import { AppError } from '../errors.ts';
import { callerAddress } from '../security/proxies.ts';
import type { AuditNote, Caller } from './call.ts';
import { toldPath } from './request-log.ts';
import { isFormBody, isRawBody, type Route } from './route.ts';

/** The audit lines of one call, from its beginning to its answer. */
export interface AuditTrail {
  /** The caller, once known. */
  caller?: Caller;
  /** The project of the call, if the checks have named one. */
  readonly projectId: number | null;
  note(note: AuditNote): void;
  /** Call this when the checks have passed and before the operation runs: it writes the first line of a change. */
  begin(input: { params: unknown; query: unknown; body: unknown }): Promise<void>;
  answered(body: unknown): void;
  failed(error: unknown): void;
  /** Call this before the answer is sent. */
  close(status: number): Promise<void>;
}

const TEXT_LENGTH = 500;
const MOST_FIELDS = 50;
const MOST_IDS = 20;
const trails = new WeakMap<FastifyRequest, AuditTrail>();

/** Writes the outcome of each call before its answer is sent. */
export function closeTrails(server: FastifyInstance): void {
  server.addHook('onSend', async (request: FastifyRequest, reply: FastifyReply) => {
    const trail = trails.get(request);
    trails.delete(request);
    await trail?.close(reply.statusCode);
  });
}

export function trailOf(request: FastifyRequest): AuditTrail | undefined {
  return trails.get(request);
}

export function openTrail(app: App, route: Route, request: FastifyRequest): AuditTrail {
  const isChange = route.method !== 'GET';
  const notes: AuditNote = {};
  let ids: Record<string, unknown> = {};
  let fields: string[] = [];
  let begun: number | undefined;
  let error: string | undefined;
  let isNoted = false;

  const line = (): AuditLine => {
    const caller = trail.caller;
    return {
      userId: caller?.id || (notes.userId ?? null),
      login: caller?.login || (notes.login ?? ''),
      tokenId: caller?.tokenId || null,
      via: caller?.id ? (caller.viaCookie ? 'session' : 'token') : 'login',
      address: callerAddress(request),
      forwardedFor: headerText(request.headers['x-forwarded-for']),
      userAgent: headerText(request.headers['user-agent']),
      operation: route.id,
      method: request.method,
      path: toldPath(request).slice(0, TEXT_LENGTH * 4),
      requestId: request.id,
      projectId: notes.projectId ?? projectOf(ids),
      ids,
      details: { ...(fields.length === 0 ? {} : { fields }), ...(error ? { error } : {}), ...notes.details },
    };
  };

  /** Reads are recorded if the route asks for it and the answer is 200. Changes by unknown callers are not recorded, except attempts to sign in. */
  const isWorthALine = (status: number) => {
    if (isChange) return trail.caller?.id ? true : !route.access.needsSignIn;
    return route.isAudited && request.method === 'GET' && status === 200;
  };

  const trail: AuditTrail = {
    get projectId() {
      return notes.projectId ?? null;
    },
    note(note) {
      if (note.details || note.userId !== undefined || note.login !== undefined) isNoted = true;
      Object.assign(notes, note, { details: { ...notes.details, ...note.details } });
    },
    async begin({ params, query, body }) {
      ids = { ...idsOf(body), ...idsOf(query), ...idsOf(params) };
      fields = isRawBody(route.body) || isFormBody(route.body) ? [] : fieldsOf(body);
      if (route.method === 'DELETE') {
        const names = await namesBeforeDeletion(app, route.id, { ids, projectId: notes.projectId });
        if (names) trail.note({ details: { names } });
      }
      if (isChange) begun = await app.audit.write(line());
    },
    answered(body) {
      ids = { ...ids, ...madeBy(body) };
    },
    failed(failure) {
      error = failure instanceof AppError ? failure.code : 'fault';
    },
    async close(status) {
      const end = { ...line(), status: String(status) };
      // An unavailable database must not hold up the answer that reports it.
      const isFault = status >= 500;
      if (begun !== undefined) {
        const outcome = { ...end, about: begun };
        // A change with notes is recorded before its caller learns of the success; a bare status may be written later.
        if (isNoted && !isFault) await app.audit.write(outcome);
        else app.audit.writeLater(outcome);
      } else if (isWorthALine(status)) {
        if (isFault) app.audit.writeLater(end);
        else await app.audit.write(end);
      }
    },
  };
  trails.set(request, trail);
  return trail;
}

/** Afterwards nobody could say what was deleted. */
async function namesBeforeDeletion(
  app: App,
  operation: string,
  { ids, projectId = projectOf(ids) ?? undefined }: { ids: Record<string, unknown>; projectId: number | undefined },
): Promise<Record<string, string> | undefined> {
  const place = { projectId: projectId ?? null, jobId: null, ids, details: {} };
  const things = [...new Set(['project', ...kindsNamedBy(operation)])].flatMap((kind) => thingIn(kind, place) ?? []);
  const nameOf = await namesOfThings(app.db, things);
  const names = things.flatMap((thing) => {
    const found = nameOf(thing);
    return found ? [[thing.kind, found.name.slice(0, TEXT_LENGTH)]] : [];
  });
  return names.length === 0 ? undefined : Object.fromEntries(names);
}

function headerText(value: string | string[] | undefined): string {
  return String(value ?? '').slice(0, TEXT_LENGTH);
}

/** Names of members with ids: `id`, `projectId`, `userIds`. Their values are numbers; those of logins and templates are names. */
function idsOf(part: unknown): Record<string, unknown> {
  if (!isFields(part)) return {};
  const known = Object.entries(part).flatMap(([name, value]) => {
    if (!/(^id|Ids?)$/.test(name)) return [];
    if (Number.isSafeInteger(value)) return [[name, value]];
    if (typeof value === 'string') return [[name, value.slice(0, TEXT_LENGTH)]];
    if (Array.isArray(value) && value.every(Number.isSafeInteger)) return [[name, value.slice(0, MOST_IDS)]];
    return [];
  });
  return Object.fromEntries(known);
}

function projectOf(ids: Record<string, unknown>): number | null {
  return typeof ids.projectId === 'number' ? ids.projectId : null;
}

/** Only names, because a value may be a secret. The schema has refused unknown names. */
function fieldsOf(body: unknown): string[] {
  if (!isFields(body)) return [];
  return Object.entries(body)
    .flatMap(([name, value]) =>
      isFields(value) ? [name, ...Object.keys(value).map((inner) => `${name}.${inner}`)] : [name],
    )
    .slice(0, MOST_FIELDS)
    .map((name) => name.slice(0, TEXT_LENGTH));
}

/** The id of the created object in the answer: a record, or the job that will create it. */
function madeBy(body: unknown): Record<string, unknown> {
  if (!isFields(body) || 'rows' in body) return {};
  const { id, data, 'Content: ': content } = body;
  const inner = isFields(data) ? data : {};
  const made = [id, inner.id, inner.taskId, inner.jobId, content].find((one) => Number.isSafeInteger(one));
  return made === undefined ? {} : { madeId: made };
}
