// Container images in a tar: archives of `docker save` and `podman save`, and OCI layouts, which may be zipped. Read as the files of the image. Every layer and manifest is
// checked by its digest before it is used; nothing is fetched.
// Formats: OCI Image Layout 1.1; moby, image/spec/v1.2.md.
import { createHash } from 'node:crypto';
import { isFields, own } from '../items.ts';
import { type ImageLayer, imageEntries } from './image-layers.ts';
import { type TarMember, tarDirectory } from './image-members.ts';
import { tarOfZippedLayout } from './image-zip.ts';
import { type DescribedImage, describedImage } from './images/described.ts';
import { type Descriptor, type ImageConfig, isDigest, MOST_CONFIG_BYTES, MOST_LAYERS, MOST_MANIFEST_BYTES, readConfig, readManifest } from './images/manifest.ts'; // biome-ignore format: one claim
import { ArchiveFault, type ArchiveFormat, corrupt, type RawItem, type ReadContext } from './member.ts';
import type { ArchiveSource } from './source.ts';
import { chunksOf } from './source.ts';
import { spool } from './spool.ts';
import { decompressed } from './tar/compression.ts';
import { BLOCK_BYTES, parseHeader } from './tar/header.ts';

export interface ImageArchive {
  images: DescribedImage[];
  read(context: ReadContext): AsyncIterable<RawItem>;
  close(): Promise<void>;
}

/** Names with which such archives begin; a folder that was packed whole has a layout in it. */
const FIRST_NAME =
  /^(\.\/)?([0-9a-f]{64}(\.json|\.tar|\/.*)?|blobs\/.*|blobs|oci-layout|index\.json|manifest\.json|repositories)$/;
const FIRST_NAME_IN_FOLDER = /^(\.\/)?[^/]+\/(oci-layout|blobs\/sha256\/[0-9a-f]{64})$/;
/** Folders before the first file of an archive. */
const MOST_FOLDERS_BEFORE = 8;
/** An archive with more images is refused. */
const MOST_IMAGES = 500;
const MOST_INDEXES = 4;
const REF_NAME = 'org.opencontainers.image.ref.name';
const CONTAINERD_NAME = 'io.containerd.image.name';

interface Found {
  described: DescribedImage;
  layers: ImageLayer[];
}

/** Undefined if the archive is no image. Throws an ArchiveFault if it is one that cannot be read. */
export async function openImageArchive(
  source: ArchiveSource,
  format: ArchiveFormat,
  context: ReadContext,
): Promise<ImageArchive | undefined> {
  const plain = await plainTar(source, format, context);
  if (plain === undefined) return undefined;
  const close = async () => (plain === source ? undefined : plain.close());
  try {
    const found = await imagesIn(plain);
    if (found.length > 0) return { images: found.map(({ described }) => described), read: (context) => read(found, context), close }; // biome-ignore format: one claim
  } catch (error) {
    await close();
    throw error;
  }
  await close();
  return undefined;
}

/** The tar of what may be an image. Undefined if it is none. */
async function plainTar(
  source: ArchiveSource,
  format: ArchiveFormat,
  context: ReadContext,
): Promise<ArchiveSource | undefined> {
  if (format === 'zip') return tarOfZippedLayout(source, context);
  if (format !== 'tar' && format !== 'gzip' && format !== 'zstd') return undefined;
  if (!(await beginsLikeImage(source, format, context))) return undefined;
  if (format === 'tar') return source;
  return spool(decompressed(source, format, context), context.temporaryFolder, 'image.tar');
}

/** The files of one image lie at the top, those of several in a folder for each. */
async function* read(found: readonly Found[], context: ReadContext): AsyncGenerator<RawItem, void> {
  for (const [index, { layers }] of found.entries()) {
    const folder = found.length === 1 ? '' : `image.${index}/`;
    for await (const item of imageEntries(layers, context))
      yield folder === '' ? item : { ...item, name: Buffer.concat([Buffer.from(folder), Buffer.from(item.name)]) };
  }
}

async function beginsLikeImage(source: ArchiveSource, format: ArchiveFormat, context: ReadContext): Promise<boolean> {
  if (format === 'tar') return hasFirstName(await source.readAt(0, (MOST_FOLDERS_BEFORE + 1) * BLOCK_BYTES));
  const nobody = { charge() {}, remark() {}, signal: context.signal };
  try {
    for await (const piece of decompressed(source, format as 'gzip' | 'zstd', nobody)) return hasFirstName(piece);
  } catch (error) {
    // Its reader says what is wrong with it.
    if (!(error instanceof ArchiveFault)) throw error;
  }
  return false;
}

