// Connects routes to Fastify: content types, authentication, CSRF, access, validation, envelopes, errors, security headers. It knows the shape of a
// route, never a feature.

import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Readable } from 'node:stream';
import { present } from '@assay/scanner/items';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import rateLimit from '@fastify/rate-limit';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { App } from '../app.ts';
import { authorizer, forbidden } from '../authorize/index.ts';
import { type FreshnessScope, freshness } from '../db/advisories/freshness.ts';
import type { Db } from '../db/postgres/connection.ts';
import { withProject } from '../db/postgres/transaction-gate.ts';
import { refuseToken } from '../domain/users/token-limits.ts';
import { AppError } from '../errors.ts';
import { addressGroup, callerAddress } from '../security/proxies.ts';
import { giveWay } from '../turns.ts';
import { continueWhenWanted, refuseTooLarge } from './announced.ts';
import { endWithAnswer, ownStreams } from './answer-streams.ts';
import { type AuditTrail, closeTrails, openTrail, trailOf } from './audit.ts';
import { authenticate, isCsrfSafe } from './authenticate.ts';
import { LARGEST_OF_STRANGERS, withBody } from './bodies.ts';
import type { Call, Caller } from './call.ts';
import { compressAnswers } from './compression.ts';
import { answerUnread, CONNECTION_LIMITS, endLateSenders, limitConnections, lingerForClosers } from './connections.ts';
import { runEdit, VERSION_MEMBER, withVersions } from './entities.ts';
import { UNAUTHORIZED_PAGE } from './error-bodies.ts';
import { answerFaults, sendUnread } from './faults.ts';
import { refuseForeignPage, requireJsonType } from './foreign-pages.ts';
import { writeHeader } from './headers.ts';
import { IDLE_TIMEOUT_MS, keepWhileWorking } from './idle.ts';
import { inputReader } from './input.ts';
import { createLargeJson, type LargeJson, ReadInThread } from './large-json.ts';
import { answerDiscovery, withMeantMethod } from './meant-methods.ts';
import { withFreshness, withFreshnessHeaders } from './models/freshness-model.ts';
import { type Address, prepareOtherMethods, READING, refuseOtherMethods } from './other-methods.ts';
import { RateStore } from './rate-store.ts';
import type { Reply } from './replies.ts';
import { logRequests } from './request-log.ts';
import { API_PREFIXES, isFormBody, isRawBody, type Route } from './route.ts';
import { tellUnknownParameters } from './unknown-parameters.ts';

