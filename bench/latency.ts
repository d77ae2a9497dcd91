// Measures a server's response time as other callers experience it: a process of its own wants to send a request every 20 ms, whether or not the
// last one was answered, and counts from the planned start. At most so many are open at once (MOST_OPEN): fifty new connections each second would be a
// load of their own for a server that gets no processor, and each request would wait for all before it. How many waited for their turn is told
// (`mostWaiting`); with more than a few, the delays are those of this queue. A second, idle server is polled in the same way; its delays are those of
// the machine.
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, createServer, get } from 'node:http';
import { fileURLToPath } from 'node:url';

const EVERY_MS = 20;
const MOST_OPEN = 8;

export interface Latency {
  asked: number;
  maxMs: number;
  p99Ms: number;
  p95Ms: number;
  /** Responses that took longer than 250 ms. */
  late: number;
  failed: number;
  /** The longest wait of one request from the moment at which it was sent. */
  maxServedMs: number;
  /** Requests that were due and not sent yet, at the worst moment. */
  mostWaiting: number;
}

export interface Watch {
  /** The measurements since the last call. */
  take(): Promise<Latency>;
  stop(): void;
}

interface Answers {
  milliseconds: number[];
  failed: number;
  maxServedMs: number;
  mostWaiting: number;
}

const none = (): Answers => ({ milliseconds: [], failed: 0, maxServedMs: 0, mostWaiting: 0 });

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

function latencyOf({ milliseconds, failed, maxServedMs, mostWaiting }: Answers): Latency {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => Math.round(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0);
  return {
    asked: sorted.length + failed,
    maxMs: Math.round(sorted.at(-1) ?? 0),
    p99Ms: at(0.99),
    p95Ms: at(0.95),
    late: sorted.filter((one) => one > 250).length,
    failed,
    maxServedMs: Math.round(maxServedMs),
    mostWaiting,
  };
}

function ask(url: string): void {
  const agent = new Agent({ keepAlive: true });
  let answers = none();
  let due = performance.now();
  let open = 0;
  const waiting: number[] = [];
  const askOnce = (wanted: number) => {
    const sentAt = performance.now();
    open++;
    const over = (isAnswered: boolean) => {
      open--;
      if (isAnswered) {
        answers.milliseconds.push(performance.now() - wanted);
        answers.maxServedMs = Math.max(answers.maxServedMs, performance.now() - sentAt);
      } else answers.failed++;
      sendWaiting();
    };
    get(url, { agent }, (response) => {
      response.resume();
      response.once('error', () => over(false));
      response.once('end', () => over(true));
    }).once('error', () => over(false));
  };
  const sendWaiting = () => {
    while (open < MOST_OPEN && waiting.length > 0) askOnce(waiting.shift() ?? 0);
    answers.mostWaiting = Math.max(answers.mostWaiting, waiting.length);
  };
  setInterval(() => {
    for (; due <= performance.now(); due += EVERY_MS) waiting.push(due);
    sendWaiting();
  }, EVERY_MS / 2);
  process.on('message', () => {
    process.send?.(answers);
    answers = none();
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
