// Manifests, indexes and configurations of container images as values. Pure: bytes in, values or a refusal out.
// Formats: OCI Image Format Specification 1.1; Docker Image Manifest Version 2, Schema 2.
import { own } from '../../items.ts';

/** The size that the OCI Distribution Specification asks registries to accept. */
export const MOST_MANIFEST_BYTES = 4 << 20;
export const MOST_CONFIG_BYTES = 8 << 20;
/** Container programs stop at 127. */
export const MOST_LAYERS = 500;
const MOST_PLATFORMS = 1000;
const MOST_TEXT = 2000;

export const MANIFEST_TYPES = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
] as const;

/** Layers that a manifest names and whose bytes lie at another address only. */
const FOREIGN = /\.foreign\.|nondistributable/;
const LAYER_TYPE =
  /^application\/vnd\.(oci\.image\.layer(\.nondistributable)?\.v1\.tar|docker\.image\.rootfs\.(foreign\.)?diff\.tar)/;

export interface Platform {
  os: string;
  architecture: string;
  variant: string;
}

export interface Descriptor {
  mediaType: string;
  /** `sha256:` and 64 hexadecimal digits. */
  digest: string;
  sizeBytes: number;
  platform: Platform | undefined;
  annotations: ReadonlyMap<string, string>;
  isForeign: boolean;
}

export interface Manifest {
  config: Descriptor;
  /** From the lowest to the uppermost. */
  layers: Descriptor[];
  annotations: ReadonlyMap<string, string>;
}

export type ReadManifest = { manifest: Manifest } | { index: Descriptor[] } | { refusal: string };

/** What is read of a configuration. */
export interface ImageConfig {
  platform: Platform;
  /** Digests of the unpacked layers, from the lowest to the uppermost. */
  diffIds: string[];
  history: HistoryEntry[];
}

export interface HistoryEntry {
  createdBy: string;
  /** True for steps that made no layer. */
  isEmpty: boolean;
}

const DIGEST = /^sha256:[0-9a-f]{64}$/;

export const isDigest = (text: string): boolean => DIGEST.test(text);

/** @param mediaType as the registry says it; '' if nobody says it */
export function readManifest(bytes: Uint8Array, mediaType = ''): ReadManifest {
  const json = parsed(bytes);
  if (json === undefined) return { refusal: 'its manifest is not JSON' };
  const type = (textOf(member(json, 'mediaType')) || mediaType.split(';', 1)[0] || '').trim();
  if (member(json, 'schemaVersion') === 1 || member(json, 'fsLayers') !== undefined)
    return { refusal: 'it has a manifest of schema 1, which is not signed by its digest and which registries gave up in 2019. Push the image again with a program of today' }; // biome-ignore format: one claim
  const manifests = member(json, 'manifests');
  if (Array.isArray(manifests)) return readIndex(manifests);
  const layers = member(json, 'layers');
  const config = descriptorOf(member(json, 'config'));
  if (!Array.isArray(layers) || config === undefined)
    return { refusal: `its manifest has no list of layers${type === '' ? '' : ` (${shortened(type)})`}` };
  if (layers.length > MOST_LAYERS)
    return { refusal: `it has ${layers.length} layers, and ${MOST_LAYERS} is the limit` };
  const read = layers.map(descriptorOf);
  if (!read.every((one) => one !== undefined)) return { refusal: 'a layer in its manifest has no digest by SHA-256' };
  const other = read.find((one) => !LAYER_TYPE.test(one.mediaType));
  if (other !== undefined)
    return {
      refusal: `it is no image but an artifact: a layer of it is ${shortened(other.mediaType) || 'of no type'}`,
    };
  return { manifest: { config, layers: read, annotations: annotationsOf(member(json, 'annotations')) } };
}

/** What a manifest of any sort names: the layers of an image, or the documents of an artifact. Undefined for an index, and for what is no manifest. */
export function namedBlobs(bytes: Uint8Array): Descriptor[] | undefined {
  const layers = member(parsed(bytes), 'layers');
  if (!Array.isArray(layers) || layers.length > MOST_LAYERS) return undefined;
  return layers.map(descriptorOf).filter((one) => one !== undefined);
}

/** What an index names, of any sort: its digest, and what it is by its own word. */
export function readIndexEntries(bytes: Uint8Array): { digest: string; artifactType: string }[] {
  const manifests = member(parsed(bytes), 'manifests');
  return (Array.isArray(manifests) ? manifests.slice(0, MOST_PLATFORMS) : []).flatMap((one) => {
    const digest = textOf(member(one, 'digest'));
    return isDigest(digest) ? [{ digest, artifactType: shortened(textOf(member(one, 'artifactType'))) }] : [];
  });
}

