// Puts the parts of a running server together: data folder, database, store, worker, HTTP. Starting is in order, stopping in reverse.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { recheckAbsences } from './advisories/accepted-absences.ts';
import { matchWaiting } from './advisories/match-versions.ts';
import { reportNews, reportNewsOfItems } from './advisories/news.ts';
import { makeDueIssues } from './alm/delivery.ts';
import { synchroniseIssuesWhenDue } from './alm/synchronise.ts';
import type { App } from './app.ts';
import { exportAuditHead, sealNow } from './audit/heads.ts';
import { tellWitnesses } from './audit/witness.ts';
import { createAuditWriter } from './audit/writer.ts';
import { type Background, startBackground } from './background.ts';
import { machineNow } from './clock.ts';
import type { Config } from './config.ts';
import { type SupervisedDatabase, superviseEmbeddedDatabase } from './db/embedded/supervisor.ts';
import { committedEnds, findNamedSegments, presentLocation } from './db/files/blobs.ts';
import { type Connection, type ConnectionTarget, connect, STATEMENT_TIMEOUTS_MS } from './db/postgres/connection.ts';
import { migrate } from './db/postgres/migrate.ts';
import { discardAllUploads } from './db/uploads.ts';
import { deleteExpiredSessions } from './db/users/tokens.ts';
import { lapseDecisions } from './features/vulnerabilities/analyses.ts';
import { createServer } from './http/server.ts';
import { serveWeb } from './http/web.ts';
import {
  bindInstallation,
  checkInstallation,
  refuseNewDatabaseBesideStore,
  storeAddress,
} from './installation/binding.ts';
import { type DataFolder, type DataFolderLock, dataFolder, lockDataFolder } from './installation/data-folder.ts';
import { requireFoldersToStart } from './installation/disks.ts';
import { createFirstUser } from './installation/first-start.ts';
import { collectWhenDue, freeOwnSegments } from './jobs/content-collection-due.ts';
import { queueDueRefresh, queueEvidenceRefresh } from './jobs/evidence-refresh.ts';
import { JOB_HANDLERS } from './jobs/handlers.ts';
import { refreshWhenDue } from './jobs/library-refresh-due.ts';
import { importedRules } from './jobs/license-rules.ts';
import { createQueue } from './jobs/queue.ts';
import { removeOldJobs, removeUnusedSearchHits, removeUnusedTexts } from './jobs/retention.ts';
import { logOpenDamage, verifyStoreWhenDue } from './jobs/store-verification-due.ts';
import { startWorker, type Worker } from './jobs/worker.ts';
import { syncDirectoryWhenDue } from './ldap/scheduled.ts';
import { fillBuilds } from './library/builds.ts';
import { fillLicenseLibrary } from './library/licenses.ts';
import { repairStoredPurls } from './library/purls.ts';
import { fillStandardReports } from './library/reports.ts';
import { answerPasswordRequests, forgetOldResets } from './mail/password-requests.ts';
import { forgetOldMails, sendDueMails } from './mail/sender.ts';
import { createOutgoing } from './outgoing/index.ts';
import { endRunsOfDeadServers } from './report-scripts/former-runs.ts';
import { isolationHere } from './report-scripts/isolation.ts';
import { reportScriptsFolder, writeServerProperties } from './report-scripts/places.ts';
import { ALL_ROUTES } from './routes.ts';
import { loadAuditKey } from './security/audit-key.ts';
import { SignInAttempts } from './security/sign-in-attempts.ts';
import { loadTokenKey } from './security/tokens.ts';
import { openStore } from './store/index.ts';
import { forgetOldDeliveries, sendDueDeliveries } from './webhooks/sender.ts';

/** Started parts, to be stopped in reverse order; a failed start stops the parts that it had started. */
class Started {
  readonly #stops: { name: string; stop: () => Promise<void> }[] = [];

  add(name: string, stop: () => Promise<void>): void {
    this.#stops.push({ name, stop });
  }

  /** Stops everything, whatever fails on the way. */
  async stop(log: Logger): Promise<void> {
    for (const { name, stop } of this.#stops.splice(0).reverse()) {
      try {
        await stop();
      } catch (err) {
        log.error({ err }, `stopping the ${name} failed`);
      }
    }
  }
}

export interface Running {
  app: App;
  address: string;
  /** The generated password of the very first start, if none was given: it is shown once. */
  firstPassword?: string;
  /** Resolves when the embedded database has stopped for good, after all attempts to restart it. */
  databaseLost: Promise<string>;
  stop(): Promise<void>;
}

