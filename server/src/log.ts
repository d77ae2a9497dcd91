// The log of a server: lines on standard output. A log that cannot be written must neither end the server, which has work to do until there is
// room again, nor hold up its end: its disk may be full, or whoever reads it may be gone or slow. (pino's own destination does both.)
import { write, writeSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import pino, { type DestinationStream, type Logger } from 'pino';
import type { Config } from './config.ts';

const STDOUT = 1;
/** Lines that wait for a slow reader; what is more is lost. */
const MOST_WAITING_CHARS = 4 * 1024 * 1024;
const AGAIN_MS = 20;

export function createLogger(config: Pick<Config, 'logLevel'>): Logger {
  const options = {
    level: config.logLevel,
    redact: { paths: ['req.headers', 'headers', 'password', 'token', '*.password', '*.token'], censor: '[hidden]' },
  };
  // A person at a terminal reads sentences; everything else gets one JSON object a line.
  if (process.stdout.isTTY)
    return pino({ ...options, transport: { target: 'pino-pretty', options: { ignore: 'pid,hostname' } } });
  return pino(options, lines());
}

/** Sentences of a command beside the log: standard output and standard error may lie on the disk that is full. */
export function letOutputFail(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
}

const writeSome = promisify(write);

/** Writes in the background, in order. Lines that cannot be written are lost. */
function lines(): DestinationStream {
  let waiting = '';
  let isWriting = false;
  // The last lines say why a server ended.
  process.on('exit', () => {
    try {
      if (waiting !== '') writeSync(STDOUT, waiting);
    } catch {
      // There is nobody left to be told.
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
      // A pipe that takes no more for the moment.
      if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') throw error;
      await pause(AGAIN_MS);
    }
  }
}
