// Fetches documents of a CSAF provider. Its provider-metadata.json names ROLIE feeds, or directories with changes.csv
// and index.txt. Only documents that have changed since the last time are fetched, the oldest first. Each is compared
// with its published digest, and its signature is checked. If a document fails, the others are still imported; the
// source counts as incomplete, and the next update fetches this document and all later ones again.
// https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#7-distributing-csaf-documents
import { createHash } from 'node:crypto';
import type { AdvisoryFile } from '@assay/scanner/advisories';
import { decodedText } from '@assay/scanner/items';
import { OutgoingError } from '../outgoing/errors.ts';
import { bytesAt, type CrawlOptions, type Fields, fieldsIn, listIn, textIn } from './answers.ts';
import { type SignatureCheck, signatureCheck } from './csaf-signatures.ts';

interface Document {
  url: string;
  /** NaN if the provider states no time. */
  updated: number;
  /** Addresses of its digests; undefined if they must be looked for beside the document. */
  digests: string[] | undefined;
  /** Address of its signature; undefined if it must be looked for beside the document. */
  signature: string | undefined;
}

const LIST_BYTES = 256e6;
const DOCUMENT_BYTES = 64 * 1024 * 1024;
const DIGEST_BYTES = 4096;
const SIGNATURE_BYTES = 256 * 1024;
/** Maximum number of pages of one feed. */
const MOST_PAGES = 10_000;
/** Statuses for a missing file; some servers answer "forbidden" instead. */
const MISSING = [403, 404, 410];
const MOST_DOCUMENTS = 300_000;
/** The crawl stops after this many failed documents. */
const MOST_FAILURES = 10;
/** Clocks differ, and a document may be listed a little after its own time. */
const OVERLAP_MS = 3_600_000;

export function isCsafProvider(location: string): boolean {
  return new URL(location).pathname.endsWith('/provider-metadata.json');
}

export async function* csafDocuments(location: string, options: CrawlOptions): AsyncGenerator<AdvisoryFile> {
  const metadata = JSON.parse(await textAt(location, LIST_BYTES, options)) as unknown;
  const signatures = await signatureCheck(metadata, location, options);
  options.onSignatures(signatures.words);
  const provider = { isTrusted: textIn(metadata, 'role') === 'csaf_trusted_provider', signatures };
  const documents = new Map<string, Document>();
  const distributions = distributionsOf(metadata);
  if (distributions.length === 0)
    return yield {
      type: 'end',
      problem: `"distributions" of ${location} names no public feed and no public directory.`,
    };
  for (const { address, isFeed } of distributions) {
    const url = new URL(address, location).href;
    for await (const page of isFeed ? pagesOfFeed(url, options) : [await documentsOfDirectory(url, options)])
      for (const one of page)
        if (documents.size < MOST_DOCUMENTS) documents.set(one.url, one);
        else return yield { type: 'end', problem: `The provider lists more than ${MOST_DOCUMENTS} documents.` };
  }
  const from = options.since === undefined ? Number.NaN : options.since.getTime() - OVERLAP_MS;
  const wanted = [...documents.values()]
    .filter(({ updated }) => !(updated < from))
    .map((document) => ({ ...document, position: positionOf(document) }))
    .filter(({ position }) => options.resume === undefined || position > options.resume)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const failures: string[] = [];
  for (const one of wanted) {
    options.signal?.throwIfAborted();
    try {
      yield* checkedDocument(one, provider, options);
      // The next crawl starts at the first document that failed.
      if (failures.length === 0) options.onPosition(one.position);
    } catch (error) {
      if (options.signal?.aborted) throw error;
      failures.push(`${one.url}: ${(error as Error).message}`);
      if (failures.length >= MOST_FAILURES) break;
    }
  }
  yield { type: 'end', problem: failures.join(' ') };
}

/** Sorts documents by time, then by address. Documents without a time come first. */
function positionOf({ updated, url }: Document): string {
  return `${Number.isNaN(updated) ? '' : new Date(updated).toISOString()} ${url}`;
}

/** Public feeds, or public directories if there is no feed. The others would need credentials. */
function distributionsOf(metadata: unknown): { address: string; isFeed: boolean }[] {
  const all = listIn(metadata, 'distributions');
  const feeds = all
    .flatMap((one) => listIn(fieldsIn(one, 'rolie'), 'feeds'))
    .filter(isPublic)
    .map((feed) => ({ address: textIn(feed, 'url'), isFeed: true }));
  if (feeds.length > 0) return feeds.filter(({ address }) => address !== '');
  const directories = all.flatMap((one) => {
    const directory = fieldsIn(one, 'directory');
    return [textIn(one, 'directory_url'), isPublic(directory) ? textIn(directory, 'url') : ''];
  });
  return directories.filter((address) => address !== '').map((address) => ({ address, isFeed: false }));
}

function isPublic(fields: Fields): boolean {
  return ['', 'WHITE', 'CLEAR', 'UNLABELED'].includes(textIn(fields, 'tlp_label').toUpperCase());
}

/** Follows the pages of a feed: each page links to the next one, or to the archive before it (RFC 5005). */
async function* pagesOfFeed(first: string, options: CrawlOptions): AsyncGenerator<Document[]> {
  const seen = new Set<string>();
  for (let url: string | undefined = first; url !== undefined && !seen.has(url); ) {
    options.signal?.throwIfAborted();
    if (seen.size >= MOST_PAGES) throw new Error(`The feed ${first} has more than ${MOST_PAGES} pages.`);
    seen.add(url);
    const feed = fieldsIn(JSON.parse(await textAt(url, LIST_BYTES, options)), 'feed');
    yield documentsOfPage(feed, url);
    const links = listIn(feed, 'link').filter((link) => ['next', 'prev-archive'].includes(textIn(link, 'rel')));
    const next = links.map((link) => textIn(link, 'href')).find((href) => href !== '');
    url = next === undefined ? undefined : absolute(next, url);
  }
}

