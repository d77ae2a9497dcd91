// Puts the parts of a running server together: data folder, database, store, worker, HTTP. Starting is in order, stopping in reverse.

import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import type { App } from './app.ts';
import { createAuditWriter } from './audit/writer.ts';
import { startServerBackground, startWorkerBackground } from './background-steps.ts';
import { machineNow } from './clock.ts';
import type { Config } from './config.ts';
import { type SupervisedDatabase, superviseEmbeddedDatabase } from './db/embedded/supervisor.ts';
import { findNamedSegments, presentLocation } from './db/files/blobs.ts';
import {
  type Connection,
  type ConnectionTarget,
  connect,
  OF_AUDIT,
  OF_LOCKING,
  OF_REQUESTS,
  STATEMENT_TIMEOUTS_MS,
} from './db/postgres/connection.ts';
import { migrate } from './db/postgres/migrate.ts';
import { releaseAllWriters } from './db/resumable-uploads.ts';
import { hasScmInstances } from './db/scm/instances.ts';
import { discardAllUploads } from './db/uploads.ts';
import { deleteExpiredSessions } from './db/users/tokens.ts';
import type { ScmType } from './domain/scm/scm-address.ts';
import {
  bindInstallation,
  checkInstallation,
  refuseNewDatabaseBesideStore,
  storeAddress,
} from './installation/binding.ts';
import { type DataFolder, type DataFolderLock, dataFolder, lockDataFolder } from './installation/data-folder.ts';
import { requireFoldersToStart } from './installation/disks.ts';
import { createFirstUser } from './installation/first-start.ts';
import { JOB_HANDLERS, JOB_PAYLOADS } from './jobs/kinds.ts';
import { logOpenDamage } from './jobs/store-verification/due.ts';
import { fillBuilds } from './library/builds.ts';
import { fillLicenseLibrary } from './library/licenses.ts';
import { repairStoredPurls } from './library/purls.ts';
import { fillStandardReports } from './library/reports.ts';
import { renewWordsOfTexts } from './library/text-words.ts';
import { createOutgoing } from './outgoing/index.ts';
import { createQueue } from './queue/queue.ts';
import { startWorker, type Worker } from './queue/worker.ts';
import { endRunsOfDeadServers } from './report-scripts/former-runs.ts';
import { isolationHere } from './report-scripts/isolation.ts';
import { reportScriptsFolder, writeServerProperties } from './report-scripts/places.ts';
import { queueEvidenceRefresh } from './scans/analysis/evidence-refresh.ts';
import { gitVersion } from './scm/git/command.ts';
import { p4Version } from './scm/perforce/command.ts';
import { svnVersion } from './scm/subversion/command.ts';
import { loadAuditKey } from './security/audit-key.ts';
import { SignInAttempts } from './security/sign-in-attempts.ts';
import { loadTokenKey } from './security/tokens.ts';
import { openStore } from './store/index.ts';

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
    const serving = loadOnce(() => import('./serving.ts'));
    const { app, database, target } = await openApp(config, log, started, {
      isServer: true,
      onDatabaseStarting: serving.begin,
    });
    const firstPassword = await createFirstUser(app);
    await fillLicenseLibrary(app.db);
    await fillStandardReports(app.db);
    await repairStoredPurls(app);
    await renewWordsOfTexts(app);
    await fillBuilds(app);
    await deleteExpiredSessions(app.db);
    await logOpenDamage(app);
    await endFormerScripts(log);
    await nameScmPrograms(app, log);
    const worker = await startWorker(app, JOB_HANDLERS, { isAlone: database !== undefined });
    started.add('worker', () => stopWorker(worker));
    const background = startServerBackground(app);
    started.add('background steps', () => background.stop());
    const { createServer, serveWeb, ALL_ROUTES } = await serving.begin();
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

/**
 * Requests have their own connections. Their statements have shorter time limits than those of jobs, and neither can use up the other's connections;
 * the few uploads that store files at the same time use those of jobs (`backgroundDb`).
 */
