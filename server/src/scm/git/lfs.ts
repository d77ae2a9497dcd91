// The files that pointers of Git LFS stand for, for instances that ask for them: by the batch interface beside the repository
// (https://github.com/git-lfs/git-lfs/blob/main/docs/api/batch.md, basic transfers over http and https; where it is, and who may ask there, a
// server of ssh says). A pointer names the SHA-256 of its file,
// so what comes is checked. Where the file lies is the word of the other server: every call goes through the guard.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import type { App } from '../../app.ts';
import { findScmContents } from '../../db/scm/states.ts';
import { withoutPassword } from '../../domain/scm/scm-address.ts';
import { OutgoingError } from '../../outgoing/index.ts';
import { digested } from '../bodies.ts';
import { isUsable, type Learnt, storedEntry } from '../learnt.ts';
import { ScmError } from '../member.ts';
import { type LfsPlace, type PlaceBySsh, placeBySsh } from './lfs-ssh.ts';
import { httpUserOf, isSsh, type Login } from './remote.ts';

/** https://github.com/git-lfs/git-lfs/blob/main/docs/spec.md */
const BEGIN = 'version https://git-lfs.github.com/spec/v1\n';
const LONGEST_POINTER = 1024;
const MEDIA_TYPE = 'application/vnd.git-lfs+json';
const ASK_MS = 60_000;
const DOWNLOAD_MS = 4 * 60 * 60_000;
const MOST_ANSWER_BYTES = 1 << 20;

export interface LfsPointer {
  /** SHA-256 of the file, in hex. */
  oid: string;
  sizeBytes: number;
}

/** Undefined if the content is no pointer. */
export function readPointer(head: Buffer, sizeBytes: number): LfsPointer | undefined {
  if (sizeBytes > LONGEST_POINTER || !head.subarray(0, BEGIN.length).equals(Buffer.from(BEGIN))) return undefined;
  const text = head.toString('utf8');
  const [, oid] = /^oid sha256:([0-9a-f]{64})$/m.exec(text) ?? [];
  const [, size] = /^size (\d{1,15})$/m.exec(text) ?? [];
  return oid === undefined || size === undefined ? undefined : { oid, sizeBytes: Number(size) };
}

/** The files of one repository. */
export class LfsFiles {
  readonly #app: App;
  readonly #key: Buffer;
  readonly #url: string;
  readonly #login: Login;
  readonly #signal: AbortSignal;
  #bySsh: PlaceBySsh | undefined;

  constructor(app: App, repository: { key: Buffer; url: string; login: Login }, signal: AbortSignal) {
    this.#app = app;
    this.#key = repository.key;
    this.#url = repository.url.replace(/\/+$/, '');
    this.#login = repository.login;
    this.#signal = signal;
  }

