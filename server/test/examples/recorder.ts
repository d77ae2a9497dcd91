// Calls operations and records their requests and answers as examples. Values that change from run to run are replaced by fixed ones, and
// secrets are removed.
import type { Route } from '../../src/http/route.ts';
import { isFormBody, isRawBody } from '../../src/http/route.ts';
import { ALL_ROUTES } from '../../src/routes.ts';
import type { Answer, Harness, Person } from '../harness.ts';
import { BOUNDARY, formText, validRequest } from '../hostile/driver.ts';
import { ALSO, samplerFor, type Things } from '../hostile/meanings.ts';

export interface Said {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  raw?: Buffer;
  headers?: Record<string, string>;
  /** Parts of a form; buffers are files. */
  form?: Record<string, unknown>;
  /** The administrator, when absent. */
  as?: Person | null;
}

interface Example {
  request?: { params?: Record<string, unknown>; query?: Record<string, unknown>; body?: unknown };
  /** JSON values, or texts, by status. */
  answers: Record<string, unknown>;
}

export interface Recorder {
  examples: Map<string, Example>;
  /** Operations that answer bytes, which examples do not show. */
  answeredBytes: Set<string>;
  /** The HTML page for requests without a token. */
  unauthorized: string;
  /** Calls an operation that must succeed. Before its first success, makes the calls that it must refuse. Returns the JSON body. */
  say(id: string, said: Said): Promise<Record<string, unknown>>;
  /** Calls an operation that must answer this error. */
  refuse(id: string, said: Said, status: number): Promise<void>;
  /** Calls all remaining operations by their schemas: reading operations first, deleting ones last. */
  sayTheRest(things: Things): Promise<void>;
}

export type Say = Recorder['say'];
export type Refuse = Recorder['refuse'];
/** Of anything that the story makes. */
export type Id = number;

/** Bodies that the schemas do not describe. These operations do not answer JSON, or take archives. */
const isOpaque = (route: Route) => isRawBody(route.body) || isFormBody(route.body);
/** Actions that everybody who sees a public project may do. */
const STRANGERS_MAY = new Set([
  // Views of one person, in every project that this person may see.
  'createInventoryView',
  'createFileView',
  'updateInventoryView',
  'updateFileView',
  'deleteInventoryView',
  'deleteFileView',
  'generateReport',
  'generateReportLegacy',
]);
const NOWHERE = 999_999;
const FORM = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
const OCTETS = { 'content-type': 'application/octet-stream' };

export function createRecorder(h: Harness, stranger: Person): Recorder {
  const examples = new Map<string, Example>();
  const answeredBytes = new Set<string>();
  const exampleOf = (id: string) => {
    const example = examples.get(id) ?? { answers: {} };
    examples.set(id, example);
    return example;
  };
  const call = (route: Route, said: Said) =>
    h.call(route.method, pathOf(route, said), {
      as: said.as,
      body: said.body,
      ...(said.raw ? { raw: said.raw, headers: { ...OCTETS, ...said.headers } } : {}),
      ...(said.form ? { raw: formText(said.form, 'file.zip'), headers: FORM } : {}),
    });
  const note = (route: Route, answer: Answer) => {
    const { answers } = exampleOf(route.id);
    answers[answer.status] ??= showable(answer.body ?? answer.text);
  };
  const keep = (route: Route, said: Said, answer: Answer) => {
    exampleOf(route.id).request ??= showable(requestOf(said)) as Example['request'];
    if (isBinary(route, answer)) answeredBytes.add(route.id);
    else note(route, answer);
  };
  const refuseFirst = async (route: Route, said: Said) => {
    for (const [status, wrong] of wrongCalls(route, said, stranger)) {
      const answer = await call(route, wrong);
      if (answer.status === status) note(route, answer);
      // If a call succeeds that should be refused, it may have changed data that later calls use.
      else if (answer.status < 400 && route.method !== 'GET' && !CHANGE_NOTHING.has(route.id))
        throw unexpected(route, status, answer);
    }
  };
  const recorder: Recorder = {
    examples,
    answeredBytes,
    unauthorized: '',
    async say(id, said) {
      const route = routeOf(id);
      if (!examples.get(id)?.request) await refuseFirst(route, said);
      const answer = await call(route, said);
      if (answer.status >= 300 && answer.status !== 501) throw unexpected(route, 200, answer);
      keep(route, said, answer);
      return answer.body;
    },
    async refuse(id, said, status) {
      const answer = await call(routeOf(id), said);
      if (answer.status !== status) throw unexpected(routeOf(id), status, answer);
      // An example with an error is better than a missing one.
      exampleOf(id).answers[status] = showable(answer.body);
    },
    async sayTheRest(things) {
      recorder.unauthorized = (await h.call('GET', '/projects', { as: null })).text;
      for (const route of restOf(examples)) {
        const said = validRequest(
          route,
          samplerFor(route.id, { ...things, freshLogin: 'linus', freshName: 'fresh' }),
          ALSO[route.id],
        );
        const as = route.id === 'endSession' ? stranger : undefined;
        const request = { ...said, body: said.body as unknown, raw: undefined, as };
        await refuseFirst(route, isOpaque(route) ? { ...request, body: undefined } : request);
        if (!isOpaque(route)) keep(route, request, await call(route, request));
        await jobsOver(h);
      }
    },
  };
  return recorder;
}