const GUESSES_PER_MINUTE = 20;
const STREAM_CHUNK_CHARACTERS = 64 * 1024;
const MEDIA_TYPE = /^\s*[\w!#$&^.+-]+\/[\w!#$&^.+-]+\s*(;|$)/;
declare module 'fastify' {
  interface FastifyContextConfig {
    route?: Route;
    /** What logs have in place of an address that contains a secret. */
    hiddenPath?: string | undefined;
  }
  interface FastifyRequest {
    caller: Caller;
    /** Path and query after validation. */
    given: { params: unknown; query: unknown };
  }
}

export interface ServerOptions {
  app: App;
  routes: Route[];
  /** Called with each route and its JSON answer; tests compare it with the route's schema. */
  onAnswer?: (route: Route, status: number, body: unknown) => void;
}

export async function createServer({ app, routes, onAnswer }: ServerOptions): Promise<FastifyInstance> {
  const server = Fastify({
    loggerInstance: app.log as FastifyBaseLogger,
    genReqId: () => randomBytes(8).toString('hex'),
    rewriteUrl: (request) => withMeantMethod(request as IncomingMessage),
    trustProxy: (address: string) => app.config.isTrustedProxy(address),
    http: CONNECTION_LIMITS,
    clientErrorHandler: answerUnread,
    routerOptions: READING,
    // An upload may take hours, but its pieces must not stall for long.
    requestTimeout: 0,
    connectionTimeout: IDLE_TIMEOUT_MS,
    forceCloseConnections: true,
    // The router fails before the operation is known, so no envelope family is known either.
    frameworkErrors: (_error, request, reply) => sendUnread(request.id, reply as unknown as FastifyReply),
    logController: new LogController({ disableRequestLogging: true }),
  });
  await server.register(cookie);
  await server.register(helmet, {
    contentSecurityPolicy: { directives: CONTENT_SECURITY_POLICY },
    strictTransportSecurity: false,
  });
  await server.register(rateLimit, {
    global: false,
    store: RateStore,
    keyGenerator: (request) => addressGroup(callerAddress(request)),
  });
  ownStreams(server, app.config);
  server.decorateRequest('caller', null as unknown as Caller);
  keepWhileWorking(server);
  server.decorateRequest('given', null as unknown as FastifyRequest['given']);
  limitConnections(server, app.config.isTrustedProxy);
  endLateSenders(server);
  lingerForClosers(server);
  continueWhenWanted(server);
  const largeJson = createLargeJson();
  server.addHook('onClose', () => largeJson.close());
  acceptAnyContentType(server, app, largeJson);
  answerFaults(server, app.config);
  closeTrails(server);
  compressAnswers(server);
  logRequests(server, app.config.isTrustedProxy);
  const taken = new Map<string, Address>();
  prepareOtherMethods(server, app, () => [...taken.values()]);
  for (const route of routes) {
    for (const prefix of route.isAtRoot ? [''] : API_PREFIXES) {
      for (const path of [route.path, ...route.aliases]) {
        const url = `${prefix}${path}`.replaceAll(/\{(\w+)\}/g, ':$1');
        addRoute(server, { app, largeJson }, url, route, onAnswer);
        answerDiscovery(server, url, route, app.config);
        // Two addresses are the same even if their parameters have different names.
        const address = taken.get(url.replaceAll(/:\w+/g, ':')) ?? {
          ...{ url, methods: [], isOn: route.isOn },
          hiddenPath: hiddenPathOf(route),
        };
        taken.set(url.replaceAll(/:\w+/g, ':'), { ...address, methods: [...address.methods, route.method] });
      }
    }
  }
  refuseOtherMethods(server, app, [...taken.values()]);
  return server;
}

const hiddenPathOf = ({ hidesAddress, path }: Route): string | undefined => (hidesAddress ? path : undefined);

const CONTENT_SECURITY_POLICY = {
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  // Mantine and CodeMirror set styles from scripts.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  fontSrc: ["'self'", 'data:'],
  connectSrc: ["'self'"],
  objectSrc: ["'none'"],
  frameAncestors: ["'none'"],
  upgradeInsecureRequests: null,
};

/** JSON is parsed whatever its content type, an empty body counts as none, and raw bodies stay streams. */
function acceptAnyContentType(server: FastifyInstance, { config }: App, largeJson: LargeJson): void {
  server.removeAllContentTypeParsers();
  // Fastify would refuse a content type that is not a media type before any parser runs.
  server.addHook('onRequest', async (request) => {
    const type = request.headers['content-type'];
    if (type !== undefined && !MEDIA_TYPE.test(type)) request.headers['content-type'] = 'application/octet-stream';
  });
  server.addContentTypeParser('*', (request, payload, finish) => {
    const route = request.routeOptions.config.route;
    if (isRawBody(route?.body) || isFormBody(route?.body)) return finish(null, payload);
    const read = (bytes: Buffer) => largeJson.read(bytes, route?.body);
    const largest = route?.largestBodyBytes ?? LARGEST_OF_STRANGERS;
    withBody(payload as IncomingMessage, { largest, patienceMs: config.bodyPatienceMs }, read).then(
      (body) => finish(null, body),
      (error) => finish(error),
    );
  });
}

function addRoute(
  server: FastifyInstance,
  { app, largeJson }: { app: App; largeJson: LargeJson },
  url: string,
  route: Route,
  onAnswer: ServerOptions['onAnswer'],
): void {
  const readParams = inputReader(route.params, 'path');
  const readQuery = inputReader(route.query, 'query');
  const isJson = !isRawBody(route.body) && !isFormBody(route.body);
  const callsPerMinute = route.callsPerMinute ?? (route.isGuessable ? GUESSES_PER_MINUTE : undefined);
  const readBody = isJson ? inputReader(route.body as never, 'body') : () => undefined;
  server.route({
    method: route.method,
    url,
    exposeHeadRoute: route.method === 'GET',
    config: {
      route,
      hiddenPath: hiddenPathOf(route),
      ...(callsPerMinute === undefined ? {} : { rateLimit: { max: callsPerMinute, timeWindow: '1 minute' } }),
    },
    // Checks access before the body, so that callers without the right cannot make the server read megabytes. The body is read first only if it names
    // the project.
    onRequest: async (request, reply) => {
      if (route.isOn && !(await route.isOn(app))) return reply.callNotFound();
      for (const [name, value] of Object.entries(route.always ?? {})) writeHeader(reply, name, value);
      const trail = openTrail(app, route, request);
      // Browsers and proxies must not store answers to one person, which include tokens and passwords at sign-in.
      writeHeader(reply, 'Cache-Control', 'no-store');
      if (!route.access.needsSignIn && route.method !== 'GET') {
        refuseForeignPage({ headers: request.headers, host: request.host });
        if (isJson) requireJsonType(request.headers);
      }
      const caller = await callerOf(app, route, request, trail);
      if (!caller) return reply.status(401).type('text/html; charset=utf-8').send(UNAUTHORIZED_PAGE);
      request.caller = caller;
      refuseByToken(route, caller);
      request.given = { params: readParams(request.params), query: readQuery(request.query) };
      tellUnknownParameters(route, request.query, reply);
      if (!route.access.readsBody)
        await route.access.check({ app, caller, ...request.given, body: undefined, note: trail.note });
      refuseTooLarge(route, request.headers, app.config);
    },
    handler: async (request, reply) => {
      const trail = present(trailOf(request), 'trail of the request');
      const gone = new AbortController();
      reply.raw.once('close', () => gone.abort());
      const call = {
        app,
        caller: request.caller,
        ...request.given,
        ...splitVersion(request.body instanceof ReadInThread ? request.body.value : readBody(request.body)),
        headers: request.headers,
        path: request.url.replace(/\?.*$/s, '').replace(/\/+$/, ''),
        address: callerAddress(request),
        isSecure: request.protocol === 'https',
        stream: (isJson ? undefined : (request.body ?? request.raw)) as Readable,
        largeJson,
        log: request.log as App['log'],
        requestId: request.id,
        signal: gone.signal,
        note: trail.note,
        authorize: authorizer(app.db, request.caller, route.access.alsoFor),
      };
      if (route.access.readsBody) await route.access.check(call);
      await trail.begin(call);
      const answer = await withProject(trail.projectId, () =>
        answerOf(route, call, (stream) => endWithAnswer(reply.raw, stream)),
      );
      trail.answered(answer.body);
      onAnswer?.(route, answer.status, answer.body);
      return send(reply, answer);
    },
  });
}

/** Removes the version from the body: it is compared, never stored. */
function splitVersion(body: unknown): { body: unknown; version: string | undefined } {
  if (typeof body !== 'object' || body === null || !(VERSION_MEMBER in body)) return { body, version: undefined };
  const { [VERSION_MEMBER]: version, ...rest } = body;
  return { body: rest, version: version as string };
}

/** `own` gets the stream of an answer at once, because the steps after the operation may fail. */
async function answerOf(
  route: Route,
  call: Call<unknown, unknown, unknown>,
  own: (stream: Readable) => void,
): Promise<Reply> {
  const answer = await plainAnswerOf(route, call);
  if (answer.stream) own(answer.stream);
  if (!route.statesDataAge) return answer;
  const age = await freshness(call.app.db, call.app.now(), scopeOf(call));
  return route.isExtra ? withFreshness(answer, age) : withFreshnessHeaders(answer, age);
}

/** The items that the figures of an answer are about: those that its path or query names, or all that the caller may see. */
function scopeOf({ params, query, caller }: Call<unknown, unknown, unknown>): FreshnessScope {
  const inPath = params as Record<string, unknown>;
  if (typeof inPath.inventoryId === 'number') return { itemId: inPath.inventoryId };
  for (const name of ['projectId', 'componentId', 'versionId'] as const)
    if (typeof inPath[name] === 'number') return { [name]: inPath[name] };
  const { projectId } = query as Record<string, unknown>;
  return typeof projectId === 'number' ? { projectId, viewer: caller } : { viewer: caller };
}

async function plainAnswerOf(route: Route, call: Call<unknown, unknown, unknown>): Promise<Reply> {
  if (route.shows) return withVersions(route.shows, await route.run(call));
  if (!route.edits) return route.run(call);
  const sent = { header: call.headers['if-match'], member: call.version };
  const run = (db: Db) => {
    const app = { ...call.app, db };
    return route.run({ ...call, app, authorize: authorizer(db, call.caller, route.access.alsoFor) });
  };
  return runEdit(route.edits, call, sent, run, (changes) => {
    if (changes.length > 0) call.note({ details: { changes } });
  });
}

/** What the token may not do, whatever its owner may (domain/users/token-limits.ts). */
function refuseByToken(route: Route, { tokenAccess, limits, isSession, id }: Caller): void {
  if (!route.access.needsSignIn || id === 0) return;
  const refused = refuseToken(
    { access: tokenAccess, projectIds: limits?.projectIds, isSession },
    {
      isRead: route.method === 'GET',
      isOfProject: route.access.isOfProject === true,
      takesReport: route.takesReport,
      isOfInstallation: route.access.isOfInstallation === true || route.isPersonal,
      needsSignIn: route.needsPassword,
    },
  );
  if (refused) throw forbidden(refused.refusal.message);
}

/** The caller, nobody (for operations without sign-in), or undefined if the answer must be 401. */
async function callerOf(
  app: App,
  route: Route,
  request: FastifyRequest,
  trail: AuditTrail,
): Promise<Caller | undefined> {
  const key = route.takesApiKey ? request.headers['x-api-key'] : undefined;
  const authorization = request.headers.authorization ?? (key === undefined ? undefined : `Bearer ${key}`);
  const caller = await authenticate(app, authorization, request.cookies);
  trail.caller = caller;
  if (!caller) return route.access.needsSignIn ? undefined : NOBODY;
  if (!isCsrfSafe(request.method, caller, request.headers)) throw new AppError('csrf');
  return caller;
}

const NOBODY: Caller = Object.freeze({
  id: 0,
  login: '',
  permissions: [],
  tokenId: 0,
  viaCookie: false,
  isSession: false,
  tokenAccess: 'ALL',
});

function send(reply: FastifyReply, answer: Reply): FastifyReply {
  reply.status(answer.status);
  for (const [name, value] of Object.entries(answer.headers)) writeHeader(reply, name, value);
  if (answer.stream) return reply.send(answer.stream);
  if (isStreamed(answer.body)) return reply.send(Readable.from(chunksOf(answer.body), { objectMode: false }));
  return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer.body));
}

interface StreamedBody {
  open: string;
  rows: AsyncIterable<unknown>;
  close: string;
}

function isStreamed(body: unknown): body is StreamedBody {
  return typeof body === 'object' && body !== null && 'rows' in body && 'open' in body;
}

async function* chunksOf({ open, rows, close }: StreamedBody): AsyncGenerator<string> {
  let text = open;
  let isFirst = true;
  for await (const row of rows) {
    text += isFirst ? JSON.stringify(row) : `,${JSON.stringify(row)}`;
    isFirst = false;
    await giveWay();
    if (text.length > STREAM_CHUNK_CHARACTERS) {
      yield text;
      text = '';
    }
  }
  yield text + close;
}
