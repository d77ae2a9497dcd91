// Reads a whole document of another system (JSON, YAML, XML or SPDX tag-value), up to a size limit, and detects the system that wrote it.

import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isFields } from '@assay/scanner/items';
import { readPieces, UnreadableJson } from '@assay/scanner/json-pieces';
import type { Issues, Members } from '@assay/scanner/member-reader';
import { cycloneDxSteps, isUtf16, spdxOfRdf, spdxOfTagValues, xmlTextOf } from '@assay/scanner/sbom-read';
import { parse, YAMLParseError } from 'yaml';
import { giveWay } from '../../turns.ts';
import { DataRefused } from '../document.ts';
import { FOREIGN_FORMATS } from './formats.ts';
import type { ForeignData, ForeignFormat } from './model.ts';

const MOST_BYTES = 256 * 1024 * 1024;
/** A YAML parser is slow. */
const MOST_YAML_BYTES = 8 * 1024 * 1024;
/** The limit is low, because the document is in memory as a tree. */
const MOST_XML_BYTES = 48 * 1024 * 1024;
/** The elements of these members are read one by one, so that one large text does not block other work. */
const LISTS = [
  'files',
  'packages',
  'findings',
  'components',
  'vulnerabilities',
  'relationships',
  'dependencies',
  'license_detections',
  'snippets',
];
const MOST_ELEMENTS = 3_000_000;

export async function readForeign(file: string, name: string | undefined, issues: Issues): Promise<ForeignData> {
  const document = await documentIn(file, issues);
  const formats = FOREIGN_FORMATS.filter((one) => name === undefined || one.name === name);
  const format = formats.find((one) => one.recognizes(document));
  if (format !== undefined) return format.read(document, issues);
  throw new DataRefused(
    name === undefined
      ? `The document has no format that can be imported: ${titles(FOREIGN_FORMATS)}.`
      : `The document is not what "format" says: ${titles(formats)}.`,
  );
}

const titles = (formats: readonly ForeignFormat[]) => formats.map(({ title }) => title).join(', ');

async function documentIn(file: string, issues: Issues): Promise<Members> {
  const { size } = await stat(file);
  if (size > MOST_BYTES)
    throw new DataRefused(`The document has ${size} bytes. It may have up to ${MOST_BYTES} bytes.`);
  const start = await startOf(file);
  const head = decoded(start);
  const packed = PACKED.find(({ magic }) => head.startsWith(magic));
  if (packed) throw new DataRefused(`The document is packed with ${packed.name}. Unpack it before you send it.`);
  const isXml = /^\s*<(?:\?xml|!--|!DOCTYPE|[\w.-]*:?(?:RDF|bom)\b)/.test(head);
  if (isXml) return xmlIn(file, size, issues);
  if (isUtf16(start)) throw new DataRefused('The document is in UTF-16, which is read for XML only. Save it in UTF-8.');
  if (/^\s*\{/.test(head)) return jsonIn(file);
  if (size > MOST_YAML_BYTES)
    throw new DataRefused(
      `The document has ${size} bytes and is not a JSON object. Documents in YAML or SPDX tags may have up to ${MOST_YAML_BYTES} bytes. Export it as JSON.`,
    );
  const text = (await readFile(file, 'utf8')).replace(/^\ufeff/, '');
  return spdxOfTagValues(text) ?? yamlOf(text);
}

async function xmlIn(file: string, size: number, issues: Issues): Promise<Members> {
  if (size > MOST_XML_BYTES)
    throw new DataRefused(
      `The document is XML and has ${size} bytes. XML documents may have up to ${MOST_XML_BYTES} bytes. Export it as JSON or SPDX tags.`,
    );
  const bytes = await readFile(file);
  let document: Members | undefined;
  try {
    const cyclonedx = await inTurns(cycloneDxSteps(bytes));
    document = cyclonedx?.document ?? spdxOfRdf(decoded(bytes));
    if (cyclonedx && cyclonedx.leftOut.length > 0) issues.push(foreignElements(cyclonedx.leftOut));
  } catch (error) {
    throw new DataRefused(`The document is XML that cannot be read: ${(error as Error).message.split('\n', 1)[0]}`);
  }
  if (document === undefined)
    throw new DataRefused('The document is XML, but neither CycloneDX nor an SPDX 2 document in RDF.');
  return document;
}

async function inTurns<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    await giveWay();
  }
}

function foreignElements(names: readonly string[]) {
  const message = `These elements of other namespaces cannot be imported and stay in the document: ${names.join(', ')}.`;
  return { code: 'stays', path: '', message };
}

/** Packed formats by their first bytes, as text. */
const PACKED = [
  { magic: '\u001f', name: 'gzip' },
  { magic: 'BZh', name: 'bzip2' },
  { magic: '\ufffd7zXZ', name: 'xz' },
  { magic: 'PK\u0003\u0004', name: 'zip' },
];

async function startOf(file: string): Promise<Buffer> {
  for await (const chunk of createReadStream(file, { end: 1023 })) return chunk as Buffer;
  return Buffer.alloc(0);
}

/** Text in UTF-8, or in another encoding if a byte order mark or an XML declaration says so. */
function decoded(bytes: Buffer): string {
  try {
    return xmlTextOf(bytes);
  } catch (error) {
    throw new DataRefused(`The document is XML that cannot be read: ${(error as Error).message}.`);
  }
}

async function jsonIn(file: string): Promise<Members> {
  const members = new Map<string, unknown>();
  let count = 0;
  try {
    for await (const { member, isElement, value } of readPieces(createReadStream(file), {
      lists: LISTS,
      mostPieceBytes: 64 * 1024 * 1024,
    })) {
      if (!isElement) {
        members.set(member, value);
        continue;
      }
      if (++count > MOST_ELEMENTS) throw new DataRefused(`The document has more than ${MOST_ELEMENTS} elements.`);
      const list = members.get(member);
      if (Array.isArray(list)) list.push(value);
      else members.set(member, [value]);
    }
  } catch (error) {
    throw error instanceof UnreadableJson ? new DataRefused(error.message) : error;
  }
  return Object.fromEntries(members);
}

/** A list, such as a file of curations, becomes a member of its own. */
function yamlOf(text: string): Members {
  let value: unknown;
  try {
    // With pretty errors and warnings, the parser would quote the text for each of them, and there may be one for each word.
    value = parse(text, { maxAliasCount: 100, merge: false, schema: 'core', prettyErrors: false, logLevel: 'error' });
  } catch (error) {
    const line = error instanceof YAMLParseError ? ` at line ${text.slice(0, error.pos[0]).split('\n').length}` : '';
    throw new DataRefused(
      `The document is neither a JSON object nor YAML nor SPDX tags: ${(error as Error).message.split('\n', 1)[0]}${line}`,
    );
  }
  if (Array.isArray(value)) return { list: value };
  if (isFields(value)) return value;
  throw new DataRefused('The document is neither a JSON object nor YAML nor SPDX tags.');
}
