import { expect, test } from 'vitest';
import { FolderTree } from '../domain/projects/folder-tree.ts';
import { placed } from './placing.ts';

const SHA256 = 'ab'.repeat(32);

/** Longer than a piece of work may run without yielding. */
function spin(): void {
  for (const until = performance.now() + 10; performance.now() < until; );
}

test('files get the numbers of their folders, and their digests as bytes', async () => {
  const tree = new FolderTree();
  const files = ['a/b/one.c', 'a/two.c', 'three.c'].map((path) => ({ path, sha256: SHA256, sizeBytes: 3 }));
  const staged = await placed(tree, files);
  expect(staged.map(({ path, folder }) => [path, folder])).toEqual([
    ['a/b/one.c', tree.find('a/b')],
    ['a/two.c', tree.find('a')],
    ['three.c', tree.find('')],
  ]);
  expect(staged[0]).toMatchObject({ sha256: Buffer.from(SHA256, 'hex'), sizeBytes: 3 });
});

test('a request is served between any two files whose folders take long', async () => {
  let done = 0;
  const tree = {
    folderOfFile() {
      spin();
      return ++done;
    },
  };
  const seen = [0];
  let isOver = false;
  const request = () => {
    seen.push(done);
    if (!isOver) setImmediate(request);
  };
  setImmediate(request);
  await placed(
    tree,
    Array.from({ length: 8 }, (_, n) => ({ path: `${n}/f`, sha256: SHA256, sizeBytes: 0 })),
  );
  isOver = true;
  seen.push(done);
  expect(done).toBe(8);
  // The first two may share a turn, because the remaining time of the first one is unknown.
  expect(Math.max(...seen.map((count, at) => count - (seen[at - 1] ?? 0)))).toBeLessThanOrEqual(2);
});
