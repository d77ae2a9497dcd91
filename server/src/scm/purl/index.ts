// Packages of registries as a source: finds the archive with the sources of each package at the registry that the site has switched on, fetches it, and
// takes it only if it has the digest that the registry states.
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import type { RegistryName } from '../../domain/derivation/registries.ts';
import { isRefusal } from '../../domain/refusal.ts';
import { readPackageList, type WantedSource } from '../../domain/scm/package-list.ts';
import { REGISTRIES, SOURCE_REGISTRIES } from '../../registries/list.ts';
import {
  type FoundPackage,
  fetchPackageInto,
  findPackage,
  PackageSourceError,
  type SourceServer,
} from '../../registries/package-sources.ts';
import { openServer } from '../../registries/server.ts';
import { enabledRegistries, loginOf } from '../../registries/settings.ts';
import { withinTestTime } from '../deadline.ts';
import { type Brought, ScmError, type ScmErrorCode, type ScmSystem, type ScmWork } from '../member.ts';

export const purl: ScmSystem = { test, bring };

type Work = Pick<ScmWork, 'app' | 'target' | 'signal'>;

const CODES: Readonly<Record<PackageSourceError['code'], ScmErrorCode>> = {
  refused: 'refused',
  unreachable: 'unreachable',
  missing: 'missing',
  revision: 'revision',
  broken: 'program',
};

function asScmError(error: unknown): unknown {
  return error instanceof PackageSourceError ? new ScmError(CODES[error.code], error.message, { cause: error }) : error;
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

/** Asks for all packages, each registry by one client, which has a few questions open at a time. The first failure ends the others. */
async function findAll({ app, target, signal }: Work): Promise<FoundPackage[]> {
  const list = readPackageList(target.url, SOURCE_REGISTRIES);
  if (isRefusal(list)) throw new ScmError('refused', list.refusal.message);
  const stop = new AbortController();
  const servers = await serversFor(app, list, AbortSignal.any([signal, stop.signal]));
  let failure: unknown;
  const asked = await Promise.all(
    list.map(async (wanted) => {
      try {
        return await findPackage(serverFor(servers, wanted), wanted);
      } catch (error) {
        failure ??= error;
        stop.abort();
        return undefined;
      }
    }),
  );
  if (failure !== undefined) throw asScmError(failure);
  return asked.filter((one) => one !== undefined);
}

/** One for each registry that is switched on and named. */
async function serversFor(
  app: Work['app'],
  list: readonly WantedSource[],
  signal: AbortSignal,
): Promise<Map<RegistryName, SourceServer>> {
  const servers = new Map<RegistryName, SourceServer>();
  for (const settings of await enabledRegistries(app)) {
    if (!list.some(({ registry }) => registry === settings.name)) continue;
    const login = await loginOf(app, settings);
    servers.set(settings.name, { login, server: openServer(app, login, signal) });
  }
  return servers;
}

function serverFor(servers: ReadonlyMap<RegistryName, SourceServer>, { purl, registry }: WantedSource): SourceServer {
  const server = servers.get(registry);
  if (server !== undefined) return server;
  throw new ScmError(
    'refused',
    `${purl} cannot be fetched: the registry ${REGISTRIES[registry].title} is not switched on (Administration, Package registries).`,
  );
}

async function* readAll(
  work: ScmWork,
  context: ReadContext,
  found: readonly FoundPackage[],
): AsyncGenerator<RawItem, void> {
  for (const [at, one] of found.entries()) {
    await work.progress(`Fetching ${one.wanted.purl}`);
    const file = join(context.temporaryFolder, `package-${at}`);
    const { sizeBytes, line } = await fetchPackageInto(work.app.outgoing, one, file, context.signal).catch((error) => {
      throw asScmError(error);
    });
    work.say('package-fetched', line);
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
