// Starts a scan, shows its progress, and the result of the last one. A user who leaves the page and comes back finds
// the open scan again.
import { Button, Checkbox, Tooltip } from '@mantine/core';
import { IconGitCompare, IconListDetails, IconRadar } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api, bodyOf, wordsOf } from '../api/client.ts';
import { JobLabel } from '../elements/badges.tsx';
import { LoadingRows } from '../elements/page-state.tsx';
import { Panel } from '../elements/panel.tsx';
import { countOf, momentText } from '../elements/quantities.ts';
import { JobProgress } from '../jobs/job-progress.tsx';
import { fetchJobLog, isOpen, isScan, recentJobsQuery } from '../jobs/queries.ts';
import { useMayIn, useMayStop } from '../project/queries.ts';
import classes from './summary-tab.module.css';

interface ScanPanelProps {
  projectId: number;
  /** Whether there is code here already. */
  hasFiles: boolean;
}

function useStartScan(projectId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (fullRescan: boolean) =>
      bodyOf(
        api.POST('/scanResource/projectScan/{projectId}', { params: { path: { projectId }, query: { fullRescan } } }),
      ),
    onSettled: () => queryClient.invalidateQueries({ queryKey: ['project', projectId] }),
  });
}

export function ScanPanel({ projectId, hasFiles }: ScanPanelProps) {
  const may = useMayIn(projectId);
  const jobs = useQuery(recentJobsQuery(projectId));
  const start = useStartScan(projectId);
  const [isFull, setFull] = useState(false);
  const open = jobs.data?.rows.find((job) => isOpen(job.status));
  const openScan = jobs.data?.rows.find((job) => isScan(job.jobType) && isOpen(job.status));
  const mayStop = useMayStop(openScan);
  const last = jobs.data?.rows.find((job) => isScan(job.jobType) && !isOpen(job.status));
  return (
    <Panel title="Scan">
      {openScan ? (
        <JobProgress jobId={openScan.id} mayStop={mayStop} />
      ) : (
        may('SCAN') && (
          <div className={classes.between}>
            <Checkbox
              label="Full rescan"
              description="Analyse every file again, even if it was analysed before"
              checked={isFull}
              onChange={(event) => setFull(event.currentTarget.checked)}
            />
            <Tooltip label={`Waiting for ${open?.jobType}`} disabled={!open}>
              <Button
                leftSection={<IconRadar size={17} />}
                loading={start.isPending}
                disabled={open !== undefined}
                onClick={() => start.mutate(isFull)}
              >
                Scan
              </Button>
            </Tooltip>
          </div>
        )
      )}
      {start.isError && (
        <p className={classes.refused} role="alert">
          {wordsOf(start.error)}
        </p>
      )}
      {jobs.isPending && <LoadingRows rows={2} />}
      {last && !openScan && <LastScan job={last} />}
      {jobs.isSuccess && !last && !openScan && (
        <p className={classes.note}>
          This project has not been scanned yet. {!hasFiles && <WaysIn projectId={projectId} />}
        </p>
      )}
    </Panel>
  );
}

/** A scan of a project without files is not refused here: it may have sources, which each scan fetches first. */
function WaysIn({ projectId }: { projectId: number }) {
  return (
    <>
      Upload its code, or name its repositories, images or packages in the{' '}
      <Link to="/projects/$projectId/settings" params={{ projectId }}>
        settings
      </Link>
      : a scan fetches them first.
    </>
  );
}

interface ScanJob {
  id: number;
  jobType: string;
  status: string;
  completedOn: string;
  jobDetails: string;
  error: string;
}

function LastScan({ job }: { job: ScanJob }) {
  const log = useQuery({ queryKey: ['jobs', job.id, 'log', 'first'], queryFn: () => fetchJobLog(job.id, 1) });
  const issues = log.data?.total ?? 0;
  return (
    <div className={classes.lastScan} data-testid="last-scan">
      <div className={classes.between}>
        <span className={classes.facts}>
          <JobLabel status={job.status} />
          <span>{momentText(job.completedOn)}</span>
        </span>
        <Link to="/projects/$projectId/changes" from="/projects/$projectId" className={classes.logLink}>
          <IconGitCompare size={15} aria-hidden /> Changes
        </Link>
        <Link
          to="/projects/$projectId/jobs"
          from="/projects/$projectId"
          search={{ job: job.id }}
          className={classes.logLink}
        >
          <IconListDetails size={15} aria-hidden /> {issues > 0 ? countOf(issues, 'issue') : 'Log'}
        </Link>
      </div>
      {job.error && (
        <p className={classes.refused} role="alert">
          {job.error}
        </p>
      )}
      {job.jobDetails && <p className={classes.soft}>{job.jobDetails}</p>}
    </div>
  );
}
