// The files of one revision as entries with names. Nothing is written to disk: a link is only a content with a mark, which is named and not
// followed, and an external is a property of a folder.
import type { RawItem, ReadContext } from '@assay/scanner/archives';
import { bodyOf } from '../bodies.ts';
import { refuseEnded } from '../processes.ts';
import { runSvn, startDump, startSvn } from './command.ts';
import { type DumpNode, dumpNodes } from './dump.ts';
import type { SvnRemote } from './remote.ts';
import type { FoundRevision } from './revision.ts';

const READ_MS = 4 * 60 * 60_000;

export interface SvnTreeOptions {
  /** The folder of the files in the code base. */
  prefix: string;
  onExternals(name: Buffer, property: string): void;
}

export async function* treeEntries(
  context: ReadContext,
  remote: SvnRemote,
  { at, folder, url }: FoundRevision,
  { prefix, onExternals }: SvnTreeOptions,
): AsyncGenerator<RawItem, void> {
  const program = await startDump({
    args: ['dump', '--quiet', '-r', `${at}:${at}`, url],
    connection: remote,
    signal: context.signal,
    timeoutMs: READ_MS,
    mostFileBytes: remote.mostFileBytes,
  });
  const base = Buffer.from(folder);
  try {
    for await (const node of dumpNodes(endedWell(program, remote))) {
      const inside = insideOf(base, node.path);
      if (inside === undefined) continue;
      const name = inside.length === 0 ? Buffer.from(prefix) : Buffer.concat([Buffer.from(`${prefix}/`), inside]);
      context.countEntry();
      const externals = node.properties.get('svn:externals');
      if (node.kind === 'file') yield* fileOf(context, node, name);
      else if (externals !== undefined) onExternals(name, externals.toString('utf8'));
    }
  } finally {
    program.stop();
    await program.end;
  }
}

/** A single file, of which svnrdump makes nothing. */
export async function* fileEntry(
  context: ReadContext,
  remote: SvnRemote,
  { at, url }: FoundRevision,
  name: string,
): AsyncGenerator<RawItem, void> {
  const { mostFileBytes } = remote;
  const call = { connection: remote, signal: context.signal, timeoutMs: READ_MS, mostFileBytes };
  const place = ['-r', String(at), `${url}@${at}`];
  const listed = await runSvn({ ...call, args: ['proplist', '--xml', ...place] });
  if (listed.exitCode !== 0) throw remote.failure(listed.complaints, listed.exitCode);
  const isLink = listed.output.includes('name="svn:special"');
  const program = await startSvn({ ...call, args: ['cat', '--ignore-keywords', ...place] });
  try {
    const properties = new Map(isLink ? [['svn:special', Buffer.from('*')]] : []);
    yield* fileOf(context, { properties, content: endedWell(program, remote) }, Buffer.from(name));
  } finally {
    program.stop();
    await program.end;
  }
}

/** The output, which fails at its end if the program did: nothing that was cut off counts as whole. */
async function* endedWell(
  program: Awaited<ReturnType<typeof startDump>>,
  remote: SvnRemote,
): AsyncGenerator<Buffer, void> {
  yield* program.stdout as AsyncIterable<Buffer>;
  const end = await program.end;
  refuseEnded(end, remote.shown, READ_MS);
  if (end.exitCode !== 0) throw remote.failure(end.complaints, end.exitCode);
}

/** The name inside of the folder that is asked for; '' for the folder itself; undefined for the folders around it. */
function insideOf(base: Buffer, path: Buffer): Buffer | undefined {
  if (base.length === 0) return path;
  if (path.equals(base)) return Buffer.alloc(0);
  const isInside = path.length > base.length && path[base.length] === 47 && path.subarray(0, base.length).equals(base);
  return isInside ? path.subarray(base.length + 1) : undefined;
}

async function* fileOf(
  context: ReadContext,
  node: Pick<DumpNode, 'properties' | 'content'>,
  name: Buffer,
): AsyncGenerator<RawItem, void> {
  if (node.properties.has('svn:special')) {
    const reason = 'is a symbolic link; it was skipped';
    yield { type: 'refusal', code: 'skipped-entry', name, legacyEncoding: 'latin1', reason, isLoss: false };
    return;
  }
  const entry = { type: 'entry', name, legacyEncoding: 'latin1', isBackslashFolder: false } as const;
  const charged = async function* () {
    for await (const piece of node.content) {
      context.charge(piece.length);
      yield piece;
    }
  };
  yield { ...entry, ...(await bodyOf(charged())) };
}
