// The files of a changeset or a label, with names inside the instance's folder, and their contents, several at once.
import { createHash } from 'node:crypto';
import type { ReadContext } from '@assay/scanner/archives';
import type { TfsAddress } from '../../domain/scm/tfs-address.ts';
import { IN_MEMORY_BYTES } from '../bodies.ts';
import { ScmError } from '../member.ts';
import type { ReadFile, VersionedFile } from '../versioned-files.ts';
import { atChangeset, type TfsClient } from './client.ts';
import { type FoundRevision, isInside, paged } from './revision.ts';
import { Items, type TfsItem } from './schema.ts';

const ITEMS_AT_ONCE = 1000;
/** Contents that are asked for at the same time: as many small ones lie in memory. */
const CONTENTS_AT_ONCE = 6;
const DEEPEST_FOLDER = 1000;

export interface TfsFile extends VersionedFile {
  path: string;
  changeset: number;
  sizeBytes: number | undefined;
  /** Base64; '' if the server does not say it. */
  md5: string;
}

interface Tree {
  client: TfsClient;
  address: TfsAddress;
  found: FoundRevision;
  /** The folder in the code base. */
  folder: string;
}

export async function* filesOf(tree: Tree, signal: AbortSignal): AsyncGenerator<TfsFile, void> {
  const { client, address, found, folder } = tree;
  const items = found.label === undefined ? itemsAt(tree, address.path, signal, 0) : labelItems(tree, signal);
  for await (const item of items) {
    if (!isInside(item.path, address.path)) {
      // A label may have files elsewhere; a list of a folder may not.
      if (found.label !== undefined) continue;
      throw new ScmError('program', `${client.shown} listed ${item.path}, which is not in ${address.path}.`);
    }
    if (item.isFolder || (item.deletionId ?? 0) > 0) continue;
    const inside = item.path.slice(address.path.length + 1);
    if (inside === '') throw new ScmError('missing', `${client.shown} is a file; name the folder that it lies in.`);
    yield fileOf(item, `${folder}/${inside}`, found);
  }
}

/**
 * An item at a version never changes, but a collection may be restored or replaced: the digest that the server tells is part of the name. A file is read at
 * the changeset of the tree, where it has the path that was listed.
 */
function fileOf(
  { path, version, size, hashValue = '', isSymLink }: TfsItem,
  name: string,
  found: FoundRevision,
): TfsFile {
  const id = createHash('sha256')
    .update(JSON.stringify([path, version, size ?? -1, hashValue]))
    .digest('hex');
  const refusal = isSymLink ? { refusal: 'is a symbolic link; it was skipped' } : {};
  return { name, id, path, changeset: found.changeset ?? version, sizeBytes: size, md5: hashValue, ...refusal };
}

async function* itemsAt(tree: Tree, path: string, signal: AbortSignal, depth: number): AsyncGenerator<TfsItem, void> {
  const { client, found } = tree;
  if (depth > DEEPEST_FOLDER) throw new ScmError('tooLarge', `${client.shown} has folders in more than ${DEEPEST_FOLDER} others.`); // biome-ignore format: one claim
  const list = async (recursionLevel: 'Full' | 'OneLevel') => {
    const query = { scopePath: path, recursionLevel, ...atChangeset(found.changeset ?? 0) };
    return (await client.get(Items, 'items', query, { signal })).value;
  };
  try {
    yield* await list('Full');
    return;
  } catch (error) {
    if (!(error instanceof ScmError) || error.code !== 'tooLarge') throw error;
  }
  // Too much for one answer: the folder's own files, and then each of its folders.
  const own = await list('OneLevel');
  for (const item of own) {
    if (!item.isFolder) yield item;
    else if (item.path.length > path.length) yield* itemsAt(tree, item.path, signal, depth + 1);
  }
}

async function* labelItems({ client, found }: Tree, signal: AbortSignal): AsyncGenerator<TfsItem, void> {
  const resource = `labels/${found.label}/items`;
  yield* paged((page) => client.get(Items, resource, page, { signal }), ITEMS_AT_ONCE);
}

/** In order, with a few requests ahead. */
export async function* contentsOf(
  client: TfsClient,
  files: readonly TfsFile[],
  context: ReadContext,
): AsyncGenerator<ReadFile, void> {
  const waiting: { file: TfsFile; first: Promise<{ pieces: AsyncGenerator<Buffer, void>; next: IteratorResult<Buffer, void> }> }[] = []; // biome-ignore format: one type
  const ahead = new AbortController();
  const signal = AbortSignal.any([context.signal, ahead.signal]);
  const start = (file: TfsFile) => {
    const pieces = client.content(file, context.temporaryFolder, context.limits.entryBytes, signal);
    // A content of one piece is whole then; of a large one only the beginning is read ahead.
    const first = pieces.next().then((next) => ({ pieces, next }));
    first.catch(() => undefined);
    waiting.push({ file, first });
  };
  try {
    let begun = 0;
    for (let at = 0; at < files.length; at++) {
      for (let next = files[begun]; next && begun < at + CONTENTS_AT_ONCE; next = files[begun]) {
        const isLarge = (next.sizeBytes ?? 0) > IN_MEMORY_BYTES;
        // A large one is spooled when its turn has come.
        if (isLarge && begun > at) break;
        if (isLarge) context.checkEntrySize(next.sizeBytes ?? 0);
        start(next);
        begun++;
      }
      const { file, first } = waiting.shift() as (typeof waiting)[number];
      const { pieces, next } = await first;
      yield { sizeBytes: file.sizeBytes ?? -1, pieces: checked(client, file, next, pieces) };
    }
  } finally {
    ahead.abort();
    for (const { first } of waiting)
      await first.then(
        ({ pieces }) => pieces.return(),
        () => undefined,
      );
  }
}

/** Fails at the end if the content is not the one that was listed. */
async function* checked(
  client: TfsClient,
  { path, sizeBytes, md5 }: TfsFile,
  first: IteratorResult<Buffer, void>,
  rest: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer, void> {
  const hash = createHash('md5');
  let length = 0;
  for (let next = first; !next.done; next = await rest.next()) {
    hash.update(next.value);
    length += next.value.length;
    yield next.value;
  }
  if ((sizeBytes !== undefined && length !== sizeBytes) || (md5 !== '' && hash.digest('base64') !== md5))
    throw new ScmError('unreachable', `${client.shown} sent another content of ${path} than it listed.`);
}
