// An image of a registry as the source of a command: fetched into a temporary folder as an archive that every scan reads.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPlatform } from '../archives/index.ts';
import type { Login } from '../images/index.ts';
import { type ImageReference, readReference, referenceText, registryAddress } from '../images/reference.ts';
import { isFields, own } from '../items.ts';
import { UsageError } from './options.ts';

/** Options of commands that take an image. */
export const IMAGE_OPTIONS = {
  image: { type: 'string' },
  platform: { type: 'string' },
  'plain-http': { type: 'boolean' },
  'auth-file': { type: 'string' },
  'image-keys': { type: 'string' },
} as const;

export const IMAGE_HELP = `
  --image NAME      instead of a folder or archive a container image of a registry: debian:12, registry.example:5000/a/b@sha256:…
  --platform P      of an image that is made for several: linux/amd64 (the default), linux/arm64/v8, …
  --auth-file FILE  user and password of the registry, as docker login and podman login write them (config.json, auth.json)
  --image-keys FILE public keys in PEM (cosign.pub), by which signatures that are attached to the image are verified; what is attached
                    is told in any case
  --plain-http      call the registry by http, without encryption`;

export interface ImageRequest {
  reference: ImageReference;
  platform: string;
  isInsecure: boolean;
  authFile: string;
  /** The file of the keys that verify what is attached; may be ''. */
  keysFile: string;
}

export interface FetchedImage {
  /** The archive. */
  file: string;
  /** The image with its digest. */
  name: string;
  /** For people: which platform was taken, and what is attached. */
  lines: string[];
  remove(): Promise<void>;
}

/** The image that the options name; undefined if they name none. Throws a UsageError. */
export function imageRequest(values: Record<string, string | boolean | undefined>): ImageRequest | undefined {
  const { image, platform, 'plain-http': plain, 'auth-file': authFile, 'image-keys': keysFile } = values;
  if (image === undefined) {
    const lonely = Object.keys(IMAGE_OPTIONS).find((name) => values[name] !== undefined);
    if (lonely !== undefined) throw new UsageError(`--${lonely} belongs to --image.`);
    return undefined;
  }
  const reference = readReference(String(image));
  if ('refusal' in reference) throw new UsageError(`--image: "${String(image)}" is no image: ${reference.refusal}.`);
  if (platform !== undefined && readPlatform(String(platform)) === undefined)
    throw new UsageError(`--platform must be like linux/amd64 or linux/arm64/v8, not "${platform}".`);
  return {
    reference,
    platform: String(platform ?? 'linux/amd64'),
    isInsecure: plain === true,
    authFile: String(authFile ?? ''),
    keysFile: String(keysFile ?? ''),
  };
}

/** Throws an ImageError, or a UsageError for an unusable file of passwords. */
export async function fetchImage(
  { reference, platform, isInsecure, authFile, keysFile }: ImageRequest,
  signal: AbortSignal = new AbortController().signal,
): Promise<FetchedImage> {
  // A scan of a folder calls nobody, and Node takes long to load what calls others.
  const { findImage, RegistryClient, saveImage } = await import('../images/index.ts');
  const { imageKeys, linesOfAttached } = await import('./image-attached.ts');
  const { openLocalWayOut } = await import('../network/local-way-out.ts');
  const keys = await imageKeys(keysFile);
  const address = registryAddress(reference, isInsecure);
  const wayOut = openLocalWayOut(new URL(address).hostname);
  const folder = await mkdtemp(join(tmpdir(), 'assay-image-'));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const login = authFile === '' ? { userName: '', password: '' } : await loginIn(authFile, reference.registry);
    const client = new RegistryClient({ address, repository: reference.repository, login, wayOut, signal });
    const wanted = readPlatform(platform) ?? { os: 'linux', architecture: 'amd64', variant: '' };
    const found = await findImage(client, reference, wanted);
    const file = join(folder, 'image.tar');
    await saveImage(client, found, file);
    const attached = await linesOfAttached(client, found, keys);
    const name = referenceText({ ...reference, digest: found.digest });
    return { file, name, lines: [...found.lines, ...attached], remove };
  } catch (error) {
    await remove();
    throw error;
  } finally {
    wayOut.close();
  }
}

/** `{"auths": {"registry.example:5000": {"auth": "<user:password in Base64>"}}}` */
async function loginIn(file: string, registry: string): Promise<Login> {
  const json: unknown = await readFile(file, 'utf8')
    .then((text) => JSON.parse(text) as unknown)
    .catch((error: Error) => {
      throw new UsageError(`The file of --auth-file cannot be read: ${error.message}`);
    });
  const auths = isFields(json) ? own(json, 'auths') : undefined;
  const names = registry === 'docker.io' ? ['docker.io', 'https://index.docker.io/v1/', 'index.docker.io'] : [registry];
  const entry = names.map((name) => (isFields(auths) ? own(auths, name) : undefined)).find(isFields);
  const auth = entry === undefined ? undefined : own(entry, 'auth');
  const [, userName = '', password = ''] =
    /^([^:]+):(.*)$/s.exec(typeof auth === 'string' ? Buffer.from(auth, 'base64').toString('utf8') : '') ?? [];
  if (userName === '')
    throw new UsageError(`The file of --auth-file has no user and password for ${registry} (Assay runs no helper programs).`); // biome-ignore format: one claim
  return { userName, password };
}
