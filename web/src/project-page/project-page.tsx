// One project: its name and status above, its tabs below. Each tab is a module of its own.
import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronRight, IconDots, IconFileText, IconGavel, IconLock, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { Project } from '../api/models.ts';
import { ProjectStatusLabel } from '../elements/badges.tsx';
import { notifyRefused } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { countText } from '../elements/quantities.ts';
import { folderQuery, ROOT_FOLDER_ID } from '../folders/queries.ts';
import { openFillNotices } from '../items/fill-notices.tsx';
import { projectQuery, useFreshAfterJobs, useMay, useProjectId, useSetProjectStatus } from '../project/queries.ts';
import { openApplyPolicy } from '../standing/apply-policy.tsx';
import { toDecideQuery } from '../standing/needs-queries.ts';
import { openDeleteProject } from './delete-project.tsx';
import { LockedBanner } from './locked-banner.tsx';
import classes from './project-page.module.css';

const TABS = [
  { to: '/projects/$projectId', label: 'Summary', isExact: true },
  { to: '/projects/$projectId/files', label: 'Code base' },
  { to: '/projects/$projectId/inventory', label: 'Inventory' },
  { to: '/projects/$projectId/decide', label: 'To decide', isCounted: true },
  { to: '/projects/$projectId/vulnerabilities', label: 'Vulnerabilities', holds: '/alerts' },
  { to: '/projects/$projectId/changes', label: 'Changes' },
  { to: '/projects/$projectId/compare', label: 'Compare' },
  { to: '/projects/$projectId/tasks', label: 'Tasks' },
  { to: '/projects/$projectId/reports', label: 'Reports', holds: '/notices' },
  { to: '/projects/$projectId/releases', label: 'Releases' },
  { to: '/projects/$projectId/jobs', label: 'Jobs' },
  { to: '/projects/$projectId/people', label: 'People' },
  { to: '/projects/$projectId/settings', label: 'Settings' },
  { to: '/projects/$projectId/webhooks', label: 'Webhooks', action: 'EDIT_PROJECT' },
] as const;

const STATUSES = [
  { status: 'Not Started' },
  { status: 'Analysis In Progress' },
  { status: 'Analysis Completed' },
  { status: 'Project Completed', hint: '(locks the project)' },
].map((one) => ({ hint: '', ...one }));

export function ProjectPage() {
  const projectId = useProjectId();
  const project = useQuery(projectQuery(projectId));
  const may = useMay();
  const { pathname } = useLocation();
  useFreshAfterJobs();
  const tabs = useRef<HTMLElement>(null);
  const isThere = project.isSuccess;
  // The strip of tabs scrolls on a narrow screen: bring the open tab into view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another address opens another tab
  useEffect(() => {
    const open = tabs.current?.querySelector<HTMLElement>('[data-active]');
    if (tabs.current && open)
      tabs.current.scrollLeft = open.offsetLeft - (tabs.current.clientWidth - open.offsetWidth) / 2;
  }, [pathname, isThere]);
  useEffect(() => {
    document.title = project.data ? `${project.data.name} · Assay` : 'Assay';
    return () => {
      document.title = 'Assay';
    };
  }, [project.data]);
  if (!project.isSuccess)
    return <Waiting query={project} label="Loading the project" title="This project could not be loaded" />;
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <Trail project={project.data} />
        <div className={classes.nameLine}>
          <h1 className={classes.name} title={project.data.name}>
            {project.data.name}
          </h1>
          {project.data.projectVisibiity === 'Private' && <IconLock size={16} aria-label="Private project" />}
          <span className={classes.state}>
            <ProjectStatusLabel status={project.data.projectStatus} />
          </span>
          <ProjectMenu project={project.data} />
        </div>
        <nav className={classes.tabs} aria-label="Parts of the project" ref={tabs}>
          {TABS.filter((tab) => !('action' in tab) || may(tab.action)).map(({ to, label, ...tab }) => (
            <Link
              key={to}
              to={to}
              params={{ projectId }}
              className={classes.tab}
              activeOptions={{ exact: 'isExact' in tab, includeSearch: false }}
              activeProps={{ 'data-active': true }}
              {...('holds' in tab && pathname.endsWith(tab.holds) && { 'data-active': true })}
            >
              {label}
              {'isCounted' in tab && <ToDecideCount projectId={projectId} />}
            </Link>
          ))}
        </nav>
        <LockedBanner />
      </header>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

/** How many items and files wait for a decision; nothing if none does. */
function ToDecideCount({ projectId }: { projectId: number }) {
  const { data = 0 } = useQuery(toDecideQuery(projectId));
  return data > 0 && <span className={classes.count}> {countText(data)}</span>;
}

function Trail({ project }: { project: Project }) {
  const isInRoot = project.folderId === ROOT_FOLDER_ID;
  const folder = useQuery({ ...folderQuery(project.folderId), enabled: !isInRoot });
  return (
    <nav className={classes.trail} aria-label="Path of the project">
      <Link to="/projects">Projects</Link>
      {!isInRoot && folder.data && (
        <>
          <IconChevronRight size={13} aria-hidden />
          <Link to="/projects" search={{ folder: folder.data.id }}>
            {folder.data.name}
          </Link>
        </>
      )}
      <IconChevronRight size={13} aria-hidden />
      <span>Id {project.id}</span>
    </nav>
  );
}

function ProjectMenu({ project }: { project: Project }) {
  const may = useMay();
  const setStatus = useSetProjectStatus();
  const changesStatus = may('CHANGE_STATUS');
  if (!['DELETE_PROJECT', 'CHANGE_STATUS', 'APPLY_POLICY', 'UPDATE_NOTICES'].some(may)) return null;
  const giveStatus = (status: string) =>
    setStatus.mutate(status, { onError: (error) => notifyRefused('The status was not changed', error) });
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label="Actions for this project">
          <IconDots size={17} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('APPLY_POLICY') && (
          <Menu.Item leftSection={<IconGavel size={15} />} onClick={() => openApplyPolicy(project)}>
            Apply the policy…
          </Menu.Item>
        )}
        {may('UPDATE_NOTICES') && (
          <Menu.Item leftSection={<IconFileText size={15} />} onClick={() => openFillNotices(project.id)}>
            Fill notices texts
          </Menu.Item>
        )}
        {changesStatus && (
          <>
            <Menu.Divider />
            <Menu.Label>Status</Menu.Label>
            {STATUSES.filter(({ status }) => status !== project.projectStatus).map(({ status, hint }) => (
              <Menu.Item key={status} onClick={() => giveStatus(status)}>
                {status}
                {hint && <span className={classes.hint}> {hint}</span>}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        {may('DELETE_PROJECT') && (
          <Menu.Item color="red" leftSection={<IconTrash size={15} />} onClick={() => openDeleteProject(project)}>
            Delete project
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
