#!/usr/bin/env node
// The command line: the only place where parts are put together and the only one that reads the environment.
import { fileURLToPath } from 'node:url';
import { keepCompiledCode } from '@assay/scanner/code-cache';
import { type Config, ConfigError, readConfig } from '../src/config.ts';
import { dataFolder } from '../src/installation/data-folder.ts';

/** Without the process that starts the server again: for service managers that do that themselves. */
const ALONE = '--alone';

const USAGE = `Usage: assay <command>

  serve                      start the server: API, web page and worker; starts it again after a fault (--alone: does not)
  worker                     run jobs only, on the database that DATABASE_URL names
  migrate                    bring the database to the newest schema
  scan <folder|archive>      scan without a server (assay scan --help)
  licenses <list|explain|…>  look into the license rules (assay licenses --help)
  sbom <export|check|diff|…> write, judge, compare and verify SBOMs (assay sbom --help)
  fingerprint <folder>       write winnowing fingerprints or Git's ids of files (assay fingerprint --help)
  token create --login L     make an API token and print it (--name N, --expires YYYY-MM-DD)
  user create --login L      make a user and print the generated password (--email E, --permissions a,b)
  corpus add WHAT…           know packages by their contents, for exact matches (npm:jquery@3, deb:zlib, PATH; list, remove)
  reports <install|list|…>   install scripts of custom reports (assay reports --help)
  advisories <import|update|…> bring advisories of vulnerabilities (assay advisories --help)
  curations <import|status|…> facts that somebody else has looked up about packages (assay curations --help)
  store verify               read everything that is stored, and name what is damaged (--from: repair from the store of a backup)
  store adopt                bind the store to this database, when another one is refused
  store empty-trash          free the space of what was taken out of the store within a day
  backup FOLDER              write the whole installation into a folder, while the server runs or without it
  restore FOLDER             bring a backup back, into an empty data folder and an empty database
  audit verify               check that the audit log is what was written (--head NUMBER:HASH, --heads FILE of exported heads)

The server is configured by environment variables; the README lists them.
`;

async function main(argv: string[]): Promise<number> {
  const [command, ...rest] = argv;
  switch (command) {
    case 'serve':
      return serve(ownConfig(), rest);
    case 'worker':
      refuseArguments(command, rest);
      return (await import('../src/commands/serve.ts')).workerCommand(ownConfig());
    case 'migrate':
      refuseArguments(command, rest);
      return (await import('../src/commands/migrate.ts')).migrateCommand(ownConfig());
    case 'token':
      return (await import('../src/commands/accounts.ts')).tokenCommand(ownConfig(), rest);
    case 'user':
      return (await import('../src/commands/accounts.ts')).userCommand(ownConfig(), rest);
    case 'backup':
      return (await import('../src/commands/backup.ts')).backupCommand(config(), rest);
    case 'restore':
      return (await import('../src/commands/backup.ts')).restoreCommand(config(), rest);
    case 'audit':
      return (await import('../src/commands/audit.ts')).auditCommand(ownConfig(), rest);
    case 'corpus':
      return (await import('../src/commands/corpus.ts')).corpusCommand(ownConfig(), rest);
    case 'reports':
      return (await import('../src/commands/reports.ts')).reportsCommand(ownConfig(), rest);
    case 'advisories':
      return (await import('../src/commands/advisories.ts')).advisoriesCommand(ownConfig(), rest);
    case 'curations':
      return (await import('../src/commands/curations.ts')).curationsCommand(ownConfig(), rest);
    case 'store':
      return (await import('../src/commands/store.ts')).storeCommand(ownConfig(), rest);
    case 'scan':
      return (await import('@assay/scanner/cli')).scanCommand(rest, terminal());
    case 'fingerprint':
      return (await import('@assay/scanner/cli')).fingerprintCommand(rest, terminal());
    case 'sbom':
      return (await import('@assay/scanner/cli')).sbomCommand(rest, terminal());
    case 'licenses':
      return (await import('@assay/scanner/cli')).licensesCommand(rest, {
        importedIndex: dataFolder(config().dataFolder).licenseRules,
      });
    case undefined:
    case 'help':
    case '--help':
    case '-h':
      process.stdout.write(USAGE);
      return command === undefined ? 2 : 0;
    default:
      process.stderr.write(`assay: there is no command "${command}".\n\n${USAGE}`);
      return 2;
  }
}

/** An option that is ignored would leave people with a server that they did not ask for. */
function refuseArguments(command: string, rest: readonly string[], known: readonly string[] = []): void {
  const unknown = rest.find((argument) => !known.includes(argument));
  if (unknown === undefined) return;
  const options = known.length === 0 ? 'It has no options' : `Its only option is ${known.join(', ')}`;
  throw new ConfigError(
    `${command} does not know "${unknown}". ${options}; settings are environment variables, which the README lists.`,
  );
}

/** The supervisor starts this program again as the server. It checks the settings first, so that a wrong one starts nothing. */
async function serve(config: Config, rest: string[]): Promise<number> {
  refuseArguments('serve', rest, [ALONE]);
  if (rest.includes(ALONE)) return (await import('../src/commands/serve.ts')).serveCommand(config);
  const { superviseCommand } = await import('../src/commands/supervise.ts');
  const command = [process.execPath, ...process.execArgv, fileURLToPath(import.meta.url), 'serve', ALONE];
  return superviseCommand({ command });
}

/** Ctrl-C stops a scan in order, so that no half-written file stays; a second one ends it at once. */
function terminal() {
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => stop.abort());
  const sourceDate = process.env.SOURCE_DATE_EPOCH;
  return { stdout: process.stdout, stderr: process.stderr, signal: stop.signal, sourceDate };
}

/** For commands that write into the data folder or the store: nobody else is to read there. */
function ownConfig(): Config {
  process.umask(0o077);
  return config();
}

function config(): Config {
  return readConfig(process.env);
}

/** Of a disk that is full or cannot be written, whichever command met it. */
async function diskSentence(error: unknown): Promise<string | undefined> {
  const { diskError } = await import('../src/installation/disks.ts');
  return diskError(error, config())?.message;
}

/** Of a database that cannot be reached; the system's own words do not say which one was meant. */
async function databaseSentence(error: unknown): Promise<string | undefined> {
  const { databaseUrl } = config();
  const { isConnectionLoss } = await import('../src/db/postgres/connection-loss.ts');
  if (databaseUrl === '' || !isConnectionLoss(error)) return undefined;
  const { host, pathname } = new URL(databaseUrl);
  return `The database ${host}${pathname} of DATABASE_URL does not answer (${(error as Error).message}). Start it, or name another one.`;
}

keepCompiledCode();
try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
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
