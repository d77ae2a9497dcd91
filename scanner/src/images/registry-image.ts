// An image of a registry: found by its tag or digest, chosen by its platform, every part checked by its digest. Layers are fetched when they are read.
import {
  type AttachedDocument,
  BASE_DIGEST,
  BASE_NAME,
  type Base,
  chosenManifest,
  type DescribedImage,
  type Descriptor,
  describedImage,
  type ImageLayer,
  isDigest,
  type LayerEntry,
  layersOfBase,
  MANIFEST_TYPES,
  type Manifest,
  MOST_CONFIG_BYTES,
  MOST_MANIFEST_BYTES,
  type Platform,
  platformsText,
  platformText,
  readConfig,
  readManifest,
} from '../archives/index.ts';
import { ImageError } from './errors.ts';
import { LayerFiles } from './layer-files.ts';
import { type ImageReference, imageName, readReference, referenceText } from './reference.ts';
import { digestOf, type RegistryClient } from './registry-client.ts';

/** Bytes of all layers of an image, as they are transferred. */
const MOST_IMAGE_BYTES = 100e9;
/** The annotation by which BuildKit says to which image an attestation belongs. */
const ATTESTS = 'vnd.docker.reference.digest';
/** Indexes may name indexes. */
const MOST_INDEXES = 4;

export interface FoundImage {
  reference: ImageReference;
  /** Of the manifest for the platform. */
  digest: string;
  manifest: Manifest;
  manifestBytes: Uint8Array;
  manifestType: string;
  platform: Platform;
  /** Of the indexes that lead to it: what is signed is often the index. */
  indexDigests: string[];
  /** Attestations of this image that stand in an index. */
  attestations: Descriptor[];
  /** For the log: which platform was chosen of which. */
  lines: string[];
}

/** Remembers what layers hold. */
export interface LayerMemory {
  /** Digests of the layers whose entries are remembered and may be used for this repository. */
  known(layers: readonly Descriptor[]): Promise<ReadonlySet<string>>;
  /** Of a layer that is known. */
  entriesOf(digest: string): Promise<LayerEntry[] | undefined>;
  learn(layer: Descriptor, entries: LayerEntry[]): Promise<void>;
}

/** Asks for the manifest, and throws an ImageError if there is none that can be read. */
export async function findImage(
  client: RegistryClient,
  reference: ImageReference,
  platform: Platform,
): Promise<FoundImage> {
  const shown = referenceText(reference);
  const lines: string[] = [];
  const seen = new Set<string>();
  const indexDigests: string[] = [];
  const besides: Descriptor[] = [];
  let name = reference.digest || reference.tag;
  for (let depth = 0; depth < MOST_INDEXES; depth++) {
    const { bytes, contentType } = await client.manifest(name, MANIFEST_TYPES, MOST_MANIFEST_BYTES);
    const digest = digestOf(bytes);
    if (isDigest(name)) client.requireDigest(name, bytes);
    if (seen.has(digest)) break;
    seen.add(digest);
    const read = readManifest(bytes, contentType);
    if ('refusal' in read) throw new ImageError('refused', `${shown} cannot be read: ${read.refusal}.`);
    if ('manifest' in read) {
      checkLayers(shown, read.manifest);
      const { manifest } = read;
      const attestations = besides.filter(({ annotations }) => annotations.get(ATTESTS) === digest);
      return { reference, digest, manifest, manifestBytes: bytes, manifestType: contentType, platform, indexDigests, attestations, lines }; // biome-ignore format: one claim
    }
    indexDigests.push(digest);
    besides.push(...read.index);
    const chosen = chosenManifest(read.index, platform);
    if (chosen === undefined)
      throw new ImageError('missing', `${shown} has no image for ${platformText(platform)}; it has: ${platformsText(read.index)}.`); // biome-ignore format: one claim
    lines.push(`${shown} is made for several platforms (${platformsText(read.index)}); ${platformText(chosen.platform ?? platform)} was taken.`); // biome-ignore format: one claim
    name = chosen.digest;
  }
  throw new ImageError('refused', `${shown} leads from index to index; more than ${MOST_INDEXES} are not followed.`);
}

