// Sends requests over a number of kept connections, one after the other on each, for a given time. Returns rates and
// percentiles.
import { Agent, request } from 'node:http';

export interface BenchRequest {
  method: string;
  path: string;
  body?: unknown;
}

export interface Sample {
  milliseconds: number[];
  errors: number;
  /** The first wrong response, so that a failed run shows the reason. */
  firstError?: string;
  seconds: number;
  bytes: number;
}

export interface Figures {
  requestsPerSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  errors: number;
  firstError?: string;
}

/** `next` makes the request with this number; all connections share the count. */
export async function drive(
  target: { base: string; token: string },
  next: (index: number) => BenchRequest,
  options: { connections: number; milliseconds: number },
): Promise<Sample> {
  const agent = new Agent({ keepAlive: true, maxSockets: options.connections });
  const sample: Sample = { milliseconds: [], errors: 0, seconds: 0, bytes: 0 };
  const start = performance.now();
  const end = start + options.milliseconds;
  let index = 0;
  const connection = async () => {
    while (performance.now() < end) {
      const asked = next(index++);
      const before = performance.now();
      const answer = await send(target, agent, asked);
      sample.milliseconds.push(performance.now() - before);
      sample.bytes += answer.bytes;
      if (answer.status >= 400) {
        sample.errors++;
        sample.firstError ??= `${asked.method} ${asked.path}: ${answer.status} ${answer.text}`;
      }
    }
  };
  await Promise.all(Array.from({ length: options.connections }, connection));
  sample.seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return sample;
}

export function merged(samples: Sample[]): Sample {
  return {
    milliseconds: samples.flatMap((one) => one.milliseconds),
    errors: samples.reduce((sum, one) => sum + one.errors, 0),
    firstError: samples.find((one) => one.firstError)?.firstError,
    seconds: samples.reduce((sum, one) => sum + one.seconds, 0),
    bytes: samples.reduce((sum, one) => sum + one.bytes, 0),
  };
}

export function figuresOf({ milliseconds, errors, firstError, seconds }: Sample): Figures {
  const sorted = milliseconds.toSorted((a, b) => a - b);
  const at = (share: number) => Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  const percentile = (share: number) => rounded(sorted[at(share)] ?? Number.NaN);
  return {
    requestsPerSecond: Math.round(sorted.length / seconds),
    p50Ms: percentile(0.5),
    p95Ms: percentile(0.95),
    p99Ms: percentile(0.99),
    errors,
    ...(firstError ? { firstError } : {}),
  };
}

function send(
  { base, token }: { base: string; token: string },
  agent: Agent,
  asked: BenchRequest,
): Promise<{ status: number; bytes: number; text: string }> {
  return new Promise((resolve, reject) => {
    const outgoing = request(`${base}${asked.path}`, {
      method: asked.method,
      agent,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    });
    outgoing.once('error', reject);
    outgoing.once('response', (response) => {
      const status = response.statusCode ?? 0;
      let bytes = 0;
      let text = '';
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (status >= 400 && text.length < 300) text += chunk.toString('utf8', 0, 300);
      });
      response.once('error', reject);
      response.once('end', () => resolve({ status, bytes, text }));
    });
    outgoing.end(asked.body === undefined ? undefined : JSON.stringify(asked.body));
  });
}

export function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
