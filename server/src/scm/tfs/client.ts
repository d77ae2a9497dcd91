// Asks one collection, by the server's guarded way out: five kinds of GET, with Basic and never after a redirect. Why not the library of Microsoft:
// docs/adr/0035-source-control.md.

import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Static, TSchema } from 'typebox';
import { Value } from 'typebox/value';
import type { App } from '../../app.ts';
import type { TfsAddress } from '../../domain/scm/tfs-address.ts';
import { OutgoingError } from '../../outgoing/index.ts';
import { IN_MEMORY_BYTES } from '../bodies.ts';
import { Complaints } from '../complaints.ts';
import { ScmError } from '../member.ts';
import { refusedAnswer, unreachable } from './failures.ts';
import { Refused } from './schema.ts';

/** The first with `versionDescriptor.version`, and answered by every later server. */
const API_VERSION = '4.1';
/** Of one answer that lists, which is parsed beside requests: about 25,000 files. A folder with more is listed folder by folder. */
const MOST_LIST_BYTES = 8 << 20;
const LIST_MS = 10 * 60_000;
const CONTENT_MS = 60 * 60_000;

export interface TfsLogin {
  userName: string;
  password: string;
}

export interface Content {
  path: string;
  changeset: number;
  /** If it is known. */
  sizeBytes: number | undefined;
}

export class TfsClient {
  readonly #app: App;
  readonly #api: string;
  readonly #authorization: string;
  readonly #complaints = new Complaints();
  /** The address for people. */
  readonly shown: string;

  constructor(app: App, { collection, project }: TfsAddress, login: TfsLogin, shown: string) {
    this.#app = app;
    this.#api = `${collection}/${encodeURIComponent(project)}/_apis/tfvc`;
    const pair = Buffer.from(`${login.userName}:${login.password}`).toString('base64');
    this.#authorization = `Basic ${pair}`;
    this.shown = shown;
    for (const secret of [login.password, encodeURIComponent(login.password), pair])
      this.#complaints.hide(secret, '********');
  }

  /** Throws an ScmError, of the code tooLarge if the answer is longer than one list may be. */
  async get<T extends TSchema>(
    schema: T,
    resource: string,
    query: Record<string, string>,
    { signal, timeoutMs = LIST_MS }: { signal: AbortSignal; timeoutMs?: number },
  ): Promise<Static<T>> {
    const options = { timeoutMs, maxBytes: MOST_LIST_BYTES };
    const answer = await this.#asked(this.#url(resource, query), 'application/json', signal, options);
    const json = parsed(await answer.text());
    if (!Value.Check(schema, json))
      throw new ScmError('program', `${this.shown} answered something unexpected. Is it a server with TFVC?`);
    return json as Static<T>;
  }

  /** The bytes of a file. A large one is spooled into the folder. */
  async *content(
    { path, changeset, sizeBytes }: Content,
    folder: string,
    mostBytes: number,
    signal: AbortSignal,
  ): AsyncGenerator<Buffer, void> {
    const query = { path, download: 'true', ...atChangeset(changeset) };
    const url = this.#url('items', query);
    if (sizeBytes === undefined || sizeBytes <= IN_MEMORY_BYTES) {
      const small = await this.#smallContent(url, signal);
      if (small) return yield small;
    }
    const file = join(folder, `tfs-${randomUUID()}`);
    try {
      await this.#app.outgoing.download(url, file, {
        maxBytes: mostBytes,
        timeoutMs: CONTENT_MS,
        maxRedirects: 0,
        headers: { authorization: this.#authorization, accept: 'application/octet-stream' },
        signal,
      });
      yield* createReadStream(file) as AsyncIterable<Buffer>;
    } catch (error) {
      throw error instanceof OutgoingError ? unreachable(`${this.shown}: ${path}`, error) : error;
    } finally {
      await rm(file, { force: true });
    }
  }

  /** Undefined if it is larger than what is taken in one piece. */
  async #smallContent(url: string, signal: AbortSignal): Promise<Buffer | undefined> {
    try {
      const options = { timeoutMs: CONTENT_MS, maxBytes: IN_MEMORY_BYTES };
      const answer = await this.#asked(url, 'application/octet-stream', signal, options);
      return Buffer.from(await answer.arrayBuffer());
    } catch (error) {
      if (error instanceof ScmError && error.code === 'tooLarge') return undefined;
      throw error;
    }
  }

  #url(resource: string, query: Record<string, string>): string {
    return `${this.#api}/${resource}?${new URLSearchParams({ ...query, 'api-version': API_VERSION })}`;
  }

  async #asked(
    url: string,
    accept: string,
    signal: AbortSignal,
    options: { timeoutMs: number; maxBytes: number },
  ): Promise<Response> {
    const headers = { authorization: this.#authorization, accept };
    const answer = await this.#app.outgoing
      .fetch(url, { headers, signal, redirect: 'manual' }, options)
      .catch((error: unknown) => {
        throw error instanceof OutgoingError ? unreachable(this.shown, error) : error;
      });
    if (answer.status === 200) return answer;
    const json = parsed(await answer.text());
    const { message = '', typeKey = '' } = Value.Check(Refused, json) ? json : {};
    const [schemes, location] = ['www-authenticate', 'location'].map((name) => answer.headers.get(name) ?? '');
    throw refusedAnswer(
      this.shown,
      { status: answer.status, schemes: schemes ?? '', location: location ?? '', message, typeKey },
      this.#complaints,
    );
  }
}

export function atChangeset(changeset: number): Record<string, string> {
  return { 'versionDescriptor.versionType': 'changeset', 'versionDescriptor.version': String(changeset) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
