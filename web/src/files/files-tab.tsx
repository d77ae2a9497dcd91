// The code base of a project: the tree on the left, the selected file on the right.
import { Button, Splitter } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconFileSearch, IconFolderOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useEffect, useRef, useState } from 'react';
import { ApiError } from '../api/client.ts';
import { CodebaseTree } from '../codebase/codebase-tree.tsx';
import { fileQuery, folderLicensesQuery } from '../codebase/queries.ts';
import { useSelection } from '../codebase/selection.ts';
import { useCodebaseTree } from '../codebase/tree-state.ts';
import { useIsNarrow } from '../elements/narrow.ts';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { useStable } from '../elements/stable.ts';
import { useProjectId } from '../project/queries.ts';
import { FileList } from './file-list.tsx';
import { fileFilterOf } from './file-list-queries.ts';
import { FileView } from './file-view.tsx';
import classes from './files-tab.module.css';
import { FolderLicenses } from './folder-licenses.tsx';
import { useFreshEvidence } from './fresh-evidence.ts';
import { useOpenFileKeys } from './open-files.ts';
import { usePanes } from './panes.ts';
import type { FilesSearch } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/files');
/** Waits, so that moving through the list by keyboard does not open every file on the way. */
const SETTLE_MS = 150;

export function FilesTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const { file: fileId, line, remote, view } = search;
  const navigate = route.useNavigate();
  const isNarrow = useIsNarrow();
  const tree = useCodebaseTree(projectId);
  const selection = useSelection();
  const [isSelecting, setSelecting] = useState(false);
  const [isFinding, setFinding] = useState(false);
  useFreshEvidence(projectId, tree.renew);
  const panes = usePanes();
  useFreshTotals(projectId, search, tree.renew);
  const [movedTo, setMovedTo] = useState<number>();
  const [settled] = useDebouncedValue(fileId, SETTLE_MS);
  const shownId = useDeferredValue(fileId !== undefined && fileId === movedTo ? settled : fileId);
  const chosen = useQuery({ ...fileQuery(shownId ?? 0), enabled: shownId !== undefined && !remote });
  const open = (part: Partial<FilesSearch>) =>
    navigate({ search: (old) => ({ ...old, ...part }), replace: part.file === undefined });
  useOpenFileKeys({
    projectId,
    filter: fileFilterOf(search),
    // Not the one that is still shown while another one is chosen.
    file: remote || shownId !== fileId ? undefined : chosen.data,
    onOpen: (file) => void open({ file, line: undefined }),
    onReviewed: tree.markReviewed,
  });
  const ofView = useStable({
    line: (wanted: number) => void navigate({ search: (old) => ({ ...old, line: wanted }), replace: true }),
    reviewed: tree.markReviewed,
  });
  // Files of build machines are in no tree; an item's list of files leads to them.
  if (remote && fileId !== undefined)
    return (
      <FileView
        key={fileId}
        projectId={projectId}
        fileId={fileId}
        isRemote
        line={line}
        panes={panes}
        onLine={(wanted) => navigate({ search: { file: fileId, line: wanted, remote }, replace: true })}
        onReviewed={() => undefined}
      />
    );
  if (tree.root.error && tree.root.entries.length === 0) {
    return (
      <Failed
        error={new ApiError(0, tree.root.error)}
        onRetry={() => tree.tryAgain('')}
        title="The code base could not be loaded"
      />
    );
  }
  if (tree.root.entries.length === 0) {
    if (!tree.root.isKnown) return <LoadingRows />;
    return (
      <Empty icon={<IconFolderOff />} title="No code yet">
        Upload an archive on the Summary tab. Then its files are listed here.
      </Empty>
    );
  }
  const isList = view === 'list';
  const content =
    shownId === undefined ? (
      <Empty icon={<IconFileSearch />} title="Choose a file">
        Files with evidence have an icon with lines. The label on the right is the license that was found. The key J
        opens the next file that is not reviewed.
      </Empty>
    ) : (
      <FileView
        key={shownId}
        projectId={projectId}
        fileId={shownId}
        line={line}
        panes={panes}
        onLine={ofView.line}
        onReviewed={ofView.reviewed}
      />
    );
  if (panes.isSideFolded)
    return (
      <div className={classes.tab}>
        <div className={classes.content}>
          {content}
          {fileId === undefined && (
            <Button size="compact-xs" variant="default" className={classes.unfold} onClick={panes.toggleSide}>
              Show the files
            </Button>
          )}
        </div>
      </div>
    );
  return (
    <Splitter
      key={`${isNarrow ? 'above' : 'beside'}-${isList ? 'list' : 'tree'}`}
      orientation={isNarrow ? 'vertical' : 'horizontal'}
      className={classes.tab}
      lineSize={1}
      handleColor="var(--line)"
      withHandle={false}
    >
      <Splitter.Pane
        defaultSize={isNarrow ? '210px' : isList ? '56%' : '270px'}
        min={isNarrow ? '80px' : '180px'}
        max={isList ? '80%' : '700px'}
        className={classes.side}
      >
        {isList ? (
          <FileList search={search} isFinding={isFinding} onSearch={open} onMoved={setMovedTo} />
        ) : (
          <>
            <SelectionBar
              selection={selection}
              isSelecting={isSelecting}
              onSelecting={setSelecting}
              onChanged={tree.renew}
              onList={() => {
                setFinding(true);
                void open({ view: 'list' });
              }}
            />
            <CodebaseTree
              tree={tree}
              chosenFileId={fileId}
              chosenPath={chosen.data?.filePath}
              chosenFolder={search.below}
              selection={isSelecting ? selection : undefined}
              onChoose={({ id }) => open({ file: id, line: undefined })}
              onFolder={(below) => open({ below })}
            />
          </>
        )}
        <FolderLicenses search={search} onSearch={open} />
      </Splitter.Pane>
      <Splitter.Pane
        defaultSize={isList ? '44%' : '100%'}
        min={isNarrow ? '200px' : isList ? '300px' : '400px'}
        className={classes.content}
      >
        {content}
      </Splitter.Pane>
    </Splitter>
  );
}

/**
 * Decisions about many files change the licenses of the folder, which are asked for again then; the totals in the tree follow them. The mark of one file
 * changes them in the tree at once, and what was decided in the list is fetched when the tree is shown again.
 */
function useFreshTotals(projectId: number, { below = '', view }: FilesSearch, renew: () => void): void {
  const { data } = useQuery(folderLicensesQuery(projectId, below));
  const seen = useRef({ below, totals: data?.totals });
  useEffect(() => {
    const before = seen.current;
    const totals = data?.totals;
    seen.current = { below, totals };
    if (before.totals === undefined || totals === undefined || before.below !== below) return;
    if (Math.abs(before.totals.reviewed - totals.reviewed) > 1 || before.totals.files !== totals.files) renew();
  }, [data, below, renew]);
  const shown = useRef(view);
  useEffect(() => {
    if (shown.current === 'list' && view !== 'list') renew();
    shown.current = view;
  }, [view, renew]);
}