function documentsOfPage(feed: Fields, url: string): Document[] {
  return listIn(feed, 'entry').flatMap((entry) => {
    const links = listIn(entry, 'link').map((link) => ({ rel: textIn(link, 'rel'), href: textIn(link, 'href') }));
    const address = textIn(fieldsIn(entry, 'content'), 'src') || links.find(({ rel }) => rel === 'self')?.href || '';
    if (address === '') return [];
    const digests = links
      .filter(({ rel, href }) => rel === 'hash' && href !== '')
      .map(({ href }) => absolute(href, url));
    const signature = links.find(({ rel, href }) => rel === 'signature' && href !== '')?.href;
    return [
      {
        url: absolute(address, url),
        updated: Date.parse(textIn(entry, 'updated')),
        digests,
        signature: signature === undefined ? undefined : absolute(signature, url),
      },
    ];
  });
}

/** `"2026/a.json","2026-01-01T00:00:00Z"` in changes.csv; index.txt has the names alone. */
async function documentsOfDirectory(address: string, options: CrawlOptions): Promise<Document[]> {
  const base = address.endsWith('/') ? address : `${address}/`;
  const changes = await optionalTextAt(`${base}changes.csv`, LIST_BYTES, options);
  const lines = (changes ?? (await textAt(`${base}index.txt`, LIST_BYTES, options))).split('\n');
  return lines.flatMap((line) => {
    const [path = '', time = ''] = line.trim().replaceAll('"', '').split(',');
    if (!path.endsWith('.json')) return [];
    return [{ url: absolute(path, base), updated: Date.parse(time), digests: undefined, signature: undefined }];
  });
}

function absolute(address: string, base: string): string {
  return new URL(address, base).href;
}

interface Provider {
  isTrusted: boolean;
  signatures: SignatureCheck;
}

async function* checkedDocument(
  one: Document,
  provider: Provider,
  options: CrawlOptions,
): AsyncGenerator<AdvisoryFile> {
  const bytes = await bytesAt(one.url, DOCUMENT_BYTES, options);
  const path = decodedText(new URL(one.url).pathname.slice(1));
  const lacks = [
    ...((await hasRightDigest(one, bytes, options)) ? [] : ['digest']),
    ...((await hasRightSignature(one, bytes, provider.signatures, options)) ? [] : ['signature']),
  ];
  if (lacks.length > 0 && provider.isTrusted)
    yield { type: 'issue', issue: takenUnchecked(path, lacks.join(' and no ')) };
  yield { type: 'file', path, bytes };
}

/** False if the provider states no digest. Throws if the stated digest is a different one. */
async function hasRightDigest(one: Document, bytes: Buffer, options: CrawlOptions): Promise<boolean> {
  for (const address of one.digests ?? [`${one.url}.sha512`, `${one.url}.sha256`]) {
    const kind = address.endsWith('.sha512') ? 'sha512' : 'sha256';
    // A digest that a feed names must exist; one that is looked for may be missing.
    const read = one.digests === undefined ? optionalTextAt : textAt;
    const stated = /^\s*([0-9a-f]{64,128})\b/i.exec((await read(address, DIGEST_BYTES, options)) ?? '')?.[1];
    if (stated === undefined) continue;
    const found = createHash(kind).update(bytes).digest('hex');
    if (stated.toLowerCase() !== found)
      throw new Error(`its ${kind.toUpperCase()} is ${found}, but its provider states ${stated.toLowerCase()}.`);
    return true;
  }
  return false;
}

/** False if there is no signature. Throws if the signature is wrong. */
async function hasRightSignature(
  one: Document,
  bytes: Buffer,
  signatures: SignatureCheck,
  options: CrawlOptions,
): Promise<boolean> {
  // The source says once that signatures are not checked. Its documents do not repeat it.
  if (!signatures.isPossible) return true;
  const signature = await optionalBytesAt(one.signature ?? `${one.url}.asc`, SIGNATURE_BYTES, options);
  if (signature === undefined) {
    if (one.signature !== undefined)
      throw new Error('the feed names an OpenPGP signature of it, but the signature does not exist.');
    return false;
  }
  const problem = await signatures.problemOf(bytes, signature);
  if (problem !== '') throw new Error(problem);
  return true;
}

function takenUnchecked(path: string, lacks: string): Extract<AdvisoryFile, { type: 'issue' }>['issue'] {
  return {
    code: 'bad-advisory',
    path,
    message: `The provider calls itself trusted, but states no ${lacks} of this document. It was imported without this check.`,
  };
}

async function textAt(url: string, maxBytes: number, options: CrawlOptions): Promise<string> {
  return (await bytesAt(url, maxBytes, options)).toString('utf8');
}

/** Undefined if the file does not exist. Throws if the server cannot be reached or breaks off. */
async function optionalBytesAt(url: string, maxBytes: number, options: CrawlOptions): Promise<Buffer | undefined> {
  try {
    return await bytesAt(url, maxBytes, options);
  } catch (error) {
    if (error instanceof OutgoingError && MISSING.includes(error.status ?? 0)) return undefined;
    throw error;
  }
}

async function optionalTextAt(url: string, maxBytes: number, options: CrawlOptions): Promise<string | undefined> {
  return (await optionalBytesAt(url, maxBytes, options))?.toString('utf8');
}
