// Parses bytes as JSON, YAML or text. Wrong encodings and truncated files give a sentence.

import { parse } from 'yaml';
import { firstOf } from '../items.ts';

export type ParsedDocument = { format: 'json' | 'yaml' | 'csv'; document: unknown } | { problem: string };

/** YAML takes seconds for each megabyte; databases in it have a file of a few kilobytes for each record. */
const MOST_YAML_BYTES = 1024 * 1024;

export function parsedDocument(path: string, bytes: Uint8Array): ParsedDocument {
  if (bytes.length === 0) return { problem: 'The file is empty; it must contain advisories.' };
  const text = decoded(bytes);
  if (text === undefined) return { problem: 'The file is not UTF-8 text, which advisories must be; it was left out.' };
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  const isYaml = extension === 'yaml' || extension === 'yml';
  if (isYaml && bytes.length > MOST_YAML_BYTES)
    return {
      problem: `The file has ${bytes.length} bytes of YAML, more than ${MOST_YAML_BYTES}; as JSON it may be larger. It was left out.`,
    };
  if (extension === 'csv') return { format: 'csv', document: text };
  try {
    if (isYaml) return { format: 'yaml', document: parse(text, { maxAliasCount: 50, prettyErrors: false }) };
    return { format: 'json', document: JSON.parse(text) };
  } catch (error) {
    const reason =
      error instanceof RangeError ? 'it is nested too deep' : firstOf((error as Error).message.split('\n'));
    return {
      problem: `The file is not valid ${extension === 'json' ? 'JSON' : 'YAML'} (${reason.slice(0, 150)}); it was left out.`,
    };
  }
}

/** Also reads UTF-16 with a byte order mark, which some Windows tools write. */
function decoded(bytes: Uint8Array): string | undefined {
  const isWide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  try {
    const label = isWide ? (bytes[0] === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8';
    return new TextDecoder(label, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}
