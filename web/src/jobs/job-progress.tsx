// The progress of a job: phase, bar, counts, rate, time left, and a button that stops it.
import { Progress } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { countText, durationText } from '../elements/quantities.ts';
import classes from './job-progress.module.css';
import { progressQuery, useCancelJob } from './queries.ts';
import { StopJob } from './stop-job.tsx';

export function JobProgress({
  jobId,
  unit = 'files',
  mayStop = false,
}: {
  jobId: number;
  unit?: string;
  mayStop?: boolean;
}) {
  const { data } = useQuery(progressQuery(jobId));
  const cancel = useCancelJob();
  const queryClient = useQueryClient();
  const status = data?.status;
  // Projects and lists of jobs are fetched seldom. When a job starts or ends, they are fetched at once: for example,
  // the first scan changes the status of its project when it starts.
  useEffect(() => {
    if (status === undefined || status === 'New' || status === 'Scheduled') return;
    void queryClient.invalidateQueries({ queryKey: ['project'] });
    void queryClient.invalidateQueries({ queryKey: ['jobs', 'list'] });
  }, [status, queryClient]);
  const share = shareOf(data);
  return (
    <div className={classes.progress} data-testid="job-progress">
      <div className={classes.line}>
        <b>{data?.phase || data?.status || 'Waiting'}</b>
        <span className="number">{share === undefined ? '' : `${Math.floor(share)} %`}</span>
      </div>
      <Progress
        value={share ?? 100}
        animated={share === undefined}
        striped={share === undefined}
        color={share === undefined ? 'gray' : 'ink'}
        size="lg"
        aria-label="Progress"
      />
      <div className={classes.line}>
        <span className={classes.facts}>
          {data && data.total > 0 && (
            <span className="number">
              {countText(data.done)} of {countText(data.total)} {unit}
            </span>
          )}
          {data && data.ratePerSecond > 0 && (
            <span className="number">{countText(Math.round(data.ratePerSecond))} per second</span>
          )}
          {data?.secondsLeft != null && data.done < data.total && (
            <span className="number">{durationText(data.secondsLeft)} left</span>
          )}
        </span>
        {mayStop && <StopJob jobId={jobId} cancel={cancel} />}
      </div>
    </div>
  );
}

/**
 * Undefined if the share is unknown: before anything is counted, and in the last phase, which continues after
 * everything is counted.
 */
function shareOf(progress: { done: number; total: number } | undefined): number | undefined {
  if (!progress || progress.total === 0 || progress.done >= progress.total) return undefined;
  return (progress.done / progress.total) * 100;
}

/** The progress on one line of a table. */
export function JobProgressInline({ jobId }: { jobId: number }) {
  const { data } = useQuery(progressQuery(jobId));
  if (!data) return null;
  const share = shareOf(data);
  return (
    <span className={classes.inline}>
      <Progress value={share ?? 100} animated={share === undefined} w={110} aria-label={`Progress of job ${jobId}`} />
      <span className="number">{share === undefined ? data.phase : `${Math.floor(share)} %`}</span>
    </span>
  );
}
