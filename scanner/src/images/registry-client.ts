// Asks one registry about one repository: manifests, and blobs as streams. Signs in as the registry asks for it: with a token of its token server, with
// Basic, or not at all. Redirects are followed here, because each must be judged: never from https to http, and no sign-in goes to another server.
// OCI Distribution Specification 1.1; Docker Registry v2 authentication.
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isFields, own } from '../items.ts';
import { call, SilenceError, type WayOut } from '../network/way-out.ts';
import { type Challenge, readChallenges } from './challenge.ts';
import { ImageError } from './errors.ts';

export interface Login {
  /** Blank for access without sign-in. */
  userName: string;
  password: string;
}

export interface RegistryAccess {
  /** `https://registry.example:5000` */
  address: string;
  repository: string;
  login: Login;
  wayOut: WayOut;
  signal: AbortSignal;
}

export interface RegistryAnswer {
  bytes: Buffer;
  contentType: string;
  /** Of a list: whether the registry has more than it gave. */
  hasMore?: boolean;
}

export const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

const SILENCE_MS = 60_000;
const MOST_REDIRECTS = 5;
const MOST_TOKEN_BYTES = 1 << 20;
const MOST_ERROR_BYTES = 64 << 10;
const MOST_SHOWN = 300;

type Asked = { method: 'GET' | 'HEAD'; accept: string };

export class RegistryClient {
  readonly #access: RegistryAccess;
  /** Without protocol, for sentences. */
  readonly host: string;
  #authorization = '';
  /** Several layers are fetched at once, and one sign-in is enough for all. */
  #signingIn: Promise<string> | undefined;

  constructor(access: RegistryAccess) {
    this.#access = access;
    this.host = new URL(access.address).host;
  }

  /** The same registry and sign-in, for another repository. */
  beside(repository: string): RegistryClient {
    return new RegistryClient({ ...this.#access, repository });
  }

  /** @param name a tag or digest */
  async manifest(name: string, accept: readonly string[], mostBytes: number): Promise<RegistryAnswer> {
    const answer = await this.#asked(`manifests/${name}`, { method: 'GET', accept: accept.join(', ') });
    const contentType = String(answer.headers['content-type'] ?? '');
    return { bytes: await wholeBody(answer, mostBytes, `The manifest from ${this.host}`), contentType };
  }

  /** What refers to a manifest; undefined if this registry does not know the question. */
  async referrers(digest: string, mostBytes: number): Promise<(RegistryAnswer & { hasMore: boolean }) | undefined> {
    try {
      const answer = await this.#asked(`referrers/${digest}`, { method: 'GET', accept: 'application/vnd.oci.image.index.v1+json' }); // biome-ignore format: one claim
      const hasMore = answer.headers.link !== undefined;
      const contentType = String(answer.headers['content-type'] ?? '');
      return { bytes: await wholeBody(answer, mostBytes, `The list of referrers from ${this.host}`), contentType, hasMore }; // biome-ignore format: one claim
    } catch (error) {
      if (error instanceof ImageError && error.code === 'missing') return undefined;
      throw error;
    }
  }

  /** Throws if a manifest is another one than the digest that was asked for. */
  requireDigest(asked: string, bytes: Uint8Array): void {
    const digest = digestOf(bytes);
    if (asked !== digest)
      throw new ImageError('broken', `${this.host} sends another manifest than asked for: ${asked} is the digest that was asked for, ${digest} that of the bytes.`); // biome-ignore format: one claim
  }

  /** Whether this sign-in may read the blob in this repository. */
  async hasBlob(digest: string): Promise<boolean> {
    try {
      (await this.#asked(`blobs/${digest}`, { method: 'HEAD', accept: '*/*' })).destroy();
      return true;
    } catch (error) {
      if (error instanceof ImageError && (error.code === 'missing' || error.code === 'credentials')) return false;
      throw error;
    }
  }

  /** The bytes of a blob. Throws after the last one if they are not those of the digest, and before if they are more or fewer than announced. */
  async *blob(digest: string, sizeBytes: number): AsyncGenerator<Buffer, void> {
    const answer = await this.#asked(`blobs/${digest}`, { method: 'GET', accept: '*/*' });
    yield* verified(answer, { digest, sizeBytes, host: this.host });
  }

  async #asked(path: string, asked: Asked): Promise<IncomingMessage> {
    const { address, repository } = this.#access;
    const url = new URL(`${address}/v2/${repository}/${path}`);
    const used = this.#authorization;
    let answer = await this.#followed(url, asked, used);
    if (answer.statusCode === 401) {
      const challenges = readChallenges(String(answer.headers['www-authenticate'] ?? ''));
      answer.destroy();
      // Another call may have signed in meanwhile.
      if (this.#authorization === used) this.#authorization = await this.#signedIn(challenges);
      answer = await this.#followed(url, asked, this.#authorization);
    }
    if (answer.statusCode === 200) return answer;
    throw await this.#refused(answer, asked.method);
  }

  /** The value of the header Authorization for this repository. */
  #signedIn(challenges: readonly Challenge[]): Promise<string> {
    this.#signingIn ??= this.#signIn(challenges).finally(() => {
      this.#signingIn = undefined;
    });
    return this.#signingIn;
  }