/** The name of the first file, or of the first folder. */
function hasFirstName(head: Uint8Array): boolean {
  for (let at = 0; at < MOST_FOLDERS_BEFORE * BLOCK_BYTES; at += BLOCK_BYTES) {
    const header = parseHeader(head.subarray(at, at + BLOCK_BYTES));
    if (header === undefined) return false;
    const name = Buffer.from(header.name).toString('latin1');
    if (FIRST_NAME.test(name) || FIRST_NAME_IN_FOLDER.test(name)) return true;
    if (header.typeFlag !== '5') return false;
  }
  return false;
}

async function imagesIn(source: ArchiveSource): Promise<Found[]> {
  const members = await tarDirectory(source).catch((error: unknown) => {
    // Not an image after all; its reader says what is wrong with it.
    if (error instanceof ArchiveFault) return new Map<string, TarMember>();
    throw error;
  });
  const folder = folderOfLayout(members);
  if (folder !== '') return imagesOfLayout({ source, members: inside(members, folder) });
  const archive: Archive = { source, members };
  if (members.has('index.json') && members.has('oci-layout')) return imagesOfLayout(archive);
  return members.has('manifest.json') ? imagesOfSave(archive) : [];
}

/** `image/` if that folder is a layout and the archive has nothing else; '' otherwise. */
function folderOfLayout(members: ReadonlyMap<string, TarMember>): string {
  const [first = ''] = members.keys();
  const folder = first.slice(0, first.indexOf('/') + 1);
  if (folder === '' || !members.has(`${folder}oci-layout`) || !members.has(`${folder}index.json`)) return '';
  return [...members.keys()].every((path) => path.startsWith(folder)) ? folder : '';
}

const inside = (members: ReadonlyMap<string, TarMember>, folder: string): Map<string, TarMember> =>
  new Map([...members].map(([path, member]) => [path.slice(folder.length), member]));

interface Archive {
  source: ArchiveSource;
  members: ReadonlyMap<string, TarMember>;
}

async function imagesOfLayout(archive: Archive): Promise<Found[]> {
  const found: Found[] = [];
  const bytes = await small(archive, 'index.json', MOST_MANIFEST_BYTES);
  const index = parsed(bytes);
  const manifests = isFields(index) ? own(index, 'manifests') : undefined;
  // A layout without an image: its files are what it has.
  if (Array.isArray(manifests) && manifests.length === 0) return [];
  const top = readManifest(bytes);
  if ('refusal' in top) throw corrupt(top.refusal);
  const seen = new Set<string>();
  const visit = async (descriptor: Descriptor, name: string, depth: number): Promise<void> => {
    if (seen.has(descriptor.digest)) return;
    seen.add(descriptor.digest);
    // Attestations are no image of a platform.
    if (descriptor.platform?.os === 'unknown') return;
    if (depth > MOST_INDEXES) throw corrupt(`its indexes lead to indexes, more than ${MOST_INDEXES} deep`);
    // A save of one platform keeps the index of all.
    if (!archive.members.has(blobPath(descriptor.digest)) && depth > 1) return;
    const inner = readManifest(await blob(archive, descriptor.digest, MOST_MANIFEST_BYTES), descriptor.mediaType);
    if ('refusal' in inner) throw corrupt(inner.refusal);
    if ('index' in inner) for (const one of inner.index) await visit(one, name, depth + 1);
    else found.push(await imageOfManifest(archive, inner.manifest, descriptor.digest, name));
    if (found.length > MOST_IMAGES) throw corrupt(`it has more than ${MOST_IMAGES} images`);
  };
  const tops = 'index' in top ? top.index : [];
  for (const one of tops)
    await visit(one, one.annotations.get(CONTAINERD_NAME) ?? one.annotations.get(REF_NAME) ?? '', 1);
  return found;
}

async function imageOfManifest(
  archive: Archive,
  manifest: { config: Descriptor; layers: Descriptor[]; annotations: ReadonlyMap<string, string> },
  digest: string,
  reference: string,
): Promise<Found> {
  const foreign = manifest.layers.find((layer) => layer.isForeign && !archive.members.has(blobPath(layer.digest)));
  if (foreign !== undefined)
    throw corrupt(`its layer ${foreign.digest} is a foreign one, which lies at an address that the manifest names; such addresses are not called`); // biome-ignore format: one claim
  const config = configOf(await blob(archive, manifest.config.digest, MOST_CONFIG_BYTES));
  const { annotations } = manifest;
  const layers = manifest.layers.map(({ digest }) => ({ digest, member: memberAt(archive, blobPath(digest)) }));
  return foundImage(archive, { reference, digest, config, annotations, layers });
}

