// The archives with the sources of packages: where a registry has them, and their bytes, which are taken only with the digest that the registry states. For
// projects that name packages, and for `assay scan pkg:…`.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { DEFAULT_ARCHIVE_LIMITS } from '@assay/scanner/archives';
import type { WantedSource } from '../domain/scm/package-list.ts';
import { type Outgoing, OutgoingError } from '../outgoing/index.ts';
import { REGISTRIES } from './list.ts';
import { type PackageSource, RegistryError, type RegistryServer } from './registry.ts';
import { authorization, hostOf, type ServerLogin } from './server.ts';

const DOWNLOAD_MS = 30 * 60_000;
const VERSIONS_NAMED = 20;

/** Why a package cannot be had, in a sentence for people. `broken`: its bytes are not those that the registry states. */
export class PackageSourceError extends Error {
  readonly code: 'refused' | 'unreachable' | 'missing' | 'revision' | 'broken';
  constructor(code: PackageSourceError['code'], message: string, options?: { cause?: unknown }) {
    super(message, options);
    this.name = 'PackageSourceError';
    this.code = code;
  }
}

/** One server of a registry, for all its packages: it asks a few at a time. */
export interface SourceServer {
  login: ServerLogin;
  server: RegistryServer;
}

export interface FoundPackage {
  wanted: WantedSource;
  source: PackageSource;
  login: ServerLogin;
}

export async function findPackage({ login, server }: SourceServer, wanted: WantedSource): Promise<FoundPackage> {
  const { source: sources, title, publicAddress } = REGISTRIES[wanted.registry];
  if (sources === undefined)
    throw new PackageSourceError('refused', `${wanted.purl} cannot be fetched: ${title} states no digests of sources.`);
  const isPublic = login.address === publicAddress;
  const answer = await sources.find(server, wanted, isPublic).catch((error: unknown) => {
    if (!(error instanceof RegistryError)) throw error;
    throw new PackageSourceError('unreachable', `${wanted.purl}: ${error.message}`, { cause: error });
  });
  const host = hostOf(login);
  if (answer === undefined)
    throw new PackageSourceError('missing', `${wanted.purl}: ${host} has no package of this name.`);
  if (answer.source !== undefined) {
    const { url } = answer.source;
    const archives = isPublic ? (sources.publicAddress ?? login.address) : login.address;
    return { wanted, source: { ...answer.source, url: url.startsWith('/') ? archives + url : url }, login };
  }
  throw new PackageSourceError(
    'revision',
    answer.versions.includes(wanted.version)
      ? `${wanted.purl}: ${host} has this version, but no archive with its sources and a digest.`
      : `${wanted.purl}: ${host} has no such version. It has ${versionsText(answer.versions)}.`,
  );
}

/** The last ones are the newest. */
function versionsText(versions: readonly string[]): string {
  if (versions.length === 0) return 'none';
  const named = versions.slice(-VERSIONS_NAMED).join(', ');
  return versions.length > VERSIONS_NAMED ? `${versions.length}, the last ones listed are ${named}` : named;
}

/** Writes the archive to the file. Returns a sentence about what came, and its size. */
export async function fetchPackageInto(
  outgoing: Pick<Outgoing, 'download'>,
  { wanted, source, login }: FoundPackage,
  file: string,
  signal: AbortSignal,
): Promise<{ sizeBytes: number; line: string }> {
  // What the registry answers may name another server, which is not told who asks.
  const isOwn = new URL(source.url).origin === new URL(login.address).origin;
  const headers = { 'user-agent': 'Assay (software composition analysis)', ...(isOwn ? authorization(login) : {}) };
  const options = { maxBytes: DEFAULT_ARCHIVE_LIMITS.entryBytes, timeoutMs: DOWNLOAD_MS, headers, signal };
  const { sizeBytes } = await outgoing.download(source.url, file, options).catch((error: unknown) => {
    if (!(error instanceof OutgoingError)) throw error;
    const code = error.code === 'refused' ? 'refused' : 'unreachable';
    throw new PackageSourceError(code, `${wanted.purl} could not be fetched: ${error.message}`, { cause: error });
  });
  const digest = await digestOf(file, source, wanted, signal);
  if (digest !== source.digest)
    throw new PackageSourceError(
      'broken',
      `${wanted.purl}: the archive that came has the ${source.algorithm} ${digest}, but the registry states ${source.digest}. Nothing of it was taken.`,
    );
  const line = `${wanted.purl} was fetched from ${new URL(source.url).host}: ${sizeBytes} bytes, ${source.algorithm} ${digest}.`;
  return { sizeBytes, line };
}

async function digestOf(
  file: string,
  { algorithm }: PackageSource,
  { registry }: WantedSource,
  signal: AbortSignal,
): Promise<string> {
  if (algorithm === 'h1')
    return (await REGISTRIES[registry].source?.hashFiles?.(file, signal)) ?? 'of no archive that can be read';
  const hash = createHash(algorithm);
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
