// Keys of the workbench that lead from one open file to the next, and decide on the way.
import { useEffect, useRef } from 'react';
import type { FileDetails } from '../api/models.ts';
import { useMarkReviewed } from '../codebase/queries.ts';
import { notifyDone, notifyRefused } from '../elements/notify.ts';
import { isPlainKey } from '../elements/plain-key.ts';
import { useMay } from '../project/queries.ts';
import { fetchOpenFile, type fileFilterOf } from './file-list-queries.ts';

interface OpenFiles {
  projectId: number;
  /** The files among which the keys move. */
  filter: ReturnType<typeof fileFilterOf>;
  file: FileDetails | undefined;
  onOpen: (fileId: number) => void;
  onReviewed: (filePath: string, isReviewed: boolean) => void;
}

export function useOpenFileKeys(open: OpenFiles): void {
  const may = useMay();
  const mark = useMarkReviewed(open.file?.fileId ?? 0);
  /** A key that is held down moves when the step before is done. */
  const isMoving = useRef(false);
  const go = async (direction: 'next' | 'previous') => {
    if (isMoving.current) return;
    isMoving.current = true;
    try {
      const found = await fetchOpenFile(open.projectId, open.filter, direction, open.file?.filePath);
      if (found === undefined || (found.id === open.file?.fileId && open.file.reviewed))
        notifyDone('No file is open here: all files with evidence are reviewed.');
      else if (found.id === open.file?.fileId) notifyDone('No other file is open here.');
      else open.onOpen(found.id);
    } catch (error) {
      notifyRefused('The open files could not be loaded', error);
    } finally {
      isMoving.current = false;
    }
  };
  const review = async () => {
    const { file } = open;
    if (file === undefined || !may('REVIEW_FILES') || mark.isPending || isMoving.current) return;
    try {
      if (!file.reviewed) {
        await mark.mutateAsync(true);
        open.onReviewed(file.filePath, true);
      }
      await go('next');
    } catch (error) {
      notifyRefused('The review mark was not changed', error);
    }
  };
  const acts = useRef({ go, review });
  acts.current = { go, review };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (!isPlainKey(event)) return;
      const key = event.key.toLowerCase();
      if (key === 'j') void acts.current.go('next');
      else if (key === 'k') void acts.current.go('previous');
      else if (key === 'm') void acts.current.review();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}