  async #signIn(challenges: readonly Challenge[]): Promise<string> {
    const { login } = this.#access;
    const bearer = challenges.find(({ scheme }) => scheme === 'bearer');
    if (bearer) return `Bearer ${await this.#token(bearer)}`;
    if (!challenges.some(({ scheme }) => scheme === 'basic'))
      throw new ImageError('credentials', `${this.host} asks for a sign-in that Assay does not know.`);
    if (login.userName === '') throw new ImageError('credentials', `${this.host} asks for a user and password.`);
    return basic(login);
  }

  async #token({ parameters }: Challenge): Promise<string> {
    const { address, repository, login } = this.#access;
    const realm = parameters.get('realm') ?? '';
    const what = `The token server of ${this.host}`;
    if (!URL.canParse(realm)) throw new ImageError('broken', `${this.host} names no token server.`);
    const url = new URL(realm);
    if (url.username !== '' || url.password !== '' || !mayLeadTo(new URL(address), url))
      throw new ImageError('refused', `${what} has an address that is not used: it must be https, without a user.`);
    const service = parameters.get('service');
    if (service !== undefined) url.searchParams.set('service', service);
    url.searchParams.set('scope', `repository:${repository}:pull`);
    const answer = await this.#followed(url, { method: 'GET', accept: 'application/json' }, login.userName === '' ? '' : basic(login)); // biome-ignore format: one claim
    if (answer.statusCode !== 200) {
      answer.destroy();
      if (answer.statusCode === 401 || answer.statusCode === 403)
        throw new ImageError('credentials', login.userName === '' ? `${this.host} gives access to ${repository} only after a sign-in; give a user and password.` : `${this.host} does not accept this user and password.`); // biome-ignore format: one claim
      throw new ImageError('unreachable', `${what} answered with status ${answer.statusCode}.`);
    }
    const json = parsed(await wholeBody(answer, MOST_TOKEN_BYTES, `The answer of the token server of ${this.host}`));
    const token = isFields(json) ? (own(json, 'token') ?? own(json, 'access_token')) : undefined;
    if (typeof token !== 'string' || !/^[\x21-\x7e]+$/.test(token))
      throw new ImageError('broken', `${what} gave no token.`);
    return token;
  }

  async #followed(first: URL, { method, accept }: Asked, authorization: string): Promise<IncomingMessage> {
    const { wayOut, signal } = this.#access;
    let url = first;
    for (let count = 0; count <= MOST_REDIRECTS; count++) {
      // Storage behind a registry has signed addresses, and refuses a sign-in beside them.
      const signed: Record<string, string> =
        url.origin === first.origin && authorization !== '' ? { authorization } : {};
      const headers = { accept, 'accept-encoding': 'identity', 'user-agent': 'assay', ...signed };
      const answer = await this.#called(wayOut, url, { method, headers, signal, silenceMs: SILENCE_MS });
      const { location } = answer.headers;
      if (![301, 302, 303, 307, 308].includes(answer.statusCode ?? 0) || location === undefined) return answer;
      answer.destroy();
      if (!URL.canParse(location, url)) throw new ImageError('broken', `${url.host} redirects to no address.`);
      const next = new URL(location, url);
      if (next.username !== '' || next.password !== '' || !mayLeadTo(url, next))
        throw new ImageError('refused', `${url.host} redirects to an address that is not followed (${next.protocol}//${next.host}).`); // biome-ignore format: one claim
      url = next;
    }
    throw new ImageError('refused', `${first.host} redirects more than ${MOST_REDIRECTS} times.`);
  }

  async #called(wayOut: WayOut, url: URL, how: Parameters<typeof call>[2]): Promise<IncomingMessage> {
    try {
      await wayOut.check?.(url.hostname);
      return await call(wayOut, url, how);
    } catch (error) {
      throw this.#access.signal.aborted ? error : asImageError(error, url.host);
    }
  }

  async #refused(answer: IncomingMessage, method: string): Promise<ImageError> {
    const { repository, login } = this.#access;
    const status = answer.statusCode ?? 0;
    const said = method === 'HEAD' ? '' : await saidIn(answer);
    answer.destroy();
    const because = said === '' ? '' : ` (${said})`;
    if (status === 404) return new ImageError('missing', `${this.host} has no such image in ${repository}${because}.`);
    if (status === 401 || status === 403) {
      const why = login.userName === '' ? 'it may need a user and password' : 'this user and password do not open it';
      return new ImageError('credentials', `${this.host} does not give ${repository}: ${why}${because}.`);
    }
    if (status === 429)
      return new ImageError(
        'unreachable',
        `${this.host} has had too many requests from here; try again later${because}.`,
      );
    return new ImageError('unreachable', `${this.host} answered with status ${status}${because}.`);
  }
}

