// The log of a server: lines on standard output. A full disk, or a slow or closed reader, must neither end the server nor keep it from ending.
// (pino's own destination does both.)
import { write, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

const STDOUT = 1;
/** Number of lines that wait for a slow reader; further lines are lost. */
const MOST_WAITING_CHARS = 4 * 1024 * 1024;
const AGAIN_MS = 20;

export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  const options = {
    level: config.logLevel,
    redact: { paths: ['req.headers', 'headers', 'password', 'token', '*.password', '*.token'], censor: '[hidden]' },
  };
  // A terminal gets sentences; everything else gets one JSON object on each line.
  if (process.stdout.isTTY)
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
  return pino(options, lines());
}

/** Prints a sentence of a command. Ignores failures, because the output may lie on the full disk. */
export function letOutputFail(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const writeSome = promisify(write);

/** Writes in the background, in order. Lines that cannot be written are lost. */
function lines(): DestinationStream {
  let waiting = '';
  let isWriting = false;
  // Writes the remaining lines at the end, because they say why the server ended.
  process.on('exit', () => {
    try {
      if (waiting !== '') writeSync(STDOUT, waiting);
    } catch {
      // There is nobody left to report this to.
    }
  });
  async function writeWaiting(): Promise<void> {
    isWriting = true;
    while (waiting !== '') {
      const bytes = Buffer.from(waiting);
      waiting = '';
      await writeWhole(bytes).catch(() => undefined);
    }
    isWriting = false;
  }
  return {
    write(line) {
      if (waiting.length + line.length > MOST_WAITING_CHARS) return;
      waiting += line;
      if (!isWriting) void writeWaiting();
    },
  };
}

async function writeWhole(bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; ) {
    try {
      done += (await writeSome(STDOUT, bytes, done, bytes.length - done, null)).bytesWritten;
    } catch (error) {
      // The pipe is full at the moment.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await pause(AGAIN_MS);
    }
  }
}
