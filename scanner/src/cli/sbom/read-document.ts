// The facts of an SBOM in a file, or of what a scan of a folder or archive finds. All commands on documents read them here.

import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { archiveFormatOf } from '../../archives/index.ts';
import type { CheckedDocument } from '../../sbom/check/checked.ts';
import { type Compared, checkedDocument, comparedSboms, sbomWriter } from '../../sbom/index.ts';
import { type ReadSbom, readSbomBytes, readSbomDocument, SbomRefused } from '../../sbom/read/index.ts';
import { refusalOf } from '../../sbom/read/refusals.ts';
import { scanSource } from '../../scan/index.ts';
import type { CommandIo } from '../command-io.ts';
import { documentIdentity } from '../document-identity.ts';
import { scannedSbom } from '../formats/scanned-sbom.ts';
import { UsageError } from '../options.ts';
import { printable } from '../printable.ts';
import { TOOL } from '../tool.ts';

/** More does not fit into a string of the runtime. */
const LARGEST_SBOM = 512 * 1024 * 1024;

const HEAD_BYTES = 4096;

/** Throws a UsageError for a file that is no SBOM. */
export async function readSbom(path: string): Promise<CheckedDocument> {
  const { sbom, document: form } = await readFileAsSbom(path);
  const document = checkedDocument(form);
  if (document === undefined)
    throw new UsageError(`${printable(path)} is a document of ${sbom.format}; only CycloneDX and SPDX are judged.`);
  return document;
}

/** Throws a UsageError for a file that is no SBOM. */
export async function readFileAsSbom(path: string): Promise<{ sbom: ReadSbom; document: Fields }> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) throw new UsageError(`There is no file ${printable(path)}.`);
  if (found.size > LARGEST_SBOM)
    throw new UsageError(`${printable(path)} has ${found.size} bytes; an SBOM may have ${LARGEST_SBOM}.`);
  const bytes = Buffer.concat(await Array.fromAsync(createReadStream(path)));
  const read = parsed(bytes, path);
  if (read === undefined) throw new UsageError(`${printable(path)} ${refusalOf(bytes)}`);
  return read;
}

/** An SBOM, or a folder or archive, which is scanned, as a side of a comparison. */
export async function readCompared(path: string, io: CommandIo): Promise<Compared> {
  const compared = comparedSboms([await readAny(path, io)]);
  // Two things of which nothing is known would not differ.
  if (compared.parts.length === 0 && !(await isDocument(path)))
    throw new UsageError(`No package was found in ${printable(path)}. An SBOM that is packed must be unpacked first.`);
  return compared;
}

async function isDocument(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined);
  return found?.isFile() === true && archiveFormatOf(path, await headOf(path)) === undefined;
}

/** An SBOM, or what a scan of a folder or archive finds. */
export async function readAny(path: string, io: CommandIo): Promise<ReadSbom> {
  if (await isDocument(path)) return (await readFileAsSbom(path)).sbom;
  const subject = {
    name: basename(resolve(path)),
    ...documentIdentity(path, io),
    tool: TOOL,
    source: path,
    signal: io.signal,
  };
  const source = scannedSbom(scanSource(path, io.signal ? { signal: io.signal } : {}), subject, false);
  const text = (await Array.fromAsync(sbomWriter('cyclonedx-1.7').write(source))).join('');
  const { incompleteness } = source.contents();
  if (incompleteness !== '')
    throw new UsageError(`${printable(path)} could not be read completely: ${printable(incompleteness)}`);
  const read = readSbomDocument(JSON.parse(text));
  if (read === undefined) throw new Error('Our own document is not understood.');
  return read;
}

async function headOf(path: string): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(createReadStream(path, { end: HEAD_BYTES - 1 })));
}

/** The JSON form of the document, whatever form it has; undefined for bytes that are no SBOM. */
type Fields = Readonly<Record<string, unknown>>;

function parsed(bytes: Uint8Array, path: string): { sbom: ReadSbom; document: Fields } | undefined {
  let document: Fields = {};
  try {
    const sbom = readSbomBytes(bytes, {
      onDocument(form) {
        document = form;
      },
    });
    return sbom && { sbom, document };
  } catch (error) {
    if (!(error instanceof SbomRefused)) throw error;
    throw new UsageError(`${printable(path)} cannot be read as an SBOM: ${printable(error.message)}`);
  }
}
