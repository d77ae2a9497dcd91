// Builds small images, and a registry that answers as a test wants, for tests of all users of the scanner.
import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { makeTar, type TarPart } from '../archives/archive-builders.ts';

export interface BuiltImage {
  manifest: Buffer;
  digest: string;
  /** By digest: configuration and layers. */
  blobs: Map<string, Uint8Array>;
  layers: string[];
  /** Unpacked layers by the digest of what they unpack to. */
  tars: Map<string, Uint8Array>;
  config: Buffer;
}

export const digestOf = (bytes: Uint8Array): string => `sha256:${createHash('sha256').update(bytes).digest('hex')}`;

/** @param steps of the build, one for each layer, or with `isEmpty` for none */
export function buildImage(
  layers: readonly (readonly TarPart[])[],
  {
    pack = (tar: Uint8Array): Uint8Array => gzipSync(tar),
    steps = layers.map((_, at) => ({ created_by: `step ${at}` })) as object[],
    annotations = {},
  } = {},
): BuiltImage {
  const tars = new Map(layers.map((parts) => makeTar(parts)).map((tar) => [digestOf(tar), tar]));
  const unpacked = layers.map((parts) => makeTar(parts));
  const packed = unpacked.map(pack);
  const config = Buffer.from(
    JSON.stringify({
      os: 'linux',
      architecture: 'amd64',
      rootfs: { type: 'layers', diff_ids: unpacked.map(digestOf) },
      history: steps,
    }),
  );
  const manifest = Buffer.from(
    JSON.stringify({
      schemaVersion: 2,
      mediaType: 'application/vnd.oci.image.manifest.v1+json',
      config: { mediaType: 'application/vnd.oci.image.config.v1+json', digest: digestOf(config), size: config.length },
      layers: packed.map((bytes) => ({
        mediaType: 'application/vnd.oci.image.layer.v1.tar+gzip',
        digest: digestOf(bytes),
        size: bytes.length,
      })),
      annotations,
    }),
  );
  const blobs = new Map([config, ...packed].map((bytes) => [digestOf(bytes), bytes as Uint8Array]));
  return { manifest, digest: digestOf(manifest), blobs, layers: packed.map(digestOf), tars, config };
}

/** The files of an OCI layout. */
export function layoutParts({ manifest, digest, blobs }: Pick<BuiltImage, 'manifest' | 'digest' | 'blobs'>) {
  const index = {
    schemaVersion: 2,
    manifests: [{ mediaType: 'application/vnd.oci.image.manifest.v1+json', digest, size: manifest.length }],
  };
  const blob = (name: string, body: Uint8Array) => ({ name: `blobs/sha256/${name.slice(7)}`, body });
  return [
    { name: 'oci-layout', body: '{"imageLayoutVersion":"1.0.0"}' },
    { name: 'index.json', body: JSON.stringify(index) },
    blob(digest, manifest),
    ...[...blobs].map(([name, body]) => blob(name, body)),
  ];
}

/** An OCI layout as a tar. */
export const layoutOf = (built: Parameters<typeof layoutParts>[0]): Uint8Array => makeTar(layoutParts(built));

/** An archive as `docker save` writes it. */
export function savedBy({ config, tars }: BuiltImage, tag = 'app:1'): Uint8Array {
  const name = `${digestOf(config).slice(7)}.json`;
  const layers = [...tars].map(([digest, body]) => ({ name: `${digest.slice(7)}/layer.tar`, body }));
  const list = [{ Config: name, RepoTags: [tag], Layers: layers.map((one) => one.name) }];
  return makeTar([{ name, body: config }, ...layers, { name: 'manifest.json', body: JSON.stringify(list) }]);
}

export interface Registry {
  /** `127.0.0.1:1234` */
  host: string;
  /** Paths in the order of the requests. */
  asked: string[];
  close(): Promise<void>;
}

/** True if the request was answered. */
export type Answering = (request: IncomingMessage, response: ServerResponse) => boolean | undefined;

/** Answers for the images by tag and digest in every repository, after `before` had its turn. */
export async function openRegistry(
  images: Record<string, BuiltImage>,
  before: Answering = () => false,
): Promise<Registry> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url ?? '';
    asked.push(path);
    if (before(request, response)) return;
    const name = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1));
    const image = Object.entries(images).find(([tag, one]) => tag === name || one.digest === name)?.[1];
    const body = path.includes('/manifests/') ? image?.manifest : Object.values(images).map(({ blobs }) => blobs.get(name)).find(Boolean); // biome-ignore format: one claim
    if (body === undefined) {
      response.writeHead(404, { 'content-type': 'application/json' });
      response.end('{"errors":[{"code":"NOT_FOUND","message":"not known"}]}');
      return;
    }
    const type = path.includes('/manifests/')
      ? 'application/vnd.oci.image.manifest.v1+json'
      : 'application/octet-stream';
    response.writeHead(200, { 'content-type': type, 'content-length': body.length });
    response.end(request.method === 'HEAD' ? undefined : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    host: `127.0.0.1:${port}`,
    asked,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
