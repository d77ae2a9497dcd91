// Which blobs of an OCI layout are documents: attestations that a build put beside its images, and what was attached to them later. The index of the
// layout leads to them, so the layers of the images need not be unpacked.
// Formats: OCI Image Layout 1.1; BuildKit, docs/attestations/attestation-storage.md.
import { type Descriptor, isLayerOfImage, MOST_MANIFEST_BYTES, namedBlobs, platformText, readManifest } from '../../archives/index.ts'; // biome-ignore format: one claim

export interface IndexedDocument {
  /** Of its blob in the archive. */
  blob: string;
  /** The same for each build of the image: its platform, and what sort of document it is. */
  path: string;
  digest: string;
}

const MOST_INDEXES = 4;
const MOST_NAMED = 2000;
const PREDICATE = 'in-toto.io/predicate-type';
const SUBJECT = 'vnd.docker.reference.digest';

/** Files of an archive that may be its index, or a manifest. */
export const mayBeOfIndex = (path: string, size: number): boolean =>
  size <= MOST_MANIFEST_BYTES && /(?:^|\/)(?:index\.json|oci-layout|blobs\/sha256\/[0-9a-f]{64})$/.test(path);

/** @param files by their paths. Empty if the archive is no layout, or one without documents. */
export function documentsOfIndex(files: ReadonlyMap<string, Uint8Array>): IndexedDocument[] {
  const marker = [...files.keys()].find((path) => /(?:^|\/)oci-layout$/.test(path));
  if (marker === undefined) return [];
  const folder = marker.slice(0, -'oci-layout'.length);
  const blobOf = (digest: string) => `${folder}blobs/sha256/${digest.slice('sha256:'.length)}`;
  const named: { descriptor: Descriptor; beside: string }[] = [];
  const platforms = new Map<string, string>();
  const seen = new Set<string>();
  const visit = (path: string, own: Descriptor | undefined, depth: number): void => {
    const bytes = files.get(path);
    if (bytes === undefined || seen.has(path) || depth > MOST_INDEXES) return;
    seen.add(path);
    const read = readManifest(bytes);
    if ('index' in read) {
      for (const one of read.index) if (one.platform) platforms.set(one.digest, platformText(one.platform));
      for (const one of read.index) visit(blobOf(one.digest), one, depth + 1);
      return;
    }
    const beside = own?.annotations.get(SUBJECT) ?? '';
    for (const descriptor of namedBlobs(bytes) ?? [])
      if (!isLayerOfImage(descriptor) && named.length < MOST_NAMED) named.push({ descriptor, beside });
  };
  visit(`${folder}index.json`, undefined, 0);
  const taken = new Map<string, number>();
  return named.map(({ descriptor: { digest, mediaType, annotations }, beside }) => {
    const what = `${annotations.get(PREDICATE) ?? mediaType}`;
    const path = [platforms.get(beside) ?? '', what].filter((one) => one !== '').join(' ');
    const times = (taken.get(path) ?? 0) + 1;
    taken.set(path, times);
    return { blob: blobOf(digest), path: times === 1 ? path : `${path} (${times})`, digest };
  });
}
