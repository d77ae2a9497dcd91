// `assay fingerprint`: the WFP document of a folder, for SCANOSS tools and services. It sends nothing anywhere.
import { createHash } from 'node:crypto';
import { statSync } from 'node:fs';
import { wfpHead, wfpOfFile } from '../fingerprints/index.ts';
import { readFolder } from '../walk/index.ts';
import type { CommandIo } from './index.ts';
import { onePositional, parseOptions, UsageError } from './options.ts';
import { fileOutput, type Output, ReaderGone, streamOutput } from './output.ts';
import { printable } from './printable.ts';

const HELP = `Usage: assay fingerprint <folder> [options]

Writes the fingerprints of all files below a folder as a WFP document: digests of whole files, and winnowing picks of source code.

  --out FILE   write to FILE, which appears only when it is complete; without it, to the standard output
  --help       show this text
`;

const OPTIONS = { out: { type: 'string' }, help: { type: 'boolean' } } as const;

/** Runs `assay fingerprint` with these arguments; answers the exit code. */
export async function fingerprintCommand(argv: string[], io: CommandIo): Promise<number> {
  let folder: string;
  let out: string;
  try {
    const { values, positionals } = parseOptions(argv, OPTIONS);
    if (values.help) {
      io.stdout.write(HELP);
      return 0;
    }
    folder = onePositional(positionals, 'the folder to fingerprint');
    if (values.out === '') throw new UsageError('--out needs the name of a file.');
    out = String(values.out ?? '');
    if (!isFolder(folder)) throw new UsageError(`"${folder}" is not a folder.`);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.stderr.write(`assay fingerprint: ${error.message} "assay fingerprint --help" shows the options.\n`);
    return 2;
  }
  let output: Output | undefined;
  try {
    output = out === '' ? streamOutput(io.stdout) : await fileOutput(out);
    await writeFingerprints(folder, output, io);
    await output.finish();
    return 0;
  } catch (error) {
    await output?.discard();
    if (error instanceof ReaderGone) return 0;
    if (io.signal?.aborted) return 130;
    io.stderr.write(`assay fingerprint: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

async function writeFingerprints(folder: string, output: Output, io: CommandIo): Promise<void> {
  for (const item of readFolder(folder)) {
    io.signal?.throwIfAborted();
    if (item.type === 'issue')
      io.stderr.write(`${printable(`${item.issue.path}: ${item.issue.message}`)} [${item.issue.code}]\n`);
    else if (item.type === 'file') await output.write(wfpOfFile(item.path, item.bytes));
    else if (item.type === 'stream') {
      const digest = createHash('md5');
      let sizeBytes = 0;
      for await (const chunk of item.stream as AsyncIterable<Buffer>) {
        digest.update(chunk);
        sizeBytes += chunk.length;
      }
      await output.write(wfpHead(item.path, sizeBytes, digest.digest('hex')));
    }
  }
}
