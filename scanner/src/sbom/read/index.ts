// Reads SBOMs, for every use: imports into projects, checks of the command line, documents of other systems, and SBOMs inside code bases. A document in
// any form becomes the members of its JSON form, which the reader of its format takes one by one. Sends nothing and fetches nothing: a context or
// schema that a document names is known here or not at all.
import { parse, YAMLParseError } from 'yaml';
import { isFields, own } from '../../items.ts';
import { type Piece, piecesIn, readPieces, UnreadableJson } from '../../json-pieces.ts';
import { cycloneDxOfProtobuf, isCycloneDxProtobuf, type ReadProtobuf } from './cyclonedx/protobuf.ts';
import { cycloneDxOfProtobufText, isCycloneDxProtobufText } from './cyclonedx/protobuf-text.ts';
import { cycloneDxSteps, isCycloneDxXml, isUtf16 as isUtf16Xml, xmlTextOf } from './cyclonedx/xml.ts';
import { insideOf } from './envelopes.ts';
import { LISTS, SBOM_FORMATS } from './formats.ts';
import {
  type DocumentLinks,
  MOST_COMPONENTS,
  type ReadSbom,
  type SbomFormat,
  SbomRefused,
  type Validator,
  type XmlValidator,
} from './model.ts';
import { tellWhatNamesNothing } from './nameless.ts';
import { spdxOfRdf } from './spdx/rdf.ts';
import { isTagValue, spdxOfTagValues } from './spdx/tag-value.ts';
import { encodingOf, inUtf8, textOfBytes } from './text.ts';

export { isCycloneDxProtobuf } from './cyclonedx/protobuf.ts';
export { isCycloneDxProtobufText } from './cyclonedx/protobuf-text.ts';
export { cycloneDxSteps, isCycloneDxXml, isUtf16, xmlTextOf } from './cyclonedx/xml.ts';
export { SBOM_FORMATS } from './formats.ts';
export {
  type ReadSbom,
  type SbomAnalysis,
  type SbomEdge,
  type SbomFinding,
  type SbomIssue,
  type SbomPart,
  SbomRefused,
  type SbomService,
} from './model.ts';
export { spdxOfRdf } from './spdx/rdf.ts';
export { spdxOfTagValues } from './spdx/tag-value.ts';
export { textOfBytes } from './text.ts';

export interface ReadOptions {
  /** For documents that must keep the rules of their format (strict/index.ts). */
  validatorOf?(format: string, head: Readonly<Record<string, unknown>>, encoding: string): Validator;
  /** The same for CycloneDX in XML, whose schema is another. */
  xmlValidator?(): XmlValidator;
  /** Called with the JSON form of the document, which is in memory as a whole then. */
  onDocument?(document: Readonly<Record<string, unknown>>): void;
  /** Called for formats whose documents name elements of others. */
  onLinks?(links: DocumentLinks): void;
}

const MOST_PIECE_BYTES = 64 * 1024 * 1024;
/** A YAML parser is slow. */
const MOST_YAML_BYTES = 8 * 1024 * 1024;
/** 300,000 components with a digest, a license and a dependency each have 112 MB. RDF is in memory as a tree, whose elements are limited (xml.ts). */
const MOST_XML_BYTES = 128 * 1024 * 1024;
const MOST_TAGS_BYTES = 64 * 1024 * 1024;
/** The document is in memory as a whole, some times as large as its bytes. */
const MOST_PROTOBUF_BYTES = 48 * 1024 * 1024;
/** Of an attestation inside of an attestation. */
const MOST_ENVELOPES = 4;

/** Undefined for bytes that are no SBOM. Throws SbomRefused for one that cannot be read or, if strict, is invalid. */
export function readSbomBytes(bytes: Uint8Array, options: ReadOptions = {}): ReadSbom | undefined {
  return readBytes(bytes, options, 0);
}

/** The JSON form of a document that is in memory already; undefined for other documents. */
export function readSbomDocument(document: Readonly<Record<string, unknown>>): ReadSbom | undefined {
  return ofDocument(document, 'JSON', {});
}

