// `assay serve` and `assay worker`: run until a signal comes, then stop cleanly.
import { type Config, ConfigError } from '../config.ts';
import { ADMIN_LOGIN } from '../installation/first-start.ts';
import { createLogger, letOutputFail } from '../log.ts';
import { serve, serveWorker } from '../serve.ts';
import { endWithSupervisor, reportToSupervisor } from './supervise.ts';

export async function serveCommand(config: Config): Promise<number> {
  letOutputFail();
  const log = createLogger(config);
  endWithSupervisor();
  const stopped = nextSignal();
  const running = await serve(config, log);
  reportToSupervisor('running');
  process.stdout.write(`Assay is running on ${running.address}\n`);
  if (running.firstPassword) {
    process.stdout.write(
      `\n  First start. Sign in as  ${ADMIN_LOGIN}\n  with the password        ${running.firstPassword}\n  It is shown only this once.\n\n`,
    );
  }
  const reason = await Promise.race([stopped, running.databaseLost.then((text) => ({ lost: text }))]);
  if ('lost' in reason)
    log.fatal({ database: reason.lost }, 'the embedded database stops again and again; the server is stopped');
  else process.stdout.write('\nStopping …\n');
  await running.stop();
  return 'lost' in reason ? 1 : 0;
}

export async function workerCommand(config: Config): Promise<number> {
  if (config.databaseUrl === '')
    throw new ConfigError(
      'assay worker joins a running installation: name its database in DATABASE_URL (and its store in ASSAY_STORE_URL).',
    );
  if (config.storeUrl === '')
    throw new ConfigError(
      'assay worker needs the store of the installation that it joins: name its folder in ASSAY_STORE_URL.',
    );
  letOutputFail();
  const stopped = nextSignal();
  const running = await serveWorker(config, createLogger(config));
  process.stdout.write('Assay worker is running.\n');
  await stopped;
  await running.stop();
  return 0;
}

/** One Ctrl-C may arrive twice: from the terminal and from npm, which passes it on. */
const SAME_SIGNAL_MS = 1000;

/** The first signal stops the server in order; a later one ends the process at once. */
function nextSignal(): Promise<{ signal: string }> {
  return new Promise((resolve) => {
    let firstAt: number | undefined;
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      process.on(signal, () => {
        firstAt ??= performance.now();
        if (performance.now() - firstAt > SAME_SIGNAL_MS) process.exit(130);
        resolve({ signal });
      });
    }
  });
}