/** The whole server: API, web page and worker. */
export async function serve(config: Config, log: Logger): Promise<Running> {
  const started = new Started();
  try {
    const { app, database, target } = await openApp(config, log, started, { isServer: true });
    const firstPassword = await createFirstUser(app);
    await fillLicenseLibrary(app.db);
    await fillStandardReports(app.db);
    await repairStoredPurls(app);
    await fillBuilds(app);
    await deleteExpiredSessions(app.db);
    await logOpenDamage(app);
    await endFormerScripts(log);
    const worker = await startWorker(app, JOB_HANDLERS, { isAlone: database !== undefined });
    started.add('worker', () => stopWorker(worker));
    const background = startServerBackground(app);
    started.add('background steps', () => background.stop());
    const server = await createServer({ app: appOfRequests(app, target, started), routes: ALL_ROUTES });
    await serveWeb(server);
    started.add('HTTP server', () => server.close());
    const address = await listen(server, config);
    await writeAddressForScripts(config, address, log);
    // Loading the rules takes a moment; nobody has to wait for it.
    const refresh = queueEvidenceRefresh(app, { atStart: database !== undefined }).catch((err) =>
      log.error({ err }, 'the refresh of evidence could not be queued'),
    );
    started.add('queueing of the evidence refresh', async () => void (await refresh));
    return {
      app,
      address,
      firstPassword,
      databaseLost: database?.lost ?? new Promise(() => undefined),
      stop: () => started.stop(log),
    };
  } catch (error) {
    await started.stop(log);
    throw error;
  }
}

/** Of the twenty connections of requests; the others read, whatever the changes wait for. */
const TRANSACTIONS_OF_REQUESTS = 12;

/**
 * Requests have their own connections. Their statements have shorter time limits than those of jobs, and neither can use up the other's connections;
 * the few uploads that store files at the same time use those of jobs (`backgroundDb`).
 */
function appOfRequests(app: App, target: ConnectionTarget, started: Started): App {
  const { db, pool, close } = connect(target, {
    onError: (err) => app.log.warn({ err }, 'a database connection broke'),
    statementTimeoutMs: STATEMENT_TIMEOUTS_MS.requests,
    mostTransactions: TRANSACTIONS_OF_REQUESTS,
  });
  started.add('database connections of requests', close);
  return { ...app, db, pool };
}

/** A worker alone, on the database that DATABASE_URL names. */
export async function serveWorker(config: Config, log: Logger): Promise<{ stop(): Promise<void> }> {
  const started = new Started();
  try {
    const { app } = await openApp(config, log, started, { isServer: false });
    await endFormerScripts(log);
    const worker = await startWorker(app, JOB_HANDLERS, { isAlone: false });
    started.add('worker', () => stopWorker(worker));
    // No other process may remove bytes from the segments of this worker.
    const background = startBackground(
      [
        {
          name: 'bytes of deleted contents',
          everyMs: LEFT_BYTES_EVERY_MS,
          run: (signal) => freeOwnSegments(app, signal),
        },
      ],
      log,
    );
    started.add('background steps', () => background.stop());
    return { stop: () => started.stop(log) };
  } catch (error) {
    await started.stop(log);
    throw error;
  }
}

const OUTBOXES_EVERY_MS = 2000;
const SEALS_EVERY_MS = 5000;
/** Nobody has more time than this to cut off a line before its witness knows it. */
const WITNESSES_EVERY_MS = 20_000;
const ISSUES_EVERY_MS = 5000;
const RULES_EVERY_MS = 5000;
const SCHEDULES_EVERY_MS = 60_000;
const MATCHING_EVERY_MS = 2_000;
const COLLECTION_EVERY_MS = 5_000;
const LEFT_BYTES_EVERY_MS = 300_000;
const HOUSEKEEPING_EVERY_MS = 3_600_000;

/**
 * The background steps of servers. A worker elsewhere does not run them: secrets need the keys, and mails need the templates, of this data folder.
 */