/** Never from https down to http. */
function mayLeadTo(from: URL, to: URL): boolean {
  return to.protocol === 'https:' || (to.protocol === 'http:' && from.protocol === 'http:');
}

const basic = ({ userName, password }: Login) => `Basic ${Buffer.from(`${userName}:${password}`).toString('base64')}`;

function asImageError(error: unknown, host: string): Error {
  if (error instanceof ImageError) return error;
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth++) {
    if (cause instanceof SilenceError) return new ImageError('unreachable', cause.message, { cause: error });
    // Guards of addresses say themselves what they refuse.
    if (/^(Refused|Outgoing)/.test(cause.constructor.name)) {
      const isRefusal = !('code' in cause) || cause.code === 'refused';
      return new ImageError(isRefusal ? 'refused' : 'unreachable', cause.message, { cause: error });
    }
  }
  const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : '';
  return new ImageError('unreachable', `${host} cannot be reached${code}.`, { cause: error });
}

interface Announced {
  digest: string;
  sizeBytes: number;
  host: string;
}

async function* verified(
  answer: AsyncIterable<Buffer> & { destroy(): void },
  { digest, sizeBytes, host }: Announced,
): AsyncGenerator<Buffer, void> {
  const hash = createHash('sha256');
  let received = 0;
  try {
    for await (const piece of answer) {
      received += piece.length;
      if (received > sizeBytes)
        throw new ImageError('broken', `${host} sends more than the ${sizeBytes} bytes of ${digest} that the manifest announces.`); // biome-ignore format: one claim
      hash.update(piece);
      yield piece;
    }
  } catch (error) {
    if (error instanceof ImageError || error instanceof SilenceError) throw asImageError(error, host);
    throw new ImageError('unreachable', `${host} broke off ${digest} after ${received} of ${sizeBytes} bytes.`, { cause: error }); // biome-ignore format: one claim
  } finally {
    answer.destroy();
  }
  if (received < sizeBytes)
    throw new ImageError('broken', `${host} sends ${received} bytes for ${digest}, and the manifest announces ${sizeBytes}.`); // biome-ignore format: one claim
  const found = `sha256:${hash.digest('hex')}`;
  if (found !== digest)
    throw new ImageError('broken', `${host} sends other bytes than asked for: ${digest} is the digest in the manifest, ${found} that of the bytes.`); // biome-ignore format: one claim
}

async function wholeBody(answer: IncomingMessage, mostBytes: number, what: string): Promise<Buffer> {
  const pieces: Buffer[] = [];
  let length = 0;
  try {
    for await (const piece of answer as AsyncIterable<Buffer>) {
      length += piece.length;
      if (length > mostBytes) throw new ImageError('tooLarge', `${what} is larger than ${mostBytes} bytes.`);
      pieces.push(piece);
    }
  } catch (error) {
    throw error instanceof ImageError ? error : new ImageError('unreachable', `${what} broke off.`, { cause: error });
  } finally {
    answer.destroy();
  }
  return Buffer.concat(pieces);
}

/** What registries write into refusals: `{"errors":[{"code":…,"message":…}]}`. */
async function saidIn(answer: IncomingMessage): Promise<string> {
  const json = parsed(await wholeBody(answer, MOST_ERROR_BYTES, 'The refusal').catch(() => Buffer.alloc(0)));
  const errors = isFields(json) ? own(json, 'errors') : undefined;
  const first: unknown = Array.isArray(errors) ? errors[0] : undefined;
  const message = isFields(first) ? (own(first, 'message') ?? own(first, 'code')) : undefined;
  return typeof message === 'string' ? message.replace(/[\p{Cc}]/gu, ' ').slice(0, MOST_SHOWN) : '';
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
