// Opens the advisories that a check compares with: a bundle, an archive, a folder or a file.
import type { Stats } from 'node:fs';
import { stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename } from 'node:path';
import { advisoryFiles, isBundle, type NamedItem, openBundle, readAdvisories } from '../advisories/index.ts';
import type { Issue } from '../findings.ts';
import type { CommandIo } from './command-io.ts';
import { UsageError } from './options.ts';
import { printable } from './printable.ts';

export interface OpenAdvisories {
  open(): AsyncIterable<NamedItem>;
  sources: { name: string; dataAsOf: string }[];
  /** Files of which something could not be read, after the first walk. */
  unreadFiles(): string[];
}

/** Throws a UsageError if nothing is there. */
export async function requireAdvisories(path: string): Promise<Stats> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) return found;
  throw new UsageError(
    `--advisories must be a bundle, an archive or a folder of advisories; there is no ${printable(path)}.`,
  );
}

export async function openAdvisories(path: string, keys: readonly string[], io: CommandIo): Promise<OpenAdvisories> {
  const found = await requireAdvisories(path);
  if (found.isFile() && (await isBundle(path))) {
    const bundle = await openBundle(path, keys.length > 0 ? keys : undefined);
    if ('problem' in bundle) throw new Error(bundle.problem);
    if (bundle.header.basis !== 0) throw new Error('the bundle contains only changes; name a complete one.');
    if (keys.length === 0)
      io.stderr.write(
        `assay scan: the bundle is whole; it is signed by ${bundle.header.publicKey}, and --advisories-key says nothing of it.\n`,
      );
    return { sources: bundle.header.sources, open: () => itemsOfBundle(bundle.items()), unreadFiles: () => [] };
  }
  // The advisories are read twice, but their issues are reported once.
  let isReported = false;
  const unread = new Set<string>();
  const warn = (issue: Issue) => {
    if (isReported) return;
    unread.add(issue.path);
    io.stderr.write(`${printable(`${issue.path}: ${issue.message}`)}\n`);
  };
  return {
    sources: [{ name: basename(path), dataAsOf: '' }],
    open: async function* () {
      yield* itemsAt(path, warn);
      isReported = true;
    },
    unreadFiles: () => [...unread],
  };
}

async function* itemsOfBundle(items: AsyncIterable<{ source: string } & object>): AsyncGenerator<NamedItem> {
  for await (const one of items) if ('item' in one) yield one as unknown as NamedItem;
}

async function* itemsAt(path: string, warn: (issue: Issue) => void): AsyncGenerator<NamedItem> {
  for await (const file of advisoryFiles(path, { temporaryFolder: tmpdir() })) {
    if (file.type === 'end' && file.problem !== '')
      throw new Error(`the advisories could not be read completely: ${file.problem}`);
    if (file.type === 'issue') warn(file.issue);
    if (file.type !== 'file') continue;
    const { member, findings, issues } = readAdvisories(file.path, file.bytes);
    for (const issue of issues) warn(issue);
    for (const item of findings) yield { source: member, item };
  }
}