function checkLayers(shown: string, { config, layers }: Manifest): void {
  const foreign = layers.findIndex(({ isForeign }) => isForeign);
  if (foreign !== -1)
    throw new ImageError('refused', `${shown} has a foreign layer: layer ${foreign + 1} of ${layers.length} (${layers[foreign]?.digest}) lies at an address that the manifest names, and such addresses are not called.`); // biome-ignore format: one claim
  const total = layers.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
  if (total > MOST_IMAGE_BYTES)
    throw new ImageError('tooLarge', `${shown} has ${total} bytes of layers, and ${MOST_IMAGE_BYTES} is the limit.`);
  if (config.sizeBytes > MOST_CONFIG_BYTES)
    throw new ImageError('tooLarge', `${shown} has a configuration of ${config.sizeBytes} bytes, and ${MOST_CONFIG_BYTES} is the limit.`); // biome-ignore format: one claim
}

export interface RegistryImage {
  described: DescribedImage;
  /** Folder of its files: the last part of its repository. */
  name: string;
  /** From the lowest to the uppermost. */
  layers: ImageLayer[];
  /** Bytes of layers that were fetched so far. */
  fetchedBytes(): number;
  close(): Promise<void>;
}

/** Reads the configuration and prepares the layers. Nothing of a layer is fetched yet. */
export async function openImage(
  client: RegistryClient,
  found: FoundImage,
  { folder, memory, attached }: { folder: string; memory?: LayerMemory; attached?: readonly AttachedDocument[] },
): Promise<RegistryImage> {
  const { manifest, reference, digest } = found;
  const shown = referenceText(reference);
  const bytes = await blobBytes(client, manifest.config);
  const config = readConfig(bytes);
  if ('refusal' in config) throw new ImageError('broken', `${shown} cannot be read: ${config.refusal}.`);
  const files = new LayerFiles(client, folder);
  const described = describedImage({
    reference: shown,
    digest,
    layers: manifest.layers.map(({ digest, sizeBytes }) => ({ digest, sizeBytes })),
    config,
    annotations: manifest.annotations,
    base: await namedBase(client, found),
    ...(attached === undefined || attached.length === 0 ? {} : { attached: [...attached] }),
  });
  const known = (await memory?.known(manifest.layers)) ?? new Set<string>();
  const fetched = manifest.layers.filter((layer) => !known.has(layer.digest));
  return {
    described,
    name: imageName(reference),
    layers: manifest.layers.map(
      (layer): ImageLayer => ({
        digest: layer.digest,
        // The reader goes from the uppermost to the lowest.
        open: () => files.open(layer, fetched.slice(0, Math.max(0, fetched.indexOf(layer))).reverse()),
        ...(memory === undefined ? {} : remembered(memory, layer, known)),
      }),
    ),
    fetchedBytes: () => files.fetchedBytes,
    close: () => files.close(),
  };
}

function remembered(memory: LayerMemory, layer: Descriptor, known: ReadonlySet<string>): Partial<ImageLayer> {
  return {
    known: async () => (known.has(layer.digest) ? memory.entriesOf(layer.digest) : undefined),
    learn: (entries) => memory.learn(layer, entries),
  };
}

async function blobBytes(client: RegistryClient, { digest, sizeBytes }: Descriptor): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(client.blob(digest, sizeBytes)));
}

/** The base that the image names, if it lies in the same repository or registry and this sign-in may read it. */
async function namedBase(
  client: RegistryClient,
  { manifest, reference, platform }: FoundImage,
): Promise<Base | undefined> {
  const digest = manifest.annotations.get(BASE_DIGEST) ?? '';
  const name = manifest.annotations.get(BASE_NAME) ?? '';
  const base = name === '' ? undefined : readReference(name);
  if (!isDigest(digest) || base === undefined || 'refusal' in base || base.registry !== reference.registry)
    return undefined;
  try {
    const own = manifest.layers.map((layer) => layer.digest);
    const beside = client.beside(base.repository);
    const { manifest: found } = await findImage(beside, { ...base, tag: '', digest }, platform);
    const layers = layersOfBase(own, found.layers.map((layer) => layer.digest)); // biome-ignore format: one claim
    return layers === undefined ? undefined : { layers, name, by: 'annotation' };
  } catch (error) {
    // Without it the history of the build tells.
    if (error instanceof ImageError) return undefined;
    throw error;
  }
}
