// The tabs of a project: its groups, and below them the parts of the open group.
import { useQuery } from '@tanstack/react-query';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { countText } from '../elements/quantities.ts';
import { useMay, useProjectId } from '../project/queries.ts';
import { toDecideQuery } from '../standing/needs-queries.ts';
import { GROUPS, partAt } from './parts.ts';
import classes from './project-page.module.css';

/** Marks the tab that is open; "page" is said to readers of the screen. */
const OPEN = { 'data-active': true, 'aria-current': 'page' } as const;

export function ProjectTabs() {
  const projectId = useProjectId();
  const may = useMay();
  const { pathname } = useLocation();
  const open = partAt(pathname.slice(`/projects/${projectId}`.length));
  const tabs = useRef<HTMLElement>(null);
  // The strip of tabs scrolls on a narrow screen: bring the open tab into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address opens another tab
  useEffect(() => {
    const link = tabs.current?.querySelector<HTMLElement>('[data-active]');
    if (tabs.current && link)
      tabs.current.scrollLeft = link.offsetLeft - (tabs.current.clientWidth - link.offsetWidth) / 2;
  }, [pathname]);
  const parts = open?.group.parts.filter(({ action }) => action === undefined || may(action)) ?? [];
  return (
    <>
      <nav className={classes.tabs} aria-label="Parts of the project" ref={tabs}>
        {GROUPS.map((group) => (
          <Tab key={group.label} path={group.parts[0].path} isOpen={group === open?.group}>
            {group.label}
            {group.parts.some((part) => part.isCounted) && <ToDecideCount projectId={projectId} />}
          </Tab>
        ))}
      </nav>
      {open && parts.length > 1 && (
        <nav className={classes.parts} aria-label={`Parts of ${open.group.label}`}>
          {parts.map((part) => (
            <Tab key={part.path} path={part.path} isOpen={part === open.part}>
              {part.label}
            </Tab>
          ))}
        </nav>
      )}
    </>
  );
}

function Tab({ path, isOpen, children }: { path: string; isOpen: boolean; children: React.ReactNode }) {
  const projectId = useProjectId();
  return (
    <Link
      to={`/projects/$projectId${path}` as '/projects/$projectId'}
      params={{ projectId }}
      className={classes.tab}
      {...(isOpen && OPEN)}
      // Passed by the caller, because one tab stands for several addresses.
      activeProps={{}}
    >
      {children}
    </Link>
  );
}

/** How many items and files wait for a decision; nothing if none does. */
function ToDecideCount({ projectId }: { projectId: number }) {
  const { data = 0 } = useQuery(toDecideQuery(projectId));
  return data > 0 && <span className={classes.count}> {countText(data)}</span>;
}