/** The same for a JSON document of any size that is read twice from its beginning; other forms must fit into memory. */
export async function readSbomStream(
  open: () => AsyncIterable<Uint8Array>,
  options: ReadOptions = {},
): Promise<ReadSbom | undefined> {
  const { head, encoding } = await beginningOf(open());
  if (!/^\ufeff?\s*\{/.test(head)) return readSbomBytes(await wholeOf(open(), MOST_TAGS_BYTES), options);
  const chunks = () => (encoding === 'utf-8' ? open() : inUtf8(open(), encoding));
  try {
    const found = await formatOfStream(chunks(), options.validatorOf !== undefined);
    if (found.format === undefined) return ofEnvelope(found.head, options, 0);
    const intake = new Intake(found.format, found.head, 'JSON', options);
    for await (const piece of readPieces(chunks(), PIECES)) intake.take(piece);
    return intake.end();
  } catch (error) {
    throw refusedOr(error);
  }
}

const PIECES = { lists: LISTS, mostPieceBytes: MOST_PIECE_BYTES, givesEmptyLists: true };

async function beginningOf(chunks: AsyncIterable<Uint8Array>): Promise<{ head: string; encoding: string }> {
  for await (const chunk of chunks) {
    const start = chunk.subarray(0, 1024);
    return { head: textOfBytes(start), encoding: encodingOf(start) };
  }
  return { head: '', encoding: 'utf-8' };
}

async function wholeOf(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    size += chunk.length;
    if (size > most)
      throw new SbomRefused(`The document is not a JSON object and is larger than ${most} bytes. Export it as JSON.`);
    parts.push(chunk);
  }
  return Buffer.concat(parts);
}

type Head = Record<string, unknown>;

/** Reads until the format and, for a strict reading, its version are known: usually the first few bytes. */
async function formatOfStream(chunks: AsyncIterable<Uint8Array>, needsVersion: boolean) {
  const head = emptyHead();
  for await (const piece of readPieces(chunks, PIECES)) {
    const format = known(head, piece, needsVersion);
    if (format) return { format, head };
  }
  return { format: formatOf(head), head };
}

function known(head: Head, { member, isElement, value }: Piece, needsVersion: boolean): SbomFormat | undefined {
  if (isElement) return undefined;
  head[member] = value;
  const format = formatOf(head);
  return format && (!needsVersion || VERSIONS.some((name) => own(head, name) !== undefined)) ? format : undefined;
}

const VERSIONS = ['specVersion', 'spdxVersion', '@context', 'schema'];
const emptyHead = (): Head => Object.create(null) as Head;
const formatOf = (head: Head) => SBOM_FORMATS.find((one) => one.recognizes(head));