/** Whether its bytes are files of an image. */
export const isLayerOfImage = ({ mediaType }: Descriptor): boolean => LAYER_TYPE.test(mediaType);

function readIndex(manifests: unknown[]): ReadManifest {
  if (manifests.length > MOST_PLATFORMS)
    return { refusal: `its index names ${manifests.length} manifests, and ${MOST_PLATFORMS} is the limit` };
  const index = manifests.map(descriptorOf).filter((one) => one !== undefined);
  return index.length === 0 ? { refusal: 'its index names no manifest' } : { index };
}

export function readConfig(bytes: Uint8Array): ImageConfig | { refusal: string } {
  const json = parsed(bytes);
  if (json === undefined) return { refusal: 'its configuration is not JSON' };
  const rootfs = member(json, 'rootfs');
  const diffIds = member(rootfs, 'diff_ids');
  const history = member(json, 'history');
  return {
    platform: platformOf(json) ?? { os: '', architecture: '', variant: '' },
    diffIds: Array.isArray(diffIds) ? diffIds.map(textOf).slice(0, MOST_LAYERS) : [],
    history: (Array.isArray(history) ? history.slice(0, 4 * MOST_LAYERS) : []).map((entry) => ({
      createdBy: shortened(textOf(member(entry, 'created_by')) || textOf(member(entry, 'comment'))),
      isEmpty: member(entry, 'empty_layer') === true,
    })),
  };
}

function descriptorOf(value: unknown): Descriptor | undefined {
  const digest = textOf(member(value, 'digest'));
  const size = member(value, 'size');
  if (!isDigest(digest) || typeof size !== 'number' || !Number.isSafeInteger(size) || size < 0) return undefined;
  const mediaType = textOf(member(value, 'mediaType'));
  return {
    mediaType,
    digest,
    sizeBytes: size,
    platform: platformOf(member(value, 'platform')),
    annotations: annotationsOf(member(value, 'annotations')),
    isForeign: FOREIGN.test(mediaType) || hasAddresses(member(value, 'urls')),
  };
}

/** Such addresses are never called: a manifest would decide where this machine connects. */
const hasAddresses = (urls: unknown): boolean => Array.isArray(urls) && urls.length > 0;

function platformOf(value: unknown): Platform | undefined {
  const [os, architecture, variant] = ['os', 'architecture', 'variant'].map((name) =>
    shortened(textOf(member(value, name))),
  );
  return os && architecture ? { os, architecture, variant: variant ?? '' } : undefined;
}

function annotationsOf(value: unknown): ReadonlyMap<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(Object.entries(value).flatMap(([name, text]) => (typeof text === 'string' ? [[name, text]] : [])));
}

function parsed(bytes: Uint8Array): object | undefined {
  try {
    const json: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
    return typeof json === 'object' && json !== null && !Array.isArray(json) ? json : undefined;
  } catch {
    return undefined;
  }
}

/** A member of a value of which nothing is known. */
function member(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? own(value as Record<string, unknown>, name) : undefined;
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const shortened = (text: string): string => text.replace(/[\p{Cc}]/gu, ' ').slice(0, MOST_TEXT);

/** `linux/arm64/v8` */
export function platformText({ os, architecture, variant }: Platform): string {
  return [os, architecture, variant].filter((part) => part !== '').join('/');
}

const PLATFORM = /^[a-z0-9._-]{1,60}\/[a-z0-9._-]{1,60}(\/[a-z0-9._-]{1,60})?$/;

export function readPlatform(text: string): Platform | undefined {
  if (!PLATFORM.test(text)) return undefined;
  const [os = '', architecture = '', variant = ''] = text.split('/');
  return { os, architecture, variant };
}

/** The manifest of an index for a platform. A platform without a variant takes the first of its architecture. */
export function chosenManifest(index: readonly Descriptor[], wanted: Platform): Descriptor | undefined {
  const fitting = index.filter(
    ({ platform }) => platform?.os === wanted.os && platform.architecture === wanted.architecture,
  );
  return wanted.variant === '' ? fitting[0] : fitting.find(({ platform }) => platform?.variant === wanted.variant);
}

/** The platforms of an index for a sentence; attestations are listed as `unknown/unknown` by the programs that write them. */
export function platformsText(index: readonly Descriptor[]): string {
  const known = index.flatMap(({ platform }) =>
    platform && platform.os !== 'unknown' ? [platformText(platform)] : [],
  );
  const shown = known.slice(0, 20).join(', ') || 'none';
  return known.length > 20 ? `${shown} and ${known.length - 20} more` : shown;
}