async function imagesOfSave(archive: Archive): Promise<Found[]> {
  const list = parsed(await small(archive, 'manifest.json', MOST_MANIFEST_BYTES));
  const images = Array.isArray(list) ? list : [];
  if (images.length > MOST_IMAGES) throw corrupt(`it has ${images.length} images, and ${MOST_IMAGES} is the limit`);
  const found: Found[] = [];
  for (const one of images) {
    const configPath = isFields(one) ? own(one, 'Config') : undefined;
    const paths: unknown = isFields(one) ? own(one, 'Layers') : undefined;
    const tags = isFields(one) ? own(one, 'RepoTags') : undefined;
    if (typeof configPath !== 'string' || !Array.isArray(paths)) return [];
    if (paths.length > MOST_LAYERS) throw corrupt(`it has ${paths.length} layers, and ${MOST_LAYERS} is the limit`);
    const bytes = await small(archive, configPath, MOST_CONFIG_BYTES);
    const config = configOf(bytes);
    if (config.diffIds.length !== paths.length || !config.diffIds.every(isDigest))
      throw corrupt(`its configuration names ${config.diffIds.length} layers and its manifest ${paths.length}`);
    const layers = paths.map((path, at) => ({
      digest: config.diffIds[at] ?? '',
      member: memberAt(archive, String(path)),
    }));
    const reference = Array.isArray(tags) && typeof tags[0] === 'string' ? tags[0] : '';
    found.push(foundImage(archive, { reference, digest: digestOf(bytes), config, layers }));
  }
  return found;
}

interface FoundParts {
  reference: string;
  digest: string;
  config: ImageConfig;
  annotations?: ReadonlyMap<string, string>;
  layers: { digest: string; member: TarMember }[];
}

function foundImage(archive: Archive, { layers, ...parts }: FoundParts): Found {
  const described = describedImage({
    ...parts,
    layers: layers.map(({ digest, member }) => ({ digest, sizeBytes: member.sizeBytes })),
  });
  return {
    described,
    layers: layers.map(({ digest, member }) => ({ digest, open: () => opened(archive.source, member, digest) })),
  };
}

/** The layer as a source of its own, after its digest was checked. A closed slice leaves the archive open. */
async function opened(source: ArchiveSource, { offset, sizeBytes }: TarMember, digest: string): Promise<ArchiveSource> {
  const slice: ArchiveSource = {
    name: 'layer.tar',
    sizeBytes,
    file: '',
    bytes: undefined,
    readAt: (position, length) => source.readAt(offset + position, Math.max(0, Math.min(length, sizeBytes - position))),
    close: async () => undefined,
  };
  const hash = createHash('sha256');
  for await (const chunk of chunksOf(slice)) hash.update(chunk);
  const found = `sha256:${hash.digest('hex')}`;
  if (found !== digest) throw corrupt(`its bytes have the digest ${found}, and it is named ${digest}`);
  return slice;
}

const blobPath = (digest: string): string => `blobs/sha256/${digest.slice('sha256:'.length)}`;
const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

function memberAt({ members }: Archive, path: string): TarMember {
  const member = members.get(path.replace(/^(\.\/)+/, ''));
  if (member === undefined) throw corrupt(`it is an image without its part "${path.slice(0, 200)}"`);
  return member;
}

async function small(archive: Archive, path: string, mostBytes: number): Promise<Uint8Array> {
  const { offset, sizeBytes } = memberAt(archive, path);
  if (sizeBytes > mostBytes)
    throw corrupt(`"${path.slice(0, 200)}" has ${sizeBytes} bytes, and ${mostBytes} is the limit`);
  return archive.source.readAt(offset, sizeBytes);
}

async function blob(archive: Archive, digest: string, mostBytes: number): Promise<Uint8Array> {
  const bytes = await small(archive, blobPath(digest), mostBytes);
  if (digestOf(bytes) !== digest) throw corrupt(`a part is named ${digest} and has the digest ${digestOf(bytes)}`);
  return bytes;
}

/** Undefined for what is no JSON: other archives have files of that name as well. */
function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString('utf8'));
  } catch {
    return undefined;
  }
}

function configOf(bytes: Uint8Array): ImageConfig {
  const config = readConfig(bytes);
  if ('refusal' in config) throw corrupt(config.refusal);
  return config;
}
