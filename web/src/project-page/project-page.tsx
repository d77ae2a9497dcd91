// One project: its name and status above, its tabs below. Each tab is a module of its own.
import { ActionIcon, Menu } from '@mantine/core';
import { IconChevronRight, IconDots, IconFileText, IconGavel, IconLock, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, Outlet } from '@tanstack/react-router';
import { Fragment, useEffect } from 'react';
import type { Project } from '../api/models.ts';
import { ProjectStatusLabel } from '../elements/badges.tsx';
import { notifyRefused } from '../elements/notify.ts';
import { Waiting } from '../elements/page-state.tsx';
import { pathQuery } from '../folders/queries.ts';
import { openFillNotices } from '../items/fill-notices.tsx';
import { projectQuery, useFreshAfterJobs, useMay, useProjectId, useSetProjectStatus } from '../project/queries.ts';
import { openApplyPolicy } from '../standing/apply-policy.tsx';
import { openDeleteProject } from './delete-project.tsx';
import { LockedBanner } from './locked-banner.tsx';
import classes from './project-page.module.css';
import { ProjectTabs } from './project-tabs.tsx';

const STATUSES = [
  { status: 'Not Started' },
  { status: 'Analysis In Progress' },
  { status: 'Analysis Completed' },
  { status: 'Project Completed', hint: '(locks the project)' },
].map((one) => ({ hint: '', ...one }));

export function ProjectPage() {
  const projectId = useProjectId();
  const project = useQuery(projectQuery(projectId));
  useFreshAfterJobs();
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
          <span className={classes.id} title="What programs call this project by">
            Id {project.data.id}
          </span>
          <ProjectMenu project={project.data} />
        </div>
        <ProjectTabs />
        <LockedBanner />
      </header>
      <div className={classes.content}>
        <Outlet />
      </div>
    </div>
  );
}

/** The folders above the project, each a link to the projects in it. */
function Trail({ project }: { project: Project }) {
  const { data: folders = [] } = useQuery(pathQuery(project.folderId));
  return (
    <nav className={classes.trail} aria-label="Path of the project">
      <Link to="/projects">Projects</Link>
      {folders.map(({ id, name }) => (
        <Fragment key={id}>
          <IconChevronRight size={13} aria-hidden />
          <Link to="/projects" search={{ folder: id }}>
            {name}
          </Link>
        </Fragment>
      ))}
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
