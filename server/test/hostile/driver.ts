// Sends one call of an operation to the server and checks what must be true of every answer. It collects
// violations, one for each operation and kind, so that one run reports everything.
import { Ajv, type ValidateFunction } from 'ajv';
import type { LightMyRequestResponse } from 'fastify';
import { API_PREFIXES, isFormBody, isRawBody, type Route } from '../../src/http/route.ts';
import type { Harness, Person } from '../harness.ts';
import { jsonText, MISSING, percentEncoded, type Sampler, type Schema, sample, schemaOf } from './inputs.ts';

export interface Request {
  params: Record<string, unknown>;
  query: Record<string, unknown>;
  /** JSON value; texts of a form; bytes of a raw body. */
  body: unknown;
  headers?: Record<string, string>;
  /** Sent unchanged instead of the body. */
  payload?: Buffer | string;
  prefix?: string;
  /** Appended to the path. */
  suffix?: string;
}

interface Sent {
  status: number;
  text: string;
}

/** A call that should pass; `also` names members beyond those that the schemas require. */
export function validRequest(route: Route, sampler: Sampler, also: string[] = []): Request {
  const part = (schema: Route['params']) => withAlso(schemaOf(schema) ?? {}, sampler, also);
  const { body } = route;
  const isJson = body && !isRawBody(body) && !isFormBody(body);
  return {
    params: part(route.params),
    query: part(route.query),
    body: isJson ? withAlso(schemaOf(body) ?? {}, sampler, also) : validBody(route, sampler),
  };
}

function withAlso(schema: Schema, sampler: Sampler, also: string[]): Record<string, unknown> {
  if (schema.type !== undefined && schema.type !== 'object') return sample(schema, sampler) as Record<string, unknown>;
  const least = sample({ type: 'object', ...schema }, sampler) as Record<string, unknown>;
  const more = also.filter((name) => schema.properties?.[name]);
  return {
    ...least,
    ...Object.fromEntries(more.map((name) => [name, sample(schema.properties?.[name] ?? {}, sampler, [name])])),
  };
}

function validBody(route: Route, sampler: Sampler): unknown {
  const { body } = route;
  if (!body) return undefined;
  if (isRawBody(body)) return Buffer.from('no archive at all');
  if (!isFormBody(body)) return undefined;
  const parts = Object.entries(body.form).filter(([, part]) => !part.isOptional);
  return Object.fromEntries(
    parts.map(([name, part]) => [name, part.isFile ? Buffer.from('{}') : (sampler([name]) ?? 'text')]),
  );
}

export const BOUNDARY = 'a-boundary-of-the-test';