  /** The file as an entry, or why there is none. Throws if the other server does not answer. */
  async entryOf(
    context: ReadContext,
    learnt: Learnt,
    { oid, sizeBytes }: LfsPointer,
    { name, expands }: { name: Buffer; expands: boolean },
  ): Promise<RawItem | { reason: string }> {
    context.checkEntrySize(sizeBytes);
    const known = (await findScmContents(this.#app.db, this.#key, [oid])).get(oid);
    const again = () => this.#read(context, oid, sizeBytes);
    if (isUsable(known, name.toString('latin1'), expands)) return storedEntry(context, name, known, again);
    const file = await this.#fetched(context, oid, sizeBytes);
    if (typeof file !== 'string') return file;
    const body = digested(context, removedAfter(file), ({ sha256, sizeBytes, head }) =>
      learnt.addFile(this.#key, oid, { sha256, sizeBytes, head }),
    );
    return { type: 'entry', name, legacyEncoding: 'latin1', isBackslashFolder: false, sizeBytes, body };
  }

  /** When the store has lost the bytes. */
  async *#read(context: ReadContext, oid: string, sizeBytes: number): AsyncGenerator<Buffer, void> {
    const file = await this.#fetched(context, oid, sizeBytes);
    if (typeof file !== 'string') throw new ScmError('program', `A file of Git LFS could not be read again: ${file.reason}.`); // biome-ignore format: one claim
    yield* removedAfter(file);
  }

  async #fetched(context: ReadContext, oid: string, sizeBytes: number): Promise<string | { reason: string }> {
    const action = await this.#actionFor(oid, sizeBytes);
    if ('reason' in action) return action;
    const file = join(context.temporaryFolder, `lfs-${oid}`);
    const options = { maxBytes: sizeBytes, timeoutMs: DOWNLOAD_MS, headers: action.headers, signal: this.#signal };
    try {
      await this.#app.outgoing.download(action.url, file, options);
    } catch (error) {
      return this.#reasonOf(error);
    }
    const hash = createHash('sha256');
    for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
    if (hash.digest('hex') === oid) return file;
    await rm(file, { force: true });
    return { reason: `the other server sent other bytes than those with the SHA-256 ${oid}` };
  }

  async #endpoint(): Promise<LfsPlace | { reason: string }> {
    if (/^https?:\/\//i.test(this.#url))
      return { url: `${addressOf(this.#url).replace(/(\.git)?$/, '.git')}/info/lfs`, headers: this.#signIn() };
    if (!isSsh(this.#url)) return { reason: 'files of Git LFS are fetched by http, https and ssh only' };
    if (this.#bySsh === undefined || this.#bySsh.until < this.#app.now().getTime())
      this.#bySsh = await placeBySsh(this.#app, this.#url, this.#signal);
    return this.#bySsh;
  }

  async #actionFor(oid: string, sizeBytes: number): Promise<LfsPlace | { reason: string }> {
    const endpoint = await this.#endpoint();
    if ('reason' in endpoint) return endpoint;
    const body = { operation: 'download', transfers: ['basic'], objects: [{ oid, size: sizeBytes }] };
    const headers = { accept: MEDIA_TYPE, 'content-type': MEDIA_TYPE, ...endpoint.headers };
    try {
      const answer = await this.#app.outgoing.fetch(
        `${endpoint.url}/objects/batch`,
        { method: 'POST', headers, body: JSON.stringify(body), signal: this.#signal },
        { timeoutMs: ASK_MS, maxBytes: MOST_ANSWER_BYTES },
      );
      if (answer.status >= 500 && answer.status !== 501) throw new ScmError('unreachable', `${this.#shown()} cannot answer about files of Git LFS now (status ${answer.status}).`); // biome-ignore format: one claim
      if (!answer.ok) return { reason: `${this.#shown()} answers a question for files of Git LFS with status ${answer.status}` }; // biome-ignore format: one claim
      return this.#actionIn(await answer.json().catch(() => undefined), oid, endpoint);
    } catch (error) {
      return this.#reasonOf(error);
    }
  }

  #actionIn(answer: unknown, oid: string, endpoint: LfsPlace): LfsPlace | { reason: string } {
    const objects = (answer as { objects?: unknown } | undefined)?.objects;
    const found = (Array.isArray(objects) ? objects : []).find((one) => one?.oid === oid);
    const url = found?.actions?.download?.href;
    if (found?.error) return { reason: `${this.#shown()} says that it does not have it (${Number(found.error.code) || 'no code'})` }; // biome-ignore format: one claim
    if (typeof url !== 'string') return { reason: `${this.#shown()} does not say where it is` };
    if (/^https:/i.test(endpoint.url) && !/^https:/i.test(url)) return { reason: `${this.#shown()} leads from https to another protocol` }; // biome-ignore format: one claim
    const given = Object.entries((found.actions.download.header ?? {}) as Record<string, unknown>);
    const headers = Object.fromEntries(given.filter((one): one is [string, string] => typeof one[1] === 'string'));
    const isOwn = URL.canParse(url) && new URL(url).origin === new URL(endpoint.url).origin;
    const isSignedIn = Object.keys(headers).some((name) => name.toLowerCase() === 'authorization');
    return { url, headers: isOwn && !isSignedIn ? { ...headers, ...endpoint.headers } : headers };
  }

  #signIn(): Record<string, string> {
    const { userName, password } = { ...this.#login, userName: httpUserOf(this.#url, this.#login) };
    if (userName === '' && password === '') return {};
    return { authorization: `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}` };
  }

  #reasonOf(error: unknown): { reason: string } {
    if (!(error instanceof OutgoingError)) throw error;
    if (error.code !== 'refused' && error.code !== 'tooLarge')
      throw new ScmError('unreachable', `Files of Git LFS cannot be fetched: ${error.message}`, { cause: error });
    return { reason: error.message.replace(/\.$/, '') };
  }

  #shown(): string {
    return withoutPassword(this.#url);
  }
}

/** Without the user: he goes into a header. */
const addressOf = (url: string) => url.replace(/^(https?:\/\/)[^/@]*@/i, '$1');

async function* removedAfter(file: string): AsyncGenerator<Buffer, void> {
  try {
    yield* createReadStream(file) as AsyncIterable<Buffer>;
  } finally {
    await rm(file, { force: true });
  }
}
