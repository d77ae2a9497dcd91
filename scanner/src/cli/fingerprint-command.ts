// `assay fingerprint`: the WFP document of a folder, for SCANOSS tools and services, or the ids that Git gives its files. It sends nothing anywhere.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { gitBlobId, runningGitBlobId } from '../analyze/digests.ts';
import { wfpHead, wfpOfFile } from '../fingerprints/index.ts';
import { type ReadItem, readFolder } from '../walk/index.ts';
import type { CommandIo } from './command-io.ts';
import { choice, onePositional, parseOptions, UsageError } from './options.ts';
import { fileOutput, type Output, ReaderGone, streamOutput, whyUnwritable } from './output.ts';
import { printable } from './printable.ts';

const HELP = `Usage: assay fingerprint <folder> [options]

Writes the fingerprints of all files below a folder.

  --format FORMAT   wfp   a WFP document: digests of whole files, and winnowing picks of source code
                    git   the id of each file as a Git blob and its path, a line each, as sha1sum writes them
  --out FILE        write to FILE, which appears only when it is complete; without it, to the standard output
  --help            show this text
`;

const OPTIONS = { format: { type: 'string' }, out: { type: 'string' }, help: { type: 'boolean' } } as const;

/** Processes a file in memory or as a stream; undefined when the stream's length differs from the promised size. */
interface Writer {
  file(path: string, bytes: Uint8Array): string;
  stream(path: string, sizeBytes: number, chunks: AsyncIterable<Uint8Array>): Promise<string | undefined>;
}

const WRITERS: Record<'wfp' | 'git', Writer> = {
  wfp: {
    file: wfpOfFile,
    async stream(path, _, chunks) {
      const digest = createHash('md5');
      let sizeBytes = 0;
      for await (const chunk of chunks) {
        digest.update(chunk);
        sizeBytes += chunk.length;
      }
      return wfpHead(path, sizeBytes, digest.digest('hex'));
    },
  },
  git: {
    file: (path, bytes) => idLine(gitBlobId(bytes), path),
    async stream(path, sizeBytes, chunks) {
      const id = runningGitBlobId(sizeBytes);
      let left = sizeBytes;
      for await (const chunk of chunks) {
        id.update(chunk);
        left -= chunk.length;
      }
      return left === 0 ? idLine(id.digest('hex'), path) : undefined;
    },
  },
};

/** A line of sha1sum; line ends and backslashes in the path are escaped, and a backslash at the start of the line marks that. */
function idLine(id: string, path: string): string {
  const escaped = path.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\r', '\\r');
  return `${escaped === path ? '' : '\\'}${id}  ${escaped}\n`;
}

/** Runs `assay fingerprint` with these arguments and returns the exit code. */
export async function fingerprintCommand(argv: string[], io: CommandIo): Promise<number> {
  let folder: string;
  let out: string;
  let writer: Writer;
  try {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    if (values.help) {
      io.stdout.write(HELP);
      return 0;
    }
    folder = onePositional(positionals, 'the folder to fingerprint');
    writer = WRITERS[choice('format', values.format, ['wfp', 'git'], 'wfp')];
    if (values.out === '') throw new UsageError('--out needs the name of a file.');
    out = String(values.out ?? '');
    if (!isFolder(folder)) throw new UsageError(`"${folder}" is not a folder.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`assay fingerprint: ${error.message} "assay fingerprint --help" shows the options.\n`);
    return 2;
  }
  let output: Output;
  try {
    output = out === '' ? streamOutput(io.stdout) : await fileOutput(out);
  } catch (error) {
    io.stderr.write(`assay fingerprint: ${printable(out)} cannot be written: ${whyUnwritable(error)}.\n`);
    return 1;
  }
  try {
    await writeFingerprints(folder, writer, output, io);
    await output.finish();
    return 0;
  } catch (error) {
    await output.discard();
    if (error instanceof ReaderGone) return 0;
    if (io.signal?.aborted) {
      io.stderr.write('assay fingerprint: interrupted; nothing was written.\n');
      return 130;
    }
    io.stderr.write(`assay fingerprint: ${messageOf(error)}\n`);
    return 1;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function writeFingerprints(folder: string, writer: Writer, output: Output, io: CommandIo): Promise<void> {
  const tellIssue = (path: string, message: string, code: string) =>
    io.stderr.write(`${printable(`${path === '' ? '' : `${path}: `}${message}`)} [${code}]\n`);
  for (const item of readFolder(folder)) {
    io.signal?.throwIfAborted();
    if (item.type === 'issue') tellIssue(item.issue.path, item.issue.message, item.issue.code);
    else if (item.type === 'file') await output.write(writer.file(item.path, item.bytes));
    else if (item.type === 'stream') {
      const { text, reason } = await readStream(item, writer);
      if (text !== undefined) await output.write(text);
      else tellIssue(item.path, `The file could not be read to its end: ${reason}`, 'unreadable');
    }
  }
}

/** A large file's text, or why it is missing. */
async function readStream(
  { path, sizeBytes, stream }: Extract<ReadItem, { type: 'stream' }>,
  writer: Writer,
): Promise<{ text: string | undefined; reason: string }> {
  try {
    return { text: await writer.stream(path, sizeBytes, stream), reason: 'its size changed while it was read.' };
  } catch (error) {
    return { text: undefined, reason: messageOf(error) };
  } finally {
    stream.destroy();
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