/** Multipart as clients send it; buffers become files. */
export function formText(parts: Record<string, unknown>, fileName = 'file.json'): Buffer {
  const chunks = Object.entries(parts).flatMap(([name, value]) => {
    const isFile = Buffer.isBuffer(value);
    const disposition = `form-data; name="${name}"${isFile ? `; filename="${fileName}"` : ''}`;
    const type = isFile ? 'Content-Type: application/octet-stream\r\n' : '';
    const head = `--${BOUNDARY}\r\nContent-Disposition: ${disposition}\r\n${type}\r\n`;
    return [Buffer.from(head), isFile ? value : Buffer.from(String(value)), Buffer.from('\r\n')];
  });
  return Buffer.concat([...chunks, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

export interface Driver {
  complaints: Map<string, string>;
  calls: number;
  /** Operations that answered a call with success. */
  succeeded: Set<string>;
  /** For the other operations, the first answer. */
  refused: Map<string, string>;
  send(route: Route, request: Request, as: Person | null, what: string): Promise<Sent>;
}

export interface DriverOptions {
  h: Harness;
  /** No answer may contain it. */
  secret: string;
  /** True for people who may see the secret in answers. */
  mayKnow(person: Person | null): boolean;
  patienceMs: number;
}

export function createDriver({ h, secret, mayKnow, patienceMs }: DriverOptions): Driver {
  const complaints = new Map<string, string>();
  const complain = (route: Route, kind: string, detail: string) => {
    const key = `${route.id}: ${kind}`;
    if (!complaints.has(key)) complaints.set(key, `${key} – ${detail}`);
  };
  // An answer may repeat the input of the caller.
  const knows = (as: Person | null, { params, query, body }: Request) =>
    mayKnow(as) || JSON.stringify([params, query, body])?.includes(secret);
  const driver: Driver = {
    complaints,
    calls: 0,
    succeeded: new Set(),
    refused: new Map(),
    async send(route, request, as, what) {
      driver.calls++;
      const answer = await inTime(h.server.inject(injection(route, request, as)), patienceMs);
      if (!answer) {
        complain(route, 'answers', `not within ${patienceMs} ms: ${what}`);
        return { status: 0, text: '' };
      }
      const sent = { status: answer.statusCode, text: answer.body };
      if (sent.status < 300) driver.succeeded.add(route.id);
      else if (!driver.refused.has(route.id)) driver.refused.set(route.id, `${sent.status} ${sent.text}`);
      for (const [kind, detail] of faultsOf(isElsewhere(route, request) ? undefined : route, answer))
        complain(route, kind, `${what}: ${detail}`);
      for (const [kind, detail] of leaksOf(h, {
        id: sent.status < 300 ? route.id : '',
        text: sent.text,
        secret: knows(as, request) ? undefined : secret,
      }))
        complain(route, kind, `${what}: ${detail}`);
      return sent;
    },
  };
  return driver;
}

/** Undefined when the time is over. */
async function inTime<T>(work: Promise<T>, ms: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), ms);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}

function injection(route: Route, request: Request, as: Person | null) {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name) => textOf(request.params[name]));
  const query = Object.entries(request.query)
    .filter(([, value]) => value !== MISSING && value !== undefined)
    .flatMap(([name, value]) =>
      (Array.isArray(value) ? value : [value]).map((one) => `${percentEncoded(name)}=${textOf(one)}`),
    )
    .join('&');
  const prefix = route.isAtRoot ? '' : (request.prefix ?? API_PREFIXES[0]);
  const payload = request.payload ?? payloadOf(route, request.body);
  return {
    method: route.method as 'GET',
    url: `${prefix}${path}${request.suffix ?? ''}${query ? `?${query}` : ''}`,
    headers: {
      'content-type': contentType(route),
      ...(as ? { authorization: `Bearer ${as.token}` } : {}),
      ...request.headers,
    },
    ...(payload === undefined ? {} : { payload }),
  };
}

function textOf(value: unknown): string {
  if (value === MISSING || value === undefined) return '';
  return percentEncoded(typeof value === 'object' ? jsonText(value) : String(value));
}

function contentType(route: Route): string {
  if (isFormBody(route.body)) return `multipart/form-data; boundary=${BOUNDARY}`;
  return isRawBody(route.body) ? 'application/octet-stream' : 'application/json';
}

function payloadOf(route: Route, body: unknown): Buffer | string | undefined {
  if (body === undefined || body === MISSING) return undefined;
  if (isFormBody(route.body)) return formText(body as Record<string, unknown>);
  return isRawBody(route.body) ? (body as Buffer) : jsonText(body);
}

const ajv = new Ajv({ strict: false, allErrors: true });
const validators = new Map<object, ValidateFunction>();

function validatorOf(schema: object): ValidateFunction {
  const known = validators.get(schema) ?? ajv.compile(schema);
  validators.set(schema, known);
  return known;
}

type Fault = [kind: string, detail: string];

