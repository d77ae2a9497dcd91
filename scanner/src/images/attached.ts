// What was attached to an image in its registry: signatures, attestations and SBOMs, by the tags of cosign (`sha256-….sig`, `.att`, `.sbom`), by the list of
// referrers (OCI Distribution Specification 1.1) or its tag, and in the index of the image, where BuildKit puts attestations.
import {
  type AttachedDocument as Attached,
  type Descriptor,
  isDigest,
  MOST_MANIFEST_BYTES,
  namedBlobs,
  readIndexEntries,
} from '../archives/index.ts';
import { type Judged, judgeAttestation, judgeSignature, SIGNATURE_TEXT, type Subject } from './attached-checks.ts';
import { ImageError } from './errors.ts';
import type { RegistryClient } from './registry-client.ts';
import type { FoundImage } from './registry-image.ts';
import type { SiteKeys } from './site-keys.ts';

/** Of one image; more are counted. */
const MOST_DOCUMENTS = 200;
/** A document that is larger is named and not read. */
const MOST_READ_BYTES = 32 << 20;
const SIGNATURE = /simplesigning/;
const ENVELOPE = /dsse|in-toto|sigstore\.bundle/;
const SBOM = /cyclonedx|spdx|syft/i;
const NOTATION = /cncf\.notary/;

interface Named {
  descriptor: Descriptor;
  place: Attached['place'];
  /** What the manifest around it says of all of its documents. */
  artifactType: string;
}

/** The documents, and lines for the log. Throws an ImageError if the registry does not answer. */
export async function findAttached(
  client: RegistryClient,
  found: FoundImage,
  keys: SiteKeys,
): Promise<{ attached: Attached[]; lines: string[] }> {
  const lines: string[] = [];
  const named = new Map<string, Named>();
  for (const subject of [found.digest, ...found.indexDigests])
    for await (const one of documentsOf(client, subject, lines)) named.set(markOf(one), one);
  for (const { digest } of found.attestations)
    for await (const one of documentsIn(client, digest, 'index', '')) named.set(markOf(one), one);
  if (named.size > MOST_DOCUMENTS)
    lines.push(`${named.size} documents are attached to the image; the first ${MOST_DOCUMENTS} were looked at.`);
  const subject = { digests: [found.digest, ...found.indexDigests] };
  const attached: Attached[] = [];
  for (const one of [...named.values()].slice(0, MOST_DOCUMENTS))
    attached.push(await described(client, one, subject, keys));
  return { attached, lines };
}

/** Signatures of several keys over the same bytes are several documents; the same one may be found in several places. */
const markOf = ({ descriptor: { digest, annotations } }: Named) =>
  JSON.stringify([digest, annotations.get(SIGNATURE_TEXT)]);

async function* documentsOf(client: RegistryClient, subject: string, lines: string[]): AsyncGenerator<Named, void> {
  const tag = subject.replace(':', '-');
  for (const suffix of ['sig', 'att', 'sbom']) yield* documentsIn(client, `${tag}.${suffix}`, 'tag', '');
  const listed = (await client.referrers(subject, MOST_MANIFEST_BYTES)) ?? (await orNothing(client.manifest(tag, INDEX_TYPES, MOST_MANIFEST_BYTES))); // biome-ignore format: one claim
  if (listed === undefined) return;
  if (listed.hasMore) lines.push(`${client.host} lists more documents of ${subject} than it gives at once; the first ones were looked at.`); // biome-ignore format: one claim
  for (const { digest, artifactType } of readIndexEntries(listed.bytes).slice(0, MOST_DOCUMENTS))
    yield* documentsIn(client, digest, 'referrers', artifactType);
}

const INDEX_TYPES = ['application/vnd.oci.image.index.v1+json'];
const TYPES = ['application/vnd.oci.image.manifest.v1+json', 'application/vnd.docker.distribution.manifest.v2+json'];

/** The documents that a manifest names; none if there is no such manifest. */
async function* documentsIn(
  client: RegistryClient,
  name: string,
  place: Attached['place'],
  artifactType: string,
): AsyncGenerator<Named, void> {
  const answer = await orNothing(client.manifest(name, TYPES, MOST_MANIFEST_BYTES));
  if (answer === undefined) return;
  if (isDigest(name)) client.requireDigest(name, answer.bytes);
  for (const descriptor of namedBlobs(answer.bytes) ?? []) yield { descriptor, place, artifactType };
}

async function orNothing<T>(asking: Promise<T>): Promise<T | undefined> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ImageError && error.code === 'missing') return undefined;
    throw error;
  }
}

async function described(client: RegistryClient, named: Named, subject: Subject, keys: SiteKeys): Promise<Attached> {
  const { place, artifactType, descriptor } = named;
  const { digest, mediaType, sizeBytes } = descriptor;
  const type = mediaType === '' || /octet-stream|empty/.test(mediaType) ? artifactType || mediaType : mediaType;
  const facts = { place, digest, mediaType: type.slice(0, 200), sizeBytes };
  const isRead = SIGNATURE.test(type) || ENVELOPE.test(type);
  if (isRead && sizeBytes > MOST_READ_BYTES)
    return { ...facts, kind: 'other', says: '', check: 'unverified', why: `it has ${sizeBytes} bytes and was not read`, isSbom: false }; // biome-ignore format: one claim
  if (!isRead) return { ...facts, ...ofUnread(type) };
  const bytes = Buffer.concat(await Array.fromAsync(client.blob(digest, sizeBytes)));
  const judged: Judged = SIGNATURE.test(type)
    ? judgeSignature(bytes, descriptor.annotations, subject, keys)
    : judgeAttestation(bytes, subject, keys);
  return { ...facts, ...judged };
}

function ofUnread(type: string): Judged {
  if (SBOM.test(type))
    return {
      kind: 'sbom',
      says: '',
      check: 'unsigned',
      why: 'an attached SBOM has no signature of its own',
      isSbom: true,
    };
  if (NOTATION.test(type) || /jose|cose/.test(type))
    return {
      kind: 'signature',
      says: '',
      check: 'unverified',
      why: 'signatures of Notation are not read',
      isSbom: false,
    };
  return { kind: 'other', says: '', check: 'unsigned', why: 'it is no document that is read here', isSbom: false };
}