function routeOf(id: string): Route {
  const route = ALL_ROUTES.find((one) => one.id === id);
  if (!route) throw new Error(`There is no operation ${id}.`);
  return route;
}

function unexpected(route: Route, wanted: number, answer: Answer): Error {
  return new Error(`${route.id} should answer ${wanted}; it answered ${answer.status}: ${answer.text.slice(0, 500)}`);
}

/** They take a document, and everybody who sees the project may call them. */
const CHANGE_NOTHING = new Set(['compareWithSentSbom']);

const TURN = { GET: 0, POST: 1, PUT: 1, PATCH: 1, DELETE: 2 };
/** Deleting the project deletes its parts, and a session ends last. */
const LAST = ['deleteProject', 'endSession'];

function restOf(examples: Map<string, Example>): Route[] {
  const rest = ALL_ROUTES.filter((route) => !examples.get(route.id)?.request && !LAST.includes(route.id));
  return [...rest.toSorted((a, b) => TURN[a.method] - TURN[b.method]), ...LAST.map(routeOf)];
}

async function jobsOver(h: Harness): Promise<void> {
  const { rows } = await h.database.pool.query<{ id: number }>(
    `select id from jobs where status in ('New', 'Scheduled', 'Active', 'Waiting on update') order by id`,
  );
  for (const { id } of rows) await h.jobOver(id);
}

function pathOf(route: Route, { params = {}, query = {} }: Said): string {
  const path = route.path.replaceAll(/\{(\w+)\}/g, (_all, name) => encodeURIComponent(String(params[name])));
  const search = Object.entries(query)
    .filter(([, value]) => value !== undefined && typeof value !== 'symbol')
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');
  return search ? `${path}?${search}` : path;
}

function requestOf({ params, query, body }: Said): unknown {
  const isThere = (part: unknown) => typeof part === 'object' && part !== null && Object.keys(part).length > 0;
  return {
    ...(isThere(params) ? { params } : {}),
    ...(isThere(query) ? { query } : {}),
    ...(body === undefined ? {} : { body }),
  };
}

/**
 * The same call without the right, for a missing thing, and without required input; each with the expected status.
 */
function wrongCalls(route: Route, said: Said, stranger: Person): [number, Said][] {
  const isFree = /^(anyone|signed in)/.test(route.access.name) || STRANGERS_MAY.has(route.id);
  const calls: [number, Said | undefined][] = [
    [403, isFree ? undefined : { ...said, as: stranger }],
    [route.responses[404] ? 404 : 400, pointedNowhere(route, said)],
    [400, withoutANeed(route, said)],
  ];
  return calls.filter((one): one is [number, Said] => one[1] !== undefined);
}

function pointedNowhere(route: Route, said: Said): Said | undefined {
  for (const part of ['params', 'query', 'form', 'body'] as const) {
    const members = said[part] as Record<string, unknown> | undefined;
    // Only members that name an existing thing. A name in a body is a new one.
    const names =
      part === 'body' ? /^(id|\w+Id)$/ : route.method === 'GET' ? /(id|Id|Name|alias|Path|login)$/ : /(id|Id|Name)$/;
    const name = Object.keys(members ?? {}).find((one) => names.test(one));
    if (!members || !name) continue;
    const nowhere = Number.isInteger(Number(members[name])) ? NOWHERE : 'no-such-thing';
    return { ...said, [part]: { ...members, [name]: nowhere } };
  }
  return undefined;
}

interface Shape {
  type?: string;
  enum?: unknown[];
  required?: string[];
  properties?: Record<string, { default?: unknown }>;
}

/** Required members. Members with a default are filled in. */
function needs(schema: unknown): string[] {
  const { required = [], properties = {} } = (schema ?? {}) as Shape;
  return required.filter((name) => properties[name]?.default === undefined);
}

export function withoutANeed(route: Route, said: Said): Said | undefined {
  if (said.form) return { ...said, form: { something: 'else' } };
  const [inBody] = isOpaque(route) ? [] : needs(route.body);
  if (inBody) return { ...said, body: { ...(said.body as object), [inBody]: undefined } };
  const [inQuery] = needs(route.query);
  if (inQuery) return { ...said, query: { ...said.query, [inQuery]: undefined } };
  for (const part of ['query', 'params'] as const) {
    const wrong = Object.entries(route[part]?.properties ?? {})
      .map(([name, schema]) => [name, wrongValueOf(schema as Shape)])
      .find(([, value]) => value !== undefined);
    if (wrong) return { ...said, [part]: { ...said[part], [wrong[0] as string]: wrong[1] } };
  }
  return undefined;
}

