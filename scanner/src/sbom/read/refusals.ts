// Says what an input is that no reader of SBOMs reads, and what would be right instead. An input that was not understood must never look like one
// without packages.
import { constants, gunzipSync } from 'node:zlib';
import { isFields, own } from '../../items.ts';
import { textOfBytes } from './text.ts';

interface KnownFormat {
  /** What it is, after "is". */
  what: string;
  /** What to do, as a sentence. */
  right: string;
}

const AS_JSON = 'Convert it into SPDX 2.3 in JSON or CycloneDX in JSON.';

/** Formats of text, by their beginning. */
const TEXTS: readonly (KnownFormat & { sign: RegExp })[] = [
  { sign: /^SPDXVersion:/m, what: 'an SPDX document in tag-value form that cannot be read', right: AS_JSON },
  { sign: /^"?spdxVersion"?:\s*["']?SPDX-/m, what: 'an SPDX document in YAML that cannot be read', right: AS_JSON },
  {
    sign: /xmlns:?\w*\s*=\s*["']https?:\/\/spdx\.org\/rdf/,
    what: 'an SPDX document in RDF that cannot be read',
    right: AS_JSON,
  },
  { sign: /<SoftwareIdentity[\s>]/, what: 'a SWID tag', right: 'Name an SBOM in CycloneDX or SPDX 2.3 (JSON).' },
];

/** Documents in JSON, by their members. */
const DOCUMENTS: readonly (KnownFormat & { isMine(document: Record<string, unknown>): boolean })[] = [
  {
    isMine: (one) => /in-toto\.io\/Statement/.test(text(one, '_type')),
    what: 'an in-toto statement (an attestation) whose "predicate" is no SBOM',
    right: 'Name an SBOM, or the statement that has one.',
  },
  {
    isMine: (one) => text(one, 'payloadType') !== '' && text(one, 'payload') !== '',
    what: 'a DSSE envelope (a signed attestation) whose "payload" (Base64) is no SBOM',
    right: 'Name an SBOM, or the envelope that has one.',
  },
  {
    isMine: (one) => /sigstore\.bundle/.test(text(one, 'mediaType')) || own(one, 'dsseEnvelope') !== undefined,
    what: 'a Sigstore bundle (a signed attestation) without an SBOM',
    right: 'Name an SBOM, or the bundle that has one.',
  },
  {
    isMine: (one) => Array.isArray(own(one, 'Results')) && own(one, 'SchemaVersion') !== undefined,
    what: 'a report of Trivy',
    right: 'Write an SBOM with "--format cyclonedx" or "--format spdx-json".',
  },
  {
    isMine: (one) => Array.isArray(own(one, 'matches')) && own(one, 'descriptor') !== undefined,
    what: 'a report of Grype',
    right: 'Name the SBOM from which it was made.',
  },
  {
    isMine: (one) =>
      /openvex/.test(JSON.stringify(own(one, '@context') ?? '')) ||
      /^csaf_/.test(text(fields(one, 'document'), 'category')),
    what: 'a statement on vulnerabilities (VEX or CSAF), not a list of packages',
    right: 'Name an SBOM; statements of suppliers are read by the server.',
  },
  {
    isMine: (one) => typeof own(one, 'runs') === 'object' && /sarif/.test(text(one, '$schema')),
    what: 'a SARIF report',
    right: 'Name the source or the SBOM from which it was made.',
  },
  {
    isMine: (one) => own(one, 'specVersion') !== undefined && own(one, 'components') !== undefined,
    what: 'like CycloneDX, but has no "bomFormat": "CycloneDX", which that format requires',
    right: 'Add that member, or have the SBOM written again.',
  },
  {
    isMine: (one) => text(one, 'spdxVersion') !== '' || own(one, 'SPDXID') !== undefined,
    what: 'an SPDX document of a version that is not read',
    right: AS_JSON,
  },
];

const OTHERWISE =
  'Name a folder, an archive, or an SBOM in CycloneDX (JSON, XML or Protocol Buffers), SPDX or the format of Syft.';
const MOST_UNPACKED = 64 * 1024 * 1024;

/** Two sentences about a file of a known format that no check reads; undefined for other files. */
export function refusalOfFormat(bytes: Uint8Array): string | undefined {
  const found = knownFormat(bytes);
  return found === undefined ? undefined : `is ${found.what}. ${found.right}`;
}

/** Two sentences about a file in which a check found nothing to read: what it is, and what would be right. */
export function refusalOf(bytes: Uint8Array): string {
  if (bytes.length === 0) return `is empty. ${OTHERWISE}`;
  const inner = unpacked(bytes);
  if (inner !== undefined) return refusalOfPacked(inner);
  const found = knownFormat(bytes);
  return found === undefined ? `${otherwiseIs(bytes)}. ${OTHERWISE}` : `is ${found.what}. ${found.right}`;
}

function refusalOfPacked(inner: Uint8Array): string {
  const found = knownFormat(inner);
  return found === undefined
    ? `is compressed by gzip and holds no packages that are known here. ${OTHERWISE}`
    : `is ${found.what}, compressed by gzip. Unpack it. ${found.right}`;
}

function knownFormat(bytes: Uint8Array): KnownFormat | undefined {
  const document = parsed(bytes);
  if (isFields(document)) return DOCUMENTS.find(({ isMine }) => isMine(document));
  if (document !== undefined) return undefined;
  const head = textOfHead(bytes);
  return TEXTS.find(({ sign }) => sign.test(head));
}

function otherwiseIs(bytes: Uint8Array): string {
  const document = parsed(bytes);
  if (document !== undefined) return 'is JSON, but no SBOM and no manifest of packages that is known here';
  const head = textOfHead(bytes);
  if (/^\s*[{[]/.test(head)) return 'begins like JSON, but is not valid JSON: it may be cut off';
  if (/^\s*</.test(head)) return 'is XML, but no SBOM and no manifest of packages that is known here';
  return 'names no package in a form that is known here';
}

/** Undefined if the bytes are not compressed by gzip. */
function unpacked(bytes: Uint8Array): Uint8Array | undefined {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return undefined;
  try {
    // Only the beginning of a large file is given.
    return gunzipSync(bytes, { maxOutputLength: MOST_UNPACKED, finishFlush: constants.Z_SYNC_FLUSH });
  } catch {
    return new Uint8Array();
  }
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(textOfBytes(bytes));
  } catch {
    return undefined;
  }
}

const HEAD_BYTES = 64 * 1024;

function textOfHead(bytes: Uint8Array): string {
  return textOfBytes(bytes.subarray(0, HEAD_BYTES));
}

function text(document: Record<string, unknown>, name: string): string {
  const value = own(document, name);
  return typeof value === 'string' ? value : '';
}

function fields(document: Record<string, unknown>, name: string): Record<string, unknown> {
  const value = own(document, name);
  return isFields(value) ? value : {};
}
