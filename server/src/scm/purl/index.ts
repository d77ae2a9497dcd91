// Packages of registries as a source: finds the archive with the sources of each package at the registry that the site has switched on, fetches it, and
// takes it only if it has the digest that the registry states.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DEFAULT_ARCHIVE_LIMITS, type RawItem, type ReadContext } from '@assay/scanner/archives';
import type { RegistrySettings } from '../../db/registries.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { readPackageList, type WantedSource } from '../../domain/scm/package-list.ts';
import { OutgoingError } from '../../outgoing/index.ts';
import { REGISTRIES } from '../../registries/list.ts';
import { type PackageSource, RegistryError } from '../../registries/registry.ts';
import { authorization, hostOf, openServer, type ServerLogin } from '../../registries/server.ts';
import { enabledRegistries, loginOf } from '../../registries/settings.ts';
import { withinTestTime } from '../deadline.ts';
import { type Brought, ScmError, type ScmSystem, type ScmWork } from '../member.ts';

const DOWNLOAD_MS = 30 * 60_000;
const VERSIONS_NAMED = 20;

export const purl: ScmSystem = { test, bring };

type Work = Pick<ScmWork, 'app' | 'target' | 'signal'>;

interface Found {
  wanted: WantedSource;
  source: PackageSource;
  login: ServerLogin;
}

async function test(work: Work): Promise<string> {
  const found = await withinTestTime(work.signal, 'The registries have', (signal) => findAll({ ...work, signal }));
  return `The registries have ${found.map(({ wanted }) => wanted.purl).join(', ')}.`;
}

async function bring(work: ScmWork): Promise<Brought> {
  await work.progress('Asking the registries');
  const found = await findAll(work);
  const revisions = found.map(({ wanted, source }) => ({
    folder: `${work.target.folder}/${wanted.folder}`,
    url: source.url,
    asked: wanted.purl,
    revision: `${source.algorithm}:${source.digest}`,
  }));
  return {
    revisions,
    read: (context) => readAll(work, context, found),
    isComplete: () => true,
    settle: async () => undefined,
  };
}

async function findAll({ app, target, signal }: Work): Promise<Found[]> {
  const list = readPackageList(target.url);
  if (isRefusal(list)) throw new ScmError('refused', list.refusal.message);
  const enabled = await enabledRegistries(app);
  const found: Found[] = [];
  for (const wanted of list) found.push(await findOne({ app, target, signal }, wanted, enabled));
  return found;
}

async function findOne({ app, signal }: Work, wanted: WantedSource, enabled: RegistrySettings[]): Promise<Found> {
  const registry = REGISTRIES[wanted.registry];
  const settings = enabled.find(({ name }) => name === wanted.registry);
  if (settings === undefined || registry.findSource === undefined)
    throw new ScmError(
      'refused',
      `${wanted.purl} cannot be fetched: the registry ${registry.title} is not switched on (Administration, Package registries).`,
    );
  const login = await loginOf(app, settings);
  const answer = await asked(wanted, () => registry.findSource?.(openServer(app, login, signal), wanted));
  if (answer === undefined)
    throw new ScmError('missing', `${wanted.purl}: ${hostOf(login)} has no package of this name.`);
  if (answer.source !== undefined) {
    const { url } = answer.source;
    const full = url.startsWith('/') ? login.address + url : url;
    return { wanted, source: { ...answer.source, url: full }, login };
  }
  const isThere = answer.versions.includes(wanted.version);
  throw new ScmError(
    'revision',
    isThere
      ? `${wanted.purl}: ${hostOf(login)} has this version, but no archive with its sources and a digest.`
      : `${wanted.purl}: ${hostOf(login)} has no such version. It has ${versionsText(answer.versions)}.`,
  );
}

/** The last ones are the newest. */
function versionsText(versions: readonly string[]): string {
  if (versions.length === 0) return 'none';
  const named = versions.slice(-VERSIONS_NAMED).join(', ');
  return versions.length > VERSIONS_NAMED ? `${versions.length}, the last ones listed are ${named}` : named;
}

async function asked<T>({ purl: name }: WantedSource, ask: () => Promise<T> | undefined): Promise<T | undefined> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof RegistryError)
      throw new ScmError('unreachable', `${name}: ${error.message}`, { cause: error });
    throw error;
  }
}

async function* readAll(work: ScmWork, context: ReadContext, found: readonly Found[]): AsyncGenerator<RawItem, void> {
  for (const [at, one] of found.entries()) {
    await work.progress(`Fetching ${one.wanted.purl}`);
    const file = join(context.temporaryFolder, `package-${at}`);
    const sizeBytes = await fetchOne(work, one, file, context.signal);
    context.countEntry();
    context.checkEntrySize(sizeBytes);
    // An archive inside the source, which the settings of the instance expand. Its limits are those of every archive.
    yield {
      type: 'entry',
      name: `${work.target.folder}/${one.wanted.folder}`,
      legacyEncoding: 'latin1',
      isBackslashFolder: false,
      sizeBytes,
      body: charged(createReadStream(file), context),
    };
    await rm(file, { force: true });
  }
}

async function* charged(bytes: AsyncIterable<Buffer>, context: ReadContext): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of bytes) {
    context.charge(chunk.length);
    yield chunk;
  }
}

/** Returns the size of the archive. Throws if it does not have the digest. */
async function fetchOne(
  { app, say }: ScmWork,
  { wanted, source, login }: Found,
  file: string,
  signal: AbortSignal,
): Promise<number> {
  // What the registry answers may name another server, which is not told who asks.
  const isOwn = new URL(source.url).origin === new URL(login.address).origin;
  const headers = { 'user-agent': 'Assay (software composition analysis)', ...(isOwn ? authorization(login) : {}) };
  const options = { maxBytes: DEFAULT_ARCHIVE_LIMITS.entryBytes, timeoutMs: DOWNLOAD_MS, headers, signal };
  const { sizeBytes } = await app.outgoing.download(source.url, file, options).catch((error) => {
    if (error instanceof OutgoingError)
      throw new ScmError(error.code === 'refused' ? 'refused' : 'unreachable', `${wanted.purl} could not be fetched: ${error.message}`, { cause: error }); // biome-ignore format: one claim
    throw error;
  });
  const hash = createHash(source.algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  const digest = hash.digest('hex');
  if (digest !== source.digest)
    throw new ScmError(
      'program',
      `${wanted.purl}: the archive that came has the ${source.algorithm} ${digest}, but the registry states ${source.digest}. Nothing of it was taken.`,
    );
  say('package-fetched', `${wanted.purl} was fetched from ${new URL(source.url).host}: ${sizeBytes} bytes, ${source.algorithm} ${digest}.`); // biome-ignore format: one claim
  return sizeBytes;
}
