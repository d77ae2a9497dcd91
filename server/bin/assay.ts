#!/usr/bin/env node
// The command line: the only place where parts are put together and the only one that reads the environment. It loads what a command needs when the
// command is called, so that help and the supervisor need nothing else.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FetchPackage } from '@assay/scanner/cli';
import { keepCompiledCode } from '@assay/scanner/code-cache';
import type { Config } from '../src/config.ts';

/** Without the process that starts the server again: for service managers that do that themselves. */
const ALONE = '--alone';

/**
 * Most of what a start makes is garbage, which V8 keeps room for until the server ends: 50 MB less at rest. Threads that analyse files have limits of
 * their own.
 */
const YOUNG_GENERATION = '--max-semi-space-size=4';

const usage = () => readFileSync(new URL('./usage.txt', import.meta.url), 'utf8');

async function main(argv: string[]): Promise<number> {
  const [command, ...rest] = argv;
  switch (command) {
    case 'serve':
      return serve(await ownConfig(), rest);
    case 'worker':
      await refuseArguments(command, rest);
      return (await import('../src/commands/serve.ts')).workerCommand(await ownConfig());
    case 'migrate':
      await refuseArguments(command, rest);
      return (await import('../src/commands/migrate.ts')).migrateCommand(await ownConfig());
    case 'token':
      return (await import('../src/commands/accounts.ts')).tokenCommand(await ownConfig(), rest);
    case 'user':
      return (await import('../src/commands/accounts.ts')).userCommand(await ownConfig(), rest);
    case 'backup':
      return (await import('../src/commands/backup.ts')).backupCommand(await config(), rest);
    case 'restore':
      return (await import('../src/commands/backup.ts')).restoreCommand(await config(), rest);
    case 'audit':
      return (await import('../src/commands/audit.ts')).auditCommand(await ownConfig(), rest);
    case 'corpus':
      return (await import('../src/commands/corpus.ts')).corpusCommand(await ownConfig(), rest);
    case 'reports':
      return (await import('../src/commands/reports.ts')).reportsCommand(await ownConfig(), rest);
    case 'advisories':
      return (await import('../src/commands/advisories.ts')).advisoriesCommand(await ownConfig(), rest);
    case 'library':
      return (await import('../src/commands/library.ts')).libraryCommand(await ownConfig(), rest);
    case 'curations':
      return (await import('../src/commands/curations.ts')).curationsCommand(await ownConfig(), rest);
    case 'store':
      return (await import('../src/commands/store.ts')).storeCommand(await ownConfig(), rest);
    case 'scan':
      return (await import('@assay/scanner/cli')).scanCommand(rest, { ...terminal(), fetchPackage });
    case 'fingerprint':
      return (await import('@assay/scanner/cli')).fingerprintCommand(rest, terminal());
    case 'sbom':
      return (await import('@assay/scanner/cli')).sbomCommand(rest, terminal());
    case 'vex':
      return (await import('@assay/scanner/cli')).vexCommand(rest, terminal());
    case 'scm':
      return (await import('@assay/scanner/cli')).scmCommand(rest, terminal());
    case 'release':
      return (await import('@assay/scanner/cli')).releaseCommand(rest, terminal());
    case 'licenses':
      return (await import('@assay/scanner/cli')).licensesCommand(rest, {
        importedIndex: await importedRules(),
      });
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(usage());
      return command === undefined ? 2 : 0;
    default:
      process.stderr.write(`assay: there is no command "${command}".\n\n${usage()}`);
      return 2;
  }
}

/** An option that is ignored would leave people with a server that they did not ask for. */
async function refuseArguments(command: string, rest: readonly string[], known: readonly string[] = []): Promise<void> {
  const unknown = rest.find((argument) => !known.includes(argument));
  if (unknown === undefined) return;
  const { ConfigError } = await import('../src/config.ts');
  const options = known.length === 0 ? 'It has no options' : `Its only option is ${known.join(', ')}`;
  throw new ConfigError(
    `${command} does not know "${unknown}". ${options}; settings are environment variables, which the README lists.`,
  );
}

async function fetchPackage(...[request, signal]: Parameters<FetchPackage>): ReturnType<FetchPackage> {
  return (await import('../src/commands/fetch-package.ts')).fetchPackage(await config(), request, signal);
}

async function importedRules(): Promise<string> {
  const { dataFolder } = await import('../src/installation/data-folder.ts');
  return dataFolder((await config()).dataFolder).licenseRules;
}

/** The supervisor starts this program again as the server. It checks the settings first, so that a wrong one starts nothing. */
async function serve(config: Config, rest: string[]): Promise<number> {
  await refuseArguments('serve', rest, [ALONE]);
  if (rest.includes(ALONE)) return (await import('../src/commands/serve.ts')).serveCommand(config);
  const { superviseCommand } = await import('../src/commands/supervise.ts');
  const command = [
    process.execPath,
    YOUNG_GENERATION,
    ...process.execArgv,
    fileURLToPath(new URL('./assay.js', import.meta.url)),
    'serve',
    ALONE,
  ];
  return superviseCommand({ command });
}

/** Ctrl-C stops a scan in order, so that no half-written file stays; a second one ends it at once. */
function terminal() {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const { SOURCE_DATE_EPOCH: sourceDate, ASSAY_TOKEN: apiToken, ASSAY_SCM_PASSWORD: scmPassword } = process.env;
  const { stdout, stderr, stdin } = process;
  return { stdout, stderr, stdin, signal: stop.signal, sourceDate, apiToken, scmPassword };
}

/** For commands that write into the data folder or the store: nobody else is to read there. */
async function ownConfig(): Promise<Config> {
  process.umask(0o077);
  return await config();
}

async function config(): Promise<Config> {
  const { readConfig } = await import('../src/config.ts');
  return readConfig(process.env);
}

/** Of a disk that is full or cannot be written, whichever command met it. */
async function diskSentence(error: unknown): Promise<string | undefined> {
  const { diskError } = await import('../src/installation/disks.ts');
  return diskError(error, await config())?.message;
}

/** Of a database that cannot be reached; the system's own words do not say which one was meant. */
async function databaseSentence(error: unknown): Promise<string | undefined> {
  const { databaseUrl } = await config();
  const { isConnectionLoss } = await import('../src/db/postgres/connection-loss.ts');
  if (databaseUrl === '' || !isConnectionLoss(error)) return undefined;
  const { host, pathname } = new URL(databaseUrl);
  return `The database ${host}${pathname} of DATABASE_URL does not answer (${(error as Error).message}). Start it, or name another one.`;
}

keepCompiledCode();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { ConfigError } = await import('../src/config.ts');
  // The last of the four boundaries: what people can mend is said in a sentence, the rest with its stack.
  const isPlain = error instanceof ConfigError || process.env.ASSAY_LOG_LEVEL !== 'debug';
  const message =
    error instanceof ConfigError
      ? error.message
      : ((await diskSentence(error)) ?? (await databaseSentence(error)) ?? (error as Error).message);
  if (error instanceof ConfigError && process.connected) process.send?.('refused');
  process.stderr.write(`assay: ${isPlain ? message : (error as Error).stack}\n`);
  process.exitCode = 1;
}
