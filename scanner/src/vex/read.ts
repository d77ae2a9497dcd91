// Reads the bytes of a VEX document, whatever its format.
import { isFields } from '../items.ts';
import type { Issues } from '../member-reader.ts';
import { VEX_FORMATS } from './formats.ts';
import type { VexDocument } from './model.ts';

/** A document that is none of the formats. The message is for people. */
export class VexRefused extends Error {}

export interface ReadVex extends VexDocument {
  /** For people. */
  format: string;
}

/** Throws VexRefused, with a sentence, if it is no such document. */
export function readVex(bytes: Uint8Array, issues: Issues): ReadVex {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .toString('utf8')
    .replace(/^\ufeff/, '');
  const titles = VEX_FORMATS.map(({ title }) => title).join(', ');
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new VexRefused(`The document must be JSON (${titles}): ${(error as Error).message.split('\n', 1)[0]}`);
  }
  const format = isFields(document) ? VEX_FORMATS.find((one) => one.recognizes(document)) : undefined;
  if (!isFields(document) || format === undefined)
    throw new VexRefused(`The document has no format of VEX that Assay reads: ${titles}.`);
  const read = format.read(document, issues);
  return { ...read, format: format.title };
}