function appOfRequests(app: App, target: ConnectionTarget, started: Started): App {
  const { db, pool, close } = connect(target, {
    ...OF_REQUESTS,
    onError: (err) => app.log.warn({ err }, 'a database connection broke'),
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
    await nameScmPrograms(app, log);
    const worker = await startWorker(app, JOB_HANDLERS, { isAlone: false });
    started.add('worker', () => stopWorker(worker));
    const background = startWorkerBackground(app);
    started.add('background steps', () => background.stop());
    return { stop: () => started.stop(log) };
  } catch (error) {
    await started.stop(log);
    throw error;
  }
}

async function stopWorker(worker: Worker): Promise<void> {
  await worker.stop();
  const { closeScanPool } = await import('./scans/analysis/pool.ts');
  await closeScanPool();
}

/** Loads something once, at the first of several moments. A failure is told to whoever waits for the result. */
function loadOnce<T>(load: () => Promise<T>): { begin: () => Promise<T> } {
  let loading: Promise<T> | undefined;
  return {
    begin() {
      if (loading === undefined) {
        loading = load();
        loading.catch(() => undefined);
      }
      return loading;
    },
  };
}

interface OpenOptions {
  /** A server takes the data folder exclusively and starts the embedded database; a worker shares both. */
  isServer: boolean;
  /** Called while the embedded database starts. */
  onDatabaseStarting?: () => void;
}

async function openApp(
  config: Config,
  log: Logger,
  started: Started,
  { isServer, onDatabaseStarting }: OpenOptions,
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
    database = await superviseEmbeddedDatabase({ folder: folder.postgres, onStarting: onDatabaseStarting }, log);
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
  const locking: Connection = connect(target, {
    ...OF_LOCKING,
    onError: (err) => log.warn({ err }, 'a database connection broke'),
  });
  started.add('database connections of jobs that lock projects', () => locking.close());
  if (database) {
    await discardAllUploads(connection.db);
    await releaseAllWriters(connection.db);
  }
  const store = await openStore(storeAddress(config), {
    locate: (sha256) => presentLocation(connection.db, sha256),
  });
  started.add('store', () => store.close());
  await bindInstallation(connection.db, store, binding);
  if (isServer) logLostBytes(store, connection, log);
  const ofAudit = connect(target, { ...OF_AUDIT, onError: (err) => log.warn({ err }, 'a database connection broke') });
  const audit = createAuditWriter(ofAudit.db, log, isServer ? await loadAuditKey(folder.keys) : undefined);
  started.add('audit log', async () => {
    await audit.flush();
    await ofAudit.close();
  });
  const outgoing = createOutgoing(config.outgoingAllow);
  started.add('calls to other servers', () => outgoing.close());
  const app: App = {
    config,
    db: connection.db,
    pool: connection.pool,
    backgroundDb: connection.db,
    backgroundPool: connection.pool,
    lockingDb: locking.db,
    lockingPool: locking.pool,
    store,
    folder,
    queue: createQueue(JOB_PAYLOADS),
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

/** A server without these programs works, but cannot fetch. Most servers need git alone: the absence of another one is a warning where it is wanted. */
async function nameScmPrograms({ config, db }: App, log: Logger): Promise<void> {
  const git = await gitVersion().catch((error) => log.warn((error as Error).message));
  if (git) log.info({ version: git }, 'Git is fetched by the program git');
  const unlessUnused = async (type: ScmType, isConfigured: boolean, error: unknown) => {
    const isWanted = isConfigured || (await hasScmInstances(db, type));
    log[isWanted ? 'warn' : 'info']((error as Error).message);
  };
  const svn = await svnVersion().catch((error) => unlessUnused('SUBVERSION', false, error));
  if (svn) log.info({ version: svn }, 'Subversion is fetched by the programs svn and svnrdump');
  const p4 = await p4Version(config.scmP4Program).catch((error) =>
    unlessUnused('PERFORCE', config.scmP4Address !== '', error),
  );
  if (p4) log.info({ version: p4 }, 'Perforce is fetched by the program p4');
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