function readBytes(bytes: Uint8Array, options: ReadOptions, depth: number): ReadSbom | undefined {
  const text = textOfBytes(bytes.subarray(0, 65_536));
  try {
    if (/^\ufeff?\s*\{/.test(text)) return ofJson(bytes, options, depth);
    if (/^\ufeff?\s*</.test(text) || (isUtf16Xml(bytes) && !isCycloneDxProtobufText(text)))
      return ofXml(bytes, options);
    if (isCycloneDxProtobuf(bytes)) return ofProtobuf(bytes, 'Protocol Buffers', cycloneDxOfProtobuf, options);
    return isCycloneDxProtobufText(text)
      ? ofProtobuf(inOneEncoding(bytes), 'Protocol Buffers, text', cycloneDxOfProtobufText, options)
      : ofText(bytes, text, options);
  } catch (error) {
    // A broken file that does not look like an SBOM is none, whatever is wrong with it.
    if (error instanceof UnreadableJson && !LOOKS_LIKE_SBOM.test(text)) return undefined;
    throw refusedOr(error);
  }
}

const LOOKS_LIKE_SBOM = /"(?:bomFormat|spdxVersion|SPDXID|@graph|artifacts|predicateType|payloadType|sbom)"/;

function refusedOr(error: unknown): unknown {
  return error instanceof UnreadableJson ? new SbomRefused(error.message) : error;
}

const inOneEncoding = (bytes: Uint8Array): Uint8Array =>
  encodingOf(bytes) === 'utf-8' ? bytes : Buffer.from(textOfBytes(bytes));

function ofJson(bytes: Uint8Array, options: ReadOptions, depth: number): ReadSbom | undefined {
  const utf8 = inOneEncoding(bytes);
  const document = emptyHead();
  // Also of a file that is no SBOM, of which the caller says what is wrong.
  for (const { member, isElement, value } of piecesIn(utf8, PIECES)) {
    const list = own(document, member);
    if (isElement && Array.isArray(list)) list.push(value);
    else document[member] = isElement ? [value] : value;
  }
  return ofDocument(document, 'JSON', options) ?? ofEnvelope(document, options, depth);
}

function ofEnvelope(document: Head, options: ReadOptions, depth: number): ReadSbom | undefined {
  const inner = insideOf(document);
  if (inner === undefined || depth >= MOST_ENVELOPES) return undefined;
  const read =
    inner.bytes === undefined
      ? (ofDocument(inner.value ?? {}, 'JSON', options) ?? ofEnvelope({ ...inner.value }, options, depth + 1))
      : readBytes(inner.bytes, options, depth + 1);
  return read && { ...read, encoding: `${read.encoding} in ${inner.around}` };
}

/** Undefined if it has no format that is read. */
function ofDocument(document: Readonly<Head>, encoding: string, options: ReadOptions): ReadSbom | undefined {
  const format = formatOf(document);
  if (format === undefined) return undefined;
  const intake = new Intake(format, document, encoding, options);
  for (const [member, value] of Object.entries(document)) {
    if (!LISTS.includes(member) || !Array.isArray(value) || value.length === 0)
      intake.take({ member, isElement: false, value });
    else for (const element of value) intake.take({ member, isElement: true, value: element });
  }
  options.onDocument?.(document);
  return intake.end();
}

function ofXml(bytes: Uint8Array, options: ReadOptions): ReadSbom | undefined {
  if (bytes.length > MOST_XML_BYTES)
    throw new SbomRefused(
      `The document is XML and has ${bytes.length} bytes. XML documents may have up to ${MOST_XML_BYTES} bytes. Export it as JSON or SPDX tags.`,
    );
  try {
    if (!isCycloneDxXml(bytes)) {
      const document = IS_RDF.test(Buffer.from(bytes.subarray(0, 16_384)).toString('latin1'))
        ? spdxOfRdf(xmlTextOf(bytes))
        : undefined;
      return document && ofDocument(document, 'RDF/XML', options);
    }
    const validator = options.xmlValidator?.();
    const read = lastStep(cycloneDxSteps(bytes, validator));
    refuseFaults(validator?.end());
    const sbom = read && ofDocument(read.document, 'XML', options);
    return (
      read &&
      withLeftOut(
        sbom,
        read,
        'Elements of other namespaces, and attributes that the schema does not have, are not read',
      )
    );
  } catch (error) {
    if (error instanceof SbomRefused) throw error;
    throw new SbomRefused(`The document is XML that cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
  }
}

function ofProtobuf(
  bytes: Uint8Array,
  encoding: string,
  read: (bytes: Uint8Array) => ReadProtobuf,
  options: ReadOptions,
): ReadSbom | undefined {
  if (bytes.length > MOST_PROTOBUF_BYTES)
    throw new SbomRefused(
      `The document is in Protocol Buffers and has ${bytes.length} bytes. Such documents may have up to ${MOST_PROTOBUF_BYTES} bytes. Export it as JSON.`,
    );
  const { document, leftOut } = read(bytes);
  const sbom = ofDocument(document, encoding, options);
  return withLeftOut(sbom, { leftOut }, 'Fields that have no meaning here are not read');
}

/** Says what the JSON form has no place for. */
function withLeftOut(sbom: ReadSbom | undefined, { leftOut }: { leftOut: string[] }, what: string) {
  if (sbom === undefined || leftOut.length === 0) return sbom;
  const message = `${what} and stay in the document: ${leftOut.join(', ')}.`;
  sbom.issues.push({ code: 'not-understood', place: 'bom', message });
  sbom.issueCount++;
  return sbom;
}

/** Also in UTF-16, whose Latin letters have a zero beside them. */
const IS_RDF = /s\0?p\0?d\0?x\0?\.\0?o\0?r\0?g\0?\/\0?r\0?d\0?f/;

function lastStep<Result>(steps: Generator<void, Result>): Result {
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}

function ofText(bytes: Uint8Array, head: string, options: ReadOptions): ReadSbom | undefined {
  if (isTagValue(head)) {
    if (bytes.length > MOST_TAGS_BYTES)
      throw new SbomRefused(
        `The document has SPDX tags and ${bytes.length} bytes. Such documents may have up to ${MOST_TAGS_BYTES} bytes.`,
      );
    const document = spdxOfTagValues(textOfBytes(bytes).replace(/^\ufeff/, ''));
    return document && ofDocument(document, 'tag-value', options);
  }
  // Any text is YAML; only one that names its format is an SBOM.
  if (!/^["']?(?:spdxVersion|bomFormat|specVersion|SPDXID)["']?\s*:/m.test(head)) return undefined;
  if (bytes.length > MOST_YAML_BYTES)
    throw new SbomRefused(
      `The document is YAML and has ${bytes.length} bytes. YAML documents may have up to ${MOST_YAML_BYTES} bytes. Export it as JSON.`,
    );
  const value = yamlOf(textOfBytes(bytes).replace(/^\ufeff/, ''));
  return isFields(value) ? ofDocument(value, 'YAML', options) : undefined;
}

function yamlOf(text: string): unknown {
  try {
    // With pretty errors and warnings, the parser would quote the text for each of them, and there may be one for each word.
    return parse(text, { maxAliasCount: 100, merge: false, schema: 'core', prettyErrors: false, logLevel: 'error' });
  } catch (error) {
    const line = error instanceof YAMLParseError ? ` at line ${text.slice(0, error.pos[0]).split('\n').length}` : '';
    throw new SbomRefused(
      `The document is YAML that cannot be read: ${(error as Error).message.split('\n', 1)[0]}${line}`,
    );
  }
}

function refuseFaults([first, ...more]: readonly string[] = []): void {
  if (first === undefined) return;
  const rest = more.length === 0 ? '' : ` ${more.length} more: ${more.slice(0, 5).join(' ')}`;
  throw new SbomRefused(`The document is invalid, and a strict import was asked for. ${first}${rest}`);
}

/** The lists whose elements become parts or services. Of a graph of SPDX 3, most elements become none. */
const COMPONENTS = new Set(['components', 'packages', 'artifacts', 'services']);

/** Gives each piece to the reader of the format and, if strict, to the validator. */
class Intake {
  readonly #reader: ReturnType<SbomFormat['reader']>;
  readonly #validator: Validator | undefined;
  readonly #emptyLists = new Set<string>();
  readonly #onLinks: ReadOptions['onLinks'];
  #components = 0;

  constructor(format: SbomFormat, head: Readonly<Head>, encoding: string, { validatorOf, onLinks }: ReadOptions) {
    this.#reader = format.reader(encoding);
    this.#onLinks = onLinks;
    this.#validator = validatorOf?.(format.name, head, encoding);
  }

  take(piece: Piece): void {
    if (LISTS.includes(piece.member) && Array.isArray(piece.value) && !piece.isElement) {
      this.#emptyLists.add(piece.member);
      this.#validator?.take(piece);
      return;
    }
    if (piece.isElement && COMPONENTS.has(piece.member) && ++this.#components > MOST_COMPONENTS)
      throw new SbomRefused(`The document has more than ${MOST_COMPONENTS} components. Send it in several files.`);
    this.#validator?.take(piece);
    this.#reader.take(piece);
  }

  end(): ReadSbom {
    refuseFaults(this.#validator?.end());
    const sbom = this.#reader.end();
    const links = this.#reader.links?.();
    if (links !== undefined) this.#onLinks?.(links);
    // An empty list says that there are no vulnerabilities; a missing one says nothing.
    if (this.#emptyLists.has('vulnerabilities')) sbom.statesVulnerabilities = true;
    tellWhatNamesNothing(sbom);
    return sbom;
  }
}
