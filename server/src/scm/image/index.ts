// Container images as a source: finds the image of an instance at its registry, and reads the files that its layers make. Only layers that this registry has
// not given before are fetched.
import {
  type AttachedDocument,
  imageEntries,
  type RawItem,
  type ReadContext,
  readPlatform,
} from '@assay/scanner/archives';
import {
  type FoundImage,
  findImage,
  ImageError,
  type ImageErrorCode,
  type ImageReference,
  imageName,
  openImage,
  RegistryClient,
  readReference,
  referenceText,
  registryAddress,
} from '@assay/scanner/images';
import type { ProjectImage } from '../../db/scm/images.ts';
import { withinTestTime } from '../deadline.ts';
import { type Brought, ScmError, type ScmErrorCode, type ScmSystem, type ScmWork } from '../member.ts';
import { attachedTo, digestOfAttached } from './attached.ts';
import { layerMemory } from './layer-memory.ts';

const LINUX = { os: 'linux', architecture: 'amd64', variant: '' };

const CODES: Readonly<Record<ImageErrorCode, ScmErrorCode>> = {
  refused: 'refused',
  unreachable: 'unreachable',
  credentials: 'credentials',
  missing: 'missing',
  tooLarge: 'tooLarge',
  broken: 'program',
};

export const image: ScmSystem = { test, bring };

/** The client for the repository of an image, with its sign-in. Throws a ScmError if its name is none. */
export const openRepository = (work: Pick<ScmWork, 'app' | 'target' | 'signal'>): RegistryClient => opened(work).client;

interface Opened {
  client: RegistryClient;
  reference: ImageReference;
}

function opened({ app, target, signal }: Pick<ScmWork, 'app' | 'target' | 'signal'>): Opened {
  const reference = readReference(target.url);
  if ('refusal' in reference) throw new ScmError('refused', `"${target.url}" is no image: ${reference.refusal}.`);
  const { httpAgent: http, httpsAgent: https } = app.outgoing;
  const isInsecure = app.config.insecureRegistries.includes(reference.registry);
  const client = new RegistryClient({
    address: registryAddress(reference, isInsecure),
    repository: reference.repository,
    login: { userName: target.userName, password: target.password },
    wayOut: { http, https },
    signal,
  });
  return { client, reference };
}

async function found({ client, reference }: Opened, settings: Record<string, unknown>): Promise<FoundImage> {
  const platform = readPlatform(String(settings.platform ?? '')) ?? LINUX;
  try {
    return await findImage(client, reference, platform);
  } catch (error) {
    throw asScmError(error);
  }
}

function asScmError(error: unknown): unknown {
  return error instanceof ImageError ? new ScmError(CODES[error.code], error.message, { cause: error }) : error;
}

async function test(work: Pick<ScmWork, 'app' | 'target' | 'signal'>): Promise<string> {
  const { manifest, digest, lines } = await withinTestTime(work.signal, `${work.target.url} was`, (signal) =>
    found(opened({ ...work, signal }), work.target.settings),
  );
  const bytes = manifest.layers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  const megabytes = (bytes / 1e6).toFixed(1);
  return [`${work.target.url} is ${digest}, ${manifest.layers.length} layers of ${megabytes} MB together.`, ...lines].join(' '); // biome-ignore format: one claim
}

async function bring(work: ScmWork): Promise<Brought> {
  const { target, say } = work;
  await work.progress(`Looking at ${target.url}`);
  const image = opened(work);
  const { reference } = image;
  const foundImage = await found(image, target.settings);
  for (const line of foundImage.lines) say('image-platform', line);
  const attached = await attachedTo(work, image.client, foundImage);
  const attachedDigest = digestOfAttached(attached);
  const folder = `${target.folder}/${imageName(reference)}`;
  const images: ProjectImage[] = [];
  const url = `${reference.registry}/${reference.repository}`;
  const asked = reference.digest === '' ? `tag ${reference.tag}` : 'digest';
  return {
    revisions: [{ folder, url, asked, revision: foundImage.digest, ...(attachedDigest && { attached: attachedDigest }) }], // biome-ignore format: one claim
    images,
    read: (context) => reading(work, context, { client: image.client, found: foundImage, folder, images, attached }),
    isComplete: () => true,
    settle: async () => undefined,
  };
}

interface Reading {
  client: RegistryClient;
  found: FoundImage;
  folder: string;
  images: ProjectImage[];
  attached: readonly AttachedDocument[];
}

async function* reading(
  work: ScmWork,
  context: ReadContext,
  { client, found, folder, images, attached }: Reading,
): AsyncGenerator<RawItem, void> {
  const { app, target, say } = work;
  await work.progress(`Fetching ${referenceText(found.reference)}`);
  const memory = layerMemory(app.db, client);
  const image = await openImage(client, found, { folder: context.temporaryFolder, memory, attached });
  try {
    await work.progress(`Reading ${target.folder}`);
    for await (const item of imageEntries(image.layers, context)) {
      const name = typeof item.name === 'string' ? `${folder}/${item.name}` : Buffer.concat([Buffer.from(`${folder}/`), item.name]); // biome-ignore format: one claim
      yield { ...item, name };
    }
    images.push({ folder, image: image.described });
    const bytes = image.fetchedBytes();
    say('image-layers', `${referenceText(found.reference)} has ${image.layers.length} layers; ${bytes === 0 ? 'none had to be fetched' : `${bytes} bytes of them were fetched`}.`); // biome-ignore format: one claim
  } finally {
    await image.close();
  }
}
