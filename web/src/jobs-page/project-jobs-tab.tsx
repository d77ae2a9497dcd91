// The jobs of one project.
import { getRouteApi } from '@tanstack/react-router';
import { useProjectId } from '../project/queries.ts';
import classes from './jobs-table.module.css';
import { JobsTable } from './jobs-table.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/jobs');

export function ProjectJobsTab() {
  const projectId = useProjectId();
  const { job } = route.useSearch();
  const navigate = route.useNavigate();
  return (
    <div className={classes.page}>
      <JobsTable
        projectId={projectId}
        chosenJobId={job}
        onChoose={(id) => navigate({ search: { job: id }, replace: true })}
      />
    </div>
  );
}