function startServerBackground(app: App): Background {
  return startBackground(
    [
      { name: 'seals of the audit log', everyMs: SEALS_EVERY_MS, run: () => sealNow(app) },
      ...(app.config.auditHeadMinutes === 0
        ? []
        : [
            {
              name: 'head of the audit log',
              everyMs: app.config.auditHeadMinutes * 60_000,
              run: () => exportAuditHead(app),
            },
          ]),
      { name: 'witnesses of the audit log', everyMs: WITNESSES_EVERY_MS, run: () => tellWitnesses(app) },
      { name: 'webhooks', everyMs: OUTBOXES_EVERY_MS, run: (signal) => sendDueDeliveries(app, signal) },
      { name: 'forgotten passwords', everyMs: OUTBOXES_EVERY_MS, run: (signal) => answerPasswordRequests(app, signal) },
      { name: 'mails', everyMs: OUTBOXES_EVERY_MS, run: (signal) => sendDueMails(app, signal) },
      { name: 'old deliveries', everyMs: HOUSEKEEPING_EVERY_MS, run: () => forgetOldDeliveries(app) },
      { name: 'issues of tasks', everyMs: ISSUES_EVERY_MS, run: (signal) => makeDueIssues(app, signal) },
      { name: 'LDAP synchronisation', everyMs: SCHEDULES_EVERY_MS, run: () => syncDirectoryWhenDue(app) },
      {
        name: 'ALM synchronisation',
        everyMs: SCHEDULES_EVERY_MS,
        run: (signal) => synchroniseIssuesWhenDue(app, signal),
      },
      { name: 'license rules of the command line', everyMs: RULES_EVERY_MS, run: () => takeUpRules(app) },
      { name: 'store', everyMs: HOUSEKEEPING_EVERY_MS, run: () => keepStore(app) },
      { name: 'matching of new versions', everyMs: MATCHING_EVERY_MS, run: () => matchWaiting(app.db) },
      { name: 'decisions that lapse', everyMs: SCHEDULES_EVERY_MS, run: () => lapseDecisions(app) },
      { name: 'news of vulnerabilities', everyMs: OUTBOXES_EVERY_MS, run: () => reportNewsOfItems(app) },
      // Updates do this at once. This follows imports by the command line, and single advisories.
      { name: 'accepted absences', everyMs: SCHEDULES_EVERY_MS, run: () => recheckAbsences(app, null) },
      // Scans and updates of advisories report malicious files at once. This finds files that were uploaded or removed
      // without a scan.
      { name: 'malicious files', everyMs: SCHEDULES_EVERY_MS, run: () => reportNews(app, null) },
      { name: 'updates of advisories', everyMs: SCHEDULES_EVERY_MS, run: () => refreshWhenDue(app) },
      { name: 'verification of the store', everyMs: SCHEDULES_EVERY_MS, run: () => verifyStoreWhenDue(app) },
      { name: 'deleted contents', everyMs: COLLECTION_EVERY_MS, run: () => collectWhenDue(app) },
      {
        name: 'bytes of deleted contents',
        everyMs: LEFT_BYTES_EVERY_MS,
        run: (signal) => freeOwnSegments(app, signal),
      },
      { name: 'old mails', everyMs: HOUSEKEEPING_EVERY_MS, run: () => forgetOldMails(app) },
      { name: 'old links for passwords', everyMs: HOUSEKEEPING_EVERY_MS, run: () => forgetOldResets(app) },
      { name: 'old jobs', everyMs: HOUSEKEEPING_EVERY_MS, run: (signal) => removeOldJobs(app, signal) },
      {
        name: 'unused search hits',
        everyMs: HOUSEKEEPING_EVERY_MS,
        run: (signal) => removeUnusedSearchHits(app, signal),
      },
      {
        name: 'unused license texts',
        everyMs: HOUSEKEEPING_EVERY_MS,
        run: (signal) => removeUnusedTexts(app, signal),
      },
    ],
    app.log,
  );
}

async function takeUpRules(app: App): Promise<void> {
  await importedRules(app);
  await queueDueRefresh(app);
}

async function stopWorker(worker: Worker): Promise<void> {
  await worker.stop();
  const { closeScanPool } = await import('./jobs/scan-pool.ts');
  await closeScanPool();
}

interface OpenOptions {
  /** A server takes the data folder exclusively and starts the embedded database; a worker shares both. */
  isServer: boolean;
}

