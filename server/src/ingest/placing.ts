// Gives each file that arrives its folder.
import { analysisHint } from '@assay/scanner/analyze';
import type { StagedFile } from '../db/uploads.ts';
import type { FolderTree } from '../domain/projects/folder-tree.ts';
import type { IngestBatch } from '../store/ingest.ts';
import { giveWay } from '../turns.ts';

/**
 * The files of a batch with the numbers of their folders. New folders are added to the tree. Gives way between two files: 2,000 files that
 * each lie 190 folders deep bring 380,000 folders, which would hold up every request for half a second.
 */
export async function placed(
  tree: Pick<FolderTree, 'folderOfFile'>,
  files: IngestBatch['files'],
): Promise<StagedFile[]> {
  const staged: StagedFile[] = [];
  for (const { path, sha256, sizeBytes, layer } of files) {
    await giveWay();
    const folder = tree.folderOfFile(path);
    staged.push({
      ...{ path, folder, sizeBytes },
      sha256: Buffer.from(sha256, 'hex'),
      hint: analysisHint(path),
      layer: layer === undefined ? null : Buffer.from(layer.slice('sha256:'.length), 'hex'),
    });
  }
  return staged;
}
