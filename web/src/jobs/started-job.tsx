// A job that the user started on this page, and may stop: its progress, a button that stops it, its outcome, and a link to its log.
import { Group, Stack, Text } from '@mantine/core';
import { type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { JobLabel } from '../elements/badges.tsx';
import classes from '../elements/page.module.css';
import { JobProgress } from './job-progress.tsx';
import { isOpen, jobQuery } from './queries.ts';

interface StartedJobProps {
  id: number;
  /** What the job counts. */
  unit: string;
  /** The keys of the queries whose data the job changes. They are fetched again when it ends. Not a new list each time. */
  changes: readonly QueryKey[];
}

export function StartedJob({ id, unit, changes }: StartedJobProps) {
  const { data: job } = useQuery(jobQuery(id));
  const queryClient = useQueryClient();
  const isOver = job !== undefined && !isOpen(job.status);
  useEffect(() => {
    if (isOver) for (const queryKey of changes) void queryClient.invalidateQueries({ queryKey });
  }, [isOver, changes, queryClient]);
  return (
    <Stack gap={6} role="status">
      {!isOver && <JobProgress jobId={id} unit={unit} mayStop />}
      {isOver && (
        <Group gap="md">
          <JobLabel status={job.status} />
          <Text size="sm" className={job.error ? classes.warning : undefined}>
            {job.error || job.jobDetails}
          </Text>
        </Group>
      )}
      <Text size="sm">
        <Link to="/jobs" search={{ job: id }}>
          Log of job {id}
        </Link>
      </Text>
    </Stack>
  );
}
