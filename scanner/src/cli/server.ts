// A server as commands talk to it: the token is sent to this server only, and a refusal becomes the sentence that the server gave.
import { readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from './options.ts';
import { printable } from './printable.ts';

export interface Server {
  get(path: string): Promise<unknown>;
  /** The bytes of a download. */
  download(path: string): Promise<AsyncIterable<Uint8Array>>;
  post(path: string, form: FormData): Promise<unknown>;
  /** The bytes of a file alone. */
  upload(path: string, bytes: Uint8Array<ArrayBuffer>, fileName: string): Promise<unknown>;
  /** With a JSON body, or without one. */
  send(method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object): Promise<unknown>;
}

/** The answer of a server that does not do what was asked; the message is for people. */
export class ServerRefusal extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/** The server did not answer. */
export class Unreachable extends Error {}

/** The root address of a server, from this option. Throws a UsageError for what is none. */
export function serverAddress(text: string | boolean | undefined, option = '--server'): string {
  if (typeof text !== 'string')
    throw new UsageError(`Name the server with ${option}, such as https://assay.example.org.`);
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol) || url.search !== '' || url.hash !== '')
    throw new UsageError(`${option} must be the address of a server, such as https://assay.example.org.`);
  // An address is printed and logged; a password in it would be too.
  if (url.username !== '' || url.password !== '')
    throw new UsageError(`${option} must not have a name or password; give an API token in a file (--token-file).`);
  return url.href.replace(/\/+$/, '');
}

/** The token of the file, or of the environment. Other users of the machine can read the command line, so it is never taken from there. */
export async function tokenOf(file: string | boolean | undefined, environment: string | undefined) {
  const text = typeof file === 'string' ? await tokenInFile(file) : (environment ?? '');
  const token = text.trim().replace(/^(?:Bearer\s+)+/i, '');
  if (/^[\x21-\x7e]+$/.test(token)) return token;
  if (token !== '') throw new UsageError('The token must be one word without blanks.');
  throw new UsageError('Give an API token in a file (--token-file FILE) or in the environment variable ASSAY_TOKEN.');
}

async function tokenInFile(file: string): Promise<string> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    throw new UsageError(`The file of --token-file cannot be read: ${(error as Error).message}`);
  }
}

export function openServer(root: string, token: string, signal: AbortSignal | undefined): Server {
  const open = async (path: string, more: RequestInit): Promise<Response> => {
    const headers = { ...more.headers, Authorization: `Bearer ${token}` };
    // A redirection is not followed: it would lose the file, and could lead elsewhere.
    const init: RequestInit = { ...more, headers, redirect: 'manual', ...(signal ? { signal } : {}) };
    const answer = await fetch(`${root}/api${path}`, init).catch((error: Error) => {
      if (signal?.aborted) throw error;
      throw new Unreachable(`${root} cannot be reached: ${reasonOf(error)}`);
    });
    if (answer.status >= 300 && answer.status < 400)
      throw new Error(
        `${root} redirects to ${printable(answer.headers.get('location') ?? 'elsewhere')}; name that address.`,
      );
    if (answer.status === 401) throw new ServerRefusal(401, `${root} does not accept the token (401).`);
    if (!answer.ok)
      throw new ServerRefusal(
        answer.status,
        `${root} refuses (${answer.status}): ${printable(refusalIn(await answer.text()))}`,
      );
    return answer;
  };
  const ask = async (path: string, more: RequestInit) => jsonOf(await (await open(path, more)).text(), root);
  return {
    get: (path) => ask(path, {}),
    download: async (path) => {
      const { body } = await open(path, {});
      if (body === null) throw new Error(`${root} sent nothing.`);
      return body;
    },
    post: (path, body) => ask(path, { method: 'POST', body }),
    upload: (path, body, fileName) =>
      ask(path, {
        method: 'POST',
        body,
        headers: { 'Content-Type': 'application/octet-stream', 'X-File-Name': encodeURIComponent(fileName) },
      }),
    send: (method, path, body) =>
      ask(path, {
        method,
        ...(body ? { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } } : {}),
      }),
  };
}

function reasonOf(error: Error): string {
  return error.cause instanceof Error && error.cause.message !== '' ? error.cause.message : error.message;
}

function jsonOf(text: string, root: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`${root} does not answer as an Assay server: the answer is no JSON.`);
  }
}

/** The sentence of a refusal; the beginning of the text when something else than Assay answered. */
function refusalIn(text: string): string {
  try {
    const { errors } = JSON.parse(text) as { errors?: { message?: unknown }[] };
    const sentences = (errors ?? []).map(({ message }) => message).filter((one) => typeof one === 'string');
    if (sentences.length > 0) return sentences.join(' ');
  } catch {
    // No answer of Assay.
  }
  return text.slice(0, 200).trim() || 'it gives no reason.';
}

/** The token never comes from the command line. */
export function refuseTokenOption(token: unknown): void {
  if (token !== undefined)
    throw new UsageError('A token on the command line can be read by other users: use --token-file or ASSAY_TOKEN.');
}

/** The value of --project: a name, or an id if it has digits alone. */
export function projectOption(value: unknown): string {
  if (typeof value === 'string' && value !== '') return value;
  throw new UsageError('Name the project with --project.');
}

export async function projectIdOf(server: Server, project: string): Promise<number> {
  if (/^\d{1,9}$/.test(project)) return Number(project);
  const { data } = (await server.get(`/projects?name=${encodeURIComponent(project)}`)) as {
    data: { id: number; name: string }[];
  };
  // The server finds every name that contains this one, in any case.
  const found = data.find(({ name }) => name === project);
  if (found) return found.id;
  throw new UsageError(`There is no project ${printable(project)} that you may see.`);
}

export interface EndedJob {
  status: string;
  error: string;
  jobDetails: string;
}

const OPEN_JOBS = new Set(['New', 'Scheduled', 'Waiting on update', 'Active']);
/** Between two looks at a job. */
const LOOK_AGAIN_MS = 500;

/** Waits for the end of a job. */
export async function endOfJob(server: Server, jobId: number, signal: AbortSignal | undefined): Promise<EndedJob> {
  for (;;) {
    const job = (await server.get(`/jobs/${jobId}`)) as EndedJob;
    if (!OPEN_JOBS.has(job.status)) return job;
    await wait(LOOK_AGAIN_MS, undefined, signal ? { signal } : {});
  }
}
