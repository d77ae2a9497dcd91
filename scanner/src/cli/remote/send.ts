// Sends what a scan finds to a server, file by file while it runs: the list of files, and of the facts only those that the server lacks. Keeps nothing but
// the files of one part, so that memory does not grow with the code base. The protocol is docs/adr/0041 of the server.
import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { FileFacts, Issue } from '../../findings.ts';
import { type Server, ServerRefusal, Unreachable } from '../server.ts';

/** Files of one part: the server takes 10,000. */
const FILES_OF_PART = 2_000;
/** Facts of one part as JSON. A single file may have more. */
const BYTES_OF_PART = 8 * 1024 * 1024;
/** The server takes so many; the rest is counted. */
const MOST_ISSUES = 3_000;
const LONGEST_MESSAGE = 2_000;
/** A server that restarts is away for some seconds. */
const TRIES = 6;
const FIRST_PAUSE_MS = 500;
/** For a finish that another job of the project is in the way of. */
const ASK_AGAIN_MS = 2_000;

export interface Destination {
  server: Server;
  projectId: number;
  alias: string;
  host: string;
  root: string;
  analyzerVersion: string;
  /** How long another job of the project may be in the way. */
  patienceMs: number;
  signal: AbortSignal | undefined;
}

export interface Sending {
  add(path: string, facts: FileFacts): Promise<void>;
  issue(issue: Issue): void;
  /** Sends the rest and returns the id of the job that makes it the code base of the alias. */
  finish(): Promise<number>;
  readonly counts: { files: number; facts: number; bytes: number };
}

interface Waiting {
  path: string;
  digest: string;
  json: string;
}

export async function beginSending(to: Destination): Promise<Sending> {
  const node = `/projects/${to.projectId}/scanNodes/${encodeURIComponent(to.alias)}/sends`;
  const { host, analyzerVersion, root } = to;
  const { id } = (await again(to, () => to.server.send('POST', node, { host, analyzerVersion, root }))) as {
    id: number;
  };
  const place = `${node}/${id}`;
  const counts = { files: 0, facts: 0, bytes: 0 };
  const issues: Issue[] = [];
  let moreIssues = 0;
  let part: Waiting[] = [];
  let bytes = 0;

  async function flush(): Promise<void> {
    if (part.length === 0) return;
    const files = part.map(({ path, digest }) => ({ path, facts: digest }));
    const answer = await again(to, () => to.server.send('PUT', `${place}/files`, { files }));
    const lacking = new Set((answer as { data: { lacking: string[] } }).data.lacking);
    for (const facts of partsOf(part.filter(({ digest }) => lacking.delete(digest)))) {
      await again(to, () =>
        to.server.send('PUT', `${place}/facts`, { facts: facts.map(({ json }) => JSON.parse(json)) }),
      );
      counts.facts += facts.length;
      counts.bytes += facts.reduce((sum, { json }) => sum + json.length, 0);
    }
    counts.files += part.length;
    part = [];
    bytes = 0;
  }

  return {
    counts,
    async add(path, facts) {
      const json = JSON.stringify(facts);
      part.push({ path, json, digest: createHash('sha256').update(json).digest('hex') });
      bytes += json.length;
      if (part.length >= FILES_OF_PART || bytes >= BYTES_OF_PART) await flush();
    },
    issue({ code, path, message }) {
      if (issues.length >= MOST_ISSUES - 1) moreIssues++;
      else issues.push({ code, path, message: message.slice(0, LONGEST_MESSAGE) });
    },
    async finish() {
      await flush();
      if (moreIssues > 0)
        issues.push({
          code: 'limit-exceeded',
          path: '',
          message: `${moreIssues} more issues of the agent were not sent.`,
        });
      return finished(to, place, issues);
    },
  };
}

/** Facts in parts that a request may have. */
function* partsOf(facts: readonly Waiting[]): Generator<Waiting[]> {
  let part: Waiting[] = [];
  let bytes = 0;
  for (const one of facts) {
    if (part.length > 0 && bytes + one.json.length > BYTES_OF_PART) {
      yield part;
      part = [];
      bytes = 0;
    }
    part.push(one);
    bytes += one.json.length;
  }
  if (part.length > 0) yield part;
}

/** Repeats a call that the server did not answer. Every call may be repeated. */
async function again<T>({ signal }: Destination, call: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried++) {
    try {
      return await call();
    } catch (error) {
      if (tried >= TRIES || !isPassing(error)) throw error;
      await wait(FIRST_PAUSE_MS * 2 ** (tried - 1), undefined, signal ? { signal } : {});
    }
  }
}

/** 502 to 504 come from a server, or a proxy in front of it, that starts again. */
const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable || (error instanceof ServerRefusal && error.status >= 502 && error.status <= 504);

async function finished(to: Destination, place: string, issues: readonly Issue[]): Promise<number> {
  const until = Date.now() + to.patienceMs;
  for (;;) {
    try {
      return ((await again(to, () => to.server.send('POST', `${place}/finish`, { issues }))) as { id: number }).id;
    } catch (error) {
      if (!(error instanceof ServerRefusal) || error.status !== 409) throw error;
      // The answer to an earlier finish was lost.
      const job = /is finished already\. task ID: (\d+)$/.exec(error.message)?.[1];
      if (job !== undefined) return Number(job);
      if (Date.now() > until) throw error;
      await wait(ASK_AGAIN_MS, undefined, to.signal ? { signal: to.signal } : {});
    }
  }
}
