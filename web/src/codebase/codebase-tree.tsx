// The tree of the code base on the left of the tab. It draws only visible rows.
import { Loader, Tooltip } from '@mantine/core';
import {
  IconChevronRight,
  IconCircleCheckFilled,
  IconFile,
  IconFileText,
  IconFolder,
  IconFolderOpen,
  IconSquare,
  IconSquareCheckFilled,
} from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import type { CodebaseEntry } from '../api/models.ts';
import { visible } from '../elements/hidden-characters.ts';
import classes from './codebase-tree.module.css';
import { FolderTotals } from './folder-totals.tsx';
import type { Selection } from './selection.ts';
import type { CodebaseTree as Tree, TreeRow } from './tree-state.ts';

const ROW_PX = 26;
const INDENT_PX = 15;

interface CodebaseTreeProps {
  tree: Tree;
  chosenFileId: number | undefined;
  /** Path of the chosen file. The tree scrolls to it as soon as it is loaded. */
  chosenPath: string | undefined;
  /** Given if the user can select entries, with a click on the box or with the space bar. */
  selection?: Selection;
  onChoose: (file: CodebaseEntry) => void;
  /** Called when a folder is clicked, which also opens or closes it. */
  onFolder?: (folderPath: string) => void;
  chosenFolder?: string;
}

export function CodebaseTree(props: CodebaseTreeProps) {
  const { tree, chosenFileId, chosenPath, selection, onChoose, onFolder, chosenFolder } = props;
  const acts = { tree, onChoose, onFolder };
  const { rows, need, reveal } = tree;
  const scroller = useRef<HTMLDivElement>(null);
  const [activeKey, setActiveKey] = useState<string>();
  /** The row whose box was clicked last. */
  const tickedKey = useRef<string>(undefined);
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    overscan: 12,
  });
  const items = virtualizer.getVirtualItems();

  // Loads the pages of the rows that are in view. After each page others may still be missing.
  const pending = items.map(({ index }) => rows[index]).filter((row) => row?.kind === 'pending');
  const pendingKeys = pending.map((row) => row?.key).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: the rows are those of the keys
  useEffect(() => {
    for (const row of pending) if (row?.kind === 'pending') need(row.folderPath, row.position);
  }, [pendingKeys, need]);

  const revealed = useRef<string>(undefined);
  useEffect(() => {
    if (chosenPath === undefined || revealed.current === chosenPath) return;
    revealed.current = chosenPath;
    void reveal(chosenPath);
  }, [chosenPath, reveal]);
  const chosenIndex = rows.findIndex(
    (row) => row.kind === 'entry' && row.entry.kind === 'file' && row.entry.id === chosenFileId,
  );
  const scrolledTo = useRef<number>(undefined);
  useEffect(() => {
    if (chosenIndex < 0 || scrolledTo.current === chosenFileId) return;
    scrolledTo.current = chosenFileId;
    virtualizer.scrollToIndex(chosenIndex, { align: 'auto' });
  }, [chosenIndex, chosenFileId, virtualizer]);

  const activeIndex = rows.findIndex(({ key }) => key === activeKey);
  const onKeyDown = (event: KeyboardEvent) => {
    const from = activeIndex >= 0 ? activeIndex : chosenIndex;
    const row = rows[from];
    if (event.key === ' ' && selection && row?.kind === 'entry') {
      event.preventDefault();
      return selection.toggle(row.entry);
    }
    const target = moveInTree(event, rows, from, acts);
    const next = target === undefined ? undefined : rows[target];
    if (target === undefined || next === undefined) return;
    event.preventDefault();
    setActiveKey(next.key);
    virtualizer.scrollToIndex(target, { align: 'auto' });
  };

  return (
    <div
      ref={scroller}
      className={classes.tree}
      role="tree"
      aria-label="Code base"
      aria-multiselectable={selection !== undefined}
      tabIndex={0}
      aria-activedescendant={activeIndex >= 0 ? `tree-row-${activeIndex}` : undefined}
      onKeyDown={onKeyDown}
    >
      <div style={{ height: virtualizer.getTotalSize(), position: 'relative' }}>
        {items.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the tree handles the keys of all rows
            <div
              key={row.key}
              id={`tree-row-${index}`}
              className={classes.row}
              role="treeitem"
              tabIndex={-1}
              aria-level={row.level + 1}
              aria-expanded={row.kind === 'entry' && row.entry.kind === 'folder' ? row.isOpen : undefined}
              aria-selected={index === chosenIndex}
              aria-checked={row.kind === 'entry' ? selection?.has(row.entry) : undefined}
              data-active={index === activeIndex || undefined}
              data-folder={isFolderAt(row, chosenFolder) || undefined}
              style={{ transform: `translateY(${start}px)`, paddingLeft: 8 + row.level * INDENT_PX }}
              onClick={({ detail, target, shiftKey }) => {
                // Ignores the second click of a double click, which would close the folder again.
                if (detail > 1) return;
                setActiveKey(row.key);
                if (selection && row.kind === 'entry' && (target as Element).closest('[data-tick]')) {
                  if (shiftKey) selectBetween(selection, rows, tickedKey.current, index);
                  else selection.toggle(row.entry);
                  tickedKey.current = row.key;
                } else act(row, acts);
              }}
            >
              {selection && row.kind === 'entry' && <Tick isOn={selection.has(row.entry)} />}
              <Row row={row} />
            </div>
          );
        })}
      </div>
    </div>
  );
}

