// Measures a server's response time as other callers experience it: a process of its own sends a request every 20 ms, whether or not the
// last one was answered, and counts from the planned start. A second, idle server is polled in the same way; its delays are those of the
// machine.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { fileURLToPath } from 'node:url';

const EVERY_MS = 20;

export interface Latency {
  asked: number;
  maxMs: number;
  p99Ms: number;
  p95Ms: number;
  /** Responses that took longer than 250 ms. */
  late: number;
  failed: number;
}

export interface Watch {
  /** The measurements since the last call. */
  take(): Promise<Latency>;
  stop(): void;
}

interface Answers {
  milliseconds: number[];
  failed: number;
}

/** Polls an address until it is stopped. */
export function watchAddress(url: string): Watch {
  const child = fork(fileURLToPath(import.meta.url), ['ask', url]);
  return {
    async take() {
      const message = once(child, 'message');
      child.send('take');
      const [answers] = (await message) as [Answers];
      return latencyOf(answers);
    },
    stop: () => void child.kill(),
  };
}

/** A server that answers at once, polled beside the measured one. */
export async function startControl(): Promise<{ url: string; stop(): void }> {
  const child: ChildProcess = fork(fileURLToPath(import.meta.url), ['serve']);
  const [port] = (await once(child, 'message')) as [number];
  return { url: `http://127.0.0.1:${port}/healthz`, stop: () => void child.kill() };
}

function latencyOf({ milliseconds, failed }: Answers): Latency {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return {
    asked: sorted.length + failed,
    maxMs: Math.round(sorted.at(-1) ?? 0),
    p99Ms: at(0.99),
    p95Ms: at(0.95),
    late: sorted.filter((one) => one > 250).length,
    failed,
  };
}

function ask(url: string): void {
  const agent = new Agent({ keepAlive: true });
  let answers: Answers = { milliseconds: [], failed: 0 };
  let due = performance.now();
  const askOnce = (wanted: number) => {
    const fail = () => answers.failed++;
    get(url, { agent }, (response) => {
      response.resume();
      response.once('error', fail);
      response.once('end', () => answers.milliseconds.push(performance.now() - wanted));
    }).once('error', fail);
  };
  setInterval(() => {
    for (; due <= performance.now(); due += EVERY_MS) askOnce(due);
  }, EVERY_MS / 2);
  process.on('message', () => {
    process.send?.(answers);
    answers = { milliseconds: [], failed: 0 };
  });
  process.on('disconnect', () => process.exit());
}

function serve(): void {
  const server = createServer((_request, response) => response.end('{"status":"ok"}'));
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as { port: number }).port));
  process.on('disconnect', () => process.exit());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (process.argv[2] === 'ask') ask(process.argv[3] ?? '');
  else if (process.argv[2] === 'serve') serve();
}
