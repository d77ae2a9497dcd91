// The files of a change list or label, with names inside the instance's folder, and their contents, from one running `p4 print` for each group.
import { createHash } from 'node:crypto';
import { ScmError } from '../member.ts';
import type { ReadFile, VersionedFile } from '../versioned-files.ts';
import { type P4Session, p4Records } from './command.ts';
import { type P4Record, textIn } from './records.ts';
import type { FoundRevision } from './revision.ts';

const READ_MS = 4 * 60 * 60_000;

export interface P4File extends VersionedFile {
  /** As Perforce writes it, as bytes. */
  depotFile: Buffer;
  revision: string;
}

export async function* filesOf(
  session: P4Session,
  { files, path }: FoundRevision,
  folder: string,
  signal: AbortSignal,
): AsyncGenerator<P4File, void> {
  const inside = Buffer.from(`${path}/`);
  for await (const record of p4Records(session, { args: ['files', '-e', files], signal, timeoutMs: READ_MS })) {
    const depotFile = record.get('depotFile');
    if (!depotFile) continue;
    // Some servers know no case.
    if (!sameText(depotFile.subarray(0, inside.length), inside))
      throw new ScmError('program', `${session.shown} listed ${depotFile.toString('utf8')}, which is not in ${path}.`);
    const revision = textIn(record, 'rev');
    if (!/^\d+$/.test(revision)) throw new ScmError('program', `${session.shown} listed a file without a revision.`);
    const name = Buffer.concat([Buffer.from(`${folder}/`), decoded(depotFile.subarray(inside.length))]);
    const isLink = /^symlink\b/.test(textIn(record, 'type'));
    yield { name, id: idOf(record), depotFile, revision, ...(isLink ? { refusal: 'is a symbolic link; it was skipped' } : {}) }; // biome-ignore format: one claim
  }
}

/** A revision never changes, but it may be obliterated and made again: by another change list, or at another time. */
function idOf(record: P4Record): string {
  const hash = createHash('sha256');
  for (const member of ['depotFile', 'rev', 'change', 'type', 'time'])
    hash.update(record.get(member) ?? '').update('\0');
  return hash.digest('hex');
}

const lower = (bytes: Buffer) => bytes.toString('utf8').toLowerCase();
const sameText = (one: Buffer, other: Buffer) => one.equals(other) || lower(one) === lower(other);

/** `%40`, `%23`, `%2A` and `%25` stand for what has a meaning in paths of Perforce. */
function decoded(path: Buffer): Buffer {
  const text = path.toString('latin1').replace(/%(40|23|2a|25)/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16))); // biome-ignore format: one value
  return Buffer.from(text, 'latin1');
}

/** Keywords are left as they are stored (-k). The pieces of one file are passed over if nobody reads them. */
export async function* contentsOf(
  session: P4Session,
  files: readonly P4File[],
  signal: AbortSignal,
): AsyncGenerator<ReadFile, void> {
  if (files.length === 0) return;
  const input = Buffer.concat(files.map(({ depotFile, revision }) => Buffer.concat([depotFile, Buffer.from(`#${revision}\n`)]))); // biome-ignore format: one value
  const records = p4Records(session, {
    args: ['-x', '-', 'print', '-k'],
    input,
    signal,
    timeoutMs: READ_MS,
    mostBytes: Number.POSITIVE_INFINITY,
  });
  let next = await records.next();
  try {
    for (const { depotFile, revision } of files) {
      // What is left of the file before.
      while (!next.done && isContent(next.value)) next = await records.next();
      const head = next.done ? undefined : next.value;
      if (!head?.get('depotFile')?.equals(depotFile) || textIn(head, 'rev') !== revision)
        throw session.failures.of(head && textIn(head, 'data') !== '' ? textIn(head, 'data') : `p4 has not given ${depotFile.toString('utf8')}#${revision}`); // biome-ignore format: one claim
      next = await records.next();
      // Of other types the server may convert what it sends.
      const told = /binary/.test(textIn(head, 'type')) ? textIn(head, 'fileSize') : '';
      const pieces = async function* (): AsyncGenerator<Buffer, void> {
        let length = 0;
        for (; !next.done && isContent(next.value); next = await records.next()) {
          const data = next.value.get('data');
          length += data?.length ?? 0;
          if (data && data.length > 0) yield data;
        }
        if (told !== '' && Number(told) !== length)
          throw new ScmError('unreachable', `${session.shown} sent ${length} of the ${told} bytes of ${depotFile.toString('utf8')}.`); // biome-ignore format: one claim
      };
      yield { sizeBytes: -1, pieces: pieces() };
    }
    // The end tells whether the last content was whole.
    while (!next.done) next = await records.next();
  } finally {
    await records.return();
  }
}

function isContent(record: P4Record): boolean {
  const code = textIn(record, 'code');
  return code === 'text' || code === 'binary';
}
