// A server for tests: the real routes, with a cloned database and a store of its own, called through `inject`. Every JSON answer is
// compared with its route's schema, so each test also tests the API's description.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';
import pino from 'pino';
import { inject as provided } from 'vitest';
import type { App } from '../src/app.ts';
import { createAuditWriter } from '../src/audit/writer.ts';
import { readConfig } from '../src/config.ts';
import { presentLocation } from '../src/db/files/blobs.ts';
import { insertToken } from '../src/db/users/tokens.ts';
import { insertUser } from '../src/db/users/users.ts';
import { isOpen, openJobStatuses } from '../src/domain/jobs/job.ts';
import type { Route } from '../src/http/route.ts';
import { createServer } from '../src/http/server.ts';
import { dataFolder } from '../src/installation/data-folder.ts';
import { JOB_HANDLERS, JOB_PAYLOADS } from '../src/jobs/kinds.ts';
import { createOutgoing } from '../src/outgoing/index.ts';
import { createQueue } from '../src/queue/queue.ts';
import { startWorker, type Worker } from '../src/queue/worker.ts';
import { ALL_ROUTES } from '../src/routes.ts';
import { loadAuditKey } from '../src/security/audit-key.ts';
import { SignInAttempts } from '../src/security/sign-in-attempts.ts';
import { hashToken, loadTokenKey, signToken } from '../src/security/tokens.ts';
import { openStore } from '../src/store/index.ts';
import { cloneDatabase, type TestDatabase } from './postgres.ts';

export interface Person {
  id: number;
  login: string;
  token: string;
}

export interface Harness {
  app: App;
  database: TestDatabase;
  server: FastifyInstance;
  /** An administrator who may create projects. */
  admin: Person;
  person(login: string, permissions?: string[]): Promise<Person>;
  call(method: string, path: string, options?: CallOptions): Promise<Answer>;
  /** Starts the worker, for tests that need completed jobs. */
  work(): Promise<Worker>;
  /** Waits until a job is over and returns its row. */
  jobOver(jobId: number): Promise<{ status: string; error: string; details: string }>;
  /** Waits until no job is open. */
  allJobsOver(): Promise<void>;
  /** Listens on a port of this machine, for tests that speak HTTP themselves, and returns the server's root address. */
  listen(): Promise<string>;
  /** The violations of schemas by answers since the last call of this function. `call` checks them itself. */
  brokenPromises(): string[];
  close(): Promise<void>;
}

interface CallOptions {
  as?: Person | null;
  body?: unknown;
  raw?: Buffer;
  headers?: Record<string, string>;
}

export interface Answer {
  status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read any member of answers.
  body: any;
  text: string;
  headers: Record<string, string | string[] | number | undefined>;
  response: LightMyRequestResponse;
}

const API = '/codeinsight/api';

