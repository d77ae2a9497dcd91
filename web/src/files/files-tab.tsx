// The code base of a project: the tree on the left, the selected file on the right.
import { Splitter } from '@mantine/core';
import { IconFileSearch, IconFolderOff } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { ApiError } from '../api/client.ts';
import { CodebaseTree } from '../codebase/codebase-tree.tsx';
import { fileQuery } from '../codebase/queries.ts';
import { useSelection } from '../codebase/selection.ts';
import { useCodebaseTree } from '../codebase/tree-state.ts';
import { useIsNarrow } from '../elements/narrow.ts';
import { Empty, Failed, LoadingRows } from '../elements/page-state.tsx';
import { useProjectId } from '../project/queries.ts';
import { FileList } from './file-list.tsx';
import { FileView } from './file-view.tsx';
import classes from './files-tab.module.css';
import { useFreshEvidence } from './fresh-evidence.ts';
import type { FilesSearch } from './search.ts';
import { SelectionBar } from './selection-bar.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/files');

export function FilesTab() {
  const projectId = useProjectId();
  const search = route.useSearch();
  const { file: fileId, line, remote, view } = search;
  const navigate = route.useNavigate();
  const isNarrow = useIsNarrow();
  const tree = useCodebaseTree(projectId);
  const selection = useSelection();
  const [isSelecting, setSelecting] = useState(false);
  useFreshEvidence(projectId, tree.renew);
  const chosen = useQuery({ ...fileQuery(fileId ?? 0), enabled: fileId !== undefined && !remote });
  // Files of build machines are in no tree; an item's list of files leads to them.
  if (remote && fileId !== undefined)
    return (
      <FileView
        key={fileId}
        projectId={projectId}
        fileId={fileId}
        isRemote
        line={line}
        onLine={(wanted) => navigate({ search: { file: fileId, line: wanted, remote }, replace: true })}
        onReviewed={() => undefined}
      />
    );
  if (tree.root.error && tree.root.entries.length === 0) {
    return (
      <Failed
        error={new ApiError(0, tree.root.error)}
        onRetry={() => tree.loadMore('')}
        title="The code base could not be loaded"
      />
    );
  }
  if (tree.root.entries.length === 0) {
    if (tree.root.next !== null) return <LoadingRows />;
    return (
      <Empty icon={<IconFolderOff />} title="No code yet">
        Upload an archive on the Summary tab. Then its files are listed here.
      </Empty>
    );
  }
  const isList = view === 'list';
  const open = (part: Partial<FilesSearch>) =>
    navigate({ search: (old) => ({ ...old, ...part }), replace: part.file === undefined });
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
          <FileList search={search} onSearch={open} />
        ) : (
          <>
            <SelectionBar
              selection={selection}
              isSelecting={isSelecting}
              onSelecting={setSelecting}
              onChanged={tree.renew}
              onList={() => open({ view: 'list' })}
            />
            <CodebaseTree
              tree={tree}
              chosenFileId={fileId}
              chosenPath={chosen.data?.filePath}
              selection={isSelecting ? selection : undefined}
              onChoose={({ id }) => navigate({ search: { file: id } })}
            />
          </>
        )}
      </Splitter.Pane>
      <Splitter.Pane
        defaultSize={isList ? '44%' : '100%'}
        min={isNarrow ? '200px' : isList ? '300px' : '400px'}
        className={classes.content}
      >
        {fileId === undefined ? (
          <Empty icon={<IconFileSearch />} title="Choose a file">
            Files with evidence have an icon with lines. The label on the right is the license that was found.
          </Empty>
        ) : (
          <FileView
            key={fileId}
            projectId={projectId}
            fileId={fileId}
            line={line}
            onLine={(wanted) => navigate({ search: (old) => ({ ...old, line: wanted }), replace: true })}
            onReviewed={tree.markReviewed}
          />
        )}
      </Splitter.Pane>
    </Splitter>
  );
}
