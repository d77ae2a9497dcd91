// The tree of folders and projects. A folder is loaded when the user opens it.
import { Loader } from '@mantine/core';
import { IconBox, IconChevronRight, IconFolder, IconFolderOpen, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { ancestorsQuery, folderQuery, ROOT_FOLDER_ID } from '../folders/queries.ts';
import classes from './project-tree.module.css';

interface TreeProps {
  chosenFolderId: number;
  onChoose: (folderId: number) => void;
}

export function ProjectTree(props: TreeProps) {
  const { data: ancestors = [] } = useQuery(ancestorsQuery(props.chosenFolderId));
  return (
    <nav className={classes.tree} aria-label="Folders and projects" onKeyDown={moveInTree}>
      <Branch {...props} folderId={ROOT_FOLDER_ID} name="Projects" level={0} openIds={[ROOT_FOLDER_ID, ...ancestors]} />
    </nav>
  );
}

interface BranchProps extends TreeProps {
  folderId: number;
  name: string;
  level: number;
  /** Folders to open, because the selected one is below them. */
  openIds: number[];
}

function Branch({ folderId, name, level, ...props }: BranchProps) {
  const mustOpen = props.openIds.includes(folderId);
  const [isOpen, setOpen] = useState(mustOpen);
  useEffect(() => {
    if (mustOpen) setOpen(true);
  }, [mustOpen]);
  const { data: folder, isLoading } = useQuery({ ...folderQuery(folderId), enabled: isOpen });
  const isChosen = props.chosenFolderId === folderId;
  const indent = { paddingLeft: 8 + level * 16 };
  return (
    <>
      <div className={classes.row} data-chosen={isChosen || undefined} style={indent}>
        <button
          type="button"
          className={classes.toggle}
          aria-label={isOpen ? `Collapse ${name}` : `Expand ${name}`}
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          tabIndex={-1}
        >
          <IconChevronRight size={14} data-open={isOpen || undefined} />
        </button>
        <button
          type="button"
          className={classes.name}
          aria-current={isChosen ? 'true' : undefined}
          aria-expanded={isOpen}
          data-tree-row
          onClick={() => {
            props.onChoose(folderId);
            setOpen(!(isOpen && isChosen));
          }}
          onKeyDown={(event) => {
            if (event.key === 'ArrowRight') setOpen(true);
            if (event.key === 'ArrowLeft') setOpen(false);
          }}
        >
          {isOpen ? <IconFolderOpen size={16} aria-hidden /> : <IconFolder size={16} aria-hidden />}
          <span className="ellipsis">{name}</span>
          {isLoading && <Loader size={12} />}
        </button>
      </div>
      {isOpen &&
        folder?.subFolders.map((child) => (
          <Branch key={child.id} {...props} folderId={child.id} name={child.name} level={level + 1} />
        ))}
      {isOpen &&
        folder?.projects.map((project) => (
          <div key={`project-${project.id}`} className={classes.row} style={{ paddingLeft: 30 + level * 16 }}>
            <Link to="/projects/$projectId" params={{ projectId: project.id }} className={classes.name} data-tree-row>
              <IconBox size={16} className={classes.box} aria-hidden />
              <span className="ellipsis">{project.name}</span>
              {project.isPrivate && <IconLock size={13} aria-label="private" className={classes.lock} />}
            </Link>
          </div>
        ))}
    </>
  );
}

/** Up and Down move from row to row. */
function moveInTree(event: KeyboardEvent<HTMLElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const rows = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-tree-row]')];
  const at = rows.indexOf(document.activeElement as HTMLElement);
  const next = rows[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