export async function startHarness(env: Record<string, string> = {}): Promise<Harness> {
  const database = await cloneDatabase(provided('postgres'));
  const root = mkdtempSync(join(tmpdir(), 'assay-test-'));
  const folder = dataFolder(root);
  // A call of a test returns when its answer is complete, so a stream of events must end at once.
  const standard = { ASSAY_DATA_DIR: root, ASSAY_SCAN_THREADS: '1', ASSAY_EVENT_STREAM_SECONDS: '0' };
  const config = readConfig({ ...standard, ...env });
  const store = await openStore(folder.store, { locate: (sha256) => presentLocation(database.db, sha256) });
  const log = pino({ level: 'silent' });
  const app: App = {
    config,
    db: database.db,
    pool: database.pool,
    backgroundDb: database.db,
    backgroundPool: database.pool,
    lockingDb: database.db,
    lockingPool: database.pool,
    store,
    folder,
    queue: createQueue(JOB_PAYLOADS),
    tokenKey: await loadTokenKey(folder.keys),
    outgoing: createOutgoing(config.outgoingAllow),
    audit: createAuditWriter(database.db, log, await loadAuditKey(folder.keys)),
    signInAttempts: new SignInAttempts(),
    log,
    now: () => new Date(),
  };
  const mismatches: string[] = [];
  const server = await createServer({ app, routes: ALL_ROUTES, onAnswer: schemaCheck(mismatches) });
  let worker: Worker | undefined;
  const person = (login: string, permissions: string[] = []) => createPerson(app, login, permissions);
  const admin = await person('admin', ['system_admin', 'create_project', 'edit_policy', 'library_manager']);
  const call: Harness['call'] = async (method, path, options = {}) => {
    const response = await server.inject(request(method, path, options, admin));
    if (mismatches.length > 0) throw new Error(mismatches.splice(0).join('\n'));
    return answerOf(response);
  };
  return {
    app,
    database,
    server,
    admin,
    person,
    call,
    async work() {
      worker ??= await startWorker(app, JOB_HANDLERS, { isAlone: true });
      return worker;
    },
    async jobOver(jobId) {
      for (;;) {
        const { rows } = await database.pool.query('select status, error, details from jobs where id = $1', [jobId]);
        if (!rows[0] || !isOpen(rows[0].status)) return rows[0];
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    async allJobsOver() {
      for (;;) {
        const { rows } = await database.pool.query('select id from jobs where status = any($1) limit 1', [
          openJobStatuses,
        ]);
        if (rows.length === 0) return;
        await new Promise((resolve) => setTimeout(resolve, 25));
      }
    },
    listen: () => server.listen({ host: '127.0.0.1', port: 0 }),
    brokenPromises: () => mismatches.splice(0),
    async close() {
      await worker?.stop();
      await server.close();
      await app.audit.flush();
      await app.outgoing.close();
      await store.close();
      await database.drop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

function request(method: string, path: string, options: CallOptions, admin: Person): InjectOptions {
  const who = options.as === undefined ? admin : options.as;
  const headers: Record<string, string> = { 'content-type': 'application/json', ...options.headers };
  if (who) headers.authorization = `Bearer ${who.token}`;
  const payload =
    options.raw ??
    (options.body === undefined
      ? undefined
      : typeof options.body === 'string'
        ? options.body
        : JSON.stringify(options.body));
  const isRoot = path.startsWith('/healthz') || path.startsWith('/readyz') || path.startsWith('/api/');
  return { method: method as 'GET', url: isRoot ? path : `${API}${path}`, headers, payload };
}

function answerOf(response: LightMyRequestResponse): Answer {
  const text = response.body;
  const isJson = String(response.headers['content-type']).startsWith('application/json');
  return {
    status: response.statusCode,
    body: isJson && text !== '' ? JSON.parse(text) : undefined,
    text,
    headers: response.headers as Answer['headers'],
    response,
  };
}

async function createPerson(app: App, login: string, permissions: string[]): Promise<Person> {
  const id = await insertUser(app.db, {
    login,
    firstName: login,
    lastName: 'Test',
    email: `${login}@example.org`,
    passwordHash: null,
    permissions,
  });
  const token = await signToken(app.tokenKey, { login, userId: id }, app.now(), null);
  await insertToken(app.db, {
    userId: id,
    name: 'test',
    tokenHash: hashToken(token),
    isSession: true,
    expiresAt: null,
  });
  return { id, login, token };
}

const ajv = new Ajv({ strict: false, allErrors: true });

/** Answers must match the schema of their route, and must not have members that the schema does not know. */
function schemaCheck(mismatches: string[]): (route: Route, status: number, body: unknown) => void {
  return (route, status, body) => {
    const schema = route.responses[status]?.schema;
    if (!route.responses[status]) mismatches.push(`${route.id} answered ${status}, which it does not declare`);
    if (!schema || body === undefined || (typeof body === 'object' && body !== null && 'rows' in body)) return;
    const validate = ajv.compile(schema);
    if (!validate(JSON.parse(JSON.stringify(body))))
      mismatches.push(`${route.id} ${status}: ${ajv.errorsText(validate.errors)}`);
  };
}
