// A table of jobs, with the details of the selected job below. Used by the page of all jobs and by the tab of a
// project.
import { CloseButton } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { JobLabel } from '../elements/badges.tsx';
import { Empty, Failed, Waiting } from '../elements/page-state.tsx';
import { durationText, momentOf, momentText } from '../elements/quantities.ts';
import { JobLog } from '../jobs/job-log.tsx';
import { JobProgress, JobProgressInline } from '../jobs/job-progress.tsx';
import { fetchJobs, isOpen, jobQuery } from '../jobs/queries.ts';
import { useMayStop } from '../project/queries.ts';
import type { Column } from '../table/data-table.tsx';
import { ExportedTable } from '../table/export/exported-table.tsx';
import { usePagedRows } from '../table/paged-rows.ts';
import classes from './jobs-table.module.css';

const LIST_MS = 5000;

interface Job {
  id: number;
  jobType: string;
  project: { id: number | null; name: string };
  status: string;
  triggeredBy: { id: number | null; user: string };
  queuedOn: string;
  activatedOn: string;
  completedOn: string;
  jobDetails: string;
  error: string;
}

const allColumns: Column<Job>[] = [
  { id: 'id', header: 'Id', size: 70, align: 'right', cell: ({ id }) => <span className="mono">{id}</span> },
  { id: 'type', header: 'Job', size: 150, cell: ({ jobType }) => <span>{jobType}</span> },
  {
    id: 'project',
    header: 'Project',
    size: 180,
    cell: ({ project }) =>
      project.id === null ? (
        <span>{project.name}</span>
      ) : (
        <Link to="/projects/$projectId" params={{ projectId: project.id }}>
          {project.name}
        </Link>
      ),
  },
  { id: 'status', header: 'Status', size: 130, cell: ({ status }) => <JobLabel status={status} /> },
  { id: 'user', header: 'Started by', size: 100, cell: ({ triggeredBy }) => <span>{triggeredBy.user}</span> },
  { id: 'queued', header: 'Queued', size: 160, cell: ({ queuedOn }) => <span>{momentText(queuedOn)}</span> },
  { id: 'took', header: 'Duration', size: 90, align: 'right', cell: (job) => <span>{tookText(job)}</span> },
  {
    id: 'details',
    header: 'Progress and result',
    size: 220,
    isGrowing: true,
    cell: (job) =>
      job.status === 'Active' ? (
        <JobProgressInline jobId={job.id} />
      ) : (
        <span title={job.error || job.jobDetails}>{job.error || job.jobDetails}</span>
      ),
  },
];

interface JobsTableProps {
  projectId?: number;
  status?: string;
  chosenJobId?: number;
  onChoose: (jobId: number | undefined) => void;
}

export function JobsTable({ projectId, status, chosenJobId, onChoose }: JobsTableProps) {
  const key = projectId === undefined ? ['jobs', 'list', status] : ['project', projectId, 'jobs', 'list', status];
  const jobs = usePagedRows<Job>(key, (page) => fetchJobs({ projectId, status }, page), LIST_MS);
  const columns = useMemo(
    () => (projectId === undefined ? allColumns : allColumns.filter(({ id }) => id !== 'project')),
    [projectId],
  );
  if (jobs.error || jobs.total === undefined) return <Waiting query={jobs} title="The jobs could not be loaded" />;
  return (
    <div className={classes.split}>
      <div className={classes.list}>
        <ExportedTable
          rows={jobs}
          name="jobs"
          label="Jobs"
          columns={columns}
          idOf={(job) => job.id}
          selectedId={chosenJobId}
          onSelect={(job) => onChoose(job.id)}
          empty={
            <Empty icon={<IconClipboardList />} title="No jobs">
              {status
                ? `No job has the status ${status}.`
                : 'Scans, reports and other long-running work are listed here.'}
            </Empty>
          }
        />
      </div>
      {chosenJobId !== undefined && <ChosenJob jobId={chosenJobId} onClose={() => onChoose(undefined)} />}
    </div>
  );
}

function ChosenJob({ jobId, onClose }: { jobId: number; onClose: () => void }) {
  const job = useQuery(jobQuery(jobId));
  const mayStop = useMayStop(job.data);
  return (
    <section className={classes.chosen} aria-label={`Job ${jobId}`}>
      <header className={classes.chosenHead}>
        <h2>
          {job.data?.jobType ?? 'Job'} {jobId}
        </h2>
        {job.data && <JobLabel status={job.data.status} />}
        <CloseButton aria-label="Close the details of the job" onClick={onClose} />
      </header>
      {job.isError && <Failed error={job.error} onRetry={() => job.refetch()} />}
      {job.data && isOpen(job.data.status) && <JobProgress jobId={jobId} mayStop={mayStop} />}
      {job.data?.error && (
        <p className={classes.error} role="alert">
          {job.data.error}
        </p>
      )}
      {job.data?.jobDetails && <p className={classes.details}>{job.data.jobDetails}</p>}
      <div className={classes.log}>{job.data && <JobLog jobId={jobId} status={job.data.status} />}</div>
    </section>
  );
}

function tookText({ activatedOn, completedOn }: Job): string {
  const from = momentOf(activatedOn);
  const to = momentOf(completedOn);
  return from && to ? durationText((to.getTime() - from.getTime()) / 1000) : '';
}