/** With the Shift key a click selects all rows from the one that was clicked before. */
function selectBetween(selection: Selection, rows: TreeRow[], fromKey: string | undefined, to: number): void {
  const from = rows.findIndex(({ key }) => key === fromKey);
  const [first, last] = from < 0 ? [to, to] : [Math.min(from, to), Math.max(from, to)];
  for (const row of rows.slice(first, last + 1))
    if (row.kind === 'entry' && !selection.has(row.entry)) selection.toggle(row.entry);
}

const isFolderAt = (row: TreeRow, path: string | undefined) =>
  row.kind === 'entry' && row.entry.kind === 'folder' && row.entry.path === path;

/** For the mouse only. The row itself has the checked state, so keyboard and screen readers need no second stop. */
function Tick({ isOn }: { isOn: boolean }) {
  const Icon = isOn ? IconSquareCheckFilled : IconSquare;
  return (
    <span className={classes.tick} data-tick>
      <Icon size={16} aria-hidden />
    </span>
  );
}

function act(row: TreeRow, { tree, onChoose, onFolder }: Acts): void {
  if (row.kind === 'error') tree.tryAgain(row.folderPath);
  if (row.kind !== 'entry') return;
  if (row.entry.kind === 'folder') {
    tree.toggle(row.entry.path);
    onFolder?.(row.entry.path);
  } else onChoose(row.entry);
}

type Acts = Pick<CodebaseTreeProps, 'tree' | 'onChoose' | 'onFolder'>;

/** Up and Down move, Right opens, Left closes or moves to the folder, Enter chooses. Returns the row to move to. */
function moveInTree(event: KeyboardEvent, rows: TreeRow[], from: number, acts: Acts): number | undefined {
  const { tree } = acts;
  const row = rows[from];
  const folder = row?.kind === 'entry' && row.entry.kind === 'folder' ? row : undefined;
  switch (event.key) {
    case 'ArrowDown':
      return Math.min(rows.length - 1, from + 1);
    case 'ArrowUp':
      return Math.max(0, from - 1);
    case 'Home':
      return 0;
    case 'End':
      return rows.length - 1;
    case 'ArrowRight':
      if (folder && !folder.isOpen) tree.toggle(folder.entry.path, true);
      return from < 0 ? undefined : from;
    case 'ArrowLeft':
      if (folder?.isOpen) tree.toggle(folder.entry.path, false);
      else if (row) return rows.findLastIndex((other, at) => at < from && other.level < row.level);
      return from < 0 ? undefined : from;
    case 'Enter':
    case ' ':
      if (row) act(row, acts);
      return from < 0 ? undefined : from;
    default:
      return undefined;
  }
}

function Row({ row }: { row: TreeRow }) {
  if (row.kind === 'pending') {
    return (
      <span className={classes.soft}>
        <Loader size={11} /> loading …
      </span>
    );
  }
  if (row.kind === 'error') return <span className={classes.error}>{row.message} Click to try again.</span>;
  return row.entry.kind === 'folder' ? <FolderRow row={row} /> : <FileRow entry={row.entry} />;
}

function FolderRow({ row }: { row: Extract<TreeRow, { kind: 'entry' }> }) {
  return (
    <>
      <IconChevronRight size={13} className={classes.toggle} data-open={row.isOpen || undefined} aria-hidden />
      {row.isOpen ? (
        <IconFolderOpen size={15} className={classes.folder} />
      ) : (
        <IconFolder size={15} className={classes.folder} />
      )}
      <span className={classes.name}>{visible(row.entry.name)}</span>
      {row.isLoading && <Loader size={11} />}
      {row.entry.totals && <FolderTotals totals={row.entry.totals} />}
    </>
  );
}

function FileRow({ entry }: { entry: CodebaseEntry }) {
  return (
    <>
      <span className={classes.noToggle} />
      {entry.hasEvidence ? (
        <IconFileText size={15} className={classes.evidence} aria-label="with evidence" />
      ) : (
        <IconFile size={15} className={classes.plain} aria-hidden />
      )}
      <span
        className={classes.name}
        title={entry.isExcluded ? `${entry.path} (excluded by the scan profile)` : entry.path}
        data-excluded={entry.isExcluded || undefined}
      >
        {visible(entry.name)}
      </span>
      {entry.isReviewed && (
        <Tooltip label="Reviewed">
          <IconCircleCheckFilled size={14} className={classes.reviewed} aria-label="reviewed" />
        </Tooltip>
      )}
      {entry.spdx.length > 0 && (
        <span className={classes.spdx} title={entry.spdx.join(', ')}>
          {entry.spdx[0]}
          {entry.spdx.length > 1 && ` +${entry.spdx.length - 1}`}
        </span>
      )}
    </>
  );
}