async function openApp(
  config: Config,
  log: Logger,
  started: Started,
  { isServer }: OpenOptions,
): Promise<{ app: App; database?: SupervisedDatabase; target: ConnectionTarget }> {
  const folder = dataFolder(config.dataFolder);
  if (isServer) {
    const lock: DataFolderLock = await lockDataFolder(folder);
    started.add('lock of the data folder', () => lock.release());
  }
  await requireFoldersToStart(config);
  if (isServer) await clearTemporary(folder);
  let database: SupervisedDatabase | undefined;
  let target: ConnectionTarget = config.databaseUrl;
  if (config.databaseUrl === '') {
    await refuseNewDatabaseBesideStore(config);
    database = await superviseEmbeddedDatabase({ folder: folder.postgres }, log);
    const { stop, connection } = database;
    started.add('embedded database', stop);
    target = connection;
  }
  const binding = await prepareDatabase(config, target, log);
  const connection: Connection = connect(target, {
    onError: (err) => log.warn({ err }, 'a database connection broke'),
    statementTimeoutMs: STATEMENT_TIMEOUTS_MS.jobs,
    isBackground: true,
  });
  started.add('database connections', () => connection.close());
  if (database) await discardAllUploads(connection.db);
  const store = await openStore(storeAddress(config), {
    locate: (sha256) => presentLocation(connection.db, sha256),
  });
  started.add('store', () => store.close());
  await bindInstallation(connection.db, store, binding);
  if (isServer) logLostBytes(store, connection, log);
  const audit = createAuditWriter(connection.db, log, isServer ? await loadAuditKey(folder.keys) : undefined);
  started.add('audit log', () => audit.flush());
  const outgoing = createOutgoing(config.outgoingAllow);
  started.add('calls to other servers', () => outgoing.close());
  const app: App = {
    config,
    db: connection.db,
    pool: connection.pool,
    backgroundDb: connection.db,
    store,
    folder,
    queue: createQueue(),
    tokenKey: await loadTokenKey(folder.keys),
    outgoing,
    audit,
    signInAttempts: new SignInAttempts(),
    log,
    now: machineNow,
  };
  return { app, database, target };
}

/** Everybody waits for this, so it has connections of its own, with ordinary priority. */
async function prepareDatabase(config: Config, target: ConnectionTarget, log: Logger) {
  const { pool, close } = connect(target, { statementTimeoutMs: STATEMENT_TIMEOUTS_MS.jobs });
  try {
    const binding = await checkInstallation(config, pool);
    const applied = await migrate(pool);
    if (applied.length > 0) log.info({ applied }, 'database migrated');
    return binding;
  } finally {
    await close();
  }
}

/** Deletes unfinished uploads and reports of a killed server. */
async function clearTemporary(folder: DataFolder): Promise<void> {
  for (const name of await readdir(folder.temporary).catch(() => []))
    await rm(join(folder.temporary, name), { recursive: true, force: true });
}

/** Reports missing parts of the store; nobody has to wait for it. */
function logLostBytes(store: App['store'], { pool }: Connection, log: Logger): void {
  findNamedSegments(pool)
    .then((ends) => store.lostBytes(ends))
    .then(
      (lost) => {
        if (lost.length > 0)
          log.error({ lost }, 'the store has lost bytes that files need; "assay store verify" names the files');
      },
      (err) => log.warn({ err }, 'the store could not be compared with the database'),
    );
}

/** Moves the garbage of killed writers to the trash, and deletes trash that is a day old. */
async function keepStore({ store, db, log }: App): Promise<void> {
  const report = await store.recover((segments) => committedEnds(db, segments));
  const { cut, removed, putBack } = report;
  if (cut.length + removed.length > 0) log.info({ cut, removed }, 'what unfinished uploads left went to the trash of the store'); // biome-ignore format: one claim
  if (putBack.length > 0) log.warn({ putBack }, 'what the database names after all was put back from the trash');
  const freedBytes = await store.emptyTrash();
  if (freedBytes > 0) log.info({ freedBytes }, 'the trash of the store was emptied of what is a day old');
}

/** Must run before the worker repeats their jobs. */
async function endFormerScripts(log: Logger): Promise<void> {
  const { name, words } = isolationHere();
  if (name === 'none') log.warn(`Scripts of reports are not separated: ${words}`);
  else log.info({ by: name }, `Scripts of reports are separated: ${words}`);
  const runs = await endRunsOfDeadServers();
  if (runs > 0) log.info({ runs }, 'report scripts of a server that was killed were ended');
}

/** Scripts of reports read the server's address from a file. If the folder cannot be written, the server starts anyway. */
async function writeAddressForScripts(config: Config, address: string, log: Logger): Promise<void> {
  const folder = reportScriptsFolder(config);
  await writeServerProperties(folder, address).catch((err) =>
    log.warn({ err, folder }, 'the address of the server could not be written for report scripts'),
  );
}

async function listen(server: FastifyInstance, config: Config): Promise<string> {
  try {
    await server.listen({ port: config.port, host: config.host });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') {
      throw new Error(
        `Port ${config.port} on ${config.host} is taken by another program. Stop it, or choose another port with PORT.`,
      );
    }
    throw error;
  }
  const { port } = server.server.address() as { port: number };
  const host =
    config.host === '127.0.0.1' || config.host === '0.0.0.0' || config.host === '::' ? 'localhost' : config.host;
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
