// Checks whether a submitted file is an archive of a code base, and explains a refusal so that the user can act. Reads only its beginning
// and end.
import { firstOf } from '../items.ts';
import { embeddedFormatOf } from './embedded.ts';
import { archiveFormatOf, describeMismatch, FORMAT_NAMES, HEAD_BYTES, KNOWN_ARCHIVES } from './formats.ts';
import { isPartByBytes, partByName } from './parts.ts';
import { sourceOfFile } from './source.ts';
import { wrapsTar } from './tar/index.ts';

const WRAPPERS: ReadonlySet<string> = new Set(['gzip', 'bzip2', 'xz', 'zstd']);

/** A sentence that refuses the file; undefined when it is accepted. `name` is the sender's name for it, '' when unknown. */
export async function judgeUploaded(file: string, name: string, signal: AbortSignal): Promise<string | undefined> {
  const what = name === '' ? 'The upload' : name;
  const howToJoin = partByName(name);
  if (howToJoin !== undefined)
    return `${what} is one part of an archive that was split. Put the parts together first (${howToJoin}), and send the whole.`;
  const source = await sourceOfFile(file, name);
  try {
    const head = await source.readAt(0, HEAD_BYTES);
    const format = archiveFormatOf('', head) ?? (await embeddedFormatOf(source));
    const mismatch = name === '' ? undefined : describeMismatch(name, head);
    // A zip may follow any bytes, whatever its name.
    if (mismatch !== undefined && !(archiveFormatOf('', head) === undefined && format === 'zip'))
      return `${name} cannot be taken. ${firstOf(mismatch.split(';')).replace(/\.$/, '')}. Send it under the name that fits its bytes.`;
    if (format === undefined)
      return `The upload is no archive that we know: a code base must arrive as one of ${KNOWN_ARCHIVES}.`;
    if (archiveFormatOf('', head) === format && (await isPartByBytes(source, format)))
      return `${what} is ${FORMAT_NAMES[format]} that is cut short, or one part of several. Put the parts together first, and send the whole.`;
    if (WRAPPERS.has(format) && (await wrapsTar(source, format, signal)) === false)
      return `The upload is ${FORMAT_NAMES[format]} that wraps no tar archive: pack the code base as one of ${KNOWN_ARCHIVES}.`;
    return undefined;
  } finally {
    await source.close();
  }
}