function wrongValueOf({ type, enum: choices }: Shape): unknown {
  if (choices) return 'nothing-of-these';
  return type === 'integer' || type === 'boolean' ? 'abc' : undefined;
}

function isBinary(route: Route, { status }: Answer): boolean {
  const type = route.responses[status]?.mediaType ?? 'application/json';
  return !/json|text/.test(type);
}

const VOLATILE: [RegExp, string][] = [
  // Numbers of lines of the audit log have gaps.
  [/(^|\r\n)\d+,(?=\d{4}-\d\d-\d\dT)/g, '$1471,'],
  [/^\d+:(?=[0-9a-f]{64}$)/g, '471:'],
  // The error differs between machines with and without a network.
  [/\((ENOTFOUND|EAI_AGAIN)\)/g, '(ENOTFOUND)'],
  [/ldap:\/\/127\.0\.0\.1:\d{2,}/g, 'ldap://directory.example.org'],
  [/http:\/\/127\.0\.0\.1:\d+(?=\/shop\.git)/g, 'https://git.example.org'],
  [/127\.0\.0\.1:\d+(?=\/shop\/backend)/g, 'registry.example.org'],
  [/http:\/\/127\.0\.0\.1:\d+/g, 'https://jira.example.org'],
  [/\/api\/pushes\/[\w-]{32}/g, '/api/pushes/Jx0bq6T1m3nV5s8kQ2wR7yZ4cF9hLdPe'],
  [/eyJ[\w-]+\.[\w-]+\.[\w-]+/g, '<JWT>'],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.\d\b/g, '2026-11-20 09:30:00.0'],
  [/\b\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?!\.)/g, '2026-11-20 09:30:00'],
  [/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z/g, '2026-11-20T09:30:00.000Z'],
  [/ on \d{4}-\d\d-\d\d(?= in the project|\.|;)/g, ' on 2026-11-20'],
  // An Ed25519 key of each installation.
  [/MCowBQYDK2VwAyEA[\w+/]{43}=/g, 'MCowBQYDK2VwAyEAlBiWCkyZLHH57W+z+NkoFz86KJv2HPxY5btqdUKOKvg='],
  // The version of the analyser has digests of its rules and licenses.
  [/\b\d+-[0-9a-f]{12}-[0-9a-f]{12}\b/g, '36-4f1a6c0d9b27-93a316fd4d49'],
  [/\b[0-9a-f]{64}\b/g, 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  [/\b[0-9a-f]{16}\b/g, 'c0ffee5eed5e2d1c'],
  [/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, '0b1f9c1e-6d57-4c55-9a0e-2f6a3c1d7e42'],
];
const VOLATILE_MEMBERS: Record<string, unknown> = {
  requestId: 'c0ffee5eed5e2d1c',
  ratePerSecond: 12.5,
  sealedUpTo: 471,
  secret: '********',
  addressKey: 'Jx0bq6T1m3nV5s8kQ2wR7yZ4cF9hLdPe',
};
/** The state of an installation: what it runs on, and what its disks have. */
const INSTALLATION: Record<string, unknown> = {
  host: 'assay.example.org',
  nodeVersion: '26.10.0',
  memoryBytes: 210_000_000,
  database: { version: '18.4', isEmbedded: true, sizeBytes: 84_000_000, connections: 12, mostConnections: 80 },
  disks: [
    { folder: '/var/lib/assay', sizeBytes: 500_000_000_000, freeBytes: 320_000_000_000, reservedBytes: 134_217_728 },
  ],
  workers: [{ address: '', since: '2026-11-20 09:30:00', runningJobs: 0 }],
  queue: [{ type: 'Project Scan', waiting: 1, running: 0, failed: 0, oldestWaitingOn: '2026-11-20 09:30:00' }],
  parts: [
    {
      name: 'Stored files',
      folder: '/var/lib/assay/store/segments',
      sizeBytes: 5_200_000_000,
      files: 21,
      unknown: '',
    },
  ],
  tables: [{ name: 'files', sizeBytes: 41_000_000, rows: 120_000 }],
};
/** Only the start of a text of a license or template is shown. */
const LONGEST_TEXT = 600;
const LONGEST_LIST = 5;

/** Returns the value for the examples: values that change in each run are replaced, long texts and lists are shortened. */
function showable(value: unknown): unknown {
  if (typeof value === 'string') {
    const text = VOLATILE.reduce((old, [pattern, shown]) => old.replaceAll(pattern, shown), value);
    return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text;
  }
  if (Array.isArray(value)) return value.slice(0, LONGEST_LIST).map(showable);
  if (typeof value !== 'object' || value === null) return value;
  const isAuditLine = 'userAgent' in value && 'operation' in value;
  const fixed =
    'nodeVersion' in value || 'measuredOn' in value ? { ...VOLATILE_MEMBERS, ...INSTALLATION } : VOLATILE_MEMBERS;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      (isAuditLine && name === 'id') || (name === 'lines' && typeof member === 'number')
        ? 471
        : (fixed[name] ?? showable(member)),
    ]),
  );
}