/** Without a part of its path, or with one that the router cannot read, a call goes to another operation or to none. */
function isElsewhere(route: Route, { params, suffix = '' }: Request): boolean {
  const values = /\{/.test(route.path) ? Object.values(params) : [];
  return (
    values.some((value) => textOf(value) === '' || !isReadable(textOf(value))) ||
    !isReadable(suffix.replace(/\?.*$/s, ''))
  );
}

function isReadable(escaped: string): boolean {
  try {
    decodeURIComponent(escaped);
    return true;
  } catch {
    return false;
  }
}

/** Answers that every operation may give without declaring them. */
function isUnderstood(route: Route, status: number): boolean {
  if (status === 400 || status === 413 || status === 429) return true;
  // Strangers may be refused as a page of another site, or for a body that a form could send (http/foreign-pages.ts).
  return status === 403 || status === (route.access.needsSignIn ? 401 : 415);
}

function faultsOf(route: Route | undefined, answer: LightMyRequestResponse): Fault[] {
  const { statusCode: status, body: text } = answer;
  if (!route) return status >= 500 && status !== 501 && status !== 503 ? [['faults', `${status} ${text}`]] : [];
  const type = String(answer.headers['content-type'] ?? '');
  const excerpt = `${status} ${text.slice(0, 300)}`;
  const spec = route.responses[status];
  if (status >= 500 && !((status === 501 || status === 503) && spec)) return [['faults', excerpt]];
  if (status === 401 && type.startsWith('text/html')) return [];
  const isJson = type.startsWith('application/json');
  const body = isJson && text !== '' ? parsed(text) : undefined;
  // The router found no operation at the address, so no code of ours ran.
  if (status === 404 && (body as { error?: string })?.error === 'Not Found') return [];
  const faults: Fault[] = [];
  if (!spec && !isUnderstood(route, status)) faults.push([`declares ${status}`, excerpt]);
  if (status >= 400 && !isEnvelope(route, body)) faults.push(['answers errors in its envelope', excerpt]);
  if (status < 400 && spec?.schema && !spec.mediaType && !isSchemaKept(spec.schema, body))
    faults.push([`answers ${status} as described`, `${ajv.errorsText(validatorOf(spec.schema).errors)} in ${excerpt}`]);
  return faults;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isSchemaKept(schema: object, body: unknown): boolean {
  return validatorOf(schema)(body) as boolean;
}

function isEnvelope(route: Route, body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  if (route.family === 'legacy') return Object.keys(body).join() === 'Arguments: ,Key: ,Error: ';
  const { errors, requestId, ...more } = body as {
    errors?: { message?: unknown }[];
    requestId?: unknown;
    data?: unknown;
  };
  // The refusal of a stale change contains the current state of the thing.
  const { data: _current, ...rest } = route.edits ? more : { data: undefined, ...more };
  const hasMessage = Array.isArray(errors) && typeof errors[0]?.message === 'string' && errors[0].message !== '';
  return hasMessage && typeof requestId === 'string' && Object.keys(rest).length === 0;
}

/**
 * Internal details that no answer may contain: stack traces, folders of the server, texts of queries, words of
 * libraries.
 */
const INSIDES = [
  /\n\s+at /,
  /node:internal|node_modules|file:\/\/\//,
  /\.ts:\d+/,
  /"(stack|routine|constraint)":|"severity":"(ERROR|FATAL|PANIC)"/,
  /\b(select|update|insert into|delete from)\b.*\b(from|set|values|where)\b/i,
  /relation ".*"|column ".*"|violates|duplicate key|invalid input syntax|invalid byte sequence|out of range for type/,
  /\b(TypeError|RangeError|ReferenceError|SyntaxError|ENOENT|EACCES|ECONNREFUSED|Kysely|ajv|graphile)\b/,
  /Cannot read propert|is not a function|is not iterable|undefined was|\[object Object\]/,
];

/** For administrators of the system: where the disk is full, and what can be in the audit log ("update of … of {project}"). */
const SHOWS_FOLDERS = new Set(['getInstallation', 'getInstallationStorage']);
const SHOWS_WORDS = new Set(['listAuditActions']);

function leaksOf(h: Harness, { id, text, secret }: { id: string; text: string; secret: string | undefined }): Fault[] {
  const faults: Fault[] = [];
  const excerpt = (at: number) => text.slice(Math.max(0, at - 100), at + 200);
  for (const pattern of SHOWS_WORDS.has(id) ? [] : INSIDES) {
    const at = text.search(pattern);
    if (at >= 0) faults.push(['keeps its insides to itself', excerpt(at)]);
  }
  for (const folder of SHOWS_FOLDERS.has(id) ? [] : [h.app.folder.root, process.cwd()])
    if (text.includes(folder)) faults.push(['keeps its folders to itself', excerpt(text.indexOf(folder))]);
  if (secret && text.includes(secret)) faults.push(['keeps secrets of other people', excerpt(text.indexOf(secret))]);
  return faults;
}
